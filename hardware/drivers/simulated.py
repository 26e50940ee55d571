"""Devices made of nothing, driven by tests and by the page. Drivers like any other, except where they lie.

    desk = Desk()                                   # outlives the devices, as a table does
    reader = open_reader(desk=desk, name="table")   # what a rig opens: the part of that name
    desk.reader("table").place(uid)                 # what a hand does

Where they lie:
- `poll` answers at once, without the 50 ms a reader may take: whoever polls sets the pace.
- A strip takes no time to show a frame, keeps it without being sent it again, and needs no power.
- A press is told at once, as one that ends now: its edges bear the times they would have had, and no contact
  bounces. Presses never overlap, however fast they are told, but for those of three seconds or more: these
  run in real time, so that two buttons can be held together.
- A device that was closed, or is `missing`, can still be handled at the desk.
"""

import threading
from collections.abc import Callable
from typing import TypeVar

from hardware.clock import monotonic_ms
from hardware.drivers.simulated_button import Hand, SimulatedButton
from hardware.drivers.simulated_part import Part
from hardware.drivers.simulated_parts import SimulatedBuzzer, SimulatedKnob, SimulatedReader, SimulatedStrip
from hardware.drivers.wire import Wire

P = TypeVar("P", bound=Part)


class Desk:
    """The simulated devices of one board, made when first asked for, by name. Names are unique over kinds:

    a name that belongs to a device of another kind, or to a strip of another length, raises `ValueError`.
    """

    def __init__(self, clock_ms: Callable[[], int] = monotonic_ms) -> None:
        self._clock_ms = clock_ms
        self._lock = threading.Lock()
        self._hand = Hand()
        self._parts: dict[str, Part] = {}

    def __getitem__(self, name: str) -> Part:
        """The device called `name`, of whatever kind; `KeyError` where there is none."""
        return self._parts[name]

    def lay(self, part: Part) -> None:
        """Put a device of one's own on it, under its name, before anybody asks for one of that name."""
        with self._lock:
            self._parts[part.name] = part

    def reader(self, name: str) -> SimulatedReader:
        """The reader called `name`."""
        return self._part(name, SimulatedReader, lambda: SimulatedReader(name, self._clock_ms))

    def button(self, name: str) -> SimulatedButton:
        """The button called `name`."""
        return self._part(name, SimulatedButton, lambda: SimulatedButton(name, self._clock_ms, self._hand))

    def knob(self, name: str) -> SimulatedKnob:
        """The knob called `name`."""
        return self._part(name, SimulatedKnob, lambda: SimulatedKnob(name, self._clock_ms))

    def strip(self, name: str, lamps: int | None = None) -> SimulatedStrip:
        """The strip called `name`, of `lamps` lamps, or of as many as it has."""
        strip = self._part(name, SimulatedStrip, lambda: SimulatedStrip(name, lamps or 1, self._clock_ms))
        if lamps is not None and strip.lamps != lamps:
            raise ValueError(f"{name} has {strip.lamps} lamps, not {lamps}")
        return strip

    def buzzer(self, name: str) -> SimulatedBuzzer:
        """The buzzer called `name`."""
        return self._part(name, SimulatedBuzzer, lambda: SimulatedBuzzer(name, self._clock_ms))

    def _part(self, name: str, kind: type[P], make: Callable[[], P]) -> P:
        with self._lock:
            part = self._parts.get(name) or self._parts.setdefault(name, make())
        if not isinstance(part, kind):
            raise ValueError(f"{name} is a {type(part).__name__}")
        return part


def open_reader(desk: Desk | None = None, name: str = "reader") -> SimulatedReader:
    """Open the reader called `name` at `desk`, or one at a desk of its own."""
    return _opened((desk or Desk()).reader(name))


def open_button(desk: Desk | None = None, name: str = "button") -> SimulatedButton:
    """Open the button called `name` at `desk`, or one at a desk of its own."""
    return _opened((desk or Desk()).button(name))


def open_knob(desk: Desk | None = None, name: str = "knob") -> SimulatedKnob:
    """Open the knob called `name` at `desk`, or one at a desk of its own."""
    return _opened((desk or Desk()).knob(name))


def open_strip(
    desk: Desk | None = None,
    name: str = "strip",
    lamps: int = 112,
    order: str = "RGB",
    sacrificial: bool = False,
    wired: str = "RGB",
) -> SimulatedStrip:
    """Open the strip called `name` at `desk`, or one at a desk of its own.

    `wired` is the order in which its chips take the colours, whatever `order` says of them.

    Raises:
        CannotOpen: it is missing; no such colour order.
    """
    wire = Wire(name, lamps, order, sacrificial)
    wanted = Wire(name, lamps, wired).order
    strip = _opened((desk or Desk()).strip(name))
    strip.connect(wire, wanted)
    return strip


def open_buzzer(desk: Desk | None = None, name: str = "buzzer") -> SimulatedBuzzer:
    """Open the buzzer called `name` at `desk`, or one at a desk of its own."""
    return _opened((desk or Desk()).buzzer(name))


def _opened(part: P) -> P:
    part.open()
    return part
