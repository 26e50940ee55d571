"""The supply's budget is kept, and no lamp is lost to it."""

import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hardware.drivers.wire import Wire
from hardware.power import Supply, estimate_ma, limit

LAMPS = 224
channels = st.integers(0, 255) | st.sampled_from([0, 1, 2, 255])
frames = st.lists(st.tuples(channels, channels, channels), min_size=1, max_size=60).map(
    lambda lamps: bytes(channel for lamp in lamps for channel in lamp)
)
shares = st.floats(1.0, 60.0)


def supply_for(frame: bytes, share: float) -> Supply:
    """A supply that can keep `frame`'s lamps lit at all, `share` times over."""
    least_ma = Supply(budget_ma=0).least_ma(len(frame) // 3)
    return Supply(budget_ma=int(least_ma * share))


@settings(max_examples=120)
@given(frames, shares)
def test_any_frame_keeps_the_budget_less_the_margin(frame: bytes, share: float) -> None:
    supply = supply_for(frame, share)
    assert estimate_ma(limit(frame, supply), supply) <= supply.budget_ma * (1 - supply.margin)


@settings(max_examples=120)
@given(frames, st.integers(0, 3000))
def test_no_lit_channel_goes_dark_and_no_dark_one_is_lit(frame: bytes, budget_ma: int) -> None:
    limited = limit(frame, Supply(budget_ma))
    assert [value > 0 for value in limited] == [value > 0 for value in frame]


@settings(max_examples=120)
@given(frames, shares)
def test_after_the_limiter_brighter_is_still_no_darker(frame: bytes, share: float) -> None:
    limited = limit(frame, supply_for(frame, share))
    pairs = sorted(zip(frame, limited, strict=True))
    assert [after for _, after in pairs] == sorted(limited)
    assert all(after <= before for before, after in pairs)


ORDERS = st.permutations("RGB") | st.permutations("RGBW")


@settings(max_examples=80)
@given(frames, shares, ORDERS.map("".join))
def test_on_the_wire_any_frame_keeps_the_budget_and_loses_no_lit_lamp(
    frame: bytes, share: float, order: str
) -> None:
    supply, lamps = supply_for(frame, share), len(frame) // 3
    wire = Wire("the lamps", lamps, order).encode(limit(frame, supply))
    lit = [any(frame[3 * lamp : 3 * lamp + 3]) for lamp in range(lamps)]
    channels = len(order)
    assert [any(wire[channels * lamp : channels * lamp + channels]) for lamp in range(lamps)] == lit
    drawn_ma = sum(wire) * supply.lamp_ma / 765 + lamps * supply.standby_ma
    assert drawn_ma <= supply.budget_ma * (1 - supply.margin)


@settings(max_examples=80)
@given(frames, shares)
def test_limiting_twice_changes_nothing(frame: bytes, share: float) -> None:
    supply = supply_for(frame, share)
    once = limit(frame, supply)
    assert limit(once, supply) == once


def test_a_frame_within_the_budget_is_left_alone() -> None:
    frame = bytes([200, 100, 50] * 10)
    assert limit(frame, Supply(budget_ma=2000)) is frame


def test_the_estimate_is_full_white_plus_standby() -> None:
    assert estimate_ma(b"\xff\xff\xff\x00\x00\x00", Supply(500, lamp_ma=60, standby_ma=1)) == 62
    assert estimate_ma(b"\xff\x00\x00", Supply(500, lamp_ma=45, standby_ma=0.5)) == 15.5


def test_the_light_keeps_its_proportions() -> None:
    white = bytes([255, 255, 255]) * 50 + bytes([100, 40, 16])
    limited = limit(white, Supply(budget_ma=1500))
    assert limited[0] == pytest.approx(255 * 1300 / 3000, rel=0.03)
    assert limited[-3] / limited[-2] == pytest.approx(2.5, rel=0.1)
    assert limited[-2] / limited[-1] == pytest.approx(2.5, rel=0.1)


def test_most_of_the_budget_is_used() -> None:
    supply = Supply(budget_ma=3000)
    frame = bytes(range(256)) * 3
    used_ma = estimate_ma(limit(frame[: 3 * LAMPS], supply), supply)
    assert used_ma > 0.95 * supply.budget_ma * (1 - supply.margin)


def test_the_smallest_budget_lights_every_lamp_and_one_milliampere_less_cannot_be_kept() -> None:
    white = bytes([255]) * 3 * LAMPS
    supply = Supply(Supply(0).least_ma(LAMPS))
    assert set(limit(white, supply)) == {1}
    assert estimate_ma(limit(white, supply), supply) <= supply.budget_ma * 0.9
    short = Supply(supply.budget_ma - 2)
    assert estimate_ma(limit(white, short), short) > short.budget_ma * 0.9


def test_limiting_224_lamps_takes_far_less_than_a_frame() -> None:
    frame = bytes(range(256)) * 3
    supply = Supply(budget_ma=500)
    began_s = time.process_time()
    for _ in range(200):
        limit(frame[: 3 * LAMPS], supply)
    assert (time.process_time() - began_s) / 200 < 0.002
