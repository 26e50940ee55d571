"""What the page can do at the decks: each method tells the loop one deed, and gives what was said of it."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from io import StringIO

from firmware_host.deck import Enrolled
from firmware_host.deck_csv import BadDeck, read_csv, write_csv
from firmware_host.enrolling_deeds import (
    Adopt,
    Begin,
    BeginLookUp,
    BeginWalk,
    BringBack,
    CannotRead,
    Deed,
    Drop,
    GoTo,
    PlaceOne,
    Put,
    Rename,
    Resume,
    Retire,
    StopEnrolling,
    Tapped,
    Undo,
)
from firmware_host.enrolling_plan import MOST_DECKS, MOST_JOKERS, Plan, Way
from firmware_host.enrolling_said import Said
from firmware_host.tag_numbers import BadNumber, Form, read_numbers
from hardware.interfaces import Uid


@dataclass(frozen=True, slots=True)
class EnrolmentDesk:
    """Any thread may call any method; `web_ui.gateway` says what each promises."""

    ask: Callable[[Deed], Said]

    def begin(self, deck: str, decks: int, jokers: int, way: str) -> Said:
        """Enrol a deck by a plan."""
        if not (1 <= decks <= MOST_DECKS and 0 <= jokers <= MOST_JOKERS and way in list(Way)):
            raise ValueError(f"{decks} decks, {jokers} jokers, {way}")
        return self.ask(Begin(deck, Plan(decks, jokers, Way(way))))

    def go_on(self, deck: str) -> Said:
        """Enrol what a deck lacks."""
        return self.ask(Begin(deck))

    def go_to(self, at: int) -> Said:
        """Another prompt."""
        return self.ask(GoTo(at))

    def cannot_read(self) -> Said:
        """The card at hand has no tag that can be read."""
        return self.ask(CannotRead())

    def undo(self) -> Said:
        """Take the last tap back."""
        return self.ask(Undo())

    def tap(self, number: str, over: bool) -> Said:
        """A tag by its number, as it is printed or as another tool shows it."""
        try:
            (uid,) = read_numbers([number])
        except BadNumber as bad:
            raise ValueError(bad.sentence) from None
        return self.ask(Tapped(uid, over))

    def place(self, deck: str, card: str, copy: int | None) -> Said:
        """The next new tag is that card."""
        return self.ask(PlaceOne(deck, card, copy))

    def walk(self, deck: str) -> Said:
        """Check a deck."""
        return self.ask(BeginWalk(deck))

    def look_up(self) -> Said:
        """Look cards up."""
        return self.ask(BeginLookUp())

    def resume(self) -> Said:
        """Taps are for what was begun, again."""
        return self.ask(Resume())

    def stop(self) -> Said:
        """Taps are for the game again."""
        return self.ask(StopEnrolling())

    def retire(self, uid: bytes) -> Said:
        """A card is lost."""
        return self.ask(Retire(Uid(uid)))

    def bring_back(self, uid: bytes) -> Said:
        """A card that was lost is found."""
        return self.ask(BringBack(Uid(uid)))

    def rename(self, deck: str, to: str) -> Said:
        """A deck is called otherwise."""
        return self.ask(Rename(deck, to))

    def drop(self, deck: str) -> Said:
        """A deck is no more."""
        return self.ask(Drop(deck))

    def adopt(self, deck: str) -> Said:
        """Enrol what the simulated rig comes with."""
        return self.ask(Adopt(deck))

    def put(self, deck: str, text: str, form: str, over: bool) -> Said:
        """A whole deck from CSV."""
        try:
            cards = read_csv(StringIO(text, newline=""), Form(form))
        except BadDeck as bad:
            raise ValueError(bad.sentence) from None
        return self.ask(Put(deck, tuple(cards), over))

    def csv(self, cards: Sequence[Enrolled]) -> str:
        """Cards as CSV, as `put` takes them."""
        return write_csv(cards)
