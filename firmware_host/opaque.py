"""Pegs that no light comes through, with lamps under them: a hole with a peg in it is shown beside it.

`pegs = "opaque"` in the configuration. DESIGN 3, Lamps.
"""

from collections.abc import Iterator
from dataclasses import replace

from engine.board import PEGS, Board, Hole
from firmware_host.lighting import Light, Picture, Rhythm

_FIRST = list(Rhythm)


def beside(picture: Picture, board: Board, wood: frozenset[str]) -> Picture:
    """The picture as the free neighbours of the holes with `wood` in them show it."""
    found: dict[str, Light] = {}
    for name, light in sorted(picture.lights.items(), key=lambda entry: _FIRST.index(entry[1].rhythm)):
        for lamp in _seen(board, name, wood):
            found.setdefault(lamp, light)
    return replace(picture, lights=found)


def _seen(board: Board, name: str, wood: frozenset[str]) -> list[str]:
    """The lamps that stand for a hole: its own, or its neighbours that can be seen, if there are any."""
    hole = board.hole(name)
    if hole is None or name not in wood:
        return [name]
    return [lamp for lamp in map(board.name, _neighbours(board, hole)) if lamp not in wood] or [name]


def _neighbours(board: Board, hole: Hole) -> Iterator[Hole]:
    if board.is_track(hole):
        yield from (board.along(hole, -1), board.along(hole, 1))
        return
    seat = next(seat for seat in board.seats() if board.home_depth(seat, hole))
    depth = board.home_depth(seat, hole)
    yield board.home(seat, depth - 1) if depth > 1 else board.in_spots[seat]
    if depth < PEGS:
        yield board.home(seat, depth + 1)
