"""Lamps, keys, cards and beeps in a terminal, to play over ssh. Drivers like any other. docs/terminal.md.

Where they lie:
- A terminal tells no release: a key is a press that ends at once, its capital one held for three seconds. Two
  buttons are never down together.
- A card is typed: `/`, then its number in hexadecimal or what is written on it, Enter. It lies there for one
  poll.
- A lamp is a dot in its colour, in rows at the top of the screen that what else is written does not move.
- The buzzer has one tone.
"""

from collections import deque
from collections.abc import Callable, Sequence
from contextlib import suppress
from itertools import accumulate

from hardware.clock import monotonic_ms
from hardware.drivers.telling import tell
from hardware.drivers.terminal_screen import CARD, Screens
from hardware.errors import CannotOpen, DeviceFault, StoppedAnswering
from hardware.interfaces import Button, Buzzer, CardReader, Edge, Knob, LampStrip, Note, Uid
from hardware.sentence import Sentence

TTY = "/dev/tty"
PRESS_MS, HOLD_MS = 100, 3000
PLAIN, BELL = "\x1b[0m", "\a"
DARK = "\x1b[90m·"
ROW = "18 5 5"  # the track, the home row and the start bar of a side
FIRST_ROW = "A"
# What is shorter than the number of any tag is what is written on a card.
SHORTEST_UID = 4
# A lamp's light goes by its number, a screen's by this power of it (sRGB, IEC 61966-2-1, nearly).
SCREEN_GAMMA = 2.2
ON_SCREEN = tuple(round(255 * (level / 255) ** (1 / SCREEN_GAMMA)) for level in range(256))

_screens = Screens()


def open_button(letter: str, tty: str = TTY) -> Button:
    """Open a button that is the key of that small letter.

    Raises:
        CannotOpen: there is no such terminal; `letter` is not one small letter.
    """
    if len(letter) != 1 or not letter.islower():
        raise CannotOpen(
            Sentence("the key {key}", key=repr(letter)),
            "it is not one small letter",
            "Choose one; its capital is a hold",
        )
    return TerminalButton(letter, tty)


def open_knob(clockwise: str = ".", back: str = ",", tty: str = TTY) -> Knob:
    """Open a knob that two keys turn. Raises `CannotOpen` where there is no such terminal."""
    return TerminalKnob({clockwise: 1, back: -1}, tty)


def open_reader(tty: str = TTY) -> CardReader:
    """Open a reader of typed cards. Raises `CannotOpen` where there is no such terminal."""
    return TerminalReader(tty)


def open_strip(lamps: int = 112, row: str = ROW, tty: str = TTY) -> LampStrip:
    """Open a strip of dots. `row` is how many stand together in each row, such as "18 5 5".

    Raises:
        CannotOpen: there is no such terminal; `row` is not numbers.
    """
    groups = [int(size) for size in row.split() if size.isdecimal() and int(size)]
    if not groups or len(groups) != len(row.split()):
        raise CannotOpen(f"the row {row!r}", "it is not whole numbers", f"Write some, such as {ROW}")
    return TerminalStrip(lamps, groups, tty)


def open_buzzer(tty: str = TTY) -> Buzzer:
    """Open the terminal's bell. Raises `CannotOpen` where there is no such terminal."""
    return TerminalBuzzer(tty)


class _OnScreen:
    """A device on the terminal `path`, told what is typed there while it is open."""

    def __init__(self, path: str) -> None:
        self._path = path
        self._screen = _screens.take(path)
        self._closed = False
        self._screen.listen(self._typed)

    @property
    def lost(self) -> DeviceFault | None:
        """The fault that ended the terminal, if any."""
        return self._screen.lost

    def close(self) -> None:
        """Let go of the terminal."""
        if not self._closed:
            self._closed = True
            self._screen.ignore(self._typed)
            _screens.leave(self._path)

    def _typed(self, what: str) -> None:
        """Told each key, and each card with its `/`."""

    def _check(self) -> None:
        if self._closed:
            raise StoppedAnswering(self._screen.name, "it was closed", "Open it again")
        if self.lost is not None:
            raise self.lost


class TerminalButton(_OnScreen):
    """A `Button`."""

    def __init__(self, key: str, path: str) -> None:
        self._held_ms = {key: PRESS_MS, key.upper(): HOLD_MS}
        self._on_edge: Callable[[Edge], None] | None = None
        super().__init__(path)

    def watch(self, on_edge: Callable[[Edge], None]) -> None:
        """See `Button`."""
        self._check()
        self._on_edge = on_edge

    def _typed(self, what: str) -> None:
        if what in self._held_ms and self._on_edge is not None:
            for edge in self._screen.hand.press(monotonic_ms(), self._held_ms[what]):
                tell(self._screen.name, self._on_edge, edge)


class TerminalKnob(_OnScreen):
    """A `Knob`; `keys` says which key turns it which way."""

    def __init__(self, keys: dict[str, int], path: str) -> None:
        self._keys = keys
        self._on_step: Callable[[int], None] | None = None
        super().__init__(path)

    def watch(self, on_step: Callable[[int], None]) -> None:
        """See `Knob`."""
        self._check()
        self._on_step = on_step

    def _typed(self, what: str) -> None:
        if what in self._keys and self._on_step is not None:
            tell(self._screen.name, self._on_step, self._keys[what])


class TerminalReader(_OnScreen):
    """A `CardReader`."""

    def __init__(self, path: str) -> None:
        self._cards: deque[Uid] = deque()
        super().__init__(path)

    def poll(self) -> Uid | None:
        """See `CardReader`. Never blocks."""
        self._check()
        return self._cards.popleft() if self._cards else None

    def _typed(self, what: str) -> None:
        if what.startswith(CARD) and (uid := _uid(what.removeprefix(CARD))):
            self._cards.append(uid)


class TerminalStrip(_OnScreen):
    """A `LampStrip`."""

    def __init__(self, lamps: int, groups: Sequence[int], path: str) -> None:
        super().__init__(path)
        self.lamps = lamps
        try:
            self._rows = _rows(lamps, groups, self._screen.columns)
        except DeviceFault:
            super().close()
            raise
        self._first = self._screen.take_rows(len(self._rows))

    def show(self, frame: bytes) -> None:
        """See `LampStrip`."""
        if len(frame) != 3 * self.lamps:
            raise ValueError(f"the strip has {self.lamps} lamps, not {len(frame) / 3:g}")
        self._check()
        dots = [_dot(*frame[at : at + 3]) for at in range(0, len(frame), 3)]
        self._screen.draw(self._first, [_drawn(row, dots) for row in self._rows])

    def close(self) -> None:
        """See `LampStrip`."""
        with suppress(DeviceFault):
            self.show(bytes(3 * self.lamps))
        if not self._closed:
            self._screen.leave_rows(self._first, len(self._rows))
            super().close()


class TerminalBuzzer(_OnScreen):
    """A `Buzzer`."""

    def play(self, notes: Sequence[Note]) -> None:
        """See `Buzzer`: the bell, once for whatever is played."""
        self._check()
        if any(note.hz for note in notes):
            self._screen.write(BELL)


def _uid(typed: str) -> Uid:
    """The number that was typed, else what is written on the card, in capitals; nothing for nothing."""
    with suppress(ValueError):
        uid = bytes.fromhex(typed)
        if len(uid) >= SHORTEST_UID:
            return Uid(uid)
    return Uid("".join(typed.upper().split()).encode())


def _rows(lamps: int, groups: Sequence[int], columns: int) -> list[tuple[str, list[slice]]]:
    """What each row is headed by, and which lamps stand together in it; not so where it is too wide."""
    wide = columns < len(FIRST_ROW) + sum(groups) + len(groups)
    sizes = [columns] if wide else groups
    rows = []
    for number, first in enumerate(range(0, lamps, sum(sizes))):
        ends = [first + end for end in accumulate(sizes)]
        parts = [slice(end - size, min(end, lamps)) for end, size in zip(ends, sizes, strict=True)]
        rows.append(("" if wide else f"{PLAIN}{chr(ord(FIRST_ROW) + number)} ", parts))
    return rows


def _drawn(row: tuple[str, list[slice]], dots: Sequence[str]) -> str:
    heading, parts = row
    return heading + " ".join("".join(dots[part]) for part in parts) + PLAIN


def _dot(red: int, green: int, blue: int) -> str:
    """One lamp: a full dot in its colour, a small one if it is dark."""
    if not (red or green or blue):
        return DARK
    return f"\x1b[38;2;{ON_SCREEN[red]};{ON_SCREEN[green]};{ON_SCREEN[blue]}m●"
