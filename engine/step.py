"""What a ruling is made of."""

from enum import StrEnum
from typing import NamedTuple

from engine.board import Hole
from engine.game import Game
from engine.verdict import Reason, Why


class Effect(StrEnum):
    """Something that happens once and may be lost: a sound, or a wish to the host."""

    TICK = "tick"
    TICK_SHOVE = "tick_shove"
    TICK_HOME = "tick_home"
    TICK_HELP = "tick_help"
    TAKEN = "taken"
    REFUSED = "refused"
    YOUR_TURN = "your_turn"
    DRAW_FIRST = "draw_first"
    SHOVE = "shove"
    HOME = "home"
    WIN = "win"
    BEAT = "beat"
    """A hole counted aloud."""
    NEW_GAME_WANTED = "new_game_wanted"
    """Somebody said yes to the offered game: the host names it, draws who begins, and tells `NewGame`."""


class Step(NamedTuple):
    """A ruling: the game after it, why not (None: accepted), and what happens once.

    A refusal leaves the game the same object, except a card that moves nothing: it is refused with its
    reason and is nevertheless the card in question (DESIGN 8).
    """

    game: Game
    ruling: Reason | None
    effects: tuple[Effect, ...] = ()


def accept(game: Game, *effects: Effect) -> Step:
    """The input was taken."""
    return Step(game, None, effects)


def refuse(game: Game, why: Why, holes: tuple[Hole, ...] = (), name: str = "", by: int = 0) -> Step:
    """The input changed nothing, and why."""
    return Step(game, Reason(why, holes, by, name), (Effect.REFUSED,))
