"""What the pegs of one seat can do, peg by peg. RULES 4, 5, 7, 9.

The engine's innermost loops, written for speed: sets of holes are ints, tables are built once, plain tuples
go round, and recipes are put together only for who asks.

Most results need no whole position to be told apart. Unless a teammate is pushed, whoever stands where one of
the seat's pegs has come to is an opponent and goes to its start: how the seat's own pegs stand tells it all.
"""

from collections.abc import Iterable, Iterator

from engine.board import PEGS, START, Hole, Seat, bits_of, hole_of
from engine.cards import Rank
from engine.deeds import Split, Walks
from engine.hops import Hop, Manner, Recipe
from engine.pegs import Pegs
from engine.position import Position
from engine.reach import Stride, strides
from engine.ruleset import HomeEntry, JokerFromStart, Rules
from engine.seating import Seating

Half = tuple[int, int, int, Position]
"""A peg that walked: the hole it left, the count, the end's bit, and the position after it."""
Peg = tuple[int, int]
"""The hole of a peg, START for one in start, and the seat's pegs as bits when it is lifted."""
Told = list[tuple[Recipe, Position]]
"""Recipes, each with its result."""
Plain = dict[int, Rank]
"""How one seat's pegs stand after moves that push no teammate, each with a card that does it. `Pegs.after`
knows the position."""
Pushed = dict[Position, Rank]
"""The positions after all other moves, likewise."""
Found = tuple[Plain, Pushed, Told | None]
"""What one seat's pegs lead to; and every recipe, where recipes are wanted: then no result is a plain one."""


class Mover(Pegs):
    """What the pegs of one seat can do, at one table under one ruleset.

    Attributes:
        home_first: a peg that can go home by a count may not go along by it. RULES 4.3, mandatory.
    """

    __slots__ = (
        "_come_out",
        "_jumps_on",
        "_jumps_out",
        "_rows",
        "_track",
        "home_first",
    )

    def __init__(self, table: Seating, rules: Rules, seat: Seat, counts: Iterable[int]) -> None:
        super().__init__(table, rules, seat)
        self.home_first = rules.home_entry is HomeEntry.MANDATORY
        self._track = table.board.track_mask
        self._come_out = 1 << table.board.come_outs[seat]
        self._jumps_on = JokerFromStart.OCCUPIED in rules.joker_from_start
        self._jumps_out = JokerFromStart.COME_OUT in rules.joker_from_start
        self._rows = {count: strides(table.board.sides, seat, count, rules.home_entry) for count in counts}

    def walk(
        self,
        found: Found,
        board: Position,
        mates: int,
        holes: list[int],
        walks: Walks,
        before: Recipe = (),
    ) -> None:
        """One of the pegs by the count of one of the cards. RULES 4.

        Args:
            mates: the holes held by teammates of another colour.
            holes: those of the pegs that may be moved.
            before: the first half of a split, where this is the second.
        """
        plain, pushed, told = found
        if told is not None:
            self._tell_walks(pushed, told, board, holes, walks, before)
            return
        own = board[self.seat]
        side = own | mates
        for card, count in walks:
            rows = self._rows[count]
            for hole in holes:
                path, end, flip, fork = rows[hole]
                if fork and not fork[0] & own:
                    plain[own ^ fork[2]] = card
                    if self.home_first:  # RULES 4.3, mandatory
                        continue
                if path & side:
                    if path & own:  # RULES 4.2
                        continue
                    if end & mates:
                        self._push(pushed, board, own ^ flip, end, card)
                        continue
                plain[own ^ flip] = card

    def _tell_walks(
        self,
        pushed: Pushed,
        told: Told,
        board: Position,
        holes: list[int],
        walks: Walks,
        before: Recipe,
    ) -> None:
        for card, count in walks:
            for hole, _count, end, result in self.halves(board, holes, (count,)):
                pushed[result] = card
                told.append(((*before, self.hop(hole, end, count)), result))

    def halves(self, board: Position, holes: list[int], counts: Iterable[int]) -> Iterator[Half]:
        """Every way that is open to one of the pegs by one of the counts. RULES 4, 5."""
        own = board[self.seat]
        for count in counts:
            rows = self._rows[count]
            for hole in holes:
                path, end, flip, fork = rows[hole]
                if fork and not fork[0] & own:
                    yield hole, count, fork[1], self.after(board, own ^ fork[2])
                    if self.home_first:
                        continue
                result = None if path & own else self.landed(board, own ^ flip ^ end, end)
                if result is not None:
                    yield hole, count, end, result

    def split(
        self, found: Found, board: Position, mates: int, holes: list[int], split: Split
    ) -> list[tuple[int, int]]:
        """Two pegs of this seat, where the one that goes first pushes no teammate. RULES 6.

        Where neither does, they come to the same whichever goes first: every pair is looked at once.

        Returns the holes and counts of the pegs that push a teammate if they go first.
        """
        plain, pushed, _told = found
        own, ways, firsts = board[self.seat], self._nearly_open(board[self.seat], holes, split), []
        for count, ((card, rest),) in split.items():
            firsts += [(hole, count) for hole, (_path, end, _flip) in ways[count] if end & mates]
            if count > rest:
                continue  # seen from the other half
            for hole, way in ways[count]:
                path, end, flip = way
                for other_hole, other in ways[rest]:
                    if other_hole == hole:
                        continue
                    other_path, other_end, other_flip = other
                    if (end | other_end) & mates:
                        self._push_second(pushed, board, mates, way, other, card)
                        self._push_second(pushed, board, mates, other, way, card)
                    elif not (path & own or other_path & (own ^ flip)) or not (
                        other_path & own or path & (own ^ other_flip)
                    ):  # one of them can go first, and leaves the other's way open
                        plain[own ^ flip ^ other_flip] = card
        return firsts

    def _nearly_open(
        self, own: int, holes: list[int], counts: Iterable[int]
    ) -> dict[int, list[tuple[int, Stride]]]:
        """For each count the ways, and holes they leave, that no own peg bars, or one, which may go first."""
        found = {}
        for count in counts:
            rows, ways = self._rows[count], []
            for hole in holes:
                path, end, flip, fork = rows[hole]
                bars = path & own
                if not bars & (bars - 1):  # one bit at most
                    ways.append((hole, (path, end, flip)))
                if fork:
                    bars = fork[0] & own
                    if not bars & (bars - 1):
                        ways.append((hole, fork))
            found[count] = ways
        return found

    def _push_second(
        self,
        pushed: Pushed,
        board: Position,
        mates: int,
        first: Stride,
        second: Stride,
        card: Rank,
    ) -> None:
        """Two walks in this order, where it is open and the first pushes no teammate."""
        own = board[self.seat]
        path, end, flip = first
        second_path, second_end, second_flip = second
        if not (end & mates or path & own or second_path & (own ^ flip)):
            self._push(pushed, self.after(board, own ^ flip), own ^ flip ^ second_flip, second_end, card)

    def _push(self, pushed: Pushed, board: Position, after: int, end: int, card: Rank) -> None:
        """Where this seat's pegs stand on `after` and the last came to `end`, pushing who stood there."""
        result = self.landed(board, after ^ end, end)
        if result is not None:
            pushed[result] = card

    def come_out(self, found: Found, board: Position, mates: int, card: Rank) -> None:
        """A start peg to the come-out hole. RULES 4.6."""
        own, end = board[self.seat], self._come_out
        if own.bit_count() == PEGS or own & end:
            return
        if end & mates or found[2] is not None:
            self._leap(found, board, mates, [(START, own)], end, card, Manner.COME_OUT)
        else:
            found[0][own | end] = card

    def jump(self, found: Found, board: Position, mates: int, holes: list[int], card: Rank) -> None:
        """A joker, by a start peg or by the track peg on one of the holes given. RULES 7."""
        own = board[self.seat]
        start: list[Peg] = [(START, own)]
        track: list[Peg] = [(hole, own ^ 1 << hole) for hole in holes]
        occupied = (sum(board) ^ own) & self._track
        from_start = self.targets(own, occupied, START) if own.bit_count() < PEGS else 0
        from_track = self.targets(own, occupied, Hole(0)) if holes else 0
        for pegs, ends in (
            (start + track, from_start & from_track),
            (start, from_start & ~from_track),
            (track, from_track & ~from_start),
        ):
            if ends:
                self._leap(found, board, mates, pegs, ends, card, Manner.JUMP)

    def targets(self, own: int, occupied: int, start: Hole) -> int:
        """The holes that a joker may try for from a hole, before the landing is judged. RULES 7.

        `occupied`: the track holes held by other colours.
        """
        if start != START:
            return occupied
        come_out = self._come_out & ~own  # RULES 4.2: an own peg on it bars it
        return (occupied if self._jumps_on else 0) | (come_out if self._jumps_out else 0)

    def swap(self, found: Found, board: Position, holes: list[int], card: Rank) -> None:
        """A track peg trades places with one of another colour: no landing, no walk. RULES 9, two_swaps."""
        _plain, pushed, told = found
        others = sum(board) ^ board[self.seat]
        for hole in holes:
            for end in bits_of(others & self._track):
                result = swapped(board, 1 << hole | end)
                pushed[result] = card
                if told is not None:
                    told.append(((Hop(self.seat, Hole(hole), hole_of(end), Manner.SWAP),), result))

    def _leap(
        self,
        found: Found,
        board: Position,
        mates: int,
        pegs: list[Peg],
        ends: int,
        card: Rank,
        manner: Manner,
    ) -> None:
        """One of the pegs on to one of the ends, over whatever lies between. RULES 5."""
        plain, pushed, told = found
        seat, own = self.seat, board[self.seat]
        for end in bits_of(ends):
            if told is None and not end & mates:
                for _hole, lifted in pegs:
                    plain[lifted | end] = card
                continue
            cleared = list(board)
            # A chain that meets no own peg is the same whichever peg leaps; else it may need the hole left.
            same = self.landing.clear(cleared, end) is None and cleared[seat] == own
            for hole, lifted in pegs:
                result: Position | None
                if same:
                    cleared[seat] = lifted | end
                    result = tuple(cleared)
                else:
                    result = self.landed(board, lifted, end)
                if result is not None:
                    pushed[result] = card
                    if told is not None:
                        told.append(((Hop(seat, Hole(hole), hole_of(end), manner),), result))

    def hop(self, hole: int, end: int, count: int) -> Hop:
        """A walk, as told."""
        return Hop(
            self.seat, Hole(hole), hole_of(end), Manner.FORWARD if count > 0 else Manner.BACKWARD, count
        )


def swapped(position: Iterable[int], both: int) -> Position:
    """The position after the pegs on two holes, given as bits, have traded places."""
    return tuple(pegs ^ both if (pegs & both).bit_count() == 1 else pegs for pegs in position)
