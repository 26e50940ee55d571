"""The game's own clock. DESIGN 1: monotonic, continued from the last row after a restart."""

from collections.abc import Callable

from hardware.clock import monotonic_ms


class GameClock:
    """Milliseconds of play: goes on from where the journal ended, whatever the wall clock or a boot did."""

    def __init__(self, resumed_ms: int, monotonic: Callable[[], int] = monotonic_ms) -> None:
        self._monotonic = monotonic
        self._offset_ms = resumed_ms - monotonic()

    def now_ms(self) -> int:
        """The present moment."""
        return self._monotonic() + self._offset_ms

    def machine_ms(self) -> int:
        """The present moment as devices stamp it: the machine's monotonic clock."""
        return self._monotonic()

    def at(self, machine_ms: int) -> int:
        """The moment of a time stamp of the machine's monotonic clock."""
        return machine_ms + self._offset_ms
