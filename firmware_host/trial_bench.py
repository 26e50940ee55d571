"""The board on trial: every device open, and what its owner does with it."""

import queue
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, Protocol

from firmware_host.config import Config
from hardware.chatter import Chatter, Gesture
from hardware.clock import monotonic_ms
from hardware.drivers.simulated import Desk
from hardware.errors import DeviceFault, TwoCards
from hardware.interfaces import Edge, Uid
from hardware.power import Supply, estimate_ma, limit
from hardware.rig import DeviceSpec, Kind, open_device

SIMULATED = "simulated"


@dataclass(frozen=True, slots=True)
class Pace:
    """How long something is waited for, and how far apart a reader is looked at."""

    patience_s: float = 30.0
    between_looks_s: float = 0.04


UNHURRIED = Pace()


class Owner(Protocol):
    """Whoever stands at the board."""

    def say(self, text: str) -> None:
        """Tell something."""
        ...

    def ask(self, question: str) -> str:
        """Ask something; the answer has no blanks around it. Raises `Gone` when nobody answers any more."""
        ...


class Gone(Exception):
    """The owner has left: the trial ends here."""


@dataclass(frozen=True, slots=True)
class Opened:
    """A device that could be opened."""

    spec: DeviceSpec
    device: Any


class Bench:
    """Every device of a board, each on its own; `faults` names those that could not be opened.

    Simulated devices lie on a desk, where the bench itself does what an owner would be asked to do.
    """

    def __init__(
        self, config: Config, owner: Owner, pace: Pace = UNHURRIED, desk: Desk | None = None
    ) -> None:
        self.config = config
        self.owner = owner
        self.pace = pace
        self.faults: dict[str, str] = {}
        self._desk = desk or Desk()
        self._edges: queue.Queue[tuple[str, Edge]] = queue.Queue()
        self._steps: queue.Queue[tuple[str, int]] = queue.Queue()
        self._opened = [opened for spec in config.specs if (opened := self._open(spec))]
        for one in self.of(Kind.BUTTON):
            one.device.watch(self._put_edge(one.spec.name))
        for one in self.of(Kind.KNOB):
            one.device.watch(self._put_step(one.spec.name))

    def of(self, kind: Kind) -> list[Opened]:
        """The open devices of a kind."""
        return [one for one in self._opened if one.spec.kind is kind]

    def close(self) -> None:
        """Let everything go, lamps out."""
        for one in self._opened:
            one.device.close()

    def place(self, reader: Opened, uid: Uid) -> None:
        """Lay a card on a simulated reader; an owner does that for real ones."""
        if reader.spec.driver == SIMULATED:
            self._desk.reader(reader.spec.name).place(uid)

    def lift(self, reader: Opened) -> None:
        """Take the card off a simulated reader."""
        if reader.spec.driver == SIMULATED:
            self._desk.reader(reader.spec.name).lift()

    def push(self, button: Opened, held_ms: int, times: int = 1) -> None:
        """Press a simulated button."""
        for _ in range(times if button.spec.driver == SIMULATED else 0):
            self._desk.button(button.spec.name).press(held_ms)

    def turn(self, knob: Opened, steps: int) -> None:
        """Turn a simulated knob."""
        if knob.spec.driver == SIMULATED:
            self._desk.knob(knob.spec.name).turn(steps)

    def sees(self, reader: Opened, good: Callable[[Uid | None], bool]) -> Uid | None:
        """What a reader has under it once that is `good`.

        Raises:
            NotSeen: it was not in time, or the reader failed.
        """
        until_s = time.monotonic() + self.pace.patience_s
        while time.monotonic() < until_s:
            seen = self._polled(reader)
            if good(seen):
                return seen
            time.sleep(self.pace.between_looks_s)
        raise NotSeen(reader.spec.name, f"it was not seen in {self.pace.patience_s:.0f} s")

    def looks(self, reader: Opened, times: int, between: Callable[[], None] = lambda: None) -> int:
        """How often a reader sees a card in so many looks; `between` is done before each."""
        seen = 0
        for _ in range(times):
            between()
            seen += self._polled(reader) is not None
            time.sleep(self.pace.between_looks_s)
        return seen

    def gestures(self, button: Opened, wanted: int) -> tuple[list[Gesture], int]:
        """The next gestures at a button, at most `wanted`, and how many edges of the contact they took."""
        chatter, told, edges = Chatter(self.config.hold_ms), list[Gesture](), 0
        until_s = time.monotonic() + self.pace.patience_s
        while len(told) < wanted and time.monotonic() < until_s:
            with suppress(queue.Empty):
                name, edge = self._edges.get(timeout=0.02)
                if name == button.spec.name:
                    edges += 1
                    told += chatter.edge(name, edge)
            told += chatter.reach(monotonic_ms())
        return told, edges

    def turns(self, knob: Opened, wanted: int) -> int:
        """How far a knob was turned, once it was `wanted` steps or the time is over."""
        turned = 0
        until_s = time.monotonic() + self.pace.patience_s
        while turned < wanted and time.monotonic() < until_s:
            with suppress(queue.Empty):
                name, step = self._steps.get(timeout=0.02)
                turned += step if name == knob.spec.name else 0
        return turned

    def show(self, strip: Opened, colours: Sequence[bytes]) -> float:
        """Light a strip, lamp by lamp, within its budget; returns the estimate of what it draws, in mA."""
        plan = self.config.strip_plans[strip.spec.name]
        supply = Supply(plan.budget_ma, plan.ma_per_lamp)
        frame = limit(b"".join(colours), supply)
        try:
            strip.device.show(frame)
        except DeviceFault as fault:
            raise NotSeen(strip.spec.name, str(fault)) from fault
        return estimate_ma(frame, supply)

    def forget_edges(self) -> None:
        """What was pressed or turned before a step is none of it."""
        for waiting in (self._edges, self._steps):
            while not waiting.empty():
                waiting.get_nowait()

    def _polled(self, reader: Opened) -> Uid | None:
        try:
            seen: Uid | None = reader.device.poll()
        except TwoCards:
            return None
        except DeviceFault as fault:
            raise NotSeen(reader.spec.name, str(fault)) from fault
        return seen

    def _open(self, spec: DeviceSpec) -> Opened | None:
        settings = {**spec.settings}
        if spec.driver == SIMULATED:
            settings |= {"desk": self._desk, "name": spec.name}
        try:
            return Opened(spec, open_device(DeviceSpec(spec.kind, spec.name, spec.driver, settings)))
        except DeviceFault as fault:
            self.faults[spec.name] = str(fault)
            return None

    def _put_edge(self, name: str) -> Callable[[Edge], None]:
        return lambda edge: self._edges.put((name, edge))

    def _put_step(self, name: str) -> Callable[[int], None]:
        return lambda step: self._steps.put((name, step))


class NotSeen(Exception):
    """What a step waits for did not come about: says what, by the device concerned (empty: none)."""

    def __init__(self, device: str, what: str) -> None:
        super().__init__(f"{device}: {what}" if device else what)
        self.device = device
        self.what = what
