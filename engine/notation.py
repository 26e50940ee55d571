"""Moves as data and as text. DESIGN 2: `7♥ A12-A15 A0-AH1 xC3-S`.

A step from start names whose start it is (`AS-A8`), since a joker's end doesn't tell; a displaced peg is
known by the hole it stood on.
"""

from dataclasses import dataclass
from typing import NamedTuple

from engine.board import START, Hole, Seat, seat_name
from engine.cards import Card
from engine.hops import Hop, Manner, Recipe
from engine.landing import Barred, Cause, Displacement, displace
from engine.mover import swapped
from engine.moves import Movement
from engine.position import Position, seat_at
from engine.reach import home_path, track_path
from engine.seating import Seating


class Step(NamedTuple):
    """One peg moved: from `start` (maybe START) to `end`, over `path`, the end included."""

    seat: Seat
    start: Hole
    end: Hole
    path: tuple[Hole, ...]


@dataclass(frozen=True, slots=True)
class Move:
    """One distinct result of a card, told by one of the recipes that lead to it.

    Attributes:
        steps: one, or two of a split, in the order played.
        displaced: every peg pushed, in order; each half's chain after its step.
        recipes: all ways to this result.
        result: the position after it.
    """

    steps: tuple[Step, ...]
    displaced: tuple[Displacement, ...]
    recipes: tuple[Recipe, ...]
    result: Position


def describe(movement: Movement, position: Position, recipes: list[Recipe], result: Position) -> Move:
    """The move, told by the least of its recipes, so that no order of finding them changes a notation."""
    steps: list[Step] = []
    chain: list[Displacement] = []
    for hop in min(recipes):
        steps.append(Step(hop.seat, hop.start, hop.end, path_of(movement.table, hop)))
        chain += pushed_by(movement, position, hop)
        position = after_hop(movement, position, hop)
    return Move(tuple(steps), tuple(chain), tuple(recipes), result)


def after_hop(movement: Movement, position: Position, hop: Hop) -> Position:
    """The position after a legal hop."""
    if hop.manner is Manner.SWAP:
        return swapped(position, 1 << hop.start | 1 << hop.end)
    landed = movement.land(position, hop)
    assert not isinstance(landed, Barred)
    return landed


def pushed_by(movement: Movement, position: Position, hop: Hop) -> tuple[Displacement, ...]:
    """The pegs that a legal hop displaces, in order."""
    if hop.manner is Manner.SWAP:
        standing = seat_at(position, hop.end)
        assert standing is not None, "a swap is with a peg"
        return (Displacement(standing, hop.end, hop.start, Cause.SWAP),)
    if not movement.table.board.is_track(hop.end):
        return ()
    lifted = list(position)
    if hop.start != START:
        lifted[hop.seat] ^= 1 << hop.start
    chain = displace(movement.table, movement.rules.blocked_in_spot, tuple(lifted), hop.seat, hop.end)
    assert not isinstance(chain, Barred)
    return chain


def origins(movement: Movement, position: Position, recipe: Recipe) -> tuple[Hole, ...]:
    """For each hop, where its peg stood before the card, even one the first half pushed."""
    if len(recipe) == 1:
        return (recipe[0].start,)
    first, second = recipe
    for push in pushed_by(movement, position, first):
        if (push.seat, push.end) == (second.seat, second.start):
            return first.start, push.start
    return first.start, second.start


def path_of(table: Seating, hop: Hop) -> tuple[Hole, ...]:
    """The holes a hop passes, its end included; a jump, a swap and a coming out pass none."""
    if hop.manner not in (Manner.FORWARD, Manner.BACKWARD):
        return (hop.end,)
    if table.board.home_depth(hop.seat, hop.end):
        return tuple(home_path(table.board, hop.seat, hop.start, hop.far) or ())
    return tuple(track_path(table.board, hop.start, hop.far))


def write_move(table: Seating, card: Card, move: Move) -> str:
    """A move as text. Distinct moves of a card in a position have distinct texts."""
    words = [str(card)]
    words += [f"{_from(table, step.seat, step.start)}-{table.board.name(step.end)}" for step in move.steps]
    words += [f"x{table.board.name(push.start)}-{table.board.name(push.end)}" for push in move.displaced]
    return " ".join(words)


def _from(table: Seating, seat: Seat, hole: Hole) -> str:
    return (seat_name(seat) if hole == START else "") + table.board.name(hole)


_ASCII = str.maketrans({"♠": "S", "♥": "H", "♦": "D", "♣": "C"})


def same_notation(one: str, other: str) -> bool:
    """Whether two texts write the same move, signs or letters for the suit, whatever the white space."""
    return one.translate(_ASCII).split() == other.translate(_ASCII).split()
