"""Hands at the simulated board: what they do is judged when the call returns. DESIGN 8, Simulated rig."""

from collections.abc import Iterator

import pytest

from firmware_host.boardmap import names_of
from tests.eventually import until
from tests.host.daemon_process import DaemonProcess, Page

PEGS = {
    "A": ["A8", "A12", "B0", "AH3", "S"],
    "B": ["B10", "C3", "S", "S", "S"],
    "C": ["C8", "CH1", "S", "S", "S"],
    "D": ["A15", "D8", "S", "S", "S"],
}


@pytest.fixture(scope="module")
def daemon(tmp_path_factory: pytest.TempPathFactory) -> Iterator[DaemonProcess]:
    with DaemonProcess(tmp_path_factory.mktemp("home")) as daemon:
        yield daemon


@pytest.fixture
def page(daemon: DaemonProcess) -> Page:
    page = daemon.page()
    assert page.tell("new_game", players=4, rules="pagat", first="A").ok
    assert page.tell("set_position", pegs=PEGS, turn="A").ok
    return page


def uid_of(page: Page, card: str, copy: int = 1) -> str:
    deck = page.get("/sim/deck").body
    return next(one["uid"] for one in deck if (one["card"], one["copy"]) == (card, copy))


def test_the_rig_comes_with_a_deck(page: Page) -> None:
    deck = page.get("/sim/deck").body
    assert len({one["uid"] for one in deck}) == len({(one["card"], one["copy"]) for one in deck}) == len(deck)
    assert len(deck) >= 3 * 52 + 6


def test_a_press_is_judged_when_it_returns_however_fast_they_come(page: Page) -> None:
    page.tap(uid_of(page, "7H"))
    ring = len(page.state()["cursor"]["candidates"])
    for number in range(1, 31):
        page.press("next")
        assert page.state()["cursor"]["at"] == number % ring
    for number in range(29, 0, -1):
        page.press("back")
        assert page.state()["cursor"]["at"] == number % ring


def test_holds_and_presses_right_after_each_other_are_judged_too(page: Page) -> None:
    page.tap(uid_of(page, "7H", copy=2))
    page.press("confirm")
    assert len(page.state()["cursor"]["chosen"]) == 1
    page.press("back", held_ms=1_300)
    assert page.state()["cursor"]["chosen"] == []
    page.press("back", held_ms=1_300)
    assert page.state()["card"] is None
    page.press("confirm")
    assert page.state()["refusal"]["why"] == "NOTHING_TO_CONFIRM"


def test_a_tap_is_judged_when_it_returns_and_a_card_left_lying_is_one_tap(page: Page) -> None:
    page.tap(uid_of(page, "5H"))
    seq = page.state()["seq"]
    assert page.state()["card"] == "5H"
    page.tap(uid_of(page, "5H"))
    assert page.state()["seq"] == seq
    page.press("cancel")
    assert page.state()["card"] is None
    assert page.post("/sim/lift", {"reader": "table"}).ok
    assert page.state()["card"] is None


def test_a_card_that_replaced_another_is_thrown_by_a_hold(page: Page) -> None:
    """A hold takes longer than the question is new, though it is told at once."""
    assert page.tell("set_position", pegs={seat: ["S"] * 5 for seat in "ABCD"}, turn="A").ok
    page.tap(uid_of(page, "2H", copy=3))
    page.tap(uid_of(page, "3H", copy=3))
    page.press("confirm", held_ms=1_500)
    state = page.state()
    assert (state["game"]["turn"], state["last_move"]["card"]) == ("B", "3H")


def test_a_short_press_of_confirm_never_throws_and_a_hold_of_back_never_does(page: Page) -> None:
    assert page.tell("set_position", pegs={seat: ["S"] * 5 for seat in "ABCD"}, turn="A").ok
    page.tap(uid_of(page, "2D"))
    for button, held_ms in (("confirm", 100), ("back", 1_500)):
        page.press(button, held_ms)
        assert page.state()["game"]["turn"] == "A"


@pytest.mark.parametrize("sides", [4, 6, 8, 10])
def test_the_strip_has_a_lamp_for_every_hole_of_the_board(page: Page, sides: int) -> None:
    rules = "bark-up-a-tree"
    assert page.tell("new_game", players=sides, rules=rules, first="A").ok
    assert len(page.lamps()) == len(names_of(sides)) == 28 * sides
    plate = [hole for hole in names_of(sides) if hole[:2] in ("AS", "AH")]
    until(lambda: [h for h, c in zip(names_of(sides), page.lamps(), strict=True) if c != "#000000"] == plate)
