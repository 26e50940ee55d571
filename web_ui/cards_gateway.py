"""What the page needs of the daemon to enrol cards and to look them up; the gateway has it all."""

from collections.abc import Sequence
from typing import Protocol


class EnrolledCard(Protocol):
    """A card of a deck: its tag, what it is (`7H`, `Joker`, `@undo`), which copy, and the deck's name."""

    @property
    def uid(self) -> bytes: ...
    @property
    def card(self) -> str: ...
    @property
    def copy(self) -> int: ...
    @property
    def deck(self) -> str: ...


class CardPrompt(Protocol):
    """Copies of one card that are asked for; `first` is the number of the first."""

    @property
    def card(self) -> str: ...
    @property
    def first(self) -> int: ...
    @property
    def wanted(self) -> int: ...
    @property
    def done(self) -> int: ...
    @property
    def unread(self) -> int: ...
    @property
    def left(self) -> int: ...


class CardTask(Protocol):
    """What a tap is for: collect, place, walk or look_up; `firmware_host.enrolling_view` says it in full."""

    @property
    def kind(self) -> str: ...
    @property
    def deck(self) -> str: ...
    @property
    def way(self) -> str: ...
    @property
    def prompts(self) -> Sequence[CardPrompt]: ...
    @property
    def at(self) -> int: ...
    @property
    def card(self) -> str: ...
    @property
    def copy(self) -> int: ...
    @property
    def done(self) -> int: ...
    @property
    def total(self) -> int: ...
    @property
    def missing(self) -> Sequence[EnrolledCard]: ...
    @property
    def replaces(self) -> bool: ...
    @property
    def can_undo(self) -> bool: ...


class NamedDeck(Protocol):
    """A deck: its cards, those that are lost or cannot be read, and what it is enrolled by, if anything."""

    @property
    def name(self) -> str: ...
    @property
    def cards(self) -> Sequence[EnrolledCard]: ...
    @property
    def retired(self) -> Sequence[EnrolledCard]: ...
    @property
    def unread(self) -> Sequence[tuple[str, int]]: ...
    @property
    def decks(self) -> int: ...
    @property
    def jokers(self) -> int: ...
    @property
    def way(self) -> str: ...
    @property
    def planned(self) -> int: ...
    @property
    def open(self) -> int: ...


class CardsSaid(Protocol):
    """What became of a deed at the decks; `web_ui.cards_words` has a sentence for every `what`."""

    @property
    def what(self) -> str: ...
    @property
    def card(self) -> str: ...
    @property
    def copy(self) -> int: ...
    @property
    def deck(self) -> str: ...
    @property
    def uid(self) -> str: ...
    @property
    def count(self) -> int: ...
    @property
    def fast(self) -> bool: ...
    @property
    def in_place(self) -> bool: ...
    @property
    def refused(self) -> bool: ...


class Enrolling(Protocol):
    """The decks. While it `listens`, a tap is for its task and not for the game; `heard` counts the deeds."""

    @property
    def listens(self) -> bool: ...
    @property
    def heard(self) -> int: ...
    @property
    def said(self) -> CardsSaid | None: ...
    @property
    def task(self) -> CardTask | None: ...
    @property
    def named(self) -> Sequence[NamedDeck]: ...
    @property
    def commands(self) -> Sequence[EnrolledCard]: ...
    @property
    def spare(self) -> int: ...


class Enrolment(Protocol):
    """The decks. Each method tells one deed and gives what was said of it; it is on disk then.

    Raises NotAnswered where the deed was not taken in time.
    """

    def begin(self, deck: str, decks: int, jokers: int, way: str) -> CardsSaid:
        """Enrol a deck, new or not, by rank, suit or card. Raises ValueError for too many of anything."""

    def go_on(self, deck: str) -> CardsSaid:
        """Enrol what a deck lacks."""

    def go_to(self, at: int) -> CardsSaid:
        """Ask for another prompt, counted from 0."""

    def cannot_read(self) -> CardsSaid:
        """A card of the present prompt has no tag that can be read."""

    def undo(self) -> CardsSaid:
        """Take the last tap back."""

    def tap(self, number: str, over: bool) -> CardsSaid:
        """A tag by its number; `over`: it changes over, whatever it was. Raises ValueError: it is none."""

    def place(self, deck: str, card: str, copy: int | None) -> CardsSaid:
        """The next new tag is that card; None: one more of them."""

    def walk(self, deck: str) -> CardsSaid:
        """Check a deck."""

    def look_up(self) -> CardsSaid:
        """Name what is tapped."""

    def resume(self) -> CardsSaid:
        """Somebody is there again: taps are for what was begun."""

    def stop(self) -> CardsSaid:
        """Taps are for the game again."""

    def retire(self, uid: bytes) -> CardsSaid:
        """A card is lost."""

    def bring_back(self, uid: bytes) -> CardsSaid:
        """A card that was lost is found."""

    def rename(self, deck: str, to: str) -> CardsSaid:
        """Call a deck otherwise."""

    def drop(self, deck: str) -> CardsSaid:
        """Forget a deck."""

    def adopt(self, deck: str) -> CardsSaid:
        """Enrol what the simulated rig comes with."""

    def put(self, deck: str, text: str, form: str, over: bool) -> CardsSaid:
        """Take a deck from CSV; `over`: in place of what is there. Raises ValueError naming the line."""

    def csv(self, cards: Sequence[EnrolledCard]) -> str:
        """Cards as CSV."""
