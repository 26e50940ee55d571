"""Enrolling cards, checking them, looking one up: pure. A deed and what is enrolled give what is then.

    decide(decks, Tapped(uid)) -> Outcome(decks, said)

A refusal is something said, and leaves everything as it was. Each outcome is on disk before it is shown, so
that an hour of tapping is never lost; whatever is begun goes on after a restart.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from firmware_host.deck import EnrolledCard
from firmware_host.enrolling_plan import Plan, Prompt, Slot, Way
from firmware_host.enrolling_said import Said
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


class Outcome(NamedTuple):
    """What is enrolled after a deed, and what is said of it."""

    decks: Decks
    said: Said


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
