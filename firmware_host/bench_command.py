"""`peglight bench`: how fast it is on this machine, each figure with how it was measured. DESIGN 8."""

import argparse
import json
import os
import platform
import statistics
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from firmware_host import bench_daemon, bench_engine, bench_taps, exits
from firmware_host.deck import DamagedDecks
from firmware_host.headless import Policy
from firmware_host.journal import NotSaved
from firmware_host.places import state_folder
from firmware_host.settings import SettingsNotSaved

FOUR_MIDGAME = range(8, 16)
TEN_MIDGAME = range(4, 8)
"""The rounds of play in which a list of a random game holds about a dozen results."""
CALM_AFTER_S = 3.0
"""So long after its beginning a game has shown on the lamps what it shows once."""


class Figure(NamedTuple):
    """A figure, as JSON has it, and how it was measured."""

    value: Any
    how: str


Figures = Iterator[tuple[str, Figure]]


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """What `peglight bench` takes."""
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    parser.add_argument(
        "--seconds", type=float, default=3.0, help="about how long each figure is measured; 3 if left out"
    )


def run(arguments: argparse.Namespace) -> int:
    """Measure everything, then print it."""
    if not 0 < arguments.seconds <= 600:
        print("peglight bench: --seconds: it must be more than 0, and 600 at most", file=sys.stderr)
        return exits.USAGE
    found: dict[str, Figure] = {}
    try:
        for name, figure in figures(arguments.seconds):
            found[name] = figure
            if not arguments.json:
                print(line(name, figure), flush=True)
    except (DamagedDecks, NotSaved, SettingsNotSaved) as error:
        print(f"peglight bench: games need room to be kept while they are timed: {error}", file=sys.stderr)
        return exits.DAMAGED
    if arguments.json:
        values = {name: figure.value for name, figure in found.items()}
        print(json.dumps(values | {"how": {name: figure.how for name, figure in found.items()}}))
    return exits.DONE


def line(name: str, figure: Figure) -> str:
    """A figure for people."""
    return f"{name:28} {_text(figure.value):>24}   {figure.how}"


def _text(value: object) -> str:
    if isinstance(value, dict):
        return ", ".join(f"{key} {part}" for key, part in value.items())
    return f"{value:,}" if isinstance(value, int) else str(value)


def figures(seconds: float) -> Figures:
    """Every figure as it is found."""
    yield "machine", Figure(_machine(), "Python, and the kernel's name of the processor")
    yield from _engine(seconds)
    yield from _daemon(seconds)


def _engine(seconds: float) -> Figures:
    rate, results = bench_engine.lists("pagat", 4, FOUR_MIDGAME, seconds)
    yield "lists_per_s", Figure(round(rate), f"{_EVERY}; {_LISTS}, pagat for four")
    yield "results_per_list", Figure(round(results, 1), "how many results these lists hold")
    by = bench_engine.position_lister
    whole, _results = bench_engine.lists("pagat", 4, FOUR_MIDGAME, seconds, by)
    yield "position_lists_per_s", Figure(round(whole), "such lists with every result as a whole position")
    ten, ten_results = bench_engine.lists("bark-up-a-tree", 10, TEN_MIDGAME, seconds)
    yield "lists_per_s_at_10_sides", Figure(round(ten), f"{ten_results:.1f} results a list; bark-up-a-tree")
    yield from _slow(rate, seconds)
    rate, turns = bench_engine.games("pagat", 4, Policy.RANDOM, seconds)
    yield (
        "games_per_s",
        Figure(round(rate, 1), f"whole random games of four, {turns:.0f} turns a game; pagat"),
    )
    yield "random_plies_per_s", Figure(round(rate * turns), "turns of these games")
    rate, turns = bench_engine.games("pagat", 4, Policy.GREEDY, seconds)
    yield "greedy_plies_per_s", Figure(round(rate * turns), f"whole greedy games, {turns:.0f} turns a game")
    for name, players in (("judge_us", 4), ("judge_us_at_10_players", 10)):
        took = bench_engine.judge_us("bark-up-a-tree", players, seconds)
        yield name, Figure(round(took, 1), f"a tap to its ruling in random games of {players}, the median")


_EVERY = "every distinct result of six cards, each told by the pegs that it moves"
_LISTS = "positions of random games, new in each run, from each player's turns 8 to 15"


def _slow(rate: float, seconds: float) -> Figures:
    slow = bench_engine.slow_lists("pagat", 4, FOUR_MIDGAME, seconds)
    how = "such lists by the slow generator of the tests"
    if slow is None:
        how += ", which is at hand in the source tree only"
    yield "slow_lists_per_s", Figure(slow and round(slow, 1), how)
    yield "times_slow", Figure(slow and round(rate / slow), "lists_per_s divided by slow_lists_per_s")


def _daemon(seconds: float) -> Figures:
    with tempfile.TemporaryDirectory(dir=_disk()) as folder:
        home = Path(folder)
        for readers in (1, 8):
            yield from _taps(home / f"taps_{readers}", readers, max(3, round(8 * seconds)))
        commits = bench_daemon.commits_ms(home, max(20, round(50 * seconds)))
        yield (
            "commit_ms",
            Figure(_rounded(statistics.median(commits)), f"{len(commits)} durable rows, {_ROWS}"),
        )
        paints = bench_daemon.paints_us(max(20, round(100 * seconds)))
        yield "paint_us", Figure(round(statistics.median(paints)), "a frame of a new snapshot, the median")
        with bench_daemon.resting(home / "resting") as daemon:
            yield "start_ms", Figure(round(daemon.start_ms), "from the command to its first page")
            yield "rss_mb", Figure(round(daemon.rss_mb, 1), f"resident memory with {_AT_REST}")
            time.sleep(min(seconds, CALM_AFTER_S))
            how = f"of one processor, one reader polled and nothing being told, with {_AT_REST}"
            yield "idle_cpu_pct", Figure(_idle_pct(daemon, seconds), how)


def _taps(home: Path, readers: int, count: int) -> Figures:
    taps = bench_taps.taps(home, readers, count)
    after = "" if readers == 1 else f"_{readers}_readers"
    board = (
        f"{count} taps on a simulated board, {readers} readers"
        if after
        else f"{count} taps on a simulated board"
    )
    yield f"tap_to_lamps{after}_ms", Figure(_p50_p99([tap.whole_ms for tap in taps]), f"{board}, {_TAPS}")
    yield f"tap_software{after}_ms", Figure(_p50_p99([tap.software_ms for tap in taps]), f"{board}, {_SHARE}")
    with bench_taps.kept_awake():
        awake = bench_taps.taps(home / "awake", readers, count)
    shares = _p50_p99([tap.software_ms for tap in awake])
    yield f"tap_software_awake{after}_ms", Figure(shares, f"{board}, {_AWAKE}")


_TAPS = "from the card laid to the frame that lights its choice; a reader is polled every 50 ms"
_SHARE = "from its number read to that frame handed to the strip, the tap's row in the journal included"
_AWAKE = "the same share while games of the lowest priority keep every core from dozing between two taps"
_AT_REST = "a game of four begun and every page seen"
_ROWS = "synced to the disk of the state folder, the median"


def _idle_pct(daemon: bench_daemon.Resting, seconds: float) -> float:
    before_s, began_s = daemon.busy_s(), time.monotonic()
    time.sleep(seconds)
    return round(100 * (daemon.busy_s() - before_s) / (time.monotonic() - began_s), 2)


def _p50_p99(values: Sequence[float]) -> dict[str, float]:
    ordered = sorted(values)
    return {"p50": _rounded(statistics.median(ordered)), "p99": _rounded(ordered[int(0.99 * len(ordered))])}


def _rounded(value: float) -> float:
    return round(value, 2)


def _disk() -> Path | None:
    """The folder of the state folder, so that its disk is measured; else where temporary files go."""
    parent = state_folder().parent
    return parent if os.access(parent, os.W_OK | os.X_OK) else None


def _machine() -> str:
    names = [line for line in _cpuinfo().splitlines() if line.startswith(("model name", "Model"))]
    return f"Python {platform.python_version()}, {names[0].partition(':')[2].strip() if names else 'unknown'}"


def _cpuinfo() -> str:
    try:
        return Path("/proc/cpuinfo").read_text()
    except OSError:
        return ""
