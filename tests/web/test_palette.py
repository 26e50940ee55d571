"""The seats' colours are told apart, by colour-blind players too."""

from itertools import combinations

import pytest

from engine.board import SEAT_LETTERS, Seat
from engine.inputs import SeatLook
from engine.palette import NAMES, PALETTE, colour_of
from web_ui import sight

Triple = tuple[float, float, float]
Matrix = tuple[Triple, Triple, Triple]

# Machado, Oliveira and Fernandes 2009, severity 1.0; for linear RGB.
SIGHTS: dict[str, Matrix] = {
    "normal": ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0)),
    "protan": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "deutan": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "tritan": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
}
TO_XYZ: Matrix = (
    (0.4124564, 0.3575761, 0.1804375),
    (0.2126729, 0.7151522, 0.0721750),
    (0.0193339, 0.1191920, 0.9503041),
)
WHITE: Triple = (0.95047, 1.0, 1.08883)


def times(matrix: Matrix, v: Triple) -> Triple:
    first, second, third = (sum(m * x for m, x in zip(row, v, strict=True)) for row in matrix)
    return first, second, third


def channels(colour: str) -> Triple:
    red, green, blue = (int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5))
    return red, green, blue


def linear(channel: float) -> float:
    return channel / 12.92 if channel <= 0.04045 else ((channel + 0.055) / 1.055) ** 2.4


def lightness(t: float) -> float:
    return t ** (1 / 3) if t > (6 / 29) ** 3 else t / (3 * (6 / 29) ** 2) + 4 / 29


def seen(colour: str, sight: Matrix) -> Triple:
    """The CIELAB coordinates of a colour in that sight."""
    red, green, blue = (linear(c) for c in channels(colour))
    r, g, b = (min(1.0, max(0.0, c)) for c in times(sight, (red, green, blue)))
    x, y, z = (lightness(part / white) for part, white in zip(times(TO_XYZ, (r, g, b)), WHITE, strict=True))
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def distance(one: str, other: str, sight: Matrix) -> float:
    """CIE76."""
    pairs = zip(seen(one, sight), seen(other, sight), strict=True)
    return float(sum((a - b) ** 2 for a, b in pairs)) ** 0.5


def test_the_measure_is_the_known_one() -> None:
    assert distance("#000000", "#ffffff", SIGHTS["normal"]) == pytest.approx(100, abs=0.1)
    assert seen("#ff0000", SIGHTS["normal"]) == pytest.approx((53.24, 80.09, 67.20), abs=0.05)


@pytest.mark.parametrize("sight", SIGHTS)
@pytest.mark.parametrize(("seats", "least"), [(4, 55), (6, 40), (8, 30), (10, 25)])
def test_any_two_seats_are_told_apart(seats: int, least: float, sight: str) -> None:
    closest = min(distance(one, other, SIGHTS[sight]) for one, other in combinations(PALETTE[:seats], 2))
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


def test_the_page_measures_as_is_measured_here_and_minds_no_shipped_colours() -> None:
    for one, other in combinations(PALETTE, 2):
        assert sight.distance(one, other) == pytest.approx(
            min(distance(one, other, s) for s in SIGHTS.values())
        )
    assert [sight.look_alike(PALETTE[:seats]) for seats in (2, 4, 6, 8, 10)] == [None] * 5
    assert sight.look_alike([*PALETTE[:3], "#ffff22"]) == (2, 3)
