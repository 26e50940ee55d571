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
    except Exception as bug:  # the one broad except: the game must outlive a bug of ours
        what = _Bug(type(bug).__name__)
        log.exception(
            "bug while judging a %s at %d ms on %s",
            *(type(told).__name__, at_ms, pegs_of(game)),
            exc_info=(_Bug, what, bug.__traceback__),
        )
        return Step(game, Reason(Why.INTERNAL))


class _Bug(Exception):
    """Stands for an exception in the log, whose own words might tell a card that only its holder has seen."""


def tells_anew(before: Game, step: Step) -> bool:
    """Whether the table is not as it was, so that whoever looked before it looked too early.

    A card that moves nothing is refused, and is in question all the same. DESIGN 8.
    """
    return step.ruling is None or step.game is not before
