"""Playing cards, and the decks of RULES 2."""

from dataclasses import dataclass
from enum import StrEnum
from reprlib import repr as short
from typing import Self


class Rank(StrEnum):
    """A rank; its value is how it is written."""

    ACE = "A"
    TWO = "2"
    THREE = "3"
    FOUR = "4"
    FIVE = "5"
    SIX = "6"
    SEVEN = "7"
    EIGHT = "8"
    NINE = "9"
    TEN = "10"
    JACK = "J"
    QUEEN = "Q"
    KING = "K"
    JOKER = "Joker"


class Suit(StrEnum):
    """A suit; its value is its ASCII letter."""

    SPADES = "S"
    HEARTS = "H"
    DIAMONDS = "D"
    CLUBS = "C"

    @property
    def symbol(self) -> str:
        """The printed sign: ♠ ♥ ♦ ♣."""
        return _SYMBOLS[self]


_RANKS = frozenset(rank.value for rank in Rank)
_SYMBOLS = {Suit.SPADES: "♠", Suit.HEARTS: "♥", Suit.DIAMONDS: "♦", Suit.CLUBS: "♣"}
_SUITS = {s.value: s for s in Suit} | {symbol: s for s, symbol in _SYMBOLS.items()}


@dataclass(frozen=True, slots=True)
class Card:
    """A card as the rules see it. The suit never matters to them and may be unknown."""

    rank: Rank
    suit: Suit | None = None

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read `7`, `7H`, `7♥`, `10S` or `Joker`.

        Raises:
            ValueError: naming the text, where it is no card.
        """
        rank, suit = text, None
        if text[-1:] in _SUITS:
            rank, suit = text[:-1], _SUITS[text[-1]]
        if rank not in _RANKS or (suit and rank == Rank.JOKER):
            raise ValueError(
                f"{short(text)} is not a card; "
                "write A, 2 to 10, J, Q, K or Joker, with a suit or without, like 7H"
            )
        return cls(Rank(rank), suit)

    def __str__(self) -> str:
        return self.rank.value + (self.suit.symbol if self.suit else "")

    @property
    def ascii(self) -> str:
        """The same without signs: `7H`."""
        return self.rank.value + (self.suit.value if self.suit else "")


@dataclass(frozen=True, slots=True)
class PhysicalCard:
    """One card that can be held in the hand: which of the copies in the decks it is, from 1."""

    card: Card
    copy: int

    def __str__(self) -> str:
        return f"{self.card} ({self.copy})"


def deck_of(decks: int, jokers: int) -> list[PhysicalCard]:
    """Every physical card of that many decks of 52, and the jokers. RULES 2."""
    suited = [Card(rank, suit) for suit in Suit for rank in Rank if rank is not Rank.JOKER]
    cards = [PhysicalCard(card, copy) for copy in range(1, decks + 1) for card in suited]
    return cards + [PhysicalCard(Card(Rank.JOKER), copy) for copy in range(1, jokers + 1)]
