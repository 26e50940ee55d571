"""Landing on another colour. RULES 5."""

from enum import StrEnum
from typing import NamedTuple

from engine.board import START, Hole, Seat, hole_of
from engine.position import Position
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


class Landing:
    """What landing does for one seat's pegs, at one table."""

    __slots__ = ("_blocked", "_in_spots", "_opponents", "_side")

    def __init__(self, table: Seating, blocked: BlockedInSpot, mover: Seat) -> None:
        self._blocked = blocked
        self._in_spots = tuple(1 << hole for hole in table.board.in_spots)
        self._side = table.teams[table.side_of[mover]]
        self._opponents = tuple(seat for seat in table.seats if seat not in self._side)

    def clear(
        self, pegs: list[int], hole: int, told: list[Displacement] | None = None, filled: int = 0
    ) -> Barred | None:
        """Push off whatever stands on a hole, given as its bit, so that it can be landed on.

        Args:
            pegs: the position with the moving peg lifted: the hole it left is empty for the chain.
                It is changed in place, and worth nothing where the answer is `Barred`.
            told: where the displacements are wanted, the list to put them on, in order.
            filled: the holes that this chain has filled.
        """
        for seat in self._opponents:
            if pegs[seat] & hole:
                pegs[seat] ^= hole
                if told is not None:
                    told.append(Displacement(seat, hole_of(hole), START, Cause.OPPONENT))
                return None
        for seat in self._side:
            if pegs[seat] & hole:
                return self._send_on(pegs, seat, hole, told, filled | hole)
        return None

    def _send_on(
        self, pegs: list[int], seat: Seat, hole: int, told: list[Displacement] | None, filled: int
    ) -> Barred | None:
        """A teammate, or another peg of the mover's own colour, goes to its own in-spot."""
        in_spot = self._in_spots[seat]
        if in_spot & filled:  # asked first, also under bumped_to_start
            return Barred(hole_of(in_spot), refilled=True)
        pegs[seat] ^= hole
        if told is not None:
            told.append(Displacement(seat, hole_of(hole), hole_of(in_spot), Cause.TEAMMATE))
        if pegs[seat] & in_spot:
            if self._blocked is BlockedInSpot.ILLEGAL:
                return Barred(hole_of(in_spot), refilled=False)
            if told is not None:  # one peg of its colour stands there afterwards, as before
                told.append(Displacement(seat, hole_of(in_spot), START, Cause.IN_SPOT_TAKEN))
            return None
        barred = self.clear(pegs, in_spot, told, filled)  # whoever stands there is treated the same way
        pegs[seat] |= in_spot
        return barred


def displace(
    table: Seating, blocked: BlockedInSpot, position: Position, mover: Seat, hole: Hole
) -> tuple[Displacement, ...] | Barred:
    """What a peg of `mover` pushes off `hole`, in order; or why it may not land there.

    `position` is the board with the moving peg lifted.
    """
    told: list[Displacement] = []
    return Landing(table, blocked, mover).clear(list(position), 1 << hole, told) or tuple(told)
