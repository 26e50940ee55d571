"""What `/api/state` says, field by field as DESIGN 8 has it."""

import pytest

from engine.verdict import Reason, Why
from tests.web.small_table import Device, SmallTable
from tests.web.visitor import Visitor, started

FIELDS = [
    *("seq", "phase", "game", "card", "choices", "cursor", "last_move", "handwork", "proof"),
    *("refusal", "winner", "lamps", "rhythms", "devices", "enrolling"),
]


def test_a_board_without_a_game_says_so() -> None:
    state = Visitor(SmallTable()).state()
    assert list(state) == FIELDS
    assert (state["phase"], state["game"], state["card"], state["choices"]) == ("no_game", None, None, [])
    assert (state["cursor"], state["last_move"], state["refusal"], state["winner"]) == (None,) * 4
    assert state["devices"][0] == {"name": "table", "driver": "simulated", "state": "ok", "detail": ""}


def test_a_new_game_stands_in_start() -> None:
    state = started(options={"nine": "forward_or_split"}).state()
    game = state["game"]
    assert state["phase"] == "playing"
    assert list(game) == ["id", "rules", "options", "sides", "teams", "pegs", "turn", "house"]
    assert game["id"]
    assert (game["rules"], game["options"]) == ("pagat", {"nine": "forward_or_split"})
    assert (game["sides"], game["teams"], game["turn"]) == (4, [["A", "C"], ["B", "D"]], "A")
    assert game["pegs"] == {seat: ["S"] * 5 for seat in "ABCD"}


def test_two_players_have_a_team_each_at_a_board_of_four() -> None:
    game = started(2, "bark-up-a-tree", teams=0).state()["game"]
    assert (game["sides"], game["teams"], sorted(game["pegs"])) == (4, [["A"], ["C"]], ["A", "C"])


def test_options_tell_only_what_differs_from_the_preset() -> None:
    options = {"draw": "after", "joker_from_start": ["come_out", "occupied"], "jack": 10}
    told = started(rules="bark-up-a-tree", options=options).state()["game"]["options"]
    assert told == {
        "draw": "after",
        "draw_penalty": "off",
        "joker_from_start": ["come_out", "occupied"],
    }


def test_a_card_in_question_has_every_completed_play() -> None:
    visitor = started()
    visitor.tell("tap", card="K")
    state = visitor.state()
    assert (state["phase"], state["card"]) == ("choosing", "K")
    assert state["choices"] == [
        {
            "notation": "K AS-A8",
            "result": {"A": ["A8", "S", "S", "S", "S"], **{seat: ["S"] * 5 for seat in "BCD"}},
        }
    ]
    cursor = state["cursor"]
    assert (cursor["chosen"], cursor["at"], cursor["left"]) == ([], 0, 1)
    (candidate,) = cursor["candidates"]
    assert (candidate["from"], candidate["to"], candidate["shoves"]) == ("S", "A8", [])
    assert candidate["steps"] == [{"seat": "A", "from": "S", "to": "A8"}]


def test_a_suit_is_written_in_ascii() -> None:
    visitor = started()
    visitor.tell("tap", card="Q♥")
    assert visitor.state()["card"] == "QH"


@pytest.mark.parametrize("card", ["7", "9", "Joker"])
def test_notations_are_unique_and_all_stay_listed_wherever_the_cursor_is(card: str) -> None:
    visitor = started(rules="social-security")
    pegs = {
        "A": ["A8", "A12", "B0", "C1", "S"],
        "B": ["B8", "C12", "A1", "D1", "S"],
        "C": ["C8", "D12", "S", "S", "S"],
        "D": ["D8", "S", "S", "S", "S"],
    }
    assert visitor.tell("set_position", pegs=pegs, turn="A").status_code == 200
    visitor.tell("tap", card=card)
    before = visitor.state()
    notations = [choice["notation"] for choice in before["choices"]]
    assert len(notations) == len(set(notations)) > 8
    visitor.tell("press", button="next")
    visitor.tell("press", button="confirm")
    after = visitor.state()
    assert [choice["notation"] for choice in after["choices"]] == notations
    assert len(after["cursor"]["chosen"]) == 1
    assert after["cursor"]["left"] < before["cursor"]["left"] == len(notations)


def test_a_ring_of_pegs_leaves_the_end_open() -> None:
    visitor = started()
    pegs = {"A": ["A8", "A12", "B0", "C1", "S"], **{seat: ["S"] * 5 for seat in "BCD"}}
    visitor.tell("set_position", pegs=pegs, turn="A")
    visitor.tell("tap", card="7")
    candidates = visitor.state()["cursor"]["candidates"]
    assert [(c["asked"], c["from"], c["to"], c["shoves"]) for c in candidates] == [
        ("peg", hole, None, []) for hole in ("A8", "A12", "B0", "C1")
    ]


def test_a_shove_names_the_hole_it_empties() -> None:
    visitor = started()
    pegs = {"A": ["A8", "S", "S", "S", "S"], "B": ["A13", "S", "S", "S", "S"], "C": ["S"] * 5, "D": ["S"] * 5}
    visitor.tell("set_position", pegs=pegs, turn="A")
    visitor.tell("tap", card="5")
    (candidate,) = visitor.state()["cursor"]["candidates"]
    assert (candidate["from"], candidate["to"], candidate["shoves"]) == ("A8", "A13", ["A13"])


def test_a_joker_over_many_colours_asks_for_one_first() -> None:
    visitor = started(8, teams=4)
    pegs = {seat: [f"{seat}8", f"{seat}12", f"{seat}1", "S", "S"] for seat in "ABCDEFGH"}
    visitor.tell("set_position", pegs=pegs, turn="A")
    visitor.tell("tap", card="Joker")
    visitor.tell("press", button="confirm")
    cursor = visitor.state()["cursor"]
    assert cursor["chosen"] == [{"asked": "peg", "seat": "A", "hole": "S"}]
    assert [(c["asked"], c["seat"]) for c in cursor["candidates"]] == [("colour", x) for x in "BCDEFGH"]
    visitor.tell("press", button="confirm")
    results = visitor.state()["cursor"]["candidates"]
    assert [(c["asked"], c["seat"], c["from"]) for c in results] == [("result", "A", "S")] * 3
    assert [(c["to"], c["shoves"]) for c in results] == [(f"B{i}", [f"B{i}"]) for i in (1, 8, 12)]


def test_a_card_that_moves_nothing_is_in_question_with_its_reason() -> None:
    visitor = started()
    answer = visitor.tell("tap", card="5H")
    state = visitor.state()
    assert answer.status_code == 409
    assert (state["phase"], state["card"], state["choices"]) == ("choosing", "5H", [])
    assert state["refusal"] == {
        "why": "NO_PEG_OUT",
        "holes": [],
        "text": "No peg is out that this card could move.",
    }
    assert {key: value for key, value in answer.get_json().items() if key != "ok"} == state["refusal"]


def test_the_reason_of_the_card_is_told_while_nothing_newer_is_refused() -> None:
    visitor = started()
    visitor.tell("tap", card="5H")
    visitor.table.show(refusal=None)
    assert visitor.state()["refusal"]["why"] == "NO_PEG_OUT"
    visitor.table.show(refusal=Reason(Why.TWO_CARDS))
    assert visitor.state()["refusal"]["why"] == "TWO_CARDS"


def test_a_refusal_names_its_holes() -> None:
    visitor = started()
    visitor.play("K")
    visitor.tell("set_position", pegs={"A": ["A8", "A12", "S", "S", "S"], **_starts("BCD")}, turn="A")
    answer = visitor.tell("tap", card="10")
    assert answer.status_code == 200
    refused = visitor.tell("throw").get_json()
    assert (refused["why"], refused["holes"]) == ("MUST_MOVE", ["A12"])
    assert "A12" in refused["text"]


def test_the_last_move_is_told_in_words() -> None:
    state = started(seats={"A": {"name": "Mia"}}).play("K")
    assert state["last_move"] == {
        "seat": "A",
        "card": "K",
        "notation": "K AS-A8",
        "text": "Mia plays K: out to A8.",
    }
    assert state["game"]["turn"] == "B"


def test_a_throw_has_its_card_for_notation() -> None:
    visitor = started()
    visitor.tell("tap", card="5H")
    assert visitor.tell("throw").status_code == 200
    assert visitor.state()["last_move"] == {
        "seat": "A",
        "card": "5H",
        "notation": "5♥",
        "text": "Red throws 5♥.",
    }


def test_a_position_agreed_has_no_card() -> None:
    visitor = started()
    visitor.tell("set_position", pegs={"A": ["A8", *["S"] * 4], **_starts("BCD")}, turn="B")
    last = visitor.state()["last_move"]
    assert (last["card"], last["notation"]) == (None, None)


def test_the_winners_are_the_seats_of_the_side() -> None:
    visitor = started()
    home = [f"{{}}H{depth}" for depth in range(1, 6)]
    pegs = {
        "A": [hole.format("A") for hole in home[1:]] + ["A3"],
        "C": [hole.format("C") for hole in home],
        **_starts("BD"),
    }
    visitor.tell("set_position", pegs=pegs, turn="A")
    state = visitor.play("A", "A A3-AH1")
    assert (state["phase"], state["winner"]) == ("over", ["A", "C"])


def test_whose_turn_it_is_is_said_by_name() -> None:
    visitor = started(seats={"A": {"name": "Mia"}})
    visitor.table.show(refusal=Reason(Why.NOT_YOUR_TURN, name="A"))
    assert visitor.state()["refusal"]["text"] == "It is the turn of Mia."


def test_devices_and_lamps_are_passed_on() -> None:
    visitor = started()
    visitor.table.show(devices=(Device("lamps", "adalight", "retrying", "unplugged"),))
    state = visitor.state()
    assert state["devices"] == [
        {"name": "lamps", "driver": "adalight", "state": "retrying", "detail": "unplugged"}
    ]
    assert (state["lamps"]["AS1"], state["rhythms"]["AS1"]) == ("#bb0000", "ask")


def test_a_page_that_holds_the_newest_is_not_told_again() -> None:
    visitor = started()
    first = visitor.get("/api/state")
    etag = first.headers["ETag"]
    again = visitor.get("/api/state", headers={"If-None-Match": etag})
    assert (again.status_code, again.data) == (304, b"")
    visitor.tell("tap", card="K")
    assert visitor.get("/api/state", headers={"If-None-Match": etag}).status_code == 200


def test_a_lamp_that_changes_alone_is_told_too() -> None:
    visitor = started()
    etag = visitor.get("/api/state").headers["ETag"]
    visitor.table.show(lamps={})
    assert visitor.get("/api/state", headers={"If-None-Match": etag}).status_code == 200


def _starts(seats: str) -> dict[str, list[str]]:
    return {seat: ["S"] * 5 for seat in seats}
