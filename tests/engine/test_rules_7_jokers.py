"""RULES 7: jokers."""

import pytest

from tests.engine.fast import home, plays

ALL_OUT = f"A:A10,{home('A', 2, 3, 4, 5)} B:B5 C:C9,{home('C', 2, 3, 4, 5)}"
JUMPED = {
    "A:AH2,AH3,AH4,AH5,B5 C:C9,CH2,CH3,CH4,CH5",
    "A:AH2,AH3,AH4,AH5,C9 B:B5 C:C3,CH2,CH3,CH4,CH5",
}


def test_a_start_peg_or_a_track_peg_never_a_home_peg() -> None:
    assert plays("Joker", "A:A10,AH1 B:B5") == {"A:A10,AH1,B5", "A:AH1,B5"}


def test_on_to_a_track_hole_of_another_colour_a_teammates_too() -> None:
    assert plays("Joker", "B:B5 C:C9") == {"A:B5 C:C9", "A:C9 B:B5 C:C3"}


def test_never_an_empty_hole_never_start_or_home() -> None:
    assert plays("Joker", "A:A10") == set()
    assert plays("Joker", f"A:A10 B:{home('B')}") == set()


def test_nothing_in_between_matters_and_the_in_spot_is_not_passed() -> None:
    full = f"A:A2,{home('A', 1, 2, 3, 4)}"
    assert plays("Joker", f"{full} B:A9", home_entry="no_pass") == {f"A:A9,{home('A', 1, 2, 3, 4)}"}


def test_the_landing_rules_apply() -> None:
    assert plays("Joker", "C:C3") == set()
    assert plays("Joker", "C:B5,C3") == set()
    assert plays("Joker", "C:B5,C3", blocked_in_spot="bumped_to_start") == {"A:B5 C:C3"}


def test_kilpatrick_while_a_start_area_of_the_side_holds_a_peg_only_start_pegs() -> None:
    found = plays("Joker", "A:A10 B:B5", "kilpatrick")
    # A's or C's start peg, to its come-out hole or on to another colour, A's own A10 for C.
    assert found == {
        *("A:A10,A8 B:B5", "A:A10,B5"),
        *("A:A10 B:B5 C:C8", "A:A10 C:B5", "A:A3 B:B5 C:A10"),
    }


def test_kilpatrick_one_teammates_start_is_enough() -> None:
    # All of A's are out; C has one in start, which alone may use the joker.
    a, c = f"A10,{home('A', 2, 3, 4, 5)}", f"C9,{home('C', 3, 4, 5)}"
    assert plays("Joker", f"A:{a} B:B5 C:{c}", "kilpatrick") == {
        f"A:{a} B:B5 C:C8,{c}",
        f"A:{a} C:B5,{c}",
        f"A:A3,{home('A', 2, 3, 4, 5)} B:B5 C:A10,{c}",
    }


def test_kilpatrick_once_all_are_empty_any_team_peg_on_the_track_may_jump() -> None:
    assert plays("Joker", ALL_OUT, "kilpatrick") == JUMPED | {
        "A:A10,AH2,AH3,AH4,AH5 C:B5,CH2,CH3,CH4,CH5",
        "A:A3,AH2,AH3,AH4,AH5 B:B5 C:A10,CH2,CH3,CH4,CH5",
    }


# --- Options --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("from_start", "found"),
    [
        (["occupied"], {"A:C5"}),
        (["come_out"], {"A:A8 B:C5"}),
        (["occupied", "come_out"], {"A:C5", "A:A8 B:C5"}),
    ],
)
def test_joker_from_start_both_together_add_up(from_start: list[str], found: set[str]) -> None:
    assert plays("Joker", "B:C5", joker_from_start=from_start) == found


def test_come_out_an_own_peg_on_the_hole_bars_it_and_the_landing_rules_hold() -> None:
    out = {"joker_from_start": ["come_out"], "joker_from_track": "never"}
    assert plays("Joker", "A:A8 B:C5", **out) == set()
    assert plays("Joker", "B:A8", **out) == {"A:A8"}
    assert plays("Joker", "C:A8", **out) == {"A:A8 C:C3"}
    assert plays("Joker", "C:A8,C3", **out) == set()


def test_joker_from_track() -> None:
    assert plays("Joker", ALL_OUT, joker_from_track="always") == JUMPED
    assert plays("Joker", ALL_OUT, joker_from_track="team_start_empty") == JUMPED
    assert plays("Joker", ALL_OUT, joker_from_track="never") == set()


def test_team_start_empty_looks_at_every_start_area_whatever_control_and_limits_track_pegs_only() -> None:
    one_in_start = f"A:A10,{home('A', 2, 3, 4, 5)} B:B5 C:C9,{home('C', 3, 4, 5)}"
    assert plays("Joker", one_in_start, joker_from_track="team_start_empty") == set()
    assert plays("Joker", "A:A10 B:B5", joker_from_track="team_start_empty") == {"A:A10,B5"}


def test_a_helpers_joker_moves_the_helped_seats_pegs_and_any_other_colour_is_a_target() -> None:
    done = f"A:{home('A')}"
    found = plays("Joker", f"{done} B:B5 C:C9 E:E0", teams="ACE BDF")
    assert found == {
        f"{done} C:B5,C9 E:E0",
        f"{done} C:B5 E:E0",
        f"{done} B:B5 C:C9,E0 E:E3",
        f"{done} B:B5 C:E0 E:E3",
    }


def test_a_jokers_moves_are_defined_at_every_table() -> None:
    assert plays("Joker", "C:C5", "bark-up-a-tree", teams="A C") == {"A:C5"}
