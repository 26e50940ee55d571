"""What an answer that cannot be read may be taken for."""

from hardware.interfaces import Uid

HOLD_MS = 1500


class LastRead:
    """The card read last, as long as it may still be taken to lie there.

    An answer that cannot be read (a parity or checksum error) is not "no answer": something lies there, most
    likely what lay there before. Beyond `HOLD_MS` without a good answer that is no longer believed.
    """

    def __init__(self) -> None:
        self.uid: Uid | None = None
        self._read_at_ms = 0

    def read(self, uid: Uid, at_ms: int) -> Uid:
        """Remember `uid`, read whole at `at_ms`."""
        self.uid = uid
        self._read_at_ms = at_ms
        return uid

    def mangled(self, at_ms: int) -> Uid | None:
        """What a mangled answer at `at_ms` stands for."""
        if at_ms - self._read_at_ms > HOLD_MS:
            self.uid = None
        return self.uid

    def silent(self) -> None:
        """Nothing answered at all: whatever comes next is a new card."""
        self.uid = None
