"""Moves as text: what is written can be read, and what can't be read is told with its place."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.board import board
from engine.cards import Card, Suit
from engine.move_text import BadText, WrittenMove, as_written, parse_move, parse_words, write_words
from engine.notation import describe, write_move
from engine.position import BadPosition, parse_position, parse_position_line, position_line
from engine.seating import seating
from tests.engine.fast import choices_of, movement_of
from tests.slow.positions import Case, cases, random_case

BOARD = board(4)


def texts_of(case: Case) -> list[str]:
    """Every move of a case, written."""
    moving, position = movement_of(case), parse_position(movement_of(case).table, case.pegs)
    card = Card.parse(case.card)
    return [
        write_move(moving.table, card, describe(moving, position, recipes, result))
        for result, recipes in choices_of(case).items()
    ]


@given(cases())
def test_what_is_written_is_read_and_written_again(case: Case) -> None:
    table = movement_of(case).table
    for text in texts_of(case):
        card, move = parse_move(table.board, text)
        assert f"{card} {write_words(table.board, move)}" == text
        assert parse_move(table.board, f"{card.ascii} {write_words(table.board, move)}") == (card, move)


def test_a_move_is_told_by_its_text_alone() -> None:
    rng = random.Random(70)
    for _ in range(150):
        case = random_case(rng)
        moving, position = movement_of(case), parse_position(movement_of(case).table, case.pegs)
        moves = [
            as_written(describe(moving, position, recipes, result))
            for result, recipes in choices_of(case).items()
        ]
        assert len(set(moves)) == len(moves)
        assert [parse_move(moving.table.board, text)[1] for text in texts_of(case)] == moves


def test_suits_may_be_signs_or_letters() -> None:
    for suit in Suit:
        assert parse_move(BOARD, f"7{suit.symbol} A0-A7") == parse_move(BOARD, f"7{suit.value} A0-A7")


@pytest.mark.parametrize(
    ("text", "at", "problem"),
    [
        ("", 0, "is not a card"),
        ("1H A0-A1", 0, "is not a card"),
        ("7H", 3, "one step or two, not 0"),
        ("7H A0", 3, "A0 is no step"),
        ("7H  A0-E7", 7, "E7 is no hole of this board"),
        ("7H A0-A7  A18-A8", 10, "A18 is no hole"),
        ("7H A0-A7 xB3-", 13, "nothing is no hole"),
        ("7H A0-S", 6, "S is no hole"),
        ("7H ES-A8", 3, "ES is no hole"),
        ("7H A0-A3 xB3-S C0-C4", 15, "a step stands before all pushes"),
        ("7H A0-A1 A1-A2 A2-A3", 3, "one step or two, not 3"),
        ("JokerH A0-A3", 0, "is not a card"),
    ],
)
def test_what_is_no_move_is_told_with_its_place(text: str, at: int, problem: str) -> None:
    with pytest.raises(BadText, match=problem) as raised:
        parse_move(BOARD, text)
    assert raised.value.at == at


@given(st.text(alphabet="ABSHx0123-♥ 7\t\n", max_size=25) | st.text(max_size=12))
def test_any_text_is_read_or_refused(text: str) -> None:
    read = read_or_place(text)
    if isinstance(read, int):
        assert 0 <= read <= len(text)
    else:
        assert read_or_place(write_words(BOARD, read)) == read


def read_or_place(text: str) -> WrittenMove | int:
    """The move, or where the trouble is."""
    try:
        return parse_words(BOARD, text)
    except BadText as bad:
        return bad.at


# --- Positions in one line -------------------------------------------------------------------------


@given(cases())
def test_a_position_in_one_line_is_read_again(case: Case) -> None:
    table = movement_of(case).table
    position = parse_position(table, case.pegs)
    line = position_line(table, position)
    assert parse_position_line(table, line) == position
    assert parse_position_line(table, " ".join(reversed(line.split()))) == position


@pytest.mark.parametrize(
    ("line", "problem"),
    [
        ("A:S,S,S,S,S", "A, C are in play"),
        ("A:S,S,S,S,S C:S,S,S,S", "five entries"),
        ("A:S,S,S,S,S C:S,S,S,S,E1", "'E1' is no hole"),
        ("A:A1,S,S,S,S C:A1,S,S,S,S", "held by a peg of A"),
        ("A:S,S,S,S,S C:S,S,S,S,AH1", "another seat's home"),
        ("A:S,S,S,S,S A:S,S,S,S,S", "stands twice"),
        ("A:S,S,S,S,S C", "names no seat"),
    ],
)
def test_what_is_no_position_is_told(line: str, problem: str) -> None:
    with pytest.raises(BadPosition, match=problem):
        parse_position_line(seating(2, 0), line)


@given(st.text(alphabet="ACSH:,0123 8", max_size=60) | st.text(max_size=12))
def test_any_text_is_a_position_or_refused(text: str) -> None:
    table = seating(2, 0)
    try:
        position = parse_position_line(table, text)
    except BadPosition:
        return
    assert parse_position_line(table, position_line(table, position)) == position
