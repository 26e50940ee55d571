"""The table on a phone, in a real Chromium: set up, tap, choose, refuse, throw, take back."""

import math
from collections.abc import Iterator
from itertools import combinations
from typing import Any

import pytest
from playwright.sync_api import Browser

from engine.inputs import Chosen, Pointed
from tests.web.phone import LEAST_TARGET_PX, PIXEL_5, SMALL, TABLET, Phone, phone
from tests.web.served import served
from tests.web.small_table import Device, SmallRig, SmallTable
from tests.web.visitor import Visitor, table_at

pytestmark = pytest.mark.needs_chromium


@pytest.fixture(params=[PIXEL_5, SMALL], ids=["pixel 5", "360 px"])
def screen(request: pytest.FixtureRequest) -> Iterator[dict[str, Any]]:
    return request.param  # type: ignore[no-any-return]


def test_a_game_is_set_up_and_played_by_taps(browser: Browser, screen: dict[str, Any]) -> None:
    with served() as url, phone(browser, url, **screen) as used:
        used.open()
        used.check_it_can_be_used()
        used.tap("input[name=players][value='4']")
        used.find("input[name=name_A]").fill("Mia")
        used.find("select[name=first]").select_option("A")
        used.tap("#start")
        used.sees("h1", "Mia to move")
        used.check_it_can_be_used()

        used.tap("[data-card=K]")
        used.sees("#asks", "start → A8")
        used.check_it_can_be_used()
        used.tap_hole("A8")
        used.button("Play").tap()
        used.sees("#last", "Mia plays K: out to A8.")
        used.sees("h1", "Blue to move")
        assert used.state()["game"]["pegs"]["A"] == ["A8", "S", "S", "S", "S"]
        assert used.find('.peg.stands[data-hole="A8"]').is_visible()

        used.tap("[data-card='5']")
        used.sees("#notice", "No peg is out that this card could move.")
        used.check_it_can_be_used()
        used.button("Throw the card").tap()
        used.sees("#last", "Blue throws 5.")

        used.tap("[data-tell=undo]")
        used.sees("h1", "Blue to move")
        used.tap("[data-tell=undo]")
        used.sees("h1", "Mia to move")
        assert used.state()["game"]["pegs"]["A"] == ["S"] * 5
        used.tap("[data-tell=redo]")
        used.sees("h1", "Blue to move")


def test_a_refusal_marks_its_holes(browser: Browser) -> None:
    table = table_at({"A": ["A8", "A12", "S", "S", "S"]})
    with served(table) as url, phone(browser, url) as used:
        used.open("/table")
        used.tap("[data-card='4']")
        used.sees("#asks", "A12 → A16")
        used.tap_hole("A8")
        used.sees("#notice", "A peg of the same colour is in the way on A12.")
        used.sees("#marks text", "A12")
        lamp = used.find('.lamp[data-hole="A12"]')
        assert lamp.get_attribute("class") == "lamp r-no"
        used.button("Card away").tap()
        used.wait_for_state("state.card === null")
        used.find("#marks text").wait_for(state="detached")
        assert not used.find("#notice").is_visible()


def test_a_choice_of_the_list_is_played_at_once(browser: Browser) -> None:
    table = table_at({"A": ["A8", "S", "S", "S", "S"], "B": ["A11", "S", "S", "S", "S"]})
    with served(table) as url, phone(browser, url) as used:
        used.open("/table")
        used.tap("[data-card='3']")
        used.page.get_by_role("button", name="Red plays 3: A8 to A11.").tap()
        used.sees("#last", "The peg of Blue on A11 goes back to start.")
        used.sees("#carry", "A11 → start")
        used.button("Carried").tap()
        used.wait_for_state("state.seq >= 5")
        assert isinstance(table.told[-2], Chosen)
        used.find("#carrying").wait_for(state="hidden")


def test_a_seven_is_narrowed_step_by_step(browser: Browser) -> None:
    table = table_at({"A": ["A8", "A12", "B0", "C1", "S"]})
    with served(table) as url, phone(browser, url) as used:
        used.open("/table")
        used.tap("[data-card='7']")
        used.sees("#prompt", "Which peg?")
        used.button("The peg on B0").tap()
        used.sees("#prompt", "How many holes?")
        used.button("3 holes").tap()
        used.sees("#asks", "B0 → B3")
        used.check_it_can_be_used()
        used.find("#asks button").filter(has_text="C1 → C5").tap()
        state = used.wait_for_state("state.card === null")
        assert state["game"]["pegs"]["A"] == ["A12", "A8", "B3", "C5", "S"]


def test_who_is_faster_than_the_answer_plays_what_was_walked_to(browser: Browser) -> None:
    table = table_at({"A": ["A8", "A12", "S", "S", "S"]})
    with served(table) as url, phone(browser, url) as used:
        used.open("/table")
        used.tap("[data-card='3']")
        used.sees("#asks", "A8 → A11")
        used.page.evaluate("for (const key of ['next', 'confirm'])"
                           " document.querySelector(`[data-press=${key}]`).click()")  # fmt: skip
        state = used.wait_for_state("state.card === null")
        assert state["game"]["pegs"]["A"] == ["A15", "A8", "S", "S", "S"]


def test_a_second_tap_on_confirm_plays_nothing_more(browser: Browser) -> None:
    table = table_at({"A": ["A8", "A12", "S", "S", "S"]})
    with served(table) as url, phone(browser, url) as used:
        used.open("/table")
        used.tap("[data-card='3']")
        used.sees("#asks", "A8 → A11")
        used.page.evaluate("for (const _ of [1, 2]) document.querySelector('[data-press=confirm]').click()")
        used.sees("#notice", "The table has moved on since; look again.")
        for n in range(3):  # what else is told leaves it standing
            with used.page.expect_response("**/table/now"):
                table.show(devices=(Device("table", detail=str(n)),))
        assert used.find("#notice").is_visible()
        used.tap("[data-card=K]")
        used.sees("#asks", "start → B8")
        assert not used.find("#notice").is_visible()


def test_every_move_of_a_card_can_be_listed(browser: Browser) -> None:
    table = table_at({"A": ["A8", "A12", "B0", "C1", "S"]})
    with served(table) as url, phone(browser, url) as used:
        used.open("/table")
        used.tap("[data-card='7']")
        used.tap("#all summary")
        moves = used.find("#moves button")
        moves.first.wait_for()
        assert moves.count() == len(used.state()["choices"]) > 8
        moves.last.tap()
        used.wait_for_state("state.card === null")


def test_the_ring_is_walked_with_its_way_drawn(browser: Browser) -> None:
    table = table_at({"A": ["A8", "A12", "S", "S", "S"]})
    with served(table) as url, phone(browser, url) as used:
        used.open("/table")
        used.tap("[data-card='3']")
        first = used.find("#asks [aria-current=true]").text_content()
        points = used.find("#paths polyline").get_attribute("points")
        used.button("Next").tap()
        used.wait_for_state("state.cursor.at === 1")
        used.page.wait_for_function(
            f"document.querySelector('#asks [aria-current=true]').textContent !== {first!r}"
        )
        assert used.find("#paths polyline").get_attribute("points") != points


@pytest.mark.parametrize(("hole", "off_px"), [("C4", 9), ("C6", 0)])
def test_a_tap_takes_the_nearest_hole_that_can_be_chosen_not_the_nearest_hole(
    browser: Browser, hole: str, off_px: float
) -> None:
    table = table_at({"A": ["A12", "C4", "S", "S", "S"]})
    with served(table) as url, phone(browser, url, **SMALL) as used:
        used.open("/table")
        used.tap("[data-card='5']")
        used.sees("#asks", "A12 → A17")
        used.tap_hole(hole, off_px)
        used.wait_for_state("state.cursor.left === 1")
        assert used.state()["cursor"]["candidates"][0]["from"] == "C4"


def test_a_start_is_tapped_at_any_of_its_lamps(browser: Browser) -> None:
    table = table_at({"A": ["C12", "C4", "S", "S", "S"]})
    with served(table) as url, phone(browser, url, **SMALL) as used:
        used.open("/table")
        used.tap("[data-card=K]")
        used.sees("#asks", "start → A8")
        used.tap_hole("AS5")
        used.wait_for_state("state.cursor.left === 1")
        assert used.state()["cursor"]["candidates"][0]["from"] == "S"


CENTRES = """() => [...document.querySelectorAll("#names circle")].map((ring) => {
  const { x, y, width, height } = ring.getBoundingClientRect();
  return [x + width / 2, y + height / 2];
})"""


@pytest.mark.parametrize(
    ("players", "rules", "pegs", "card", "hole"),
    [
        (10, "bark-up-a-tree", ["A12", "C4", "S", "S", "S"], "5", "C9"),
        (4, "pagat", ["A12", "B1", "S", "S", "S"], "5", "B1"),
        (8, "kilpatrick", ["A8", "A12", "B0", "C1", "S"], "7", "A11"),
    ],
)
def test_holes_closer_than_a_finger_are_looked_at_closer_first(
    browser: Browser, players: int, rules: str, pegs: list[str], card: str, hole: str
) -> None:
    table = table_at({"A": pegs}, players, rules)
    with served(table) as url, phone(browser, url, **SMALL) as used:
        used.open("/table")
        box = used.find("#board").get_attribute("viewBox")
        used.tap(f"[data-card='{card}']")
        used.find("#choosing").wait_for()
        left = used.state()["cursor"]["left"]
        used.tap_hole(hole, off_px=3)
        used.sees("#prompt", "Which one? Tap it again.")
        assert used.state()["cursor"]["left"] == left
        centres = used.page.evaluate(CENTRES)
        gaps = [math.dist(one, other) for one, other in combinations(centres, 2)]
        assert min(gaps) >= LEAST_TARGET_PX - 0.5
        used.check_it_can_be_used()
        used.tap_hole(hole, off_px=15)
        assert used.wait_for_state(f"state.cursor.left < {left}")
        assert isinstance(table.told[-1], Pointed)
        assert table.told[-1].hole == hole
        used.find(f'#board[viewBox="{box}"]').wait_for()


def test_the_closer_look_is_left_by_its_button(browser: Browser) -> None:
    table = table_at({"A": ["A12", "B1", "S", "S", "S"]})
    with served(table) as url, phone(browser, url, **SMALL) as used:
        used.open("/table")
        used.tap("[data-card='5']")
        used.sees("#asks", "A12 → A17")
        used.tap_hole("B1")
        used.button("Whole board").tap()
        used.sees("#prompt", "Choose a move, then play it.")
        assert used.find("#names circle").count() == 0
        assert used.button("Larger").is_visible()


def test_two_phones_that_take_the_same_answer_take_it_once(browser: Browser) -> None:
    """The second has not heard of the first yet; else its confirm would answer the next question."""
    table = table_at({"A": ["A8", "A12", "B0", "C1", "S"]})
    with served(table) as url, phone(browser, url) as one, phone(browser, url) as other:
        for used in (one, other):
            used.open("/table")
        one.tap("[data-card='7']")
        for used in (one, other):
            used.sees("#prompt", "Which peg?")
        other.page.route("**/table/now", lambda _route: None)
        one.button("The peg on B0").tap()
        one.sees("#prompt", "How many holes?")
        other.button("The peg on B0").tap()
        other.sees("#notice", "The table has moved on since; look again.")
        assert [answer["hole"] for answer in other.state()["cursor"]["chosen"]] == ["B0"]
        other.page.unroute("**/table/now")


def test_what_happens_at_the_table_is_seen_by_every_page(browser: Browser) -> None:
    table = table_at({"A": ["A8", "S", "S", "S", "S"]})
    with served(table) as url, phone(browser, url) as one, phone(browser, url, **TABLET) as other:
        one.open("/table")
        other.open("/table")
        one.tap("[data-card='3']")
        other.sees("#asks", "A8 → A11")
        other.button("Play").tap()
        one.sees("h1", "Blue to move")


def test_a_page_that_comes_late_to_another_board_draws_it(browser: Browser) -> None:
    table = table_at({})
    with served(table) as url, phone(browser, url) as used:
        used.open("/table")
        used.sees("h1", "Red to move")
        Visitor(table).tell("new_game", players=6, rules="pagat", first="E")
        used.find("#board[data-sides='6']").wait_for()
        used.sees("h1", "Plum to move")


def test_a_lost_board_is_said_and_found_again(browser: Browser) -> None:
    table = table_at({"A": ["A8", "S", "S", "S", "S"]})
    opened = browser.new_context(has_touch=True, is_mobile=True, **PIXEL_5)
    with served(table) as url:
        used = Phone(opened.new_page(), url)
        used.open("/table")
        used.find("[data-card='3']:enabled").wait_for()  # it has heard of the game
    used.sees("#lost", "The board does not answer.")
    used.tap("[data-card='3']")
    used.sees("#notice", "That did not reach the board; try again.")
    with served(table, port=int(url.rsplit(":")[-1])):
        used.find("#lost").wait_for(state="hidden")
        used.tap("[data-card='3']")
        used.sees("#asks", "A8 → A11")
        opened.close()


def test_devices_that_fail_are_named(browser: Browser) -> None:
    table = table_at({})
    table.show(
        devices=(Device("table"), Device("lamps", "adalight", "retrying", "The cable is out.")),
        notes=("The journal was damaged.",),
    )
    with served(table) as url, phone(browser, url) as used:
        used.open("/table")
        used.sees("#devices", "lamps (adalight) does not answer; it is tried again. The cable is out.")
        used.sees("#devices", "The journal was damaged.")
        assert used.find("#devices li").count() == 2


def test_without_a_game_the_table_leads_to_setting_up(browser: Browser) -> None:
    with served() as url, phone(browser, url) as used:
        used.open("/table")
        used.sees("h1", "No game is running.")
        used.check_it_can_be_used()
        used.page.get_by_role("link", name="Set up a game").tap()
        used.sees("h1", "A new game")


def test_nothing_moves_where_less_motion_is_wanted(browser: Browser) -> None:
    table = table_at({"A": ["A8", "S", "S", "S", "S"]})
    with served(table) as url, phone(browser, url, reduced_motion="reduce") as used:
        used.open("/table")
        used.tap("[data-card='3']")
        used.sees("#asks", "A8 → A11")
        names = "[...document.querySelectorAll('*')].map((each) => getComputedStyle(each).animationName)"
        assert set(used.page.evaluate(names)) == {"none"}
        assert used.find(".r-ask").count() == 5


def test_names_are_shown_as_they_are_typed(browser: Browser) -> None:
    table = SmallTable(SmallRig())
    Visitor(table).tell(
        "new_game",
        players=4,
        rules="pagat",
        first="A",
        seats={"A": {"name": "<b>&amp;"}, "B": {"name": "x" * 24}},
    )
    with served(table) as url, phone(browser, url, **SMALL) as used:
        used.open("/table")
        used.sees("h1", "<b>&amp; to move")
        used.sees(".seatname", "<b>&amp;")
        used.check_it_can_be_used()
