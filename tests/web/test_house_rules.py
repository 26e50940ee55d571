"""Saving rules from the set-up page, what options mean, and the page of the rules."""

from collections.abc import Iterator
from html import unescape

import pytest
from playwright.sync_api import Browser

from engine.ruleset import OPTIONS, PRESETS
from tests.web.phone import SMALL, phone
from tests.web.served import served
from tests.web.small_table import SmallRig, SmallTable
from tests.web.visitor import Visitor, started
from web_ui.app import create_app
from web_ui.option_help import BY_HAND, meanings
from web_ui.option_words import OPTION_WORDS

FORM = {"players": "4", "teams_4": "2", "rules": "pagat", "hands": "closed"}
OURS = {**FORM, "house": " Grandma's  rules ", "option_jack": "11", "option_nine": "forward_or_split"}


@pytest.fixture
def english() -> Iterator[None]:
    """What speaks outside a request needs an app around it."""
    with create_app(SmallTable()).app_context():
        yield


def saved() -> Visitor:
    visitor = Visitor()
    assert visitor.post("/setup/save", data=OURS).status_code == 200
    return visitor


def test_rules_are_saved_under_a_name_offered_and_played_by() -> None:
    visitor = saved()
    houses = visitor.table.houses.all()
    assert houses == {"Grandma's rules": ("pagat", (("jack", 11), ("nine", "forward_or_split")))}
    page = unescape(visitor.get("/setup").text)
    assert "Grandma's rules" in page
    assert "Pagat with Jack moves: 11, A 9: forward or split" in page
    answer = visitor.post("/setup", data={**FORM, "rules": "Grandma's rules", "option_jack": "10"})
    assert answer.status_code == 303
    game = visitor.state()["game"]
    assert (game["house"], game["rules"], game["options"]) == (
        "Grandma's rules",
        "pagat",
        {"nine": "forward_or_split"},
    )
    page = unescape(visitor.get("/setup").text)
    assert "4 players, Grandma's rules" in page
    assert 'value="Grandma\'s rules" checked' in page
    assert '<option value="10" selected>10</option>' in page  # what was changed on top of it
    assert '<option value="forward_or_split" selected>' not in page


def test_after_saving_the_form_holds_the_saved_rules_and_not_their_options_twice() -> None:
    page = unescape(Visitor().post("/setup/save", data=OURS | {"name_A": "Mia"}).text)
    assert 'value="Grandma\'s rules" checked' in page
    assert " selected>11<" not in page
    assert 'value="Mia"' in page


def test_rules_saved_on_top_of_saved_ones_keep_both() -> None:
    visitor = saved()
    more = {"rules": "Grandma's rules", "house": "more", "option_king": "13", "option_jack": "10"}
    assert visitor.post("/setup/save", data={**FORM, **more}).status_code == 200
    preset, options = visitor.table.houses.all()["more"]
    assert (preset, dict(options)) == ("pagat", {"jack": 10, "nine": "forward_or_split", "king": 13})


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"house": "  "}, "It must be a text of 1 to 40 characters."),
        ({"house": "Pagat"}, "That is the name of a ruleset that comes with the board."),
        ({"rules": "whist"}, "There is no ruleset"),
        (
            {"option_nine": "", "option_nine_direction": "both_forward"},
            "It has no meaning while nine is",
        ),
    ],
)
def test_what_cannot_be_saved_says_why_in_its_place(change: dict[str, str], said: str) -> None:
    visitor = Visitor()
    answer = visitor.post("/setup/save", data=OURS | change)
    assert answer.status_code == 409
    assert said in unescape(answer.text)
    assert not visitor.table.houses.all()


def test_deleting_saved_rules_leaves_the_form_with_their_preset() -> None:
    visitor = saved()
    answer = visitor.post("/setup/drop", data={**FORM, "rules": "Grandma's rules", "drop": "Grandma's rules"})
    assert answer.status_code == 200
    assert not visitor.table.houses.all()
    assert 'value="pagat" checked' in answer.text
    assert visitor.post("/setup/drop", data={"drop": "never was"}).status_code == 200


def test_a_disk_that_fails_is_told() -> None:
    class Full(SmallTable):
        def __init__(self) -> None:
            super().__init__()
            self.houses.save = lambda *_: False  # type: ignore[method-assign]  # the disk is full
            self.houses.drop = lambda _: False  # type: ignore[method-assign]  # the disk is full

    visitor = Visitor(Full())
    for path, data in (("/setup/save", OURS), ("/setup/drop", {"drop": "x"})):
        answer = visitor.post(path, data=data)
        assert (answer.status_code, "could not be kept" in answer.text) == (503, True)


@pytest.mark.usefixtures("english")
@pytest.mark.parametrize("name", [name for name in OPTIONS if name != "players"])
def test_each_value_of_an_option_is_explained_where_it_stands(name: str) -> None:
    means = meanings(name)
    assert all(meaning.text.endswith(".") for meaning in means)
    assert len({meaning.text for meaning in means}) == len(means)
    assert len(means) == 1 or name not in BY_HAND
    page = unescape(Visitor().get("/setup").text)
    assert all(meaning.text in page for meaning in means)


def test_the_rules_of_every_ruleset_can_be_read() -> None:
    visitor = saved()
    for name in PRESETS:
        page = unescape(visitor.get(f"/rules?name={name}").text)
        assert "The whole count is moved." in page
        assert "aria-current" in page
    page = unescape(visitor.get("/rules?name=Grandma's rules").text)
    assert "Jack: a peg 11 forward" in page
    assert "9: a peg nine forward, or one forward and another backward" in page
    assert visitor.get("/rules?name=whist").status_code == 404
    assert "Jack: a peg 10 forward" in visitor.get("/rules").text


def test_the_rules_of_the_table_come_first_with_what_was_changed() -> None:
    visitor = started(options={"queen": 12})
    page = unescape(visitor.get("/rules").text)
    assert "This table: Pagat" in page
    assert "Pagat with Queen moves: 12" in page
    assert "Queen: a peg 12 forward" in page


def test_every_option_has_its_words() -> None:
    assert set(OPTION_WORDS) == set(OPTIONS) - {"players"}


@pytest.mark.needs_chromium
def test_rules_are_saved_read_and_deleted_on_a_phone(browser: Browser) -> None:
    with served(SmallTable(SmallRig())) as url, phone(browser, url, **SMALL) as used:
        used.open("/setup")
        used.tap(".options summary")
        used.find("select[name=option_jack]").select_option("11")
        used.find("#house").fill("Grandma's")
        used.check_it_can_be_used()
        used.button("Save the rules").tap()
        used.sees(".pick", "Grandma's")
        assert used.find('input[name=rules][value="Grandma\'s"]').is_checked()
        used.find("#house").fill("x")
        used.page.keyboard.press("Enter")  # begins the game: it is the form's first button
        used.page.wait_for_url("**/table")
        assert used.state()["game"]["house"] == "Grandma's"
        used.tap("nav >> text=Rules")
        used.sees("h1", "This table: Grandma's")
        used.check_it_can_be_used()
        used.tap(".pills >> text=Kilpatrick")
        used.sees("h1", "Kilpatrick")
        used.sees(".said", "First play one card, then draw")
        used.open("/setup")
        used.button("Delete Grandma's").tap()
        used.find(".pick b >> text=Grandma's").wait_for(state="detached")
