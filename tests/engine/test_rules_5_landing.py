"""RULES 5: landing on another colour, and the chains that follow."""

import pytest

from engine.landing import Cause
from engine.notation import describe
from engine.position import parse_position
from tests.engine.fast import choices_of, movement_of, pegs_of, plays
from tests.slow.positions import Case

SIX = "ACE BDF"
PRESETS = ("bark-up-a-tree", "social-security", "pagat", "kilpatrick", "gamerules")


@pytest.mark.parametrize("rules", PRESETS)
def test_an_opponent_goes_to_its_start(rules: str) -> None:
    assert plays("5", "A:B0 B:B5", rules) == {"A:B5"}


@pytest.mark.parametrize(
    ("how", "card", "pegs", "after", "rules"),
    [
        ("forward", "5", "A:B0 B:B5", "A:B5", "pagat"),
        ("backward", "8", "A:B10 B:B2", "A:B2", "pagat"),
        ("coming out", "K", "B:A8", "A:A8", "pagat"),
        ("joker", "Joker", "B:C9", "A:C9", "pagat"),
        ("the first half of a split", "7", "A:B0,C0 B:B3", "A:B3,C4", "pagat"),
        ("the second half of a split", "7", "A:B0,C0 B:C4", "A:B3,C4", "pagat"),
        ("a backward half", "9", "A:B0,C0 B:B12", "A:B12,B3", "social-security"),
    ],
)
def test_for_every_landing_on_the_track(how: str, card: str, pegs: str, after: str, rules: str) -> None:
    assert after in plays(card, pegs, rules)


def test_on_the_own_in_spot_and_on_any_corner_there_is_no_safe_hole() -> None:
    for hole, frm in (("B0", "A13"), ("B3", "A16"), ("B8", "B3"), ("A8", "A3")):
        assert f"A:{hole}" in plays("5", f"A:{frm} B:{hole}")


def test_a_teammate_goes_to_its_in_spot() -> None:
    assert plays("5", "A:B0 C:B5") == {"A:B5 C:C3"}
    assert plays("5", "A:B0 C:B5", turn="A", rules="kilpatrick") >= {"A:B5 C:C3"}


def test_never_straight_into_home() -> None:
    assert plays("5", "A:B16 C:C4,CH1") == {"A:C3 C:C4,CH1"}
    assert plays("5", "A:B17 C:C4") == {"A:C4 C:C3"}


def test_an_opponent_on_the_in_spot_goes_to_its_start() -> None:
    assert plays("5", "A:B0 B:C3 C:B5") == {"A:B5 C:C3"}


def test_another_teammate_on_the_in_spot_goes_to_its_own_and_on() -> None:
    # A lands on C, C needs C3 where E stands, E goes to E3.
    assert plays("5", "A:B0 C:B5 E:C3", teams=SIX) == {"A:B5 C:C3 E:E3"}


def test_another_peg_of_the_movers_own_colour_is_a_teammate_too() -> None:
    assert "A:A3,B5 C:C3" in plays("5", "A:B0,C3 C:B5")


def test_a_chain_may_run_through_every_colour_of_the_side() -> None:
    # A on C, C on E, E on A's other peg, which goes to A3; on G none is needed.
    assert "A:A3,B5 C:C3 E:E3" in plays("5", "A:B0,E3 C:B5 E:C3", teams=SIX)
    five = plays("5", "A:B0 C:B5 E:C3 G:E3 I:G3", teams="ACEGI BDFHJ")
    assert five == {"A:B5 C:C3 E:E3 G:G3 I:I3"}


def test_a_peg_of_ts_own_colour_on_its_in_spot_makes_the_whole_move_illegal() -> None:
    assert plays("5", "A:B0 C:B5,C3") == set()
    assert plays("5", "A:B0 C:B5 E:C3,E3", teams=SIX) == set()
    # The chain would send the mover's own colour to A3, where it stands already.
    assert not any("B5" in one.partition(" ")[0] for one in plays("5", "A:B0,C3,A3 C:B5"))


def test_bumped_to_start_ts_bumped_peg_goes_to_start_instead() -> None:
    bumped = {"blocked_in_spot": "bumped_to_start"}
    assert plays("5", "A:B0 C:B5,C3", **bumped) == {"A:B5 C:C3"}
    assert plays("5", "A:B0 C:B5 E:C3,E3", teams=SIX, **bumped) == {"A:B5 C:C3 E:E3"}


@pytest.mark.parametrize("blocked", ["illegal", "bumped_to_start"])
def test_a_hole_that_this_chain_has_filled_takes_no_peg(blocked: str) -> None:
    # A teammate standing on its own in-spot; a chain back to where the mover landed.
    assert plays("5", "A:B16 C:C3", blocked_in_spot=blocked) == set()
    assert plays("5", "A:D16 C:E3 E:C3", teams=SIX, blocked_in_spot=blocked) == set()
    assert plays("K", "C:A8,E3 E:C3", teams=SIX, blocked_in_spot=blocked) == set()


def test_the_hole_the_mover_left_is_empty() -> None:
    # A leaves A3, lands on C; C's place is taken by A's other peg, which goes to A3.
    assert "A:A3,A8 C:C3" in plays("5", "A:A3,C3 C:A8")


def test_each_half_of_a_split_has_its_own_chain() -> None:
    # A's pegs land on one C peg each: C3 is filled by the first half, so the second is barred.
    position = "A:B0,B10 C:B4,B13"
    assert not any("B4" in one and "A:B13" in one for one in plays("7", position))
    both = plays("7", position, blocked_in_spot="bumped_to_start")
    assert "A:B13,B4 C:C3" in both


def test_bumps_are_never_optional() -> None:
    found = plays("5", "A:B0 B:B5")
    assert found
    assert not any("B:B5" in one for one in found)


def test_nothing_changes_if_any_step_is_illegal() -> None:
    # The opponent's peg on the way to be bumped second stays: the whole move is off.
    assert plays("5", "A:B0 C:B5,C3 B:B9") == set()


# --- What is told of it ---------------------------------------------------------------------------


def test_the_pushed_pegs_are_told_in_order_with_their_cause() -> None:
    case = Case(
        "pagat",
        {"blocked_in_spot": "bumped_to_start"},
        6,
        [["A", "C", "E"], ["B", "D", "F"]],
        pegs_of("A:B0 C:B5 E:C3,E3", "ABCDEF"),
        "A",
        "5",
    )
    moving, ((result, recipes),) = movement_of(case), choices_of(case).items()
    move = describe(moving, parse_position(moving.table, case.pegs), recipes, result)
    name = moving.table.board.name
    assert [(push.seat, name(push.start), name(push.end), push.cause) for push in move.displaced] == [
        (2, "B5", "C3", Cause.TEAMMATE),
        (4, "C3", "E3", Cause.TEAMMATE),
        (4, "E3", "S", Cause.IN_SPOT_TAKEN),
    ]
