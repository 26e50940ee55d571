"""How fast the daemon is: a commit, a frame, the start; and what it takes at rest."""

import http.client
import json
import os
import random
import re
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from engine.board import Seat
from engine.inputs import CardTapped, NewGame
from engine.referee import judge
from firmware_host.headless import HeadlessTable, Policy
from firmware_host.journal import Journal, Row, open_journal
from firmware_host.lighting import paint
from firmware_host.snapshot import Snapshot

GAME = NewGame(4, "pagat", first=Seat(0))
CPU_CLOCK = 2
"""Linux numbers the processor clock of a process by its id and this kind; see clock_getcpuclockid(3)."""
PAGES = ("/setup", "/table", "/rules", "/history", "/device")
ANSWER_S = 20.0


def commits_ms(home: Path, commits: int) -> list[float]:
    """Durable rows, each with the state after a turn, in ms."""
    journal = open_journal(home / "bench.sqlite")
    try:
        return [_one_commit_ms(journal) for _ in range(commits)]
    finally:
        journal.close()


def _one_commit_ms(journal: Journal) -> float:
    row = Row(journal.last_seq + 1, 0, 0, "Chosen", "{}", None, json.dumps({"pegs": "A12" * 200}), 1)
    began_s = time.perf_counter()
    journal.append(row)
    return (time.perf_counter() - began_s) * 1000


def paints_us(frames: int) -> list[float]:
    """What lamps mean and look like, for a new snapshot of a game of four with a card in question, in µs."""
    table = HeadlessTable(GAME, random.Random(), Policy.GREEDY)
    took_us: list[float] = []
    while len(took_us) < frames:
        if table.play.winner is not None:
            table = HeadlessTable(GAME, random.Random(), Policy.GREEDY)
        table.run(1)
        card = table.hands[table.play.turn][0]
        snapshot = Snapshot(1, judge(table.game, CardTapped(card.card, card.copy), table.clock_ms).game)
        began_s = time.perf_counter()
        paint(snapshot.picture, table.clock_ms)
        took_us.append((time.perf_counter() - began_s) * 1e6)
    return took_us


class Resting:
    """A daemon of its own process that rests with a game begun and every page looked at.

    Attributes:
        start_ms: from the command to its first page; rss_mb: memory in use.
    """

    def __init__(self, process: subprocess.Popen[bytes], start_ms: float) -> None:
        self.start_ms = start_ms
        self._pid = process.pid

    @property
    def rss_mb(self) -> float:
        """Its resident memory, in MB."""
        found = re.search(r"VmRSS:\s+(\d+) kB", Path(f"/proc/{self._pid}/status").read_text())
        assert found is not None
        return int(found[1]) / 1024

    def busy_s(self) -> float:
        """Processor time it has used so far, of all its threads."""
        return time.clock_gettime(~self._pid << 3 | CPU_CLOCK)


@contextmanager
def resting(home: Path) -> Iterator[Resting]:
    """Start one, begin a game at its page, and end it afterwards."""
    environ = os.environ | {"XDG_STATE_HOME": str(home), "XDG_CONFIG_HOME": str(home)}
    environ = {key: value for key, value in environ.items() if not key.endswith("_DIRECTORY")}
    words = [sys.executable, "-m", "firmware_host", "run", "--simulate", "--listen", "127.0.0.1:0"]
    began_s = time.perf_counter()
    with subprocess.Popen(words, env=environ, stderr=subprocess.PIPE, stdout=subprocess.DEVNULL) as process:
        try:
            port = _port(process)
            token = _ask(port, "GET", PAGES[0])
            start_ms = (time.perf_counter() - began_s) * 1000
            _ask(port, "POST", "/api/tell", token, {"kind": "new_game", "players": 4, "rules": "pagat"})
            for page in PAGES:
                _ask(port, "GET", page)
            yield Resting(process, start_ms)
        finally:
            process.terminate()


def _port(process: subprocess.Popen[bytes]) -> int:
    assert process.stderr is not None
    for line in process.stderr:
        if found := re.search(rb"page is at http://127\.0\.0\.1:(\d+)", line):
            return int(found[1])
    raise RuntimeError("the daemon ended before it served its page")


def _ask(port: int, method: str, path: str, token: str = "", body: object = None) -> str:
    """The token that the page gives with its answer, or the one it was asked with."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=ANSWER_S)
    headers = {"Cookie": f"peglight_csrf={token}", "X-CSRF-Token": token} if token else {}
    data = None if body is None else json.dumps(body)
    connection.request(method, path, data, headers | ({"Content-Type": "application/json"} if data else {}))
    answer = connection.getresponse()
    answer.read()
    connection.close()
    if answer.status != 200:
        raise RuntimeError(f"{method} {path}: {answer.status}")
    found = re.search("peglight_csrf=([^;]+)", answer.getheader("Set-Cookie") or "")
    return found[1] if found else token
