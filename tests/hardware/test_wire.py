"""Each lamp's bytes in the order its chips want them."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hardware.drivers.wire import Wire
from hardware.errors import CannotOpen

ORANGE_AND_BLUE = bytes([200, 100, 10, 0, 0, 50])
SIX = {
    "RGB": [200, 100, 10, 0, 0, 50],
    "RBG": [200, 10, 100, 0, 50, 0],
    "GRB": [100, 200, 10, 0, 0, 50],
    "GBR": [100, 10, 200, 0, 50, 0],
    "BRG": [10, 200, 100, 50, 0, 0],
    "BGR": [10, 100, 200, 50, 0, 0],
}


@pytest.mark.parametrize("order", SIX)
def test_red_and_green_swapped_is_cured_by_one_of_six_orders(order: str) -> None:
    assert list(Wire("lamps", 2, order).encode(ORANGE_AND_BLUE)) == SIX[order]
    assert list(Wire("lamps", 2, order.lower()).encode(ORANGE_AND_BLUE)) == SIX[order]


def test_white_takes_over_what_the_colours_have_in_common() -> None:
    assert list(Wire("lamps", 2, "GRBW").encode(ORANGE_AND_BLUE)) == [90, 190, 0, 10, 0, 0, 50, 0]
    assert list(Wire("lamps", 1, "WRGB").encode(b"\xff\xff\xff")) == [255, 0, 0, 0]


def test_bytes_beyond_the_channels_are_zero() -> None:
    assert list(Wire("lamps", 2, "RGB", slots=4).encode(ORANGE_AND_BLUE)) == [200, 100, 10, 0, 0, 0, 50, 0]


def test_a_sacrificial_lamp_comes_first_and_stays_dark() -> None:
    wire = Wire("lamps", 2, "GRB", sacrificial=True)
    assert list(wire.encode(ORANGE_AND_BLUE)) == [0, 0, 0, 100, 200, 10, 0, 0, 50]
    assert (wire.lamps, wire.chips) == (2, 3)


@pytest.mark.parametrize("order", ["RGG", "RG", "RGBX", "RGBWW", "", "red"])
def test_an_order_that_does_not_exist_is_refused_with_those_that_do(order: str) -> None:
    with pytest.raises(CannotOpen, match="Choose RGB, GRB or another"):
        Wire("lamps", 2, order)


def test_a_strip_without_lamps_is_refused() -> None:
    with pytest.raises(CannotOpen, match="it cannot have 0 lamps"):
        Wire("lamps", 0, "GRB")


@settings(max_examples=100)
@given(
    frame=st.binary(min_size=3, max_size=90).map(lambda raw: raw[: len(raw) // 3 * 3]),
    order=st.permutations("RGBW").map("".join),
)
def test_no_colour_gains_or_loses_light_by_its_order(frame: bytes, order: str) -> None:
    wire = Wire("lamps", len(frame) // 3, order).encode(frame)
    for lamp in range(len(frame) // 3):
        level = dict(zip(order, wire[4 * lamp : 4 * lamp + 4], strict=True))
        assert [level[name] + level["W"] for name in "RGB"] == list(frame[3 * lamp : 3 * lamp + 3])
