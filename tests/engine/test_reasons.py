"""Why not: the rows worked out by hand, and what holds of every reason whatever the position."""

from collections import Counter

import pytest

from engine.board import START, seat_name
from engine.cards import Card
from engine.explain import PegWord, card_reason, explain
from engine.inputs import seat_of
from engine.moves import Movement, movement
from engine.ruleset import build
from engine.seating import seating_of
from engine.verdict import Reason
from tests.engine.fast import standing
from tests.engine.reasons import ROWS, Row


def told(moving: Movement, reason: Reason | None) -> str:
    """`IN_SPOT_TAKEN C3`, with `+2` where a number belongs to it."""
    if reason is None:
        return "moves"
    holes = [moving.table.board.name(hole) for hole in reason.holes]
    return " ".join([reason.why, *holes, *([f"+{reason.by}"] if reason.by else [])])


def peg_name(moving: Movement, word: PegWord) -> str:
    return f"{seat_name(word.seat)}S" if word.hole == START else moving.table.board.name(word.hole)


@pytest.mark.parametrize("row", ROWS, ids=lambda row: f"{row.section}: {row.card} {row.pegs}")
def test_row(row: Row) -> None:
    teams = [list(team) for team in row.teams.split()]
    table = seating_of(max(4, sum(len(team) for team in teams)), teams)
    moving = movement(table, build(row.rules, row.options))
    position, turn, rank = standing(table, row.pegs), seat_of(row.turn), Card.parse(row.card).rank
    words = explain(moving, position, turn, rank)
    assert [f"{peg_name(moving, word)} {told(moving, word.reason)}" for word in words] == [
        one.strip() for one in row.says.split(";") if one
    ]
    plays = bool(moving.choices(position, turn, rank))
    whole = None if plays else card_reason(moving, position, turn, rank, words)
    assert told(moving, whole) == row.whole


def test_no_row_is_written_twice() -> None:
    asked = Counter((row.card, row.pegs, row.rules, row.teams, str(row.options)) for row in ROWS)
    assert not [question for question, count in asked.items() if count > 1]
    assert len(ROWS) >= 60
