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
from collections.abc import Callable, Sequence
from enum import StrEnum
from typing import ClassVar, Protocol, TypeVar

from hardware.clock import monotonic_ms
from hardware.drivers.last_read import LastRead
from hardware.drivers.one_hand import OneHand
from hardware.drivers.wire import Wire
from hardware.errors import CannotOpen, DeviceFault, StoppedAnswering, TwoCards
from hardware.interfaces import Edge, Note, Uid

REAL_TIME_MS = 3_000


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


P = TypeVar("P", bound=Part)


class SimulatedReader(Part):
    """A `CardReader` with room for one card."""

    FAULTS = frozenset(Fault)

    def __init__(self, name: str, clock_ms: Callable[[], int] = monotonic_ms) -> None:
        super().__init__(name, clock_ms)
        self._uid: Uid | None = None
        self._last = LastRead()

    def place(self, uid: Uid) -> None:
        """Lay a card on it, in place of the one lying there."""
        with self._changed:
            self._uid = uid

    def lift(self) -> None:
        """Take the card away, if there is one."""
        with self._changed:
            self._uid = None

    def poll(self) -> Uid | None:
        """See `CardReader`. Never blocks, but for the fault `hang`."""
        with self._changed:
            self._answer()
            if self._fault is Fault.TWO_CARDS:
                raise TwoCards
            if self._fault is Fault.GARBLED:
                return self._last.mangled(self._clock_ms())
            if self._uid is None:
                self._last.forget()
                return None
            return self._last.read(self._uid, self._clock_ms())


class SimulatedButton(Part):
    """A `Button`; while it is missing or closed, pressing it does nothing."""

    def __init__(
        self, name: str, clock_ms: Callable[[], int] = monotonic_ms, hand: "Hand | None" = None
    ) -> None:
        super().__init__(name, clock_ms)
        self._hand = hand or Hand()
        self._on_edge: Callable[[Edge], None] | None = None

    def watch(self, on_edge: Callable[[Edge], None]) -> None:
        """See `Button`."""
        with self._changed:
            self._answer()
            self._on_edge = on_edge

    def press(self, held_ms: int = 100) -> None:
        """Press it for `held_ms`; returns at once.

        Shorter than three seconds, both edges are told now, and the second bears the present time, or a later
        one where another press has just ended. Three seconds and longer, the second is told when it is due.
        """
        now_ms = self._clock_ms()
        if held_ms >= REAL_TIME_MS:
            self._emit(Edge(True, now_ms))
            self._hand.let_go_later(self, now_ms + held_ms, held_ms)
            return
        for edge in self._hand.press(now_ms, held_ms):
            self._emit(edge)

    def let_go(self, at_ms: int) -> None:
        """End a press of three seconds or more."""
        self._emit(Edge(False, at_ms))

    def close(self) -> None:
        """See `Button`."""
        super().close()
        self._hand.forget(self)
        with self._changed:
            self._on_edge = None

    def _emit(self, edge: Edge) -> None:
        with self._changed:
            if self._on_edge is not None and self._fault is None:
                self._on_edge(edge)


class Timer(Protocol):
    """What `Hand` needs of a `threading.Timer`."""

    def start(self) -> None: ...
    def cancel(self) -> None: ...


def _timer(in_s: float, work: Callable[[], None]) -> Timer:
    timer = threading.Timer(in_s, work)
    timer.daemon = True
    return timer


class Hand(OneHand):
    """The one hand of a desk; two buttons held for three seconds and longer it lets go of together."""

    def __init__(self, timer: Callable[[float, Callable[[], None]], Timer] = _timer) -> None:
        super().__init__()
        self._new_timer = timer
        self._down: set[SimulatedButton] = set()
        self._timer: Timer | None = None

    def let_go_later(self, button: SimulatedButton, at_ms: int, in_ms: int) -> None:
        """Let go of `button`, and of those still down, at `at_ms`, which is `in_ms` away."""
        with self._lock:
            self._down.add(button)
            if self._timer is not None:
                self._timer.cancel()
            self._timer = self._new_timer(in_ms / 1000, lambda: self._let_go(at_ms))
            self._timer.start()

    def forget(self, button: SimulatedButton) -> None:
        """`button` was closed: it is no longer down."""
        with self._lock:
            self._down.discard(button)
            if not self._down and self._timer is not None:
                self._timer.cancel()
                self._timer = None

    def _let_go(self, at_ms: int) -> None:
        with self._lock:
            down, self._down = self._down, set()
            self._timer = None
        self.busy_until(at_ms)
        for button in down:
            button.let_go(at_ms)


class SimulatedKnob(Part):
    """A `Knob`; while it is missing or closed, turning it does nothing."""

    def __init__(self, name: str, clock_ms: Callable[[], int] = monotonic_ms) -> None:
        super().__init__(name, clock_ms)
        self._on_step: Callable[[int], None] | None = None

    def watch(self, on_step: Callable[[int], None]) -> None:
        """See `Knob`."""
        with self._changed:
            self._answer()
            self._on_step = on_step

    def turn(self, detents: int) -> None:
        """Turn it by `detents`, clockwise if positive."""
        with self._changed:
            for _ in range(abs(detents)):
                if self._on_step is not None and self._fault is None:
                    self._on_step(1 if detents > 0 else -1)

    def close(self) -> None:
        """See `Knob`."""
        super().close()
        with self._changed:
            self._on_step = None


class SimulatedStrip(Part):
    """A `LampStrip`. `frame` is what it shows, R G B for each lamp; `shown` counts the frames it was sent."""

    def __init__(self, name: str, lamps: int, clock_ms: Callable[[], int] = monotonic_ms) -> None:
        super().__init__(name, clock_ms)
        self.lamps = lamps
        self.frame = bytes(3 * lamps)
        self.shown = 0
        self._wire = Wire(name, lamps, "RGB")
        self._wired = "RGB"

    def connect(self, wire: Wire, wired: str) -> None:
        """Cut it to as many lamps as the wire has; its chips want their colours in the order `wired`."""
        with self._changed:
            if wire.lamps != self.lamps:
                self.lamps, self.frame = wire.lamps, bytes(3 * wire.lamps)
            self._wire, self._wired = wire, wired

    def show(self, frame: bytes) -> None:
        """See `LampStrip`."""
        if len(frame) != 3 * self.lamps:
            raise ValueError(f"{self.name} has {self.lamps} lamps, not {len(frame) / 3:g}")
        with self._changed:
            self._answer()
            self.frame = self._seen(frame)
            self.shown += 1

    def _seen(self, frame: bytes) -> bytes:
        """The colours that chips make of it which take what comes over the wire for what they want."""
        if self._wire.order == self._wired:
            return frame
        wanted = len(self._wired)
        first = wanted * (self._wire.chips - self.lamps)
        wire = self._wire.encode(frame)[first : first + wanted * self.lamps].ljust(wanted * self.lamps, b"\0")
        light = {name: wire[slot::wanted] for slot, name in enumerate(self._wired)}
        white = light.get("W", bytes(self.lamps))
        seen = bytearray(3 * self.lamps)
        for slot, name in enumerate("RGB"):
            seen[slot::3] = bytes(min(255, a + b) for a, b in zip(light[name], white, strict=True))
        return bytes(seen)

    def close(self) -> None:
        """See `LampStrip`. One that is missing keeps showing what it showed."""
        with self._changed:
            if self._is_open and self._fault is None:
                self.frame = bytes(3 * self.lamps)
        super().close()


class SimulatedBuzzer(Part):
    """A `Buzzer`; `played` is everything it was told to play, oldest first."""

    def __init__(self, name: str, clock_ms: Callable[[], int] = monotonic_ms) -> None:
        super().__init__(name, clock_ms)
        self.played: list[tuple[Note, ...]] = []

    def play(self, notes: Sequence[Note]) -> None:
        """See `Buzzer`."""
        with self._changed:
            self._answer()
            self.played.append(tuple(notes))


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
