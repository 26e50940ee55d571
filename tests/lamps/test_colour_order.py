"""The order of colours from what is seen: whatever it was taken to be, whatever it is."""

from itertools import permutations

import pytest

from firmware_host.colour_order import NoOrder, order_seen, other_chips
from hardware.drivers.simulated import open_strip

PURE = {"R": b"\xff\0\0", "G": b"\0\xff\0", "B": b"\0\0\xff", "W": b"\xff\xff\xff"}
SEEN = {light: colour for colour, light in PURE.items()}
ORDERS = {letters: ["".join(order) for order in permutations(letters)] for letters in ("RGB", "RGBW")}


def look(order: str, wired: str, colour: str) -> str:
    """Which colour a lamp of the simulated board shows when it is to show that one."""
    strip = open_strip(lamps=1, order=order, wired=wired)
    strip.show(PURE[colour])
    return SEEN[strip.frame]


@pytest.mark.parametrize("letters", ORDERS)
def test_any_order_is_found_from_any_other(letters: str) -> None:
    for order in ORDERS[letters][:6]:
        for wired in ORDERS[letters]:
            seen = {colour: look(order, wired, colour) for colour in letters[:-1]}
            assert order_seen(order, seen) == wired


def test_a_right_order_stays() -> None:
    assert order_seen("GRB", {"R": "R", "G": "G"}) == "GRB"


@pytest.mark.parametrize(
    "seen", [{}, {"R": "G"}, {"R": "G", "G": "G"}, {"R": "W", "G": "B"}, {"R": "G", "G": "R", "B": "R"}]
)
def test_answers_that_make_no_order_are_refused(seen: dict[str, str]) -> None:
    with pytest.raises(NoOrder):
        order_seen("RGB", seen)


def test_chips_with_and_without_white() -> None:
    assert (other_chips("GRB"), other_chips("GRBW")) == ("GRBW", "GRB")
