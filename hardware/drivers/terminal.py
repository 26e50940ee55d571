"""Lamps, keys, cards and beeps in a terminal, to try a board over ssh. Drivers like any other.

Where they lie:
- A terminal tells no release: a key is a press that ends at once, its capital one held for three seconds. Two
  buttons are never down together.
- A card is typed: `/`, its number in hexadecimal, Enter. It lies there for one poll.
- A lamp is a dot in its colour, in rows at the top of the screen, however bright a real one would be.
- The buzzer has one tone.
"""

from collections import deque
from collections.abc import Callable, Sequence
from contextlib import suppress

from hardware.clock import monotonic_ms
from hardware.drivers.telling import tell
from hardware.drivers.terminal_screen import CARD, Screens
from hardware.errors import CannotOpen, DeviceFault, StoppedAnswering
from hardware.interfaces import Button, Buzzer, CardReader, Edge, Knob, LampStrip, Note, Uid

TTY = "/dev/tty"
PRESS_MS, HOLD_MS = 100, 3000
SAVE, RESTORE, PLAIN, BELL = "\x1b7", "\x1b8", "\x1b[0m", "\a"
DARK = "\x1b[90m·"

_screens = Screens()


def open_button(key: str, tty: str = TTY) -> Button:
    """Open a button that is the key `key`, a small letter.

    Raises:
        CannotOpen: there is no such terminal; `key` is not one small letter.
    """
    if len(key) != 1 or not key.islower():
        raise CannotOpen(
            f"the key {key!r}", "it is not one small letter", "Choose one; its capital is a hold"
        )
    return TerminalButton(key, tty)


def open_knob(clockwise: str = ".", back: str = ",", tty: str = TTY) -> Knob:
    """Open a knob that two keys turn. Raises `CannotOpen` where there is no such terminal."""
    return TerminalKnob({clockwise: 1, back: -1}, tty)


def open_reader(tty: str = TTY) -> CardReader:
    """Open a reader of typed cards. Raises `CannotOpen` where there is no such terminal."""
    return TerminalReader(tty)


def open_strip(lamps: int = 112, tty: str = TTY) -> LampStrip:
    """Open a strip of dots. Raises `CannotOpen` where there is no such terminal."""
    return TerminalStrip(lamps, tty)


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
        with suppress(ValueError):  # no hexadecimal number is no card
            if what.startswith(CARD) and (uid := bytes.fromhex(what.removeprefix(CARD))):
                self._cards.append(Uid(uid))


class TerminalStrip(_OnScreen):
    """A `LampStrip`."""

    def __init__(self, lamps: int, path: str) -> None:
        super().__init__(path)
        self.lamps = lamps
        self._columns = self._screen.columns
        self._row = self._screen.take_rows(-(-lamps // self._columns))

    def show(self, frame: bytes) -> None:
        """See `LampStrip`."""
        if len(frame) != 3 * self.lamps:
            raise ValueError(f"the strip has {self.lamps} lamps, not {len(frame) / 3:g}")
        self._check()
        dots = [_dot(*frame[at : at + 3]) for at in range(0, len(frame), 3)]
        rows = [dots[at : at + self._columns] for at in range(0, self.lamps, self._columns)]
        drawn = "".join(f"\x1b[{self._row + down};1H{''.join(row)}" for down, row in enumerate(rows))
        self._screen.write(SAVE + drawn + PLAIN + RESTORE)

    def close(self) -> None:
        """See `LampStrip`."""
        with suppress(DeviceFault):
            self.show(bytes(3 * self.lamps))
        super().close()


class TerminalBuzzer(_OnScreen):
    """A `Buzzer`."""

    def play(self, notes: Sequence[Note]) -> None:
        """See `Buzzer`: the bell, once for whatever is played."""
        self._check()
        if any(note.hz for note in notes):
            self._screen.write(BELL)


def _dot(red: int, green: int, blue: int) -> str:
    """One lamp: a full dot in its colour, a small one if it is dark."""
    return f"\x1b[38;2;{red};{green};{blue}m●" if red or green or blue else DARK
