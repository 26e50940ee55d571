"""A knob that the kernel reads, behind the real `evdev` package: a FIFO of input events.

Only what asks the kernel about the device is a stand-in; opening, reading and closing are real.
"""

import errno
import os
import struct
from pathlib import Path
from typing import Any

import pytest

# struct input_event on a 64-bit machine: two words of time, type, code, value.
EVENT = struct.Struct("llHHi")
SYN, KEY, REL = 0, 1, 2


class KernelKnob:
    """The knob's device file at `path`."""

    def __init__(self, path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        from evdev import _input

        self.path = path
        self.plugged = True
        self.grabbed = False
        self.taken = False
        os.mkfifo(path)
        self._far = os.open(path, os.O_RDWR)
        for ask, answer in {
            "ioctl_devinfo": (0x19, 0, 0, 0, "rotary", "", ""),
            "ioctl_EVIOCGVERSION": 0x10001,
            "ioctl_capabilities": {REL: [0]},
            "ioctl_EVIOCGEFFECTS": 0,
        }.items():
            monkeypatch.setattr(_input, ask, lambda _, answer=answer: answer)
        monkeypatch.setattr(_input, "ioctl_EVIOCGRAB", self._grab)
        self._read = _input.device_read_many
        monkeypatch.setattr(_input, "device_read_many", self._read_many)

    def turn(self, detents: int) -> None:
        """Turn it; `detents` at once, as one event."""
        self.tell(REL, 0, detents)

    def tell(self, kind: int, code: int, value: int) -> None:
        """One event, and the end of its packet."""
        os.write(self._far, EVENT.pack(0, 0, kind, code, value) + EVENT.pack(0, 0, SYN, 0, 0))

    def unplug(self) -> None:
        """Take the device away."""
        if self.plugged:
            self.plugged = False
            self.path.unlink()
            os.write(self._far, b"!")  # whoever waits for the device is woken
            os.close(self._far)

    def _read_many(self, file: int) -> Any:
        if not self.plugged:
            raise OSError(errno.ENODEV, "No such device")
        return self._read(file)

    def _grab(self, _: int, flag: int) -> None:
        if self.taken:
            raise OSError(errno.EBUSY, "Device or resource busy")
        self.grabbed = bool(flag)
