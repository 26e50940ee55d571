"""Whether two seats' colours look alike to somebody: to usual eyes, or to those of the colour-blind.

Sights by Machado, Oliveira and Fernandes 2009 at severity 1.0, for linear RGB; distances are CIE76.
"""

from collections.abc import Sequence
from functools import cache
from itertools import combinations
from math import dist

Triple = tuple[float, float, float]
Matrix = tuple[Triple, Triple, Triple]

USUAL: Matrix = ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0))
PROTAN: Matrix = (
    (0.152286, 1.052583, -0.204868),
    (0.114503, 0.786281, 0.099216),
    (-0.003882, -0.048116, 1.051998),
)
DEUTAN: Matrix = (
    (0.367322, 0.860646, -0.227968),
    (0.280085, 0.672501, 0.047413),
    (-0.011820, 0.042940, 0.968881),
)
TRITAN: Matrix = (
    (1.255528, -0.076749, -0.178779),
    (-0.078411, 0.930809, 0.147602),
    (0.004733, 0.691367, 0.303900),
)
TO_XYZ: Matrix = (
    (0.4124564, 0.3575761, 0.1804375),
    (0.2126729, 0.7151522, 0.0721750),
    (0.0193339, 0.1191920, 0.9503041),
)
WHITE: Triple = (0.95047, 1.0, 1.08883)
LEAST = {10: 25.0, 8: 30.0}
"""How far apart two colours must be at a table of so many seats; the shipped ones are, in their order."""
LEAST_OF_FEW = 35.0


def look_alike(colours: Sequence[str]) -> tuple[int, int] | None:
    """Which two of a table's colours are the hardest to tell apart, where that is too hard for somebody."""
    if len(colours) < 2:
        return None
    far, one, other = min(
        (distance(colours[i], colours[j]), i, j) for i, j in combinations(range(len(colours)), 2)
    )
    return (one, other) if far < LEAST.get(len(colours), LEAST_OF_FEW) else None


@cache
def distance(one: str, other: str) -> float:
    """How far apart two colours `#rrggbb` are for the eyes to which they are nearest."""
    return min(dist(seen(one, sight), seen(other, sight)) for sight in (USUAL, PROTAN, DEUTAN, TRITAN))


def seen(colour: str, sight: Matrix) -> Triple:
    """What that sight makes of a colour `#rrggbb`, in CIELAB."""
    red, green, blue = (_linear(int(colour[i : i + 2], 16) / 255) for i in (1, 3, 5))
    r, g, b = (min(1.0, max(0.0, part)) for part in _times(sight, (red, green, blue)))
    x, y, z = (_lightness(part / white) for part, white in zip(_times(TO_XYZ, (r, g, b)), WHITE, strict=True))
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def _times(matrix: Matrix, v: Triple) -> Triple:
    first, second, third = (sum(m * x for m, x in zip(row, v, strict=True)) for row in matrix)
    return first, second, third


def _linear(channel: float) -> float:
    return channel / 12.92 if channel <= 0.04045 else float(((channel + 0.055) / 1.055) ** 2.4)


def _lightness(part: float) -> float:
    return float(part ** (1 / 3)) if part > (6 / 29) ** 3 else part / (3 * (6 / 29) ** 2) + 4 / 29
