"""Counting every way to play on, so that engines can be compared. docs/perft.md says what is counted.

The set positions are told seat by seat from each seat's own side, so that they stand at every table: four
kinds of seats follow one another round the board.
"""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from engine.board import HOLES_A_SIDE, Hole, Seat
from engine.cards import Rank
from engine.moves import Movement
from engine.position import Position, is_finished
from engine.seating import Seating

KINDS = 4

SET_POSITIONS: Final = {
    "opening": (("",) * KINDS, ("A 5 7 8 K Joker",) * KINDS),
    "first-steps": (("8", "9", "10", "11"), ("A 2 3 6 10 K", "4 5 8 9 Q", "A 7 J", "2 9 10 K")),
    "homeward": (
        ("1 h1", "2 -2 h2", "-1 -3 h1 h4", "0 -5 h3"),
        ("A 2 3 4 5 6", "2 4 6 10", "A 3 5 8", "A 2 4 6 K"),
    ),
    "sevens": (("9 12 -4", "10 16 -10 h1", "-1 1 3 6", "-7 -5 4"), ("7", "7 2", "7", "7 8")),
    "nines": (("9 12 -4 h2", "10 16 -10", "-1 1 3", "-7 -5 4 h1"), ("9", "9 3", "9", "9 A")),
    "backwards": (("3 9", "4 12", "6 11 -1", "5 8"), ("8 A 4", "8 K", "8 2 6", "8 3")),
    "jokers": (("8 13", "-7 2", "16 -8", "4 9 h5"), ("Joker", "Joker K", "Joker 5", "Joker A")),
    "in-spots": (("0 2", "-12 9", "-33 -32 7", "-10 11 14"), ("A 4 5 7", "3 6 Joker", "2 6 7", "4 9 Joker")),
    "crowded": (
        ("6 7 8", "9 10 11 h1", "-6 -5 14", "0 1 2 3 h2"),
        ("A 2 3 K", "2 7 Q", "A 4 8 J", "A 3 7 9"),
    ),
    "last-peg": (
        ("-1 h2 h3 h4 h5", "0 h1 h3 h4 h5", "8 11", "-4 -2"),
        ("2 4 7 9", "3 6 7 9", "5 7 8 K", "A 7 9 10"),
    ),
    "helping": (
        ("h1 h2 h3 h4 h5", "12 -3", "8 -7 h3", "13 h1 h2 h4 h5"),
        ("3 7 9 K Joker", "A 5 8 10", "2 7 8 Q", "4 6 9 J Joker"),
    ),
    "near-the-end": (
        ("h1 h2 h3 h4 h5", "-1 h2 h3 h4 h5", "2 h2 h3 h4 h5", "0 1 h3 h4 h5"),
        ("2 3 7", "A 4 7", "2 6 9", "A 3 5 7"),
    ),
    "every-card": (("8 15", "-2 h1", "-4 6 h4", "1 10"), ("A 2 3 4 5 6 7 8 9 10 J Q K Joker",) * KINDS),
}
"""By name, for each kind of seat: its pegs that are out, by how far from its own corner they stand (h1 to h5:
in its home), and its cards."""


@dataclass(frozen=True, slots=True)
class Start:
    """Where counting begins. Everybody keeps the same cards throughout."""

    name: str
    position: Position
    turn: Seat
    hands: Mapping[Seat, tuple[Rank, ...]]


def starts(table: Seating) -> Iterator[Start]:
    """The opening and the set positions at a table, the first seat to move."""
    first = 1 if table.players == 2 else 0  # two players are of the middle kinds
    kinds = {seat: (first + number) % KINDS for number, seat in enumerate(table.seats)}
    for name, (pegs, hands) in SET_POSITIONS.items():
        masks = [0] * table.board.sides
        for seat, kind in kinds.items():
            masks[seat] = sum(1 << _hole(table, seat, peg) for peg in pegs[kind].split())
        cards = {seat: tuple(Rank(rank) for rank in hands[kind].split()) for seat, kind in kinds.items()}
        yield Start(name, tuple(masks), table.seats[0], cards)


def _hole(table: Seating, seat: Seat, peg: str) -> Hole:
    board = table.board
    if peg.startswith("h"):
        return board.home(seat, int(peg[1:]))
    return board.along(Hole(HOLES_A_SIDE * seat), int(peg))


def perft(movement: Movement, start: Start, depth: int) -> list[int]:
    """How many ways there are to play 1, 2, … `depth` turns from a start.

    A turn leads to each distinct result of all cards of the hand; where no card moves, to the same position
    once. Nothing is played after a win. Ways that meet in one position are counted apart.
    """
    counts, turn = [], start.turn
    layer: Mapping[Position, int] = {start.position: 1}
    for done in range(1, depth + 1):
        counts.append(sum(ways * len(_after(movement, start, p, turn)) for p, ways in layer.items()))
        if done < depth:
            layer = _next_layer(movement, start, layer, turn)
            turn = movement.table.after(turn)
    return counts


def _after(movement: Movement, start: Start, position: Position, turn: Seat) -> list[Position]:
    """What a turn can lead to; a card thrown leaves all as it is."""
    return movement.hand(position, turn, start.hands[turn]) or [position]


def _next_layer(
    movement: Movement, start: Start, layer: Mapping[Position, int], turn: Seat
) -> Mapping[Position, int]:
    """Each position after one more turn in which the game goes on, with how many ways lead to it."""
    table, following = movement.table, Counter[Position]()
    side = table.team_from(turn)
    for position, ways in layer.items():
        for result in _after(movement, start, position, turn):
            if not all(is_finished(table, result, seat) for seat in side):
                following[result] += ways
    return following
