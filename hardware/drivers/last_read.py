"""What an answer that cannot be read may be taken for."""

from hardware.interfaces import Uid

HOLD_MS = 1500
# Shorter than `presence` takes to call a card lifted, so that none comes back by a mangled answer alone.
SILENCE_MS = 200


class LastRead:
    """The card read last, as long as it may still be taken to lie there.

    An answer that cannot be read (a parity or checksum error) is not "no answer": something lies there, most
    likely what lay there before. Beyond `HOLD_MS` without a good answer, or `SILENCE_MS` without any, that is
    no longer believed.
    """

    def __init__(self) -> None:
        self.uid: Uid | None = None
        self._read_at_ms = 0
        self._silent_since_ms: int | None = None

    def read(self, uid: Uid, at_ms: int) -> Uid:
        """Remember `uid`, read whole at `at_ms`."""
        self.uid = uid
        self._read_at_ms = at_ms
        self._silent_since_ms = None
        return uid

    def mangled(self, at_ms: int) -> Uid | None:
        """What a mangled answer at `at_ms` stands for."""
        self._silent_since_ms = None
        if at_ms - self._read_at_ms > HOLD_MS:
            self.uid = None
        return self.uid

    def silent(self, at_ms: int) -> None:
        """Nobody answered at `at_ms`."""
        if self._silent_since_ms is None:
            self._silent_since_ms = at_ms
        elif at_ms - self._silent_since_ms >= SILENCE_MS:
            self.uid = None

    def forget(self) -> None:
        """It is gone for sure: whatever comes next is a new card."""
        self.uid = None
