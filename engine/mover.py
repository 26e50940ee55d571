"""What the pegs of one seat can do, peg by peg. RULES 4, 5, 7, 9.

The engine's innermost loops, written for speed: sets of holes are ints, tables are built once, plain tuples
go round, and recipes are put together only for who asks. `board` is always a position as a list; it is
read, never changed.
"""

from collections.abc import Iterable

from engine.board import PEGS, START, Hole, Seat, bits_of, hole_of
from engine.cards import Rank
from engine.deeds import Split, Walks
from engine.hops import Hop, Manner, Recipe
from engine.landing import Landing
from engine.position import Position
from engine.reach import strides
from engine.ruleset import HomeEntry, JokerFromStart, Rules
from engine.seating import Seating

Way = tuple[int, int, int, int]
"""How a peg may walk: its hole, the count, the end's bit, and both holes' bits."""
Peg = tuple[int, int]
"""The hole of a peg, START for one in start, and the seat's pegs as bits when it is lifted."""
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
        home_first: of two ways open to a peg, only the first counts, which leads home. RULES 4.3, mandatory.
        landing: what its pegs push off where they land.
    """

    __slots__ = (
        "_come_out",
        "_jumps_on",
        "_jumps_out",
        "_rows",
        "_track",
        "home",
        "home_first",
        "landing",
        "seat",
    )

    def __init__(self, table: Seating, rules: Rules, seat: Seat, counts: Iterable[int]) -> None:
        self.seat = seat
        self.home = table.board.home_masks[seat]
        self.landing = Landing(table, rules.blocked_in_spot, seat)
        self._track = table.board.track_mask
        self._come_out = 1 << table.board.come_outs[seat]
        self.home_first = rules.home_entry is HomeEntry.MANDATORY
        self._jumps_on = JokerFromStart.OCCUPIED in rules.joker_from_start
        self._jumps_out = JokerFromStart.COME_OUT in rules.joker_from_start
        self._rows = {count: strides(table.board.sides, seat, count, rules.home_entry) for count in counts}

    def walk(
        self,
        found: Found,
        board: list[int],
        others: int,
        holes: list[int],
        walks: Walks,
        before: Recipe = (),
    ) -> None:
        """One of the pegs by the count of one of the cards. RULES 4.

        Args:
            others: the holes held by other colours.
            holes: those of the pegs that may be moved.
            before: the first half of a split, where this is the second.
        """
        plain, pushed, told = found
        own, home_first = board[self.seat], self.home_first
        for card, count in walks:
            rows = self._rows[count]
            for hole in holes:
                for path, end, flip in rows[hole]:
                    if path & own:  # RULES 4.2
                        continue
                    after = own ^ flip
                    if end & others:
                        result = self.landed(board, after ^ end, end)
                        if result is None:
                            continue
                        pushed[result] = card
                    else:
                        result = None
                        plain[after] = card
                    if told is not None:
                        recipe = (*before, self.hop(hole, end, count))
                        told.append((recipe, result or self.placed(board, after)))
                    if home_first:  # RULES 4.3: home stands first, and nobody's peg there bars it
                        break

    def split(
        self, found: Found, board: list[int], others: int, holes: list[int], split: Split, alone: bool
    ) -> list[Way]:
        """Two pegs of this seat, one half after the other, where the first leaves other seats alone. RULES 6.

        Returns the first halves that need a look at the whole board: those that push somebody or bring the
        seat's last peg home, and all others too unless this seat is `alone` in playing the second half.
        """
        plain, pushed, told = found
        own, ways = board[self.seat], []
        for count, ((card, rest),) in split.items():
            rows, second_rows = self._rows[count], self._rows[rest]
            for hole in holes:
                for path, end, flip in rows[hole]:
                    if path & own:
                        continue
                    between = own ^ flip
                    more_to_it = end & others or between == self.home
                    if more_to_it or not alone:
                        ways.append((hole, count, end, flip))
                    if more_to_it:
                        continue
                    for second in holes:
                        if second == hole:
                            continue
                        for second_path, second_end, second_flip in second_rows[second]:
                            if second_path & between:
                                continue
                            after = between ^ second_flip
                            if second_end & others:
                                result = self.landed(board, after ^ second_end, second_end)
                                if result is None:
                                    continue
                                pushed[result] = card
                            else:
                                result = None
                                plain[after] = card
                            if told is not None:
                                recipe = (self.hop(hole, end, count), self.hop(second, second_end, rest))
                                told.append((recipe, result or self.placed(board, after)))
        return ways

    def ways(self, board: list[int], others: int, holes: list[int], counts: Iterable[int]) -> list[Way]:
        """Every way that is open to one of the pegs by one of the counts, and not barred where it ends."""
        told: Told = []
        walks = tuple((Rank.ACE, count) for count in counts)
        self.walk(({}, {}, told), board, others, holes, walks)
        hops = [recipe[0] for recipe, _result in told]
        return [(hop.start, hop.far, 1 << hop.end, 1 << hop.start | 1 << hop.end) for hop in hops]

    def come_out(self, found: Found, board: list[int], others: int, card: Rank) -> None:
        """A start peg to the come-out hole. RULES 4.6."""
        own, end = board[self.seat], self._come_out
        if own.bit_count() == PEGS or own & end:
            return
        if end & others or found[2] is not None:
            self._leap(found, board, others, [(START, own)], end, card, Manner.COME_OUT)
        else:
            found[0][own | end] = card

    def jump(self, found: Found, board: list[int], others: int, holes: list[int], card: Rank) -> None:
        """A joker, by a start peg or by the track peg on one of the holes given. RULES 7."""
        own = board[self.seat]
        start: list[Peg] = [(START, own)]
        track: list[Peg] = [(hole, own ^ 1 << hole) for hole in holes]
        from_start = self.targets(own, others, START) if own.bit_count() < PEGS else 0
        from_track = self.targets(own, others, Hole(0)) if holes else 0
        for pegs, ends in (
            (start + track, from_start & from_track),
            (start, from_start & ~from_track),
            (track, from_track & ~from_start),
        ):
            if ends:
                self._leap(found, board, others, pegs, ends, card, Manner.JUMP)

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
        pegs: list[Peg],
        ends: int,
        card: Rank,
        manner: Manner,
    ) -> None:
        """One of the pegs on to one of the ends, over whatever lies between. RULES 5."""
        plain, pushed, told = found
        seat, own = self.seat, board[self.seat]
        for end in bits_of(ends):
            cleared = board.copy()
            # A chain that meets no own peg is the same whichever peg leaps; else it may need the hole left.
            same = self.landing.clear(cleared, end) is None and cleared[seat] == own
            for hole, lifted in pegs:
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
