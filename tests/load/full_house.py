"""A full house: the real daemon, a busy table and a crowd of phones around it; and what came of it.

    python -m tests.load.full_house [MINUTES] [--write docs/load.md]     ten minutes if left out

Ends with 1 where anything is not as `faults` says it must be; else the page is written, if one is named.
"""

import argparse
import json
import os
import sqlite3
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from tests.host.daemon_process import DaemonProcess
from tests.load.busy_table import TAPS_A_SECOND, BusyTable, Told
from tests.load.report import faults, lines, page
from tests.tree import ROOT

LOOK_EVERY_S = 0.5
AS_THE_UNIT_SAYS = ("env", "MALLOC_ARENA_MAX=1")
"""One heap for all threads, as systemd/peglight.service has it."""
CPU_CLOCK = 2
"""Linux numbers the processor clock of a process by its id and this kind; see clock_getcpuclockid(3)."""


@dataclass(slots=True)
class Taken:
    """What the daemon took of the machine, look by look."""

    rss_mb: list[float] = field(default_factory=list)
    descriptors: list[int] = field(default_factory=list)
    threads: list[int] = field(default_factory=list)

    def look(self, pid: int) -> None:
        """Look once."""
        status = dict(line.split(":\t", 1) for line in Path(f"/proc/{pid}/status").read_text().splitlines())
        self.rss_mb.append(int(status["VmRSS"].split()[0]) / 1024)
        self.threads.append(int(status["Threads"]))
        self.descriptors.append(len(os.listdir(f"/proc/{pid}/fd")))


@dataclass(frozen=True, slots=True)
class Outcome:
    """What came of it.

    Attributes:
        seconds: how long the house was full.
        told: the table; heard: the phones; taken: of the machine.
        daemon_s: processor time of the daemon; player_s: of who plays and checks at the table.
        stored_taps: how many taps the journal holds.
        said: what the daemon wrote to its log.
    """

    seconds: float
    told: Told
    heard: dict[str, Any]
    taken: Taken
    daemon_s: float
    player_s: float
    stored_taps: int
    said: str


def run(home: Path, seconds: float, seed: int = 1) -> Outcome:
    """Play so long with everybody around; AssertionError where the table shows what it should not."""
    with DaemonProcess(home, wrap=AS_THE_UNIT_SAYS) as daemon:
        table = BusyTable(daemon.page(), TAPS_A_SECOND, seed)
        address = daemon.address()
        assert address is not None
        taken = Taken()
        before_s, own_s = time.clock_gettime(~daemon.process.pid << 3 | CPU_CLOCK), time.process_time()
        with _crowd(address[1], seconds) as crowd, _watched(daemon.process.pid, taken):
            table.play(seconds)
            heard = json.loads(crowd.communicate(timeout=60)[0])
        daemon_s = time.clock_gettime(~daemon.process.pid << 3 | CPU_CLOCK) - before_s
        player_s = time.process_time() - own_s
        assert daemon.terminate() == 0, daemon.stderr
        stored = _stored_taps(daemon.state)
        return Outcome(seconds, table.told, heard, taken, daemon_s, player_s, stored, daemon.stderr)


@contextmanager
def _crowd(port: int, seconds: float) -> "Iterator[subprocess.Popen[bytes]]":
    words = [sys.executable, "-m", "tests.load.crowd", str(port), str(seconds)]
    with subprocess.Popen(words, cwd=ROOT, stdout=subprocess.PIPE) as crowd:
        try:
            yield crowd
        finally:
            crowd.kill()


@contextmanager
def _watched(pid: int, taken: Taken) -> Iterator[None]:
    over = threading.Event()

    def watch() -> None:
        while not over.wait(LOOK_EVERY_S):
            taken.look(pid)

    watcher = threading.Thread(target=watch, name="watcher")
    watcher.start()
    try:
        yield
    finally:
        over.set()
        watcher.join()


def _stored_taps(state: Path) -> int:
    with closing(sqlite3.connect(state / "journal.sqlite")) as journal:
        found: int = journal.execute("SELECT count(*) FROM rows WHERE kind = 'CardTapped'").fetchone()[0]
        return found


def main() -> int:
    """The command."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("minutes", type=float, nargs="?", default=10.0)
    parser.add_argument("--write", type=Path, metavar="FILE", help="the page that keeps what came of it")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as home:
        outcome = run(Path(home), arguments.minutes * 60)
    for line in lines(outcome):
        print(line)
    wrong = list(faults(outcome))
    for fault in wrong:
        print(f"WRONG: {fault}")
    if arguments.write and not wrong:
        arguments.write.write_text(page(outcome), encoding="utf-8")
    return 1 if wrong else 0


if __name__ == "__main__":
    raise SystemExit(main())
