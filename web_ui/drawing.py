"""Where the holes lie on the drawing of a board. Pure geometry; the unit is the way from hole to hole.

Seen from above with seat A at the bottom. Travel is clockwise, so from each player's side it runs from
right to left (RULES 1). Home rows and start bars lie inside the ring.
"""

from dataclasses import dataclass
from functools import cache
from math import atan2, cos, degrees, hypot, pi, sin
from typing import NamedTuple

from engine.board import COME_OUT, HOLES_A_SIDE, IN_SPOT, PEGS, SEAT_LETTERS

MARGIN = 1.3
"""From the ring to the edge of the wood."""
BAR_IN = 2.0
"""How far inside the ring a start bar lies."""
LABEL_IN = 3.0
"""How far inside the ring a seat's name begins."""
LETTER_WIDTH = 0.58
"""Of a letter, in its heights."""
LONGEST_NAME, NAME_ROOM = 12, 13.0
"""A name shown has so many letters at most, and so many holes' room."""


class Spot(NamedTuple):
    """A point of the drawing; x to the right, y down."""

    x: float
    y: float


@dataclass(frozen=True, slots=True)
class Plate:
    """What belongs to a seat: the ends of its start bar and home row, the middle of its name and its tilt."""

    letter: str
    bar: tuple[Spot, Spot]
    home: tuple[Spot, Spot]
    label: Spot
    tilt_deg: float


@dataclass(frozen=True, slots=True)
class Drawing:
    """A board of `sides` sides.

    Attributes:
        left, top, width, height: the box around all of it.
        outline: the corners of the wood.
        spots: every hole by its name, the start lamps `AS1` to `AS5` of each seat among them.
        letter: the height of letters that can be read at any number of sides.
        longest_name: how many of them a seat's name may have.
    """

    sides: int
    left: float
    top: float
    width: float
    height: float
    outline: tuple[Spot, ...]
    spots: dict[str, Spot]
    plates: tuple[Plate, ...]
    letter: float
    longest_name: int


@cache
def draw(sides: int) -> Drawing:
    """The board of that many sides, 4 to 10."""
    faces = [_Face(sides, side) for side in range(sides)]
    spots = {name: spot for face in faces for name, spot in face.holes()}
    apothem = HOLES_A_SIDE / (2 * sin(pi / sides)) * cos(pi / sides)
    grown = (apothem + MARGIN) / apothem
    outline = tuple(_round(Spot(face.corner.x * grown, face.corner.y * grown)) for face in faces)
    left, right = min(spot.x for spot in outline), max(spot.x for spot in outline)
    top, bottom = min(spot.y for spot in outline), max(spot.y for spot in outline)
    letter = round(max(right - left, bottom - top) / 25, 2)
    longest = min(LONGEST_NAME, int(NAME_ROOM / (LETTER_WIDTH * letter)))
    plates = tuple(face.plate(letter, longest) for face in faces)
    return Drawing(sides, left, top, right - left, bottom - top, outline, spots, plates, letter, longest)


class _Face:
    """One side of the board: its first corner, the way along it, and the way in."""

    def __init__(self, sides: int, side: int) -> None:
        radius = HOLES_A_SIDE / (2 * sin(pi / sides))
        middle = pi / 2 + 2 * pi * side / sides
        self.name = SEAT_LETTERS[side]
        self.corner = Spot(radius * cos(middle - pi / sides), radius * sin(middle - pi / sides))
        after = Spot(radius * cos(middle + pi / sides), radius * sin(middle + pi / sides))
        length = hypot(after.x - self.corner.x, after.y - self.corner.y)
        self.along = Spot((after.x - self.corner.x) / length, (after.y - self.corner.y) / length)
        self.inward = Spot(-cos(middle), -sin(middle))

    def at(self, along: float, inward: float) -> Spot:
        """A point so many holes along the side, and so many in."""
        return _round(
            Spot(
                self.corner.x + self.along.x * along + self.inward.x * inward,
                self.corner.y + self.along.y * along + self.inward.y * inward,
            )
        )

    def holes(self) -> list[tuple[str, Spot]]:
        track = [(f"{self.name}{i}", self.at(i, 0)) for i in range(HOLES_A_SIDE)]
        home = [(f"{self.name}H{depth}", self.at(IN_SPOT, depth)) for depth in range(1, PEGS + 1)]
        middle = (PEGS + 1) // 2
        bar = [(f"{self.name}S{k}", self.at(COME_OUT + k - middle, BAR_IN)) for k in range(1, PEGS + 1)]
        return track + home + bar

    def plate(self, letter: float, longest: int) -> Plate:
        half = (PEGS - 1) / 2
        bar = (self.at(COME_OUT - half, BAR_IN), self.at(COME_OUT + half, BAR_IN))
        home = (self.at(IN_SPOT, 1), self.at(IN_SPOT, PEGS))
        # a name that could run into the home row stands below it
        fits = COME_OUT - LETTER_WIDTH * letter * longest / 2 > IN_SPOT + 1
        label = self.at(COME_OUT, (LABEL_IN if fits else PEGS + 0.8) + letter / 2)
        return Plate(self.name, bar, home, label, self.tilt_deg())

    def tilt_deg(self) -> float:
        """How far names are turned: along the side, but never upside down."""
        tilt = round(degrees(atan2(self.along.y, self.along.x)), 2)
        return tilt + 180 if tilt <= -90 else tilt - 180 if tilt > 90 else tilt


def _round(spot: Spot) -> Spot:
    return Spot(round(spot.x, 3) + 0.0, round(spot.y, 3) + 0.0)
