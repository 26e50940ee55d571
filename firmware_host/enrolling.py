"""Enrolling cards, checking them, looking one up: pure. A deed and what is enrolled give what is then.

    decide(decks, Tapped(uid)) -> Outcome(decks, said)

A refusal is something said, and leaves everything as it was. Each outcome is on disk before it is shown, so
that an hour of tapping is never lost; whatever is begun goes on after a restart.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import NamedTuple

from firmware_host.deck import EnrolledCard
from firmware_host.enrolling_plan import Plan, Prompt, Slot, Way
from hardware.interfaces import Uid

MOST_STEPS = 60
"""So many taps can be taken back."""


@dataclass(frozen=True, slots=True)
class Collect:
    """A deck is tapped through, prompt by prompt; `at` counts the prompts of its plan from 0."""

    deck: str
    at: int = 0


@dataclass(frozen=True, slots=True)
class Place:
    """The next new tag is this card: one more, one that takes the place of another, or a command card."""

    deck: str
    card: str
    copy: int


@dataclass(frozen=True, slots=True)
class Walk:
    """Every card of a deck is tapped once, in any order, to see what is missing."""

    deck: str
    seen: frozenset[Uid] = frozenset()


@dataclass(frozen=True, slots=True)
class LookUp:
    """Whatever is tapped is named."""


Task = Collect | Place | Walk | LookUp


@dataclass(frozen=True, slots=True)
class Step:
    """Something that can be taken back.

    Attributes:
        task: what was being done before.
        put: the card it enrolled; out: the cards it took the tags or places of.
        found: the lost card whose tag it is; read: the card had been said to be unreadable.
        unread: the card of which it was said that it cannot be read.
    """

    task: Task
    put: EnrolledCard | None = None
    out: tuple[EnrolledCard, ...] = ()
    found: EnrolledCard | None = None
    read: bool = False
    unread: Slot | None = None


@dataclass(frozen=True, slots=True)
class Decks:
    """Everything that is enrolled, and what is being done.

    Attributes:
        cards: every enrolled card by its tag; retired: those that were, and are lost.
        spare: what a simulated rig comes with: known like the others, and enrolled nowhere.
        plans: what each deck is enrolled by, where it was enrolled here.
        unread: cards of a deck that have no tag that can be read.
        task: what a tap is for now; None: the game.
        steps: what can be taken back, the newest last.
    """

    cards: Mapping[Uid, EnrolledCard] = field(default_factory=dict)
    retired: Mapping[Uid, EnrolledCard] = field(default_factory=dict)
    spare: Mapping[Uid, EnrolledCard] = field(default_factory=dict)
    plans: Mapping[str, Plan] = field(default_factory=dict)
    unread: frozenset[tuple[str, str, int]] = frozenset()
    task: Task | None = None
    steps: tuple[Step, ...] = ()

    @property
    def known(self) -> Mapping[Uid, EnrolledCard]:
        """Every card that a tap can mean in a game."""
        return {**self.spare, **self.cards}

    def of(self, deck: str) -> list[EnrolledCard]:
        """The cards of a deck."""
        return [card for card in self.cards.values() if card.deck == deck]

    def settled(self, deck: str) -> dict[Slot, bool]:
        """The cards of a deck that are enrolled (true) or cannot be read (false)."""
        unread = {(card, copy): False for name, card, copy in self.unread if name == deck}
        return unread | {(card.card, card.copy): True for card in self.of(deck)}

    @property
    def names(self) -> list[str]:
        """Every named deck, begun or whole."""
        return sorted({card.deck for card in self.cards.values() if card.deck} | set(self.plans))


class What(StrEnum):
    """What is said of a deed; the comment tells which fields of `Said` carry something."""

    TAKEN = "taken"  # card, copy, deck: it is enrolled, and the prompt goes on
    PROMPT_DONE = "prompt_done"  # the same, and another prompt begins
    DECK_DONE = "deck_done"  # the same, and nothing is missing now
    PLACED = "placed"  # card, copy, deck: the tag is that card now; in_place: another one was
    ALREADY = "already"  # card, copy, deck, uid: it is in this deck; refused
    ELSEWHERE = "elsewhere"  # card, copy, deck, uid: it is in that deck; refused
    RETIRED_ONE = "retired_one"  # card, copy, deck, uid: it was retired; refused
    FULL = "full"  # card, uid: all of them are in; refused
    FICKLE = "fickle"  # uid: it has another number each time; refused
    CROWDED = "crowded"  # several cards at once; refused
    NAMED = "named"  # card, copy, deck, uid: looked up
    UNKNOWN = "unknown"  # uid: in no deck
    SEEN = "seen"  # card, copy, deck: the walk has it
    SEEN_ALREADY = "seen_already"  # card, copy: the walk had it
    ALL_SEEN = "all_seen"  # card, copy, deck: and it was the last
    UNREAD = "unread"  # card, copy: it counts as one without a tag
    UNDONE = "undone"  # card, copy
    NOTHING_TO_UNDO = "nothing_to_undo"
    RETIRED = "retired"  # card, copy, deck
    BACK = "back"  # card, copy, deck: it is in its deck again
    TAKEN_PLACE = "taken_place"  # card, copy, deck: another tag is that card meanwhile; refused
    IMPORTED = "imported"  # deck, count
    IN_THE_WAY = "in_the_way"  # deck: there is a deck of that name; or card, copy, deck: has the tag; refused
    RENAMED = "renamed"  # deck
    DROPPED = "dropped"  # deck
    OTHER_WAY = "other_way"  # deck: it was enrolled otherwise; refused
    NO_SUCH = "no_such"  # what was named is not there; refused
    IN_PLAY = "in_play"  # deck: a game is played with it; refused
    BEGUN = "begun"
    STOPPED = "stopped"
    NOT_SAVED = "not_saved"


REFUSALS = frozenset(
    {
        *(What.ALREADY, What.ELSEWHERE, What.RETIRED_ONE, What.FULL, What.FICKLE, What.CROWDED, What.UNKNOWN),
        *(What.NOTHING_TO_UNDO, What.TAKEN_PLACE, What.IN_THE_WAY, What.OTHER_WAY, What.NO_SUCH),
        *(What.IN_PLAY, What.NOT_SAVED),
    }
)


@dataclass(frozen=True, slots=True)
class Said:
    """What became of a deed. `uid` is hexadecimal; `fast`: it came so soon that one may have been missed."""

    what: What
    card: str = ""
    copy: int = 0
    deck: str = ""
    uid: str = ""
    count: int = 0
    fast: bool = False
    in_place: bool = False

    @property
    def refused(self) -> bool:
        """Whether nothing was changed, and somebody should look."""
        return self.what in REFUSALS


class Outcome(NamedTuple):
    """What is enrolled after a deed, and what is said of it."""

    decks: Decks
    said: Said


# --- deeds ------------------------------------------------------------------------------------------


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


def said_of(what: What, card: EnrolledCard, **more: bool) -> Said:
    """Something said of a card."""
    return Said(what, card.card, card.copy, card.deck, card.uid.hex().upper(), **more)


def prompt_of(decks: Decks, task: Collect) -> Prompt:
    """The prompt that a deck is at."""
    return decks.plans[task.deck].prompts[task.at]


def open_slots(decks: Decks, deck: str, prompt: Prompt) -> list[Slot]:
    """The cards of a prompt that are neither enrolled nor without a tag."""
    settled = decks.settled(deck)
    return [slot for slot in prompt.slots if slot not in settled]


def next_open(decks: Decks, deck: str, at: int) -> int | None:
    """The first prompt from there on, and round, that wants a card; None where the deck is complete."""
    prompts, settled = decks.plans[deck].prompts, decks.settled(deck)
    order = [*range(at, len(prompts)), *range(at)]
    return next((n for n in order if any(slot not in settled for slot in prompts[n].slots)), None)


def way_of(cards: Iterable[EnrolledCard]) -> Way | None:
    """How finely these are told apart; None where that is open."""
    named = {card.card for card in cards if card.card != "Joker" and not card.card.startswith("@")}
    if not named:
        return None
    return Way.SUIT if any(card[-1] in "SHDC" for card in named) else Way.RANK
