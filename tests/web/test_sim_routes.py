"""The simulated rig over HTTP. DESIGN 8."""

from typing import Any

import pytest

from tests.web.small_table import SmallRig, SmallTable
from tests.web.visitor import Visitor

DOINGS: list[tuple[str, dict[str, Any], tuple[object, ...]]] = [
    ("tap", {"reader": "table", "uid": "04A1FF00"}, ("table", "tap", b"\x04\xa1\xff\x00")),
    ("lift", {"reader": "table"}, ("table", "lift")),
    ("press", {"button": "confirm", "held_ms": 1300}, ("confirm", "press", 1300)),
    ("press", {"button": "confirm"}, ("confirm", "press", 0)),
    ("fault", {"device": "lamps", "fault": "unplugged"}, ("lamps", "fault", "unplugged")),
    ("fault", {"device": "lamps", "fault": ""}, ("lamps", "fault", "")),
]


@pytest.mark.parametrize(("what", "body", "heard"), DOINGS)
def test_what_is_done_reaches_the_rig(what: str, body: dict[str, Any], heard: tuple[object, ...]) -> None:
    rig = SmallRig()
    answer = Visitor(SmallTable(rig)).post(f"/sim/{what}", json=body)
    assert (answer.status_code, answer.get_json()) == (200, {"ok": True})
    assert rig.heard == [heard]


@pytest.mark.parametrize(
    ("what", "field", "body"),
    [
        ("tap", "reader", {"uid": "04"}),
        ("tap", "uid", {"reader": "table"}),
        ("tap", "uid", {"reader": "table", "uid": "4"}),
        ("tap", "reader", {"reader": "chair", "uid": "04"}),
        ("tap", "extra", {"reader": "table", "uid": "04", "extra": 1}),
        ("lift", "reader", {"reader": "chair"}),
        ("press", "button", {"button": "doorbell"}),
        ("press", "held_ms", {"button": "confirm", "held_ms": -1}),
        ("press", "held_ms", {"button": "confirm", "held_ms": 60_001}),
        ("press", "held_ms", {"button": "confirm", "held_ms": True}),
        ("fault", "device", {"device": "oven", "fault": ""}),
        ("fault", "fault", {"device": "lamps", "fault": "bored"}),
        ("fault", "fault", {"device": "lamps"}),
    ],
)
def test_what_cannot_be_done_names_the_field(what: str, field: str, body: dict[str, Any]) -> None:
    rig = SmallRig()
    answer = Visitor(SmallTable(rig)).post(f"/sim/{what}", json=body)
    assert (answer.status_code, answer.get_json()["field"]) == (400, field)
    assert not rig.heard


def test_the_lamps_and_the_deck_can_be_read() -> None:
    visitor = Visitor(SmallTable(SmallRig()))
    assert visitor.get("/sim/lamps").get_json() == ["#000000", "#bb0000"]
    deck = visitor.get("/sim/deck").get_json()
    assert len(deck) == 53
    assert deck[0] == {"uid": "04000001", "card": "AS", "copy": 1}


def test_a_deck_card_taps_as_what_it_is() -> None:
    visitor = Visitor()
    visitor.tell("new_game", players=4, rules="pagat", first="A")
    king = next(card for card in visitor.get("/sim/deck").get_json() if card["card"] == "KH")
    assert visitor.tell("tap", uid=king["uid"]).status_code == 200
    assert visitor.state()["card"] == "KH"
    assert visitor.tell("tap", uid="DEADBEEF").get_json()["why"] == "UNKNOWN_CARD"


def test_a_real_board_has_no_simulated_rig() -> None:
    visitor = Visitor(SmallTable(simulated=None))
    for path in ("/sim/lamps", "/sim/deck"):
        assert visitor.get(path).status_code == 404
    assert visitor.post("/sim/tap", json={"reader": "table", "uid": "04"}).status_code == 404


def test_lamps_of_a_strip_that_is_not_there_are_refused_by_name() -> None:
    answer = Visitor(SmallTable(SmallRig())).get("/sim/lamps?strip=moon")
    assert (answer.status_code, answer.get_json()["field"]) == (400, "strip")
