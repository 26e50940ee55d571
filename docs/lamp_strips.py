"""Lamps as text: `R` full, `r` half, `r-` steady, `r_` a plate's glow, `.` dark; a row of lamps a line."""

from collections.abc import Iterable, Sequence

from engine.palette import NAMES, PALETTE
from firmware_host.lighting import RED, WHITE, Glow, Picture, Rgb, paint, rgb

BAR = "X"
"""The red of what bars the way; no seat has it."""
LETTERS: dict[Rgb, str] = {rgb(colour): name[0].upper() for colour, name in zip(PALETTE, NAMES, strict=True)}
LETTERS |= {WHITE: "W", RED: BAR, rgb(PALETTE[-1]): "M"}


def cell(glow: Glow | None) -> str:
    """One lamp."""
    if glow is None or glow.level <= 0:
        return "."
    letter = LETTERS[glow.colour]
    for least, text in ((0.7, letter), (0.25, letter.lower()), (0.08, letter.lower() + "-")):
        if glow.level >= least:
            return text
    return letter.lower() + "_"


def row(picture: Picture, lamps: Iterable[str], now_ms: int, calm: bool = False) -> str:
    """The lamps at a moment."""
    glows, _ = paint(picture, now_ms, calm)
    return " ".join(cell(glows.get(name)).ljust(2) for name in lamps).rstrip()


def strip(picture: Picture, lamps: Sequence[str], times_ms: Iterable[int], calm: bool = False) -> str:
    """A row for each moment, the time in front, under the names of the lamps."""
    head = " " * 7 + " ".join(name.ljust(2) for name in lamps).rstrip()
    rows = [f"{now_ms:6} {row(picture, lamps, now_ms, calm)}" for now_ms in times_ms]
    return "\n".join([head, *rows])
