"""The lights page: brightness, strips, patterns and what they draw, kept in the file, in force at once."""

from pathlib import Path

import pytest

from firmware_host.config import load
from firmware_host.lamp_loan import LOAN_MS
from firmware_host.simulated_board import TEXT
from tests.web.small_lights import SmallBoard
from tests.web.small_table import SmallRig, SmallTable
from tests.web.visitor import Visitor

MIXED = """
[[strip]]
name = "pins"
driver = "ws281x"
lamps = 40
order = "GRB"

[[strip]]
name = "controller"
driver = "adalight"
port = "/dev/ttyUSB0"
lamps = 72
"""


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "board.toml"


def visitor(path: Path, text: str = TEXT) -> Visitor:
    path.write_text(text, encoding="utf-8")
    return Visitor(SmallTable(SmallRig(), board=SmallBoard(path, text)))


def test_brightness_and_night_are_kept(path: Path) -> None:
    at = visitor(path)
    answer = at.post("/lights/looks", data={"brightness": "60", "night_brightness": "8", "night": "yes"})
    assert (answer.status_code, answer.headers["Location"]) == (303, "/lights?kept=1")
    looks = load(path).looks
    assert (looks.brightness, looks.night_brightness, looks.night, looks.level) == (0.6, 0.08, True, 0.08)
    at.post("/lights/looks", data={"brightness": "60", "night_brightness": "8"})
    assert load(path).looks.level == 0.6
    assert "Kept, and in force." in at.get("/lights?kept=1").text


def test_what_cannot_be_is_told_on_the_page_and_not_kept(path: Path) -> None:
    at = visitor(path)
    answer = at.post("/lights/looks", data={"brightness": "3", "night_brightness": "8"})
    assert answer.status_code == 409
    assert "That was not kept." in answer.text
    assert "brightness = 0.03: it must be 0.05 to 1" in answer.text
    strip = {"name": "ring", "lamps": "280", "budget_ma": "120", "ma_per_lamp": "60"}
    answer = at.post("/lights/strip", data=strip)
    assert answer.status_code == 409
    assert "280 lamps need 385 to be lit at all" in answer.text
    assert path.read_text(encoding="utf-8") == TEXT


@pytest.mark.parametrize("value", ["", "-5", "1e3", "0x10", "ten", "9999999", "٣"])
def test_what_is_no_number_is_refused(path: Path, value: str) -> None:
    at = visitor(path)
    assert at.post("/lights/looks", data={"brightness": value, "night_brightness": "8"}).status_code == 400
    strip = {"name": "ring", "lamps": value, "budget_ma": "2000", "ma_per_lamp": "60"}
    assert at.post("/lights/strip", data=strip).status_code == 400


def test_a_folder_that_cannot_be_written_is_told_with_the_way_out() -> None:
    at = Visitor(SmallTable(SmallRig(), board=SmallBoard()))
    answer = at.post("/lights/looks", data={"brightness": "60", "night_brightness": "8"})
    assert answer.status_code == 409
    assert "/proc/peglight/board.toml cannot be written" in answer.text
    assert "let the user that Peglight runs as write the folder" in answer.text


def test_a_strip_is_what_it_was_said_to_be(path: Path) -> None:
    at = visitor(path, MIXED)
    settings = {"lamps": "41", "sacrificial": "yes", "budget_ma": "900", "ma_per_lamp": "45"}
    assert at.post("/lights/strip", data={"name": "pins", **settings}).status_code == 303
    config = load(path)
    assert config.specs[0].settings == {"lamps": 41, "order": "GRB", "sacrificial": True}
    assert (config.strip_plans["pins"].budget_ma, config.strip_plans["pins"].ma_per_lamp) == (900, 45)
    assert at.post("/lights/strip", data={"name": "moon", **settings}).status_code == 404


def test_the_estimate_says_what_all_white_would_be(path: Path) -> None:
    at = visitor(path, MIXED)
    assert "all white it would be 2440 mA" in at.get("/lights").text
    at.post("/lights/looks", data={"brightness": "50", "night_brightness": "8"})
    assert "all white it would be 1245 mA" in at.get("/lights").text


def test_an_order_follows_from_what_is_seen(path: Path) -> None:
    at = visitor(path, MIXED)
    answer = at.post("/lights/colours/order", json={"strip": "pins", "seen": {"R": "G", "G": "R"}})
    assert answer.get_json() == {"ok": True, "text": "", "order": "RGB"}
    assert load(path).specs[0].settings["order"] == "RGB"
    answer = at.post("/lights/colours/order", json={"strip": "pins", "seen": {"R": "G", "G": "G"}})
    assert answer.get_json()["text"] == "These answers contradict each other; look once more."


def test_chips_with_white_are_taken_for_such_where_the_driver_carries_it(path: Path) -> None:
    at = visitor(path, MIXED)
    assert at.post("/lights/colours/chips", json={"strip": "pins"}).get_json()["order"] == "GRBW"
    refused = at.post("/lights/colours/chips", json={"strip": "controller"}).get_json()
    assert (refused["ok"], refused["order"]) == (False, "RGB")
    assert "carries no white channel" in refused["text"]


def test_patterns_are_lent_renewed_and_given_back(path: Path) -> None:
    at = visitor(path)
    board = at.table.board
    assert at.post("/lights/show", data={"pattern": "red", "strip": "ring"}).status_code == 303
    assert board.loan.frame("ring", 2, 1.0) == bytes((255, 0, 0)) * 2
    board.now_ms += LOAN_MS - 1
    assert at.post("/lights/renew").get_json() == {"lent": True}
    board.now_ms += LOAN_MS
    assert at.post("/lights/renew").get_json() == {"lent": False}
    assert at.get("/lights/now").get_json()["lent"] is False
    at.post("/lights/show", data={"pattern": "walk"})
    assert at.post("/lights/done").status_code == 303
    assert not board.loan.is_lent


@pytest.mark.parametrize("form", [{}, {"pattern": "sparkle"}, {"pattern": "red", "strip": "moon"}])
def test_a_pattern_that_is_none_is_refused(path: Path, form: dict[str, str]) -> None:
    at = visitor(path)
    assert at.post("/lights/show", data=form).status_code == 400
    assert not at.table.board.loan.is_lent


def test_a_board_without_a_strip_says_so(path: Path) -> None:
    at = visitor(path, 'name = "Bare"\n')
    assert "The configuration names no strip of lamps." in at.get("/lights").text


def test_a_wizard_of_a_ring_leaves_the_lamps_of_the_others_out(path: Path) -> None:
    """Two rings on one strip: what is known of one is not asked for the other, unless they share lamps."""
    text = '[[strip]]\nname = "s"\ndriver = "simulated"\nlamps = 280\n'
    at = visitor(path, text)
    bench = at.table.lights.wiring
    at.post("/lights/wiring/begin", data={"sides": "4", "how": "check"})
    assert bench.shown().done
    assert at.post("/lights/wiring/save").get_json()["saved"]
    at.post("/lights/wiring/begin", data={"sides": "6", "how": "anew", "apart": "yes"})
    assert (bench.shown().strip, bench.shown().number) == ("s", 113)
    at.post("/lights/wiring/begin", data={"sides": "6", "how": "anew"})
    assert bench.shown().number == 1


@pytest.mark.parametrize("sides", ["", "5", "99", "-4", "x", "12345"])
def test_a_ring_that_is_none_is_refused(path: Path, sides: str) -> None:
    assert visitor(path).post("/lights/wiring/begin", data={"sides": sides}).status_code == 400


def test_answers_that_are_late_or_wrong_change_nothing(path: Path) -> None:
    at = visitor(path)
    assert at.get("/lights/wiring").status_code == 302
    assert at.post("/lights/wiring/light").status_code == 404
    at.post("/lights/wiring/begin", data={"sides": "4", "how": "anew"})
    for number in (1, 1, 1):
        at.post("/lights/wiring/say", json={"strip": "ring", "number": number, "hole": "A0"})
    assert at.post("/lights/wiring/light").get_json()["answers"] == 1
    wrong = at.post("/lights/wiring/say", json={"strip": "ring", "number": 2, "hole": "E3"})
    assert (wrong.status_code, wrong.get_json()["field"]) == (400, "hole")
    assert at.post("/lights/wiring/unsay").get_json()["answers"] == 0
    assert at.post("/lights/wiring/unsay").get_json()["number"] == 1


def test_a_correction_asks_about_that_lamp_again(path: Path) -> None:
    at = visitor(path)
    at.post("/lights/wiring/begin", data={"sides": "4", "how": "check"})
    asked = at.post("/lights/wiring/ask", json={"hole": "B4"}).get_json()
    assert (asked["number"], asked["expected"]) == (33, "B4")
    moved = at.post("/lights/wiring/say", json={"strip": "ring", "number": 33, "hole": "C4"}).get_json()
    assert (moved["done"], moved["number"]) == (False, 61), "the one said to be there is asked about"
