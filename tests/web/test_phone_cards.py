"""Cards enrolled on a phone, with a script and without: a whole deck, by a daemon that is killed between."""

import socket
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser

from firmware_host.deck import EnrolledCard
from firmware_host.enrolling_deeds import Begin, Put, Tapped
from firmware_host.enrolling_plan import Plan, Way
from hardware.interfaces import Uid
from tests.eventually import until
from tests.host.daemon_process import DaemonProcess, Page
from tests.web.contrast import too_faint
from tests.web.phone import PIXEL_5, SMALL, TABLET, Phone, phone
from tests.web.served import served
from tests.web.small_table import SmallRig, SmallTable

pytestmark = pytest.mark.needs_chromium

RANKS = ["aces", "twos", "threes", "fours", "fives", "sixes", "sevens", "eights", "nines", "tens"]
RANKS += ["jacks", "queens", "kings"]


def tag(number: int) -> Uid:
    return Uid(b"\x04\xb2" + number.to_bytes(5, "big"))


@contextmanager
def listening(home: Path, port: int) -> Iterator[Page]:
    """A daemon that always listens at the same place, as a board does."""
    with DaemonProcess(home, ("--simulate", "--listen", f"127.0.0.1:{port}")) as daemon:
        yield daemon.page()


def free_port() -> int:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return int(free.getsockname()[1])


def tap(page: Page, used: Phone, *numbers: int) -> None:
    """Cards on the reader; the phone shows the last of them."""
    for number in numbers:
        page.tap(tag(number).hex())
    heard = page.state()["enrolling"]["heard"]
    used.find(f"#live[data-heard='{heard}']").wait_for()


def test_a_whole_deck_is_enrolled_checked_and_played_with_though_the_power_goes(
    browser: Browser, tmp_path: Path
) -> None:
    port = free_port()
    with phone(browser, f"http://127.0.0.1:{port}", **SMALL) as used:
        with listening(tmp_path, port) as page:
            used.open("/cards")
            used.find("#deck").fill("blue box")
            used.find("[name=decks]").fill("1")
            used.find("[name=jokers]").fill("2")
            used.button("Begin to tap").tap()
            for at, rank in enumerate(RANKS[:7]):
                used.sees("h1", f"Tap all 4 {rank}, in any order.")
                tap(page, used, *range(4 * at, 4 * at + 4))
            tap(page, used, 3)
            used.sees(".heard.bad", "This is A (4), which is in already.")
            tap(page, used, 28, 29)
            used.sees(".count", "2 of 4")
        used.complaints.clear()  # the browser itself notes that nobody answered
        with listening(tmp_path, port) as page:
            used.sees(".count", "2 of 4")
            used.sees("h1", "Tap all 4 eights, in any order.")
            used.button("Undo").tap()
            used.sees(".heard", "8 (2) is out again.")
            tap(page, used, *range(29, 51))
            used.sees("h1", "Tap all 4 kings, in any order.")
            used.button("One cannot be read").tap()
            used.sees("h1", "Tap all 2 jokers, in any order.")
            tap(page, used, 52, 53)
            used.sees("h1", "The deck blue box is complete.")
            used.check_it_can_be_used()
            _check_and_play(page, used)
        used.complaints.clear()


def _check_and_play(page: Page, used: Phone) -> None:
    """One card lies under the sofa; it is retired. The others are dealt."""
    used.button("Check the deck").tap()
    used.sees("h1", "Tap every card of blue box once")
    tap(page, used, 7, 8, 20)
    used.sees(".missing", "Joker")
    used.sees(".count", "3 of 53")
    used.button("Done").tap()
    used.sees(".deck", "53 of 54 cards")
    used.tap(".deck")
    used.find("summary").filter(has_text="7").first.tap()
    used.button("Retire").first.tap()
    used.sees(".heard", "7 (1) is retired from the deck blue box.")
    assert page.tell("new_game", players=2, teams=0, rules="bark-up-a-tree", hands="tracked", first="A").ok
    page.tap(tag(24).hex())
    assert until(lambda: page.state()["refusal"])["why"] == "UNKNOWN_CARD"
    for number in range(10):
        page.tap(tag(number).hex())
    until(lambda: page.state()["phase"] == "drawing")


def test_a_card_is_given_a_new_tag_in_mid_game(browser: Browser, tmp_path: Path) -> None:
    port = free_port()
    with (
        listening(tmp_path, port) as page,
        phone(browser, f"http://127.0.0.1:{port}", **PIXEL_5) as used,
    ):
        cards = "".join(f"{tag(n).hex()},A,{n + 1}\n" for n in range(8))
        import_form = {"deck": "blue", "text": f"uid,card,copy\n{cards}"}
        assert page.send_form("/cards/import", import_form) == 303
        assert page.tell("new_game", players=4, rules="pagat", first="A").ok
        used.open("/cards/deck?deck=blue")
        used.find("summary").first.tap()
        used.button("New tag").nth(2).tap()
        used.sees("h1", "Tap the new card that takes the place of A (3).")
        page.tap(tag(100).hex())
        used.sees(".heard", "This tag is A (3) now.")
        assert page.state()["phase"] == "playing"
        used.open("/table")
        used.sees("#prompt", "Cards are being enrolled")
        used.open("/cards")
        used.button("Done").tap()
        used.sees(".deck", "8 cards")
        page.tap(tag(2).hex())  # the old one
        assert until(lambda: page.state()["refusal"])["why"] == "UNKNOWN_CARD"
        page.tap(tag(5).hex())
        until(lambda: page.state()["card"] == "A")


def test_cards_are_enrolled_without_a_script(browser: Browser) -> None:
    table = SmallTable(SmallRig())
    screen: dict[str, Any] = {"java_script_enabled": False, **SMALL}
    with served(table) as url, phone(browser, url, **screen) as used:
        used.open("/cards")
        used.find("#deck").fill("blue")
        used.tap("input[value=suit]")
        used.button("Begin to tap").tap()
        used.sees("h1", "Tap all 3 of A♠, in any order.")
        table.enrolment.ask(Tapped(tag(1)))
        used.sees(".heard", "A♠ (1) is in.")  # the page asks again by itself
        used.tap("summary >> text=Without the reader")
        used.find("#number").fill("04:B2:00:00:00:00:07")
        used.button("Take it").tap()
        used.sees(".count", "2 of 3")
        used.button("Undo").tap()
        used.sees(".count", "1 of 3")
        used.button("Done for now").tap()
        used.sees(".deck", "1 of 162 cards")


def test_a_deck_is_taken_from_a_file_and_a_wrong_one_is_said(browser: Browser, tmp_path: Path) -> None:
    (tmp_path / "good.csv").write_text("uid;card\n04:A1:B2:C3;7♥\n04:A1:B2:C4;Joker\n", encoding="utf-8-sig")
    (tmp_path / "bad.csv").write_text("uid,card\n04A1B2C3,11H\n")
    with served() as url, phone(browser, url) as used:
        used.open("/cards")
        used.find("#import-deck").fill("blue")
        used.find("#file").set_input_files(tmp_path / "bad.csv")
        used.button("Take it in").tap()
        used.sees(".heard.bad", "line 2: '11H' is not a card")
        used.complaints.clear()  # Chromium itself notes that the answer was 409
        used.find("#file").set_input_files(tmp_path / "good.csv")
        used.button("Take it in").tap()
        used.sees(".heard", "The deck blue has 2 cards now.")


@pytest.mark.parametrize(("scheme", "size"), [("light", SMALL), ("dark", TABLET)])
def test_the_pages_can_be_read_and_tapped(browser: Browser, scheme: str, size: dict[str, Any]) -> None:
    table = SmallTable(SmallRig())
    deck = "The Johansson-Feddersens\N{RIGHT SINGLE QUOTATION MARK} blue box"
    cards = tuple(EnrolledCard(tag(n), card, 1) for n, card in enumerate(("7H", "10D", "Joker", "@undo")))
    table.enrolment.ask(Put(deck, cards))
    with served(table) as url, phone(browser, url, color_scheme=scheme, **size) as used:
        _read(used, "/cards")
        _read(used, f"/cards/deck?deck={deck}")
        table.enrolment.ask(Begin("red", Plan(1, 2, Way.RANK)))
        table.enrolment.ask(Tapped(tag(50)))
        _read(used, "/cards")
        table.enrolment.ask(Tapped(tag(0)))
        _read(used, "/cards")
        used.button("Done for now").tap()
        used.sees("h1", "Cards")


def _read(used: Phone, path: str) -> None:
    used.open(path)
    used.page.evaluate("for (const one of document.querySelectorAll('details')) one.open = true")
    used.check_it_can_be_used()
    assert not too_faint(used.page), path
