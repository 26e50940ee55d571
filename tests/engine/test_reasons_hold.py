"""What holds of every reason, whatever the position: a peg has one exactly when it can't, and it is true."""

from collections import Counter

import pytest
from hypothesis import given, settings

from engine.board import seat_name
from engine.cards import Card
from engine.explain import PegWord, card_reason, explain
from engine.inputs import seat_of
from engine.position import parse_position
from engine.verdict import Why
from tests.engine.fast import movement_of
from tests.engine.slow_movers import Peg, movers, table_of, whole_of
from tests.slow.generator import without_suit
from tests.slow.one_peg import (
    board_from,
    come_out,
    in_spot,
    in_start,
    movable_seats,
    next_on_track,
    on_track,
    own_side,
    previous_on_track,
)
from tests.slow.positions import Case, cases, random_cases


class Asked:
    """A case with the engine's words on its pegs, and the wood it stands on."""

    def __init__(self, case: Case) -> None:
        self.case = case
        self.moving = movement_of(case)
        self.position = parse_position(self.moving.table, case.pegs)
        self.turn, self.rank = seat_of(case.turn), Card.parse(case.card).rank
        self.words = explain(self.moving, self.position, self.turn, self.rank)
        self.table, self.board = table_of(case), board_from(case.pegs, case.sides)
        self.card = without_suit(case.card)

    def peg(self, word: PegWord) -> Peg:
        return seat_name(word.seat), self.moving.table.board.name(word.hole)

    def whole(self) -> int:
        half = whole_of(self.table, self.card)
        return half[0] if half else 0


def assert_every_word_holds(case: Case) -> Counter[str]:
    asked = Asked(case)
    seats = movable_seats(asked.table, asked.board)
    told = Counter(asked.peg(word) for word in asked.words)
    carried = {peg for peg in movers(case) if peg[0] not in seats}
    assert told == dict.fromkeys(carried, 1) | {(seat, hole): 1 for seat in seats for hole in case.pegs[seat]}
    assert {asked.peg(word) for word in asked.words if word.reason is None} == movers(case)
    for word in asked.words:
        if word.reason:
            seat, hole = asked.peg(word)
            holes = [asked.moving.table.board.name(h) for h in word.reason.holes]
            assert is_true(asked, seat, hole, word.reason.why, holes, word.reason.by), (case, word)
    said = Counter(word.reason.why.value for word in asked.words if word.reason)
    if not movers(case):
        whole = card_reason(asked.moving, asked.position, asked.turn, asked.rank, asked.words)
        assert whole.why in (Why.NO_PEG_OUT, Why.ALL_HOME) or whole in [w.reason for w in asked.words]
        assert (whole.why is Why.ALL_HOME) == (not seats)
        said[f"card: {whole.why}"] += 1
    return said


def is_true(asked: Asked, seat: str, hole: str, why: Why, holes: list[str], by: int) -> bool:
    """Whether what the reason says is so on the wood."""
    board, table, card, count = asked.board, asked.table, asked.card, asked.whole()
    ours = own_side(table)
    if why in (Why.NO_TARGET, Why.JOKER_NOT_FROM_TRACK, Why.TEAM_STILL_IN_START):
        return card == "Joker" and is_true_of_a_joker(asked, seat, hole, why, holes)
    match why:
        case Why.OWN_PEG_IN_THE_WAY:
            reach = [come_out(seat)] if hole == "S" else within(asked, seat, hole, count)
            return bool(holes) and all(board[h] == seat and h in reach for h in holes)
        case Why.IN_SPOT_TAKEN:
            return [in_spot(board[h]) for h in holes] == holes and board[holes[0]] in ours
        case Why.IN_SPOT_REFILLED:
            return len(holes) == 1 and holes[0] in [in_spot(mate) for mate in ours]
        case Why.HOME_OVERSHOT:
            return holes == [f"{seat}H5"] and by == int(hole[2:]) + count - 5 > 0
        case Why.PAST_OWN_IN_SPOT:
            return (
                table.rules.home_entry == "no_pass" and holes == [in_spot(seat)] and by > 0 and on_track(hole)
            )
        case Why.NOT_FROM_HOME:
            return holes == [hole] and not on_track(hole) and card in ("8", "Joker")
        case Why.NO_EXIT_CARD:
            return hole == "S" and card not in ("A", "J", "Q", "K", "Joker") and not holes
    return is_true_of_a_split(asked, hole, why, holes)


def is_true_of_a_split(asked: Asked, hole: str, why: Why, holes: list[str]) -> bool:
    board, table, card, ours = asked.board, asked.table, asked.card, own_side(asked.table)
    match why:
        case Why.SPLIT_SECOND_HALF:
            return card in ("7", "9") and bool(holes) and all(board[h] in ours and h != hole for h in holes)
        case Why.SPLIT_FIRST:
            return table.rules.nine == "split_else_forward" and card == "9" and bool(movers(asked.case))
    return False


def is_true_of_a_joker(asked: Asked, seat: str, hole: str, why: Why, holes: list[str]) -> bool:
    board, table = asked.board, asked.table
    match why:
        case Why.NO_TARGET:
            return not any(on_track(h) and board[h] != seat for h in board) and not holes
        case Why.JOKER_NOT_FROM_TRACK:
            return table.rules.joker_from_track == "never" and on_track(hole)
        case Why.TEAM_STILL_IN_START:
            return on_track(hole) and any(in_start(board, mate) for mate in own_side(table))
    return False


def within(asked: Asked, seat: str, hole: str, count: int) -> set[str]:
    """Every hole the count walks over from here, along and home."""
    if not on_track(hole):
        return {f"{seat}H{deep}" for deep in range(int(hole[2:]) + 1, int(hole[2:]) + count + 1)}
    step = previous_on_track if asked.card == "8" else next_on_track
    way, reach = hole, set()
    for n in range(count):
        if way == in_spot(seat) and asked.card != "8":
            reach |= {f"{seat}H{deep}" for deep in range(1, count - n + 1)}
        way = step(way, asked.case.sides)
        reach.add(way)
    return reach


@pytest.mark.parametrize("seed", range(500, 503))
def test_every_word_holds_in_seeded_cases(seed: int) -> None:
    for case in random_cases(seed, 700):
        assert_every_word_holds(case)


@settings(max_examples=120, deadline=None)
@given(cases())
def test_every_word_holds_whatever_the_case(case: Case) -> None:
    assert_every_word_holds(case)
