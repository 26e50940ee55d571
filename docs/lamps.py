"""Writes `lamps.md`: a strip of frames for each rhythm, painted by `lighting.paint`. `make docs` runs it."""

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from docs.lamp_strips import LETTERS, strip
from engine.board import Seat
from engine.cards import Card
from engine.game import Game
from engine.inputs import CardTapped, Chosen, Key, NewGame, PositionAgreed, Pressed, Told
from engine.palette import NAMES, PALETTE
from engine.referee import judge
from engine.verdict import Reason
from firmware_host.boardmap import expand
from firmware_host.lighting import Rhythm, rgb
from firmware_host.meanings import Held, Moment, picture

PAGE = Path(__file__).with_name("lamps.md")
NOW_MS = 120_000
"""The last input; every period begins anew then."""
EARLIER_MS = 60_000

INTRO = """# What the lamps say

Place says who, colour says whose, motion says what. Made by `make docs` from the code that lights the board.

A row is a moment, in milliseconds after the last input; a column is a lamp, named by its hole as in
[RULES.md](RULES.md), section 1. `R` is a lamp at full, `r` at half, `r-` steady and low, `r_` the glow
of a plate, `.` a dark one. The letters:
{letters}, W white, X the red of what bars the way.
"""


@dataclass(frozen=True)
class Scene:
    """Something on the board: pegs, what was told, and when which lamps are looked at."""

    rhythm: Rhythm | None
    title: str
    pegs: str
    told: tuple[Told, ...]
    lamps: str
    times_ms: Iterable[int]
    calm: bool = False
    held: bool = False


def tapped(card: str) -> CardTapped:
    """A card on the reader."""
    return CardTapped(Card.parse(card))


def pressed(key: Key, held: bool = False) -> Pressed:
    """A button."""
    return Pressed(key, held, source="buttons")


CONFIRM = pressed(Key.CONFIRM)
SCENES = (
    Scene(
        Rhythm.NO,
        "bars the way: a red peg may not land on yellow's, whose in-spot C3 is taken; all else is out for "
        "0.3 s, white-red for 1.5 s, then dim red until the next input",
        "A:A10 C:A15,C3",
        (tapped("5"),),
        "A10 A15 C3 B8 AS1 AH1",
        (0, 250, 300, 500, 750, 1000, 1250, 1500, 5000),
    ),
    Scene(
        Rhythm.ASK,
        "the table is asked: shall this turn be taken back? The plate breathes, two seconds a breath",
        "A:A10",
        (tapped("4"), Chosen("4 A10-A14"), CONFIRM, pressed(Key.BACK, held=True)),
        "AS2 AS1 AH1 AH2",
        range(0, 2001, 250),
    ),
    Scene(
        Rhythm.WOULD,
        "under the cursor: the peg, its end, dashes from one to the other",
        "A:A10",
        (tapped("5"),),
        "A10..A15",
        range(0, 1201, 150),
    ),
    Scene(
        Rhythm.SHARED,
        "another colour stands on the end: 0.6 s mover, 0.6 s stander; where the stander goes, its start, "
        "at half",
        "A:A10 B:A13",
        (tapped("3"),),
        "A10..A13 BS1..BS5",
        (0, 300, 600, 900, 1200),
    ),
    Scene(
        Rhythm.MAY,
        "can be chosen: half, steady, beside the one under the cursor",
        "A:A10,B3",
        (tapped("4"),),
        "A10..A14 B3..B7",
        (0, 600),
    ),
    Scene(
        Rhythm.LIFT,
        "carry by hand: a short flash where a peg is lifted, a long one (`put`) where it goes; the last "
        "pushed flashes first",
        "A:A10 B:A13",
        (tapped("3"), Chosen("3 A10-A13 xA13-S")),
        "A10..A13 BS1..BS5",
        (3000, 3200, 3300, 3500, 3900, 4200),
    ),
    Scene(
        Rhythm.GO,
        "just played: a comet runs the path in 0.8 s, then each pushed peg goes where it went in 0.4 s",
        "A:A10 B:A16",
        (tapped("6"), Chosen("6 A10-A16 xA16-S"), CONFIRM),
        "A10..A16 BS5",
        range(-1000, 401, 100),
    ),
    Scene(
        Rhythm.IS,
        "stands there, and the plate: steady, at most 15 %; a light runs through until a card is drawn and "
        "tapped",
        "A:A10 B:B12",
        (),
        "AS5 AS4 AS3 AS2 AS1 AH1..AH5 A10 B12",
        range(0, 2401, 240),
    ),
    Scene(
        None,
        "Held: lamps fill the plate until the button counts as held, 1.2 s",
        "A:A10",
        (tapped("5"),),
        "AS5 AS4 AS3 AS2 AS1 AH1..AH5",
        (0, 200, 300, 480, 720, 960, 1200),
        held=True,
    ),
    Scene(
        None,
        "Reduced motion: dashes are a lit path",
        "A:A10",
        (tapped("5"),),
        "A10..A15",
        (0, 600),
        calm=True,
    ),
)


def told_at(scene: Scene) -> tuple[Game, Reason | None]:
    """The game after all that was told, the last of it at NOW_MS, and why it was refused if it was."""
    agreed = PositionAgreed(_pegs(scene.pegs), Seat(0))
    told = (NewGame(4, "pagat", first=Seat(0), teams=2), agreed, *scene.told)
    game, ruling = Game(), None
    for before_last, one in zip(range(len(told) - 1, -1, -1), told, strict=True):
        step = judge(game, one, NOW_MS - 1000 * before_last if scene.told else EARLIER_MS)
        game, ruling = step.game, step.ruling
    return game, ruling


def _pegs(text: str) -> tuple[tuple[str, tuple[str, ...]], ...]:
    named = {"A": "", "B": "", "C": "", "D": ""} | dict(one.split(":") for one in text.split())
    out = {seat: [hole for hole in holes.split(",") if hole] for seat, holes in named.items()}
    return tuple((seat, (*holes, *["S"] * (5 - len(holes)))) for seat, holes in out.items())


def drawn(scene: Scene) -> str:
    """The strip of a scene."""
    game, ruling = told_at(scene)
    held = Held(NOW_MS, NOW_MS + 1200) if scene.held else None
    shown = picture(Moment(game, ruling, NOW_MS if ruling else -1, held=held))
    rows = strip(shown, expand(scene.lamps.split()), (NOW_MS + ms for ms in scene.times_ms), scene.calm)
    head, *frames = rows.splitlines()
    return "\n".join([head, *(f"{ms:5}{row[6:]}" for ms, row in zip(scene.times_ms, frames, strict=True))])


def page() -> str:
    """The whole page."""
    letters = ", ".join(f"{LETTERS[rgb(colour)]} {name}" for name, colour in zip(NAMES, PALETTE, strict=True))
    parts = [INTRO.format(letters=letters)]
    for scene in SCENES:
        title = f"`{scene.rhythm}`: {scene.title}" if scene.rhythm else scene.title
        parts.append(f"{title}.\n\n```\n{drawn(scene)}\n```\n")
    return "\n".join(parts)


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
