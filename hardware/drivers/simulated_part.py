"""What every simulated device is: opened and closed by a rig, handled and broken at the desk."""

import threading
from collections.abc import Callable
from enum import StrEnum
from typing import ClassVar

from hardware.clock import monotonic_ms
from hardware.errors import CannotOpen, DeviceFault, StoppedAnswering


class Fault(StrEnum):
    """What can be made to go wrong."""

    MISSING = "missing"  # unplugged: nothing answers, and it cannot be opened
    GARBLED = "garbled"  # every answer is mangled; readers only
    TWO_CARDS = "two_cards"  # another card lies there too; readers only
    HANG = "hang"  # whoever asks waits until the fault is taken away, or the device closed


class Part:
    """A simulated device: opened and closed by a rig, handled and broken by a test or the page.

    It stays what it is over closing and opening. Any thread may call any method.
    """

    FAULTS: ClassVar[frozenset[Fault]] = frozenset({Fault.MISSING, Fault.HANG})

    def __init__(self, name: str, clock_ms: Callable[[], int] = monotonic_ms) -> None:
        self.name = name
        self._clock_ms = clock_ms
        self._changed = threading.Condition()
        self._fault: Fault | None = None
        self._is_open = False

    def inject(self, fault: str | None) -> None:
        """Break the device in the way called `fault`, or mend it.

        Raises:
            ValueError: this kind of device does not know that fault.
        """
        broken = None if fault is None else Fault(fault)
        if broken is not None and broken not in self.FAULTS:
            raise ValueError(f"{self.name} knows no fault {fault!r}, only {', '.join(sorted(self.FAULTS))}")
        with self._changed:
            self._fault = broken
            self._changed.notify_all()

    @property
    def lost(self) -> DeviceFault | None:
        """The fault of a device that is missing, so that one nobody asks anything is missed, too."""
        if self._fault is not Fault.MISSING:
            return None
        return StoppedAnswering(self.name, "it was unplugged", "Take the fault back at the simulated board")

    def open(self) -> None:
        """Open it, as the `open_…` functions do. Raises `CannotOpen` while it is missing."""
        with self._changed:
            if self._fault is Fault.MISSING:
                raise CannotOpen(self.name, "it is unplugged", "Take the fault back at the simulated board")
            self._is_open = True

    def close(self) -> None:
        """Close it; whoever hangs in it is let go with a fault."""
        with self._changed:
            self._is_open = False
            self._changed.notify_all()

    def _answer(self) -> None:
        """Return if the device answers. Called with `_changed` held."""
        self._changed.wait_for(lambda: self._fault is not Fault.HANG or not self._is_open)
        if not self._is_open:
            raise StoppedAnswering(self.name, "it was closed", "Open it again")
        if self._fault is Fault.MISSING:
            raise StoppedAnswering(
                self.name, "it was unplugged", "Take the fault back at the simulated board"
            )
