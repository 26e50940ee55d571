"""A table as the set-up form draws it: the board, the seats around it, and who plays with whom."""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from math import hypot

from engine.board import seat_name
from engine.seating import seating
from web_ui.drawing import Spot, draw

BOARD_WIDTH = 13.0
SEAT_FAR = 8.3
"""How far from the middle a seat is drawn; the drawing reaches 10 to each side."""
TIE_FAR = 0.55
"""How far out the lines between the seats of a team run, as a part of the way to their seats."""


@dataclass(frozen=True, slots=True)
class RoundTable:
    """What is drawn of a table.

    Attributes:
        outline: the corners of the board.
        seats: where each seat is, by its letter.
        plans: for each number of teams, the lines that hold each team together, as the data of an SVG path.
    """

    outline: tuple[Spot, ...]
    seats: dict[str, Spot]
    plans: dict[int, tuple[str, ...]]


@cache
def round_table(players: int, plans: tuple[int, ...]) -> RoundTable:
    """The table for that many players, with each of the numbers of teams that they may be."""
    board = draw(max(players, 4))
    shrink = BOARD_WIDTH / board.width
    sitting = [seat_name(seat) for seat in seating(players, plans[0]).seats]
    seats = {
        plate.letter: _outside(plate.bar[0], plate.bar[1])
        for plate in board.plates
        if plate.letter in sitting
    }
    return RoundTable(
        tuple(_rounded(spot.x * shrink, spot.y * shrink) for spot in board.outline),
        seats,
        {
            teams: tuple(_tied(seats[letter] for letter in team) for team in seating(players, teams).names())
            for teams in plans
        },
    )


def _tied(team: Iterable[Spot]) -> str:
    """From each seat of a team inwards, and there from one to the next."""
    ways = [(seat, _rounded(seat.x * TIE_FAR, seat.y * TIE_FAR)) for seat in team]
    spokes = " ".join(f"M{seat.x} {seat.y}L{inner.x} {inner.y}" for seat, inner in ways)
    ring = "L".join(f"{inner.x} {inner.y}" for _seat, inner in ways)
    return f"{spokes} M{ring}Z" if len(ways) > 1 else ""


def _outside(one: Spot, other: Spot) -> Spot:
    x, y = (one.x + other.x) / 2, (one.y + other.y) / 2
    far = SEAT_FAR / hypot(x, y)
    return _rounded(x * far, y * far)


def _rounded(x: float, y: float) -> Spot:
    return Spot(round(x, 2), round(y, 2))
