"""Why a card can't, peg by peg and as a whole. DESIGN 2; the sections of RULES stand at each branch.

`explain` is the one place that gives reasons for moves; lamps, page and protocol are its customers.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from engine.board import START, Hole, Seat
from engine.cards import Rank
from engine.landing import Barred
from engine.moves import Choices, Hop, Manner, Movement
from engine.notation import origins
from engine.position import Position, start_count
from engine.reach import home_path, track_path
from engine.ruleset import HomeEntry, JokerFromStart, JokerFromTrack, Nine
from engine.verdict import Reason, Why


@dataclass(frozen=True, slots=True)
class PegWord:
    """A peg (START: any of that start) and why it can't move; None where it can."""

    seat: Seat
    hole: Hole
    reason: Reason | None


def explain(
    movement: Movement, position: Position, turn: Seat, rank: Rank, choices: Choices | None = None
) -> list[PegWord]:
    """A word on every peg the player may be asked about, seat by seat, start first, then along the way."""
    found = movement.choices(position, turn, rank) if choices is None else choices
    movers = {
        (hop.seat, origin)
        for recipes in found.values()
        for recipe in recipes
        for hop, origin in zip(recipe, origins(movement, position, recipe), strict=True)
    }
    return [
        PegWord(
            seat,
            hole,
            None if (seat, hole) in movers else _reason(movement, position, turn, rank, seat, hole, found),
        )
        for seat in movement.movable_seats(position, turn)
        for hole in _pegs(movement, position, seat)
    ]


def card_reason(
    movement: Movement, position: Position, turn: Seat, rank: Rank, words: list[PegWord]
) -> Reason:
    """Why a card that moves nothing can't be played: what a player would say first."""
    if not words:
        return Reason(Why.ALL_HOME)
    out = [word for word in words if word.hole != START]
    if (
        rank is not Rank.JOKER
        and not movement.brings_out(rank)
        and not _any_unfinished(movement, position, out)
    ):
        return Reason(Why.NO_PEG_OUT)
    # A peg on the track is what the player had in mind; then one in home; a start peg last.
    on_track = [word for word in words if movement.table.board.is_track(word.hole)]
    return next(word.reason for word in [*reversed(on_track), *out, *words] if word.reason)


def _any_unfinished(movement: Movement, position: Position, out: list[PegWord]) -> bool:
    """Whether a peg is out that is not yet as deep in home as it can go."""
    board = movement.table.board
    for word in out:
        depth = board.home_depth(word.seat, word.hole)
        deeper = [board.home(word.seat, d) for d in range(depth + 1, 6)] if depth else []
        if not depth or any(not position[word.seat] >> hole & 1 for hole in deeper):
            return True
    return False


def _pegs(movement: Movement, position: Position, seat: Seat) -> Iterator[Hole]:
    if start_count(position[seat]):
        yield START
    board = movement.table.board
    holes = [Hole(h) for h in range(position[seat].bit_length()) if position[seat] >> h & 1]
    yield from sorted(holes, key=lambda hole: board.progress(seat, hole))


def _reason(
    movement: Movement, position: Position, turn: Seat, rank: Rank, seat: Seat, hole: Hole, found: Choices
) -> Reason:
    if rank is Rank.JOKER:
        return _joker_reason(movement, position, seat, hole)
    if hole == START:
        return _start_reason(movement, position, rank, seat)
    if rank is Rank.EIGHT:
        return _walk_reason(movement, position, seat, hole, -8)
    count = movement.count(rank)
    splits_first = rank is Rank.NINE and movement.rules.nine is Nine.SPLIT_ELSE_FORWARD and bool(found)
    if splits_first and _walked(movement, position, seat, hole, count) is None:
        return Reason(Why.SPLIT_FIRST)  # RULES 3: the whole 9 only where no split can be played
    if _could_open_split(movement, position, turn, rank, seat, hole):
        return Reason(Why.SPLIT_SECOND_HALF)  # RULES 6
    return _walk_reason(movement, position, seat, hole, count)


def _start_reason(movement: Movement, position: Position, rank: Rank, seat: Seat) -> Reason:
    if not movement.brings_out(rank):
        return Reason(Why.NO_EXIT_CARD)  # RULES 4.6
    come_out = movement.table.board.come_outs[seat]
    if position[seat] >> come_out & 1:
        return Reason(Why.OWN_PEG_IN_THE_WAY, (come_out,))  # RULES 4.2
    return _landing_reason(movement, position, Hop(seat, START, come_out, Manner.COME_OUT)) or _impossible()


def _landing_reason(movement: Movement, position: Position, hop: Hop) -> Reason | None:
    landed = movement.land(position, hop)
    if not isinstance(landed, Barred):
        return None
    return Reason(
        Why.IN_SPOT_REFILLED if landed.refilled else Why.IN_SPOT_TAKEN, (landed.in_spot,)
    )  # RULES 5


def _walk_reason(movement: Movement, position: Position, seat: Seat, hole: Hole, count: int) -> Reason:
    return _walked(movement, position, seat, hole, count) or _impossible()


def _walked(movement: Movement, position: Position, seat: Seat, hole: Hole, count: int) -> Reason | None:
    """Why a peg can't walk a count, or None where it can, by home or along the track."""
    board = movement.table.board
    depth = board.home_depth(seat, hole)
    if depth:
        return _walked_in_home(movement, position, seat, hole, count)
    home = home_path(board, seat, hole, count) if count > 0 else None
    if home and _own_in_way(position, seat, home) is None:
        return None
    passes = movement.rules.home_entry is HomeEntry.NO_PASS and count > board.to_in_spot(seat, hole)
    if passes:
        return _barred_at_in_spot(movement, position, seat, hole, count, home)
    own = _own_in_way(position, seat, track_path(board, hole, count))
    if own is not None:
        return Reason(Why.OWN_PEG_IN_THE_WAY, (own,))  # RULES 4.2
    return _landing_reason(movement, position, Hop(seat, hole, board.along(hole, count), Manner.FORWARD))


def _walked_in_home(
    movement: Movement, position: Position, seat: Seat, hole: Hole, count: int
) -> Reason | None:
    board = movement.table.board
    if count < 0:
        return Reason(Why.NOT_FROM_HOME, (hole,))  # RULES 4.4
    too_many = board.home_depth(seat, hole) + count - 5
    if too_many > 0:
        return Reason(Why.HOME_OVERSHOT, (board.home(seat, 5),), by=too_many)  # RULES 4.3
    own = _own_in_way(position, seat, home_path(board, seat, hole, count) or [])
    return None if own is None else Reason(Why.OWN_PEG_IN_THE_WAY, (own,))


def _barred_at_in_spot(
    movement: Movement, position: Position, seat: Seat, hole: Hole, count: int, home: list[Hole] | None
) -> Reason:
    """RULES 4.3, no_pass: neither home nor past it."""
    board = movement.table.board
    before = board.to_in_spot(seat, hole)
    own = _own_in_way(position, seat, home or track_path(board, hole, before))
    if own is not None:
        return Reason(Why.OWN_PEG_IN_THE_WAY, (own,))
    return Reason(Why.PAST_OWN_IN_SPOT, (board.in_spots[seat],), by=count - before - 5)


def _own_in_way(position: Position, seat: Seat, path: list[Hole]) -> Hole | None:
    return next((hole for hole in path if position[seat] >> hole & 1), None)


def _could_open_split(
    movement: Movement, position: Position, turn: Seat, rank: Rank, seat: Seat, hole: Hole
) -> bool:
    """Whether the peg could play a first half while another peg is there to be asked for the second."""
    if rank is Rank.SEVEN:
        firsts = [k for k, _ in ((k, 7 - k) for k in range(1, 7))]
    elif rank is Rank.NINE:
        firsts = [first for first, _second in movement.nine_halves()]
    else:
        return False
    return _others_out(movement, position, turn, seat, hole) and any(
        _walked(movement, position, seat, hole, count) is None for count in firsts
    )


def _others_out(movement: Movement, position: Position, turn: Seat, seat: Seat, hole: Hole) -> bool:
    return any(position[other] & ~(1 << hole) for other in movement.movable_seats(position, turn))


def _joker_reason(movement: Movement, position: Position, seat: Seat, hole: Hole) -> Reason:
    """RULES 7."""
    board = movement.table.board
    if board.home_depth(seat, hole):
        return Reason(Why.NOT_FROM_HOME, (hole,))
    if hole != START and not movement.joker_from_track_allowed(position, seat):
        never = movement.rules.joker_from_track is JokerFromTrack.NEVER
        return Reason(Why.JOKER_NOT_FROM_TRACK if never else Why.TEAM_STILL_IN_START)
    for end in movement.joker_ends(position, seat, hole):
        reason = _landing_reason(movement, position, Hop(seat, hole, end, Manner.JUMP))
        if reason:
            return reason
    come_out = board.come_outs[seat]
    comes_out = hole == START and JokerFromStart.COME_OUT in movement.rules.joker_from_start
    if comes_out and position[seat] >> come_out & 1:
        return Reason(Why.OWN_PEG_IN_THE_WAY, (come_out,))
    return Reason(Why.NO_TARGET)


def _impossible() -> Reason:
    raise AssertionError("a peg that can move was asked why it can't")
