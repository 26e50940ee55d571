"""A terminal whose keys come one by one and that is drawn on, shared by all devices that are on it."""

import itertools
import os
import re
import select
import termios
import threading
import time
import tty
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress

from hardware.drivers.one_hand import OneHand
from hardware.errors import CannotOpen, DeviceFault, StoppedAnswering
from hardware.sentence import Sentence

CARD, ENTER, BACKSPACE, RUB_OUT = "/", "\n", "\x7f", "\b \b"
SAVE, RESTORE, ERASE_ROW, SCROLL_ALL = "\x1b7", "\x1b8", "\x1b[2K", "\x1b[r"
UNKNOWN_COLUMNS, UNKNOWN_LINES = 80, 24
# What a key sends that has no letter, such as an arrow (ECMA-48, 5.4; the Linux console's F1 to F5 have two
# brackets), and the beginning of one whose rest is still to come. The last letter of it is nobody's key.
SEQUENCE = re.compile(r"\x1b(\[\[.|\[[0-?]*[ -/]*[@-~]|O.)")
UNFINISHED = re.compile(r"\x1b(\[\[?[0-?]*[ -/]*|O)?\Z")
# What is written besides keeps so many lines at least.
LEAST_BELOW = 3
# How long the terminal may take nothing before it counts as gone.
PATIENCE_S = 1.0


class Screen:
    """The terminal `path`; as it was before when it is closed. `lost` is the fault that ended it, if any.

    `hand` is the one that types on it.

    Raises:
        CannotOpen: there is no such terminal.
    """

    def __init__(self, path: str) -> None:
        self.name = Sentence("the terminal {path}", path=path)
        self.lost: DeviceFault | None = None
        self.hand = OneHand()
        try:
            self._file = os.open(path, os.O_RDWR | os.O_NOCTTY)
        except OSError as error:
            raise CannotOpen(
                self.name, "it cannot be opened ({error})", "Run this in a terminal", error=error
            ) from error
        try:
            self._before = termios.tcgetattr(self._file)
        except termios.error as error:
            os.close(self._file)
            raise CannotOpen(self.name, "that is no terminal ({error})", "Name one", error=error) from error
        tty.setcbreak(self._file)
        os.set_blocking(self._file, False)
        self._lock = threading.Lock()
        self._listeners: list[Callable[[str], None]] = []
        self._typing: str | None = None
        self._unfinished = ""
        self._drawing = threading.RLock()
        self._taken: set[int] = set()
        self._laid_out = (0, 0)
        self._woken, self._wake = os.pipe()
        self._thread = threading.Thread(target=self._run, name=self.name, daemon=True)
        self._thread.start()

    @property
    def columns(self) -> int:
        """How many characters a row has. Raises `StoppedAnswering` where the terminal was closed."""
        return self._size().columns or UNKNOWN_COLUMNS

    def take_rows(self, count: int) -> int:
        """Reserve `count` rows, the first free ones from the top; returns the first, counted from 1."""
        with self._drawing:
            first = next(row for row in itertools.count(1) if self._taken.isdisjoint(range(row, row + count)))
            self._taken |= {*range(first, first + count)}
            return first

    def leave_rows(self, first: int, count: int) -> None:
        """Others may have these rows."""
        with self._drawing:
            self._taken -= {*range(first, first + count)}

    def draw(self, first: int, rows: Sequence[str]) -> None:
        """Draw these rows, which are reserved, the first of them at `first`.

        Raises:
            StoppedAnswering: as `write`.
        """
        drawn = "".join(f"\x1b[{row};1H{text}" for row, text in enumerate(rows, first))
        with self._drawing:
            self._lay_out()
            self.write(SAVE + drawn + RESTORE)

    def write(self, text: str) -> None:
        """Write `text` as it is. Blocks for a second at most.

        Raises:
            StoppedAnswering: the terminal was closed, or takes nothing.
        """
        left = text.encode()
        ends_s = time.monotonic() + PATIENCE_S
        with self._drawing:
            while left:
                _, ready, _ = select.select([], [self._file], [], max(0.0, ends_s - time.monotonic()))
                if not ready:
                    raise StoppedAnswering(self.name, "it takes nothing", "Press Ctrl-Q, which lets it go on")
                try:
                    left = left[os.write(self._file, left) :]
                except OSError as error:
                    raise _gone(self.name, str(error)) from error

    def _size(self) -> os.terminal_size:
        try:
            return os.get_terminal_size(self._file)
        except OSError as error:
            raise _gone(self.name, str(error)) from error

    def _lay_out(self) -> None:
        """Let what else is written scroll below the rows that are taken, where there is room for both."""
        lines = self._size().lines or UNKNOWN_LINES
        rows = max(self._taken, default=0)
        if self._laid_out == (rows, lines):
            return
        before, self._laid_out = self._laid_out[0], (rows, lines)
        if rows + LEAST_BELOW > lines:
            self.write(SAVE + SCROLL_ALL + RESTORE)
            return
        clean = "".join(f"\x1b[{row};1H{ERASE_ROW}" for row in range(before + 1, rows + 1))
        self.write(f"{clean}\x1b[{rows + 1};{lines}r\x1b[{lines};1H")

    def listen(self, listener: Callable[[str], None]) -> None:
        """Have `listener` told what is typed, on the terminal's own thread: a key, or a card after a `/`."""
        with self._lock:
            self._listeners.append(listener)

    def ignore(self, listener: Callable[[str], None]) -> None:
        """Tell `listener` nothing more."""
        with self._lock:
            self._listeners.remove(listener)

    def close(self) -> None:
        """Give the terminal back as it was."""
        os.write(self._wake, b"!")
        self._thread.join()
        with suppress(termios.error, OSError, StoppedAnswering):  # its window may be closed
            termios.tcsetattr(self._file, termios.TCSANOW, self._before)
            if self._laid_out != (0, 0):
                self.write(SAVE + SCROLL_ALL + RESTORE)
        for file in (self._file, self._woken, self._wake):
            os.close(file)

    def _run(self) -> None:
        while self.lost is None:
            ready, _, _ = select.select([self._file, self._woken], [], [])
            if self._woken in ready:
                return
            try:
                typed = os.read(self._file, 256)
            except BlockingIOError:  # another program has read it first
                continue
            except OSError:
                typed = b""
            if not typed:
                self.lost = _gone(self.name, "its window was closed")
            self._tell(typed.decode(errors="replace"))

    def _tell(self, typed: str) -> None:
        with self._lock:
            for what in self._sorted(typed):
                for listener in self._listeners:
                    listener(what)

    def _sorted(self, typed: str) -> Iterator[str]:
        """Single keys, and whole cards: what is typed from a `/` to Enter is no key of its own."""
        for key in self._letters(typed):
            if self._typing is None and key != CARD:
                yield key
            elif key == ENTER and self._typing:
                self._echo(key)
                yield self._typing
                self._typing = None
            elif key == BACKSPACE and self._typing:
                self._echo(RUB_OUT)
                self._typing = self._typing[:-1] or None
            elif key.isprintable():
                self._echo(key if self._typing is None or key != CARD else f"{ENTER}{CARD}")
                self._typing = CARD if key == CARD else f"{self._typing}{key}"

    def _letters(self, typed: str) -> str:
        """What is typed without the keys that have no letter; they may come in parts."""
        typed = SEQUENCE.sub("", self._unfinished + typed)
        begun = UNFINISHED.search(typed)
        self._unfinished = begun[0] if begun else ""
        return typed.removesuffix(self._unfinished)

    def _echo(self, text: str) -> None:
        """Show what is typed of a card. Where that cannot be shown it counts all the same."""
        with suppress(StoppedAnswering):
            self.write(text)


class Screens:
    """The terminals that are open, each with the number of its users; the last one to go closes it."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._open: dict[str, tuple[Screen, int]] = {}

    def take(self, path: str) -> Screen:
        """The terminal `path`, opened if need be; raises `CannotOpen`."""
        with self._lock:
            screen, users = self._open.get(path) or (Screen(path), 0)
            self._open[path] = screen, users + 1
            return screen

    def leave(self, path: str) -> None:
        """One user less."""
        with self._lock:
            screen, users = self._open.pop(path)
            if users > 1:
                self._open[path] = screen, users - 1
            else:
                screen.close()


def _gone(name: str, why: str) -> StoppedAnswering:
    return StoppedAnswering(name, "it is gone ({why})", "Open another", why=why)
