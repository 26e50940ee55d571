"""What a card can do: every distinct result, with the ways that lead to it. RULES 3, 6, 7, 8.

`Movement` holds what a table and its rules fix once. Two recipes with one result are one choice for the
player (DESIGN 2). One search finds the results of a card and of a whole hand; it tells the recipes only
where somebody asks for them.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache

from engine.board import START, Hole, Seat, holes_of
from engine.cards import Rank
from engine.deeds import Deed, Plan, Split, Walks, deeds, plan
from engine.hops import Hop, Recipe
from engine.landing import Barred
from engine.mover import Found, Half, Mover, Plain, Pushed, Told
from engine.position import Position, start_count
from engine.ruleset import Control, JokerFromTrack, Rules
from engine.seating import Seating

Choices = dict[Position, list[Recipe]]
Stance = tuple[Mover, int, list[int]]
"""A seat whose pegs may be moved, the holes held by its teammates, and those of its own pegs."""
Look = tuple[Position, Seat, list[Stance]]
"""A position as the seat to move sees it, and how the seats stand that it may move: what all cards of a hand
have in common."""


@dataclass(frozen=True, slots=True)
class Movement:
    """The moves of one ruleset at one table. Use `movement`, which keeps one of each.

    Attributes:
        deeds: what each card does here.
    """

    table: Seating
    rules: Rules
    deeds: dict[Rank, Deed] = field(init=False, repr=False, compare=False)
    _whole_team: bool = field(init=False, repr=False, compare=False)
    _movers: dict[Seat, Mover] = field(init=False, repr=False, compare=False)
    _teams: dict[Seat, tuple[Mover, ...]] = field(init=False, repr=False, compare=False)
    _plans: dict[frozenset[Rank], Plan] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        table, does = self.table, deeds(self.rules)
        counts = {count for deed in does.values() for count in deed.counts}
        movers = {seat: Mover(table, self.rules, seat, counts) for seat in table.seats}
        for name, value in {
            "deeds": does,
            "_whole_team": self.rules.control is Control.TEAM,
            "_movers": movers,
            "_teams": {seat: tuple(movers[mate] for mate in table.team_from(seat)) for seat in table.seats},
            "_plans": {},
        }.items():
            object.__setattr__(self, name, value)  # frozen for everyone else

    # --- What is asked ----------------------------------------------------------------------------

    def choices(self, position: Position, turn: Seat, rank: Rank) -> Choices:
        """Each distinct result of a card in this position, with every recipe that leads to it."""
        told: Told = []
        self.search(self.look(position, turn), self.plan((rank,)), told)
        found: Choices = {}
        for recipe, result in told:
            found.setdefault(result, []).append(recipe)
        return found

    def hand(self, position: Position, turn: Seat, ranks: Iterable[Rank]) -> list[Position]:
        """Every distinct result of a whole hand."""
        look = self.look(position, turn)
        plain, pushed = self.search(look, self.plan(ranks))
        positions = look[2][0][0].after_each(position, plain) if plain else []
        positions += pushed
        return positions

    def look(self, position: Position, turn: Seat) -> Look:
        """What all cards that are judged on this position have in common."""
        return position, turn, [_stance(mover, position) for mover in self._movable(position, turn)]

    def plan(self, ranks: Iterable[Rank]) -> Plan:
        """What these cards can be used for; every kind of hand is thought about once."""
        hand = frozenset(ranks)
        found = self._plans.get(hand)
        if found is None:
            found = self._plans[hand] = plan(hand, self.deeds)
        return found

    def search(self, look: Look, plan: Plan, told: Told | None = None) -> tuple[Plain, Pushed]:
        """Every distinct result; and every recipe with its result put on `told`, where that is given.

        Plain results there are only where one seat's pegs may be moved. A teammate once pushed stands
        elsewhere for good, so none of them is a pushed one too.
        """
        board, _turn, stances = look
        plain: Plain = {}
        pushed: Pushed = {}
        for stance in stances:
            mover, mates, holes = stance
            found = plain, pushed, told
            mover.walk(found, board, mates, holes, plan.walks)
            if plan.comes_out:
                mover.come_out(found, board, mates, plan.comes_out)
            if plan.jumps or plan.swaps:
                self._leap(plan, board, stance, found)
            for split in plan.splits:
                self._split(split, look, stance, found)
            if len(stances) > 1:
                pushed.update(zip(mover.after_each(board, plain), plain.values(), strict=True))
                plain = {}
        for first, otherwise in plan.apart:  # RULES 3: played so only where it can't be otherwise
            so = self.search(look, first, told)
            if not any(so):
                so = self.search(look, otherwise, told)
            plain |= so[0]
            pushed |= so[1]
        return plain, pushed

    def movable_seats(self, position: Position, turn: Seat) -> tuple[Seat, ...]:
        """Whose pegs the player may move: the whole side's, or one seat's, or nobody's. RULES 8."""
        return tuple(mover.seat for mover in self._movable(position, turn))

    # --- The search -------------------------------------------------------------------------------

    def _movable(self, position: Position, turn: Seat) -> tuple[Mover, ...]:
        """RULES 8."""
        team = self._teams[turn]
        if self._whole_team:
            return team
        for mover in team:
            if position[mover.seat] != mover.home:
                return (mover,)
        return ()

    def _leap(self, plan: Plan, board: Position, stance: Stance, found: Found) -> None:
        """What moves pegs on the track without a walk. RULES 7, 9."""
        mover, mates, holes = stance
        on_track = [hole for hole in holes if hole < self.table.board.track]
        if plan.swaps:
            mover.swap(found, board, on_track, plan.swaps)
        if plan.jumps:
            jumpers = on_track if self.joker_from_track_allowed(board, mover.seat) else []
            mover.jump(found, board, mates, jumpers, plan.jumps)

    def _split(self, split: Split, look: Look, stance: Stance, found: Found) -> None:
        """Two different pegs, one half after the other. RULES 6."""
        board, _turn, stances = look
        mover, mates, holes = stance
        alone = len(stances) == 1
        if alone and len(holes) < 2:
            return
        if found[2] is not None or mover.home_first:
            self._seconds(split, look, stance, found, mover.halves(board, holes, split))
            return
        firsts = mover.split(found, board, mates, holes, split)  # most of it, and quickly
        if not alone or mover.is_finishing(board):
            self._seconds(split, look, stance, found, mover.halves(board, holes, split), done=True)
        else:
            for hole, count in firsts:
                self._seconds(split, look, stance, found, mover.halves(board, [hole], (count,)), done=True)

    def _seconds(
        self,
        split: Split,
        look: Look,
        stance: Stance,
        found: Found,
        halves: Iterable[Half],
        done: bool = False,
    ) -> None:
        """The rest of a split after each of these first halves.

        Args:
            done: what `Mover.split` finds is found.
        """
        turn = look[1]
        mover, mates, _holes = stance
        for hole, count, end, between in halves:
            seats = self.second_seats(between, turn, mover.seat)
            if done and not (end & mates or between[mover.seat] == mover.home):
                seats = tuple(seat for seat in seats if seat != mover.seat)
            before = () if found[2] is None else (mover.hop(hole, end, count),)
            for seat in seats:
                own = seat == mover.seat
                stance = _stance(self._movers[seat], between, end if own else 0)  # not the peg already moved
                self._second_half(found, between, stance, split[count], before)

    def _second_half(
        self, found: Found, between: Position, stance: Stance, walks: Walks, before: Recipe
    ) -> None:
        """The rest of a split by one seat."""
        mover, mates, holes = stance
        plain: Plain = {}
        mover.walk((plain, *found[1:]), between, mates, holes, walks, before)
        found[1].update(zip(mover.after_each(between, plain), plain.values(), strict=True))

    # --- Rules that others ask about --------------------------------------------------------------

    def second_seats(self, between: Position, turn: Seat, first: Seat) -> tuple[Seat, ...]:
        """Whose pegs may take the second half, on the board as the first half left it. RULES 6."""
        if self.rules.control is Control.TEAM:
            return self.table.team_from(turn)
        if self.rules.split_carry and between[first] == self._movers[first].home:
            return self.movable_seats(between, turn)
        return (first,)

    def joker_from_track_allowed(self, position: Sequence[int], side: Seat) -> bool:
        """Whether a track peg of that seat's side may use a joker now. RULES 7."""
        match self.rules.joker_from_track:
            case JokerFromTrack.ALWAYS:
                return True
            case JokerFromTrack.NEVER:
                return False
            case JokerFromTrack.TEAM_START_EMPTY:
                return not any(start_count(position[seat]) for seat in self.table.team_from(side))

    def joker_ends(self, position: Position, seat: Seat, start: Hole) -> list[Hole]:
        """The holes a joker may try for, before the landing is judged."""
        occupied = (sum(position) ^ position[seat]) & self.table.board.track_mask
        return holes_of(self._movers[seat].targets(position[seat], occupied, start))

    def count(self, rank: Rank) -> int:
        """How far a card other than an 8 or a joker moves one peg forward. RULES 3."""
        return self.deeds[rank].count

    def brings_out(self, rank: Rank) -> bool:
        """Whether the card brings a start peg to its come-out hole, jokers aside. RULES 4.6."""
        return self.deeds[rank].comes_out

    def land(self, position: Position, hop: Hop) -> Position | Barred:
        """The position after a hop whose path is open, or why its last hole is barred. RULES 5."""
        mover, pegs = self._movers[hop.seat], list(position)
        if hop.start != START:
            pegs[hop.seat] ^= 1 << hop.start
        barred = mover.landing.clear(pegs, 1 << hop.end)
        pegs[hop.seat] |= 1 << hop.end
        return barred or tuple(pegs)

    def walks(
        self, position: Position, seat: Seat, count: int, spared: int = 0
    ) -> Iterator[tuple[Hop, Position]]:
        """One peg of the seat by a count, negative for backward, except a peg on a `spared` bit. RULES 4."""
        mover = self._movers[seat]
        for hole, _count, end, result in mover.halves(position, mover.holes(position, spared), (count,)):
            yield mover.hop(hole, end, count), result


def _stance(mover: Mover, board: Position, spared: int = 0) -> Stance:
    return mover, mover.held_by_mates(board), mover.holes(board, spared)


@cache
def movement(table: Seating, rules: Rules) -> Movement:
    """The one `Movement` of a table and rules."""
    return Movement(table, rules)
