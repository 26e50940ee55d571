"""Command cards: a table without buttons and without a phone is played with them. DESIGN 3, Command cards."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Literal, assert_never

from engine.board import seat_name
from engine.challenge import challenge
from engine.game import CountAsk, Game, NewGameAsk, SeatAsk, idle
from engine.inputs import Command, CommandTapped, Key, Pressed, RulesCardTapped
from engine.presses import press
from engine.ruleset import BadOption
from engine.setting_up import offer_new_game, setup_of
from engine.showing import show_board, show_turn
from engine.shuffling import shuffled
from engine.step import Effect, Step, accept, refuse
from engine.taking_back import offer_undo, redo
from engine.tapping import acts_for
from engine.turns import refill_done, take_mercy, throw
from engine.verdict import Why

KEYS: Mapping[Command, Key] = {
    Command.NEXT: Key.NEXT,
    Command.BACK: Key.BACK,
    Command.CONFIRM: Key.CONFIRM,
    Command.AWAY: Key.CANCEL,
}

_AboutHands = Literal[
    Command.CHALLENGE,
    Command.FORGOT,
    Command.COUNT,
    Command.SHUFFLED,
    Command.REFILL_DONE,
    Command.MERCY,
]
_OF_THE_TURN = frozenset({Command.THROW, Command.MERCY, Command.REFILL_DONE})


def command(game: Game, told: CommandTapped, at_ms: int) -> Step:
    """Do what the card says. From a seat's own reader, what is of the turn must be that seat's."""
    play, seat = game.play, told.seat if told.command in _OF_THE_TURN else None
    if play is not None and seat is not None and not acts_for(play, seat):
        return refuse(game, Why.NOT_YOUR_TURN, name=seat_name(play.turn))
    match told.command:
        case Command.NEXT | Command.BACK | Command.CONFIRM | Command.AWAY:
            return press(game, Pressed(KEYS[told.command], seat=told.seat, source=told.source), at_ms)
        case Command.UNDO:
            return refuse(game, Why.NO_GAME) if game.play is None else offer_undo(game, game.play, at_ms)
        case Command.REDO:
            return redo(game)
        case Command.SHOW_BOARD:
            return show_board(game)
        case Command.LAST_MOVE:
            return _last_move(game, at_ms)
        case Command.NEW_GAME:
            return offer_new_game(game)
        case Command.THROW:
            return throw(game, at_ms)
        case _:
            return _about_hands(game, told.command)


def _about_hands(game: Game, told: _AboutHands) -> Step:
    match told:
        case Command.CHALLENGE:
            return _challenge(game)
        case Command.FORGOT:
            return _forgot(game)
        case Command.COUNT:
            return _count(game)
        case Command.SHUFFLED:
            return shuffled(game)
        case Command.REFILL_DONE:
            return refill_done(game)
        case Command.MERCY:
            return _mercy(game)
        case _:
            assert_never(told)


def _last_move(game: Game, at_ms: int) -> Step:
    """The last move in light; the card again, the one before it."""
    return refuse(game, Why.NOTHING_TO_SHOW) if game.play is None else show_turn(game, game.play, 1, at_ms)


def _challenge(game: Game) -> Step:
    """The last thrower is meant."""
    play = game.play
    if play is None or not play.turns:
        return refuse(game, Why.NOTHING_TO_CHALLENGE)
    return challenge(game, play.turns[-1].seat)


def _forgot(game: Game) -> Step:
    """Who forgot is asked, seat by seat; the one who played last comes first."""
    play = game.play
    if play is None or not play.turns:
        return refuse(game, Why.NO_CLAIM)
    return accept(replace(idle(game), ask=SeatAsk(play.turns[-1].seat)), Effect.TICK)


def _count(game: Game) -> Step:
    """How many cards were counted is asked; four, which proves the claim in most rulesets, comes first."""
    play = game.play
    if play is None or play.challenge is None:
        return refuse(game, Why.NO_CLAIM)
    return accept(replace(game, ask=CountAsk(play.setup.movement.rules.hand - 1)), Effect.TICK)


def _mercy(game: Game) -> Step:
    """The start peg under the cursor comes out."""
    play = game.play
    ending = play.stand.ending if play else None
    if ending is None or not ending.mercy:
        return refuse(game, Why.NO_MERCY)
    return take_mercy(game, ending.mercy[0])


def rules_card(game: Game, told: RulesCardTapped) -> Step:
    """While a new game is asked about, a rules card says by which rules."""
    if not isinstance(game.ask, NewGameAsk):
        return refuse(game, Why.NO_NEW_GAME, name=told.name)
    house = "" if told.name == told.rules else told.name
    offers = tuple(
        replace(offer, rules=told.rules, options=told.options, house=house) for offer in game.ask.offers
    )
    try:
        for offer in offers:
            setup_of(offer)
    except BadOption as bad:
        return refuse(game, Why.BAD_SETUP, name=str(bad))
    return accept(replace(game, ask=replace(game.ask, offers=offers)), Effect.TICK)
