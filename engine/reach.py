"""Where a count takes a peg, and over which holes. RULES 4.

Built once for a board, seat and way of entering home. A stride is open to a peg when none of its own colour
stands on the path, whose last hole counts too.
"""

from functools import cache

from engine.board import PEGS, Board, Hole, Seat, board
from engine.ruleset import HomeEntry

Stride = tuple[int, int, int]
"""The holes that a peg walks over, the last one included; the last one; the first and the last, so that
`own ^ flip` is the own pegs after it. All as bits."""
Strides = tuple[tuple[Stride, ...], ...]
"""For each hole of the board the ways that lead on from it; home first."""


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


def _paths(table: Board, seat: Seat, hole: Hole, count: int, entry: HomeEntry) -> list[list[Hole]]:
    if not table.is_track(hole) and not table.home_depth(seat, hole):
        return []  # RULES 4.4: another seat's home
    if count < 0:  # RULES 4.4, 4.5: anywhere on the track; nothing backs in home
        return [track_path(table, hole, count)] if table.is_track(hole) else []
    home = home_path(table, seat, hole, count)
    # RULES 4.3: under no_pass a peg may not be taken forward past its own in-spot, nor on from it.
    passes = entry is HomeEntry.NO_PASS and count > table.to_in_spot(seat, hole)
    along = [track_path(table, hole, count)] if table.is_track(hole) and not passes else []
    return [home, *along] if home else along


@cache
def _ways(hole: Hole, paths: tuple[tuple[Hole, ...], ...]) -> tuple[Stride, ...]:
    """Paths as bits. Kept, since most holes lead on the same way for every seat: small tables are fast."""
    return tuple(
        (sum(1 << passed for passed in path), 1 << path[-1], 1 << hole | 1 << path[-1]) for path in paths
    )


@cache
def strides(sides: int, seat: Seat, count: int, entry: HomeEntry) -> Strides:
    """What a count, negative for backward, leads to from every hole, for a peg of the seat."""
    table = board(sides)
    holes = [Hole(hole) for hole in range(table.holes)]
    return tuple(_ways(hole, tuple(map(tuple, _paths(table, seat, hole, count, entry)))) for hole in holes)
