"""What the board asks, and its answers: another one, yes, no. DESIGN 3, Presses."""

from dataclasses import replace
from typing import assert_never

from engine.challenge import claim, count
from engine.game import CountAsk, Game, NewGameAsk, SeatAsk, ShuffleAsk
from engine.shuffling import shuffled
from engine.step import Effect, Step, accept

Answerable = NewGameAsk | SeatAsk | CountAsk | ShuffleAsk


def other(game: Game, ask: Answerable, step: int) -> Step:
    """The next answer, or (step -1) the one before; they wrap."""
    after: Answerable
    match ask:
        case NewGameAsk():
            after = replace(ask, at=(ask.at + step) % len(ask.offers))
        case SeatAsk():
            assert game.play is not None
            seats = game.play.setup.table.seats
            after = SeatAsk(seats[(seats.index(ask.seat) + step) % len(seats)])
        case CountAsk():
            assert game.play is not None
            after = CountAsk((ask.cards + step) % (game.play.setup.movement.rules.hand + 1))
        case ShuffleAsk():
            return accept(replace(game, ask=None))  # the other answer is no
        case _:
            assert_never(ask)
    return accept(replace(game, ask=after), Effect.TICK)


def yes(game: Game, ask: Answerable) -> Step:
    """The answer under the cursor is taken."""
    match ask:
        case NewGameAsk():
            return accept(game, Effect.NEW_GAME_WANTED)
        case SeatAsk():
            step = claim(game, ask.seat)
        case CountAsk():
            assert game.play is not None
            assert game.play.challenge is not None
            step = count(game, game.play.challenge.seat, ask.cards)
        case ShuffleAsk():
            return shuffled(game)
        case _:
            assert_never(ask)
    return step if step.ruling else step._replace(game=replace(step.game, ask=None))
