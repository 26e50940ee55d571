"""The seats' colours are told apart, by colour-blind players too."""

from itertools import combinations
from math import dist

import pytest

from engine.board import SEAT_LETTERS, Seat
from engine.inputs import SeatLook
from engine.palette import NAMES, PALETTE, colour_of
from web_ui.sight import DEUTAN, PROTAN, TRITAN, USUAL, Matrix, distance, look_alike, seen

SIGHTS = {"usual": USUAL, "protan": PROTAN, "deutan": DEUTAN, "tritan": TRITAN}


def apart(one: str, other: str, sight: Matrix) -> float:
    return dist(seen(one, sight), seen(other, sight))


def channels(colour: str) -> list[float]:
    return [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]


def test_the_measure_is_the_known_one() -> None:
    """CIELAB of the primaries as tables have it, white at 100."""
    assert seen("#ffffff", USUAL) == pytest.approx((100, 0, 0), abs=0.02)
    assert seen("#ff0000", USUAL) == pytest.approx((53.24, 80.09, 67.20), abs=0.05)
    assert seen("#00ff00", USUAL) == pytest.approx((87.73, -86.18, 83.18), abs=0.05)
    assert seen("#0000ff", USUAL) == pytest.approx((32.30, 79.19, -107.86), abs=0.05)


@pytest.mark.parametrize("sight", SIGHTS)
def test_no_sight_makes_a_colour_of_a_grey(sight: str) -> None:
    """Which a mistake in any of its numbers would."""
    for grey in ("#ffffff", "#808080", "#202020"):
        assert seen(grey, SIGHTS[sight]) == pytest.approx(seen(grey, USUAL), abs=0.001)


@pytest.mark.parametrize(
    ("sight", "one", "other"),
    [("protan", "#cc5500", "#6b7a00"), ("deutan", "#c06000", "#809020"), ("tritan", "#2050c0", "#107070")],
)
def test_who_lacks_a_cone_confuses_what_others_tell_apart(sight: str, one: str, other: str) -> None:
    assert apart(one, other, SIGHTS[sight]) < apart(one, other, USUAL) / 2


@pytest.mark.parametrize("sight", SIGHTS)
@pytest.mark.parametrize(("seats", "least"), [(4, 55), (6, 40), (8, 30), (10, 25)])
def test_any_two_seats_are_told_apart(seats: int, least: float, sight: str) -> None:
    closest = min(apart(one, other, SIGHTS[sight]) for one, other in combinations(PALETTE[:seats], 2))
    assert closest >= least


def test_every_colour_can_be_a_lamp() -> None:
    """Neither too dark to shine nor so pale that it passes for the white of a warning."""
    for colour in PALETTE:
        assert max(channels(colour)) >= 0.6
        assert min(channels(colour)) <= 0.6 * max(channels(colour))


def test_every_seat_has_a_colour_and_every_colour_a_name() -> None:
    assert len(PALETTE) == len(NAMES) == len(SEAT_LETTERS)
    assert len(set(NAMES)) == len(NAMES)
    assert colour_of(SeatLook(Seat(2))) == PALETTE[2]
    assert colour_of(SeatLook(Seat(2), colour="#123456")) == "#123456"


def test_the_page_goes_by_the_eyes_that_tell_them_apart_the_least_and_minds_no_shipped_colours() -> None:
    for one, other in combinations(PALETTE, 2):
        assert distance(one, other) == min(apart(one, other, sight) for sight in SIGHTS.values())
    assert [look_alike(PALETTE[:seats]) for seats in (2, 4, 6, 8, 10)] == [None] * 5
    assert look_alike([*PALETTE[:3], "#ffff22"]) == (2, 3)
