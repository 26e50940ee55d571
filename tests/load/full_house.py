"""A full house: the real daemon, a busy table and a crowd of phones around it; and what came of it.

python -m tests.load.full_house [MINUTES]     ten minutes if left out
"""

import json
import os
import sqlite3
import statistics
import subprocess
import sys
import tempfile
import threading
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from tests.host.daemon_process import DaemonProcess
from tests.load.busy_table import BusyTable, Told
from tests.tree import ROOT

TAPS_A_SECOND = 10
LOOK_EVERY_S = 0.5


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

    @property
    def grown_mb(self) -> float:
        """By how much the memory grew from the second fifth of the time to the last."""
        fifth = max(1, len(self.rss_mb) // 5)
        return statistics.median(self.rss_mb[-fifth:]) - statistics.median(self.rss_mb[fifth : 2 * fifth])


@dataclass(frozen=True, slots=True)
class Outcome:
    """What came of it.

    Attributes:
        told: the table; heard: the phones; taken: of the machine.
        stored_taps: how many taps the journal holds.
        said: what the daemon wrote to its log.
    """

    told: Told
    heard: dict[str, Any]
    taken: Taken
    stored_taps: int
    said: str


def run(home: Path, seconds: float, seed: int = 1) -> Outcome:
    """Play so long with everybody around; AssertionError where the table shows what it should not."""
    with DaemonProcess(home) as daemon:
        table = BusyTable(daemon.page(), TAPS_A_SECOND, seed)
        address = daemon.address()
        assert address is not None
        taken = Taken()
        with _crowd(address[1], seconds) as crowd, _watched(daemon.process.pid, taken):
            table.play(seconds)
            heard = json.loads(crowd.communicate(timeout=60)[0])
        assert daemon.terminate() == 0, daemon.stderr
        return Outcome(table.told, heard, taken, _stored_taps(daemon.state), daemon.stderr)


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


def lines(outcome: Outcome) -> Iterator[str]:
    """The outcome for people."""
    told, heard, taken = outcome.told, outcome.heard, outcome.taken
    yield f"taps            {told.taps} told, {outcome.stored_taps} in the journal, {told.games} games ended"
    yield f"laid            {quantiles(told.laid_ms)}, a card on the reader until it is judged"
    yield f"tapped          {quantiles(told.tapped_ms)}, a card told by a page until it is judged"
    yield f"played          {quantiles(told.done_ms)}, everything else until it is on disk"
    yield f"latest          {told.late_s:.2f} s behind the pace of {TAPS_A_SECOND} taps a second"
    yield f"requests        {len(heard['asked_ms'])}: {heard['statuses']}, {heard['lost_lines']} lines lost"
    yield f"answered        {quantiles(heard['asked_ms'])}"
    yield f"streams         {heard['events']} events, {heard['beats']} beats, {heard['polls']} told to poll"
    yield f"memory          {max(taken.rss_mb):.1f} MB at most, {taken.grown_mb:+.1f} MB grown at the end"
    looks = taken.rss_mb[:: max(1, len(taken.rss_mb) // 20)]
    yield f"memory then     {' '.join(f'{mb:.0f}' for mb in looks)} MB"
    yield f"descriptors     {min(taken.descriptors)} to {max(taken.descriptors)}"
    yield f"threads         {min(taken.threads)} to {max(taken.threads)}"


def quantiles(values_ms: Sequence[float]) -> str:
    """The middle and the slow end."""
    ordered = sorted(values_ms)
    p50, p99 = (ordered[int(part * (len(ordered) - 1))] for part in (0.5, 0.99))
    return f"p50 {p50:.1f} ms, p99 {p99:.1f} ms, longest {ordered[-1]:.1f} ms"


def main() -> None:
    """The command."""
    minutes = float(sys.argv[1]) if sys.argv[1:] else 10.0
    with tempfile.TemporaryDirectory() as home:
        outcome = run(Path(home), minutes * 60)
    for line in lines(outcome):
        print(line)
    assert outcome.stored_taps == outcome.told.taps, "a tap was lost"
    assert "Traceback" not in outcome.said, outcome.said


if __name__ == "__main__":
    main()
