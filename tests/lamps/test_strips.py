"""The strips go by another configuration as soon as it is there: map, looks, budget, what is opened."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from engine.game import Game
from firmware_host import lamps
from firmware_host.boardmap import names_of, runs_of
from firmware_host.clock import GameClock
from firmware_host.config import Config, parse
from firmware_host.lamp_loan import LampLoan
from firmware_host.simulated_rig import with_desk
from firmware_host.snapshot import Latest, Snapshot
from firmware_host.strips import Strips, lamps_of, places_of, wanted_of
from hardware.clock import monotonic_ms
from hardware.drivers.simulated import Desk
from hardware.power import Supply, estimate_ma
from hardware.rig import DeviceSpec, Kind, Rig, settings_of
from tests.engine.table import Table
from tests.eventually import until
from tests.lamps.seen import LATER_MS, at_rest

STRIP = '[[strip]]\nname = "ring"\ndriver = "simulated"\nwired = "RGB"\n'


def config(text: str) -> Config:
    return parse(text, Path("board.toml"))


@contextmanager
def board(text: str, game: Game | None = None) -> Iterator[tuple[Strips, Desk]]:
    """The strips of a board on which a game rests, or another is played, seen on a desk."""
    desk, latest = Desk(), Latest()
    latest.show(Snapshot(game=game or at_rest().game))
    first = config(text)
    rig = Rig(with_desk(first.specs, desk), monotonic_ms)
    loan = LampLoan(latest.wake)
    strips = Strips(
        rig.strips,
        first,
        latest,
        GameClock(LATER_MS),
        loan,
        lambda changed: with_desk(changed.specs, desk),
        lambda: None,
    )
    for thread in strips.threads:
        thread.start()
    try:
        until(lambda: any(desk.strip("ring").frame))
        yield strips, desk
    finally:
        for thread in strips.threads:
            thread.stop()
        latest.wake()
        for thread in strips.threads:
            thread.join()
        rig.close()


def test_another_map_is_in_force_at_once() -> None:
    with board(STRIP) as (strips, desk):
        before = desk.strip("ring").frame
        backwards = runs_of(names_of(4)[::-1])
        strips.apply(config(f"{STRIP}holes = {backwards}\n"))
        turned = b"".join(before[i : i + 3] for i in range(len(before) - 3, -3, -3))
        until(lambda: desk.strip("ring").frame == turned)


THREE_RINGS = f"""{STRIP}lamps = 504
[strip.rings]
4 = {runs_of(names_of(4))}
6 = {["skip 112", *runs_of(names_of(6))]}
8 = {["skip 280", *runs_of(names_of(8))]}
"""


@pytest.mark.parametrize(("players", "ring"), [(4, range(112)), (6, range(112, 280)), (8, range(280, 504))])
def test_the_ring_that_is_lit_follows_from_the_players(players: int, ring: range) -> None:
    """The first seat's plate is lit on it, and nothing of the other rings is."""
    with board(THREE_RINGS, Table(players=players).game) as (_, desk):
        frame = desk.strip("ring").frame
        lit = {lamp for lamp in range(504) if any(frame[3 * lamp : 3 * lamp + 3])}
    assert set() < lit <= set(ring[18:28])


def test_night_and_a_smaller_budget_are_in_force_at_once() -> None:
    with board(STRIP) as (strips, _):
        bright = strips.draws_ma("ring")
        strips.apply(config("night = true\nnight_brightness = 0.05\n" + STRIP))
        until(lambda: strips.draws_ma("ring") < bright)
        night = strips.draws_ma("ring")
        strips.apply(config(STRIP + "budget_ma = 160\n"))
        until(lambda: night != strips.draws_ma("ring") <= 144)


def test_the_budget_is_kept_by_what_the_lamps_of_this_strip_draw() -> None:
    white = bytes([255]) * 3 * 112
    for drawn_ma in (20, 60):
        text = f"{STRIP}budget_ma = 2000\nma_per_lamp = {drawn_ma}\n"
        limited = wanted_of(config(text))["ring"].limit(white)
        assert 1700 < estimate_ma(limited, Supply(2000, drawn_ma)) <= 1800


def test_another_order_and_another_length_open_the_strip_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lamps, "USUAL_REPEAT_MS", 600_000)  # no repetition heals what was not sent
    with board(STRIP) as (strips, desk):
        before = desk.strip("ring").frame
        strips.apply(config(STRIP + 'order = "GRB"\n'))
        swapped = b"".join(bytes((before[i + 1], before[i], before[i + 2])) for i in range(0, len(before), 3))
        until(lambda: desk.strip("ring").frame == swapped)
        strips.apply(config(STRIP + 'order = "GRB"\nlamps = 113\n'))
        until(lambda: len(desk.strip("ring").frame) == 3 * 113 and any(desk.strip("ring").frame))


def test_strips_without_a_map_lie_side_by_side() -> None:
    two = config(
        STRIP.replace("ring", "one") + "lamps = 30\n" + STRIP.replace("ring", "two") + "lamps = 82\n"
    )
    assert lamps_of(two) == {"one": 30, "two": 82}
    places = places_of(two)
    assert [*places["one"].holes(4), *places["two"].holes(4)] == [*names_of(4)]


def test_beside_a_strip_with_a_map_one_without_lights_no_hole_again() -> None:
    whole = f"holes = {runs_of(names_of(4))}\n"
    places = places_of(config(STRIP.replace("ring", "spare") + STRIP + whole))
    assert [*places["spare"].holes(4), *places["ring"].holes(4)] == [*names_of(4)]


def test_a_setting_that_is_not_said_is_the_driver_s_own() -> None:
    said = settings_of(DeviceSpec(Kind.STRIP, "s", "ws281x", {"lamps": 7}))
    assert (said["lamps"], said["order"], said["sacrificial"]) == (7, "GRB", False)
