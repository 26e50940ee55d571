"""A terminal whose keys come one by one and that is drawn on, shared by all devices that are on it."""

import os
import select
import termios
import threading
import tty
from collections.abc import Callable, Iterator
from contextlib import suppress

from hardware.drivers.one_hand import OneHand
from hardware.errors import CannotOpen, DeviceFault, StoppedAnswering

CARD, ENTER, BACKSPACE = "/", "\n", "\x7f"
UNKNOWN_COLUMNS = 80


class Screen:
    """The terminal `path`; as it was before when it is closed. `lost` is the fault that ended it, if any.

    `hand` is the one that types on it.

    Raises:
        CannotOpen: there is no such terminal.
    """

    def __init__(self, path: str) -> None:
        self.name = f"the terminal {path}"
        self.lost: DeviceFault | None = None
        self.hand = OneHand()
        try:
            self._file = os.open(path, os.O_RDWR | os.O_NOCTTY)
        except OSError as error:
            raise CannotOpen(self.name, f"it cannot be opened ({error})", "Run this in a terminal") from error
        try:
            self._before = termios.tcgetattr(self._file)
        except termios.error as error:
            os.close(self._file)
            raise CannotOpen(self.name, f"that is no terminal ({error})", "Name one") from error
        tty.setcbreak(self._file)
        self._lock = threading.Lock()
        self._listeners: list[Callable[[str], None]] = []
        self._typing: str | None = None
        self._rows = 0
        self._woken, self._wake = os.pipe()
        self._thread = threading.Thread(target=self._run, name=self.name, daemon=True)
        self._thread.start()

    @property
    def columns(self) -> int:
        """How many characters a row has."""
        return os.get_terminal_size(self._file).columns or UNKNOWN_COLUMNS

    def take_rows(self, count: int) -> int:
        """Reserve the next `count` rows from the top; returns the first, counted from 1."""
        first = self._rows + 1
        self._rows += count
        return first

    def write(self, text: str) -> None:
        """Write `text` as it is.

        Raises:
            StoppedAnswering: the terminal was closed.
        """
        left = text.encode()
        try:
            while left:
                left = left[os.write(self._file, left) :]
        except OSError as error:
            raise _gone(self.name, str(error)) from error

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
        with suppress(termios.error):  # its window may be closed
            termios.tcsetattr(self._file, termios.TCSADRAIN, self._before)
        for file in (self._file, self._woken, self._wake):
            os.close(file)

    def _run(self) -> None:
        while self.lost is None:
            ready, _, _ = select.select([self._file, self._woken], [], [])
            if self._woken in ready:
                return
            try:
                typed = os.read(self._file, 256)
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
        for key in typed:
            if self._typing is None and key != CARD:
                yield key
            elif self._typing is None or key == CARD:
                self._typing = CARD
            elif key == ENTER:
                yield self._typing
                self._typing = None
            elif key == BACKSPACE:
                self._typing = self._typing[:-1] or None
            else:
                self._typing += key


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
    return StoppedAnswering(name, f"it is gone ({why})", "Open another")
