"""The set-up page as a plain form, without a script."""

import re
from collections.abc import Iterator
from html import unescape

import pytest
from werkzeug.datastructures import MultiDict

from engine.inputs import Hands, NewGame, SeatLook
from engine.palette import PALETTE
from engine.ruleset import OPTIONS, PRESETS
from tests.web.small_lights import SmallBoard
from tests.web.small_table import SmallTable
from tests.web.visitor import Visitor, started
from web_ui.app import create_app
from web_ui.option_words import OPTION_WORDS, PRESET_WORDS, VALUE_WORDS, option_rows
from web_ui.setup_form import Wrong, plan_text, request_of, values_of

FORM = {"players": "4", "teams_4": "2", "rules": "pagat", "hands": "closed"}


@pytest.fixture
def english() -> Iterator[None]:
    """What speaks outside a request needs an app around it."""
    with create_app(SmallTable()).app_context():
        yield


def submit(visitor: Visitor, path: str = "/setup", **fields: str):  # type: ignore[no-untyped-def]
    """A form as a browser without a script sends it: the token in its hidden field."""
    page = visitor.get("/setup").text
    token = re.search(r'name="csrf" value="([^"]+)"', page)
    assert token
    return visitor.post(path, data={"csrf": token[1], **fields}, headers={"Origin": "http://localhost"})


def test_a_filled_form_begins_a_game_and_leads_to_the_table() -> None:
    visitor = Visitor()
    answer = submit(visitor, **FORM, first="C", name_A=" Mia ", colour_A="#cc77ff")
    assert (answer.status_code, answer.headers["Location"]) == (303, "/table")
    state = visitor.state()
    assert (state["game"]["rules"], state["game"]["turn"]) == ("pagat", "C")
    page = unescape(visitor.get("/table").text)
    assert "Yellow to move" in page
    (asked,) = visitor.table.told
    assert isinstance(asked, NewGame)
    assert asked.looks[0] == SeatLook(asked.looks[0].seat, "Mia", "#cc77ff")


def test_the_form_offers_what_the_first_game_may_be() -> None:
    page = Visitor().get("/setup").text
    for text in ("Bark Up A Tree", "Social Security", "Pagat", "Kilpatrick", "GameRules"):
        assert text in page
    assert "Same as last time" not in page
    assert 'name="leave"' not in page


def test_the_same_as_last_time_comes_first() -> None:
    visitor = started(6, "kilpatrick", seats={"B": {"name": "Bo"}})
    visitor.tell("end_game")
    page = visitor.get("/setup").text
    assert page.index("Same as last time") < page.index("<legend>Players")
    answer = submit(visitor, "/setup/again")
    assert answer.status_code == 303
    again = visitor.table.told[-1]
    assert isinstance(again, NewGame)
    assert (again.players, again.rules, again.first, again.game_id) == (6, "kilpatrick", None, "")
    assert again.looks[0].name == "Bo"


def test_there_is_no_last_time_at_first() -> None:
    answer = submit(Visitor(), "/setup/again")
    assert answer.status_code == 409
    assert "There was no game yet." in answer.text


def test_a_form_is_filled_as_the_last_game_was() -> None:
    visitor = started(6, "kilpatrick", options={"jack": 11, "joker_from_start": ["come_out"]})
    last = visitor.table.look().game.last_setup
    assert last is not None
    values = values_of(last)
    assert (values["players"], values["rules"], values["option_jack"]) == ("6", "kilpatrick", "11")
    asked = request_of(values)
    assert (asked.players, dict(asked.options)) == (6, dict(last.options))


@pytest.mark.parametrize(
    ("field", "text", "filled"),
    [
        ("players", "Pagat is not played by 2.", {"players": "2", "teams_2": "0"}),
        ("players", "A number is missing here.", {"players": ""}),
        ("players", "5 cannot play; it may be 2, 4, 6, 8 or 10.", {"players": "5"}),
        ("teams", "6 players cannot be 4 teams; it may be 2 or 3.", {"players": "6", "teams_6": "4"}),
        ("option_nine_direction", "It has no meaning", {"option_nine_direction": "both_forward"}),
        ("option_jack", "'9' is not allowed; it may be 10 or 11.", {"option_jack": "9"}),
        ("rules", "There is no ruleset 'poker'", {"rules": "poker"}),
        ("hands", "It must be one of closed, tracked, free, taught.", {"hands": "open"}),
        ("first", "Nobody sits there.", {"first": "J"}),
        ("colour_B", "Two seats have the same colour.", {"colour_B": PALETTE[2]}),
        ("colour_A", "It must be a colour like #bb0000.", {"colour_A": "red"}),
        ("name_D", "It may be 24 characters long at most.", {"name_D": "x" * 25}),
    ],
)
def test_what_cannot_be_is_said_at_its_field(field: str, text: str, filled: dict[str, str]) -> None:
    visitor = Visitor()
    answer = submit(visitor, **(FORM | filled))
    page = unescape(answer.text)
    assert answer.status_code == 409
    shown = re.search(rf'data-wrong="{field}" role="alert">([^<]*)<', page)
    assert shown, re.findall(r'data-wrong="([^"]*)" role="alert">', page)
    assert shown[1].startswith(text) or shown[1].lower().startswith(text.lower())
    assert not visitor.table.told
    checked = visitor.get("/setup/check", query_string=FORM | filled).get_json()
    assert (checked["ok"], checked["field"], checked["text"]) == (False, field, shown[1])


def test_what_was_filled_in_is_kept_when_it_is_refused() -> None:
    page = unescape(submit(Visitor(), **(FORM | {"name_A": "Mia & <Bo>", "first": "J"})).text)
    assert 'value="Mia & <Bo>"' in page
    raw = submit(Visitor(), **(FORM | {"name_A": "<script>", "first": "J"})).text
    assert "<script>" not in raw.split("<body>")[1]


def test_a_good_form_is_said_to_be_good() -> None:
    assert Visitor().get("/setup/check", query_string=FORM).get_json() == {"ok": True}


def test_colours_that_some_eyes_confuse_are_said_and_allowed() -> None:
    """Yellow and lime, for who sees no red: 29 apart, where four seats may have 35."""
    visitor = Visitor()
    filled = FORM | {"colour_A": PALETTE[9]}
    checked = visitor.get("/setup/check", query_string=filled).get_json()
    assert checked == {"ok": True, "hint": "Lime and Yellow look alike to some eyes."}
    own = FORM | {"colour_A": "#0011ee"}
    assert visitor.get("/setup/check", query_string=own).get_json()["hint"].startswith("Seat A and Blue")
    assert submit(visitor, **filled).status_code == 303
    assert "Lime and Yellow look alike to some eyes." in visitor.get("/seats").text


def test_a_table_for_which_the_board_has_no_ring_is_said_and_allowed() -> None:
    runs = [f"{seat}{run}" for seat in "ABCD" for run in ("0..{0}17", "H1..{0}H5", "S1..{0}S5")]
    text = f'[[strip]]\nname = "ring"\ndriver = "simulated"\nholes = {[r.format(r[0]) for r in runs]}\n'
    at = Visitor(SmallTable(board=SmallBoard(text=text.replace("'", '"'))))
    six = FORM | {"players": "6", "teams_6": "2"}
    hint = at.get("/setup/check", query_string=six).get_json()["hint"]
    assert hint.startswith("This board has no lamps for 6 sides: they stay dark")
    assert at.get("/setup/check", query_string=FORM).get_json() == {"ok": True}
    two = FORM | {"players": "2", "teams_2": "0"}
    assert "hint" not in at.get("/setup/check", query_string=two).get_json()
    assert submit(at, **six).status_code == 303


def test_the_seats_of_others_are_left_out() -> None:
    """A form without a script sends all ten seats."""
    asked = request_of(values_of(None) | FORM | {"name_J": "Nobody", "colour_J": "what"})
    assert [look.seat for look in asked.looks] == [0, 1, 2, 3]
    two = request_of(values_of(None) | {"players": "2", "teams_2": "0", "rules": "bark-up-a-tree"})
    assert [look.seat for look in two.looks] == [0, 2]


def test_a_running_game_is_left_only_when_somebody_says_so() -> None:
    visitor = started()
    page = visitor.get("/setup").text
    assert 'name="leave"' in page
    assert "required" in page
    answer = submit(visitor, **FORM)
    assert answer.status_code == 409
    assert "say that it may be left" in answer.text
    assert submit(visitor, "/setup/again").status_code == 409
    assert len(visitor.table.told) == 1
    assert submit(visitor, **FORM, leave="yes").status_code == 303
    assert len(visitor.table.told) == 2


def test_a_game_can_be_ended_without_a_new_one() -> None:
    visitor = started()
    assert submit(visitor, "/setup/end").status_code == 303
    assert visitor.state()["phase"] == "no_game"
    answer = submit(visitor, "/setup/end")
    assert answer.status_code == 409
    assert "No game is running" in answer.text


def test_a_referee_that_refuses_is_heard() -> None:
    visitor = Visitor()
    answer = submit(visitor, **(FORM | {"hands": "tracked"}))
    assert answer.status_code in (303, 409)
    assert (answer.status_code == 409) == ("closed hands only" in answer.text)


def test_a_board_that_does_not_answer_is_503() -> None:
    visitor = Visitor()
    visitor.table.deaf = True
    answer = submit(visitor, **FORM)
    assert answer.status_code == 503
    assert "did not answer in time" in answer.text


def test_a_form_without_its_token_does_nothing() -> None:
    visitor = Visitor()
    visitor.get("/setup")
    for path in ("/setup", "/setup/again", "/setup/end"):
        assert visitor.post(path, data=FORM, headers={}).status_code == 403
        assert visitor.post(path, data=FORM | {"csrf": "x" * 43}, headers={}).status_code == 403
    assert not visitor.table.told


@pytest.mark.usefixtures("english")
@pytest.mark.parametrize("preset", PRESETS)
def test_every_value_of_every_option_can_be_chosen(preset: str) -> None:
    refused: list[Wrong] = []
    chosen = 0
    for name, value in [(row.name, value) for row in option_rows() for value, _label in row.values]:
        try:
            asked = request_of(values_of(None) | {"rules": preset, f"option_{name}": value})
        except Wrong as wrong:
            refused.append(wrong)
        else:
            assert values_of(asked)[f"option_{name}"] == value
            chosen += 1
    assert chosen > 30
    assert all("is not allowed" not in wrong.text for wrong in refused)
    assert {wrong.field.split("_")[0] for wrong in refused} <= {"option", "players"}


@pytest.mark.usefixtures("english")
def test_every_ruleset_option_and_value_has_its_words() -> None:
    assert set(PRESET_WORDS) == set(PRESETS)
    assert set(OPTION_WORDS) == set(OPTIONS) - {"players"}
    words = {value for row in option_rows() for value, _label in row.values}
    assert {value for value in words if not value.isdigit()} <= set(VALUE_WORDS)


@pytest.mark.usefixtures("english")
def test_a_team_plan_says_who_plays_with_whom() -> None:
    assert plan_text(2, 0) == "Each for themselves: A · C"
    assert plan_text(6, 2) == "Two teams: A + C + E · B + D + F"
    assert plan_text(6, 3) == "Teams of two: A + D · B + E · C + F"


def test_an_own_colour_of_the_last_game_is_offered_again() -> None:
    visitor = started(seats={"A": {"colour": "#123456"}})
    assert re.search(r'<option value="#123456" selected>', visitor.get("/setup").text)


def test_odd_queries_are_no_fault() -> None:
    visitor = Visitor(SmallTable())
    for query in (
        MultiDict([("players", "4"), ("players", "6")]),
        {"players": "٤"},
        {"players": "4" * 99},
        {},
    ):
        assert visitor.get("/setup/check", query_string=query).status_code == 200


def test_hands_are_closed_unless_said_otherwise() -> None:
    assert request_of(values_of(None)).hands is Hands.CLOSED
