"""How fast one client may tell things."""

from collections.abc import Callable
from threading import Lock

SUSTAINED_PER_S = 50
BURST = 200
MOST_CLIENTS = 1000


class Pace:
    """A bucket of tokens for each client: `BURST` at first, refilled by `SUSTAINED_PER_S`."""

    def __init__(self, now_s: Callable[[], float]) -> None:
        """`now_s` is a monotonic clock."""
        self._now_s = now_s
        self._lock = Lock()
        self._buckets: dict[str, tuple[float, float]] = {}

    def allows(self, client: str) -> bool:
        """Take a token of that client; False where none is left."""
        with self._lock:
            now_s = self._now_s()
            left = self._left(client, now_s)
            if client not in self._buckets and len(self._buckets) >= MOST_CLIENTS:
                self._forget_idle(now_s)
            self._buckets[client] = (left - 1 if left >= 1 else left, now_s)
            return left >= 1

    def _left(self, client: str, now_s: float) -> float:
        left, at_s = self._buckets.get(client, (BURST, now_s))
        return min(BURST, left + (now_s - at_s) * SUSTAINED_PER_S)

    def _forget_idle(self, now_s: float) -> None:
        """Drop whose bucket is full again; if everybody is busy, all: memory is bounded before it is just."""
        busy = {c: b for c, b in self._buckets.items() if self._left(c, now_s) < BURST}
        self._buckets = busy if len(busy) < MOST_CLIENTS else {}
