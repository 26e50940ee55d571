"""What a card can do: every distinct result, with the ways that lead to it. RULES 3, 4, 6, 7, 8.

`Movement` holds what a table and its rules fix once. A *hop* moves one peg; a *recipe* is the hops of one
card, one or two; two recipes with one result are one choice for the player (DESIGN 2).
"""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from typing import NamedTuple

from engine.board import START, Hole, Seat
from engine.cards import Rank
from engine.landing import Barred, displace, displaced
from engine.position import Position, is_finished, seat_at, start_count
from engine.reach import Reaches, backward, forward
from engine.ruleset import Control, HomeEntry, JokerFromStart, JokerFromTrack, Nine, NineDirection, Rules
from engine.seating import Seating


class Manner(StrEnum):
    """How a peg hops: it walks over holes, comes out of start, jumps by a joker or trades places."""

    FORWARD = "forward"
    BACKWARD = "backward"
    COME_OUT = "come_out"
    JUMP = "jump"
    SWAP = "swap"


class Hop(NamedTuple):
    """One peg from a hole (START: from start) to another. `far` is what it walks, 0 where it doesn't."""

    seat: Seat
    start: Hole
    end: Hole
    manner: Manner
    far: int = 0


Recipe = tuple[Hop, ...]
Outcome = tuple[Recipe, Position]
Choices = dict[Position, list[Recipe]]

_PLAIN = {
    Rank.TWO: 2,
    Rank.THREE: 3,
    Rank.FOUR: 4,
    Rank.FIVE: 5,
    Rank.SIX: 6,
    Rank.SEVEN: 7,
    Rank.NINE: 9,
    Rank.TEN: 10,
}
_EXIT_RANKS = frozenset({Rank.ACE, Rank.JACK, Rank.QUEEN, Rank.KING})


@dataclass(frozen=True, slots=True)
class Movement:
    """The moves of one ruleset at one table. Use `movement`, which keeps one of each."""

    table: Seating
    rules: Rules

    def choices(self, position: Position, turn: Seat, rank: Rank) -> Choices:
        """Each distinct result of a card in this position, with every recipe that leads to it."""
        found: Choices = {}
        for recipe, result in self.outcomes(position, turn, rank):
            found.setdefault(result, []).append(recipe)
        return found

    def outcomes(self, position: Position, turn: Seat, rank: Rank) -> Iterator[Outcome]:
        """Every legal recipe of a card with its result. RULES 3."""
        seats = self.movable_seats(position, turn)
        if rank is Rank.JOKER:
            yield from self._joker(position, seats)
        elif rank is Rank.EIGHT:
            yield from self._whole(position, seats, -8)
        elif rank is Rank.SEVEN:
            yield from self._whole(position, seats, 7)
            yield from self._splits(position, turn, seats, [(k, 7 - k) for k in range(1, 7)])
        elif rank is Rank.NINE:
            yield from self._nine(position, turn, seats)
        else:
            yield from self._whole(position, seats, self.count(rank))
            if rank in _EXIT_RANKS:
                yield from self._come_out(position, seats)
            if rank is Rank.TWO and self.rules.two_swaps:
                yield from self._swaps(position, seats)

    def movable_seats(self, position: Position, turn: Seat) -> tuple[Seat, ...]:
        """Whose pegs the player may move: the whole side's, or one seat's, or nobody's. RULES 8."""
        team = self.table.team_from(turn)
        if self.rules.control is Control.TEAM:
            return team
        return tuple(seat for seat in team if not is_finished(self.table, position, seat))[:1]

    def count(self, rank: Rank) -> int:
        """How far a card other than an 8 or a joker moves one peg forward. RULES 3."""
        match rank:
            case Rank.ACE:
                return 1
            case Rank.JACK:
                return self.rules.jack
            case Rank.QUEEN:
                return self.rules.queen
            case Rank.KING:
                return self.rules.king
            case _:
                return _PLAIN[rank]

    def brings_out(self, rank: Rank) -> bool:
        """Whether the card brings a start peg to its come-out hole, jokers aside. RULES 4.6."""
        return rank in _EXIT_RANKS

    def nine_halves(self) -> list[tuple[int, int]]:
        """How a 9 may be split: the two counts in the order played, a backward one negative. RULES 6."""
        if self.rules.nine is Nine.FORWARD:
            return []
        if self.rules.nine_direction is NineDirection.BOTH_FORWARD:
            return [(k, 9 - k) for k in range(1, 9)]
        return [(k, k - 9) for k in range(1, 9)] + [(k - 9, k) for k in range(1, 9)]

    def reaches(self, seat: Seat, count: int) -> Reaches:
        """What a count leads to from each hole of the seat."""
        sides = self.table.board.sides
        return forward(sides, seat, count, self.rules.home_entry) if count > 0 else backward(sides, -count)

    def land(self, position: Position, hop: Hop) -> Position | Barred:
        """The position after a hop whose path is open, or why its last hole is barred. RULES 5."""
        end = 1 << hop.end
        lifted = position
        if hop.start != START:
            lifted = _with(position, hop.seat, position[hop.seat] ^ 1 << hop.start)
        if end & self.table.board.track_mask:
            chain = displace(self.table, self.rules.blocked_in_spot, lifted, hop.seat, hop.end)
            if isinstance(chain, Barred):
                return chain
            lifted = displaced(lifted, chain)
        return _with(lifted, hop.seat, lifted[hop.seat] | end)

    def walks(
        self, position: Position, seat: Seat, count: int, spared: int = 0
    ) -> Iterator[tuple[Hop, Position]]:
        """One peg of the seat by a count, negative for backward, except a peg on a `spared` bit. RULES 4."""
        own = position[seat]
        reaches = self.reaches(seat, count)
        manner = Manner.FORWARD if count > 0 else Manner.BACKWARD
        left = own & ~spared
        while left:
            bit = left & -left
            left ^= bit
            for path, end in reaches.get(bit, ()):
                if path & own:  # RULES 4.2
                    continue
                hop = Hop(seat, Hole(bit.bit_length() - 1), Hole(end.bit_length() - 1), manner, count)
                result = self.land(position, hop)
                if not isinstance(result, Barred):
                    yield hop, result
                if self.rules.home_entry is HomeEntry.MANDATORY:
                    break  # RULES 4.3: home stands first, and its last hole is never barred

    def _whole(self, position: Position, seats: tuple[Seat, ...], count: int) -> Iterator[Outcome]:
        for seat in seats:
            for hop, result in self.walks(position, seat, count):
                yield (hop,), result

    def _come_out(self, position: Position, seats: tuple[Seat, ...]) -> Iterator[Outcome]:
        """RULES 4.6."""
        for seat in seats:
            come_out = self.table.board.come_outs[seat]
            if start_count(position[seat]) and not position[seat] >> come_out & 1:
                yield from self._landed(position, Hop(seat, START, come_out, Manner.COME_OUT))

    def _landed(self, position: Position, hop: Hop) -> Iterator[Outcome]:
        result = self.land(position, hop)
        if not isinstance(result, Barred):
            yield (hop,), result

    def _nine(self, position: Position, turn: Seat, seats: tuple[Seat, ...]) -> Iterator[Outcome]:
        """RULES 3, 6: under split_else_forward the whole 9 is played only where no split can be."""
        splits = list(self._splits(position, turn, seats, self.nine_halves()))
        yield from splits
        if not (splits and self.rules.nine is Nine.SPLIT_ELSE_FORWARD):
            yield from self._whole(position, seats, 9)

    def _splits(
        self, position: Position, turn: Seat, seats: tuple[Seat, ...], halves: list[tuple[int, int]]
    ) -> Iterator[Outcome]:
        """Two different pegs, one half after the other. RULES 6."""
        for first_count, second_count in halves:
            for seat in seats:
                for first, between in self.walks(position, seat, first_count):
                    for other in self.second_seats(between, turn, first.seat):
                        # The peg already moved stands on its end and may not move again.
                        spared = 1 << first.end if other == first.seat else 0
                        for second, result in self.walks(between, other, second_count, spared):
                            yield (first, second), result

    def second_seats(self, between: Position, turn: Seat, first: Seat) -> tuple[Seat, ...]:
        """Whose pegs may take the second half, on the board as the first half left it. RULES 6."""
        if self.rules.control is Control.TEAM:
            return self.table.team_from(turn)
        if self.rules.split_carry and is_finished(self.table, between, first):
            return self.movable_seats(between, turn)
        return (first,)

    def joker_from_track_allowed(self, position: Position, side: Seat) -> bool:
        """Whether a track peg of that seat's side may use a joker now. RULES 7."""
        match self.rules.joker_from_track:
            case JokerFromTrack.ALWAYS:
                return True
            case JokerFromTrack.NEVER:
                return False
            case JokerFromTrack.TEAM_START_EMPTY:
                return not any(start_count(position[seat]) for seat in self.table.team_from(side))

    def _joker(self, position: Position, seats: tuple[Seat, ...]) -> Iterator[Outcome]:
        """RULES 7."""
        for seat in seats:
            for start in self._jumpers(position, seat):
                for end in self.joker_ends(position, seat, start):
                    yield from self._landed(position, Hop(seat, start, end, Manner.JUMP))

    def _jumpers(self, position: Position, seat: Seat) -> Iterator[Hole]:
        if start_count(position[seat]):
            yield START
        if self.joker_from_track_allowed(position, seat):
            yield from _holes(position[seat] & self.table.board.track_mask)

    def joker_ends(self, position: Position, seat: Seat, start: Hole) -> list[Hole]:
        """The holes a joker may try for, before the landing is judged."""
        ends = self._others_on_track(position, seat)
        if start == START:
            come_out = 1 << self.table.board.come_outs[seat]
            if JokerFromStart.OCCUPIED not in self.rules.joker_from_start:
                ends = 0
            if JokerFromStart.COME_OUT in self.rules.joker_from_start and not position[seat] & come_out:
                ends |= come_out
        return list(_holes(ends))

    def _others_on_track(self, position: Position, seat: Seat) -> int:
        others = 0
        for pegs in position:
            others |= pegs
        return others & self.table.board.track_mask & ~position[seat]

    def _swaps(self, position: Position, seats: tuple[Seat, ...]) -> Iterator[Outcome]:
        """Two pegs trade places; no landing and no walk. RULES 9, two_swaps."""
        for seat in seats:
            for start in _holes(position[seat] & self.table.board.track_mask):
                for end in _holes(self._others_on_track(position, seat)):
                    yield (Hop(seat, start, end, Manner.SWAP),), swapped(position, start, end)


@cache
def movement(table: Seating, rules: Rules) -> Movement:
    """The one `Movement` of a table and rules."""
    return Movement(table, rules)


def swapped(position: Position, one: Hole, other: Hole) -> Position:
    """The position after the pegs on two holes have traded places."""
    both = 1 << one | 1 << other
    return tuple(pegs ^ both if (pegs & both).bit_count() == 1 else pegs for pegs in position)


def moved_seat(position: Position, hole: Hole) -> Seat:
    """Whose peg a hop from this hole moves; the hole must be held."""
    seat = seat_at(position, hole)
    assert seat is not None
    return seat


def _with(position: Position, seat: Seat, pegs: int) -> Position:
    return (*position[:seat], pegs, *position[seat + 1 :])


def _holes(mask: int) -> Iterator[Hole]:
    while mask:
        bit = mask & -mask
        mask ^= bit
        yield Hole(bit.bit_length() - 1)
