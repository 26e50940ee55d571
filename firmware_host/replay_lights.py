"""A game of the past on the lamps, turn by turn, while the page has them. DESIGN 3."""

from collections.abc import Mapping, Sequence

from engine.game import Game, Play, TurnShown
from firmware_host.exposure import frame
from firmware_host.lamp_loan import Show
from firmware_host.lamps import Looks
from firmware_host.lighting import paint
from firmware_host.snapshot import Snapshot


def turn_again(play: Play, holes: Mapping[str, Sequence[str]], looks: Looks, since_ms: int) -> Show:
    """The last turn of a game, run again in light from `since_ms` on, and the pegs as they stood after it;
    before any turn, the pegs alone.

    Args:
        holes: of each strip by its name, the hole of each lamp.
    """
    shown = TurnShown(0, since_ms) if play.turns else None
    snapshot = Snapshot(game=Game(play=play, shown=shown))
    picture = snapshot.beside if looks.opaque else snapshot.picture

    def show(strip: str, lamps: int, brightness: float, now_ms: int) -> bytes:
        glows, _moving = paint(picture, now_ms, looks.calm)
        return frame(holes.get(strip, ()), lamps, glows, brightness)

    return show
