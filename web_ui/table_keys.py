"""The keys of the table page: which do something now, and what they are called then."""

from engine.choose import Asked
from engine.game import Game, Play
from engine.inputs import Key
from engine.modes import Mode, mode_of
from engine.presses import TABLE
from engine.taking_back import deepest
from engine.turns import joker_may_stay
from web_ui.state import Json
from web_ui.words import _, mark

LABELS = {
    Mode.CHOOSING: (mark("Back"), mark("Next"), mark("Confirm"), mark("Card away")),
    Mode.NO_CARD: (mark("Later move"), mark("Earlier move"), mark("Carried"), mark("Card away")),
    Mode.OVER: (mark("Later move"), mark("Earlier move"), mark("Confirm"), mark("Card away")),
    Mode.BOARD_SHOWN: (mark("Seat before"), mark("Next seat"), mark("Leave"), mark("Card away")),
    Mode.UNDO_OFFERED: (mark("One more"), mark("No"), mark("Take back"), mark("No")),
    Mode.CHALLENGED: (mark("Back"), mark("Next"), mark("No more cards"), mark("Card away")),
    Mode.MERCY: (mark("Other"), mark("Other"), mark("Out"), mark("No")),
    Mode.SHUFFLING: (mark("Back"), mark("Next"), mark("Shuffled"), mark("Card away")),
    Mode.REFILL: (mark("Later move"), mark("Earlier move"), mark("No more cards"), mark("Card away")),
    Mode.ASKED: (mark("Other"), mark("Other"), mark("Yes"), mark("No")),
}
"""Of back, next, confirm and card away."""


def buttons(game: Game) -> Json:
    """Which buttons do something now."""
    mode = mode_of(game)
    actions = TABLE[mode]
    play = game.play
    walks = (Key.NEXT, False) in actions and (
        mode not in (Mode.NO_CARD, Mode.OVER) or bool(play and play.turns)
    )
    return {
        "next": walks,
        "back": walks,
        "confirm": (Key.CONFIRM, False) in actions and not _nothing_to_confirm(game, mode),
        "again": mode is Mode.OVER,
        "cancel": (Key.CANCEL, False) in actions,
        "throw": _can_throw(game),
        "undo": bool(play and deepest(play)),
        "redo": bool(play and play.undone),
        "shuffled": bool(play and play.played and play.winner is None),
        "cards": play is not None and not _takes_no_card(mode, play),
    }


def _nothing_to_confirm(game: Game, mode: Mode) -> bool:
    counting = bool(game.play and game.play.challenge and game.play.challenge.counting)
    return counting or (mode is Mode.NO_CARD and not game.handwork)


def _takes_no_card(mode: Mode, play: Play) -> bool:
    counting = play.challenge is not None and play.challenge.counting
    return counting or mode in (Mode.OVER, Mode.SHUFFLING, Mode.ASKED)


def labels(game: Game) -> Json:
    """What the four keys are called, by what they do now. DESIGN 3, Presses."""
    back, ahead, confirm, cancel = LABELS.get(mode_of(game), LABELS[Mode.CHOOSING])
    confirm = _last_confirm(game) or confirm
    return {"back": _(back), "next": _(ahead), "confirm": _(confirm), "cancel": _(cancel)}


def _last_confirm(game: Game) -> str:
    """What the confirm is called that is the last one: the card is played, or thrown."""
    if mode_of(game) is not Mode.CHOOSING or game.question is None:
        return ""
    candidate = game.question.ring().candidates[game.question.at]
    if candidate.answer.asked is Asked.THROW:
        return mark("Throw")
    return mark("Play") if candidate.move is not None else ""


def _can_throw(game: Game) -> bool:
    if game.play is None or game.question is None:
        return False
    return not game.question.moves or joker_may_stay(game.play, game.question.card.card.rank)
