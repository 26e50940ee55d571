"""A rotary encoder that the kernel reads, through evdev: overlay rotary-encoder with relative_axis=1.

Better than two pins read here where the knob is turned fast: the kernel misses no edge.
"""

import os
import select
import threading
from collections.abc import Callable
from contextlib import suppress
from typing import Any

from hardware.drivers.library import load
from hardware.drivers.telling import tell
from hardware.errors import CannotOpen, DeviceFault, StoppedAnswering
from hardware.interfaces import Knob
from hardware.sentence import Sentence

RELATIVE = 2  # EV_REL, linux/input-event-codes.h
OVERLAY = Sentence("Add dtoverlay=rotary-encoder,pin_a=…,pin_b=…,relative_axis=1 to config.txt, and restart")


def open_knob(path: str) -> Knob:
    """Open the input device `path`, best one of those under /dev/input/by-path.

    Raises:
        CannotOpen: it is not there, not ours or grabbed already, or `evdev` is not installed.
    """
    name = Sentence("the evdev knob on {path}", path=path)
    return EvdevKnob(name, _grabbed(name, load(name, "evdev"), path))


class EvdevKnob:
    """A `Knob` on an open and grabbed `evdev.InputDevice`, with a thread that reads it.

    `lost` is the fault that ended that thread, if any.
    """

    def __init__(self, name: str, device: Any) -> None:
        self._name = name
        self._device = device
        self._lock = threading.Lock()
        self._on_step: Callable[[int], None] | None = None
        self.lost: DeviceFault | None = None
        self._closed = False
        self._woken, self._wake = os.pipe()
        self._thread = threading.Thread(target=self._run, name=name, daemon=True)
        self._thread.start()

    def watch(self, on_step: Callable[[int], None]) -> None:
        """See `Knob`."""
        if self._closed:
            raise StoppedAnswering(self._name, "it was closed", "Open it again")
        if self.lost is not None:
            raise self.lost
        with self._lock:
            self._on_step = on_step

    def close(self) -> None:
        """See `Knob`."""
        if self._closed:
            return
        self._closed = True
        os.write(self._wake, b"!")
        self._thread.join()
        os.close(self._wake)
        os.close(self._woken)
        with suppress(OSError):
            self._device.close()

    def _run(self) -> None:
        try:
            while True:
                ready, _, _ = select.select([self._device.fd, self._woken], [], [])
                if self._woken in ready:
                    return
                for event in self._device.read():
                    self._turned(event)
        except OSError as error:
            self.lost = StoppedAnswering(self._name, "it is gone ({error})", "Plug it in again", error=error)

    def _turned(self, event: Any) -> None:
        """Tell each detent; several at once come as one event."""
        if event.type != RELATIVE:
            return
        with self._lock:
            for _ in range(abs(event.value)):
                if self._on_step is not None:
                    tell(self._name, self._on_step, 1 if event.value > 0 else -1)


def _grabbed(name: str, library: Any, path: str) -> Any:
    try:
        device = library.InputDevice(path)
    except PermissionError as error:
        raise CannotOpen(name, "this user may not read it", "Add the user to the group input") from error
    except OSError as error:
        raise CannotOpen(name, "there is no such input device ({error})", OVERLAY, error=error) from error
    try:
        device.grab()
    except OSError as error:
        device.close()
        raise CannotOpen(
            name, "another program has it ({error})", "Stop that program", error=error
        ) from error
    return device
