"""From what lamps look like to the bytes of a frame: brightness and current budget. DESIGN 3 and 4.

Levels stay a factor 2.5 apart however dim the board: below some twenty steps a lamp has too few of them for
that, so full is never less.
"""

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache

from firmware_host.lighting import Glow, Rgb

LEAST_FULL = 20
"""Of 255 steps, what a lamp at full level has at the very least in its strongest channel."""
STEP_DOWN = 0.85
DIMMEST = 0.02


@lru_cache(maxsize=1024)
def expose(glow: Glow, brightness: float) -> Rgb:
    """The light of one lamp. What is lit stays lit, and keeps its colour as far as so few steps can."""
    peak = max(glow.colour)
    if not peak or glow.level <= 0:
        return 0, 0, 0
    full = max(LEAST_FULL, int(peak * brightness))
    steps = max(1, int(full * glow.level + 1e-6))
    red, green, blue = (round(channel * steps / peak) for channel in glow.colour)
    return red, green, blue


def frame(holes: Sequence[str], lamps: int, glows: Mapping[str, Glow], brightness: float) -> bytes:
    """The frame of a strip: R G B for each lamp in wiring order."""
    data = bytearray(3 * lamps)
    for i, name in enumerate(holes[:lamps]):
        glow = glows.get(name)
        if glow is not None:
            data[3 * i : 3 * i + 3] = bytes(expose(glow, brightness))
    return bytes(data)


def frame_within(
    holes: Sequence[str],
    lamps: int,
    glows: Mapping[str, Glow],
    brightness: float,
    limit: Callable[[bytes], bytes],
) -> bytes:
    """The brightest frame, no brighter than asked, that the budget leaves as it is.

    Dimming it whole, and not the bytes of the finished frame, keeps the levels apart. Where even the dimmest
    is too much the budget has the last word.
    """
    data = frame(holes, lamps, glows, brightness)
    while limit(data) != data and brightness > DIMMEST:
        brightness *= STEP_DOWN
        data = frame(holes, lamps, glows, brightness)
    return limit(data)
