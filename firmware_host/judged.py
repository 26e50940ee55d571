"""Judging with a net beneath: a bug of ours costs one refusal and never the game. DESIGN 1."""

import logging
from collections.abc import Callable

from engine.game import Game
from engine.inputs import Told
from engine.step import Step
from engine.verdict import Reason, Why
from firmware_host.standing import pegs_of

log = logging.getLogger(__name__)

Judge = Callable[[Game, Told, int], Step]


def judged(rule: Judge, game: Game, told: Told, at_ms: int) -> Step:
    """The ruling; INTERNAL, and the game as text in the log, where there should have been one."""
    try:
        return rule(game, told, at_ms)
    except Exception:  # the one broad except: the game must outlive a bug of ours
        log.exception("bug while judging a %s at %d ms on %s", type(told).__name__, at_ms, pegs_of(game))
        return Step(game, Reason(Why.INTERNAL))


def tells_anew(before: Game, step: Step) -> bool:
    """Whether the table is not as it was, so that whoever looked before it looked too early.

    A card that moves nothing is refused, and is in question all the same. DESIGN 8.
    """
    return step.ruling is None or step.game is not before
