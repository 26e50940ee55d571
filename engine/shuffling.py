"""The played cards become a new pile. RULES 9, Pile empty.

In tracked hands the referee knows when; in closed hands it hears of it, or a card that was played turns up.
"""

from dataclasses import replace

from engine.game import Game, Play, ShuffleAsk
from engine.step import Effect, Step, accept, refuse
from engine.tapping import put_in_question
from engine.turns import going_on
from engine.verdict import Why


def shuffled(game: Game) -> Step:
    """Everything played and thrown is the pile; a card that was asked about is then in question."""
    play = game.play
    if play is None:
        return refuse(game, Why.NO_GAME)
    if play.winner is not None:
        return refuse(game, Why.GAME_OVER)
    pile = replace(play, played=frozenset(), undone=())  # nobody knows any more where a card lies in it
    after = replace(game, play=pile, ask=None)
    if isinstance(game.ask, ShuffleAsk):
        after = _with_question(after, game.ask)
    return accept(after, Effect.TAKEN)


def _with_question(game: Game, ask: ShuffleAsk) -> Game:
    play: Play | None = game.play
    assert play is not None
    return put_in_question(game, going_on(play), ask.card).game
