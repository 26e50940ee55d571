"""DESIGN 3, Choosing: what is asked in which order, and that every result can be come by in every way."""

import random
from collections.abc import Iterator

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.board import START, seat_name
from engine.cards import Card, PhysicalCard, Rank
from engine.choose import RING_BY_COLOUR, RING_OF_RESULTS, Answer, Asked, Branch, Taken, Tree
from engine.game import Play
from engine.inputs import NewGame, seat_of
from engine.notation import Move, origins, write_move
from engine.position import parse_position
from engine.setting_up import play_from, setup_of
from engine.setup import Setup
from engine.tapping import open_question
from tests.engine.fast import movement_of, standing
from tests.engine.presses_needed import BOUNDS, MEANS, Bound, presses_of_games, ways, worst
from tests.slow.positions import Case, cases, random_cases

KILPATRICK = NewGame(4, "kilpatrick")
PAGAT = NewGame(4, "pagat")


def play_at(asked: NewGame, pegs: str, turn: str = "A") -> Play:
    setup = setup_of(asked)
    return play_from(setup, standing(setup.table, pegs), seat_of(turn))


def tree_at(asked: NewGame, pegs: str, card: str, turn: str = "A") -> Tree:
    return open_question(play_at(asked, pegs, turn), PhysicalCard(Card.parse(card), 1)).tree


def tree_of(case: Case) -> Tree:
    setup = Setup(NewGame(len(case.pegs), case.rules), movement_of(case))
    play = play_from(setup, parse_position(setup.table, case.pegs), seat_of(case.turn))
    return open_question(play, PhysicalCard(Card.parse(case.card), 1)).tree


def shown(tree: Tree, branch: Branch) -> list[str]:
    """The ring in words: `peg A8`, `count 3`, `colour B`, and whole results as notation."""
    table = tree.movement.table

    def name(answer: Answer) -> str:
        hole = f"{seat_name(answer.seat)}S" if answer.hole == START else table.board.name(answer.hole)
        match answer.asked:
            case Asked.COUNT:
                return f"count {answer.far}"
            case Asked.COLOUR | Asked.THROW:
                return f"{answer.asked} {seat_name(answer.seat)}"
            case _:
                return f"{answer.asked} {hole}"

    return [
        write_move(table, Card(Rank.TWO), candidate.move).removeprefix("2 ")
        if candidate.move
        else name(candidate.answer)
        for candidate in branch.ring().candidates
    ]


def walk(tree: Tree, *answers: str) -> Branch:
    """Take the candidates so named, one after the other."""
    branch = tree.branch()
    for answer in answers:
        at = shown(tree, branch).index(answer)
        branch = branch.after(branch.ring().candidates[at].answer)
    return branch


# --- What is asked, card by card ------------------------------------------------------------------


def test_one_result_is_one_ring_of_one() -> None:
    tree = tree_at(PAGAT, "A:B0", "5")
    assert shown(tree, tree.branch()) == ["B0-B5"]
    assert tree.branch().ring().left == 1


def test_eight_results_or_fewer_are_one_ring_each_shown_whole() -> None:
    # Along from the own start: the pegs in the way of travel, of two ends first the one along the track.
    tree = tree_at(PAGAT, "A:A1,A10,C0,D5 B:A15 C:C5,C2", "5")
    assert shown(tree, tree.branch()) == [
        "A10-A15 xA15-S",
        "C0-C5 xC5-C3",
        "D5-D10",
        "A1-A6",
        "A1-AH3",
    ]


def test_an_ordinary_card_asks_peg_then_end() -> None:
    pegs = "A:A1,A12,B10,C10,D10 C:C1,A14,B12,C12,D12"
    tree = tree_at(NewGame(4, "pagat", (("control", "team"),)), pegs, "5")
    assert tree.branch().ring().left == 12  # ten pegs, two of them with two ends
    assert shown(tree, tree.branch()) == [
        *("peg A12", "peg A14", "peg B10", "peg B12", "peg C1"),
        *("peg C10", "peg C12", "peg D10", "peg D12", "peg A1"),
    ]
    assert shown(tree, walk(tree, "peg A1")) == ["A1-A6", "A1-AH3"]
    assert shown(tree, walk(tree, "peg B10")) == ["B10-B15"]


def test_a_ring_of_more_than_ten_is_asked_by_colour_first() -> None:
    pegs = "A:A10,A12,B10,C10,D10 C:C2,A14,B12,C12,D12 E:E10,F10"
    tree = tree_at(NewGame(6, "kilpatrick"), pegs, "4")
    assert shown(tree, tree.branch()) == ["colour A", "colour C", "colour E"]
    assert shown(tree, walk(tree, "colour E")) == ["E10-E14", "F10-F14"]


def test_a_seven_asks_a_peg_how_many_the_other_and_home_or_along() -> None:
    tree = tree_at(PAGAT, "A:A10,B10,C10,D10,A1", "7")
    assert shown(tree, tree.branch()) == ["peg A10", "peg B10", "peg C10", "peg D10", "peg A1"]
    counts = [f"count {n}" for n in range(1, 8)]
    assert shown(tree, walk(tree, "peg B10")) == counts  # all seven: the whole card
    assert shown(tree, walk(tree, "peg B10", "count 7")) == ["B10-B17"]
    assert shown(tree, walk(tree, "peg B10", "count 4")) == [
        "A10-A13 B10-B14",
        "B10-B14 C10-C13",
        "B10-B14 D10-D13",
        "A1-A4 B10-B14",
        "A1-AH1 B10-B14",
    ]
    # Either of the two may be named first.
    assert shown(tree, walk(tree, "peg C10", "count 3"))[1] == "B10-B14 C10-C13"


def told(tree: Tree, move: Move) -> str:
    return write_move(tree.movement.table, Card(Rank.SEVEN), move)


def test_a_nine_one_each_way_asks_ahead_back_how_many() -> None:
    tree = tree_at(NewGame(4, "social-security"), "A:A10,B10,C10,D10", "9")
    assert shown(tree, tree.branch()) == ["peg A10", "peg B10", "peg C10", "peg D10"]
    assert shown(tree, walk(tree, "peg B10")) == ["other A10", "other C10", "other D10"]
    assert len(shown(tree, walk(tree, "peg B10", "other C10"))) == 8
    assert "B10-B12 C10-C3" in shown(tree, walk(tree, "peg B10", "other C10"))


def test_a_nine_one_each_way_that_may_stay_whole_offers_the_whole_among_the_pegs_back() -> None:
    rules = (("nine", "forward_or_split"),)
    tree = tree_at(NewGame(4, "pagat", rules), "A:A10,B10,C10", "9")
    assert shown(tree, walk(tree, "peg B10")) == ["other A10", "other C10", "count 9"]


def test_a_joker_asks_who_jumps_then_on_to_whom_and_a_start_counts_once() -> None:
    tree = tree_at(NewGame(4, "bark-up-a-tree"), "A:A10,B10 B:B0,B1,B2,B5 D:D0,D1,D2", "Joker")
    assert shown(tree, tree.branch()) == ["peg AS", "peg A10", "peg B10"]
    assert shown(tree, walk(tree, "peg AS")) == [
        "AS-B0 xB0-S",
        "AS-B1 xB1-S",
        "AS-B2 xB2-S",
        "AS-B5 xB5-S",
        "AS-D0 xD0-S",
        "AS-D1 xD1-S",
        "AS-D2 xD2-S",
    ]


def test_a_joker_with_many_targets_asks_whose_first() -> None:
    pegs = "A:A10,A11 B:B10,B11,B12,B13,B14 C:C10,C11 D:D10,D11,D12,D13,D14"
    tree = tree_at(NewGame(4, "bark-up-a-tree"), pegs, "Joker")
    assert shown(tree, walk(tree, "peg A11")) == ["colour B", "colour C", "colour D"]
    assert shown(tree, walk(tree, "peg A11", "colour C")) == ["A11-C10 xC10-C3", "A11-C11 xC11-C3"]


def test_a_swap_is_asked_like_a_joker() -> None:
    asked = NewGame(4, "pagat", (("two_swaps", True),))
    tree = tree_at(asked, "A:A10,D10 B:B0,B1,B2 D:D0,D1", "2")
    assert shown(tree, tree.branch()) == ["peg A10", "peg D10"]
    assert shown(tree, walk(tree, "peg A10")) == [
        "A10-A12",
        *("A10-B0 xB0-A10", "A10-B1 xB1-A10", "A10-B2 xB2-A10", "A10-D0 xD0-A10", "A10-D1 xD1-A10"),
    ]


def test_a_throw_is_the_last_leaf_of_a_joker_that_need_not_be_played() -> None:
    tree = tree_at(PAGAT, "A:A10 B:B0", "Joker")
    assert shown(tree, tree.branch()) == ["AS-B0 xB0-S", "A10-B0 xB0-S", "throw A"]
    assert tree.branch().ring().left == 2
    must_play = tree_at(NewGame(4, "bark-up-a-tree"), "A:A10 B:B0", "Joker")
    assert shown(must_play, must_play.branch()) == ["AS-B0 xB0-S", "A10-B0 xB0-S"]


def test_which_half_goes_first_is_asked_where_both_end_on_one_hole() -> None:
    # 3 for A's peg and 4 for C's, both to B5: who comes second stays, the other goes to its in-spot.
    tree = tree_at(KILPATRICK, "A:B2 C:B1", "7")
    both = {told(tree, m) for m in tree.moves if [s.end for s in m.steps] == [23, 23]}
    assert both == {"7 B2-B5 B1-B5 xB5-A3", "7 B1-B5 B2-B5 xB5-C3"}
    # Elsewhere the order makes no other result, so it makes no other choice.
    assert sum("B2-B4" in told(tree, m) and "B1-B6" in told(tree, m) for m in tree.moves) == 1


def test_a_ring_begins_at_the_players_own_start_and_runs_in_the_way_of_travel() -> None:
    pegs = "A:A10 B:B10,B2,A12 C:C10 D:D10"
    fives = tree_at(PAGAT, pegs, "5", "B")
    assert shown(fives, fives.branch()) == ["B10-B15", "A12-A17", "B2-B7", "B2-BH4"]
    jokers = tree_at(NewGame(4, "bark-up-a-tree"), "A:A10 B:B10,B2 C:C10 D:D10", "Joker", "C")
    assert shown(jokers, jokers.branch())[:4] == [
        *("CS-D10 xD10-S", "CS-A10 xA10-A3", "CS-B2 xB2-S", "CS-B10 xB10-S")
    ]


# --- Every result in every way --------------------------------------------------------------------


def some_trees(seed: int, count: int) -> Iterator[Tree]:
    for case in random_cases(seed, count):
        yield tree_of(case)


def assert_no_dead_end(place: Branch) -> set[int]:
    """Walk the whole tree: each ring leads somewhere, tells how many are left, and keeps its order."""
    ring = place.ring()
    moves = [candidate.move for candidate in ring.candidates if candidate.move]
    answers = [c.answer for c in ring.candidates if not c.move and c.answer.asked is not Asked.THROW]
    assert bool(moves) != bool(answers)
    if moves:
        results = {id(move) for move in moves}
        assert len(results) == len(moves) == ring.left
    else:
        assert ring.left > RING_OF_RESULTS
        assert len(answers) >= 2
        assert len(answers) <= RING_BY_COLOUR or len({answer.seat for answer in answers}) == 1
        results = set().union(*(assert_no_dead_end(place.after(answer)) for answer in answers))
    assert ring.left == len(results)
    return results


@settings(max_examples=120, deadline=None)
@given(cases())
def test_every_result_is_reached_by_buttons(case: Case) -> None:
    tree = tree_of(case)
    if tree.moves:
        assert assert_no_dead_end(tree.branch()) == {id(move) for move in tree.moves}


@pytest.mark.parametrize("seed", range(40, 44))
def test_every_result_is_reached_by_buttons_in_seeded_cases(seed: int) -> None:
    for tree in some_trees(seed, 250):
        if tree.moves:
            assert assert_no_dead_end(tree.branch()) == {id(move) for move in tree.moves}


@settings(max_examples=120, deadline=None)
@given(cases(), st.randoms(use_true_random=False))
def test_every_result_is_reached_by_pointing(case: Case, rng: random.Random) -> None:
    tree = tree_of(case)
    for move in rng.sample(tree.moves, min(5, len(tree.moves))):
        recipe = rng.choice(move.recipes)
        started = origins(tree.movement, tree.position, recipe)
        places = [(hop.seat, hole) for hop, at in zip(recipe, started, strict=True) for hole in (at, hop.end)]
        taken: tuple[Taken, ...] = ()
        before = len(tree.moves)
        for seat, hole in rng.sample(places, len(places)):
            one = tree.pointed(taken, seat, hole)
            assert one is not None
            taken = (*taken, one)
            ring = tree.ring(taken)
            assert ring.left <= before
            before = ring.left
        assert move.result in {found.result for found, _ in ways(tree.branch(tuple(t.answer for t in taken)))}


@settings(max_examples=80, deadline=None)
@given(cases())
def test_pointing_where_nothing_goes_or_leaves_keeps_nothing(case: Case) -> None:
    tree = tree_of(case)
    touched = {
        hole
        for move in tree.moves
        for recipe in move.recipes
        for hop, at in zip(recipe, origins(tree.movement, tree.position, recipe), strict=True)
        for hole in (at, hop.end)
    }
    board = tree.movement.table.board
    names = [f"{side}{n}" for side in "ABCD" for n in range(18)] + [f"{case.turn}H{n}" for n in range(1, 6)]
    for hole in filter(None, map(board.hole, names)):
        assert (tree.pointed((), tree.turn, hole) is not None) == (hole in touched)


@settings(max_examples=100, deadline=None)
@given(cases())
def test_notations_are_unique_within_the_list(case: Case) -> None:
    tree = tree_of(case)
    card = Card.parse(case.card)
    assert len({write_move(tree.movement.table, card, move) for move in tree.moves}) == len(tree.moves)


# --- Never a hint ---------------------------------------------------------------------------------


def cursor_order(tree: Tree) -> list[list[str]]:
    """Every ring of the tree, top down, without what is shoved."""
    rings: list[list[str]] = []

    def visit(place: Branch) -> None:
        rings.append([one.partition(" x")[0] for one in shown(tree, place)])
        for candidate in place.ring().candidates:
            if not candidate.move and candidate.answer.asked is not Asked.THROW:
                visit(place.after(candidate.answer))

    visit(tree.branch())
    return rings


@pytest.mark.parametrize("card", ["A", "5", "7", "8", "10", "Q"])
def test_an_opponent_to_be_shoved_changes_nothing_in_any_ring(card: str) -> None:
    rng = random.Random(card)
    asked = NewGame(4, "social-security")
    for _ in range(40):
        holes = rng.sample([f"{side}{n}" for side in "ABCD" for n in range(18)], 13)
        alone = f"A:{','.join(holes[:4])} C:{','.join(holes[4:6])}"
        crowd = f"{alone} B:{','.join(holes[6:10])} D:{','.join(holes[10:])}"
        assert cursor_order(tree_at(asked, alone, card)) == cursor_order(tree_at(asked, crowd, card))


# --- How many presses -----------------------------------------------------------------------------


@pytest.mark.parametrize("bound", BOUNDS, ids=lambda b: f"{b.rules} {b.players}: {'/'.join(b.ranks)}")
def test_no_result_takes_more_presses_than_promised(bound: Bound) -> None:
    hardest = worst(bound, 40, random.Random(5))
    print(f"{bound.rules}, {bound.players} players: at most {max(hardest)} presses of {bound.most}")
    assert max(hardest) <= bound.most


@pytest.mark.parametrize("rules", MEANS)
def test_a_played_move_takes_few_presses(rules: str) -> None:
    found = presses_of_games(rules, 1, random.Random(rules))
    assert sum(found) / len(found) <= MEANS[rules]
