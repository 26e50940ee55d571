"""What a device can do. These docstrings are the contract that every driver keeps, the simulated ones too.

For all of them: `close` may be called twice, never raises, and leaves no thread and no descriptor behind.
Nothing but the exceptions of `hardware.errors` comes out, whatever library works underneath. Opening
(`open_reader` and its siblings) raises `CannotOpen` and then leaves nothing open. One thread at a time uses
a device.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import NewType, Protocol

Uid = NewType("Uid", bytes)
"""What tells one card from another: its bytes as the reader gives them, without any check byte."""


class CardReader(Protocol):
    """A place that can tell which card lies on it."""

    def poll(self) -> Uid | None:
        """Return the card now in the field, or None. Blocks at most 50 ms.

        Raw: repeats and lifts are `presence`'s business. An answer too mangled to read shows that something
        lies there: it counts as the card last read, for a second and a half at most.

        Raises:
            DeviceFault: the device did not answer; it may be closed and opened again.
            TwoCards: more than one card is in the field.
        """
        ...

    def close(self) -> None:
        """Let go of the device. `poll` raises `DeviceFault` from then on."""
        ...


@dataclass(frozen=True, slots=True)
class Edge:
    """A button's contact closed (`down`) or opened, bounces included, at `at_ms` of `time.monotonic`."""

    down: bool
    at_ms: int


class Button(Protocol):
    """A contact that somebody presses."""

    def watch(self, on_edge: Callable[[Edge], None]) -> None:
        """Call `on_edge` for every raw edge from now on; returns at once. A second call replaces the first.

        `on_edge` runs in the driver's own thread and may do nothing but put the edge into a queue.
        Debouncing and holds are `chatter`'s business.

        Raises:
            DeviceFault: the contact cannot be watched.
        """
        ...

    def close(self) -> None:
        """Let go of the contact. No edge comes after it has returned."""
        ...


class Knob(Protocol):
    """A rotary encoder."""

    def watch(self, on_step: Callable[[int], None]) -> None:
        """Call `on_step` with +1 for each detent clockwise, -1 for each back; otherwise as `Button.watch`.

        Raises:
            DeviceFault: the knob cannot be watched.
        """
        ...

    def close(self) -> None:
        """Let go of the knob. No step comes after it has returned."""
        ...


class LampStrip(Protocol):
    """A row of lamps that are always set all at once."""

    @property
    def lamps(self) -> int:
        """How many lamps there are; a sacrificial first one is not counted."""
        ...

    def show(self, frame: bytes) -> None:
        """Light the lamps: R, G, B for each in wiring order, 0 to 255, whatever order the chips want.

        Blocks while the frame is on its way: 59 ms for 224 lamps at 115200 baud, a few ms elsewhere.

        Raises:
            ValueError: the frame is not exactly 3 bytes for each lamp.
            DeviceFault: the strip cannot be reached.
        """
        ...

    def close(self) -> None:
        """Put the lamps out if the strip can still be reached, and let go of it."""
        ...


@dataclass(frozen=True, slots=True)
class Note:
    """A tone of `hz`, or silence (0), for `ms`."""

    hz: int
    ms: int


class Buzzer(Protocol):
    """Something that beeps."""

    def play(self, notes: Sequence[Note]) -> None:
        """Play `notes` in order; returns at once. Notes still playing are cut short.

        Raises:
            DeviceFault: the buzzer cannot be reached.
        """
        ...

    def close(self) -> None:
        """Fall silent and let go of the pin."""
        ...
