"""A long time at the board: turns over all presets and tables, kills, power cuts; and what came of it.

    python -m tests.soak.run --turns 100000 --kills 300 --every 1 --cuts 300 --seed 1
    python -m tests.soak.run --turns 2000 --kills 20 --every 20 --cuts 60 --write docs/soak.md

Prints what it has done as it goes. Ends at the first thing that is not as it must be.
"""

import argparse
import os
import platform
import random
import sqlite3
import tempfile
import textwrap
import time
from collections.abc import Iterator
from importlib.metadata import version
from pathlib import Path

from tests import lacking
from tests.cuts.power import DISKS
from tests.cuts.weakened import WEAKNESSES
from tests.host.daemon_process import DaemonProcess
from tests.host.killing import Player, Saying, by_heart, kill_at_call, kill_at_random, tracked_game
from tests.soak.turns import turns

CALLS = {"pwrite64": 130, "fdatasync": 40}
"""So many writes and syncs there are in the first turns of a game."""
KILLS_A_GAME = 25
HEAD = """# The last long runs

`make soak` plays, breaks devices, kills and cuts the power, and compares what is shown after each turn with a
referee of its own. It ends at the first difference, and `--write docs/soak.md` keeps here what came of it.
"""


def kills(wanted: int, seed: int) -> Iterator[str]:
    """SIGKILL at random moments of whole games in both kinds of hands, to each game's end."""
    rng, games = random.Random(seed), 0
    for begun in range(0, wanted, KILLS_A_GAME):
        closed = games % 2 == 0
        saying: Saying = by_heart(random.Random(seed + games)) if closed else tracked_game(seed + games)
        player = Player(saying)
        with tempfile.TemporaryDirectory() as folder:
            home = Path(folder)
            kill_at_random(home, player, min(KILLS_A_GAME, wanted - begun), 280, rng)
            with DaemonProcess(home) as daemon:
                page = daemon.page()
                player.check(page)
                assert player.play(page)
                player.check(page)
                assert daemon.terminate() == 0
        games += 1
    yield f"{wanted} kills at random moments of {games} games, every other one tracked; none lost a thing"


def every(nth: int, seed: int) -> Iterator[str]:
    """SIGKILL at every n-th write and sync of the first turns, each in a state folder of its own."""
    for call, most in CALLS.items():
        moments = range(1, most + 1, nth)
        for when in moments:
            with tempfile.TemporaryDirectory() as home:
                player = Player(by_heart(random.Random(seed + when)))
                kill_at_call(Path(home), player, call, when)
        yield f"killed at {len(moments)} of the first {most} {call} calls (every {nth}); none lost a thing"


def cuts(points: int, seed: int) -> Iterator[str]:
    """Power cuts on each disk that this machine lets us have, then with each weakness planted."""
    lacks = {"files": lacking.strace_lack(), "disk": lacking.block_devices_lack()}
    for name, lack in lacks.items():
        if lack is not None:
            yield f"NOT RUN: power cuts on {name}, for want of {lack.what} ({lack.way_out})"
    disks = [name for name, lack in lacks.items() if lack is None]
    for weakness in ("", *WEAKNESSES):
        found = 0
        for name in disks:
            with tempfile.TemporaryDirectory() as work:
                came = DISKS[name](Path(work) / "w", points, seed, weakness)
            found += len(came.amiss)
            yield f"power cuts on {name}{f', weakened ({weakness})' if weakness else ''}: {came}"
        assert not disks or bool(found) == bool(weakness), "a loss, or a weakness that was not found"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--turns", type=int, default=100_000)
    parser.add_argument("--kills", type=int, default=300)
    at_every = "kill at every N-th write and sync; 0: none"
    parser.add_argument("--every", type=int, default=1, metavar="N", help=at_every)
    parser.add_argument("--cuts", type=int, default=300, help="power cuts a disk; 0: none")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--write", type=Path, metavar="FILE", help="add what came of it to a page")
    args = parser.parse_args()
    began_s, lines = time.monotonic(), []
    parts = [
        cuts(args.cuts, args.seed) if args.cuts else iter(()),
        every(args.every, args.seed) if args.every else iter(()),
        kills(args.kills, args.seed) if args.kills else iter(()),
        turns(args.turns, args.seed) if args.turns else iter(()),
    ]
    for part in parts:
        for line in part:
            lines.append(line)
            print(line, flush=True)
    took = f"{(time.monotonic() - began_s) / 60:.0f} minutes"
    print(f"All as it must be, after {took}.")
    if args.write:
        page = args.write.read_text(encoding="utf-8") if args.write.exists() else HEAD
        args.write.write_text(page + _section(args, lines, took), encoding="utf-8")
    return 0


def _section(args: argparse.Namespace, lines: list[str], took: str) -> str:
    words = " ".join(
        f"--{name} {getattr(args, name)}" for name in ("turns", "kills", "every", "cuts", "seed")
    )
    kernel = platform.release().partition("-")[0]
    facts = [
        f"{time.strftime('%Y-%m-%d')}, Peglight {version('peglight')}, {os.cpu_count()} cores",
        f"Python {platform.python_version()}, SQLite {sqlite3.sqlite_version}, Linux {kernel}",
        *lines,
    ]
    return f"\n## `make soak ARGS='{words}'`, {took}\n\n" + "".join(f"{_item(fact)}\n" for fact in facts)


def _item(fact: str) -> str:
    return textwrap.fill(
        fact, 118, initial_indent="- ", subsequent_indent="  ", break_on_hyphens=False, break_long_words=False
    )


if __name__ == "__main__":
    raise SystemExit(main())
