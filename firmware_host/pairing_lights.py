"""The code of a browser that asks to be paired, on the lamps. DESIGN 6.

Every start bar shows it, from the first lamp on, so that it is read from every side of the table.
"""

from collections.abc import Sequence
from dataclasses import replace

from engine.board import PEGS, SEAT_LETTERS
from engine.game import Game
from firmware_host.lighting import FULL, Light, Picture, Rhythm, rgb

SIDES_WITHOUT_GAME = 4


def with_code(picture: Picture, game: Game, code: Sequence[str]) -> Picture:
    """What the lamps mean, with the code in place of the start bars while somebody asks."""
    if not code:
        return picture
    sides = game.play.setup.table.board.sides if game.play else SIDES_WITHOUT_GAME
    bars = [[f"{letter}S{i}" for i in range(1, PEGS + 1)] for letter in SEAT_LETTERS[:sides]]
    taken = {name for bar in bars for name in bar}
    lights = {name: light for name, light in picture.lights.items() if name not in taken}
    for bar in bars:
        for name, colour in zip(bar, code, strict=False):
            lights[name] = Light(rgb(colour), Rhythm.ASK, FULL)
    return replace(picture, lights=lights)
