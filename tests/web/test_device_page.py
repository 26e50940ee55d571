"""The pages of the device and of the history."""

from html import unescape

import pytest
from playwright.sync_api import Browser

from firmware_host.checks.finding import Finding, Level
from tests.web.phone import SMALL, phone
from tests.web.served import served
from tests.web.small_table import Device, SmallRig, SmallTable
from tests.web.visitor import Visitor, started

FINDINGS = [
    Finding("disk-space", Level.OK, "There is room.", "", ""),
    Finding("spi", Level.FAIL, "SPI is off.", "No card is read.", "Switch it on."),
]
LAN = {"address": "10.0.0.9", "listening": "0.0.0.0"}


def test_the_device_tells_its_name_its_parts_its_notes_and_its_log() -> None:
    table = SmallTable(SmallRig(), name="Oak & Ash")
    table.show(
        devices=(Device("table"), Device("ring", "adalight", "retrying", "unplugged?")),
        notes=("The journal was damaged.",),
    )
    page = unescape(Visitor(table).get("/device").text)
    for text in (
        "<h1>Oak & Ash</h1>",
        "<b>table</b> works",
        "<b>ring</b> does not answer; it is tried again<small>adalight · unplugged?",
        "The journal was damaged.",
        "12:00:00 INFO: all is well",
    ):
        assert text in page
    assert 'class="qr"' not in page  # nobody else could open localhost


def test_who_looks_on_sees_no_log_and_asks_no_doctor() -> None:
    stranger = Visitor(paired=False, **LAN)  # type: ignore[arg-type]  # by name, for tests only
    stranger.table.findings = FINDINGS
    assert "all is well" not in stranger.get("/device").text
    page = stranger.get("/device/doctor").text
    assert "Only a paired browser" in page
    assert "SPI" not in page


def test_the_doctor_says_the_worst_first_with_why_and_what_to_do() -> None:
    visitor = Visitor()
    visitor.table.findings = FINDINGS
    page = visitor.get("/device/doctor").text
    assert page.index("Mend this") < page.index("SPI is off.") < page.index("There is room.")
    assert "No card is read." in page
    assert "Switch it on." in page


def test_the_doctor_sees_one_at_a_time() -> None:
    visitor = Visitor()
    seen = []

    def examine() -> list[Finding]:
        seen.append(visitor.get("/device/doctor").status_code)
        return []

    visitor.table.examine = examine  # type: ignore[method-assign]  # asks again while it is asked
    assert visitor.get("/device/doctor").status_code == 200
    assert seen == [503]


def test_a_page_that_others_can_open_shows_its_address_to_their_cameras() -> None:
    page = Visitor(host="10.0.0.2:8080", listening="0.0.0.0").get("/device").text
    assert "http://10.0.0.2:8080/" in page
    assert 'class="qr"' in page
    assert "style=" not in page  # the policy forbids it


def test_the_minutes_of_a_game_in_words_and_as_text() -> None:
    visitor = started(seats={"A": {"name": "Mia <3"}})
    visitor.play("K")
    listed = unescape(visitor.get("/history").text)
    assert "Mia <3 + Yellow · Blue + Turquoise" in listed
    assert "Running now" in listed
    assert "Pagat · 1 turn<" in listed
    assert "Mia &lt;3 plays K: out to A8." in visitor.get("/history/1").text
    text = visitor.get("/history/1.txt")
    assert text.text == "Pagat\nMia <3 + Yellow · Blue + Turquoise\n\n1. Mia <3 plays K: out to A8.\n"
    assert text.headers["Content-Type"].startswith("text/plain")
    assert "attachment" in text.headers["Content-Disposition"]


def test_who_has_won_is_told() -> None:
    visitor = started(2, "bark-up-a-tree")
    pegs = {"A": ["AH1", "AH2", "AH3", "AH4", "AH5"], "C": ["S"] * 5}
    assert visitor.tell("set_position", pegs=pegs, turn="C").status_code == 200
    assert "Red has won!" in visitor.get("/history").text


@pytest.mark.parametrize(
    "path", ["/history/2", "/history/2.txt", "/history/99999999999999999999", "/history?before=x"]
)
def test_a_game_that_is_not_there_is_404(path: str) -> None:
    assert started().get(path).status_code == 404


def test_history_that_is_asked_too_much_says_so() -> None:
    visitor = started()

    def busy(number: int) -> None:
        raise TimeoutError

    visitor.table.history.game = busy  # type: ignore[method-assign,assignment]  # somebody else asks
    assert visitor.get("/history/1").status_code == 503


def test_a_board_without_games_and_the_end_of_the_list_say_so() -> None:
    assert "No game was played here yet." in Visitor().get("/history").text
    visitor = started()
    assert 'href="/history?before=1"' in visitor.get("/history").text
    assert "There are no older games." in visitor.get("/history?before=1").text


@pytest.mark.needs_chromium
def test_the_device_page_is_live_and_the_history_can_be_read_on_a_phone(browser: Browser) -> None:
    table = SmallTable(SmallRig())
    table.findings = FINDINGS
    visitor = Visitor(table)
    visitor.tell("new_game", players=4, rules="pagat", first="A")
    visitor.play("K")
    with served(table) as url, phone(browser, url, **SMALL) as used:
        used.open("/device")
        used.check_it_can_be_used()
        table.show(devices=(Device("table", "rdm6300", "missing", "unplugged?"),))
        used.sees("#parts .missing", "table is missing")
        used.tap("text=Look the machine over")
        used.sees(".fail", "SPI is off.")
        used.check_it_can_be_used()
        used.tap("nav >> text=History")
        used.sees("h1", "History")
        used.check_it_can_be_used()
        used.tap(".past a")
        used.sees(".said", "Red plays K: out to A8.")
        used.check_it_can_be_used()
