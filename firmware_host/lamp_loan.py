"""The lamps lent to the page, for its wizards: the game's picture yields, and comes back by itself.

Whoever has them must say so again and again. A phone that is put away, or walks out of reach, says nothing
more, and half a minute later the lamps are the game's.
"""

import threading
from collections.abc import Callable

from hardware.clock import monotonic_ms

LOAN_MS = 30_000

Show = Callable[[str, int, float, int], bytes]
"""What a strip of that name and with so many lamps shows, at a brightness and a time in ms: R G B each."""


class LampLoan:
    """Any thread may call any method. `wake` lets the strips look again."""

    def __init__(self, wake: Callable[[], None], clock_ms: Callable[[], int] = monotonic_ms) -> None:
        self._wake = wake
        self._clock_ms = clock_ms
        self._lock = threading.Lock()
        self._show: Show | None = None
        self._until_ms = 0

    def lend(self, show: Show) -> None:
        """Let the strips show this, until the loan ends."""
        with self._lock:
            self._show, self._until_ms = show, self._clock_ms() + LOAN_MS
        self._wake()

    def renew(self) -> bool:
        """They are still wanted; False where they have gone back already."""
        with self._lock:
            if self._current() is None:
                return False
            self._until_ms = self._clock_ms() + LOAN_MS
            return True

    def give_back(self) -> None:
        """They are the game's again."""
        with self._lock:
            self._show = None
        self._wake()

    @property
    def is_lent(self) -> bool:
        """Whether the page has them."""
        return self._current() is not None

    def frame(self, strip: str, lamps: int, brightness: float) -> bytes | None:
        """What a strip is to show; None where the game has it."""
        show = self._current()
        return None if show is None else show(strip, lamps, brightness, self._clock_ms())

    def _current(self) -> Show | None:
        return self._show if self._clock_ms() < self._until_ms else None
