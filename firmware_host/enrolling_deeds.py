"""What can be done with the decks: everything that can be told to the enrolling of cards."""

from dataclasses import dataclass

from firmware_host.deck import EnrolledCard
from firmware_host.enrolling_plan import Plan
from hardware.interfaces import Uid


@dataclass(frozen=True, slots=True)
class Tapped:
    """A tag was tapped; `over`: it changes over, whatever it was."""

    uid: Uid
    over: bool = False


@dataclass(frozen=True, slots=True)
class Crowd:
    """A reader sees several cards."""


@dataclass(frozen=True, slots=True)
class Begin:
    """Enrol a deck, a new one or one that lacks cards, from its first open prompt. None: by its own plan."""

    deck: str
    plan: Plan | None = None


@dataclass(frozen=True, slots=True)
class GoTo:
    """Another prompt."""

    at: int


@dataclass(frozen=True, slots=True)
class CannotRead:
    """The card at hand has no tag that can be read."""


@dataclass(frozen=True, slots=True)
class Undo:
    """Take the last tap back."""


@dataclass(frozen=True, slots=True)
class PlaceOne:
    """The next new tag is that card; `copy` None: one more of them."""

    deck: str
    card: str
    copy: int | None = None


@dataclass(frozen=True, slots=True)
class BeginWalk:
    """Check a deck."""

    deck: str


@dataclass(frozen=True, slots=True)
class BeginLookUp:
    """Look cards up."""


@dataclass(frozen=True, slots=True)
class StopEnrolling:
    """Taps are for the game again; what was begun can be gone on with."""


@dataclass(frozen=True, slots=True)
class Resume:
    """Somebody is there again: taps are for what was begun."""


@dataclass(frozen=True, slots=True)
class Retire:
    """A card is lost."""

    uid: Uid


@dataclass(frozen=True, slots=True)
class BringBack:
    """A card that was lost is found."""

    uid: Uid


@dataclass(frozen=True, slots=True)
class Rename:
    """A deck is called otherwise."""

    deck: str
    to: str


@dataclass(frozen=True, slots=True)
class Drop:
    """A deck is no more."""

    deck: str


@dataclass(frozen=True, slots=True)
class Put:
    """A whole deck at once; `over`: in place of one of that name, and of whatever has its tags."""

    deck: str
    cards: tuple[EnrolledCard, ...]
    over: bool = False


@dataclass(frozen=True, slots=True)
class Adopt:
    """Enrol what the simulated rig comes with."""

    deck: str


Deed = (
    Tapped
    | Crowd
    | Begin
    | GoTo
    | CannotRead
    | Undo
    | PlaceOne
    | BeginWalk
    | BeginLookUp
    | StopEnrolling
    | Resume
    | Retire
    | BringBack
    | Rename
    | Drop
    | Put
    | Adopt
)
