"""A reader that types, and the module `evdev` it is reached by, with the calls of the real one."""

import errno
import sys
from collections import deque
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from types import ModuleType

import pytest

EV_SYN, EV_MSC, EV_KEY = 0, 4, 1
UP, DOWN, REPEATED = 0, 1, 2
# linux/input-event-codes.h
KEYS = dict(zip("1234567890", range(2, 12), strict=True))
KEYS |= dict(zip("QWERTYUIOP", range(16, 26), strict=True)) | dict(
    zip("ASDFGHJKL", range(30, 39), strict=True)
)
KEYS |= dict(zip("ZXCVBNM", range(44, 51), strict=True)) | {"\n": 28, "LEFTSHIFT": 42}
KEYPAD = dict(zip("789456+1230", [71, 72, 73, 75, 76, 77, 78, 79, 80, 81, 82], strict=True)) | {"\n": 96}


@dataclass(frozen=True)
class Event:
    """One `evdev.InputEvent`."""

    type: int
    code: int
    value: int
    sec: int = 0
    usec: int = 0


@dataclass
class Wedge:
    """The reader itself, plugged in at `path`."""

    path: Path
    events: deque[Event] = field(default_factory=deque)
    plugged: bool = True
    allowed: bool = True
    grabbed_by: object = None
    opened: int = 0

    def type(self, text: str, keys: dict[str, int] = KEYS) -> None:
        """Type `text`, each key down and up, as the kernel tells it."""
        for character in text:
            self.strike(keys[character])

    def strike(self, code: int) -> None:
        """One key with all that comes with it."""
        for value in (DOWN, UP):
            self.events += [Event(EV_MSC, 4, 458782), Event(EV_KEY, code, value), Event(EV_SYN, 0, 0)]

    def evdev(self) -> ModuleType:
        """The module `evdev` on a machine that has this reader and nothing else."""
        module = ModuleType("evdev")
        vars(module).update(InputDevice=partial(InputDevice, self))
        return module

    def install(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """Be what `import evdev` finds."""
        monkeypatch.setitem(sys.modules, "evdev", self.evdev())


class InputDevice:
    """`evdev.InputDevice` of a machine that has this reader and nothing else."""

    def __init__(self, wedge: Wedge, path: str) -> None:
        if path != str(wedge.path) or not wedge.plugged:
            raise FileNotFoundError(errno.ENOENT, "No such file or directory")
        if not wedge.allowed:
            raise PermissionError(errno.EACCES, "Permission denied")
        wedge.opened += 1
        self._wedge = wedge
        self.fd = 3

    def grab(self) -> None:
        self._alive()
        if self._wedge.grabbed_by is not None:
            raise OSError(errno.EBUSY, "Device or resource busy")
        self._wedge.grabbed_by = self

    def read_one(self) -> Event | None:
        self._alive()
        return self._wedge.events.popleft() if self._wedge.events else None

    def close(self) -> None:
        assert self.fd > -1, "closed twice"
        self.fd = -1
        self._wedge.opened -= 1
        if self._wedge.grabbed_by is self:
            self._wedge.grabbed_by = None

    def _alive(self) -> None:
        if self.fd < 0:
            raise OSError(errno.EBADF, "Bad file descriptor")
        if not self._wedge.plugged:
            raise OSError(errno.ENODEV, "No such device")
