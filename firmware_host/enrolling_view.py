"""The decks as they are shown: each with its size, and what is being done with how much of it done."""

from dataclasses import dataclass

from firmware_host.command_cards import is_command
from firmware_host.deck import EnrolledCard
from firmware_host.enrolling import Collect, Decks, LookUp, Place, Walk, prompt_of, way_of
from firmware_host.enrolling_plan import Prompt, Slot
from firmware_host.enrolling_taps import missing


@dataclass(frozen=True, slots=True)
class PromptView:
    """A prompt: so many copies of a card from `first` on, how many are in, and how many have no tag."""

    card: str
    first: int
    wanted: int
    done: int
    unread: int

    @property
    def left(self) -> int:
        """How many are still to be tapped."""
        return self.wanted - self.done - self.unread


@dataclass(frozen=True, slots=True)
class TaskView:
    """What a tap is for.

    Attributes:
        kind: collect, place, walk or look_up; deck: of which deck.
        way: how finely a deck is asked for; prompts: all of them; at: the present one.
        card, copy: what the next tag will be.
        done, total: cards tapped, of how many; missing: those that a walk has not seen.
        replaces: the card whose place the next tag takes.
        can_undo: there is something to take back.
    """

    kind: str
    deck: str = ""
    way: str = ""
    prompts: tuple[PromptView, ...] = ()
    at: int = 0
    card: str = ""
    copy: int = 0
    done: int = 0
    total: int = 0
    missing: tuple[EnrolledCard, ...] = ()
    replaces: bool = False
    can_undo: bool = False


@dataclass(frozen=True, slots=True)
class DeckView:
    """A named deck.

    Attributes:
        cards: playing cards, the copies of each together; retired: those that are lost.
        unread: cards without a tag that can be read.
        decks, jokers, way: what it is enrolled by; 0 and empty where it was not enrolled here.
        planned: how many cards that is; open: how many of them are neither enrolled nor unread.
    """

    name: str
    cards: tuple[EnrolledCard, ...]
    retired: tuple[EnrolledCard, ...]
    unread: tuple[Slot, ...]
    decks: int = 0
    jokers: int = 0
    way: str = ""
    planned: int = 0
    open: int = 0


def decks_of(decks: Decks) -> tuple[DeckView, ...]:
    """Every named deck, in the order of names."""
    return tuple(_deck(decks, name) for name in decks.names)


def _deck(decks: Decks, name: str) -> DeckView:
    cards = tuple(card for card in decks.of(name) if not is_command(card.card))
    retired = tuple(card for card in decks.retired.values() if card.deck == name)
    unread = tuple(sorted((card, copy) for deck, card, copy in decks.unread if deck == name))
    plan = decks.plans.get(name)
    if plan is None:
        way = way_of(cards)
        return DeckView(name, cards, retired, unread, way=way.value if way else "")
    settled = decks.settled(name)
    left = sum(slot not in settled for prompt in plan.prompts for slot in prompt.slots)
    return DeckView(name, cards, retired, unread, plan.decks, plan.jokers, plan.way.value, plan.size, left)


def commands_of(decks: Decks) -> tuple[EnrolledCard, ...]:
    """Every command card."""
    return tuple(card for card in decks.cards.values() if is_command(card.card))


def task_of(decks: Decks) -> TaskView | None:
    """What is being done, if anything is."""
    match decks.task:
        case None:
            return None
        case Collect() as task:
            return _collecting(decks, task)
        case Place(deck, card, copy):
            replaces = any((one.card, one.copy) == (card, copy) for one in decks.of(deck))
            return TaskView("place", deck, card=card, copy=copy, replaces=replaces)
        case Walk(deck):
            cards, left = decks.of(deck), tuple(missing(decks))
            return TaskView("walk", deck, done=len(cards) - len(left), total=len(cards), missing=left)
        case LookUp():
            return TaskView("look_up", can_undo=bool(decks.steps))


def _collecting(decks: Decks, task: Collect) -> TaskView:
    settled, prompt = decks.settled(task.deck), prompt_of(decks, task)
    prompts = tuple(_prompt(one, settled) for one in decks.plans[task.deck].prompts)
    return TaskView(
        "collect",
        task.deck,
        way=decks.plans[task.deck].way.value,
        prompts=prompts,
        at=task.at,
        card=prompt.card,
        copy=prompt.copies[0],
        done=sum(one.done for one in prompts),
        total=sum(one.wanted for one in prompts),
        can_undo=bool(decks.steps),
    )


def _prompt(prompt: Prompt, settled: dict[Slot, bool]) -> PromptView:
    found = [settled[slot] for slot in prompt.slots if slot in settled]
    return PromptView(
        prompt.card, prompt.copies[0], len(prompt.copies), found.count(True), found.count(False)
    )
