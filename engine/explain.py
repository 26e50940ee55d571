"""Why a card can't, peg by peg and as a whole. DESIGN 2; the sections of RULES stand at each branch.

`explain` is the one place that gives reasons for moves; lamps, page and protocol are its customers.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from engine.board import START, Hole, Seat, holes_of
from engine.cards import Rank
from engine.hops import Hop, Manner
from engine.landing import Barred
from engine.moves import Choices, Movement
from engine.notation import origins, pushed_by
from engine.position import Position, start_count
from engine.reach import home_path, track_path
from engine.ruleset import HomeEntry, JokerFromStart, JokerFromTrack
from engine.verdict import Reason, Why

_CATEGORICAL = frozenset(
    {Why.NO_EXIT_CARD, Why.NOT_FROM_HOME, Why.JOKER_NOT_FROM_TRACK, Why.TEAM_STILL_IN_START}
)
"""Reasons that hold wherever the others stand. Who had hopes of another peg hears about that one first."""


@dataclass(frozen=True, slots=True)
class PegWord:
    """A peg (START: any of that start) and why it can't move; None where it can."""

    seat: Seat
    hole: Hole
    reason: Reason | None


def explain(
    movement: Movement, position: Position, turn: Seat, rank: Rank, choices: Choices | None = None
) -> list[PegWord]:
    """A word on every peg the player may be asked about, seat by seat, start first, then along the way.

    A helped seat's pegs that only take the rest of a split are named too, after the others. RULES 6.
    """
    found = movement.choices(position, turn, rank) if choices is None else choices
    movers = {
        (hop.seat, origin)
        for recipes in found.values()
        for recipe in recipes
        for hop, origin in zip(recipe, origins(movement, position, recipe), strict=True)
    }
    asked = [
        (seat, hole)
        for seat in movement.movable_seats(position, turn)
        for hole in _pegs(movement, position, seat)
    ]
    words = [
        PegWord(*peg, None if peg in movers else _reason(movement, position, turn, rank, *peg))
        for peg in asked
    ]
    return words + [PegWord(*peg, None) for peg in sorted(movers.difference(asked))]


def card_reason(
    movement: Movement, position: Position, turn: Seat, rank: Rank, words: list[PegWord]
) -> Reason:
    """Why a card that moves nothing can't be played: what a player would say first."""
    if not words:
        return Reason(Why.ALL_HOME)  # RULES 8
    needs_peg_out = rank is not Rank.JOKER and not movement.brings_out(rank)
    if needs_peg_out and all(_is_settled(movement, position, word.seat, word.hole) for word in words):
        return Reason(Why.NO_PEG_OUT)  # RULES 4.6
    seats = movement.movable_seats(position, turn)

    def said_first(reason: Reason, word: PegWord) -> tuple[bool, int, int, int]:
        """A peg on the track is what the player had in mind, the furthest; then one in home; a start last."""
        on_track = movement.table.board.is_track(word.hole)
        far = movement.table.board.progress(word.seat, word.hole)
        place = 0 if on_track else 2 if word.hole == START else 1
        return reason.why in _CATEGORICAL, place, seats.index(word.seat), -far if on_track else far

    reasons = [(word.reason, word) for word in words if word.reason]
    return min(reasons, key=lambda said: said_first(*said))[0]


def _pegs(movement: Movement, position: Position, seat: Seat) -> Iterator[Hole]:
    if start_count(position[seat]):
        yield START
    yield from sorted(holes_of(position[seat]), key=lambda hole: movement.table.board.progress(seat, hole))


def _is_settled(movement: Movement, position: Position, seat: Seat, hole: Hole) -> bool:
    """Whether no count will ever move the peg: it is in start, or as deep in home as it can come."""
    board = movement.table.board
    depth = board.home_depth(seat, hole)
    deeper = [board.home(seat, d) for d in range(depth + 1, 6)] if depth else []
    return hole == START or (depth > 0 and all(position[seat] >> further & 1 for further in deeper))


def _reason(
    movement: Movement, position: Position, turn: Seat, rank: Rank, seat: Seat, hole: Hole
) -> Reason | None:
    """Why a peg that no way of playing the card moves can't."""
    if rank is Rank.JOKER:
        return _joker_reason(movement, position, seat, hole)
    if hole == START:
        return _start_reason(movement, position, rank, seat)
    whole = _walk_reason(movement, position, seat, hole, -8 if rank is Rank.EIGHT else movement.count(rank))
    if whole is None:
        return Reason(Why.SPLIT_FIRST)  # RULES 3: only a 9 that can be split is not played whole
    others = _for_the_rest(movement, position, turn, rank, seat, hole)
    return Reason(Why.SPLIT_SECOND_HALF, others) if others else whole  # RULES 6


def _start_reason(movement: Movement, position: Position, rank: Rank, seat: Seat) -> Reason | None:
    if not movement.brings_out(rank):
        return Reason(Why.NO_EXIT_CARD)  # RULES 4.6
    come_out = movement.table.board.come_outs[seat]
    if position[seat] >> come_out & 1:
        return Reason(Why.OWN_PEG_IN_THE_WAY, (come_out,))  # RULES 4.2
    return _landing_reason(movement, position, Hop(seat, START, come_out, Manner.COME_OUT))


def _landing_reason(movement: Movement, position: Position, hop: Hop) -> Reason | None:
    """RULES 5."""
    landed = movement.land(position, hop)
    if not isinstance(landed, Barred):
        return None
    return Reason(Why.IN_SPOT_REFILLED if landed.refilled else Why.IN_SPOT_TAKEN, (landed.in_spot,))


def _walk_reason(movement: Movement, position: Position, seat: Seat, hole: Hole, count: int) -> Reason | None:
    """Why a peg can't walk a count, negative for backward, or None where it can, by home or along."""
    board = movement.table.board
    if board.home_depth(seat, hole):
        return _home_reason(movement, position, seat, hole, count)
    home = home_path(board, seat, hole, count) if count > 0 else None
    at_home = _own_in_way(position, seat, home or ())
    if home and at_home is None:
        return None
    if movement.rules.home_entry is HomeEntry.NO_PASS and count > board.to_in_spot(seat, hole):
        return _in_spot_reason(movement, position, seat, hole, count, at_home)
    along = _own_in_way(position, seat, track_path(board, hole, count))
    if along is not None:  # RULES 4.2; where home would fit, what bars that is shown too
        return Reason(Why.OWN_PEG_IN_THE_WAY, (along,) if at_home in (None, along) else (at_home, along))
    manner = Manner.FORWARD if count > 0 else Manner.BACKWARD
    return _landing_reason(movement, position, Hop(seat, hole, board.along(hole, count), manner, count))


def _home_reason(movement: Movement, position: Position, seat: Seat, hole: Hole, count: int) -> Reason | None:
    board = movement.table.board
    if count < 0:
        return Reason(Why.NOT_FROM_HOME, (hole,))  # RULES 4.4
    too_many = board.home_depth(seat, hole) + count - 5
    if too_many > 0:
        return Reason(Why.HOME_OVERSHOT, (board.home(seat, 5),), by=too_many)  # RULES 4.3
    own = _own_in_way(position, seat, home_path(board, seat, hole, count) or ())
    return None if own is None else Reason(Why.OWN_PEG_IN_THE_WAY, (own,))  # RULES 4.2


def _in_spot_reason(
    movement: Movement, position: Position, seat: Seat, hole: Hole, count: int, at_home: Hole | None
) -> Reason:
    """RULES 4.3, no_pass: neither home nor past it."""
    board = movement.table.board
    before = board.to_in_spot(seat, hole)
    own = at_home if at_home is not None else _own_in_way(position, seat, track_path(board, hole, before))
    if own is not None:
        return Reason(Why.OWN_PEG_IN_THE_WAY, (own,))
    return Reason(Why.PAST_OWN_IN_SPOT, (board.in_spots[seat],), by=count - before - 5)


def _own_in_way(position: Position, seat: Seat, path: Iterable[Hole]) -> Hole | None:
    return next((hole for hole in path if position[seat] >> hole & 1), None)


def _for_the_rest(
    movement: Movement, position: Position, turn: Seat, rank: Rank, seat: Seat, hole: Hole
) -> tuple[Hole, ...]:
    """The pegs that would have to play the rest of a split that this peg can begin, where they stand now."""
    others: set[Hole] = set()
    but_this = position[seat] & ~(1 << hole)
    for count in movement.deeds[rank].split:
        for hop, between in movement.walks(position, seat, count, but_this):
            stood = {(push.seat, push.end): push.start for push in pushed_by(movement, position, hop)}
            for other in movement.second_seats(between, turn, seat):
                for there in holes_of(between[other]):
                    if there != hop.end and not _is_settled(movement, between, other, there):
                        others.add(stood.get((other, there), there))
    return tuple(sorted(others))


def _joker_reason(movement: Movement, position: Position, seat: Seat, hole: Hole) -> Reason | None:
    """RULES 7."""
    board = movement.table.board
    if board.home_depth(seat, hole):
        return Reason(Why.NOT_FROM_HOME, (hole,))
    if hole != START and not movement.joker_from_track_allowed(position, seat):
        never = movement.rules.joker_from_track is JokerFromTrack.NEVER
        return Reason(Why.JOKER_NOT_FROM_TRACK if never else Why.TEAM_STILL_IN_START)
    ends = movement.joker_ends(position, seat, hole)
    if ends:
        return _landing_reason(movement, position, Hop(seat, hole, ends[0], Manner.JUMP))
    come_out = board.come_outs[seat]
    comes_out = hole == START and JokerFromStart.COME_OUT in movement.rules.joker_from_start
    if comes_out and position[seat] >> come_out & 1:
        return Reason(Why.OWN_PEG_IN_THE_WAY, (come_out,))
    return Reason(Why.NO_TARGET)
