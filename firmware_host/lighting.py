"""How the lamps look at a moment. DESIGN 3, Lamps: place says who, colour says whose, motion says what.

What each lamp means is worked out in `meanings`; here a meaning becomes a colour and a level at a time, and
`exposure` makes light of them. Nothing here remembers anything.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import NamedTuple

Rgb = tuple[int, int, int]
RED: Rgb = (255, 0, 0)
WHITE: Rgb = (255, 255, 255)
BLACK: Rgb = (0, 0, 0)


class Rhythm(StrEnum):
    """What a lamp means, by how it moves. Where two meanings meet on a lamp the first of these is shown."""

    NO = "no"
    ASK = "ask"
    WOULD = "would"
    SHARED = "shared"
    MAY = "may"
    LIFT = "lift"
    PUT = "put"
    GO = "go"
    IS = "is"


FULL, HALF, STEADY, PLATE = 1.0, 0.4, 0.15, 0.055
"""Levels, each at least a factor 2.5 from the next: `exposure` keeps them so."""
DIMMED = 0.1
"""What everything else is at while a question is open, at most."""

DASH_STEP_MS, DASH_PERIOD_MS, DASH_ON_MS = 60, 1200, 300
NO_DARK_MS, NO_FLASH_MS, NO_PERIOD_MS = 300, 1800, 500
BLINK_MS = 200
ASK_PERIOD_MS = 2000
SHARED_PERIOD_MS = 1200
CARRY_PERIOD_MS, LIFT_ON_MS, PUT_ON_MS = 1200, 200, 800
RUN_STEP_MS, RUN_PERIOD_MS = 240, 2400
COMET_MS, PUSH_MS, LONGEST_MS = 800, 400, 2500
BEAT_MS = 600
"""A hole, where the comet counts aloud."""
GROWS_AFTER_MS = 300
"""A button let go of sooner lights nothing: a press is no hold."""
TAIL_MS = 60


class Glow(NamedTuple):
    """What one lamp looks like: its colour at full, and how much of it, 0 to 1."""

    colour: Rgb
    level: float


class Light(NamedTuple):
    """One lamp's meaning.

    Attributes:
        colour: what it steadily means; other: the second colour of `shared`, `no` and the run in a plate.
        level: 0 to 1, before the rhythm.
        begin_ms: how much later than the first lamp of its kind this one comes: in the dashes of `would`
            (0: it stands still), in the flashes of `lift` and `put`.
        run_ms: where in the run through the plate this lamp comes; -1: it takes no part.
    """

    colour: Rgb
    rhythm: Rhythm
    level: float
    other: Rgb = BLACK
    begin_ms: int = 0
    run_ms: int = -1


@dataclass(frozen=True, slots=True)
class Flight:
    """A peg on its way: the lamps it passes one after the other, from `start_ms` for `takes_ms`."""

    lamps: tuple[str, ...]
    colour: Rgb
    start_ms: int
    takes_ms: int


@dataclass(frozen=True, slots=True)
class Growing:
    """A button is held: lamps are filled one after the other until the hold is long enough, at `due_ms`."""

    lamps: tuple[str, ...]
    colour: Rgb
    since_ms: int
    due_ms: int


@dataclass(frozen=True, slots=True)
class Picture:
    """What the lamps mean.

    Attributes:
        lights: by the name of its hole, each lamp that means something.
        question: something is asked, and everything else is at a tenth.
        refused_ms: when something was refused; blinked_ms: when a confirm came too close upon a change;
            -1 for never.
        flights: what was just played, or is shown again.
        growing: the button that is held, if one is.
    """

    lights: Mapping[str, Light] = field(default_factory=dict)
    question: bool = False
    refused_ms: int = -1
    blinked_ms: int = -1
    flights: tuple[Flight, ...] = ()
    growing: Growing | None = None


_ALWAYS_MOVING = frozenset({Rhythm.ASK, Rhythm.SHARED, Rhythm.LIFT, Rhythm.PUT})
_BLINKING = frozenset({Rhythm.ASK, Rhythm.WOULD, Rhythm.SHARED, Rhythm.MAY})


def rgb(text: str) -> Rgb:
    """`#rrggbb` as numbers."""
    return int(text[1:3], 16), int(text[3:5], 16), int(text[5:7], 16)


def paint(picture: Picture, now_ms: int, calm: bool = False) -> tuple[dict[str, Glow], bool]:
    """What every lamp that is lit looks like at a moment, and whether the picture is still moving.

    With `calm`, motion is reduced: dashes are a lit path, and a comet a path that fades.
    """
    at = _Moment(picture, now_ms, calm)
    glows = {name: at.glow(light) for name, light in picture.lights.items() if at.is_lit(light)}
    flying = dict(_flying(picture.flights, now_ms, calm))
    grown = dict(_grown(picture.growing, now_ms))
    return glows | flying | grown, at.moves() or picture.growing is not None


class _Moment:
    """A picture at a time."""

    def __init__(self, picture: Picture, now_ms: int, calm: bool) -> None:
        self._lights = picture.lights
        self._now_ms = now_ms
        self._calm = calm
        refused = any(light.rhythm is Rhythm.NO for light in picture.lights.values())
        since_ms = now_ms - picture.refused_ms
        self._dimmed = refused or picture.question
        self._since_no_ms = since_ms if refused and picture.refused_ms >= 0 and since_ms >= 0 else NO_FLASH_MS
        self._flying = any(lasts(flight, now_ms) for flight in picture.flights)
        self._blinks = picture.blinked_ms >= 0 and 0 <= now_ms - picture.blinked_ms < BLINK_MS

    def moves(self) -> bool:
        """Whether a later moment looks different without anything having happened."""
        once = self._since_no_ms < NO_FLASH_MS or self._blinks or self._flying
        return once or any(self._moves(light) for light in self._lights.values())

    def _moves(self, light: Light) -> bool:
        dashes = light.rhythm is Rhythm.WOULD and light.begin_ms > 0 and not self._calm
        return dashes or light.rhythm in _ALWAYS_MOVING or (light.run_ms >= 0 and not self._dimmed)

    def is_lit(self, light: Light) -> bool:
        """Whether it is not out for the moment: beside what bars the way, or in a blink."""
        if self._since_no_ms < NO_DARK_MS and light.rhythm is not Rhythm.NO:
            return False
        return not (self._blinks and light.rhythm in _BLINKING)

    def glow(self, light: Light) -> Glow:
        """One lamp."""
        match light.rhythm:
            case Rhythm.NO:
                return self._no(light)
            case Rhythm.ASK:
                phase = self._now_ms % ASK_PERIOD_MS / ASK_PERIOD_MS
                return Glow(light.colour, STEADY + (light.level - STEADY) * (1 - abs(2 * phase - 1)))
            case Rhythm.SHARED:
                mover = self._now_ms % SHARED_PERIOD_MS < SHARED_PERIOD_MS // 2
                return Glow(light.colour if mover else light.other, light.level)
            case Rhythm.WOULD if light.begin_ms:
                return Glow(light.colour, self._dash(light))
            case Rhythm.LIFT | Rhythm.PUT:
                on_ms = LIFT_ON_MS if light.rhythm is Rhythm.LIFT else PUT_ON_MS
                flashes = not self._flying and (self._now_ms - light.begin_ms) % CARRY_PERIOD_MS < on_ms
                level = light.level * (DIMMED if self._dimmed else 1)
                return Glow(light.colour, level if flashes else level * PLATE)
            case Rhythm.IS:
                return self._is(light)
            case _:
                return Glow(light.colour, light.level)

    def _no(self, light: Light) -> Glow:
        flashing = self._since_no_ms < NO_FLASH_MS
        white = flashing and self._since_no_ms % NO_PERIOD_MS < NO_PERIOD_MS // 2
        return Glow(light.other if white else light.colour, FULL if flashing else light.level)

    def _dash(self, light: Light) -> float:
        if self._calm:
            return STEADY
        return light.level if (self._now_ms - light.begin_ms) % DASH_PERIOD_MS < DASH_ON_MS else PLATE

    def _is(self, light: Light) -> Glow:
        if self._dimmed:
            return Glow(light.colour, min(light.level, DIMMED))
        if light.run_ms >= 0 and (self._now_ms - light.run_ms) % RUN_PERIOD_MS < RUN_STEP_MS:
            return Glow(light.other, HALF)
        return Glow(light.colour, light.level)


def lasts(flight: Flight, now_ms: int) -> bool:
    """Whether a peg is on its way, or soon will be."""
    return 0 <= now_ms - flight.start_ms < flight.takes_ms or now_ms < flight.start_ms <= now_ms + LONGEST_MS


def _flying(flights: tuple[Flight, ...], now_ms: int, calm: bool) -> Iterator[tuple[str, Glow]]:
    """A head at full and a tail at half; or, calm, the whole path, fading."""
    for flight in flights:
        gone_ms, count = now_ms - flight.start_ms, len(flight.lamps)
        if not 0 <= gone_ms < flight.takes_ms:
            continue
        if calm:
            yield from dict.fromkeys(flight.lamps, Glow(flight.colour, 1 - gone_ms / flight.takes_ms)).items()
            continue
        head = gone_ms * count // flight.takes_ms
        tail = max(0, (gone_ms - TAIL_MS) * count // flight.takes_ms)
        yield from ((name, Glow(flight.colour, HALF)) for name in flight.lamps[tail:head])
        yield flight.lamps[head], Glow(flight.colour, FULL)


def _grown(growing: Growing | None, now_ms: int) -> Iterator[tuple[str, Glow]]:
    if growing is None or now_ms - growing.since_ms < GROWS_AFTER_MS:
        return
    share = min(1.0, (now_ms - growing.since_ms) / (growing.due_ms - growing.since_ms))
    for name in growing.lamps[: round(share * len(growing.lamps))]:
        yield name, Glow(growing.colour, FULL)
