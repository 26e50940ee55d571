"""Pairing a phone, with and without a script, and revoking it."""

from typing import Any

import pytest
from playwright.sync_api import Browser

from tests.web.phone import SMALL, TABLET, phone
from tests.web.served import served
from tests.web.small_table import SmallRig, SmallTable

pytestmark = pytest.mark.needs_chromium


@pytest.mark.parametrize("screen", [SMALL, TABLET], ids=["360 px", "tablet"])
def test_a_phone_looks_on_asks_and_plays(browser: Browser, screen: dict[str, Any]) -> None:
    table = SmallTable(SmallRig())
    with served(table, require_pairing=True) as url, phone(browser, url, **screen) as used:
        used.open("/table")
        used.sees(".looking", "You are looking on.")
        assert not used.find("#begin").is_visible()
        used.check_it_can_be_used()
        used.tap(".looking a")
        used.find("#name").fill("Mia")
        used.check_it_can_be_used()
        used.button("Ask the table").tap()
        used.sees("h1", "Does the table show these colours?")
        used.check_it_can_be_used()
        shown = [dot.get_attribute("fill") for dot in used.find(".code circle").all()]
        assert tuple(shown) == table.pairing.code
        table.passed_ms += 5_500
        used.sees("#left", "54")
        assert table.pairing.accept()
        used.sees("h1", "A new game")
        used.find("select[name=first]").select_option("A")
        used.tap("#start")
        used.sees("h1", "Red to move")
        assert not used.find(".looking").is_visible()
        used.tap("text=Device")
        used.sees(".plain", "Mia (this one)")
        used.check_it_can_be_used()
        used.button("Revoke Mia").tap()
        used.sees(".looking", "You are looking on.")
        used.sees("main", "No browser is paired yet.")


def test_a_minute_without_an_answer_ends_in_the_question_again(browser: Browser) -> None:
    table = SmallTable(SmallRig())
    with served(table, require_pairing=True) as url, phone(browser, url, **SMALL) as used:
        used.open("/pair")
        used.button("Ask the table").tap()
        used.sees("h1", "Does the table show these colours?")
        table.passed_ms += 60_000
        used.sees("h1", "Pair this browser")
        used.button("Ask the table").tap()
        used.button("Stop asking").tap()
        used.sees("h1", "Pair this browser")
        assert table.pairing.code == ()


def test_a_phone_is_paired_without_a_script(browser: Browser) -> None:
    table = SmallTable(SmallRig())
    screen = {"java_script_enabled": False, **SMALL}
    with served(table, require_pairing=True) as url, phone(browser, url, **screen) as used:
        used.open("/setup")
        used.tap("#start")
        used.sees("h1", "This browser may only look on.")
        used.complaints.clear()  # Chromium itself notes that the answer was 403
        used.tap("main a.main")
        used.button("Ask the table").tap()
        used.sees("h1", "Does the table show these colours?")
        assert table.pairing.accept()
        used.sees("h1", "This browser is paired")  # the page asks again by itself
        used.open("/setup")
        used.tap("#start")
        used.page.wait_for_url("**/table")


def test_a_link_is_one_tap(browser: Browser) -> None:
    table = SmallTable(SmallRig())
    secret = table.pairing.make_link()
    with served(table, require_pairing=True) as url, phone(browser, url) as used:
        used.open(f"/pair?link={secret}")
        used.check_it_can_be_used()
        used.button("Pair this browser").tap()
        used.sees("h1", "A new game")
        assert len(table.pairing.paired()) == 1
