"""Where a count takes a peg, and over which holes. RULES 4.

Built once for a board, seat and way of entering home. A reach is a path and its last hole, both as bits;
it is open to a peg when none of its own colour stands on the path, whose last hole counts too.
"""

from functools import cache

from engine.board import PEGS, Board, Hole, Seat, board
from engine.ruleset import HomeEntry

Reach = tuple[int, int]
Reaches = dict[int, tuple[Reach, ...]]
"""For each hole, as its bit, the ways that lead on from it; home first."""


def track_path(table: Board, hole: Hole, count: int) -> list[Hole]:
    """The holes walked over along the track, the last one included; backwards where count is negative."""
    step = 1 if count > 0 else -1
    return [table.along(hole, step * i) for i in range(1, abs(count) + 1)]


def home_path(table: Board, seat: Seat, hole: Hole, count: int) -> list[Hole] | None:
    """The holes walked over into home or inside it, or None where the count doesn't end in home."""
    depth = table.home_depth(seat, hole)
    before = 0 if depth else table.to_in_spot(seat, hole)
    last = depth + count - before
    if count <= before or last > PEGS:
        return None
    return track_path(table, hole, before) + [table.home(seat, d) for d in range(depth + 1, last + 1)]


def _as_reach(path: list[Hole]) -> Reach:
    return sum(1 << hole for hole in path), 1 << path[-1]


def _ways(table: Board, seat: Seat, hole: Hole, count: int, entry: HomeEntry) -> tuple[Reach, ...]:
    home = home_path(table, seat, hole, count)
    ways = [_as_reach(home)] if home else []
    # RULES 4.3: under no_pass a peg may not be taken forward past its own in-spot, nor on from it.
    passes = entry is HomeEntry.NO_PASS and count > table.to_in_spot(seat, hole)
    if table.is_track(hole) and not passes:
        ways.append(_as_reach(track_path(table, hole, count)))
    return tuple(ways)


@cache
def forward(sides: int, seat: Seat, count: int, entry: HomeEntry) -> Reaches:
    """Every hole a peg of the seat may stand on, with what `count` forward reaches from it."""
    table = board(sides)
    holes = [Hole(h) for h in range(table.track)] + [table.home(seat, d) for d in range(1, PEGS + 1)]
    return {1 << hole: _ways(table, seat, hole, count, entry) for hole in holes}


@cache
def backward(sides: int, count: int) -> Reaches:
    """Every hole of the track, with what `count` backward reaches. Nothing backs in home. RULES 4.4, 4.5."""
    table = board(sides)
    return {1 << h: (_as_reach(track_path(table, Hole(h), -count)),) for h in range(table.track)}
