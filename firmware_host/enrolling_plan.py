"""What a deck is enrolled by: the prompts of RULES 2's decks, by rank, by rank and suit, or card by card."""

from dataclasses import dataclass
from enum import StrEnum
from functools import cache

from engine.cards import Card, Rank, Suit

MOST_DECKS = 6
"""Ten players with the extra deck. RULES 2."""
MOST_JOKERS = 20
Slot = tuple[str, int]
"""A card of a deck: its ASCII text, and which copy."""


class Way(StrEnum):
    """How fine the prompts are. No rule asks for suits, so that ranks are enough."""

    RANK = "rank"  # all sevens, in any order
    SUIT = "suit"  # all sevens of spades, in any order
    CARD = "card"  # one card after the other, deck by deck


@dataclass(frozen=True, slots=True)
class Prompt:
    """What is to be tapped next: every copy named of one card, in any order."""

    card: str
    copies: tuple[int, ...]

    @property
    def slots(self) -> tuple[Slot, ...]:
        """The cards wanted."""
        return tuple((self.card, copy) for copy in self.copies)


@dataclass(frozen=True, slots=True)
class Plan:
    """How many decks of 52 and how many jokers, and how they are asked for."""

    decks: int
    jokers: int
    way: Way

    @property
    def prompts(self) -> tuple[Prompt, ...]:
        """All prompts in order; 14 by rank where there are jokers."""
        return _prompts(self)

    @property
    def size(self) -> int:
        """How many cards that is."""
        return 52 * self.decks + self.jokers


@cache
def _prompts(plan: Plan) -> tuple[Prompt, ...]:
    ranks = [rank for rank in Rank if rank is not Rank.JOKER]
    suited = [Card(rank, suit).ascii for suit in Suit for rank in ranks]
    copies = tuple(range(1, plan.decks + 1))
    jokers = tuple(range(1, plan.jokers + 1))
    match plan.way:
        case Way.RANK:
            of_rank = tuple(range(1, len(Suit) * plan.decks + 1))
            prompts = [Prompt(rank.value, of_rank) for rank in ranks]
        case Way.SUIT:
            prompts = [Prompt(card, copies) for card in suited]
        case Way.CARD:
            prompts = [Prompt(card, (copy,)) for copy in copies for card in suited]
            return (*prompts, *(Prompt(Rank.JOKER.value, (copy,)) for copy in jokers))
    return (*prompts, *([Prompt(Rank.JOKER.value, jokers)] if jokers else []))
