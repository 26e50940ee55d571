"""Restart, switch off, the clock and the name: from a paired phone alone, never by one slip of a finger."""

import time
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from firmware_host.wall_clock import WallClock
from tests.web.phone import SMALL, phone
from tests.web.served import served
from tests.web.small_care import SmallProblem
from tests.web.small_table import SmallRig, SmallTable
from tests.web.visitor import Visitor
from web_ui.file_problems import SENTENCES

LAN = {"address": "10.0.0.9", "listening": "0.0.0.0"}


def test_what_the_machine_allows_is_offered() -> None:
    visitor = Visitor()
    assert "cannot do that by itself" in visitor.get("/device/power").text
    visitor.table.machine.can = ["restart"]
    page = visitor.get("/device/power").text
    assert "Restart now" in page
    assert "Switch off now" not in page


def test_it_is_done_when_it_is_said_again_and_what_the_system_answers_is_told() -> None:
    visitor = Visitor()
    machine = visitor.table.machine
    assert "The board switches off" in visitor.post("/device/power", data={"deed": "switch_off"}).text
    assert "The board restarts" in visitor.post("/device/power", data={"deed": "restart"}).text
    assert machine.done == ["switch_off", "restart"]
    machine.says = "Access denied"
    answer = visitor.post("/device/power", data={"deed": "restart"})
    assert answer.status_code == 503
    assert "The machine did not do it: Access denied" in answer.text
    assert visitor.post("/device/power", data={"deed": "hibernate"}).status_code == 400
    assert len(machine.done) == 3


def test_who_is_not_paired_is_offered_nothing() -> None:
    stranger = Visitor(paired=False, **LAN)  # type: ignore[arg-type]  # by name, for tests only
    stranger.table.machine.can = ["restart"]
    assert "Restart now" not in stranger.get("/device/power").text
    page = stranger.get("/device").text
    assert "Take this phone" not in page
    assert "Give it this name" not in page


def test_a_name_is_given_or_it_is_said_why_not() -> None:
    visitor = Visitor()
    naming = visitor.table.naming
    assert "begins again" in visitor.post("/device/name", data={"name": " Oak & Ash "}).text
    assert naming.names == ["Oak & Ash"]
    for why in ("game_runs", "simulated", "no_config", "wrong_config", "not_written"):
        naming.problem = SmallProblem(why, found="a reason")
        answer = visitor.post("/device/name", data={"name": "Elm"})
        assert answer.status_code == 409
        assert SENTENCES[why].format(found="a reason") in answer.text


def test_sounds_are_chosen_by_who_is_paired_and_only_those_there_are() -> None:
    visitor = Visitor()
    assert 'value="all" checked' in visitor.get("/device").text
    assert visitor.post("/device/sounds", data={"sounds": "no_ticks"}).status_code == 303
    assert visitor.table.sounds.chosen == "no_ticks"
    assert 'value="no_ticks" checked' in visitor.get("/device").text
    assert visitor.post("/device/sounds", data={"sounds": "drums"}).status_code == 400
    visitor.table.sounds.problem = SmallProblem("not_written", found="a reason")
    answer = visitor.post("/device/sounds", data={"sounds": "none"})
    assert (answer.status_code, "a reason" in answer.text) == (409, True)
    visitor.table.sounds.has_buzzer = False
    assert 'name="sounds"' not in visitor.get("/device").text


@pytest.mark.parametrize(("wall_s", "east_min", "status"), [
    ("1900000000", "-210", 303), ("1900000000", "9999", 409), ("5", "0", 409), ("x", "0", 400), ("", "", 400),
    ("1" * 30, "0", 400), ("\u0661", "0", 400),
])  # fmt: skip
def test_a_clock_takes_what_can_be_a_time(tmp_path: Path, wall_s: str, east_min: str, status: int) -> None:
    visitor = Visitor()
    visitor.table.clock = WallClock(tmp_path)
    answer = visitor.post("/device/clock", data={"wall_s": wall_s, "east_min": east_min})
    assert answer.status_code == status


@pytest.mark.needs_chromium
def test_a_phone_gives_its_own_time_and_zone(tmp_path: Path, browser: Browser) -> None:
    table = SmallTable(SmallRig())
    table.clock = WallClock(tmp_path, is_served=lambda: False)
    with served(table) as url, phone(browser, url, timezone_id="Asia/Kolkata", **SMALL) as used:
        used.open("/device")
        used.sees("main", "Nobody has set it")
        used.button("Take this phone's time").tap()
        used.sees("main", "A phone has set it")
        used.check_it_can_be_used()
        assert abs(table.clock.now_s() - time.time()) < 60
        assert table.clock.shown(0, "%H:%M") == "05:30"


@pytest.mark.needs_chromium
def test_a_board_is_switched_off_by_two_taps_that_lie_apart(browser: Browser) -> None:
    table = SmallTable(SmallRig())
    table.machine.can = ["restart", "switch_off"]
    with served(table) as url, phone(browser, url, **SMALL) as used:
        used.open("/device")
        used.tap("text=Restart or switch off the board")
        used.sees("h1", "Restart and switch off")
        used.check_it_can_be_used()
        used.tap("summary >> text=Switch off")
        used.check_it_can_be_used()
        assert not table.machine.done
        used.button("Switch off now").tap()
        used.sees("h1", "The board switches off")
        assert table.machine.done == ["switch_off"]
