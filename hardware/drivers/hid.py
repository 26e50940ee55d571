"""A reader that plugs into USB as a keyboard and types each card's number, then Enter.

It is grabbed, so that nothing is typed into a console. Keys are taken by their place, whatever layout the
machine has. A card's `Uid` is what was typed, as ASCII, letters as capitals: the number 0012345678 is the ten
bytes `b"0012345678"`. Such readers differ in base, order and length, so no more is read into it, and a card
enrolled with one model of reader is known to that model only.

It types once when a card comes and says nothing when it leaves: `poll` returns each number once.
"""

from collections import deque
from collections.abc import Callable
from contextlib import suppress
from typing import Any

from hardware.clock import monotonic_ms
from hardware.drivers.library import load
from hardware.errors import CannotOpen, StoppedAnswering
from hardware.interfaces import CardReader, Uid
from hardware.sentence import Sentence

# linux/input-event-codes.h: rows of the keyboard and the keypad, from their first key on.
KEY_EVENT, KEY_DOWN = 1, 1
ROWS = {2: "1234567890", 16: "QWERTYUIOP", 30: "ASDFGHJKL", 44: "ZXCVBNM", 71: "789", 75: "456", 79: "1230"}
CHARACTERS = {first + i: character for first, row in ROWS.items() for i, character in enumerate(row)}
ENTERS = (28, 96)
# A reader types a key every few ms. What it left unfinished for this long belongs to no card.
UNFINISHED_MS = 500


def open_reader(path: str) -> CardReader:
    """Open the reader whose input device is `path`, best one of those under /dev/input/by-id.

    Raises:
        CannotOpen: the device is not there, not ours or grabbed already, or `evdev` is not installed.
    """
    name = Sentence("the hid reader on {path}", path=path)
    kind = load(name, "evdev").InputDevice
    return HidReader(name, _grabbed(name, kind, path), monotonic_ms)


class HidReader:
    """A `CardReader` on an open and grabbed `evdev.InputDevice`. `poll` never waits."""

    def __init__(self, name: str, device: Any, clock_ms: Callable[[], int]) -> None:
        self._name = name
        self._device = device
        self._clock_ms = clock_ms
        self._typed = ""
        self._typed_at_ms = 0
        self._numbers: deque[Uid] = deque()
        self._closed = False

    def poll(self) -> Uid | None:
        """Return the next number that was typed; see `CardReader`."""
        if self._closed:
            raise StoppedAnswering(self._name, "it was closed", "Open it again")
        now_ms = self._clock_ms()
        try:
            while (event := self._device.read_one()) is not None:
                if event.type == KEY_EVENT and event.value == KEY_DOWN:
                    self._press(event.code, now_ms)
        except OSError as error:
            raise StoppedAnswering(
                self._name, "it is gone ({error})", "Plug it in again", error=error
            ) from error
        if now_ms - self._typed_at_ms > UNFINISHED_MS:
            self._typed = ""
        return self._numbers.popleft() if self._numbers else None

    def close(self) -> None:
        """Let go of the device, and so of the grab."""
        if not self._closed:
            self._closed = True
            with suppress(OSError):
                self._device.close()

    def _press(self, key: int, now_ms: int) -> None:
        self._typed_at_ms = now_ms
        if key not in ENTERS:
            self._typed += CHARACTERS.get(key, "")
        elif self._typed:
            self._numbers.append(Uid(self._typed.encode()))
            self._typed = ""


def _grabbed(name: str, kind: Callable[[str], Any], path: str) -> Any:
    try:
        device = kind(path)
    except OSError as error:
        raise CannotOpen(name, "it cannot be opened ({error})", _way_out(error), error=error) from error
    try:
        device.grab()
    except OSError as error:
        device.close()
        raise CannotOpen(
            name,
            "it types for another program, too ({error})",
            "Stop the program that has grabbed it",
            error=error,
        ) from error
    return device


def _way_out(error: OSError) -> Sentence:
    match error:
        case PermissionError():
            return Sentence("Add the user to the group input")
        case FileNotFoundError():
            return Sentence("Plug it in, or choose one of the devices under /dev/input/by-id")
        case _:
            return Sentence("Check that this is the reader's input device")
