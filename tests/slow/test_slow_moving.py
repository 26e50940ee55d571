"""How the slow generator reads RULES 1 to 5: holes, cards, walking, landing; beside the worked positions."""

from typing import Any

import pytest

from tests.slow.asking import SIX, SIX_IN_PAIRS, TWO, home, play
from tests.slow.one_peg import next_on_track

# --- 1. Board, holes, notation --------------------------------------------------------------------
# Also held by worked positions: the corner between sides P16 P18 P53.


@pytest.mark.parametrize("sides", [4, 6, 8, 10])
def test_from_come_out_to_the_in_spot_is_18_n_less_5(sides: int) -> None:
    for seat in "ABCDEFGHIJ"[:sides]:
        hole, count = f"{seat}8", 0
        while hole != f"{seat}3":
            hole, count = next_on_track(hole, sides), count + 1
        assert count == 18 * sides - 5


@pytest.mark.parametrize("holes", ["A18", "E0", "BH1", "AH6", "AH0", "A3,A3", "X3", "A8,A9,A10,A11,A12,A13"])
def test_what_is_no_position_is_refused(holes: str) -> None:
    # "five entries", "no hole twice; home entries only in the seat's own home".
    with pytest.raises(ValueError, match="A "):
        play("2", f"A:{holes}")


def test_a_hole_shared_by_two_seats_is_refused() -> None:
    with pytest.raises(ValueError, match="B cannot stand on A5"):
        play("2", "A:A5 B:A5")


def test_two_players_walk_the_sides_of_the_empty_seats() -> None:
    # RULES 2: two players sit at A and C of a board of four sides.
    assert play("6", "A:B15", "bark-up-a-tree", TWO) == {"A:C3"}
    assert play("8", "C:A5", "bark-up-a-tree", TWO, turn="C") == {"C:D15"}


# --- 3. What each card does -----------------------------------------------------------------------
# Also held by worked positions: a start peg out or a count P01 P07 P08 P09 P47 P48 P49; throw only P02.


@pytest.mark.parametrize("card", ["2", "3", "4", "5", "6", "10"])
def test_a_number_card_goes_its_value_and_brings_nobody_out(card: str) -> None:
    assert play(card, "A:B1") == {f"A:B{1 + int(card)}"}
    assert play(card, "") == set()


@pytest.mark.parametrize("card", ["7", "8", "9"])
def test_seven_eight_nine_bring_nobody_out(card: str) -> None:
    assert play(card, "") == set()


@pytest.mark.parametrize(
    ("option", "card", "end"), [("jack", "J", 12), ("queen", "Q", 13), ("king", "K", 14)]
)
def test_each_court_card_has_its_own_value(option: str, card: str, end: int) -> None:
    # RULES 10: "each by itself".
    options: dict[str, Any] = {option: end - 1}
    assert play(card, "A:B1", **options) == {f"A:B{end}", "A:A8,B1"}
    for other in {"J", "Q", "K"} - {card}:
        assert play(other, "A:B1", **options) == {"A:B11", "A:A8,B1"}


def test_an_eight_goes_back_and_never_forward() -> None:
    assert play("8", "A:B1") == {"A:A11"}


def test_a_suit_says_nothing() -> None:
    assert play("10H", "A:B1") == play("10", "A:B1")
    assert play("KS", "A:B1") == play("K", "A:B1")


# --- 4. Moving ------------------------------------------------------------------------------------
# Also held by worked positions: 4.1 full count P33 P35 P44; 4.2 own colour P11 P12 P38 P42 P60 P63, others
# passed P13 P39 P103; 4.3 optional P29 P32 P36, no_pass P31 P34 P37 P50 P51, mandatory P30 P46 P138; 4.4 P17
# P41 P43 P61; 4.5 P54 to P59; 4.6 P02 P73.


def test_the_own_colour_bars_whoever_plays_the_card() -> None:
    # 4.2: C's own peg bars C12, A's bars it not, though A plays.
    assert play("4", "A:C13 C:C12,C14", "kilpatrick", turn="A") == {
        "A:C17 C:C12,C14",
        "A:C13 C:C12,D0",
    }


def test_an_own_peg_behind_the_in_spot_bars_the_track_but_not_home() -> None:
    # 4.3: both ends are judged, each by itself.
    assert play("4", "A:A1,A4") == {"A:A4,AH2", "A:A1,A8"}


@pytest.mark.parametrize("entry", ["optional", "mandatory", "no_pass"])
def test_an_end_on_the_in_spot_is_the_track(entry: str) -> None:
    assert play("2", "A:A1", home_entry=entry) == {"A:A3"}


def test_mandatory_looks_at_each_peg_by_itself() -> None:
    # 4.3: "it never forces a choice of peg".
    assert play("4", "A:A1,B0", home_entry="mandatory") == {"A:AH2,B0", "A:A1,B4"}


def test_mandatory_leaves_an_overshooting_count_on_the_track() -> None:
    assert play("6", "A:A3", home_entry="mandatory") == {"A:A9"}


def test_no_pass_holds_on_every_table_and_for_coming_round_again() -> None:
    # 4.3: standing on the in-spot, along the track would be past it; beyond it nothing is passed.
    assert play("10", "A:A0", home_entry="no_pass") == set()
    assert play("2", "A:A3", home_entry="no_pass") == {"A:AH2"}
    assert play("10", "A:A4", home_entry="no_pass") == {"A:A14"}
    assert play("10", "A:C0 C:B1", "pagat", SIX_IN_PAIRS, home_entry="no_pass") == {"A:C10 C:B1"}


def test_another_colours_in_spot_is_no_gate() -> None:
    # 4.4, and no_pass is about the own in-spot only.
    assert play("5", "A:C0", home_entry="no_pass") == {"A:C5"}


def test_backing_on_to_the_in_spot_and_then_home() -> None:
    # 4.5, Kilpatrick too.
    assert play("8", "A:A11", "kilpatrick") == {"A:A3"}
    assert play("8", "A:A4", "kilpatrick") == {"A:D14"}
    assert play("8", f"A:{home('A', 1, 2)},A10") == {"A:A2,AH1,AH2"}


# --- 5. Landing on another colour -----------------------------------------------------------------
# Also held by worked positions: opponent P04 P14 P62, teammate P05 P15 P45 P104, blocked P06 P19 P64 P98,
# the option P20 P122, chains P10 P21 P22 P24 P26 P118, ending on an own peg P23, filled holes P25 P27 P97
# P119 P120 P121, the hole left P115 P116 P117, teams of two P28 P143, two players P141.


def test_a_joker_an_eight_and_coming_out_all_land() -> None:
    assert play("8", "A:B8 B:B0 C:A3") == {"A:B0 C:A3"}
    assert play("A", "C:A8 B:C3") == {"A:A8 C:C3"}
    assert play("Joker", "C:B5 B:C3") == {"A:B5 C:C3", "A:C3 C:B5"}


def test_the_players_own_colour_is_a_teammate_of_the_helped_peg() -> None:
    # "the player's own included": C's peg lands on A's, and A's goes to A3.
    assert play("4", "A:C14 C:C10", "kilpatrick") == {"A:A3 C:C14", "A:D0 C:C10"}


def test_a_seat_of_another_pair_is_an_opponent() -> None:
    assert play("5", "A:B0 C:B5", teams=SIX_IN_PAIRS) == {"A:B5"}
    assert play("5", "A:B0 D:B5", teams=SIX_IN_PAIRS) == {"A:B5 D:D3"}


def test_a_chain_stops_at_the_first_opponent() -> None:
    # E goes to E3 and sends F to its start; what stands on F3 is none of the chain's business.
    assert play("5", "A:B0 C:B5 E:C3 F:E3 B:F3", teams=SIX) == {"A:B5 B:F3 C:C3 E:E3"}


def test_a_chain_into_the_movers_landing_hole_is_refused() -> None:
    # A lands on its own in-spot, C goes to C3, A's other peg would need A3 again.
    position = "A:A1,C3 C:A3"
    for blocked in ("illegal", "bumped_to_start"):
        assert play("2", position, blocked_in_spot=blocked) == {"A:A1,C5 C:A3"}


def test_bumped_to_start_ends_the_chain_with_the_peg_that_found_its_place_taken() -> None:
    # C to C3, E from there finds E3 held by E and goes to start; E3 stays as it is.
    position = "A:B0 C:B5 E:C3,E3"
    assert play("5", position, teams=SIX) == set()
    assert play("5", position, teams=SIX, blocked_in_spot="bumped_to_start") == {"A:B5 C:C3 E:E3"}


def test_a_chain_may_use_the_hole_the_mover_left_and_go_on_through_it() -> None:
    # E leaves C3; C goes there and nobody is pushed further.
    assert play("5", "C:D5 E:D0", teams=SIX, turn="E") == {"C:C3 E:D5"}
    assert play("10", "C:C13 E:C3", teams=SIX, turn="E") == {"C:C3 E:C13"}
