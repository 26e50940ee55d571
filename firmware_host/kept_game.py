"""The game and its journal: what is told is judged and committed, or it never was. DESIGN 1, 5."""

import logging
import time
from collections.abc import Callable

from engine.inputs import Told
from engine.referee import judge
from engine.step import Step
from engine.verdict import Reason, Why
from firmware_host.journal import Journal, NewerJournal, NotSaved
from firmware_host.judged import Judge, judged, tells_anew
from firmware_host.recording import row_of
from firmware_host.recovery import Recovered

log = logging.getLogger(__name__)


class ReadAgain(Exception):
    """A row could not be written, and the game was read again from what is on disk.

    `differs` says whether that was not as it should be, so that the wood should be compared with it.
    """

    def __init__(self, differs: bool) -> None:
        super().__init__()
        self.differs = differs


class KeptGame:
    """The game as the journal has it. One thread uses it.

    Attributes:
        game: as the last committed row leaves it.
        seq: the number of the last input that changed anything or was accepted.
        refusal: why the last input was refused, if it was.
        notes: what the owner should read of what was found on disk.

    Args:
        reopen: opens the journal anew and reads the game again after a commit failed.
        rule: the judge; the referee's, except where a test plants a bug.
        wall_s: the time of day, for display only.
    """

    def __init__(
        self,
        journal: Journal,
        found: Recovered,
        reopen: Callable[[], tuple[Journal, Recovered]],
        *,
        rule: Judge = judge,
        wall_s: Callable[[], float] = time.time,
    ) -> None:
        self._journal = journal
        self._reopen = reopen
        self._rule = rule
        self._wall_s = wall_s
        self.game, self.seq, self.refusal, self.notes = found.game, found.seq, found.refusal, found.notes

    @property
    def at_ms(self) -> int:
        """When the last committed row was judged, by the game's clock; no later one may be before it."""
        return self._journal.last_at_ms

    def judge(self, told: Told, at_ms: int) -> Step:
        """Judge an input and commit it: what this returns may be shown.

        Raises:
            ReadAgain: it could not be written; `refusal` says what became of it.
        """
        step = judged(self._rule, self.game, told, at_ms)
        seq = self._journal.last_seq + 1
        try:
            self._commit(told, step, seq, at_ms)
        except NotSaved as error:
            log.error("the journal could not be written: %s", error)
            raise ReadAgain(differs=self._read_again(seq)) from error
        if tells_anew(self.game, step):
            self.seq = self._journal.last_seq
        self.game, self.refusal = step.game, step.ruling
        return step

    def _commit(self, told: Told, step: Step, seq: int, at_ms: int) -> None:
        row = row_of(told, self.game, step, seq, at_ms, wall_s=int(self._wall_s()))
        if step.ruling is not None and step.game is self.game:
            self._journal.append_refusal(row)
        else:
            self._journal.append(row)

    def _read_again(self, seq: int) -> bool:
        """Take the game from what is on disk, since nothing of an input that is not there may stand.

        Its row, of that number, may have got there although the disk said no; then it stands. Returns whether
        what is there was not as it should be.
        """
        self.refusal = Reason(Why.NOT_SAVED)
        try:
            self._journal.close()
            self._journal, found = self._reopen()
        except (NotSaved, NewerJournal) as again:
            log.error("nor could it be opened again: %s", again)
            return False
        self.game, self.seq, self.notes = found.game, found.seq, (*self.notes, *found.notes)
        for note in found.notes:
            log.warning(note)
        if self._journal.last_seq >= seq:
            self.refusal = found.refusal
        return bool(found.notes)

    def tidy(self, nobody_waits: bool) -> None:
        """Carry the journal's log over into its file, if it is time to."""
        self._journal.tidy(nobody_waits)

    def close(self) -> None:
        """Close the journal."""
        self._journal.close()
