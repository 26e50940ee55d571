"""What the table page is told beside the state."""

from typing import Any

import pytest

from engine.modes import Mode
from tests.web.small_table import SmallTable
from tests.web.visitor import Visitor, started
from web_ui.table_keys import LABELS
from web_ui.table_words import MOST_LISTED

STARTS = {seat: ["S"] * 5 for seat in "ABCD"}


def view(visitor: Visitor) -> dict[str, Any]:
    found: dict[str, Any] = visitor.get("/table/now").get_json()
    return found


def at(pegs: dict[str, list[str]], **fields: Any) -> Visitor:
    visitor = started(**fields)
    assert visitor.tell("set_position", pegs=STARTS | pegs, turn="A").status_code == 200
    return visitor


def test_the_state_comes_with_it() -> None:
    visitor = started()
    visitor.tell("tap", card="K")
    state = visitor.state()
    assert state.pop("choices")
    assert view(visitor)["state"] == state


def test_home_leads_to_the_table_or_to_setting_up() -> None:
    assert Visitor().get("/").headers["Location"] == "/setup"
    assert started().get("/").headers["Location"] == "/table"


def test_a_table_without_a_game_says_so() -> None:
    seen = view(Visitor(SmallTable()))
    assert (seen["headline"], seen["seats"]) == ("No game is running.", [])
    assert not any(
        seen["buttons"][key] for key in ("next", "back", "cancel", "throw", "undo", "redo", "cards")
    )


def test_an_offered_game_is_asked_for_in_words() -> None:
    visitor = Visitor()
    assert visitor.tell("press", button="confirm").status_code == 200
    seen = view(visitor)
    assert seen["prompt"] == "Begin a game for 4 by the rules of Pagat?"
    assert (seen["labels"]["confirm"], seen["buttons"]["confirm"]) == ("Yes", True)


def test_who_is_to_move_and_what_for() -> None:
    seen = view(started(seats={"A": {"name": "Mia"}}))
    assert (seen["headline"], seen["prompt"]) == ("Mia to move", "Draw a card, then tap the one you play.")
    assert seen["mover"] == "A"
    stands = view(at({"A": ["A8", "AH2", "C17", "S", "S"]}))["seats"][0]["stands"]
    assert stands == "A8, C17, AH2, 2 in start"
    assert seen["seats"][0] == {
        "seat": "A",
        "name": "Mia",
        "colour": "#bb0000",
        "start": 5,
        "stands": "5 in start",
    }
    assert seen["seats"][1]["name"] == "Blue"
    assert view(started(rules="kilpatrick"))["prompt"] == "Tap the card you play; draw afterwards."


def test_a_colour_of_ones_own_has_no_name() -> None:
    seen = view(started(seats={"A": {"colour": "#123456"}, "B": {"colour": "#bb0000"}}))
    assert [seat["name"] for seat in seen["seats"][:2]] == ["Seat A", "Red"]


def test_who_stands_in_is_said() -> None:
    visitor = started()
    visitor.tell("stand_in", seat="A", by="C")
    assert view(visitor)["headline"] == "Red to move; Yellow plays for Red."


def test_a_choice_is_told_line_by_line_and_as_a_sentence() -> None:
    visitor = at({"A": ["A8", "S", "S", "S", "S"], "B": ["A13", "S", "S", "S", "S"]})
    visitor.tell("tap", card="5")
    (move,) = view(visitor)["moves"]
    assert move["lines"] == [
        {"seat": "A", "text": "A8 → A13", "home": False},
        {"seat": "B", "text": "A13 → start", "pushed": True},
    ]
    assert move["text"].startswith("Red plays 5: A8 to A13.")
    assert move["paths"] == [["A8", "A9", "A10", "A11", "A12", "A13"]]
    assert view(visitor)["prompt"] == "One move is left; play it."


def test_coming_out_begins_in_start() -> None:
    visitor = started()
    visitor.tell("tap", card="K")
    (move,) = view(visitor)["moves"]
    assert (move["lines"][0]["text"], move["paths"]) == ("start → A8", [["AS1", "A8"]])


def test_the_ring_is_told_in_words_and_what_is_left_follows_the_answers() -> None:
    visitor = at({"A": ["A8", "A12", "B0", "C1", "S"]})
    visitor.tell("tap", card="7")
    first = view(visitor)
    assert [ask["text"] for ask in first["asks"]] == [f"The peg on {x}" for x in ("A8", "A12", "B0", "C1")]
    assert first["prompt"] == "Which peg?"
    assert first["left"] == len(first["moves"]) == len(visitor.state()["choices"])
    visitor.tell("press", button="confirm")
    second = view(visitor)
    assert second["prompt"] == "How many holes?"
    assert "1 hole" in [ask["text"] for ask in second["asks"]]
    assert second["left"] == len(second["moves"]) == second["state"]["cursor"]["left"]
    visitor.tell("point", hole="C1")
    third = view(visitor)
    assert third["left"] == third["state"]["cursor"]["left"] < second["left"]
    assert all({"A8", "C1"} <= {path[0] for path in move["paths"]} for move in third["moves"])
    assert {"A9", "C5"} < set(third["choosable"])
    assert not {"A8", "C1"} & set(third["choosable"])  # every result that is left leaves them


def test_a_list_that_nobody_would_read_is_cut_short() -> None:
    visitor = started(8, "kilpatrick", teams=2)
    pegs = {seat: [f"{seat}{hole}" for hole in ("8", "12", "1", "15", "H1")] for seat in "ABCDEFGH"}
    visitor.tell("set_position", pegs=pegs, turn="A")
    visitor.tell("tap", card="7")
    seen = view(visitor)
    assert seen["left"] == len(visitor.state()["choices"]) > 200
    assert len(seen["moves"]) == MOST_LISTED
    assert {f"{seat}12" for seat in "ACEG"} < set(seen["choosable"])


def test_results_of_a_ring_are_told_by_their_notation() -> None:
    visitor = at({"A": ["A8", "A12", "S", "S", "S"]})
    visitor.tell("tap", card="3")
    seen = view(visitor)
    assert [ask["notation"] for ask in seen["asks"]] == ["3 A8-A11", "3 A12-A15"]


def test_a_joker_that_need_not_be_played_can_be_thrown() -> None:
    visitor = at({"A": ["A8", "S", "S", "S", "S"], "B": ["B8", "S", "S", "S", "S"]})
    visitor.tell("tap", card="Joker")
    seen = view(visitor)
    assert seen["asks"][-1]["text"] == "Throw the card"
    assert seen["buttons"]["throw"] is True
    visitor.tell("tap", card="5")
    assert view(visitor)["buttons"]["throw"] is False


def test_a_card_that_moves_nothing_has_a_reason_for_every_peg() -> None:
    visitor = at({"A": ["AH4", "AH5", "S", "S", "S"]})
    visitor.tell("tap", card="5")
    seen = view(visitor)
    assert seen["prompt"] == "Throw it, or put it away and take another card."
    assert [reason["place"] for reason in seen["reasons"]] == ["start", "AH4", "AH5"]
    assert [reason["hole"] for reason in seen["reasons"]] == ["AS1", "AH4", "AH5"]
    assert seen["buttons"]["throw"] is True


def test_the_pegs_to_carry_are_told_the_last_pushed_first() -> None:
    visitor = at({"A": ["A8", "S", "S", "S", "S"], "C": ["A13", "S", "S", "S", "S"], "B": ["C3", *["S"] * 4]})
    visitor.play("5")
    seen = view(visitor)
    assert [peg["text"] for peg in seen["handwork"]] == ["C3 → start", "A13 → C3", "A8 → A13"]
    assert (seen["labels"]["confirm"], seen["buttons"]["confirm"]) == ("Carried", True)
    visitor.tell("press", button="confirm")
    assert view(visitor)["handwork"] == []


def test_an_undo_that_is_offered_says_of_what() -> None:
    visitor = started()
    visitor.play("K")
    visitor.tell("press", button="back", held=True)
    seen = view(visitor)
    assert seen["prompt"] == "Confirm to take this back: Red plays K: out to A8."
    assert seen["labels"]["confirm"] == "Take back"


def test_what_is_shown_again_is_said() -> None:
    visitor = started()
    visitor.play("K")
    visitor.play("Q")
    visitor.tell("press", button="next")
    assert view(visitor)["shown"] == "Blue plays Q: out to B8."
    visitor.tell("press", button="next")
    assert view(visitor)["shown"] == "Red plays K: out to A8."
    visitor.tell("show_board")
    visitor.tell("press", button="next")
    assert view(visitor)["shown"] == "The pegs of Red."


def test_the_winners_are_named_and_can_play_again() -> None:
    home = ["{}H1", "{}H2", "{}H3", "{}H4", "{}H5"]
    pegs = {
        "A": ["A3", *(hole.format("A") for hole in home[1:])],
        "C": [hole.format("C") for hole in home],
    }
    visitor = at(pegs)
    visitor.play("A", "A A3-AH1")
    seen = view(visitor)
    assert seen["headline"] == "Red, Yellow have won!"
    assert (seen["mover"], seen["buttons"]["again"]) == (None, True)
    assert not seen["buttons"]["cards"]


def test_a_single_winner_has_won() -> None:
    visitor = started(2, "bark-up-a-tree", teams=0)
    pegs = {"A": ["A3", "AH2", "AH3", "AH4", "AH5"], "C": ["S"] * 5}
    visitor.tell("set_position", pegs=pegs, turn="A")
    visitor.play("A", "A A3-AH1")
    assert view(visitor)["headline"] == "Red has won!"


def test_telling_from_the_page_brings_what_there_is_to_see() -> None:
    visitor = started()
    answer = visitor.post("/table/tell", json={"kind": "tap", "card": "5"})
    assert answer.status_code == 200
    said = answer.get_json()
    assert (said["answer"]["ok"], said["answer"]["why"]) == (False, "NO_PEG_OUT")
    assert said["view"] == view(visitor)
    assert visitor.post("/table/tell", json={"kind": "tap"}).status_code == 400


def test_every_mode_of_the_buttons_has_its_labels() -> None:
    assert set(Mode) - set(LABELS) == {Mode.REFUSED, Mode.NO_GAME}  # called as while choosing


@pytest.mark.parametrize("players", [4, 6, 8])
def test_the_page_draws_the_board_of_the_game(players: int) -> None:
    visitor = started(players, teams=2)
    page = visitor.get("/table").text
    assert f'data-sides="{players}"' in page
    assert page.count('class="lamp"') == players * 28


def test_nothing_on_a_page_comes_from_elsewhere_or_stands_inline() -> None:
    for visitor, path in ((started(), "/table"), (started(), "/setup"), (Visitor(), "/nowhere")):
        page = visitor.get(path).text
        assert "http://" not in page.replace("http://www.w3.org", "")
        assert "https://" not in page
        assert "style=" not in page
        assert " on" + "click" not in page
        assert all("src=" in tag for tag in page.split("<script")[1:])
