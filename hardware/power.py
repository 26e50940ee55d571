"""Keeps a frame within what the supply can give. Pure; a frame is R, G, B for each lamp.

An estimate, not a measurement: strips differ. The defaults err on the safe side, and a margin is kept.
"""

from dataclasses import dataclass

FULL = 3 * 255


@dataclass(frozen=True, slots=True)
class Supply:
    """What the lamps may draw in all, and what one draws at full white and when dark.

    `margin` is the part of the budget that is kept back for what the estimate does not know.
    """

    budget_ma: int
    lamp_ma: float = 60.0
    standby_ma: float = 1.0
    margin: float = 0.1

    def least_ma(self, lamps: int) -> int:
        """The smallest budget that lets each of `lamps` lamps be lit at all; a smaller one cannot be kept."""
        return int((self.standby_ma + 3 * self.lamp_ma / FULL) * lamps / (1 - self.margin)) + 1


def estimate_ma(frame: bytes, supply: Supply) -> float:
    """What the lamps draw while they show `frame`."""
    return sum(frame) * supply.lamp_ma / FULL + len(frame) // 3 * supply.standby_ma


def limit(frame: bytes, supply: Supply) -> bytes:
    """`frame`, dimmed as a whole where it needs more than the budget less the margin.

    Every channel keeps its share of the light, and one that is lit stays lit: at 1 if need be. That
    is kept even where the budget is below `Supply.least_ma`, and the budget then is not.
    """
    for_light_ma = supply.budget_ma * (1 - supply.margin) - len(frame) // 3 * supply.standby_ma
    allowed = max(0.0, for_light_ma * FULL / supply.lamp_ma)
    light = sum(frame)
    if light <= allowed:
        return frame
    dimmed = frame.translate(_dimming(allowed / light))
    if sum(dimmed) <= allowed:
        return dimmed
    # Rounding, or what had to stay lit, costs too much: set 1 aside for each lit channel and share the rest.
    lit = len(frame) - frame.count(0)
    return frame.translate(_dimming(max(0.0, (allowed - lit) / light)))


def _dimming(share: float) -> bytes:
    """The table that dims each value to `share` of it, and nothing lit to nothing."""
    return bytes([0, *(max(1, round(value * share)) for value in range(1, 256))])
