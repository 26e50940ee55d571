"""For everybody: contrast measured, in the light and in the dark; a whole game by keys and text alone."""

import pytest
from playwright.sync_api import Browser

from tests.web.contrast import contrast, shown_on, too_faint
from tests.web.keyboard import NAME, Keyboard
from tests.web.phone import SMALL, phone
from tests.web.served import served
from tests.web.small_table import Device
from tests.web.visitor import Visitor, table_at

PAGES = [
    "/setup",
    "/seats",
    "/rules",
    "/history",
    "/history/1",
    "/cards",
    "/device",
    "/device/doctor",
    "/lights",
    "/lights/colours?strip=ring",
    "/controls",
    "/pair",
    "/nowhere",
]


def test_the_measure_is_the_known_one() -> None:
    black, white, grey = (0.0, 0.0, 0.0, 1.0), (255.0, 255.0, 255.0, 1.0), (118.0, 118.0, 118.0, 1.0)
    assert contrast(black, white) == contrast(white, black) == 21
    assert 4.5 < contrast(grey, white) < 4.6


@pytest.mark.needs_chromium
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_every_text_stands_out_from_its_ground(browser: Browser, scheme: str) -> None:
    table = table_at({"A": ["A8", "A12", "B0", "C1", "S"], "B": ["A13", "S", "S", "S", "S"]})
    table.show(devices=(Device("lamps", "adalight", "retrying", "The cable is out."),), notes=("A note.",))
    with (
        served(table, require_pairing=True) as url,
        phone(browser, url, color_scheme=scheme, **SMALL) as used,
    ):
        used.open("/table")
        assert not too_faint(used.page)  # as an onlooker
        session = table.pairing.ask("test", "x")
        assert session
        assert table.pairing.accept()
        name = f"peglight_session_{table.pairing.board_id}"
        used.page.context.add_cookies([{"name": name, "value": session, "url": url}])
        for path in PAGES:
            used.open(path)
            used.page.evaluate("for (const one of document.querySelectorAll('details')) one.open = true")
            assert shown_on(used.page)
            assert not too_faint(used.page), path
        used.complaints.clear()  # Chromium itself notes the 404
        used.open("/table")
        used.page.evaluate("for (const one of document.querySelectorAll('details')) one.open = true")
        for card in ("7", "4", "2"):
            used.tap(f"[data-card='{card}']")
            used.sees("#middle .rank", card)
            assert not too_faint(used.page), card


CARDS = {  # of red: out, eight back to A0, and in: deepest first
    "first": [("K", "out to A8"), ("8", "A8 to A0"), ("5", "A0 to AH2"), ("3", "AH2 to AH5")],
    "others": [("7", "A0 to AH4"), ("6", "A0 to AH3"), ("5", "A0 to AH2"), ("4", "A0 to AH1")],
}
THROWN = ["2", "3", "4", "6", "9", "10"]


@pytest.mark.needs_chromium
def test_a_whole_game_is_played_by_keys_and_text_alone(browser: Browser) -> None:
    plays = [*CARDS["first"]]
    for last in CARDS["others"]:
        plays += [("K", "out to A8"), ("8", "A8 to A0"), last]
    with served() as url, phone(browser, url, **SMALL) as used:
        keys = Keyboard(used.page)
        used.open("/setup")
        keys.go_to("4")
        used.page.keyboard.press("ArrowLeft")  # a radio group is one stop
        assert keys.name() == "2"
        keys.go_to("Pagat The basic game. Draw first; a joker need never be played.")
        used.page.keyboard.press("ArrowUp")
        used.page.keyboard.press("ArrowUp")
        assert keys.name().startswith("Bark Up A Tree")
        keys.go_to("Name of seat A")
        used.page.keyboard.type("Mia")
        keys.go_to("Who begins")
        used.page.keyboard.press("ArrowDown")
        keys.press("Begin")
        used.page.wait_for_url("**/table")
        for number, (card, said) in enumerate(plays):
            keys.hears("h1", "Mia to move")
            keys.press(card)
            keys.hears("#at", f"Mia plays {card}: ")
            keys.press("Play" if card == "K" else f"Mia plays {card}: {said}.")
            keys.hears("#last", f"Mia plays {card}: {said}.")
            assert keys.name()  # the focus is never lost
            if number == len(plays) - 1:
                break
            keys.hears("h1", "Yellow to move")
            keys.press(THROWN[number % len(THROWN)])
            keys.hears("[role=alert]", "No peg is out that this card could move.")
            keys.press("Throw the card")
            keys.hears("#last", "Yellow throws")
        keys.hears("h1", "Mia has won!")
        keys.press("Where the pegs stand")
        used.sees("#pegs", "Mia: AH1, AH2, AH3, AH4, AH5")
        used.sees("#pegs", "Yellow: 5 in start")


TABBABLE = f"""() => [...document.querySelectorAll("button, a, summary, input:not([type=hidden]), select")]
  .filter((one) => one.checkVisibility() && !one.disabled).map({NAME})"""


@pytest.mark.needs_chromium
def test_tab_comes_to_every_control_once_in_the_order_of_the_page(browser: Browser) -> None:
    table = table_at({"A": ["A8", "A12", "B0", "C1", "S"]})
    with served(table) as url, phone(browser, url, **SMALL) as used:
        Visitor(table).tell("tap", card="7")
        used.open("/table")
        used.sees("#asks", "The peg on A8")
        assert Keyboard(used.page).stops() == used.page.evaluate(TABBABLE)
