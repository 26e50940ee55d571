"""Rows of holes, as lamps run along them: a side's track, a home row, a start bar. Pure; for `wiring`."""

from collections.abc import Sequence
from functools import cache
from typing import NamedTuple

from engine.board import HOLES_A_SIDE, PEGS, SEAT_LETTERS, board
from firmware_host.boardmap import SKIPPED

TRACK, HOME, BAR = "", "H", "S"


class Spot(NamedTuple):
    """A hole taken apart: its side from 0, its row there (TRACK, HOME or BAR), and its number in the row."""

    side: int
    row: str
    number: int


@cache
def spot_of(hole: str) -> Spot:
    """A hole taken apart."""
    row = hole[1] if hole[1] in (HOME, BAR) else TRACK
    return Spot(SEAT_LETTERS.index(hole[0]), row, int(hole[1 + len(row) :]))


def hole_at(spot: Spot) -> str:
    """The name of a hole."""
    return f"{SEAT_LETTERS[spot.side]}{spot.row}{spot.number}"


def direction_of(before: Sequence[str], sides: int) -> int:
    """The way a row is being run along, +1 or -1; 0 where that is open."""
    if before[-1] == SKIPPED:
        return 0
    last = spot_of(before[-1])
    if len(before) > 1 and before[-2]:
        step = _step(spot_of(before[-2]), last, sides)
        if step:
            return step
    if last.row == TRACK:
        return 0
    return {1: 1, PEGS: -1}.get(last.number, 0)


def _step(one: Spot, other: Spot, sides: int) -> int:
    """+1 or -1 where the two are neighbours in a row, else 0. The track is one ring."""
    if one.row != other.row or (one.row != TRACK and one.side != other.side):
        return 0
    if one.row != TRACK:
        step = other.number - one.number
        return step if step in (1, -1) else 0
    ring = HOLES_A_SIDE * sides
    step = (_on_ring(other) - _on_ring(one)) % ring
    return {1: 1, ring - 1: -1}.get(step, 0)


def _on_ring(spot: Spot) -> int:
    return HOLES_A_SIDE * spot.side + spot.number


def along(before: Sequence[str], direction: int, sides: int) -> list[str]:
    """The rest of the row: of the track as much as a side has, or all of it once it went on beyond one."""
    if not direction:
        return []
    last = spot_of(before[-1])
    if last.row != TRACK:
        end = PEGS if direction > 0 else 1
        numbers = range(last.number + direction, end + direction, direction)
        return [hole_at(last._replace(number=number)) for number in numbers]
    run = 1
    while (
        run < len(before)
        and before[-run - 1]
        and _step(spot_of(before[-run - 1]), spot_of(before[-run]), sides) == direction
    ):
        run += 1
    rest = HOLES_A_SIDE - run if run <= HOLES_A_SIDE else HOLES_A_SIDE * sides - run
    ring = board(sides)
    hole = ring.hole(before[-1])
    assert hole is not None
    return [ring.name(ring.along(hole, direction * k)) for k in range(1, rest + 1)]


def skipped(before: Sequence[str]) -> list[str]:
    """Where several lamps were at no hole, as many again may be."""
    run = next((k for k, hole in enumerate(reversed(before)) if hole), len(before))
    return [SKIPPED] * run if run > 1 else []
