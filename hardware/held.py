"""A device that may be away: opened when due, closed when it fails, tried again with back-off.

There is no thread here. Whoever uses a device asks for it each time, and so does the retrying:

    while running:
        reader = held.device()              # opens it when that is due; None while it is away
        if reader is not None:
            try:
                seen = reader.poll()
            except DeviceFault as fault:
                held.failed(fault, now_ms)  # closes it; `device` opens it again later

A button, a knob or a buzzer has nobody who asks all the time: calling `device` every second or so is enough.
A device whose own thread finds it gone has that fault as its attribute `lost`; `device` sees to it.
"""

import threading
from collections.abc import Callable
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Generic, Protocol, TypeVar

from hardware.errors import CannotOpen, DeviceFault
from hardware.sentence import NOTHING, Sentence

SETTLED_MS = 10_000
NOT_OPENED = Sentence("not opened yet")


class Closes(Protocol):
    """What every device can do."""

    def close(self) -> None:
        """Let go of the device; twice is fine, and it never raises."""
        ...


Device = TypeVar("Device", bound=Closes)


class State(StrEnum):
    """How a device is, as the page shows it."""

    OK = "ok"
    MISSING = "missing"  # it could not be opened, and is tried again
    RETRYING = "retrying"  # it worked, stopped, and is about to be opened again
    OFF = "off"  # not opened yet, or closed for good


@dataclass(frozen=True, slots=True)
class Health:
    """How one device of the board is; `detail` is a sentence, empty where all is well."""

    name: str
    driver: str
    state: State
    detail: Sentence


@dataclass(frozen=True, slots=True)
class Backoff:
    """How long to wait before trying again after `failures` failures in a row: twice as long each time."""

    first_ms: int = 500
    most_ms: int = 5_000
    failures: int = 0

    @property
    def wait_ms(self) -> int:
        """From the last failure to the next attempt."""
        if not self.failures:
            return 0
        return min(self.most_ms, self.first_ms << min(self.failures - 1, 20))

    def failed(self) -> "Backoff":
        """After one more failure."""
        return replace(self, failures=self.failures + 1)

    def settled(self) -> "Backoff":
        """After the device has worked for a while."""
        return replace(self, failures=0)


class Held(Generic[Device]):
    """The place of one device on the board, whether or not it is there. Any thread may call any method.

    `opening` opens the device or raises `DeviceFault`; `clock_ms` tells monotonic time.
    """

    def __init__(
        self,
        name: str,
        driver: str,
        opening: Callable[[], Device],
        clock_ms: Callable[[], int],
        backoff: Backoff = Backoff(),
    ) -> None:
        self.name = name
        self.driver = driver
        self._opening = opening
        self._clock_ms = clock_ms
        self._backoff = backoff
        self._lock = threading.RLock()
        self._device: Device | None = None
        self._prepare: Callable[[Device], None] | None = None
        self._opened_at_ms = 0
        self._due_ms: int | None = clock_ms()
        self._health = Health(name, driver, State.OFF, NOT_OPENED)

    def device(self) -> Device | None:
        """Return the device, opening it first if that is due, or None while it is away.

        Blocks while it opens; a thread that asks meanwhile gets None at once.
        """
        if not self._lock.acquire(blocking=False):
            return None
        try:
            lost: DeviceFault | None = getattr(self._device, "lost", None)
            if lost is not None:
                self.failed(lost, self._clock_ms())
            if self._device is None and self._due_ms is not None and self._clock_ms() >= self._due_ms:
                self._open()
            return self._device
        finally:
            self._lock.release()

    def prepare(self, work: Callable[[Device], None]) -> None:
        """Have `work` done to the device each time it has been opened, and now if it is open.

        Such as `held.prepare(lambda button: button.watch(on_edge))`. A `DeviceFault` in it counts as a
        failure of the device.
        """
        with self._lock:
            self._prepare = work
            if self._device is not None:
                self._ready(self._device)

    def failed(self, fault: DeviceFault, now_ms: int) -> None:
        """Tell that the device raised `fault`: close it, and open it again when the back-off has passed."""
        with self._lock:
            if self._due_ms is None:
                return
            if self._device is not None:
                self._device.close()
                self._device = None
                if now_ms - self._opened_at_ms >= SETTLED_MS:
                    self._backoff = self._backoff.settled()
            self._backoff = self._backoff.failed()
            self._due_ms = now_ms + self._backoff.wait_ms
            state = State.MISSING if isinstance(fault, CannotOpen) else State.RETRYING
            self._health = Health(self.name, self.driver, state, fault.sentence)

    def change(self, opening: Callable[[], Device]) -> None:
        """Open it in another way from now on: it is closed, and opened anew when it is next asked for."""
        with self._lock:
            self._opening = opening
            if self._due_ms is None:
                return
            if self._device is not None:
                self._device.close()
                self._device = None
            self._backoff = self._backoff.settled()
            self._due_ms = self._clock_ms()
            self._health = Health(self.name, self.driver, State.OFF, NOT_OPENED)

    @property
    def due_ms(self) -> int | None:
        """When `device` will next try to open it; None while it is open, and once it is closed."""
        return None if self._device is not None else self._due_ms

    def health(self) -> Health:
        """How the device is. Never waits, not even for one that hangs while it opens."""
        return self._health

    def close(self) -> None:
        """Close the device for good."""
        with self._lock:
            self._due_ms = None
            self._health = Health(self.name, self.driver, State.OFF, Sentence("closed"))
            if self._device is not None:
                self._device.close()
                self._device = None

    def _open(self) -> None:
        try:
            device = self._opening()
        except DeviceFault as fault:
            self.failed(fault, self._clock_ms())
            return
        self._device = device
        self._opened_at_ms = self._clock_ms()
        self._health = Health(self.name, self.driver, State.OK, NOTHING)
        self._ready(device)

    def _ready(self, device: Device) -> None:
        if self._prepare is None:
            return
        try:
            self._prepare(device)
        except DeviceFault as fault:
            self.failed(fault, self._clock_ms())
