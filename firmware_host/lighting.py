"""How the lamps look at a moment. DESIGN 3, Lamps: place says who, colour says whose, motion says what.

What each lamp means is worked out in `meanings`; here a meaning becomes a colour at a time. Nothing here
remembers anything.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from enum import StrEnum

Rgb = tuple[int, int, int]
RED: Rgb = (255, 0, 0)
WHITE: Rgb = (255, 255, 255)
BLACK: Rgb = (0, 0, 0)


class Rhythm(StrEnum):
    """What a lamp means, by how it moves."""

    NO = "no"
    ASK = "ask"
    WOULD = "would"
    SHARED = "shared"
    MAY = "may"
    LIFT = "lift"
    PUT = "put"
    GO = "go"
    IS = "is"


FULL, HALF, STEADY, PLATE = 1.0, 0.4, 0.15, 0.06
"""Levels, each at least a factor 2.5 from the next."""
DIMMED = 0.1
"""What a standing peg keeps of its level while a question is open."""

DASH_STEP_MS = 60
NO_DARK_MS, NO_FLASH_MS, NO_PERIOD_MS = 300, 1800, 500
ASK_PERIOD_MS = 2000
SHARED_PERIOD_MS = 1200
CARRY_PERIOD_MS, LIFT_ON_MS, PUT_ON_MS = 1200, 200, 800
DASH_PERIOD_MS = 1200
RUN_STEP_MS, RUN_PERIOD_MS = 240, 1920
COMET_MS, PUSH_MS = 800, 400


@dataclass(frozen=True, slots=True)
class Light:
    """One lamp's meaning.

    Attributes:
        colour: what it steadily means; other: the second colour of `shared` and `no`.
        level: 0 to 1, before the rhythm.
        dash_ms: where in the run of dashes this lamp comes, for `would`; 0 stands still.
        run_ms: where in the run that asks for a draw this lamp comes; -1: it takes no part.
    """

    colour: Rgb
    rhythm: Rhythm
    level: float
    other: Rgb = BLACK
    dash_ms: int = 0
    run_ms: int = -1


@dataclass(frozen=True, slots=True)
class Flight:
    """A peg on its way: the lamps it passes one after the other, from `start_ms` for `takes_ms`."""

    lamps: tuple[str, ...]
    colour: Rgb
    start_ms: int
    takes_ms: int


@dataclass(frozen=True, slots=True)
class Picture:
    """What the lamps mean.

    Attributes:
        lights: by the name of its hole, each lamp that means something.
        question: everything but the question is at a tenth; refused_ms: when something was refused, -1 never.
        flights: what was just played, or is shown again.
    """

    lights: Mapping[str, Light] = field(default_factory=dict)
    question: bool = False
    refused_ms: int = -1
    flights: tuple[Flight, ...] = ()


MOVING = frozenset({Rhythm.ASK, Rhythm.SHARED, Rhythm.LIFT, Rhythm.PUT})


def rgb(text: str) -> Rgb:
    """`#rrggbb` as numbers."""
    return int(text[1:3], 16), int(text[3:5], 16), int(text[5:7], 16)


def paint(picture: Picture, now_ms: int) -> tuple[dict[str, Rgb], bool]:
    """The colour of every lamp that is lit at a moment, and whether the picture is still moving."""
    shown = picture.lights
    refused = any(light.rhythm is Rhythm.NO for light in shown.values())
    since_no_ms = now_ms - picture.refused_ms if picture.refused_ms >= 0 else NO_FLASH_MS
    dimmed = refused or picture.question
    alone = refused and 0 <= since_no_ms < NO_DARK_MS
    colours = {
        name: _at(light, dimmed, since_no_ms, now_ms)
        for name, light in shown.items()
        if not alone or light.rhythm is Rhythm.NO
    }
    flying = dict(_flying(picture.flights, now_ms))
    moving = bool(flying) or (refused and since_no_ms < NO_FLASH_MS)
    return colours | flying, moving or any(_moves(light) for light in shown.values())


def _moves(light: Light) -> bool:
    return light.rhythm in MOVING or light.dash_ms > 0 or light.run_ms >= 0


def _at(light: Light, dimmed: bool, since_no_ms: int, now_ms: int) -> Rgb:
    match light.rhythm:
        case Rhythm.NO:
            flashing = since_no_ms < NO_FLASH_MS
            white = flashing and since_no_ms % NO_PERIOD_MS < NO_PERIOD_MS // 2
            return _scaled(light.other if white else light.colour, FULL if flashing else light.level)
        case Rhythm.ASK:
            phase = now_ms % ASK_PERIOD_MS / ASK_PERIOD_MS
            return _scaled(light.colour, STEADY + (FULL - STEADY) * (1 - abs(2 * phase - 1)))
        case Rhythm.SHARED:
            mover = now_ms % SHARED_PERIOD_MS < SHARED_PERIOD_MS // 2
            return _scaled(light.colour if mover else light.other, light.level)
        case Rhythm.WOULD if light.dash_ms:
            lit = (now_ms - light.dash_ms) % DASH_PERIOD_MS < DASH_PERIOD_MS // 4
            return _scaled(light.colour, light.level if lit else PLATE)
        case Rhythm.LIFT | Rhythm.PUT:
            on_ms = LIFT_ON_MS if light.rhythm is Rhythm.LIFT else PUT_ON_MS
            level = light.level * (DIMMED if dimmed else 1) if now_ms % CARRY_PERIOD_MS < on_ms else PLATE
            return _scaled(light.colour, level)
        case Rhythm.IS if light.run_ms >= 0 and not dimmed:
            there = (now_ms - light.run_ms) % RUN_PERIOD_MS < RUN_STEP_MS
            return _scaled(light.colour, HALF if there else light.level)
        case Rhythm.IS:
            return _scaled(light.colour, min(light.level, DIMMED) if dimmed else light.level)
        case _:
            return _scaled(light.colour, light.level)


def _flying(flights: tuple[Flight, ...], now_ms: int) -> Iterator[tuple[str, Rgb]]:
    for flight in flights:
        gone_ms = now_ms - flight.start_ms
        if 0 <= gone_ms < flight.takes_ms:
            yield flight.lamps[gone_ms * len(flight.lamps) // flight.takes_ms], flight.colour


def _scaled(colour: Rgb, level: float) -> Rgb:
    red, green, blue = colour
    return round(red * level), round(green * level), round(blue * level)
