"""The time of day: told by a phone where no server does, for this boot, and nothing of a game hangs on it."""

import json
from pathlib import Path

import pytest

from firmware_host.wall_clock import WallClock

PHONE_S = 1_900_000_000
WRONG_S = 1_700_000_000


class World:
    """A machine whose clock is years behind."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.served = False
        self.now_ms = 5_000
        self.boot_id = folder / "boot_id"
        self.boot_id.write_text("one\n")

    def clock(self) -> WallClock:
        return WallClock(self.folder, lambda: self.served, lambda: WRONG_S, lambda: self.now_ms, self.boot_id)


@pytest.fixture
def world(tmp_path: Path) -> World:
    return World(tmp_path)


def test_a_phone_tells_the_time_and_it_goes_on_over_a_restart_of_the_daemon(world: World) -> None:
    clock = world.clock()
    assert (clock.now_s(), clock.is_told) == (WRONG_S, False)
    assert clock.tell(PHONE_S, 60)
    world.now_ms += 90_500
    assert (clock.now_s(), clock.is_told) == (PHONE_S + 90, True)
    assert world.clock().now_s() == PHONE_S + 90
    assert (world.folder / "clock").stat().st_mode & 0o777 == 0o600


def test_after_a_start_of_the_machine_it_is_told_no_more_but_the_zone_stays(world: World) -> None:
    assert world.clock().tell(PHONE_S, 330)
    world.boot_id.write_text("two\n")
    clock = world.clock()
    assert (clock.now_s(), clock.is_told) == (WRONG_S, False)
    assert clock.shown(0, "%H:%M") == "05:30"


def test_a_time_server_knows_better(world: World) -> None:
    clock = world.clock()
    assert clock.tell(PHONE_S, -120)
    world.served = True
    assert clock.now_s() == WRONG_S
    assert clock.shown(7_200, "%H:%M") == "00:00"


@pytest.mark.parametrize(
    ("wall_s", "east_min"), [(0, 0), (2**40, 0), (PHONE_S, 900), (PHONE_S, -841), (-1, 0)]
)
def test_what_can_be_no_time_is_not_taken(world: World, wall_s: int, east_min: int) -> None:
    clock = world.clock()
    assert not clock.tell(wall_s, east_min)
    assert clock.now_s() == WRONG_S


@pytest.mark.parametrize(
    "text",
    [
        "",
        "{",
        "[" * 5_000,
        "[]",
        '{"wall_s": 1}',
        '{"wall_s": "1", "at_ms": 1, "boot": "one", "east_min": 0}',
        '{"wall_s": 99999999999999999999999, "at_ms": 1, "boot": "one", "east_min": 0}',
        '{"wall_s": 1900000000, "at_ms": -99999999999999999999999999, "boot": "one", "east_min": 0}',
    ],
)
def test_a_file_that_is_broken_was_never_told(world: World, text: str) -> None:
    (world.folder / "clock").write_text(text)
    assert world.clock().now_s() == WRONG_S


def test_a_zone_that_cannot_be_is_brought_back_into_the_world(world: World) -> None:
    broken = {"wall_s": PHONE_S, "at_ms": 0, "boot": "one", "east_min": 10**12}
    (world.folder / "clock").write_text(json.dumps(broken))
    assert world.clock().shown(0, "%H:%M") == "14:00"


@pytest.mark.parametrize("wall_s", [2**63 - 1, -(2**63), 2**70])
def test_a_moment_that_no_calendar_has_is_shown_as_unknown(world: World, wall_s: int) -> None:
    """A row that was damaged may say it, and the page of the history shows the others all the same."""
    clock = world.clock()
    assert clock.shown(wall_s) == "?"
    assert clock.tell(PHONE_S, 60)
    assert clock.shown(wall_s) == "?"


def test_a_disk_that_does_not_take_it_is_said_and_it_holds_till_the_restart(world: World) -> None:
    (world.folder / "clock.new").mkdir()
    clock = world.clock()
    assert not clock.tell(PHONE_S, 0)
    assert clock.now_s() == PHONE_S
