"""Where the holes lie on the drawing."""

from itertools import combinations
from math import hypot

import pytest

from engine.board import SEAT_LETTERS, board, seat_name
from web_ui.drawing import Drawing, Spot, draw

SIDES = range(4, 11)


def far(one: Spot, other: Spot) -> float:
    return hypot(one.x - other.x, one.y - other.y)


@pytest.mark.parametrize("sides", SIDES)
def test_every_hole_and_start_lamp_has_its_place(sides: int) -> None:
    known = {board(sides).name(hole) for hole in range(board(sides).track + 5 * sides)}  # type: ignore[arg-type]
    known |= {f"{letter}S{k}" for letter in SEAT_LETTERS[:sides] for k in range(1, 6)}
    assert set(draw(sides).spots) == known


@pytest.mark.parametrize("sides", SIDES)
def test_no_two_holes_are_nearer_than_neighbours(sides: int) -> None:
    spots = draw(sides).spots
    closest = min((far(spots[a], spots[b]), a, b) for a, b in combinations(spots, 2))
    assert closest[0] >= 0.99, closest


@pytest.mark.parametrize("sides", SIDES)
def test_the_ring_goes_on_hole_by_hole_round_all_corners(sides: int) -> None:
    ring = [board(sides).name(hole) for hole in range(board(sides).track)]  # type: ignore[arg-type]
    spots = draw(sides).spots
    for i, name in enumerate(ring):
        assert far(spots[name], spots[ring[(i + 1) % len(ring)]]) == pytest.approx(1, abs=0.01)


@pytest.mark.parametrize("sides", SIDES)
def test_travel_is_clockwise_and_from_right_to_left_at_the_bottom(sides: int) -> None:
    """RULES 1: seen by the player at that side."""
    spots = draw(sides).spots
    assert spots["A0"].x > spots["A8"].x > spots["A17"].x
    assert spots["A8"].y == max(spot.y for spot in spots.values())
    for seat in range(sides):
        first, last = spots[f"{SEAT_LETTERS[seat]}0"], spots[f"{SEAT_LETTERS[seat]}17"]
        assert first.x * last.y - first.y * last.x > 0  # y goes down: positive is clockwise


@pytest.mark.parametrize("sides", SIDES)
def test_home_begins_beside_the_in_spot_and_goes_inward(sides: int) -> None:
    spots = draw(sides).spots
    for seat in board(sides).seats():
        x = seat_name(seat)
        way = [f"{x}3", *(f"{x}H{depth}" for depth in range(1, 6))]
        distances = [hypot(*spots[name]) for name in way]
        assert distances == sorted(distances, reverse=True)
        assert far(spots[f"{x}3"], spots[f"{x}H1"]) == pytest.approx(1, abs=0.01)
        assert far(spots[f"{x}8"], spots[f"{x}S3"]) == pytest.approx(2, abs=0.01)


@pytest.mark.parametrize("sides", SIDES)
def test_all_of_it_lies_on_the_wood(sides: int) -> None:
    drawing = draw(sides)
    spots = [*drawing.spots.values(), *(plate.label for plate in drawing.plates)]
    assert all(_inside(drawing, spot) for spot in spots)
    assert all(drawing.left < spot.x < drawing.left + drawing.width for spot in spots)
    assert all(drawing.top < spot.y < drawing.top + drawing.height for spot in spots)


def _inside(drawing: Drawing, spot: Spot) -> bool:
    corners = drawing.outline
    pairs = zip(corners, corners[1:] + corners[:1], strict=True)
    return all((b.x - a.x) * (spot.y - a.y) - (b.y - a.y) * (spot.x - a.x) > 0 for a, b in pairs)


@pytest.mark.parametrize("sides", SIDES)
def test_names_can_be_read_without_turning_the_head_over(sides: int) -> None:
    assert all(-90 < plate.tilt_deg <= 90 for plate in draw(sides).plates)
    assert draw(sides).longest_name >= 9
