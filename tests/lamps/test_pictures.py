"""What each lamp means in the situations of a game, as pictures in text. DESIGN 3, Lamps.

    python -m tests.lamps.test_pictures > tests/lamps/pictures.txt      draws the expected ones anew

A line is a side: its track 0 to 17, its home row, its start bar. A lamp is a letter for its rhythm (n no,
a ask, w would, s shared, m may, l lift, p put, g go, i is; - a dash of a path), then the seat whose colour it
steadily means; ! is the red of a refusal.
"""

from collections.abc import Callable
from pathlib import Path

import pytest

from engine.board import PEGS, Seat, seat_name
from engine.cards import Card
from engine.inputs import CardTapped, Key, ShowBoardAsked, Told, UnknownTag
from engine.palette import PALETTE
from engine.verdict import Reason
from firmware_host.boardmap import names_of
from firmware_host.lighting import RED, Light, Picture, Rhythm, rgb
from firmware_host.meanings import Moment, picture
from tests.engine.table import Table

PICTURES = Path(__file__).with_name("pictures.txt")
MIDGAME = "A:A8,A12,B0,AH3 B:B10,C3 C:C8,CH1 D:A15,D8"
SCENES: dict[str, Callable[[], Picture]] = {}


def scene(build: Callable[[], Picture]) -> Callable[[], Picture]:
    SCENES[build.__doc__ or ""] = build
    return build


def shown(table: Table, refusal: Reason | None = None) -> Picture:
    return picture(Moment(table.game, refusal, table.now_ms if refusal else -1))


def refused(table: Table, told: Told) -> Picture:
    """The picture after an input that is refused."""
    step = table.judged(told)
    assert step.ruling is not None
    table.game = step.game
    return shown(table, step.ruling)


def midgame(turn: str = "A", pegs: str = MIDGAME) -> Table:
    return Table().stand(pegs, turn)


@scene
def turn() -> Picture:
    """the turn of B: its plate, its start counted, every peg"""
    return shown(midgame("B"))


@scene
def helping() -> Picture:
    """A is home and helps C: C's colour runs through the plate of A"""
    return shown(midgame(pegs="A:AH1,AH2,AH3,AH4,AH5 B:B10 C:C8,CH1"))


@scene
def results() -> Picture:
    """a 5, all results in one ring: the first shown whole, the others by their ends"""
    table = midgame()
    table.tap("5")
    return shown(table)


@scene
def next_result() -> Picture:
    """the same, the cursor one further"""
    table = midgame()
    table.tap("5")
    table.press(Key.NEXT)
    return shown(table)


@scene
def first_peg() -> Picture:
    """a 7, too many results for one ring: which peg"""
    table = midgame()
    table.tap("7")
    return shown(table)


@scene
def how_many() -> Picture:
    """the 7, the first peg taken: how many holes"""
    table = midgame()
    table.tap("7")
    table.press(Key.CONFIRM)
    return shown(table)


@scene
def joker() -> Picture:
    """a joker: who jumps; start counts once and lights its whole bar"""
    table = midgame()
    table.tap("Joker")
    return shown(table)


@scene
def coming_out_on_another() -> Picture:
    """a king for B, whose come-out hole A holds: two colours in turn, and where the other goes"""
    table = midgame("B", "A:B8,A12 B:B10 C:C8 D:D8")
    table.tap("K")
    return shown(table)


@scene
def split_with_paths() -> Picture:
    """a 7 split between two pegs: one half's dashes, then the other's"""
    table = midgame(pegs="A:A8,A14 B:B10 C:C8 D:D8")
    table.tap("7")
    table.press(Key.BACK)
    return shown(table)


@scene
def refused_with_holes() -> Picture:
    """a 4 where home is too near: red where it ends"""
    return refused(midgame(pegs="A:AH3 B:B10 C:C8"), CardTapped(Card.parse("4")))


@scene
def refused_without_holes() -> Picture:
    """a 4 and no peg out: red start bar"""
    return refused(midgame(pegs="B:B10 C:C8"), CardTapped(Card.parse("4")))


@scene
def unknown_card() -> Picture:
    """an unknown card while another is in question: red plate"""
    table = midgame()
    table.tap("5")
    return refused(table, UnknownTag("04FF"))


@scene
def reasons() -> Picture:
    """the pegs that can't, one by one"""
    table = midgame(pegs="A:A8,A12,A17 B:B10 C:C8")
    table.tap("4")
    table.press(Key.NEXT, held=True)
    return shown(table)


@scene
def hand_work() -> Picture:
    """after a move that shoved another: what to carry, from where to where"""
    table = midgame(pegs="A:A8 B:A13,B10 C:C8 D:D8")
    table.choose("5", "A8-A13")
    return shown(table)


@scene
def hand_work_done() -> Picture:
    """the same, the hand work confirmed"""
    table = midgame(pegs="A:A8 B:A13,B10 C:C8 D:D8")
    table.choose("5", "A8-A13")
    table.press(Key.CONFIRM)
    return shown(table)


@scene
def board_shown() -> Picture:
    """show board: every start bar too"""
    table = midgame()
    table.tell(ShowBoardAsked())
    return shown(table)


@scene
def one_seat_shown() -> Picture:
    """show board, one seat"""
    table = midgame()
    table.tell(ShowBoardAsked())
    table.press(Key.NEXT)
    table.press(Key.NEXT)
    return shown(table)


@scene
def undo_offered() -> Picture:
    """undo offered: the last move backwards"""
    table = midgame(pegs="A:A8 B:A13,B10 C:C8 D:D8")
    table.choose("5", "A8-A13")
    table.press(Key.CONFIRM)
    table.press(Key.BACK, held=True)
    return shown(table)


@scene
def asleep() -> Picture:
    """asleep: the plate alone"""
    return picture(Moment(midgame().game, asleep=True))


@scene
def won() -> Picture:
    """A and C have won"""
    table = midgame(pegs="A:AH2,AH3,AH4,AH5,A1 C:CH1,CH2,CH3,CH4,CH5 B:B10 D:D8")
    table.choose("3", "A1-AH1")
    return shown(table)


# --- drawing ----------------------------------------------------------------------------------------

LETTERS = {rhythm: rhythm.value[0] for rhythm in Rhythm} | {Rhythm.LIFT: "l", Rhythm.PUT: "p"}
COLOURS = {rgb(colour): seat_name(Seat(seat)) for seat, colour in enumerate(PALETTE)} | {RED: "!"}


def drawn(picture: Picture) -> str:
    """A line for each side of a board of four; every lamp that means something is on it."""
    names = names_of(4)
    assert set(picture.lights) <= set(names)
    size = len(names) // 4
    return "\n".join(_side(picture, names[begin : begin + size]) for begin in range(0, len(names), size))


def _side(picture: Picture, names: list[str]) -> str:
    lamps = [_lamp(picture.lights.get(name)) for name in names]
    track, home, start = lamps[: -2 * PEGS], lamps[-2 * PEGS : -PEGS], lamps[-PEGS:]
    return f"{names[0][0]}  {' '.join(track)}   {' '.join(home)}   {' '.join(start)}"


def _lamp(light: Light | None) -> str:
    if light is None:
        return "."
    dashes = light.rhythm is Rhythm.WOULD and light.begin_ms
    letter = "-" if dashes else LETTERS[light.rhythm]
    return letter + COLOURS[light.colour]


def expected() -> dict[str, str]:
    parts = PICTURES.read_text(encoding="utf-8").strip().split("\n\n")
    return {title: lines for title, _, lines in (part.partition("\n") for part in parts)}


def all_drawn() -> str:
    return "\n\n".join(f"{title}\n{drawn(build())}" for title, build in SCENES.items())


@pytest.mark.parametrize("title", SCENES)
def test_the_lamps_mean_what_was_agreed(title: str) -> None:
    assert drawn(SCENES[title]()).splitlines() == expected()[title].splitlines()


def test_every_picture_is_of_a_scene() -> None:
    assert list(expected()) == list(SCENES)


if __name__ == "__main__":
    print(all_drawn())
