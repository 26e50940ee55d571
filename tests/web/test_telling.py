"""From JSON to inputs: every kind, and every way a body can be malformed."""

import json
from typing import Any

import pytest

from engine import inputs
from engine.board import Seat
from engine.cards import Card
from engine.inputs import Hands, Key, SeatLook
from tests.web.small_table import SmallTable
from tests.web.visitor import Visitor, started
from web_ui.gateway import TagTapped
from web_ui.telling import KINDS, told_of

SOURCE = "page 1"
PLAIN = {
    "throw": inputs.ThrowAsked(),
    "undo": inputs.UndoAsked(),
    "redo": inputs.RedoAsked(),
    "show_board": inputs.ShowBoardAsked(),
    "shuffled": inputs.Shuffled(),
    "end_game": inputs.GameEnded(),
}
GOOD: list[tuple[dict[str, Any], object]] = [
    *(({"kind": kind}, told) for kind, told in PLAIN.items()),
    ({"kind": "tap", "card": "7H"}, inputs.CardTapped(Card.parse("7H"), source=SOURCE)),
    ({"kind": "tap", "card": "7♥", "copy": 2}, inputs.CardTapped(Card.parse("7H"), 2, source=SOURCE)),
    ({"kind": "tap", "card": "Joker"}, inputs.CardTapped(Card.parse("Joker"), source=SOURCE)),
    ({"kind": "tap", "uid": "04a1FF00"}, TagTapped(b"\x04\xa1\xff\x00")),
    ({"kind": "press", "button": "next"}, inputs.Pressed(Key.NEXT, source=SOURCE)),
    ({"kind": "press", "button": "cancel", "held": True}, inputs.Pressed(Key.CANCEL, True, source=SOURCE)),
    ({"kind": "point", "hole": "A12"}, inputs.Pointed("A12", SOURCE)),
    ({"kind": "point", "hole": "JS5"}, inputs.Pointed("JS5", SOURCE)),
    ({"kind": "stand_in", "seat": "B", "by": "D"}, inputs.StoodIn(Seat(1), Seat(3))),
    ({"kind": "seats", "seats": {"B": {"name": "Bo"}}}, inputs.LooksChanged((SeatLook(Seat(1), "Bo"),))),
    ({"kind": "choose", "notation": "7♥ A12-A15"}, inputs.Chosen("7♥ A12-A15")),
    (
        {"kind": "set_position", "pegs": {"A": ["A8", "S", "S", "S", "AH1"]}, "turn": "A"},
        inputs.PositionAgreed((("A", ("A8", "S", "S", "S", "AH1")),), Seat(0)),
    ),
    ({"kind": "refill_done"}, inputs.RefillDone()),
    ({"kind": "mercy", "hole": "CS1"}, inputs.MercyTaken(Seat(2))),
    ({"kind": "mercy"}, inputs.MercyTaken()),
    ({"kind": "challenge", "seat": "B"}, inputs.Challenged(Seat(1))),
    ({"kind": "forgot_draw", "seat": "D"}, inputs.DrawClaimed(Seat(3))),
    ({"kind": "hand_count", "seat": "D", "cards": 4}, inputs.HandCounted(Seat(3), 4)),
    (
        {"kind": "new_game", "players": 4, "rules": "pagat"},
        inputs.NewGame(4, "pagat", teams=2, hands=Hands.CLOSED),
    ),
    (
        {
            "kind": "new_game",
            "players": 6,
            "rules": "pagat",
            "teams": 3,
            "hands": "tracked",
            "first": "C",
            "options": {"jack": 11, "split_carry": True, "joker_from_start": ["come_out"]},
            "seats": {"B": {"name": " Bo ", "colour": "#AABBCC"}, "A": {}},
            "deck": "blue box",
        },
        inputs.NewGame(
            6,
            "pagat",
            (("jack", 11), ("split_carry", True), ("joker_from_start", ("come_out",))),
            3,
            Hands.TRACKED,
            Seat(2),
            (SeatLook(Seat(1), "Bo", "#aabbcc"), SeatLook(Seat(0))),
            deck_name="blue box",
        ),
    ),
]


@pytest.mark.parametrize(("body", "told"), GOOD, ids=lambda value: str(value)[:40])
def test_a_body_becomes_its_input(body: dict[str, Any], told: object) -> None:
    assert told_of(body, SOURCE) == (told, None)
    assert told_of(body | {"if_seq": 7}, SOURCE) == (told, 7)


def test_every_kind_is_tried_here() -> None:
    assert {body["kind"] for body, _told in GOOD} == set(KINDS)


NEW = {"kind": "new_game", "players": 4, "rules": "pagat"}
PEGS = {"kind": "set_position", "turn": "A"}
MALFORMED: list[tuple[str, dict[str, Any]]] = [
    ("kind", {}),
    ("kind", {"kind": "dance"}),
    ("kind", {"kind": 3}),
    ("kind", {"kind": None}),
    ("kind", {"kind": ["tap"]}),
    ("if_seq", {"kind": "undo", "if_seq": "3"}),
    ("if_seq", {"kind": "undo", "if_seq": True}),
    ("if_seq", {"kind": "undo", "if_seq": -1}),
    ("if_seq", {"kind": "undo", "if_seq": None}),
    ("if_seq", {"kind": "undo", "if_seq": 1.0}),
    ("really", {"kind": "undo", "really": True}),
    ("card", {"kind": "tap"}),
    ("card", {"kind": "tap", "card": "7X"}),
    ("card", {"kind": "tap", "card": 7}),
    ("card", {"kind": "tap", "card": ""}),
    ("copy", {"kind": "tap", "card": "7", "copy": 0}),
    ("copy", {"kind": "tap", "card": "7", "copy": True}),
    ("copy", {"kind": "tap", "card": "7", "copy": "1"}),
    ("uid", {"kind": "tap", "uid": "4A1"}),
    ("uid", {"kind": "tap", "uid": "zz"}),
    ("uid", {"kind": "tap", "uid": ""}),
    ("uid", {"kind": "tap", "uid": "٠٤"}),
    ("uid", {"kind": "tap", "uid": "04" * 17}),
    ("card", {"kind": "tap", "uid": "04A1FF00", "card": "7"}),
    ("button", {"kind": "press"}),
    ("button", {"kind": "press", "button": "left"}),
    ("button", {"kind": "press", "button": ["next"]}),
    ("held", {"kind": "press", "button": "next", "held": 1}),
    ("held", {"kind": "press", "button": "next", "held": "true"}),
    ("hole", {"kind": "point", "hole": "A18"}),
    ("hole", {"kind": "point", "hole": "A٣"}),
    ("hole", {"kind": "point", "hole": "A12\n"}),
    ("hole", {"kind": "point", "hole": 12}),
    ("by", {"kind": "stand_in", "seat": "A"}),
    ("seat", {"kind": "stand_in", "seat": "K", "by": "A"}),
    ("seat", {"kind": "stand_in", "seat": "AB", "by": "A"}),
    ("seats", {"kind": "seats"}),
    ("seats", {"kind": "seats", "seats": ["B"]}),
    ("seats.B.colour", {"kind": "seats", "seats": {"B": {"colour": "blue"}}}),
    ("notation", {"kind": "choose"}),
    ("notation", {"kind": "choose", "notation": "7" * 201}),
    ("notation", {"kind": "choose", "notation": "7\x00"}),
    ("players", {"kind": "new_game", "rules": "pagat"}),
    ("players", NEW | {"players": True}),
    ("players", NEW | {"players": "4"}),
    ("players", NEW | {"players": 4.0}),
    ("players", NEW | {"players": -4}),
    ("rules", NEW | {"rules": ""}),
    ("rules", NEW | {"rules": None}),
    ("rules", NEW | {"rules": "x" * 61}),
    ("teams", NEW | {"teams": "2"}),
    ("hands", NEW | {"hands": "open"}),
    ("hands", NEW | {"hands": 1}),
    ("first", NEW | {"first": "Z"}),
    ("first", NEW | {"first": 1}),
    ("options", NEW | {"options": []}),
    ("options.jack", NEW | {"options": {"jack": {"a": 1}}}),
    ("options.jack", NEW | {"options": {"jack": None}}),
    ("options.jack", NEW | {"options": {"jack": 11.5}}),
    ("options.jack", NEW | {"options": {"jack": [[1]]}}),
    ("seats", NEW | {"seats": ["A"]}),
    ("seats.Q", NEW | {"seats": {"Q": {}}}),
    ("seats.A", NEW | {"seats": {"A": "Mia"}}),
    ("seats.A.name", NEW | {"seats": {"A": {"name": "x" * 25}}}),
    ("seats.A.name", NEW | {"seats": {"A": {"name": "a\nb"}}}),
    ("seats.A.name", NEW | {"seats": {"A": {"name": 3}}}),
    ("seats.A.colour", NEW | {"seats": {"A": {"colour": "red"}}}),
    ("seats.A.colour", NEW | {"seats": {"A": {"colour": "#12345"}}}),
    ("seats.A.hat", NEW | {"seats": {"A": {"hat": 1}}}),
    ("pegs", PEGS),
    ("pegs", PEGS | {"pegs": [1]}),
    ("pegs.A", PEGS | {"pegs": {"A": "A8"}}),
    ("pegs.A", PEGS | {"pegs": {"A": ["A8", 3]}}),
    ("pegs.A", PEGS | {"pegs": {"A": ["AS1"]}}),
    ("pegs.AB", PEGS | {"pegs": {"AB": []}}),
    ("turn", {"kind": "set_position", "pegs": {}}),
]


@pytest.mark.parametrize(("field", "body"), MALFORMED, ids=lambda value: str(value)[:60])
def test_a_malformed_field_is_named(field: str, body: dict[str, Any]) -> None:
    table = SmallTable()
    answer = Visitor(table).post("/api/tell", json=body)
    said = answer.get_json()
    assert (answer.status_code, said["ok"], said["field"]) == (400, False, field)
    assert said["text"].startswith(f"{field}: ")
    assert said["text"].endswith(".")
    assert not table.told


BAD_BODIES = {
    "empty": b"",
    "no JSON": b"{kind: 1}",
    "a list": b"[1]",
    "a number": b"3",
    "null": b"null",
    "text": b'"tap"',
    "not a number": b'{"kind": "undo", "if_seq": NaN}',
    "infinite": b'{"kind": "undo", "if_seq": Infinity}',
    "too large a number": b'{"kind": "undo", "if_seq": 1e999}',
    "thousands of digits": b'{"kind": "undo", "if_seq": ' + b"9" * 6000 + b"}",
    "not UTF-8": b'{"kind": "\xff"}',
    "half a sign": b'{"kind": "choose", "notation": "\\ud800"}',
    "half a sign as a name": b'{"kind": "undo", "\\ud800": 1}',
    "two bodies": b'{"kind": "undo"}{"kind": "undo"}',
    "a comment": b'{"kind": "undo"} // please',
    "deep": b'{"kind": ' + b"[" * 30000 + b"]" * 30000 + b"}",
    "deep and never closed": b"[" * 60000,
    "deep objects": b'{"a":' * 9000 + b"1" + b"}" * 9000,
}


@pytest.mark.parametrize("name", BAD_BODIES)
def test_a_body_that_is_no_object_is_refused_in_one_sentence(name: str) -> None:
    answer = Visitor(SmallTable()).post("/api/tell", data=BAD_BODIES[name])
    assert answer.status_code == 400
    assert answer.get_json()["text"].startswith("body: ")
    assert "Traceback" not in answer.text


def test_a_field_given_twice_is_named() -> None:
    answer = Visitor(SmallTable()).post("/api/tell", data=b'{"kind": "undo", "kind": "redo"}')
    assert (answer.status_code, answer.get_json()["field"]) == (400, "kind")


def test_brackets_in_text_are_no_nesting() -> None:
    answer = started().tell("choose", notation="[" * 100 + '"{\\')
    assert answer.get_json()["why"] == "NO_CARD"


def test_an_unknown_kind_is_told_what_there_is() -> None:
    said = Visitor(SmallTable()).tell("gamble", hole="A8").get_json()
    assert said["field"] == "kind"
    assert "set_position" in said["text"]


def test_json_is_read_whatever_it_is_called() -> None:
    """urllib calls every body a form."""
    visitor = started()
    body = json.dumps({"kind": "tap", "card": "K"})
    answer = visitor.post("/api/tell", data=body, content_type="application/x-www-form-urlencoded")
    assert answer.status_code == 200


def test_an_input_under_another_seq_is_stale() -> None:
    visitor = started()
    seq = visitor.state()["seq"]
    assert visitor.tell("tap", card="K", if_seq=seq).get_json() == {"ok": True, "seq": seq + 1}
    late = visitor.tell("throw", if_seq=seq)
    assert (late.status_code, late.get_json()["why"]) == (409, "STALE")


def test_a_setup_that_the_rules_refuse_is_no_malformed_one() -> None:
    for fields in ({"players": 5}, {"rules": "poker"}, {"options": {"jack": 12}}, {"options": {"queue": 1}}):
        answer = Visitor(SmallTable()).post("/api/tell", json=NEW | fields)
        assert (answer.status_code, answer.get_json()["why"]) == (409, "BAD_SETUP")


def test_an_input_not_taken_in_time_is_503() -> None:
    visitor = started()
    visitor.table.deaf = True
    answer = visitor.tell("undo")
    assert (answer.status_code, answer.get_json()["why"]) == (503, "NOT_ANSWERED")


def test_the_browsers_at_a_table_are_told_apart() -> None:
    table = SmallTable()
    first, second = Visitor(table), Visitor(table)
    first.tell("new_game", players=4, rules="pagat")
    for visitor in (first, first, second):
        visitor.tell("point", hole="A8")
    sources = [told.source for told in table.told if isinstance(told, inputs.Pointed)]
    assert sources[0] == sources[1] != sources[2]
    assert first.token not in sources[0]
