"""Beginning and ending a game. RULES 2, 10."""

from dataclasses import replace

from engine.board import Seat
from engine.game import Game, NewGameAsk, Play, Setup, idle
from engine.inputs import Hands, NewGame, PositionAgreed
from engine.moves import Movement
from engine.position import BadPosition, opening, parse_position
from engine.ruleset import BadOption, build
from engine.seating import check_rules_at, seating
from engine.step import Effect, Step, accept, refuse
from engine.turns import record
from engine.verdict import Why

FIRST_OFFER = NewGame(players=4, rules="pagat")
"""What a board that never had a game offers."""


def setup_of(asked: NewGame) -> Setup:
    """The table and rules of a request.

    Raises:
        BadOption: naming what cannot be.
    """
    options = dict(asked.options)
    table = seating(asked.players, asked.teams)
    rules = build(asked.rules, options)
    check_rules_at(asked.rules, rules, table, tuple(options))
    if asked.first is not None and asked.first not in table.seats:
        raise BadOption("first", "nobody sits there")
    if asked.hands is Hands.TRACKED:
        raise BadOption("hands", "this version knows closed hands only; it must be closed")
    if any(look.seat not in table.seats for look in asked.looks):
        raise BadOption("seats", "nobody sits at one of the seats named")
    return Setup(asked, Movement(table, rules))


def begin(game: Game, asked: NewGame) -> Step:
    """Start a game; one that runs is left for good, its record stays in the journal."""
    try:
        setup = setup_of(asked)
    except BadOption as bad:
        return refuse(game, Why.BAD_SETUP, name=str(bad))
    first = setup.table.seats[0] if asked.first is None else asked.first
    play = Play(setup, opening(setup.table), first)
    return accept(Game(play=play, last_setup=asked), Effect.YOUR_TURN)


def end(game: Game) -> Step:
    """Leave the game."""
    if game.play is None:
        return refuse(game, Why.NO_GAME)
    return accept(Game(last_setup=game.last_setup))


def offer_new_game(game: Game) -> Step:
    """Ask whether a game shall begin: the last one's table again, or the first offer."""
    asked = game.last_setup or FIRST_OFFER
    return accept(replace(idle(game), ask=NewGameAsk((replace(asked, first=None, game_id=""),))))


def offer_rematch(game: Game, play: Play) -> Step:
    """The same table again at once, the deal one seat further left. RULES 2."""
    asked = play.setup.asked
    first = asked.first if asked.first is not None else play.setup.table.seats[0]
    again = replace(asked, first=Seat(play.setup.table.after(first)), game_id="")
    return accept(replace(idle(game), ask=NewGameAsk((again,))), Effect.NEW_GAME_WANTED)


def agree_position(game: Game, told: PositionAgreed, at_ms: int) -> Step:
    """Set the pegs as the table agrees; it stands in the record like a turn and can be taken back."""
    play = game.play
    if play is None:
        return refuse(game, Why.NO_GAME)
    if told.turn not in play.setup.table.seats:
        return refuse(game, Why.BAD_SETUP, name="turn: nobody sits there")
    try:
        position = parse_position(play.setup.table, dict(told.pegs))
    except BadPosition as bad:
        return refuse(game, Why.BAD_SETUP, name=str(bad))
    return accept(
        replace(
            idle(game), play=record(play, play.turn, None, None, position, told.turn, at_ms), handwork=True
        )
    )
