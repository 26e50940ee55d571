"""Pictures for trying lamps out, by which one sees what is wired how. Pure.

A strip without a part in a picture is dark.
"""

from collections.abc import Mapping, Sequence
from enum import StrEnum

from engine.board import SEAT_LETTERS
from engine.palette import PALETTE
from firmware_host.exposure import frame
from firmware_host.lamp_loan import Show
from firmware_host.lighting import FULL, HALF, STEADY, WHITE, Glow, Rgb, rgb

STEP_MS = 150
TAIL = 3
LEAST_SEEN = 0.4
"""The one lamp that somebody looks for is lit so brightly at least."""


class Pattern(StrEnum):
    """What can be shown."""

    RED = "red"
    GREEN = "green"
    BLUE = "blue"
    WHITE = "white"
    DARK = "dark"
    ENDS = "ends"  # the first lamp green, the last red
    WALK = "walk"  # one lamp after the other
    SIDES = "sides"  # each hole in the colour of its side


_PLAIN: Mapping[Pattern, Rgb] = {
    Pattern.RED: (255, 0, 0),
    Pattern.GREEN: (0, 255, 0),
    Pattern.BLUE: (0, 0, 255),
    Pattern.WHITE: WHITE,
    Pattern.DARK: (0, 0, 0),
}


def picture(pattern: Pattern, only: str, holes: Mapping[str, Sequence[str]]) -> Show:
    """A pattern on the strip `only`, or on all where that is empty.

    Args:
        holes: of each strip by its name the hole of each lamp, for what shows sides.
    """

    def show(strip: str, lamps: int, brightness: float, now_ms: int) -> bytes:
        if only and strip != only:
            return bytes(3 * lamps)
        match pattern:
            case Pattern.SIDES:
                return in_sides(holes.get(strip, ()), lamps, brightness)
            case Pattern.ENDS:
                glows = {"last": Glow((255, 0, 0), FULL), "first": Glow((0, 255, 0), FULL)}
                names = ["first", *[""] * (lamps - 2), "last"][:lamps]
                return frame(names, lamps, glows, brightness)
            case Pattern.WALK:
                head = now_ms // STEP_MS % (lamps + TAIL)
                glows = {str(head - k): Glow(WHITE, FULL if k == 0 else HALF) for k in range(TAIL)}
                return frame([str(i) for i in range(lamps)], lamps, glows, brightness)
            case _:
                return frame([pattern] * lamps, lamps, {pattern: Glow(_PLAIN[pattern], FULL)}, brightness)

    return show


def one_lamp(only: str, number: int) -> Show:
    """That lamp of that strip alone, white."""

    def show(strip: str, lamps: int, brightness: float, _now_ms: int) -> bytes:
        names = [f"{strip} {i}" for i in range(lamps)]
        return frame(names, lamps, {f"{only} {number}": Glow(WHITE, FULL)}, max(brightness, LEAST_SEEN))

    return show


def in_sides(holes: Sequence[str], lamps: int, brightness: float) -> bytes:
    """Each hole in the colour of its side; the corner, where a side begins, brightest."""
    glows = {
        hole: Glow(rgb(PALETTE[SEAT_LETTERS.index(hole[0])]), FULL if hole[1:] == "0" else STEADY)
        for hole in holes
        if hole
    }
    return frame(holes, lamps, glows, brightness)
