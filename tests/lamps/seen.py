"""What a table's lamps show, as text; the letters are those of docs/lamp_strips.py."""

from docs.lamp_strips import row
from engine.game import Game
from engine.inputs import Key
from engine.step import Step
from engine.verdict import Reason
from firmware_host.boardmap import expand
from firmware_host.lighting import Picture
from firmware_host.meanings import Moment, picture
from tests.engine.table import Table

LATER_MS = 120_000
"""Long after everything that happens once, at the beginning of every period."""


def picture_of(game: Game, refusal: Reason | None = None, refused_ms: int = -1) -> Picture:
    """What the lamps mean."""
    return picture(Moment(game, refusal, refused_ms))


def refused(step: Step, at_ms: int) -> Picture:
    """What they mean just after an input was refused."""
    assert step.ruling is not None
    return picture_of(step.game, step.ruling, at_ms)


def seen(shown: Picture | Game, lamps: str, now_ms: int = LATER_MS) -> str:
    """Those lamps at a moment, one space between them: `A8..A15 AS1..AS5`."""
    shown = picture_of(shown) if isinstance(shown, Game) else shown
    return " ".join(row(shown, expand(lamps.split()), now_ms).split())


def at_rest() -> Table:
    """A game of four in which nothing moves on the lamps."""
    table = Table("bark-up-a-tree").stand("A:A10 B:B12")
    table.tap("K")
    table.press(Key.CANCEL)
    return table
