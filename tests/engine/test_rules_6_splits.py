"""RULES 6: splits."""

import pytest

from tests.engine.fast import home, plays

LAST = home("A", 2, 3, 4, 5)
"""All of A's home but the first hole."""


def test_two_different_pegs() -> None:
    # The same peg 3 and then 4 would bump B's on its way.
    assert plays("7", "A:B0 B:B3") == {"A:B7 B:B3"}


def test_legal_if_some_order_works() -> None:
    # B2 bars B0; once it has gone 4 on, B0 has 3 to go and stops short of it.
    assert "A:B3,B6" in plays("7", "A:B0,B2")


def test_the_player_chooses_the_order_where_it_makes_a_difference() -> None:
    # Both to B5: who comes second stays there, the first goes to its in-spot.
    found = plays("7", "A:B2 C:B1", "kilpatrick")
    assert {"A:A3 C:B5", "A:B5 C:C3"} <= found


def test_the_second_half_is_judged_on_the_board_the_first_half_left_bumps_included() -> None:
    # C's peg is sent to C3 by the first half, so landing on the other C peg is barred for the second.
    assert not any("A:B3,C4" in one for one in plays("7", "A:B0,C0 C:B3,C4"))
    # The first half takes C3 from an opponent; the second needs it for C, and pushes the first on to A3.
    found = plays("7", "A:C0,D0 B:C3 C:D4")
    assert "A:A3,D4 C:C3" in found
    assert not any("C3,D4" in one for one in found)


def test_the_second_half_may_move_a_peg_that_the_first_half_displaced() -> None:
    # A lands on C, C goes to C3 where A's other stood, which goes to A3 and from there 4 into home.
    assert "A:AH4,B3 C:C3" in plays("7", "A:B0,C3 C:B3")


def test_never_the_peg_already_moved() -> None:
    assert plays("7", "A:A2") == {"A:A9"}  # not 1 to the in-spot and 6 from there


def test_the_peg_already_moved_may_itself_be_displaced_by_the_second_half() -> None:
    assert "A:A3 C:C12" in plays("7", "A:C10 C:C7", "kilpatrick")


def test_a_home_peg_may_take_a_forward_half() -> None:
    assert "A:AH3,B5" in plays("7", "A:AH1,B0")


# --- split_carry ----------------------------------------------------------------------------------


def test_split_carry_the_rest_is_played_by_the_seat_that_is_helped_from_then_on() -> None:
    assert plays("7", f"A:A1,{LAST} C:C10", "bark-up-a-tree") == {
        f"A:A8,{LAST} C:C10",
        f"A:{home('A')} C:C14",
    }


def test_split_carry_in_full() -> None:
    # 3 brings A home, C needs 4 and has room for 3.
    assert plays("7", f"A:A1,{LAST} C:CH2", "bark-up-a-tree") == {f"A:A8,{LAST} C:CH2"}


def test_split_carry_if_nobody_is_left_the_split_is_illegal() -> None:
    position = f"A:A1,{LAST} C:{home('C')}"
    assert plays("7", position, "bark-up-a-tree") == {f"A:A8,{LAST} C:{home('C')}"}


def test_split_carry_from_the_helped_seat_to_the_next() -> None:
    position = f"A:{home('A')} C:C1,{home('C', 2, 3, 4, 5)} E:B0"
    found = plays("7", position, "bark-up-a-tree", teams="ACE BDF")
    assert f"A:{home('A')} C:{home('C')} E:B4" in found


@pytest.mark.parametrize("rules", ["pagat", "gamerules"])
def test_split_carry_off_both_halves_move_pegs_of_one_and_the_same_seat(rules: str) -> None:
    assert plays("7", f"A:A1,{LAST} C:C10", rules) == {f"A:A8,{LAST} C:C10"}
    assert not any("C:C10" not in one for one in plays("7", "A:B0,D0 C:C10", rules))


def test_split_carry_has_no_effect_with_control_team() -> None:
    position = f"A:A1,{LAST} C:C10"
    for given in ({}, {"split_carry": True}, {"split_carry": False}):
        assert f"A:A4,{LAST} C:C14" not in plays("7", position, "kilpatrick", **given)  # no_pass
        assert f"A:A3,{LAST} C:C15" in plays("7", position, "kilpatrick", **given)


def test_a_backward_half_is_carried_too() -> None:
    assert plays("9", f"A:A1,{LAST} C:C10", "social-security") == {f"A:{home('A')} C:C4"}


# --- Nines ----------------------------------------------------------------------------------------


def test_nine_direction_says_which_way_the_halves_go() -> None:
    split = {"nine": "forward_or_split"}
    each_way = plays("9", "A:B9,D9", **split)
    both = plays("9", "A:B9,D9", nine_direction="both_forward", **split)
    assert "A:B12,D3" in each_way - both
    assert "A:B12,D15" in both - each_way
    assert {"A:C0,D9", "A:A0,B9"} <= each_way & both


def test_split_else_forward_the_whole_9_only_where_no_split_can_be_played() -> None:
    must_split = {"nine": "split_else_forward", "nine_direction": "both_forward"}
    assert plays("9", "A:B0,D0", **must_split) == {f"A:B{n},D{9 - n}" for n in range(1, 9)}
    assert plays("9", f"A:B0,{home('A', 5)}", **must_split) == {f"A:{home('A', 5)},B9"}


def test_a_split_of_any_two_pegs_of_the_team_counts_as_one() -> None:
    # control = team: C's peg backs, so A's may not go the whole 9.
    assert "A:B9 C:C10" not in plays("9", "A:B0 C:C10", "social-security", control="team")
    assert "A:B9 C:C10" in plays("9", "A:B0 C:C10", "social-security")
