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
from engine.mover import Found, Mover, Told
from engine.position import Position, start_count
from engine.ruleset import Control, JokerFromTrack, Rules
from engine.seating import Seating

Choices = dict[Position, list[Recipe]]
Stance = tuple[Mover, int, list[int]]
"""A seat whose pegs may be moved, the holes held by other colours, and those held by its own."""
Look = tuple[list[int], Seat, list[Stance]]
"""A position as the seat to move sees it, and how the seats stand that it may move: what all cards of a hand
have in common."""
Results = tuple[list[Position], list[Rank], int]
"""The distinct results of a hand; for each a card that leads to it; and how many of them, the first ones, are
plain: they move pegs of one seat and push nobody."""


@dataclass(frozen=True, slots=True)
class Movement:
    """The moves of one ruleset at one table. Use `movement`, which keeps one of each.

    Attributes:
        deeds: what each card does here.
    """

    table: Seating
    rules: Rules
    deeds: dict[Rank, Deed] = field(init=False, repr=False, compare=False)
    _movers: dict[Seat, Mover] = field(init=False, repr=False, compare=False)
    _teams: dict[Seat, tuple[Seat, ...]] = field(init=False, repr=False, compare=False)
    _plans: dict[frozenset[Rank], Plan] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        table, does = self.table, deeds(self.rules)
        counts = {count for deed in does.values() for count in deed.counts}
        for name, value in {
            "deeds": does,
            "_movers": {seat: Mover(table, self.rules, seat, counts) for seat in table.seats},
            "_teams": {seat: table.team_from(seat) for seat in table.seats},
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

    def hand(self, position: Position, turn: Seat, ranks: Iterable[Rank]) -> Results:
        """Every distinct result of a whole hand."""
        return self.search(self.look(position, turn), self.plan(ranks))

    def look(self, position: Position, turn: Seat) -> Look:
        """What all cards that are judged on this position have in common."""
        board = list(position)
        return board, turn, self._stances(board, self.movable_seats(position, turn))

    def plan(self, ranks: Iterable[Rank]) -> Plan:
        """What these cards can be used for; every kind of hand is thought about once."""
        hand = frozenset(ranks)
        if hand not in self._plans:
            self._plans[hand] = plan(hand, self.deeds)
        return self._plans[hand]

    def search(self, look: Look, plan: Plan, told: Told | None = None) -> Results:
        """Every distinct result; and every recipe with its result put on `told`, where that is given."""
        board, _turn, stances = look
        pushed: dict[Position, Rank] = {}
        positions: list[Position] = []
        cards: list[Rank] = []
        for stance in stances:
            plain: dict[int, Rank] = {}
            self._use(plan, look, stance, (plain, pushed, told))
            mover = stance[0]
            if len(stances) > 1:
                pushed |= {mover.placed(board, own): card for own, card in plain.items()}
                continue
            # Where one seat moves, whom it pushes stands elsewhere for good: no plain move leads to the same.
            before = board[mover.seat]
            for own in plain:
                board[mover.seat] = own
                positions.append(tuple(board))
            board[mover.seat] = before
            cards += plain.values()
        plain_count = len(positions)
        positions += pushed
        cards += pushed.values()
        if plan.apart:
            return self._with_apart(look, plan, told, dict(zip(positions, cards, strict=True)))
        return positions, cards, plain_count

    def movable_seats(self, position: Position, turn: Seat) -> tuple[Seat, ...]:
        """Whose pegs the player may move: the whole side's, or one seat's, or nobody's. RULES 8."""
        team = self._teams[turn]
        if self.rules.control is Control.TEAM:
            return team
        for seat in team:
            if position[seat] != self._movers[seat].home:
                return (seat,)
        return ()

    # --- The search -------------------------------------------------------------------------------

    def _stances(self, board: Sequence[int], seats: Iterable[Seat]) -> list[Stance]:
        occupied = 0
        for pegs in board:
            occupied |= pegs
        stances = []
        for seat in seats:
            left = board[seat]
            others = occupied ^ left
            holes = []
            while left:
                bit = left & -left
                holes.append(bit.bit_length() - 1)
                left ^= bit
            stances.append((self._movers[seat], others, holes))
        return stances

    def _use(self, plan: Plan, look: Look, stance: Stance, found: Found) -> None:
        """All that a hand can do with the pegs of one seat. RULES 3."""
        board = look[0]
        mover, others, holes = stance
        mover.walk(found, board, others, holes, plan.walks)
        if plan.comes_out:
            mover.come_out(found, board, others, plan.comes_out)
        if plan.jumps or plan.swaps:
            on_track = [hole for hole in holes if hole < self.table.board.track]
            if plan.swaps:
                mover.swap(found, board, others, on_track, plan.swaps)
            if plan.jumps:
                jumpers = on_track if self.joker_from_track_allowed(board, mover.seat) else []
                mover.jump(found, board, others, jumpers, plan.jumps)
        for split in plan.splits:
            self._split(split, look, stance, found)

    def _split(self, split: Split, look: Look, stance: Stance, found: Found) -> None:
        """Two different pegs, one half after the other. RULES 6."""
        board, turn, stances = look
        mover, others, holes = stance
        own, told, alone = board[mover.seat], found[2], len(stances) == 1
        if alone and len(holes) < 2:
            return
        if mover.home_first:
            ways = mover.ways(board, others, holes, split)
        else:  # most of it, and quickly
            ways = mover.split(found, board, others, holes, split, alone)
        for hole, count, end, flip in ways:
            between = mover.landed(board, own ^ flip ^ end, end)
            if between is None:
                continue
            seats = self.second_seats(between, turn, mover.seat)
            if not (mover.home_first or end & others or own ^ flip == mover.home):
                seats = tuple(seat for seat in seats if seat != mover.seat)  # whose own second halves are in
            before = () if told is None else (mover.hop(hole, end, count),)
            for second in self._stances(between, seats):
                self._second_half(found, between, second, mover.seat, end, split[count], before)

    def _second_half(
        self,
        found: Found,
        between: Position,
        stance: Stance,
        first: Seat,
        end: int,
        walks: Walks,
        before: Recipe,
    ) -> None:
        """The rest of a split by one seat; the first half, by a peg of `first`, went to `end`."""
        mover, others, holes = stance
        if mover.seat == first:
            holes.remove(end.bit_length() - 1)  # the peg already moved
        board = list(between)
        plain: dict[int, Rank] = {}
        mover.walk((plain, *found[1:]), board, others, holes, walks, before)
        for own, card in plain.items():
            found[1][mover.placed(board, own)] = card

    def _with_apart(self, look: Look, plan: Plan, told: Told | None, found: dict[Position, Rank]) -> Results:
        """With the cards that are played in one way only where they can't be in another. RULES 3."""
        for first, otherwise in plan.apart:
            positions, cards, _plain = self.search(look, first, told)
            if not positions:
                positions, cards, _plain = self.search(look, otherwise, told)
            found |= dict(zip(positions, cards, strict=True))
        return list(found), list(found.values()), 0

    # --- Rules that others ask about --------------------------------------------------------------

    def second_seats(self, between: Position, turn: Seat, first: Seat) -> tuple[Seat, ...]:
        """Whose pegs may take the second half, on the board as the first half left it. RULES 6."""
        if self.rules.control is Control.TEAM:
            return self._teams[turn]
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
                return not any(start_count(position[seat]) for seat in self._teams[side])

    def joker_ends(self, position: Position, seat: Seat, start: Hole) -> list[Hole]:
        """The holes a joker may try for, before the landing is judged."""
        mover, others, _holes = self._stances(position, (seat,))[0]
        return holes_of(mover.targets(position[seat], others, start))

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
        told: Told = []
        mover, others, holes = self._stances(position, (seat,))[0]
        movable = [hole for hole in holes if not spared >> hole & 1]
        mover.walk(({}, {}, told), list(position), others, movable, ((Rank.ACE, count),))
        for (hop,), result in told:
            yield hop, result


@cache
def movement(table: Seating, rules: Rules) -> Movement:
    """The one `Movement` of a table and rules."""
    return Movement(table, rules)
