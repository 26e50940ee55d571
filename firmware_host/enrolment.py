"""The decks as the daemon has them: a deed is judged, committed, and then shown. The loop's thread has it."""

import logging
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property

from firmware_host.deck import DamagedDecks, DeckStore, EnrolledCard
from firmware_host.enrolling import Decks
from firmware_host.enrolling_deeds import Deed, Drop, Rename, Tapped
from firmware_host.enrolling_judge import decide
from firmware_host.enrolling_said import Said, What
from firmware_host.enrolling_view import DeckView, TaskView, commands_of, decks_of, task_of
from firmware_host.enrolling_written import BadProgress, read_progress, write_progress
from hardware.clock import monotonic_ms
from hardware.interfaces import Uid

log = logging.getLogger(__name__)

IDLE_MS = 600_000
"""So long without a tap or a touch of the page, and taps are for the game again: a phone was put away."""
FAST_MS = 250
"""Cards sooner than this after one another: a reader of 20 polls a second may have missed one in between."""


@dataclass(frozen=True)
class Enrolling:
    """What is shown of the decks.

    Attributes:
        listens: a tap is for the task of `decks`, and not for the game.
        said: what became of the last deed; heard: how many deeds there were.
    """

    decks: Decks = field(default_factory=Decks)
    listens: bool = False
    said: Said | None = None
    heard: int = 0

    @cached_property
    def task(self) -> TaskView | None:
        """What is being done."""
        return task_of(self.decks)

    @cached_property
    def named(self) -> tuple[DeckView, ...]:
        """Every named deck."""
        return decks_of(self.decks)

    @cached_property
    def commands(self) -> tuple[EnrolledCard, ...]:
        """Every command card."""
        return commands_of(self.decks)

    @property
    def spare(self) -> int:
        """How many cards the simulated rig comes with."""
        return len(self.decks.spare)


class Enrolment:
    """Owns the decks and their file. One thread uses it.

    Args:
        spare: the cards of a simulated rig.

    Raises:
        DamagedDecks: the file cannot be read.
    """

    def __init__(
        self,
        store: DeckStore,
        spare: Mapping[Uid, EnrolledCard] | None = None,
        now_ms: Callable[[], int] = monotonic_ms,
    ) -> None:
        self._store = store
        self._now_ms = now_ms
        decks = _read(store, spare or {})
        self.shown = Enrolling(decks, listens=decks.task is not None)
        self.known = decks.known
        self._idle_from_ms = now_ms()
        self._tapped_at_ms: int | None = None

    @property
    def deadline_ms(self) -> int | None:
        """When taps are for the game again, by the machine's clock; None while they are."""
        return self._idle_from_ms + IDLE_MS if self.shown.listens else None

    def reached(self, now_ms: int) -> bool:
        """Let taps go to the game when nobody has done anything for long; whether that was changed."""
        if self.deadline_ms is None or now_ms < self.deadline_ms:
            return False
        self.shown = replace(self.shown, listens=False)
        return True

    def tap(self, uid: Uid, at_ms: int | None) -> Said:
        """A tag was tapped: on a reader at that moment of the machine's clock, or told by a page (None)."""
        fast = at_ms is not None and self._tapped_at_ms is not None and at_ms - self._tapped_at_ms < FAST_MS
        self._tapped_at_ms = at_ms if at_ms is not None else self._tapped_at_ms
        return self.do(Tapped(uid), fast=fast)

    def do(self, deed: Deed, in_play: str = "", fast: bool = False) -> Said:
        """Judge a deed and commit it.

        Args:
            in_play: the deck that the running game is played with.
            fast: it was a tap that came very soon after another.
        """
        self._idle_from_ms = self._now_ms()
        before = self.shown.decks
        if isinstance(deed, Drop | Rename) and deed.deck == in_play and in_play:
            return self._show(before, Said(What.IN_PLAY, deck=deed.deck))
        after, said = decide(before, deed)
        if after is not before and not self._kept(before, after):
            found = self._on_disk(before)
            said = said if found == after else Said(What.NOT_SAVED)  # it may be there, whatever the disk says
            return self._show(found, said)
        return self._show(after, replace(said, fast=fast))

    def close(self) -> None:
        """Let go of the file."""
        self._store.close()

    def _kept(self, before: Decks, after: Decks) -> bool:
        try:
            self._store.commit(
                (before.cards, before.retired), (after.cards, after.retired), write_progress(after)
            )
        except DamagedDecks as error:
            log.error("the decks could not be written: %s", error)
            return False
        return True

    def _on_disk(self, before: Decks) -> Decks:
        """What is there after a write that failed; what was there before where that cannot be read either."""
        try:
            return _read(self._store, before.spare)
        except DamagedDecks as error:
            log.error("nor could the decks be read: %s", error)
            return before

    def _show(self, decks: Decks, said: Said) -> Said:
        self.shown = Enrolling(decks, decks.task is not None, said, self.shown.heard + 1)
        self.known = decks.known
        return said


def _read(store: DeckStore, spare: Mapping[Uid, EnrolledCard]) -> Decks:
    decks = Decks(store.cards(), store.retired(), spare)
    try:
        progress = read_progress(store.progress())
    except BadProgress as bad:
        log.warning("what was being enrolled cannot be gone on with, its cards are there: %s", bad)
        return decks
    return replace(
        decks, plans=progress.plans, unread=progress.unread, task=progress.task, steps=progress.steps
    )
