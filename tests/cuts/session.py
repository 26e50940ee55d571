"""An evening at the board with every store in use, and what of it was acknowledged when.

A deck is imported, a game begun, taken back and played on, rules are saved; the daemon is killed once and
stopped once. `mark` is told whenever somebody has heard or seen that something stands: from then on it must
survive a power cut. Under strace this runs as a process:

    python -m tests.cuts.session HOME MARKS SEED INPUTS [WEAKNESS]
"""

import contextlib
import http.client
import json
import os
import random
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

from engine.game import Game
from firmware_host.deck import EnrolledCard, simulated_deck
from tests.host.daemon_process import DaemonProcess, Page, command, environment
from tests.host.remote_play import after, next_said

PATIENCE_S = 20.0
HOUSE = {"players": "4", "teams_4": "2", "rules": "pagat", "hands": "closed", "option_jack": "11"}


@dataclass
class Marks:
    """What stands by now, each time written down whole. Any thread may call any method."""

    put: Callable[[bytes], None]
    seq: int = 0
    houses: list[str] = field(default_factory=list)
    decks: list[str] = field(default_factory=list)
    tags: list[str] = field(default_factory=list)
    looks: list[int] = field(default_factory=list)
    lock: threading.Lock = field(default_factory=threading.Lock)

    def shown(self, seq: int) -> None:
        """Somebody has seen the state of that number."""
        with self.lock:
            if seq > self.seq:
                self.seq = seq
                self._put()

    def house(self, name: str) -> None:
        """Rules were saved under that name."""
        with self.lock:
            self.houses.append(name)
            self._put()

    def deck(self, name: str) -> None:
        """A deck was enrolled."""
        with self.lock:
            self.decks.append(name)
            self._put()

    def tag(self, uid: str) -> None:
        """A card was enrolled by tapping it."""
        with self.lock:
            self.tags.append(uid)
            self._put()

    def brightness(self, percent: int) -> None:
        """The configuration was written with that brightness."""
        with self.lock:
            self.looks.append(percent)
            self._put()

    def _put(self) -> None:
        stands = {name: getattr(self, name) for name in ("seq", "houses", "decks", "tags", "looks")}
        self.put(json.dumps(stands).encode())


class Evening:
    """Plays it. `weakness` names a fault that is planted into the daemon; `tests.cuts.weakened` has them."""

    def __init__(self, home: Path, marks: Marks, seed: int, inputs: int, weakness: str = "") -> None:
        self.home = home
        self.marks = marks
        self.rng = random.Random(seed)
        self.inputs = inputs
        self.program = [sys.executable, "-m", "tests.cuts.weakened", weakness] if weakness else command()
        self.game = Game()

    def play(self) -> None:
        """From the first import to the last goodbye."""
        self._import("first")
        with self._daemon() as daemon, self._watched(daemon) as page:
            self._some_inputs(page)
            self._save_rules(page, "one")
            self._dim(page, 60)
            self._some_inputs(page)
            self._dim(page, 40)
            daemon.kill()
        with self._daemon() as daemon, self._watched(daemon) as page:
            self._some_inputs(page)
            self._save_rules(page, "two")
            self._enrol(page)
            self._dim(page, 80)
            self._some_inputs(page)
            assert daemon.terminate() == 0
        self._import("second")

    def _daemon(self) -> DaemonProcess:
        return DaemonProcess(self.home, program=[*self.program, "run"])

    def _import(self, name: str) -> None:
        path = self.home / f"{name}.csv"
        path.write_text("uid,card,copy\n" + "".join(map(_line, simulated_deck().values())), encoding="utf-8")
        words = [*self.program, "import", str(path), "--deck", name]
        subprocess.run(
            words, env=environment(self.home), cwd=self.home, stderr=subprocess.DEVNULL, check=True
        )
        self.marks.deck(name)

    def _some_inputs(self, page: Page) -> None:
        for _ in range(self.inputs // 4):
            said = next_said(self.game, self.rng)
            reply = page.post("/api/tell", said.body)
            assert reply.status in (200, 409), reply
            self.marks.shown(page.state()["seq"])
            self.game = after(self.game, said)

    def _dim(self, page: Page, percent: int) -> None:
        """Have the configuration written."""
        looks = {"brightness": str(percent), "night_brightness": "8"}
        assert page.send_form("/lights/looks", looks) in (200, 303)
        self.marks.brightness(percent)

    def _save_rules(self, page: Page, name: str) -> None:
        assert page.send_form("/setup/save", HOUSE | {"house": name}) == 200
        self.marks.house(name)

    def _enrol(self, page: Page) -> None:
        """The aces of another deck, one after the other."""
        begin = {"deck": "third", "decks": "1", "jokers": "0", "way": "rank"}
        assert page.send_form("/cards/begin", begin) == 303
        for uid in ("04CC0001", "04CC0002", "04CC0003", "04CC0004"):
            assert page.send_form("/cards/do", {"deed": "tap", "number": uid}) == 303
            self.marks.tag(uid)
        assert page.send_form("/cards/do", {"deed": "stop"}) == 303

    @contextlib.contextmanager
    def _watched(self, daemon: DaemonProcess) -> Iterator[Page]:
        """A browser, and a second one beside it that is told of every change as soon as it is laid out."""
        page = daemon.page()
        connection = http.client.HTTPConnection(*page.address, timeout=PATIENCE_S)
        connection.request("GET", "/api/events")
        watcher = threading.Thread(target=self._watch, args=(connection.getresponse(),))
        watcher.start()
        try:
            yield page
        finally:
            daemon.kill()
            watcher.join()
            connection.close()

    def _watch(self, events: http.client.HTTPResponse) -> None:
        with contextlib.suppress(OSError, http.client.HTTPException):  # the daemon was killed
            while line := events.readline():
                if line.startswith(b"data: "):
                    self.marks.shown(json.loads(line[6:])["seq"])


def _line(card: EnrolledCard) -> str:
    return f"{card.uid.hex()},{card.card},{card.copy}\n"


def _write(descriptor: int, mark: bytes) -> None:
    os.pwrite(descriptor, mark, 0)  # strace hears of it; what is left of a longer one before it is nothing


def main(home: str, marks: str, seed: str, inputs: str, weakness: str = "") -> None:
    """Play it, with the marks written into a file."""
    descriptor = os.open(marks, os.O_WRONLY | os.O_CREAT, 0o600)
    put = Marks(lambda data: _write(descriptor, data))
    Evening(Path(home), put, int(seed), int(inputs), weakness).play()


if __name__ == "__main__":
    main(*sys.argv[1:])
