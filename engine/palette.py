"""The shipped colours of the seats, as data. The page's pegs and the board's lamps are the same.

Found by search, so that any two seats of a table stay apart for colour-blind players as well: a CIE76
distance of at least 55, 40, 30 or 25 at four, six, eight or ten seats (tests/web/test_palette.py). None is
dark or greyish, since a lamp can show neither.
"""

from typing import Final

from engine.inputs import SeatLook

PALETTE: Final = (
    "#bb0000",
    "#0011ff",
    "#ffff11",
    "#33ffcc",
    "#993366",
    "#cc77ff",
    "#6611aa",
    "#dd9911",
    "#22aa66",
    "#aaee88",
)
"""`#rrggbb` for the seats A to J."""

NAMES: Final = ("red", "blue", "yellow", "turquoise", "plum", "lilac", "violet", "amber", "green", "lime")
"""What the colours are called, in the same order."""


def colour_of(look: SeatLook) -> str:
    """The colour of a seat: its own, or the shipped one."""
    return look.colour or PALETTE[look.seat]
