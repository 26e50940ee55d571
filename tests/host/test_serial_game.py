"""A whole game on real input: tags written into a serial line, buttons pressed, `/api/state` looked at.

python -m tests.host.test_serial_game > tests/host/serial_game.txt      writes the expected minutes anew
"""

import fcntl
import random
import sys
import tempfile
import termios
from collections.abc import Iterator
from pathlib import Path

from engine.cards import deck_of
from tests.devices.rdm6300 import Rdm6300Pty, frame
from tests.eventually import soon, until
from tests.host.daemon_process import DaemonProcess, Json, Page, peglight
from tests.host.person import Person, Tag

MINUTES = Path(__file__).with_name("serial_game.txt")
SEED = 21
HAND = 5
RETAP_S = 1.0
"""A card that was on the reader a moment ago is taken for still lying there; a person then taps it again."""

CONFIG = """
[[reader]]
name = "table"
driver = "rdm6300"
port = "{port}"

[[button]]
name = "next"
driver = "simulated"

[[button]]
name = "back"
driver = "simulated"

[[button]]
name = "confirm"
driver = "simulated"

[[strip]]
name = "ring"
driver = "simulated"
lamps = 112
"""

UIDS = {
    (card.card.ascii, card.copy): bytes.fromhex("4F00") + number.to_bytes(3, "big")
    for number, card in enumerate(deck_of(3, 6))
}


class SerialBoard:
    """The board as a person meets it: a reader on a serial line, three buttons, and what the state says."""

    def __init__(self, module: Rdm6300Pty, page: Page) -> None:
        self.module = module
        self.page = page
        self.rng = random.Random(5)
        self.pulled = 0

    def state(self) -> Json:
        return self.page.state()

    def press(self, button: str, held_ms: int = 100) -> None:
        self.page.press(button, held_ms)

    def tap(self, tag: Tag) -> Json:
        """In all the ways in which a card's frames arrive."""
        before, taps = self.state(), 1
        assert before["card"] != tag[0], "nothing would show that it was taken"
        uid, way = UIDS[tag], self.rng.random()
        if way < 0.02:
            self._pull_the_plug(uid)
        elif way < 0.2:
            self._in_pieces(uid)
        elif way < 0.3:
            self.module.write(self.rng.randbytes(self.rng.randrange(1, 20)) + b"\xff" + frame(uid))
        elif way < 0.4:
            other = UIDS["10C", 1] if tag != ("10C", 1) else UIDS["10D", 1]
            self.module.write(frame(other, checksum=0x5A) + frame(uid))
        elif way < 0.5:
            self.module.tap(uid, frames=6)
        else:
            self.module.tap(uid)
        while (state := soon(lambda: self._state_with(tag), RETAP_S)) is None:
            self.module.tap(uid)
            taps += 1
        assert state["game"] == before["game"]
        assert 0 < state["seq"] - before["seq"] <= taps, "something else was taken for a card"
        return state

    def _state_with(self, tag: Tag) -> Json | None:
        state = self.state()
        return state if state["card"] == tag[0] else None

    def _in_pieces(self, uid: bytes) -> None:
        whole, cut = frame(uid), self.rng.randrange(1, 14)
        self.module.write(whole[:cut])
        self._wait_until_read()
        self.module.write(whole[cut:])

    def _pull_the_plug(self, uid: bytes) -> None:
        """In the middle of a frame; the rest never comes, and the card is tapped again."""
        self.module.write(frame(uid)[:7])
        self._wait_until_read()
        self.module.unplug()
        until(lambda: self._reader()["state"] != "ok")
        assert "serial line is gone" in self._reader()["detail"] or "no such port" in self._reader()["detail"]
        self.module.replug()
        until(lambda: self._reader()["state"] == "ok")
        self.pulled += 1
        self.module.tap(uid)

    def _reader(self) -> Json:
        return next(device for device in self.state()["devices"] if device["name"] == "table")

    def _wait_until_read(self) -> None:
        until(lambda: fcntl.ioctl(self.module.far, termios.FIONREAD, b"\0\0\0\0") == b"\0\0\0\0")


class Table:
    """Four persons, a pile and a discard pile. RULES 9: draw one, play or throw one."""

    def __init__(self, board: SerialBoard, seed: int) -> None:
        self.board = board
        self.rng = random.Random(seed)
        self.pile = list(UIDS)
        self.rng.shuffle(self.pile)
        self.thrown: list[Tag] = []
        self.persons = {seat: Person(board, self.rng) for seat in "ABCD"}

    def play(self) -> Iterator[str]:
        """The minutes, line by line, until a side has won."""
        for person in self.persons.values():
            person.hand += [self.pile.pop() for _ in range(HAND)]
        number = 0
        while (state := self.board.state())["winner"] is None:
            number += 1
            seat = state["game"]["turn"]
            if not self.pile:
                yield from self._shuffle()
            self.persons[seat].hand.append(self.pile.pop())
            self.thrown.append(self.persons[seat].turn())
            after = self.board.state()
            thrown = " thrown" if "-" not in after["last_move"]["notation"] else ""
            yield f"{number:3} {seat} {after['last_move']['notation']}{thrown}"
        yield f"{' and '.join(state['winner'])} win"

    def _shuffle(self) -> Iterator[str]:
        self.pile, self.thrown = self.thrown, []
        self.rng.shuffle(self.pile)
        assert self.board.page.tell("shuffled").ok
        yield "    the played cards are shuffled"


def enrol(home: Path) -> None:
    """The deck, from a spreadsheet."""
    lines = [f"{uid.hex()},{card},{copy}" for (card, copy), uid in UIDS.items()]
    (home / "deck.csv").write_text("\n".join(["uid,card,copy", *lines]))
    done = peglight(home, "import", "deck.csv")
    assert done.returncode == 0, done.stderr


def game_on_a_serial_line(home: Path) -> Iterator[str]:
    """The minutes of the whole game."""
    enrol(home)
    with Rdm6300Pty(home / "usb-RDM6300-if00-port0") as module:
        (home / "board.toml").write_text(CONFIG.format(port=module.path))
        with DaemonProcess(home, ["--config", "board.toml"]) as daemon:
            board = SerialBoard(module, daemon.page())
            assert board.page.tell("new_game", players=4, rules="pagat", first="A").ok
            yield from Table(board, SEED).play()
            assert board.pulled > 0
            assert board.state()["phase"] == "over"
            assert daemon.terminate() == 0


def test_a_whole_game_is_played_on_a_serial_line(tmp_path: Path) -> None:
    assert list(game_on_a_serial_line(tmp_path)) == MINUTES.read_text(encoding="utf-8").splitlines()


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as folder:
        for line in game_on_a_serial_line(Path(folder)):
            print(line)
            sys.stdout.flush()
