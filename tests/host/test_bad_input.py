"""What makes no sense gets one clear sentence and leaves the game as it was; over HTTP from a real daemon."""

import json
import random
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest

from tests.eventually import until
from tests.host.daemon_process import DaemonProcess, Json, Page, Reply

WHAT_A_GAME_IS = ("phase", "game", "card", "choices", "cursor", "last_move", "winner")
PEGS = {
    "A": ["A8", "A12", "S", "S", "S"],
    "B": ["B8", "S", "S", "S", "S"],
    "C": ["S"] * 5,
    "D": ["D8", "S", "S", "S", "S"],
}


@pytest.fixture(scope="module")
def daemon(tmp_path_factory: pytest.TempPathFactory) -> Iterator[DaemonProcess]:
    with DaemonProcess(tmp_path_factory.mktemp("home")) as daemon:
        daemon.page()
        yield daemon


@pytest.fixture
def page(daemon: DaemonProcess) -> Page:
    """A game in which red has two pegs out, and has thrown a four before."""
    page = daemon.page()
    assert page.tell("new_game", players=4, rules="pagat", first="A").ok
    assert page.tell("tap", card="4S", copy=1).why == "NO_PEG_OUT"
    assert page.tell("throw").ok
    assert page.tell("set_position", pegs=PEGS, turn="A").ok
    return page


def game_of(page: Page) -> Json:
    state = page.state()
    return {name: state[name] for name in WHAT_A_GAME_IS}


@contextmanager
def nothing_changes(page: Page) -> Iterator[None]:
    before = game_of(page)
    yield
    assert game_of(page) == before


def check_sentence(reply: Reply) -> None:
    text = reply.body["text"]
    assert text[0].isupper() or text[0].isdigit() or ": " in text, text
    assert text.endswith((".", "!")), text
    assert "\n" not in text, text
    assert len(text) < 400, text


REFUSED: list[tuple[str, Json, str]] = [
    ("tap", {"uid": "04DEADBEEF"}, "UNKNOWN_CARD"),
    ("tap", {"card": "KH", "copy": 4}, "NOT_IN_DECK"),
    ("tap", {"card": "Joker", "copy": 7}, "NOT_IN_DECK"),
    ("press", {"button": "confirm"}, "NOTHING_TO_CONFIRM"),
    ("press", {"button": "cancel"}, "NO_CARD"),
    ("choose", {"notation": "K♥ AS-A8"}, "NO_CARD"),
    ("throw", {}, "NO_CARD"),
    ("redo", {}, "NOTHING_TO_REDO"),
    ("point", {"hole": "A8"}, "NO_CARD"),
    ("stand_in", {"seat": "E", "by": "A"}, "BAD_SETUP"),
    ("seats", {"seats": {"E": {"name": "Eef"}}}, "BAD_SETUP"),
    ("set_position", {"pegs": PEGS | {"A": ["A8", "A8", "S", "S", "S"]}, "turn": "A"}, "BAD_SETUP"),
    ("set_position", {"pegs": {"A": ["S"] * 5}, "turn": "A"}, "BAD_SETUP"),
    ("set_position", {"pegs": PEGS, "turn": "F"}, "BAD_SETUP"),
    ("new_game", {"players": 5, "rules": "pagat"}, "BAD_SETUP"),
    ("new_game", {"players": 4, "rules": "canasta"}, "BAD_SETUP"),
    ("new_game", {"players": 4, "rules": "pagat", "options": {"speed": 1}}, "BAD_SETUP"),
    ("new_game", {"players": 4, "rules": "pagat", "options": {"jack": 12}}, "BAD_SETUP"),
    ("new_game", {"players": 4, "rules": "pagat", "teams": 3}, "BAD_SETUP"),
    ("new_game", {"players": 4, "rules": "pagat", "first": "H"}, "BAD_SETUP"),
    ("undo", {"if_seq": 1}, "STALE"),
    ("tap", {"card": "4S", "copy": 1}, "CARD_ALREADY_PLAYED"),  # now confirm means shuffled
]


def test_a_refused_input_says_why_and_changes_nothing(page: Page) -> None:
    for kind, fields, why in REFUSED:
        with nothing_changes(page):
            reply = page.tell(kind, **fields)
            assert (reply.status, reply.why) == (409, why), (kind, fields, reply)
            check_sentence(reply)


def test_with_a_card_in_question_too(page: Page) -> None:
    assert page.tell("tap", card="7H").ok
    for kind, fields, why in [
        ("tap", {"uid": "04DEADBEEF"}, "UNKNOWN_CARD"),
        ("tap", {"card": "4S", "copy": 1}, "CARD_ALREADY_PLAYED"),
        ("choose", {"notation": "7♥ A8-A14"}, "NO_CHOICE"),
        ("choose", {"notation": ""}, "NO_CHOICE"),
        ("throw", {}, "MUST_MOVE"),
        ("point", {"hole": "C5"}, "NO_CHOICE"),
        ("press", {"button": "confirm", "held": True}, "NOTHING_TO_CONFIRM"),
    ]:
        with nothing_changes(page):
            reply = page.tell(kind, **fields)
            assert (reply.status, reply.why) == (409, why), (kind, fields, reply)
            check_sentence(reply)


def test_a_refusal_points_at_its_holes(page: Page) -> None:
    assert page.tell("tap", card="7H").ok
    reply = page.tell("throw")
    assert (reply.why, reply.body["holes"]) == ("MUST_MOVE", ["A8", "A12"])
    assert page.state()["refusal"] == {name: reply.body[name] for name in ("why", "holes", "text")}


def test_without_a_game_everything_says_so(daemon: DaemonProcess) -> None:
    page = daemon.page()
    if page.state()["game"]:
        assert page.tell("end_game").ok
    for kind, fields in [
        ("tap", {"card": "KH"}),
        ("choose", {"notation": "K♥ AS-A8"}),
        ("throw", {}),
        ("undo", {}),
        ("redo", {}),
        ("shuffled", {}),
        ("end_game", {}),
        ("point", {"hole": "A8"}),
        ("stand_in", {"seat": "A", "by": "C"}),
        ("set_position", {"pegs": PEGS, "turn": "A"}),
    ]:
        with nothing_changes(page):
            reply = page.tell(kind, **fields)
            assert (reply.status, reply.why) == (409, "NO_GAME"), (kind, reply)
            check_sentence(reply)


# --- at the table ---------------------------------------------------------------------------------


def refusal(page: Page) -> str | None:
    state = page.state()
    return state["refusal"]["why"] if state["refusal"] else None


def test_an_unknown_tag_on_the_reader(page: Page) -> None:
    with nothing_changes(page):
        page.tap("04DEADBEEF01")
        assert refusal(page) == "UNKNOWN_CARD"
        assert "04DEADBEEF01" in page.state()["refusal"]["text"]


def test_two_cards_on_the_reader(page: Page) -> None:
    assert page.tell("tap", card="7H").ok
    with nothing_changes(page):
        assert page.post("/sim/fault", {"device": "table", "fault": "two_cards"}).ok
        until(lambda: refusal(page) == "TWO_CARDS")
        assert page.post("/sim/fault", {"device": "table", "fault": ""}).ok


def test_a_button_with_nothing_to_do(page: Page) -> None:
    with nothing_changes(page):
        for button, why in (("confirm", "NOTHING_TO_CONFIRM"), ("cancel", "NO_CARD")):
            page.press(button)
            assert refusal(page) == why


def test_two_buttons_down_together_are_nothing(page: Page) -> None:
    """Held in real time, the two overlap."""
    assert page.tell("tap", card="7H").ok
    with nothing_changes(page):
        for button in ("next", "confirm"):
            page.press(button, held_ms=3_000)


def test_two_who_tap_at_once_get_one_question_each_in_turn(page: Page, daemon: DaemonProcess) -> None:
    """Whoever comes second replaces the question; put away, it brings the first back. Neither is lost."""
    pages = [daemon.page(), daemon.page()]
    taps = [
        threading.Thread(target=lambda page=page, card=card: page.tell("tap", card=card))
        for page, card in zip(pages, ("7H", "KD"), strict=True)
    ]
    for tap in taps:
        tap.start()
    for tap in taps:
        tap.join()
    first = page.state()["card"]
    assert page.tell("press", button="cancel").ok
    assert {first, page.state()["card"]} == {"7H", "KD"}


def test_a_confirm_for_what_has_just_changed_only_blinks(page: Page, daemon: DaemonProcess) -> None:
    assert page.tell("tap", card="KD").ok
    assert daemon.page().tell("tap", card="7H").ok
    with nothing_changes(page):
        assert page.tell("press", button="confirm").why == "CHANGED"


# --- bodies that are none ---------------------------------------------------------------------------


MALFORMED: dict[str, bytes] = {
    "empty": b"",
    "no JSON": b"{",
    "a list": b"[]",
    "a text": b'"throw"',
    "no UTF-8": b'{"kind": "\xff"}',
    "half a character": b'{"kind": "choose", "notation": "\\ud800"}',
    "NaN": b'{"kind": "undo", "if_seq": NaN}',
    "a number of 5000 digits": b'{"kind": "undo", "if_seq": ' + b"9" * 5_000 + b"}",
    "a list 1000 deep": b'{"kind": "choose", "notation": ' + b"[" * 1_000 + b"]" * 1_000 + b"}",
    "a list 20000 deep": b"[" * 20_000,
    "objects 5000 deep": b'{"kind":' * 5_000 + b"1" + b"}" * 5_000,
    "twice the same field": b'{"kind": "throw", "kind": "undo"}',
}


@pytest.mark.parametrize("body", MALFORMED.values(), ids=MALFORMED.keys())
def test_a_malformed_body_is_400_and_changes_nothing(page: Page, body: bytes) -> None:
    assert page.tell("tap", card="7H").ok
    with nothing_changes(page):
        reply = page.post("/api/tell", body)
        assert (reply.status, reply.why) == (400, "MALFORMED"), reply
        check_sentence(reply)


def test_a_body_too_large_is_413(page: Page) -> None:
    with nothing_changes(page):
        assert page.post("/api/tell", b'{"kind": "throw"}' + b" " * 100_000).status == 413


GOOD: list[Json] = [
    {"kind": "new_game", "players": 4, "rules": "pagat", "first": "A", "options": {"jack": 10}},
    {
        "kind": "new_game",
        "players": 4,
        "rules": "pagat",
        "seats": {"A": {"name": "One", "colour": "#112233"}},
    },
    {"kind": "tap", "card": "7H", "copy": 2},
    {"kind": "tap", "uid": "04A10000000001"},
    {"kind": "press", "button": "next", "held": True},
    {"kind": "choose", "notation": "7♥ A8-A15"},
    {"kind": "point", "hole": "A8"},
    {"kind": "stand_in", "seat": "A", "by": "C"},
    {"kind": "seats", "seats": {"A": {"name": "Mia", "colour": "#aaee88"}}},
    {"kind": "set_position", "pegs": PEGS, "turn": "A"},
    {"kind": "throw", "if_seq": 3},
]
STRANGE: list[Any] = [None, True, -1, 0, 1.5, 2**70, "", "x", "A1", "\n", "é" * 300, [], {}, [[]], {"A": 1}]


def test_whatever_is_told_is_answered_in_one_sentence(page: Page) -> None:
    """Every field of every kind of value: 200, 400 or 409, never 500, and the daemon goes on."""
    rng = random.Random(4)
    seen = set()
    for _ in range(600):
        body = json.loads(json.dumps(rng.choice(GOOD)))
        mutate(body, rng)
        reply = page.post("/api/tell", body)
        seen.add(reply.status)
        assert reply.status in (200, 400, 409), (body, reply)
        if not reply.ok:
            check_sentence(reply)
            assert reply.why not in ("INTERNAL", "NOT_SAVED"), (body, reply)
    assert seen == {200, 400, 409}
    assert page.tell("new_game", players=4, rules="pagat").ok


def mutate(value: Any, rng: random.Random) -> None:
    """Put something else somewhere into the value, or take it out."""
    while True:
        key = rng.choice(list(value) if isinstance(value, dict) else range(len(value)))
        inner = value[key]
        if isinstance(inner, dict | list) and inner and rng.random() < 0.7:
            value = inner
            continue
        if isinstance(value, dict) and rng.random() < 0.3:
            value[rng.choice(["kind", "extra", "card", "if_seq"])] = rng.choice(STRANGE)
        elif rng.random() < 0.2:
            del value[key]
        else:
            value[key] = rng.choice(STRANGE)
        return


@pytest.mark.parametrize(
    ("path", "body"),
    [
        ("/sim/tap", {"reader": "none", "uid": "04A1B2C3"}),
        ("/sim/tap", {"reader": "table", "uid": "xyz"}),
        ("/sim/tap", {"reader": "table"}),
        ("/sim/lift", {}),
        ("/sim/press", {"button": "none"}),
        ("/sim/press", {"button": "next", "held_ms": -1}),
        ("/sim/press", {"button": "next", "held_ms": 10**9}),
        ("/sim/press", {"button": ["next"]}),
        ("/sim/fault", {"device": "none", "fault": "missing"}),
        ("/sim/fault", {"device": "ring", "fault": "two_cards"}),
        ("/sim/fault", {"device": "ring", "fault": "none"}),
    ],
)
def test_the_simulated_rig_names_what_it_does_not_know(page: Page, path: str, body: Json) -> None:
    with nothing_changes(page):
        reply = page.post(path, body)
        assert reply.status == 400, reply
        check_sentence(reply)
