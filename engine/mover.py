"""What the pegs of one seat can do, peg by peg. RULES 4, 5, 7, 9.

The engine's innermost loops, written for speed: sets of holes are ints, tables are built once, plain tuples
go round, and recipes are put together only for who asks. `board` is always a position as a list; it is
read, never changed.
"""

from collections.abc import Iterable

from engine.board import PEGS, START, Hole, Seat, bits_of, hole_of
from engine.cards import Rank
from engine.deeds import Walks
from engine.hops import Hop, Manner, Recipe
from engine.landing import Landing
from engine.position import Position
from engine.reach import strides
from engine.ruleset import HomeEntry, JokerFromStart, Rules
from engine.seating import Seating

Way = tuple[int, int, int, int]
"""How a peg may walk: its hole, the count, the end's bit, and both holes' bits."""
Stand = tuple[int, list[int], Walks, Recipe]
"""How a seat stands and what it may do: its pegs as bits, the holes of those that may be moved, the cards,
and the first half of a split, where this is the second."""
Told = list[tuple[Recipe, Position]]
"""Recipes, each with its result."""
Found = tuple[dict[int, Rank], dict[Position, Rank], Told | None]
"""What one seat's pegs lead to: this seat's pegs after a move that pushes nobody, with a card that does it
(who asked knows the rest of the board); whole positions after all other moves, likewise; and every recipe,
where recipes are wanted."""


class Mover:
    """The pegs of one seat, at one table under one ruleset.

    Attributes:
        home: the holes of its home.
        landing: what its pegs push off where they land.
    """

    __slots__ = (
        "_come_out",
        "_home_first",
        "_jumps_on",
        "_jumps_out",
        "_rows",
        "_track",
        "home",
        "landing",
        "seat",
    )

    def __init__(self, table: Seating, rules: Rules, seat: Seat, counts: Iterable[int]) -> None:
        self.seat = seat
        self.home = table.board.home_masks[seat]
        self.landing = Landing(table, rules.blocked_in_spot, seat)
        self._track = table.board.track_mask
        self._come_out = 1 << table.board.come_outs[seat]
        self._home_first = rules.home_entry is HomeEntry.MANDATORY
        self._jumps_on = JokerFromStart.OCCUPIED in rules.joker_from_start
        self._jumps_out = JokerFromStart.COME_OUT in rules.joker_from_start
        self._rows = {count: strides(table.board.sides, seat, count, rules.home_entry) for count in counts}

    def walk(self, found: Found, board: list[int], others: int, stands: Iterable[Stand]) -> None:
        """One peg by the count of a card, for each way the seat may stand. RULES 4.

        Args:
            board: the position; where this seat stands is said by `stands`.
            others: the holes held by other colours.
        """
        plain, pushed, told = found
        home_first = self._home_first
        for own, holes, walks, before in stands:
            for card, count in walks:
                rows = self._rows[count]
                for hole in holes:
                    for path, end, flip in rows[hole]:
                        if path & own:  # RULES 4.2
                            continue
                        if end & others:
                            result = self.landed(board, own ^ flip ^ end, end)
                            if result is None:
                                continue
                            pushed[result] = card
                        else:
                            result = None
                            plain[own ^ flip] = card
                        if told is not None:
                            recipe = (*before, self.hop(hole, end, count))
                            told.append((recipe, result or self.placed(board, own ^ flip)))
                        if home_first:  # RULES 4.3: home stands first, and nobody's peg there bars it
                            break

    def open_ways(self, own: int, holes: list[int], counts: Iterable[int]) -> list[Way]:
        """The same ways, not landed yet: for the first half of a split."""
        ways = []
        for count in counts:
            rows = self._rows[count]
            for hole in holes:
                for path, end, flip in rows[hole]:
                    if path & own:
                        continue
                    ways.append((hole, count, end, flip))
                    if self._home_first:
                        break
        return ways

    def come_out(self, found: Found, board: list[int], others: int, card: Rank) -> None:
        """A start peg to the come-out hole. RULES 4.6."""
        own = board[self.seat]
        if own.bit_count() < PEGS and not own & self._come_out:
            self._leap(found, board, others, (START,), self._come_out, card, Manner.COME_OUT)

    def jump(self, found: Found, board: list[int], others: int, holes: list[int], card: Rank) -> None:
        """A joker, by a start peg or by the track peg on one of the holes given. RULES 7."""
        own = board[self.seat]
        from_start = self.targets(own, others, START) if own.bit_count() < PEGS else 0
        from_track = self.targets(own, others, Hole(0)) if holes else 0
        for end in bits_of(from_start | from_track):
            starts: list[int] = [START] if end & from_start else []
            starts += holes if end & from_track else []
            self._leap(found, board, others, starts, end, card, Manner.JUMP)

    def targets(self, own: int, others: int, start: Hole) -> int:
        """The holes that a joker may try for from a hole, before the landing is judged. RULES 7."""
        occupied = others & self._track
        if start != START:
            return occupied
        come_out = self._come_out & ~own  # RULES 4.2: an own peg on it bars it
        return (occupied if self._jumps_on else 0) | (come_out if self._jumps_out else 0)

    def swap(self, found: Found, board: list[int], others: int, holes: list[int], card: Rank) -> None:
        """A track peg trades places with one of another colour: no landing, no walk. RULES 9, two_swaps."""
        _plain, pushed, told = found
        for hole in holes:
            for end in bits_of(others & self._track):
                result = swapped(board, 1 << hole | end)
                pushed[result] = card
                if told is not None:
                    told.append(((Hop(self.seat, Hole(hole), hole_of(end), Manner.SWAP),), result))

    def _leap(
        self,
        found: Found,
        board: list[int],
        others: int,
        holes: Iterable[int],
        end: int,
        card: Rank,
        manner: Manner,
    ) -> None:
        """One of the pegs to a hole, over whatever lies between. RULES 5."""
        plain, pushed, told = found
        seat, own = self.seat, board[self.seat]
        cleared, same = board.copy(), True
        if end & others:
            # A chain that meets no own peg is the same whichever peg leaps; else it may need the hole left.
            same = self.landing.clear(cleared, end) is None and cleared[seat] == own
        for hole in holes:
            lifted = own if hole == START else own ^ 1 << hole
            result: Position | None
            if same:
                cleared[seat] = lifted | end
                result = tuple(cleared)
            else:
                result = self.landed(board, lifted, end)
            if result is None:
                continue
            if end & others:
                pushed[result] = card
            else:
                plain[lifted | end] = card
            if told is not None:
                told.append(((Hop(seat, Hole(hole), hole_of(end), manner),), result))

    def landed(self, board: list[int], lifted: int, end: int) -> Position | None:
        """The position after a peg was put on `end` while the seat's others stand on `lifted`. RULES 5.

        None where it may not land there.
        """
        pegs = board.copy()
        pegs[self.seat] = lifted
        if self.landing.clear(pegs, end):
            return None
        pegs[self.seat] |= end
        return tuple(pegs)

    def placed(self, board: list[int], own: int) -> Position:
        """The position with this seat's pegs standing otherwise."""
        pegs = board.copy()
        pegs[self.seat] = own
        return tuple(pegs)

    def hop(self, hole: int, end: int, count: int) -> Hop:
        """A walk, as told."""
        return Hop(
            self.seat, Hole(hole), hole_of(end), Manner.FORWARD if count > 0 else Manner.BACKWARD, count
        )


def swapped(position: Iterable[int], both: int) -> Position:
    """The position after the pegs on two holes, given as bits, have traded places."""
    return tuple(pegs ^ both if (pegs & both).bit_count() == 1 else pegs for pegs in position)
