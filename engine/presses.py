"""The table of presses. DESIGN 3.

Each mode of the table has a row: what the keys do there, pressed or held. A key with no entry does nothing
and says so. Nothing is thrown by a gesture that cancels elsewhere, nor undone by one that confirms.
"""

from collections.abc import Callable, Mapping
from dataclasses import replace

from engine.asks import Answerable, other, yes
from engine.board import seat_name
from engine.challenge import end_showing, withdraw
from engine.game import (
    Challenge,
    CountAsk,
    Game,
    MercyAsk,
    NewGameAsk,
    Play,
    SeatAsk,
    ShuffleAsk,
    UndoAsk,
    idle,
)
from engine.inputs import Key, Pressed
from engine.modes import Mode, mode_of
from engine.question import Question
from engine.setting_up import offer_new_game, offer_rematch
from engine.showing import show_board, show_game, show_reasons, show_seat, show_turn
from engine.shuffling import shuffled
from engine.step import Effect, Step, accept, refuse
from engine.taking_back import offer_undo, undo
from engine.tapping import acts_for, put_away
from engine.turns import refill_done, take_mercy, throw
from engine.verdict import Why
from engine.walking import one_question_back, take, walk

CHANGED_MS = 250
"""A confirm so soon after what it would confirm was changed from elsewhere only blinks. DESIGN 3."""


Action = Callable[[Game, Pressed, int], Step]


def press(game: Game, told: Pressed, at_ms: int) -> Step:
    """Do what the key does in the present mode."""
    mode, play = mode_of(game), game.play
    if play is not None and mode in _OF_THE_TURN and told.seat is not None and not acts_for(play, told.seat):
        return refuse(game, Why.NOT_YOUR_TURN, name=seat_name(play.turn))
    if told.key is Key.CONFIRM and _changed_elsewhere(game, told, at_ms):
        return refuse(game, Why.CHANGED)
    action = TABLE[mode].get((told.key, told.held))
    if action is None:
        return refuse(game, _NOTHING[told.key] if mode is not Mode.NO_GAME else Why.NO_GAME)
    return action(game, told, at_ms)


def _changed_elsewhere(game: Game, told: Pressed, at_ms: int) -> bool:
    changed = game.changed
    return changed is not None and changed.source != told.source and at_ms - changed.at_ms < CHANGED_MS


def _question(game: Game) -> Question:
    assert game.question is not None
    return game.question


def _play(game: Game) -> Play:
    assert game.play is not None
    return game.play


def _by(told: Pressed) -> int:
    """One on, or one back."""
    return -1 if told.key is Key.BACK else 1


def _walk(game: Game, told: Pressed, at_ms: int) -> Step:
    return walk(game, _play(game), _question(game), _by(told))


def _take(game: Game, told: Pressed, at_ms: int) -> Step:
    return take(game, _play(game), _question(game), at_ms)


def _one_question_back(game: Game, told: Pressed, at_ms: int) -> Step:
    return one_question_back(game, _question(game))


def _show_reasons(game: Game, told: Pressed, at_ms: int) -> Step:
    return show_reasons(game, _by(told))


def _show_turn(game: Game, told: Pressed, at_ms: int) -> Step:
    return show_turn(game, _play(game), _by(told), at_ms)


def _show_game(game: Game, told: Pressed, at_ms: int) -> Step:
    return show_game(game, _play(game), _by(told), at_ms)


def _show_board(game: Game, told: Pressed, at_ms: int) -> Step:
    return show_board(game)


def _show_seat(game: Game, told: Pressed, at_ms: int) -> Step:
    return show_seat(game, _by(told))


def _put_away(game: Game, told: Pressed, at_ms: int) -> Step:
    return put_away(game)


def _handwork_done(game: Game, told: Pressed, at_ms: int) -> Step:
    if not game.handwork:
        return refuse(game, Why.NOTHING_TO_CONFIRM)
    return accept(replace(idle(game), handwork=None))


def _offer_undo(game: Game, told: Pressed, at_ms: int) -> Step:
    return offer_undo(game, _play(game), at_ms)


def _drop(game: Game, told: Pressed, at_ms: int) -> Step:
    return accept(replace(game, ask=None))


def _undo(game: Game, told: Pressed, at_ms: int) -> Step:
    assert isinstance(game.ask, UndoAsk)
    return undo(game, game.ask.depth)


def _throw(game: Game, told: Pressed, at_ms: int) -> Step:
    return throw(game, at_ms)


def _offer_new_game(game: Game, told: Pressed, at_ms: int) -> Step:
    return offer_new_game(game)


def _rematch(game: Game, told: Pressed, at_ms: int) -> Step:
    return offer_rematch(game, _play(game))


def _asked(game: Game) -> Answerable:
    assert isinstance(game.ask, NewGameAsk | SeatAsk | CountAsk | ShuffleAsk)
    return game.ask


def _other_answer(game: Game, told: Pressed, at_ms: int) -> Step:
    return other(game, _asked(game), _by(told))


def _yes(game: Game, told: Pressed, at_ms: int) -> Step:
    return yes(game, _asked(game))


def _showing(game: Game) -> Challenge:
    challenge = _play(game).challenge
    assert challenge is not None
    return challenge


def _end_showing(game: Game, told: Pressed, at_ms: int) -> Step:
    return end_showing(game, _play(game), _showing(game))


def _withdraw(game: Game, told: Pressed, at_ms: int) -> Step:
    return withdraw(game, _play(game))


def _mercy_at(game: Game) -> int:
    return game.ask.at if isinstance(game.ask, MercyAsk) else 0


def _other_mercy(game: Game, told: Pressed, at_ms: int) -> Step:
    ending = _play(game).stand.ending
    assert ending is not None
    at = (_mercy_at(game) + _by(told)) % len(ending.mercy)
    return accept(replace(game, ask=MercyAsk(at)), Effect.TICK)


def _take_mercy(game: Game, told: Pressed, at_ms: int) -> Step:
    ending = _play(game).stand.ending
    assert ending is not None
    return take_mercy(game, ending.mercy[_mercy_at(game)])


def _decline_mercy(game: Game, told: Pressed, at_ms: int) -> Step:
    return take_mercy(game, None)


def _shuffled(game: Game, told: Pressed, at_ms: int) -> Step:
    return shuffled(game)


def _refill_done(game: Game, told: Pressed, at_ms: int) -> Step:
    return refill_done(game)


_OF_THE_TURN = frozenset({Mode.NO_CARD, Mode.CHOOSING, Mode.REFUSED, Mode.UNDO_OFFERED})
"""Where a seat's own button is refused out of turn; to look, to answer or to begin is everybody's."""
_NOTHING = {
    Key.NEXT: Why.NOTHING_TO_SHOW,
    Key.BACK: Why.NOTHING_TO_SHOW,
    Key.CONFIRM: Why.NOTHING_TO_CONFIRM,
    Key.CANCEL: Why.NO_CARD,
}
_BACKWARDS = (Key.BACK, True)
_FORWARDS = (Key.NEXT, True)
_SHORT = ((Key.NEXT, False), (Key.BACK, False))
_AWAY = ((Key.CANCEL, False), (Key.CANCEL, True))

TABLE: Mapping[Mode, Mapping[tuple[Key, bool], Action]] = {
    Mode.NO_CARD: {
        **dict.fromkeys(_SHORT, _show_turn),
        (Key.CONFIRM, False): _handwork_done,
        _FORWARDS: _show_board,
        _BACKWARDS: _offer_undo,
    },
    Mode.CHOOSING: {
        **dict.fromkeys(_SHORT, _walk),
        (Key.CONFIRM, False): _take,
        _FORWARDS: _show_reasons,
        _BACKWARDS: _one_question_back,
        **dict.fromkeys(_AWAY, _put_away),
    },
    Mode.REFUSED: {
        **dict.fromkeys(_SHORT, _show_reasons),
        _FORWARDS: _show_board,
        _BACKWARDS: _put_away,
        (Key.CONFIRM, True): _throw,
        **dict.fromkeys(_AWAY, _put_away),
    },
    Mode.BOARD_SHOWN: {
        **dict.fromkeys(_SHORT, _show_seat),
        (Key.CONFIRM, False): _show_board,
        _FORWARDS: _show_board,
        _BACKWARDS: _show_board,
        **dict.fromkeys(_AWAY, _put_away),
    },
    Mode.UNDO_OFFERED: {
        **dict.fromkeys(((Key.NEXT, False), _FORWARDS, *_AWAY), _drop),
        (Key.CONFIRM, False): _undo,
        (Key.BACK, False): _offer_undo,
        _BACKWARDS: _offer_undo,
    },
    Mode.ASKED: {
        **dict.fromkeys(_SHORT, _other_answer),
        (Key.CONFIRM, False): _yes,
        _BACKWARDS: _drop,
        **dict.fromkeys(_AWAY, _drop),
    },
    Mode.CHALLENGED: {(Key.CONFIRM, False): _end_showing, _BACKWARDS: _withdraw, _FORWARDS: _show_board},
    Mode.MERCY: {
        **dict.fromkeys(_SHORT, _other_mercy),
        (Key.CONFIRM, False): _take_mercy,
        _FORWARDS: _show_board,
        _BACKWARDS: _decline_mercy,
        **dict.fromkeys(_AWAY, _decline_mercy),
    },
    Mode.SHUFFLING: {(Key.CONFIRM, False): _shuffled, _FORWARDS: _show_board, _BACKWARDS: _offer_undo},
    Mode.REFILL: {
        **dict.fromkeys(_SHORT, _show_turn),
        (Key.CONFIRM, False): _refill_done,
        _FORWARDS: _show_board,
        _BACKWARDS: _offer_undo,
    },
    Mode.NO_GAME: {(Key.CONFIRM, False): _offer_new_game, _FORWARDS: _show_board},
    Mode.OVER: {
        **dict.fromkeys(_SHORT, _show_game),
        (Key.CONFIRM, False): _handwork_done,
        _FORWARDS: _show_board,
        _BACKWARDS: _offer_undo,
        (Key.CONFIRM, True): _rematch,
    },
}
