"""Landing on another colour. RULES 5."""

from enum import StrEnum
from typing import NamedTuple

from engine.board import START, Hole, Seat
from engine.position import Position, seat_at
from engine.ruleset import BlockedInSpot
from engine.seating import Seating


class Cause(StrEnum):
    """Why a peg was displaced."""

    OPPONENT = "opponent"
    TEAMMATE = "teammate"
    IN_SPOT_TAKEN = "in_spot_taken"
    SWAP = "swap"


class Displacement(NamedTuple):
    """A peg pushed off its hole; `end` may be START."""

    seat: Seat
    start: Hole
    end: Hole
    cause: Cause


class Barred(NamedTuple):
    """Why nobody may land: the in-spot that the chain would need.

    `refilled` tells that this very chain has filled it; else a peg of its own colour holds it.
    """

    in_spot: Hole
    refilled: bool


def displace(
    table: Seating, blocked: BlockedInSpot, position: Position, mover: Seat, hole: Hole
) -> tuple[Displacement, ...] | Barred:
    """What a peg of `mover` pushes off `hole`, in order; or why it may not land there.

    `position` is the board with the moving peg lifted: the hole it left is empty for the chain.
    """
    chain: list[Displacement] = []
    filled = 0
    while (standing := seat_at(position, hole)) is not None:
        filled |= 1 << hole
        if table.side_of[standing] != table.side_of[mover]:
            chain.append(Displacement(standing, hole, START, Cause.OPPONENT))
            break
        in_spot = table.board.in_spots[standing]
        if filled >> in_spot & 1:  # RULES 5: asked first, also under bumped_to_start
            return Barred(in_spot, refilled=True)
        chain.append(Displacement(standing, hole, in_spot, Cause.TEAMMATE))
        if position[standing] >> in_spot & 1:
            if blocked is BlockedInSpot.ILLEGAL:
                return Barred(in_spot, refilled=False)
            chain.append(Displacement(standing, in_spot, START, Cause.IN_SPOT_TAKEN))
            break
        hole = in_spot
    return tuple(chain)


def displaced(position: Position, chain: tuple[Displacement, ...]) -> Position:
    """The position after the pegs of a chain are where they were pushed to."""
    pegs = list(position)
    for seat, start, end, _cause in reversed(chain):  # the last pushed first, so that each hole is free
        pegs[seat] &= ~(1 << start)
        if end != START:
            pegs[seat] |= 1 << end
    return tuple(pegs)
