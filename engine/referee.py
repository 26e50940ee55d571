"""The one way a game changes: `judge`, total and pure."""

from dataclasses import replace
from typing import assert_never

from engine.challenge import challenge, claim, count
from engine.commands import command, rules_card
from engine.game import Change, Game, UndoAsk
from engine.inputs import (
    CardTapped,
    Challenged,
    Chosen,
    CommandTapped,
    DrawClaimed,
    GameEnded,
    HandCounted,
    Key,
    LooksChanged,
    MercyTaken,
    NewGame,
    Pointed,
    PositionAgreed,
    Pressed,
    RedoAsked,
    RefillDone,
    RulesCardTapped,
    ShowBoardAsked,
    Shuffled,
    StoodIn,
    ThrowAsked,
    TimeReached,
    Told,
    TwoCardsSeen,
    UndoAsked,
    UnknownTag,
)
from engine.presses import press
from engine.setting_up import agree_position, begin, change_looks, end
from engine.showing import show_board
from engine.shuffling import shuffled
from engine.step import Effect, Step, accept, refuse
from engine.taking_back import redo, undo
from engine.tapping import physical, point, tap
from engine.turns import choose, refill_done, take_mercy, throw
from engine.verdict import Reason, Why

RULES_VERSION = 1
"""Raised whenever a game could be judged otherwise than before; stored with every committed step."""


def judge(game: Game, told: Told, at_ms: int) -> Step:
    """Rule on one input.

    Args:
        at_ms: the game's own clock, never going back.
    """
    step = _rule(game, told, at_ms)
    if _means_otherwise(game, step.game):
        return step._replace(game=replace(step.game, changed=Change(at_ms, _source(told))))
    return step


def _means_otherwise(before: Game, after: Game) -> bool:
    """Whether a confirm meant for one question would now answer another, or one just asked."""
    question, asked = after.question, after.ask
    changed = before.question is not None and question is not None and question is not before.question
    return changed or (asked is not None and asked is not before.ask)


def _source(told: Told) -> str:
    """Where a change came from. A card is never the hand that confirms, nor is what has no source."""
    return told.source if isinstance(told, Pressed | Pointed | CommandTapped) else type(told).__name__


def _rule(game: Game, told: Told, at_ms: int) -> Step:
    match told:
        case NewGame():
            return begin(game, told, at_ms)
        case CardTapped() | UnknownTag() | TwoCardsSeen() | CommandTapped() | RulesCardTapped():
            return _laid_down(game, told, at_ms)
        case Pressed() | Pointed() | Chosen() | ThrowAsked() | ShowBoardAsked():
            return _asked_for(game, told, at_ms)
        case UndoAsked():
            return undo(game)
        case RedoAsked():
            return redo(game)
        case Shuffled() | RefillDone() | MercyTaken() | Challenged() | DrawClaimed() | HandCounted():
            return _about_hands(game, told)
        case GameEnded() | StoodIn() | LooksChanged() | PositionAgreed():
            return _agreed(game, told, at_ms)
        case TimeReached():
            return _time_reached(game, at_ms)
        case _:
            assert_never(told)


def _laid_down(
    game: Game, told: CardTapped | UnknownTag | TwoCardsSeen | CommandTapped | RulesCardTapped, at_ms: int
) -> Step:
    """What a reader sees."""
    match told:
        case CardTapped():
            return _laid_again(game, told, at_ms) or tap(game, told)
        case UnknownTag():
            reason = Reason(Why.UNKNOWN_CARD, name=told.uid, deck=told.deck_name)
            return Step(game, reason, (Effect.REFUSED,))
        case TwoCardsSeen():
            return refuse(game, Why.TWO_CARDS)
        case CommandTapped():
            return command(game, told, at_ms)
        case RulesCardTapped():
            return rules_card(game, told)
        case _:
            assert_never(told)


def _asked_for(
    game: Game, told: Pressed | Pointed | Chosen | ThrowAsked | ShowBoardAsked, at_ms: int
) -> Step:
    """What a button or the page wants."""
    match told:
        case Pressed():
            return press(game, told, at_ms)
        case Pointed():
            return point(game, told)
        case Chosen():
            return choose(game, told.notation, at_ms)
        case ThrowAsked():
            return throw(game, at_ms)
        case ShowBoardAsked():
            return show_board(game)
        case _:
            assert_never(told)


def _about_hands(
    game: Game, told: Shuffled | RefillDone | MercyTaken | Challenged | DrawClaimed | HandCounted
) -> Step:
    """What the table says of pile and hands, beside the cards that are tapped."""
    match told:
        case Shuffled():
            return shuffled(game)
        case RefillDone():
            return refill_done(game)
        case MercyTaken():
            return take_mercy(game, told.seat)
        case Challenged():
            return challenge(game, told.seat)
        case DrawClaimed():
            return claim(game, told.seat)
        case HandCounted():
            return count(game, told.seat, told.cards)
        case _:
            assert_never(told)


def _agreed(game: Game, told: GameEnded | StoodIn | LooksChanged | PositionAgreed, at_ms: int) -> Step:
    """What the table agrees on beside the cards."""
    match told:
        case GameEnded():
            return end(game)
        case StoodIn():
            return _stand_in(game, told)
        case LooksChanged():
            return change_looks(game, told)
        case PositionAgreed():
            return agree_position(game, told, at_ms)
        case _:
            assert_never(told)


def _laid_again(game: Game, told: CardTapped, at_ms: int) -> Step | None:
    """The card in question laid down again is `next`, never a confirm. DESIGN 3, Command cards."""
    play, question = game.play, game.question
    if not told.laid or play is None or question is None or physical(play, told) != question.card:
        return None
    return press(game, Pressed(Key.NEXT, seat=told.seat, source=told.source), at_ms)


def _stand_in(game: Game, told: StoodIn) -> Step:
    play = game.play
    if play is None:
        return refuse(game, Why.NO_GAME)
    if told.seat not in play.setup.table.seats or told.by not in play.setup.table.seats:
        return refuse(game, Why.BAD_SETUP, name="seat: nobody sits there")
    others = tuple(pair for pair in play.stand_ins if pair[0] != told.seat)
    pairs = others if told.by == told.seat else (*others, (told.seat, told.by))
    return accept(replace(game, play=replace(play, stand_ins=pairs)))


def _time_reached(game: Game, at_ms: int) -> Step:
    """Deadlines are fields of the game; one that has passed takes effect."""
    if isinstance(game.ask, UndoAsk) and at_ms >= game.ask.until_ms:
        return accept(replace(game, ask=None))
    return accept(game)
