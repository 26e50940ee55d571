"""How long lamps that move look the same, so that nobody paints what has not changed. DESIGN 3, Lamps.

Most of what moves on a board does so in steps: a lamp that runs through a plate stays a quarter of a second
where it is. Between two steps the processor may rest.
"""

from typing import assert_never

from firmware_host.lighting import (
    BLINK_MS,
    CARRY_PERIOD_MS,
    DASH_ON_MS,
    DASH_PERIOD_MS,
    LIFT_ON_MS,
    NO_FLASH_MS,
    PUT_ON_MS,
    RUN_PERIOD_MS,
    RUN_STEP_MS,
    SHARED_PERIOD_MS,
    Light,
    Picture,
    Rhythm,
    lasts,
)

LONGEST_MS = 10_000
"""What does not move at all is right for at least so long."""


def still_ms(picture: Picture, now_ms: int, calm: bool = False) -> int:
    """How long from now the lamps look as they do now, for certain; 0 while something glides."""
    if picture.growing or any(lasts(flight, now_ms) for flight in picture.flights):
        return 0
    for since_ms, takes_ms in ((picture.refused_ms, NO_FLASH_MS), (picture.blinked_ms, BLINK_MS)):
        if since_ms >= 0 and now_ms - since_ms < takes_ms:
            return 0
    return min((_still_ms(light, now_ms, calm) for light in picture.lights.values()), default=LONGEST_MS)


def _still_ms(light: Light, now_ms: int, calm: bool) -> int:
    match light.rhythm:
        case Rhythm.ASK:
            return 0
        case Rhythm.SHARED:
            return _to_step(now_ms, SHARED_PERIOD_MS // 2, SHARED_PERIOD_MS)
        case Rhythm.LIFT:
            return _to_step(now_ms - light.begin_ms, LIFT_ON_MS, CARRY_PERIOD_MS)
        case Rhythm.PUT:
            return _to_step(now_ms - light.begin_ms, PUT_ON_MS, CARRY_PERIOD_MS)
        case Rhythm.WOULD:
            dashes = light.begin_ms > 0 and not calm
            return _to_step(now_ms - light.begin_ms, DASH_ON_MS, DASH_PERIOD_MS) if dashes else LONGEST_MS
        case Rhythm.IS:
            runs = light.run_ms >= 0
            return _to_step(now_ms - light.run_ms, RUN_STEP_MS, RUN_PERIOD_MS) if runs else LONGEST_MS
        case Rhythm.NO | Rhythm.MAY | Rhythm.GO:
            return LONGEST_MS
        case _:
            assert_never(light.rhythm)


def _to_step(ms: int, on_ms: int, period_ms: int) -> int:
    """From a time until what is on for the first part of each period goes on or off."""
    at_ms = ms % period_ms
    return (on_ms if at_ms < on_ms else period_ms) - at_ms
