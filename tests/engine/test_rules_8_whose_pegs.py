"""RULES 8: whose pegs a player moves."""

import pytest

from tests.engine.fast import home, plays

SIX = "ACE BDF"
HELPING = ("bark-up-a-tree", "social-security", "pagat", "gamerules")


@pytest.mark.parametrize("rules", HELPING)
def test_own_pegs_until_all_five_are_home(rules: str) -> None:
    position = f"A:A10,{home('A', 2, 3, 4, 5)} C:C10"
    assert plays("5", position, rules) == {f"A:A15,{home('A', 2, 3, 4, 5)} C:C10"}


@pytest.mark.parametrize("rules", HELPING)
def test_then_those_of_the_next_unfinished_teammate_clockwise(rules: str) -> None:
    position = f"A:{home('A')} C:{home('C')} E:E10"
    assert plays("5", position, rules, SIX) == {f"A:{home('A')} C:{home('C')} E:E15"}
    assert plays("5", f"A:A10 C:{home('C')} E:E10", rules, SIX, "C") == {f"A:A10 C:{home('C')} E:E15"}
    assert plays("5", f"A:A10 C:C10 E:{home('E')}", rules, SIX, "E") == {f"A:A15 C:C10 E:{home('E')}"}


def test_everything_included_coming_out_jokers_splits() -> None:
    done = f"A:{home('A')}"
    assert plays("K", done) == {f"{done} C:C8"}
    assert plays("Joker", f"{done} B:B5") == {f"{done} C:B5"}
    assert f"{done} C:C4,D3" in plays("7", f"{done} C:C0,D0")


def test_a_teammate_who_merely_cannot_move_is_not_skipped() -> None:
    assert plays("5", f"A:{home('A')} C:CH5 E:E10", teams=SIX) == set()


def test_kilpatrick_any_peg_of_the_team_always() -> None:
    assert plays("5", "A:A10 C:C10", "kilpatrick") == {"A:A15 C:C10", "A:A10 C:C15"}
    done = f"A:{home('A')}"
    assert plays("5", f"{done} C:C10 E:E10", "kilpatrick", SIX) == {
        f"{done} C:C15 E:E10",
        f"{done} C:C10 E:E15",
    }
    # A split between any two of them.
    assert "A:A13 C:C14" in plays("7", "A:A10 C:C10", "kilpatrick")


def test_never_an_opponents() -> None:
    assert plays("5", "B:B0 D:D0", "kilpatrick") == set()
    assert plays("5", "B:B0 D:D0") == set()


def test_without_teams_there_is_nobody_to_help() -> None:
    assert plays("5", f"A:{home('A')} C:C10", "bark-up-a-tree", "A C") == set()


def test_the_position_is_judged_though_a_side_has_already_won() -> None:
    won = f"B:{home('B')} D:{home('D')}"
    assert plays("5", f"A:A10 {won}") == {f"A:A15 {won}"}
    assert plays("5", f"A:A10 {won}", turn="B") == set()
