"""The simulated button, and the one hand that presses all of them."""

import threading
from collections.abc import Callable
from typing import Protocol

from hardware.clock import monotonic_ms
from hardware.drivers.one_hand import OneHand
from hardware.drivers.simulated_part import Part
from hardware.interfaces import Edge

REAL_TIME_MS = 3_000


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
