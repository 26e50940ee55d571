"""The rules page draws each card, and says what one does where the pegs stand, without telling the table."""

import re
from html import unescape

import pytest
from playwright.sync_api import Browser

from engine.cards import Rank
from tests.web.phone import SMALL, phone
from tests.web.served import served
from tests.web.small_table import SmallRig, SmallTable
from tests.web.visitor import Visitor, started
from web_ui.drawing import draw


def test_each_card_has_a_drawing_and_its_sentence() -> None:
    page = unescape(Visitor().get("/rules?name=social-security").text)
    assert page.count('class="small-board"') == len(Rank)
    assert page.count('id="ground-4"') == 1
    assert 'aria-label="Red plays 4: A8 to A12. The peg of Blue on A12 goes back to start."' in page
    assert "Red plays 9: A9 to A1. Red plays 9: B5 to B6." in page
    assert "Hints, which bind nobody" in page


def test_ways_begin_and_end_at_their_holes() -> None:
    page = Visitor().get("/rules?name=pagat").text
    (four,) = re.findall(r'aria-label="Red plays 4:.*?</svg>', page, re.DOTALL)
    spots = draw(4).spots
    ways = re.findall(r'<polyline class="(\w+)" points="([^"]+)"', four)
    holes = [[f"{spots[name].x},{spots[name].y}" for name in names] for names in (
        ("A8", "A9", "A10", "A11", "A12"), ("A12", "BS5"))]  # fmt: skip
    assert [(kind, points.split()) for kind, points in ways] == [("way", holes[0]), ("shoved", holes[1])]


def test_what_a_card_does_here_is_said_and_nothing_is_told_to_the_game() -> None:
    visitor = started()
    visitor.play("K")
    visitor.tell("tap", card="5")
    visitor.tell("throw")
    seq = visitor.state()["seq"]
    page = unescape(visitor.get("/rules/here?card=8").text)
    assert "8, for Yellow" in page
    assert "It moves nothing here." in page
    assert "Yellow, start" in page
    page = unescape(visitor.get("/rules/here?card=Q").text)
    assert "Yellow plays Q: out to C8." in page
    assert page.count('class="small-board"') == 1
    assert visitor.state()["seq"] == seq


def test_a_joker_with_many_ways_shows_the_first_and_counts_the_rest() -> None:
    visitor = started(10, "bark-up-a-tree")
    letters = "ABCDEFGHIJ"
    pegs = {letter: [f"{letter}{n}" for n in (5, 9, 11, 13, 16)] for letter in letters}
    assert visitor.tell("set_position", pegs=pegs, turn="A").status_code == 200
    page = visitor.get("/rules/here?card=Joker").text
    assert page.count('class="small-board"') == 24
    assert re.search(r"And \d+ more ways\.", page)


def test_without_a_game_there_is_no_here() -> None:
    assert "No game is running." in Visitor().get("/rules/here?card=7").text
    assert "What does this card do here?" not in Visitor().get("/rules").text
    assert started().get("/rules/here?card=11").status_code == 404


@pytest.mark.needs_chromium
def test_a_learner_asks_on_a_phone(browser: Browser) -> None:
    table = SmallTable(SmallRig())
    Visitor(table).tell("new_game", players=4, rules="pagat", first="A")
    with served(table) as url, phone(browser, url, **SMALL) as used:
        used.open("/rules")
        used.check_it_can_be_used()
        used.tap("text=What does this card do here?")
        used.tap('a[href$="card=K"]')
        used.sees("h2", "K, for Red")
        used.sees(".examples", "Red plays K: out to A8.")
        used.check_it_can_be_used()
