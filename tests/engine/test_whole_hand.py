"""The results of a whole hand are those of its cards, each once, and each by a card that does it."""

import random
from dataclasses import asdict, replace

import pytest

from engine.cards import Rank
from engine.inputs import seat_of
from engine.position import parse_position
from tests.engine.fast import movement_of, placed
from tests.slow.generator import outcomes
from tests.slow.positions import Case, random_case


def hand_of(rng: random.Random) -> list[Rank]:
    return rng.choices(list(Rank), k=rng.choice([0, 1, 2, 5, 6, 6, 7]))


def differs(case: Case, hand: list[Rank]) -> str | None:
    """What is wrong with the whole hand's results, or None. The slow generator judges card by card."""
    moving = movement_of(case)
    position = parse_position(moving.table, case.pegs)
    positions = moving.hand(position, seat_of(case.turn), hand)
    if len(set(positions)) != len(positions):
        return "a result stands twice"
    slow = {rank: outcomes(**asdict(replace(case, card=rank.value))) for rank in set(hand)}
    found = [placed(moving.table, result) for result in positions]
    if set(found) != set().union(*slow.values()):
        return "the results are not those of the cards"
    look = moving.look(position, seat_of(case.turn))
    plain, pushed = moving.search(look, moving.plan(hand))
    cards = [*plain.values(), *pushed.values()]
    if not all(result in slow[card] for result, card in zip(found, cards, strict=True)):
        return "a result is given to a card that doesn't lead to it"
    return None


@pytest.mark.parametrize("seed", range(8))
def test_the_results_of_a_hand_are_those_of_its_cards(seed: int) -> None:
    rng = random.Random(seed)
    for _ in range(40):
        case, hand = random_case(rng), hand_of(rng)
        assert differs(case, hand) is None, (case, hand)


def test_a_peg_that_the_first_half_frees_plays_the_second() -> None:
    # A's own peg on C3, with two before it, is pushed to A3 by way of C, and goes home from there.
    pegs = {"A": ["B4", "C3", "C4", "C5", "S"], "B": ["S"] * 5, "C": ["B6", *["S"] * 4], "D": ["S"] * 5}
    case = Case("pagat", {}, 4, [["A", "C"], ["B", "D"]], pegs, "A", "7")
    assert differs(case, [Rank.SEVEN]) is None


def test_a_first_half_that_goes_home_or_pushes_a_mate_gives_no_result_twice() -> None:
    # A's peg on A0 goes by 5 to AH2, or along to A5 where a teammate stands.
    pegs = {"A": ["A0", "B10", "S", "S", "S"], "B": ["S"] * 5, "C": ["A5", *["S"] * 4], "D": ["S"] * 5}
    case = Case("pagat", {}, 4, [["A", "C"], ["B", "D"]], pegs, "A", "7")
    assert differs(case, [Rank.SEVEN]) is None


def test_a_hand_leaves_the_position_as_it_was() -> None:
    rng = random.Random(80)
    for _ in range(50):
        case = random_case(rng)
        moving = movement_of(case)
        position = parse_position(moving.table, case.pegs)
        look = moving.look(position, seat_of(case.turn))
        found = moving.search(look, moving.plan(Rank))
        assert look[0] == position
        assert moving.search(look, moving.plan(Rank)) == found
