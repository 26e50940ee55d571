"""Setting up on a phone, with and without a script."""

import pytest
from playwright.sync_api import Browser

from tests.web.phone import SMALL, phone
from tests.web.served import served
from tests.web.small_table import SmallRig, SmallTable
from tests.web.visitor import Visitor

pytestmark = pytest.mark.needs_chromium


def test_only_the_seats_and_plans_of_the_table_are_asked(browser: Browser) -> None:
    with served() as url, phone(browser, url, **SMALL) as used:
        used.open("/setup")
        for players, seats in ((2, "AC"), (4, "ABCD"), (6, "ABCDEF"), (8, "ABCDEFGH"), (10, "ABCDEFGHIJ")):
            used.tap(f"input[name=players][value='{players}']")
            shown = [b.text_content() for b in used.find(".seat b").all() if b.is_visible()]
            assert "".join(filter(None, shown)) == seats
            assert used.find(f".plans.only-{players}").is_visible()
            assert sum(plans.is_visible() for plans in used.find(".plans").all()) == 1
        used.check_it_can_be_used()


def test_what_cannot_be_is_said_on_the_spot(browser: Browser) -> None:
    with served() as url, phone(browser, url) as used:
        used.open("/setup")
        used.tap("input[name=players][value='2']")
        used.sees("[data-wrong=players]", "Pagat is not played by 2.")
        assert used.find("#start").is_disabled()
        used.tap("input[name=rules][value='bark-up-a-tree']")
        used.find("[data-wrong=players]").wait_for(state="hidden")
        used.find("select[name=colour_A]").select_option(label="Yellow")
        used.sees("[data-wrong=colour_A]", "Two seats have the same colour.")
        used.find("select[name=colour_A]").select_option(label="Lime")
        used.find("[data-wrong=colour_A]").wait_for(state="hidden")
        used.sees("[data-hint]", "Lime and Yellow look alike to some eyes.")
        assert used.find(".only-2 [data-chip=A] circle").get_attribute("fill") == "#aaee88"
        used.tap("#start")
        used.page.wait_for_url("**/table")
        assert used.state()["game"]["teams"] == [["A"], ["C"]]


def test_house_rules_are_chosen_and_refused_in_their_place(browser: Browser) -> None:
    with served() as url, phone(browser, url, **SMALL) as used:
        used.open("/setup")
        used.tap(".options summary")
        used.find("select[name=option_nine_direction]").select_option("both_forward")
        used.sees("[data-wrong=option_nine_direction]", "It has no meaning while nine is forward")
        used.find("select[name=option_nine]").select_option("forward_or_split")
        used.find("[data-wrong=option_nine_direction]").wait_for(state="hidden")
        used.check_it_can_be_used()
        used.tap("#start")
        used.page.wait_for_url("**/table")
        options = used.state()["game"]["options"]
        assert options == {"nine": "forward_or_split", "nine_direction": "both_forward"}


def test_a_game_is_set_up_without_a_script(browser: Browser) -> None:
    table = SmallTable(SmallRig())
    with served(table) as url, phone(browser, url, java_script_enabled=False, **SMALL) as used:
        used.open("/setup")
        used.tap("input[name=players][value='6']")
        used.tap(".plans.only-6 input[value='3']")
        used.find("input[name=name_F]").fill("Fien")
        used.tap("#start")
        used.sees("noscript p", "needs JavaScript")
    state = Visitor(table).state()
    assert state["game"]["teams"] == [["A", "D"], ["B", "E"], ["C", "F"]]


def test_a_wrong_form_without_a_script_comes_back_filled_in(browser: Browser) -> None:
    with served() as url, phone(browser, url, java_script_enabled=False) as used:
        used.open("/setup")
        used.find("input[name=name_A]").fill("Mia")
        used.tap("input[name=players][value='2']")
        used.tap("#start")
        used.sees("[data-wrong=players]", "Pagat is not played by 2.")
        assert used.find("input[name=name_A]").input_value() == "Mia"
        used.complaints.clear()  # Chromium itself notes that the answer was 409


def test_the_same_again_and_leaving_a_running_game(browser: Browser) -> None:
    table = SmallTable(SmallRig())
    Visitor(table).tell("new_game", players=4, rules="kilpatrick", first="A")
    with served(table) as url, phone(browser, url) as used:
        used.open("/setup")
        used.sees("main", "A game is running. A new one ends it.")
        used.tap(".again button")  # held back by the browser: leaving was not ticked
        assert used.page.url.endswith("/setup")
        used.tap(".again input[name=leave]")
        used.tap(".again button")
        used.page.wait_for_url("**/table")
        used.open("/setup")
        used.tap(".running summary")
        used.button("End the game").tap()
        used.find(".running").wait_for(state="detached")
        assert used.state()["phase"] == "no_game"


def test_a_form_outlives_a_token_that_was_lost(browser: Browser) -> None:
    """Another tab's first visit, or a cookie thrown away, must not cost what was typed."""
    with served() as url, phone(browser, url) as used:
        used.open("/setup")
        used.page.context.clear_cookies()
        used.page.evaluate("fetch('/api/state').then((answer) => answer.text())")
        used.tap("#start")
        used.page.wait_for_url("**/table")
