"""RULES 1: seats, holes, distances, and how a position is written."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.board import COME_OUT, IN_SPOT, START, Hole, Seat, board, holes_of, seat_name
from engine.position import (
    BadPosition,
    is_finished,
    opening,
    parse_position,
    seat_at,
    start_count,
    write_position,
)
from engine.seating import seating
from tests.engine.fast import pegs_of, standing
from tests.slow.one_peg import all_track_holes, next_on_track, previous_on_track

SIDES = (4, 6, 8, 10)
EMPTY = {seat: ["S"] * 5 for seat in "ABCD"}


@pytest.mark.parametrize(("sides", "holes"), [(4, 72), (6, 108), (8, 144), (10, 180)])
def test_a_board_of_n_sides_has_18_n_track_holes(sides: int, holes: int) -> None:
    table = board(sides)
    assert table.track == holes
    names = [table.name(Hole(hole)) for hole in range(holes)]
    assert names == all_track_holes(sides)
    assert [table.hole(name) for name in names] == list(range(holes))


@pytest.mark.parametrize("sides", SIDES)
def test_after_x17_comes_the_next_sides_corner(sides: int) -> None:
    table = board(sides)
    for hole in range(table.track):
        name = table.name(Hole(hole))
        assert table.name(table.along(Hole(hole), 1)) == next_on_track(name, sides)
        assert table.name(table.along(Hole(hole), -1)) == previous_on_track(name, sides)


@pytest.mark.parametrize("sides", SIDES)
def test_in_spot_x3_come_out_x8_home_xh1_next_to_the_in_spot_to_xh5(sides: int) -> None:
    table = board(sides)
    assert (IN_SPOT, COME_OUT) == (3, 8)
    for seat in table.seats():
        letter = seat_name(seat)
        assert table.name(table.in_spots[seat]) == f"{letter}3"
        assert table.name(table.come_outs[seat]) == f"{letter}8"
        at_home = [table.home(seat, depth) for depth in range(1, 6)]
        assert [table.name(hole) for hole in at_home] == [f"{letter}H{n}" for n in range(1, 6)]
        assert holes_of(table.home_masks[seat]) == at_home
        assert [table.home_depth(seat, hole) for hole in at_home] == [1, 2, 3, 4, 5]
        assert not any(table.is_track(hole) for hole in at_home)
    assert table.home_depth(Seat(0), table.home(Seat(1), 1)) == 0
    assert table.home_depth(Seat(1), table.home(Seat(0), 5)) == 0


@pytest.mark.parametrize("sides", SIDES)
def test_from_come_out_to_the_own_in_spot_is_18_n_less_5_and_five_more_reach_the_end(
    sides: int,
) -> None:
    table = board(sides)
    for seat in table.seats():
        out, spot = table.come_outs[seat], table.in_spots[seat]
        assert table.to_in_spot(seat, out) == 18 * sides - 5
        assert table.to_in_spot(seat, spot) == 0
        assert table.progress(seat, spot) - table.progress(seat, out) == 18 * sides - 5
        assert table.progress(seat, table.home(seat, 5)) - table.progress(seat, spot) == 5
        assert table.progress(seat, START) == 0
        assert table.progress(seat, table.along(spot, 1)) == 1


def test_a_name_that_is_no_hole_of_the_board() -> None:
    for name in ("A18", "E0", "AH6", "AH0", "a3", "A03", "S", "", "AS1"):
        assert board(4).hole(name) is None
    assert board(6).hole("E0") == 72
    assert board(4).name(START) == "S"


# --- Positions ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("pegs", "entry"),
    [
        ({"A": ["A8"] * 5}, "A8"),  # no hole twice
        ({"A": ["A8", "S", "S", "S", "S"], "B": ["A8", "S", "S", "S", "S"]}, "A8"),
        ({"A": ["BH1", "S", "S", "S", "S"]}, "BH1"),  # home entries only in the seat's own home
        ({"A": ["A18", "S", "S", "S", "S"]}, "A18"),
        ({"A": ["E3", "S", "S", "S", "S"]}, "E3"),
        ({"A": ["", "S", "S", "S", "S"]}, "''"),
        ({"A": [None, "S", "S", "S", "S"]}, "None"),
        ({"A": [["A8"], "S", "S", "S", "S"]}, "A8"),
        ({"A": ["A8", "S", "S", "S"]}, "pegs.A"),  # five entries for each seat
        ({"A": ["S"] * 6}, "pegs.A"),
        ({"A": "SSSSS"}, "pegs.A"),
        ({"A": None}, "pegs.A"),
        ({"E": ["S"] * 5}, "E"),
    ],
    ids=str,
)
def test_anything_else_is_refused_naming_the_entry(pegs: dict[str, list[str]], entry: str) -> None:
    with pytest.raises(BadPosition) as refused:
        parse_position(seating(4, 2), EMPTY | pegs)
    assert entry in str(refused.value)


def test_a_seat_left_out_or_not_in_play_is_refused() -> None:
    with pytest.raises(BadPosition, match="A, B, C, D are in play"):
        parse_position(seating(4, 2), {"A": ["S"] * 5})
    with pytest.raises(BadPosition, match="A, C are in play"):
        parse_position(seating(2, 0), EMPTY)


def test_order_within_a_seat_means_nothing() -> None:
    one = parse_position(seating(4, 2), EMPTY | {"A": ["A8", "S", "AH5", "B0", "S"]})
    other = parse_position(seating(4, 2), EMPTY | {"A": ["S", "B0", "S", "A8", "AH5"]})
    assert one == other
    assert write_position(seating(4, 2), one)["A"] == ["A8", "AH5", "B0", "S", "S"]


@given(st.sampled_from([(2, 0), (4, 2), (6, 3), (8, 2), (10, 5)]), st.randoms(use_true_random=False))
def test_a_position_comes_back_as_it_was_written(plan: tuple[int, int], rng: random.Random) -> None:
    table = seating(*plan)
    names = [table.board.name(Hole(hole)) for hole in range(table.board.track)]
    pegs = dict(zip(map(seat_name, table.seats), _dealt(rng, names, len(table.seats)), strict=True))
    position = parse_position(table, pegs)
    assert write_position(table, position) == {seat: sorted(holes) for seat, holes in pegs.items()}
    for seat in table.seats:
        assert start_count(position[seat]) == pegs[seat_name(seat)].count("S")


def _dealt(rng: random.Random, names: list[str], seats: int) -> list[list[str]]:
    holes = rng.sample(names, 3 * seats)
    return [[*holes[3 * n : 3 * n + 3], "S", "S"] for n in range(seats)]


def test_all_five_pegs_begin_in_start() -> None:
    table = seating(4, 2)
    assert write_position(table, opening(table)) == EMPTY


def test_who_stands_where_and_who_is_finished() -> None:
    table = seating(4, 2)
    position = standing(table, "A:AH1,AH2,AH3,AH4,AH5 B:B0")
    hole = table.board.hole("B0")
    assert hole is not None
    assert seat_at(position, hole) == 1
    assert seat_at(position, Hole(hole + 1)) is None
    assert [is_finished(table, position, seat) for seat in table.seats] == [True, False, False, False]
    assert pegs_of("A:A8", "AB") == {"A": ["A8", "S", "S", "S", "S"], "B": ["S"] * 5}
