"""How the slow generator reads RULES 6 to 12: splits, jokers, help, swaps, options; beside the positions."""

from typing import Any

import pytest

from tests.slow.asking import SIX, TWO, home, play

# --- 6. Splits ------------------------------------------------------------------------------------
# Also held by worked positions: order of halves P67 P68 P77, the board between P76 P105, a displaced peg
# moved P114 P128, home pegs P69 P78 P86, carry P70 P72 P75 P124 P126, off P71 P123 P125 P127 P144, nobody
# left P74 P140, nines P80 to P90 P131, mandatory for each half P138.


def test_a_split_takes_two_different_pegs() -> None:
    # One peg out: no steps of 5 and 2 with it, though the hole between is free.
    assert play("7", "A:AH1") == set()
    assert play("7", "A:A0 C:A7") == {"A:A7 C:C3", "A:AH4 C:A7"}
    assert "A:A5 C:A9" in play("7", "A:A0 C:A7", control="team")


def test_the_second_half_never_moves_the_peg_already_moved() -> None:
    # 5 then 2 with the same peg would lead to A5 over B's peg on A3, sending it to start.
    assert play("7", "A:D16,AH5 B:A3") == {"A:A5,AH5 B:A3", "A:AH2,AH5 B:A3"}


def test_the_peg_already_moved_may_be_displaced_by_the_second_half() -> None:
    # A 2 to C12, then C 5 on to that very peg: it goes to A3.
    assert "A:A3 C:C12" in play("7", "A:C10 C:C7", "kilpatrick")


def test_a_displaced_own_peg_may_take_the_second_half_but_not_from_start() -> None:
    # C to C3, A's peg from C3 to A3 (P114); under bumped_to_start it may land in start and stay there.
    assert "A:AH2,B5 C:C3" in play("7", "A:B0,C3 C:B5")
    found = play("7", "A:B0,C3,A3 C:B5", blocked_in_spot="bumped_to_start")
    assert "A:AH2,B5 C:C3" in found
    assert not any("A8,B5" in outcome for outcome in found)


def test_each_half_has_its_own_chain() -> None:
    # The first half fills C3 (C's peg), the second pushes another of C's on to it: refused as taken,
    # and under bumped_to_start C's peg goes to start, for C3 was not filled by this chain.
    position = f"A:B0,B10,{home('A', 5)} C:B4,B13"
    both = "A:AH5,B13,B4 C:C3"
    assert both not in play("7", position)
    assert both in play("7", position, blocked_in_spot="bumped_to_start")


def test_carry_goes_to_the_next_seat_in_full_and_with_one_peg() -> None:
    position = f"A:A1,{home('A', 2, 3, 4, 5)} C:C10,C14"
    # 3 home, then 4 by one peg of C: not on to C14, not 3 and 1.
    assert play("7", position, split_carry=True) == {
        f"A:A8,{home('A', 2, 3, 4, 5)} C:C10,C14",
        f"A:{home('A')} C:C10,D0",
    }


def test_carry_takes_a_home_peg_of_the_helped_seat() -> None:
    # "A home peg may take a forward half."
    position = f"A:A1,{home('A', 2, 3, 4, 5)} C:{home('C', 1)}"
    assert f"A:{home('A')} C:CH5" in play("7", position, split_carry=True)


def test_carry_never_skips_a_stuck_teammate() -> None:
    # RULES 8: C is next and has nothing that walks; E is not asked.
    position = f"A:A1,{home('A', 2, 3, 4, 5)} E:E10"
    assert play("7", position, teams=SIX, split_carry=True) == {f"A:A8,{home('A', 2, 3, 4, 5)} E:E10"}


def test_carry_only_when_the_first_half_brings_the_last_peg_home() -> None:
    # Two pegs still out: no half of C's.
    found = play("7", f"A:A1,A0,{home('A', 3, 4, 5)} C:C10", split_carry=True)
    assert found
    assert all(outcome.endswith("C:C10") for outcome in found)


def test_a_nine_both_forward_splits_like_the_seven() -> None:
    found = play("9", "A:B0,C0", nine="forward_or_split", nine_direction="both_forward")
    assert found == {"A:B9,C0", "A:B0,C9"} | {f"A:B{n},C{9 - n}" for n in range(1, 9)}


def test_a_nine_both_forward_may_have_to_split() -> None:
    # RULES 3: whole only if no split can be played, whichever way the split goes.
    found = play("9", "A:B0,C0", nine="split_else_forward", nine_direction="both_forward")
    assert found == {f"A:B{n},C{9 - n}" for n in range(1, 9)}
    assert play("9", "A:B0", nine="split_else_forward", nine_direction="both_forward") == {"A:B9"}


def test_a_nine_carries_backward() -> None:
    # The forward half brings A home, the backward half is C's; a home peg cannot go back.
    position = f"A:A1,{home('A', 2, 3, 4, 5)} C:C10,{home('C', 1)}"
    assert play("9", position, "social-security") == {f"A:{home('A')} C:C4,{home('C', 1)}"}


# --- 7. Jokers ------------------------------------------------------------------------------------
# Also held by worked positions: targets P91 to P99, Kilpatrick P100 P101, options P102 P132 P133, help P134,
# any table P139.


def test_a_joker_from_start_by_each_option() -> None:
    position = "B:C5"
    assert play("Joker", position) == {"A:C5"}
    assert play("Joker", position, joker_from_start=["come_out"]) == {"A:A8 B:C5"}
    assert play("Joker", position, joker_from_start=["occupied", "come_out"]) == {"A:A8 B:C5", "A:C5"}


def test_a_joker_to_come_out_lands_like_any_peg() -> None:
    come_out: dict[str, Any] = {"joker_from_start": ["come_out"], "joker_from_track": "never"}
    assert play("Joker", "A:A8 B:C5", **come_out) == set()
    assert play("Joker", "B:A8", **come_out) == {"A:A8"}
    assert play("Joker", "C:A8,C3", **come_out) == set()


def test_an_occupied_hole_may_be_the_come_out_hole() -> None:
    assert play("Joker", "B:A8") == {"A:A8"}


def test_a_joker_from_the_track_by_each_option() -> None:
    all_out = f"A:A10,{home('A', 2, 3, 4, 5)} B:B5 C:C9,{home('C', 2, 3, 4, 5)}"
    jumps = {
        "A:AH2,AH3,AH4,AH5,B5 C:C9,CH2,CH3,CH4,CH5",
        "A:AH2,AH3,AH4,AH5,C9 B:B5 C:C3,CH2,CH3,CH4,CH5",
    }
    assert play("Joker", all_out, joker_from_track="always") == jumps
    assert play("Joker", all_out, joker_from_track="team_start_empty") == jumps
    assert play("Joker", all_out, joker_from_track="never") == set()
    one_in_start = f"A:A10,{home('A', 2, 3, 4, 5)} B:B5 C:C9,{home('C', 3, 4, 5)}"
    assert play("Joker", one_in_start, joker_from_track="always") != set()
    assert play("Joker", one_in_start, joker_from_track="team_start_empty") == set()


def test_team_start_empty_with_two_players_looks_at_the_own_start() -> None:
    # The side is the player alone; the opponent's start is not asked.
    limited: dict[str, Any] = {"joker_from_track": "team_start_empty"}
    all_out = f"A:A10,{home('A', 2, 3, 4, 5)} C:C5"
    assert play("Joker", all_out, "bark-up-a-tree", TWO, **limited) == {"A:AH2,AH3,AH4,AH5,C5"}
    assert play("Joker", "A:A10 C:C5", "bark-up-a-tree", TWO, **limited) == {"A:A10,C5"}


def test_a_joker_is_no_walk_past_the_in_spot() -> None:
    # "nothing in between matters, the in-spot is not passed", no_pass too.
    assert play("Joker", f"A:A2,{home('A', 1, 2, 3, 4)} B:A4", home_entry="no_pass") == {
        "A:A4,AH1,AH2,AH3,AH4"
    }


# --- 8. Whose pegs --------------------------------------------------------------------------------
# Also held by worked positions: help P106 to P110 P113, any team peg P09 P103, a side that has won P142.


def test_help_goes_clockwise_from_the_player() -> None:
    # E is done: round the corner to A before C.
    position = f"E:{home('E')} A:A10 C:C10"
    assert play("5", position, teams=SIX, turn="E") == {f"A:A15 C:C10 E:{home('E')}"}


def test_own_pegs_only_while_one_is_out() -> None:
    assert play("5", f"A:{home('A', 2, 3, 4, 5)} C:C10") == set()
    assert play("5", f"A:{home('A', 2, 3, 4, 5)} C:C10", control="team") == {
        f"A:{home('A', 2, 3, 4, 5)} C:C15"
    }


def test_a_helper_brings_the_helped_seat_out_on_its_own_hole() -> None:
    assert play("Joker", f"A:{home('A')}", joker_from_start=["come_out"]) == {f"A:{home('A')} C:C8"}


@pytest.mark.parametrize("control", ["own_then_help", "team"])
@pytest.mark.parametrize("card", ["A", "2", "7", "8", "9", "K", "Joker"])
def test_a_side_all_home_has_nothing_to_move(control: str, card: str) -> None:
    # "judges the card on the position given": nobody is left to help.
    position = f"A:{home('A')} C:{home('C')} B:B5"
    assert play(card, position, control=control, two_swaps=True) == set()


def test_another_side_may_have_won() -> None:
    assert play("5", f"A:A10 B:{home('B')} D:{home('D')}") == {f"A:A15 B:{home('B')} D:{home('D')}"}


# --- 9. two_swaps ---------------------------------------------------------------------------------
# Also held by worked positions: P112 P135 P136 P137.


def test_a_swap_trades_with_any_other_colour_and_bumps_nobody() -> None:
    # C arrives on its own in-spot, A on its own, B leaves A's: nobody else moves.
    assert play("2", "A:C3,B0 B:A3 C:A12", two_swaps=True) == {
        "A:B2,C3 B:A3 C:A12",
        "A:B0,C5 B:A3 C:A12",
        "A:A12,B0 B:A3 C:C3",
        "A:A12,C3 B:A3 C:B0",
        "A:A3,B0 B:C3 C:A12",
        "A:A3,C3 B:B0 C:A12",
    }


def test_home_and_start_pegs_take_no_part_in_a_swap() -> None:
    assert play("2", f"A:{home('A', 5)} B:C5", two_swaps=True) == set()
    assert play("2", f"A:A10 B:{home('B', 5)}", two_swaps=True) == {f"A:A12 B:{home('B', 5)}"}


def test_a_swap_asks_neither_no_pass_nor_the_joker_options() -> None:
    assert "A:A4 B:A3" in play(
        "2", "A:A3 B:A4", home_entry="no_pass", joker_from_track="never", two_swaps=True
    )


def test_only_a_two_swaps() -> None:
    assert play("3", "A:A10 B:C5", two_swaps=True) == {"A:A13 B:C5"}


# --- 10. Ignored, not refused; 12. Where we leave the letter --------------------------------------
# Also held by worked positions: an inherited nine_direction P129, split_carry with control = team P130.


def test_split_carry_has_no_effect_where_a_team_is_moved() -> None:
    position = f"A:A1,{home('A', 2, 3, 4, 5)} C:C10"
    assert play("7", position, control="team", split_carry=False) == play(
        "7", position, control="team", split_carry=True
    )


def test_team_options_do_nothing_with_two_players() -> None:
    position = f"A:A1,{home('A', 2, 3, 4, 5)} C:A8"
    for card in ("2", "7", "8"):
        usual = play(card, position, "bark-up-a-tree", TWO)
        assert play(card, position, "bark-up-a-tree", TWO, split_carry=False) == usual
        assert play(card, position, "bark-up-a-tree", TWO, blocked_in_spot="bumped_to_start") == usual


def test_options_about_hands_move_nothing() -> None:
    usual = play("Joker", "A:A10 B:B5")
    assert play("Joker", "A:A10 B:B5", joker_duty="only_play", mercy_after=3, draw_penalty="bark") == usual


@pytest.mark.parametrize(
    "wrong", [{"jack": 12}, {"nine": "backward"}, {"joker_from_start": []}, {"seven": "split"}], ids=str
)
def test_unknown_options_and_values_are_no_options(wrong: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match="option "):
        play("2", "", **wrong)


def test_a_start_joker_of_kilpatrick_may_take_a_hole_or_come_out() -> None:
    # RULES 12: "a joker from start may also take another colour's hole"; one's own start counts.
    assert play("Joker", f"A:A10,{home('A', 2, 3, 4)} B:C5 C:{home('C')}", "kilpatrick") == {
        f"A:A10,A8,{home('A', 2, 3, 4)} B:C5 C:{home('C')}",
        f"A:A10,{home('A', 2, 3, 4)},C5 C:{home('C')}",
    }
