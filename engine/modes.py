"""What a press means now: the rows of DESIGN 3's table of presses."""

from enum import StrEnum

from engine.game import BoardShown, CountAsk, Game, NewGameAsk, SeatAsk, ShuffleAsk, UndoAsk
from engine.phase import Phase, phase_of


class Mode(StrEnum):
    """What a press means depends on this; the rows of DESIGN 3's table."""

    NO_CARD = "no_card"
    CHOOSING = "choosing"
    REFUSED = "refused"
    BOARD_SHOWN = "board_shown"
    UNDO_OFFERED = "undo_offered"
    ASKED = "asked"
    CHALLENGED = "challenged"
    MERCY = "mercy"
    SHUFFLING = "shuffling"
    REFILL = "refill"
    NO_GAME = "no_game"
    OVER = "over"


def mode_of(game: Game) -> Mode:
    """The row that applies."""
    if isinstance(game.shown, BoardShown):
        return Mode.BOARD_SHOWN
    if isinstance(game.ask, UndoAsk):
        return Mode.UNDO_OFFERED
    if isinstance(game.ask, NewGameAsk | SeatAsk | CountAsk | ShuffleAsk):
        return Mode.ASKED
    if game.question is not None:
        return Mode.CHOOSING if game.question.moves else Mode.REFUSED
    mode = _MODES.get(phase_of(game), Mode.NO_CARD)
    refills = game.play is not None and game.play.stand.ending is not None
    return Mode.REFILL if mode is Mode.NO_CARD and refills and not game.handwork else mode


_MODES = {
    Phase.NO_GAME: Mode.NO_GAME,
    Phase.OVER: Mode.OVER,
    Phase.CHALLENGED: Mode.CHALLENGED,
    Phase.MERCY: Mode.MERCY,
    Phase.SHUFFLING: Mode.SHUFFLING,
}
