"""DESIGN 3, Presses: the table, cell by cell."""

import pytest

from engine.inputs import Key, Pressed
from engine.modes import Mode, mode_of
from tests.engine.happened import happened
from tests.engine.modes_reached import MODES, PRESSES

NEXT, BACK, CONFIRM, CANCEL = Key

NOTHING = "refused NOTHING_TO_CONFIRM"

# The columns of DESIGN 3's table, next and back apart, and the page's and the card's "away" as the last.
EXPECTED = {
    Mode.NO_CARD: [
        "turn 0 shown", "turn 0 shown", "hand work done",
        "board shown", "undo 1 offered", NOTHING, "refused NO_CARD",
    ],
    Mode.CHOOSING: [
        "cursor 1", "cursor last", "answer taken",
        "reasons shown", "card away", NOTHING, "card away",
    ],
    Mode.REFUSED: [
        "reasons shown", "reasons shown", NOTHING,
        "board shown", "card away", "thrown", "card away",
    ],
    Mode.BOARD_SHOWN: [
        "seat A shown", "seat D shown", "left",
        "left", "left", NOTHING, "refused NO_CARD",
    ],
    Mode.UNDO_OFFERED: [
        "dropped", "undo 2 offered", "1 undone",
        "dropped", "undo 2 offered", NOTHING, "dropped",
    ],
    Mode.ASKED: [
        "other answer", "other answer", "new game",
        "refused NOTHING_TO_SHOW", "dropped", NOTHING, "dropped",
    ],
    Mode.CHALLENGED: [
        "refused NOTHING_TO_SHOW", "refused NOTHING_TO_SHOW", "refused SHOW_THE_REST",
        "board shown", "challenge withdrawn", NOTHING, "refused NO_CARD",
    ],
    Mode.MERCY: [
        "other mercy", "other mercy", "mercy taken",
        "board shown", "mercy declined", NOTHING, "mercy declined",
    ],
    Mode.SHUFFLING: [
        "refused NOTHING_TO_SHOW", "refused NOTHING_TO_SHOW", "shuffled",
        "board shown", "undo 1 offered", NOTHING, "refused NO_CARD",
    ],
    Mode.REFILL: [
        "turn 0 shown", "turn 0 shown", "refill ended",
        "board shown", "undo 1 offered", NOTHING, "refused NO_CARD",
    ],
    Mode.NO_GAME: [
        "refused NO_GAME", "refused NO_GAME", "new game asked",
        "board shown", "refused NO_GAME", "refused NO_GAME", "refused NO_GAME",
    ],
    Mode.OVER: [
        "turn 1 shown", "turn 0 shown", "hand work done",
        "board shown", "undo 1 offered", "new game", "refused NO_CARD",
    ],
}  # fmt: skip


CELLS = [(mode, *press, cell) for mode in Mode for press, cell in zip(PRESSES, EXPECTED[mode], strict=True)]


@pytest.mark.parametrize(("mode", "key", "held", "cell"), CELLS, ids=str)
def test_cell(mode: Mode, key: Key, held: bool, cell: str) -> None:
    table = MODES[mode]()
    assert mode_of(table.game) is mode
    step = table.judged(Pressed(key, held, source="buttons"))
    assert happened(table.game, step) == cell
    if step.ruling is not None:
        assert step.game is table.game


@pytest.mark.parametrize("mode", Mode)
def test_cancel_is_no_more_held_than_pressed(mode: Mode) -> None:
    table = MODES[mode]()
    pressed, held = (table.judged(Pressed(CANCEL, h)) for h in (False, True))
    assert happened(table.game, pressed) == happened(table.game, held)


@pytest.mark.parametrize("mode", Mode)
def test_held_confirm_never_cancels_and_held_back_never_throws(mode: Mode) -> None:
    table = MODES[mode]()
    assert happened(table.game, table.judged(Pressed(CONFIRM, True))) not in (
        "card away",
        "dropped",
        "left",
        "1 undone",
    )
    assert happened(table.game, table.judged(Pressed(BACK, True))) not in ("thrown", "played", "new game")
