"""The simulated reader, knob, strip and buzzer."""

from collections.abc import Callable, Sequence
from typing import ClassVar

from hardware.clock import monotonic_ms
from hardware.drivers.last_read import LastRead
from hardware.drivers.simulated_part import Fault, Part
from hardware.drivers.wire import Wire
from hardware.errors import TwoCards
from hardware.interfaces import Note, Uid


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
    """A `Buzzer`; `played` is what it was told to play, oldest first, the last `KEPT` of it."""

    KEPT: ClassVar[int] = 100

    def __init__(self, name: str, clock_ms: Callable[[], int] = monotonic_ms) -> None:
        super().__init__(name, clock_ms)
        self.played: list[tuple[Note, ...]] = []

    def play(self, notes: Sequence[Note]) -> None:
        """See `Buzzer`."""
        with self._changed:
            self._answer()
            self.played.append(tuple(notes))
            del self.played[: -self.KEPT]
