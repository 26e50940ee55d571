"""Every reason has its picture; a card that can't is explained peg by peg, as `explain` says. DESIGN 3."""

import pytest

from engine.board import START, Seat
from engine.explain import explain
from engine.game import Game
from engine.inputs import Key, Pointed
from engine.verdict import Reason, Why
from firmware_host.lighting import Rhythm
from firmware_host.table_lamps import plate, start_bar
from tests.engine.reasons import ROWS, Row
from tests.engine.table import Table
from tests.lamps.seen import LATER_MS, picture_of, seen

TURN = Seat(0)
BAR = {Why.NO_PEG_OUT, Why.NO_EXIT_CARD}
BLINKS = {Why.CHANGED}


def barred(game: Game, refusal: Reason | None = None) -> set[str]:
    """The lamps that say no."""
    lights = picture_of(game, refusal, LATER_MS if refusal else -1).lights
    return {name for name, light in lights.items() if light.rhythm is Rhythm.NO}


@pytest.mark.parametrize("why", Why)
def test_every_reason_has_a_picture(why: Why) -> None:
    """Its holes; without any, the start bar where nothing is out, else the plate of the side to move."""
    table = Table().stand("A:A10 B:B12")
    hole = table.hole("B12")
    expected = start_bar(TURN) if why in BAR else plate(TURN)
    assert barred(table.game, Reason(why)) == set(() if why in BLINKS else expected)
    assert barred(table.game, Reason(why, (hole,))) == set(() if why in BLINKS else ["B12"])


@pytest.mark.parametrize("why", sorted(set(Why) - BLINKS))
def test_so_it_has_without_a_game(why: Why) -> None:
    assert barred(Game(), Reason(why)) == set(plate(TURN))


def test_a_card_that_moves_nothing_keeps_saying_why_dimly() -> None:
    table = Table().stand("A:A10 C:A15,C3 B:B12")
    table.tap("5")
    assert table.question.reason is not None
    assert barred(table.game) == {
        table.play.setup.table.board.name(hole) for hole in table.question.reason.holes
    }
    name = next(iter(barred(table.game)))
    assert {seen(table.game, name, LATER_MS + ms) for ms in range(0, 2000, 50)} == {"x-"}


def four(row: Row) -> bool:
    return row.teams == "AC BD" and row.turn == "A"


@pytest.mark.parametrize(
    "row", [row for row in ROWS if four(row)], ids=lambda row: f"{row.card} {row.pegs} {row.rules}"
)
def test_held_next_looks_at_each_peg_that_cannot_and_what_bars_it(row: Row) -> None:
    """Peg by peg in the order of `explain`, round and round; nothing else is said about it."""
    table = Table(row.rules, **row.options).stand(row.pegs)
    table.tap(row.card)
    movement, position = table.play.setup.movement, table.play.position
    words = explain(movement, position, table.play.turn, table.question.card.card.rank)
    cannot = [word for word in words if word.reason is not None]
    if not cannot:
        return
    moves = bool(table.question.moves)
    for i in range(len(cannot) + 1):
        table.press(Key.NEXT, held=moves)
        word = cannot[i % len(cannot)]
        assert word.reason is not None
        peg = start_bar(word.seat) if word.hole == START else [table.play.setup.table.board.name(word.hole)]
        if word.reason.holes:
            bars = {
                name
                for hole in word.reason.holes
                for name in (
                    start_bar(word.seat) if hole == START else [table.play.setup.table.board.name(hole)]
                )
            }
        else:
            bars = set(start_bar(word.seat)) if word.reason.why in BAR else set(plate(word.seat)) - set(peg)
        assert barred(table.game) == bars
        lights = picture_of(table.game).lights
        assert {lights[name].rhythm for name in peg} <= {Rhythm.WOULD, Rhythm.NO}


@pytest.mark.parametrize("row", [row for row in ROWS if four(row)], ids=lambda row: f"{row.card} {row.pegs}")
def test_a_peg_pointed_at_on_the_page_says_the_same(row: Row) -> None:
    """Each peg that can't, by its hole or the lamp of its start."""
    table = Table(row.rules, **row.options).stand(row.pegs)
    table.tap(row.card)
    board, turn = table.play.setup.table.board, table.play.turn
    movement, position = table.play.setup.movement, table.play.position
    for word in explain(movement, position, turn, table.question.card.card.rank):
        name = start_bar(word.seat)[0] if word.hole == START else board.name(word.hole)
        if word.reason is not None and table.question.tree.pointed((), word.seat, word.hole) is None:
            assert table.judged(Pointed(name)).ruling == word.reason
