"""What hands are to do until the table is as the game says: pegs to carry, cards to put back. DESIGN 3.

After a card, its pegs; after something was taken back or played again, the cards too. A card is named only
where it lies, or lay, face up. RULES 9a, Undo.
"""

from collections import Counter
from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple

from engine.board import START, Hole, Seat, holes_of
from engine.cards import PhysicalCard
from engine.position import Position, start_count
from engine.seating import Seating


class Carry(NamedTuple):
    """A peg to carry, START for the start."""

    seat: Seat
    start: Hole
    end: Hole


class Deed(StrEnum):
    """What is done with cards."""

    LAY_BACK = "lay_back"
    """From the hand on top of the pile, those drawn last."""
    TAKE_BACK = "take_back"
    """One that lies face up, into the hand."""
    FIND = "find"
    """The same of one that was shuffled in since."""
    LOCK = "lock"
    """From the hand face down aside: it was locked."""
    DRAW = "draw"
    """From the top of the pile into the hand."""
    LAY_OUT = "lay_out"
    """One of the hand, face up."""


@dataclass(frozen=True, slots=True)
class CardWork:
    """What a seat does with cards.

    Attributes:
        card: the one meant, where it is known to all.
        count: how many; 0 where only the seat knows: what it has drawn since.
    """

    deed: Deed
    seat: Seat
    card: PhysicalCard | None = None
    count: int = 1


@dataclass(frozen=True, slots=True)
class Handwork:
    """All of it, cards first, in an order that works."""

    pegs: tuple[Carry, ...] = ()
    cards: tuple[CardWork, ...] = ()


def handwork(pegs: tuple[Carry, ...], cards: tuple[CardWork, ...] = ()) -> Handwork | None:
    """None where nothing is to be done."""
    return Handwork(pegs, cards) if pegs or cards else None


def carries(table: Seating, before: Position, after: Position) -> tuple[Carry, ...]:
    """The pegs to carry from one position to another, each when its hole is free. RULES 5, chains.

    Pegs of a seat are alike: none is carried to where another of them stands. Where two trade places,
    one of them is held in the hand meanwhile.
    """
    waiting = [carry for seat in table.seats for carry in _of_seat(table, seat, before, after)]
    done: list[Carry] = []
    while waiting:
        left = {carry.start for carry in waiting}
        free = next((carry for carry in waiting if carry.end == START or carry.end not in left), waiting[0])
        waiting.remove(free)
        done.append(free)
    return tuple(done)


def _of_seat(table: Seating, seat: Seat, before: Position, after: Position) -> list[Carry]:
    """Which of a seat's pegs go where: in the order they stand along the way, since none passes another."""
    was, becomes = _places(before[seat]), _places(after[seat])
    starts, ends = (
        sorted(more.elements(), key=lambda hole: table.board.progress(seat, hole))
        for more in (was - becomes, becomes - was)
    )
    return [Carry(seat, start, end) for start, end in zip(starts, ends, strict=True)]


def _places(pegs: int) -> Counter[Hole]:
    return Counter({**dict.fromkeys(holes_of(pegs), 1), START: start_count(pegs)})
