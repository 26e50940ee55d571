"""DESIGN 3, Command cards: a card left lying acts once; away for half a second, it acts again."""

import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from firmware_host.watchers import AWAY_MS, POLL_EVERY_S
from tests.eventually import until
from tests.host.daemon_process import DaemonProcess, Page, peglight

DECK = "uid,card,copy\n04AA0001,@next,1\n04AA0002,4H,1\n04AA0003,4S,1\n"
NEXT, FOUR, OTHER_FOUR = "04AA0001", "04AA0002", "04AA0003"
PEGS = {"A": ["A10", "B3", "C1", "S", "S"], **{seat: ["S"] * 5 for seat in "BCD"}}


@pytest.fixture
def page(tmp_path: Path) -> Iterator[Page]:
    """A to move, with three pegs that a 4 moves."""
    (tmp_path / "deck.csv").write_text(DECK, encoding="utf-8")
    assert peglight(tmp_path, "import", str(tmp_path / "deck.csv")).returncode == 0
    with DaemonProcess(tmp_path) as daemon:
        page = daemon.page()
        assert page.tell("new_game", players=4, rules="pagat", first="A").ok
        assert page.tell("set_position", pegs=PEGS, turn="A").ok
        yield page


def at(page: Page) -> int:
    return int(page.state()["cursor"]["at"])


def lift(page: Page, away_s: float) -> None:
    """Take what lies there away, for that long."""
    assert page.post("/sim/lift", {"reader": "table"}).ok
    time.sleep(away_s)  # how long it is away is what is tried


def test_a_card_left_lying_acts_once(page: Page) -> None:
    page.tap(FOUR)
    page.tap(NEXT)
    assert at(page) == 1
    for _ in range(3):
        page.tap(NEXT)
    assert at(page) == 1
    assert until(lambda: moved_on_at_once(page)) == [0], "it was not away for half a second"
    before = at(page)
    lift(page, AWAY_MS / 1000 + 3 * POLL_EVERY_S)
    page.tap(NEXT)
    assert at(page) != before


def moved_on_at_once(page: Page) -> list[int]:
    """By how much a card moves on that was lifted and laid again; empty if that took too long to tell."""
    before, began_s = at(page), time.monotonic()
    lift(page, 0)
    page.tap(NEXT)
    return [at(page) - before] if time.monotonic() - began_s < AWAY_MS / 1000 else []


def test_the_card_in_question_laid_down_again_is_next(page: Page) -> None:
    page.tap(FOUR)
    lift(page, AWAY_MS / 1000 + 3 * POLL_EVERY_S)
    page.tap(FOUR)
    assert (page.state()["card"], at(page)) == ("4H", 1)
    page.tap(OTHER_FOUR)
    assert (page.state()["card"], at(page)) == ("4S", 0), "another four is another card"
    assert not page.state()["last_move"] or page.state()["last_move"]["card"] is None


def test_a_page_that_tells_a_card_twice_means_it_once(page: Page) -> None:
    for _ in range(2):
        assert page.tell("tap", uid=FOUR).ok
        assert page.tell("tap", card="4H").ok
    assert at(page) == 0
