"""RULES 4: moving. Each test has the number of the rule it holds."""

import pytest

from tests.engine.fast import home, plays

PRESETS = ("bark-up-a-tree", "social-security", "pagat", "kilpatrick", "gamerules")
GO_ROUND = ("bark-up-a-tree", "pagat", "gamerules", "social-security")


# --- 4.1 Full count, always, into home too --------------------------------------------------------


def test_4_1_no_part_of_a_count() -> None:
    # XH5 is three on; a 4 is not played as a 3.
    assert plays("4", "A:AH2") == set()
    assert plays("3", "A:AH2") == {"A:AH5"}


def test_4_1_round_the_corners() -> None:
    assert plays("10", "B:D12", turn="B") == {"B:A4"}
    assert plays("5", "F:F15", teams="ACE BDF", turn="F") == {"F:A2"}


# --- 4.2 Its own colour is neither passed nor landed on -------------------------------------------


@pytest.mark.parametrize("rules", PRESETS)
@pytest.mark.parametrize(("other", "moves"), [("B3", False), ("B5", False), ("B6", True), ("A17", True)])
def test_4_2_forward(rules: str, other: str, moves: bool) -> None:
    # The other peg itself moves too; it is the one on B0 that is asked about.
    assert any("B5" in one and other in one for one in plays("5", f"A:B0,{other}", rules)) == moves


@pytest.mark.parametrize("rules", PRESETS)
@pytest.mark.parametrize(("other", "moves"), [("B5", False), ("B2", False), ("B1", True), ("B11", True)])
def test_4_2_backward(rules: str, other: str, moves: bool) -> None:
    found = plays("8", f"A:B10,{other}", rules)
    assert any({"B2", other} == set(one.removeprefix("A:").split(",")) for one in found) == moves


def test_4_2_in_home() -> None:
    assert plays("2", "A:AH1,AH2") == {"A:AH1,AH4"}
    assert plays("3", "A:AH2,AH5") == set()


def test_4_2_other_colours_are_passed_freely() -> None:
    assert plays("5", "A:B0 B:B1,B2 C:B3 D:B4") == {"A:B5 B:B1,B2 C:B3 D:B4"}


def test_4_2_its_own_colour_is_that_of_the_peg_that_moves_whoever_plays() -> None:
    # Kilpatrick: A plays. C's peg passes A's and not C's.
    assert plays("5", "A:B2 C:B0", "kilpatrick") == {"A:B2 C:B5", "A:B7 C:B0"}
    assert plays("5", "C:B0,B2", "kilpatrick") == {"C:B0,B7"}


# --- 4.3 Home -------------------------------------------------------------------------------------


@pytest.mark.parametrize("rules", GO_ROUND)
def test_4_3_both_ends_are_legal_and_both_are_offered(rules: str) -> None:
    assert plays("5", "A:A1", rules) == {"A:A6", "A:AH3"}
    assert plays("5", "A:A3", rules) == {"A:A8", "A:AH5"}


def test_4_3_only_at_its_own_in_spot_only_forward() -> None:
    assert plays("5", "A:B1") == {"A:B6"}
    assert plays("8", "A:A5") == {"A:D15"}


def test_4_3_landing_on_the_in_spot_is_not_turning_in() -> None:
    assert plays("2", "A:A1") == {"A:A3"}


@pytest.mark.parametrize("rules", GO_ROUND)
def test_4_3_too_large_a_count_the_peg_goes_round_again(rules: str) -> None:
    assert plays("6", "A:A3", rules) == {"A:A9"}
    assert plays("10", "A:A0", rules) == {"A:A10"}


def test_4_3_an_own_peg_in_home_bars_home_alone() -> None:
    assert plays("5", "A:A1,AH2") == {"A:A6,AH2"}
    assert plays("5", "A:A1,AH4") == {"A:A6,AH4", "A:AH3,AH4"}


def test_4_3_kilpatrick_no_peg_is_taken_forward_past_its_own_in_spot() -> None:
    assert plays("5", "A:A1", "kilpatrick") == {"A:AH3"}
    assert plays("6", "A:A3", "kilpatrick") == set()
    assert plays("3", "A:A1,AH1", "kilpatrick") == {"A:A1,AH4"}
    # Not another's in-spot, and on to it is not past it.
    assert plays("5", "A:B1", "kilpatrick") == {"A:B6"}
    assert plays("3", "A:A0", "kilpatrick") == {"A:A3"}


def test_4_3_mandatory_a_peg_whose_home_end_is_legal_may_not_use_the_track_end() -> None:
    mandatory = {"home_entry": "mandatory"}
    assert plays("5", "A:A1", **mandatory) == {"A:AH3"}
    assert plays("5", "A:A1,AH2", **mandatory) == {"A:A6,AH2"}
    assert plays("6", "A:A3", **mandatory) == {"A:A9"}


def test_4_3_mandatory_never_forces_a_choice_of_peg() -> None:
    assert plays("5", "A:A1,B0", home_entry="mandatory") == {"A:AH3,B0", "A:A1,B5"}


def test_4_3_mandatory_holds_for_each_half_of_a_split_by_itself() -> None:
    found = plays("7", "A:A2,B0", home_entry="mandatory")
    assert "A:AH2,B4" in found  # 3 goes home, 4 goes on
    assert "A:A5,B4" not in found
    assert "A:A3,B6" in found  # 1 stops on the in-spot
    assert "A:A5,B4" in plays("7", "A:A2,B0")


# --- 4.4 Nobody else's start or home, nothing backward in home ------------------------------------


def test_4_4_no_peg_enters_another_colours_home() -> None:
    assert plays("5", "A:B3") == {"A:B8"}
    assert plays("5", f"A:{home('A')} C:A3") == {f"A:{home('A')} C:A8"}


@pytest.mark.parametrize("rules", PRESETS)
def test_4_4_nothing_backs_into_inside_or_out_of_home(rules: str) -> None:
    assert plays("8", "A:AH1,AH5", rules) == set()
    assert plays("8", "A:A8", rules) == {"A:A0"}


# --- 4.5 An 8 and the own in-spot -----------------------------------------------------------------


@pytest.mark.parametrize("rules", PRESETS)
def test_4_5_an_8_may_cross_or_land_on_the_own_in_spot(rules: str) -> None:
    assert plays("8", "A:A8", rules) == {"A:A0"}
    assert plays("8", "A:A11", rules) == {"A:A3"}


def test_4_5_a_later_forward_card_may_then_go_straight_home() -> None:
    assert "A:AH5" in plays("5", "A:A3", "kilpatrick")
    assert plays("8", "A:A8", "kilpatrick") == {"A:A0"}
    assert "A:AH2" in plays("5", "A:A0", "kilpatrick")


def test_4_5_a_backward_half_too() -> None:
    # Social Security: B0 goes 3 on, A5 goes 6 back over A3.
    assert "A:B3,D17" in plays("9", "A:A5,B0", "social-security")


# --- 4.6 Start pegs -------------------------------------------------------------------------------


@pytest.mark.parametrize("card", ["2", "3", "4", "5", "6", "7", "8", "9", "10"])
def test_4_6_no_number_brings_a_peg_out(card: str) -> None:
    assert plays(card, "") == set()


@pytest.mark.parametrize("card", ["A", "J", "Q", "K"])
def test_4_6_ace_jack_queen_king_to_the_come_out_hole(card: str) -> None:
    assert plays(card, "", turn="B") == {"B:B8"}
    assert plays(card, "A:A0,AH5", home_entry="no_pass") >= {"A:A0,A8,AH5"}
    assert not any("A8," in one for one in plays(card, "A:A0,A1,A2,AH4,AH5"))  # nobody is left in start


def test_4_6_a_split_never_brings_a_peg_out() -> None:
    assert plays("7", "A:B0") == {"A:B7"}
    assert plays("9", "A:B0", "kilpatrick") == {"A:B9"}
