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
Fork = tuple[int, int, int, Stride | None]
"""The stride along the track, or deeper into home; and the one that turns into home, where there is one.
Where no way leads on, every hole is on the path, so that the peg bars itself."""
Strides = tuple[Fork, ...]
"""For each hole of the board the ways that lead on from it."""

NO_WAY: Stride = (-1, 0, 0)


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


def _along(table: Board, seat: Seat, hole: Hole, count: int, entry: HomeEntry) -> list[Hole] | None:
    if not table.is_track(hole):  # RULES 4.4: nothing backs in home; another seat's home is no way
        return home_path(table, seat, hole, count) if table.home_depth(seat, hole) else None
    # RULES 4.3: under no_pass a peg may not be taken forward past its own in-spot, nor on from it.
    passes = entry is HomeEntry.NO_PASS and count > table.to_in_spot(seat, hole)
    return None if passes else track_path(table, hole, count)


def _into_home(table: Board, seat: Seat, hole: Hole, count: int) -> list[Hole] | None:
    return home_path(table, seat, hole, count) if table.is_track(hole) else None


def _stride(hole: Hole, path: tuple[Hole, ...]) -> Stride:
    """A path as bits."""
    return sum(1 << passed for passed in path), 1 << path[-1], 1 << hole | 1 << path[-1]


@cache
def _fork(hole: Hole, along: tuple[Hole, ...], home: tuple[Hole, ...]) -> Fork:
    """The ways on from a hole. Kept, since most holes lead on the same way for every seat: small tables are
    fast, and those of a board of ten take 2 MB and not 4."""
    stride = _stride(hole, along) if along else NO_WAY
    return *stride, _stride(hole, home) if home else None


@cache
def strides(sides: int, seat: Seat, count: int, entry: HomeEntry) -> Strides:
    """What a count, negative for backward, leads to from every hole, for a peg of the seat."""
    table, forks = board(sides), []
    for hole in map(Hole, range(table.holes)):
        along = _along(table, seat, hole, count, entry) or ()
        home = _into_home(table, seat, hole, count) or ()
        forks.append(_fork(hole, tuple(along), tuple(home)))
    return tuple(forks)
