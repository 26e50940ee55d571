"""The pegs of one seat: how they stand, and what comes of it where one of them lands. RULES 5.

Written for speed, like `mover`: it is asked for every result that a search finds.
"""

from collections.abc import Iterable

from engine.board import PEGS, Seat
from engine.landing import Landing
from engine.position import Position
from engine.ruleset import Rules
from engine.seating import Seating


class Pegs:
    """The pegs of one seat, at one table under one ruleset.

    Attributes:
        home: the holes of its home.
        landing: what its pegs push off where they land.
        mates, opponents: the other seats of its side, and those of other sides.
    """

    __slots__ = ("home", "landing", "mates", "opponents", "seat")

    def __init__(self, table: Seating, rules: Rules, seat: Seat) -> None:
        self.seat = seat
        self.home = table.board.home_masks[seat]
        self.landing = Landing(table, rules.blocked_in_spot, seat)
        self.mates = table.team_from(seat)[1:]
        self.opponents = tuple(other for other in table.seats if other not in table.team_from(seat))

    def holes(self, board: Position, spared: int = 0) -> list[int]:
        """Those of its pegs; without a peg on the `spared` bit."""
        left, holes = board[self.seat] & ~spared, []
        while left:
            hole = left.bit_length() - 1
            holes.append(hole)
            left ^= 1 << hole
        return holes

    def held_by_mates(self, board: Position) -> int:
        """The holes where its teammates stand."""
        held = 0
        for mate in self.mates:
            held |= board[mate]
        return held

    def is_finishing(self, board: Position) -> bool:
        """Whether all its pegs but one are home."""
        return (board[self.seat] & self.home).bit_count() == PEGS - 1

    def landed(self, board: Position, lifted: int, end: int) -> Position | None:
        """The position after a peg was put on `end` while the seat's others stand on `lifted`. RULES 5.

        None where it may not land there.
        """
        pegs = list(board)
        pegs[self.seat] = lifted
        if self.landing.clear(pegs, end):
            return None
        pegs[self.seat] |= end
        return tuple(pegs)

    def after(self, board: Position, own: int) -> Position:
        """The position with this seat's pegs standing so, where they came there without pushing a teammate.

        Who else stands where one of them now stands is an opponent, and goes to its start. RULES 5.
        """
        pegs = list(board)
        pegs[self.seat] = own
        for opponent in self.opponents:
            if pegs[opponent] & own:
                pegs[opponent] &= ~own
        return tuple(pegs)

    def after_each(self, board: Position, owns: Iterable[int]) -> list[Position]:
        """What `after` says of each, quickly."""
        positions, pegs, seat = [], list(board), self.seat
        others = sum(board) ^ board[seat]
        for own in owns:
            if own & others:
                positions.append(self.after(board, own))
            else:
                pegs[seat] = own
                positions.append(tuple(pegs))
        return positions
