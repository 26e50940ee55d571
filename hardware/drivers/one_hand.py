"""Presses that are told at once, as one hand would have made them: one after another, never too fast."""

import threading

from hardware.interfaces import Edge

# Twice the time in which a contact bounces, so that nothing is taken for a bounce.
SHORTEST_MS = 50
# What is shorter than this is a press, however short, and may be made shorter still.
SHORTEST_HOLD_MS = 600


class OneHand:
    """What one hand does with all the buttons of a board."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._free_at_ms = 0

    def press(self, now_ms: int, held_ms: int) -> tuple[Edge, Edge]:
        """A press of `held_ms` that ends now, or as soon after as a hand can that has just been busy."""
        held_ms = max(held_ms, SHORTEST_MS)
        with self._lock:
            down_ms = max(now_ms - held_ms, self._free_at_ms)
            up_ms = down_ms + held_ms
            if held_ms < SHORTEST_HOLD_MS:
                up_ms = max(now_ms, down_ms + SHORTEST_MS)
            self._free_at_ms = up_ms + SHORTEST_MS
        return Edge(True, down_ms), Edge(False, up_ms)

    def busy_until(self, at_ms: int) -> None:
        """The hand does something else until `at_ms`."""
        with self._lock:
            self._free_at_ms = at_ms + SHORTEST_MS
