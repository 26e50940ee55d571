"""DESIGN 3, Lamps: levels, flashes and motion, whatever the table shows."""

from itertools import pairwise

import pytest

from docs import lamps
from docs.lamp_strips import LETTERS
from engine.inputs import Key, Pressed, ShowBoardAsked, TimeReached
from engine.palette import PALETTE
from engine.verdict import Reason, Why
from firmware_host.exposure import expose, frame, frame_within
from firmware_host.lighting import (
    FULL,
    HALF,
    LONGEST_MS,
    NO_FLASH_MS,
    PLATE,
    STEADY,
    WHITE,
    Glow,
    Light,
    Picture,
    Rgb,
    Rhythm,
    paint,
    rgb,
)
from firmware_host.meanings import BARS, Held, Moment, picture
from firmware_host.snapshot import Snapshot, flashes_since
from hardware.power import Supply, estimate_ma, limit
from tests.engine.table import Table
from tests.lamps.seen import LATER_MS, picture_of, refused, seen

APART = 2.5
FRAME_MS = 33


def peak(colour: Rgb) -> int:
    return max(colour)


# --- levels ---


@pytest.mark.parametrize("colour", [*PALETTE, "#ffffff", "#220000"])
@pytest.mark.parametrize("brightness", [0.02, 0.05, 0.1, 0.2, 0.35, 0.5, 0.8, 1.0])
def test_levels_stay_apart_at_night_too(colour: str, brightness: float) -> None:
    levels = [FULL, HALF, STEADY, PLATE]
    lights = [peak(expose(Glow(rgb(colour), level), brightness)) for level in levels]
    assert all(brighter >= APART * dimmer for brighter, dimmer in pairwise(lights)), lights


@pytest.mark.parametrize("budget_ma", [300, 500, 900, 2000])
def test_levels_stay_apart_within_the_budget(budget_ma: int) -> None:
    """All lamps of a board lit at once, which nothing ever asks for, at each level in turn."""
    holes = [f"A{n}" for n in range(112)]
    levels = [FULL, HALF, STEADY, PLATE]
    glows = {hole: Glow(rgb(PALETTE[i % 4]), levels[i // 4 % 4]) for i, hole in enumerate(holes)}
    supply = Supply(budget_ma)
    data = frame_within(holes, len(holes), glows, 1.0, lambda frame: limit(frame, supply))
    assert 0.6 * budget_ma < estimate_ma(data, supply) <= budget_ma
    for seat in range(4):
        lights = [max(data[3 * (seat + 4 * i) : 3 * (seat + 4 * i) + 3]) for i in range(4)]
        assert all(brighter >= APART * dimmer for brighter, dimmer in pairwise(lights)), lights


def test_a_frame_is_red_green_blue_in_wiring_order() -> None:
    glows = {"A1": Glow((255, 0, 0), FULL), "A3": Glow((0, 0, 255), HALF)}
    assert frame(["A3", "", "A1"], 4, glows, 1.0) == bytes([0, 0, 102, 0, 0, 0, 255, 0, 0, 0, 0, 0])
    assert frame(["A1", "A3"], 1, glows, 1.0) == bytes([255, 0, 0]), "lamps beyond the strip are left out"


def test_what_is_lit_stays_lit_and_keeps_its_colour() -> None:
    assert expose(Glow((255, 30, 0), 0.001), 0.02) == (1, 0, 0)
    assert expose(Glow((255, 255, 255), 0.0), 1.0) == (0, 0, 0)
    assert expose(Glow((0, 0, 0), 1.0), 1.0) == (0, 0, 0)


# --- every moment of many tables ---


def tables() -> dict[str, Picture]:
    """One table of each kind of thing that can be shown, all at LATER_MS."""
    found: dict[str, Picture] = {}
    table = Table("kilpatrick").stand("A:A10,A14,C0 C:B12 D:D10")
    table.now_ms = LATER_MS - 1000
    table.tap("7")
    found["choosing"] = picture_of(table.game)
    found["refused"] = refused(table.judged(Pressed(Key.CONFIRM, held=True), 0), LATER_MS)
    chain = Table().stand("A:A10 B:B3 C:A13,C0 D:C3")
    chain.now_ms = LATER_MS - 2000
    chain.choose("3", "A10-A13")
    found["just played"] = picture_of(chain.game)
    chain.press(Key.BACK, held=True, after_ms=0)
    found["undo offered"] = picture_of(chain.game)
    chain.tell(TimeReached(), 10_000)
    chain.tell(ShowBoardAsked(), 0)
    found["board"] = picture_of(chain.game)
    return found


TABLES = tables()


def brightenings(shown: Picture, from_ms: int, to_ms: int) -> dict[str, list[int]]:
    """When each lamp goes from dark to bright: from a glow to more than half."""
    found: dict[str, list[int]] = {}
    dark: dict[str, bool] = {}
    for now_ms in range(from_ms, to_ms, 10):
        glows, _ = paint(shown, now_ms)
        for name in dark.keys() | glows.keys():
            level = glows[name].level if name in glows else 0.0
            if level >= HALF and dark.get(name, True) and now_ms > from_ms:
                found.setdefault(name, []).append(now_ms)
            if level >= HALF or level <= STEADY:
                dark[name] = level <= STEADY
    return found


@pytest.mark.parametrize("name", TABLES)
def test_no_lamp_goes_from_dark_to_bright_more_than_twice_a_second(name: str) -> None:
    for times in brightenings(TABLES[name], LATER_MS - 500, LATER_MS + 6000).values():
        assert all(third - first >= 1000 for first, third in zip(times, times[2:], strict=False))


@pytest.mark.parametrize("name", TABLES)
def test_never_the_whole_board(name: str) -> None:
    """At no moment do more than half of a board's 112 lamps become bright at once."""
    together: dict[int, int] = {}
    for times in brightenings(TABLES[name], LATER_MS - 500, LATER_MS + 6000).values():
        for now_ms in times:
            together[now_ms] = together.get(now_ms, 0) + 1
    assert max(together.values(), default=0) <= 56


def test_however_often_one_is_refused_the_board_goes_out_at_most_once_a_second() -> None:
    """Presses that are refused, nine a second: what stands goes dark at most once in each."""
    table = Table().stand("A:A10 B:B12")
    snapshot, dark = Snapshot(game=table.game), []
    was_lit = True
    for now_ms in range(LATER_MS, LATER_MS + 5000, 10):
        if now_ms % 110 == 0:
            since_ms = flashes_since(snapshot, now_ms)
            snapshot = Snapshot(game=table.game, refusal=Reason(Why.NO_CARD), refused_ms=since_ms)
        is_lit = "B12" in paint(snapshot.picture, now_ms)[0]
        dark += [now_ms] if was_lit and not is_lit else []
        was_lit = is_lit
    assert len(dark) >= 3
    assert all(later - earlier >= 1000 for earlier, later in pairwise(dark))


# --- motion ---


@pytest.mark.parametrize("name", TABLES)
def test_when_nothing_moves_nothing_changes(name: str) -> None:
    """And while something does, it is said: thirty frames a second are made just then."""
    shown = TABLES[name]
    for now_ms in range(LATER_MS - 100, LATER_MS + 5000, FRAME_MS):
        glows, moving = paint(shown, now_ms)
        if not moving:
            assert paint(shown, now_ms + 100_000)[0] == glows


def test_nothing_moves_on_a_board_at_rest() -> None:
    table = Table("bark-up-a-tree").stand("A:A10 B:B12")
    table.tap("K")
    table.press(Key.CANCEL)
    assert not paint(picture_of(table.game), LATER_MS)[1]
    table.press(Key.NEXT, held=True)
    assert not paint(picture_of(table.game), LATER_MS)[1]


@pytest.mark.parametrize("players", [4, 8])
def test_a_comet_and_a_chain_are_over_in_two_and_a_half_seconds(players: int) -> None:
    """The longest way there is, and as many pegs pushed as a chain can have."""
    table = Table("pagat", players).stand("A:A10 B:A13,C3 C:B3")
    table.now_ms = LATER_MS
    table.choose("3", "A10-A13")
    shown = picture_of(table.game)
    ends = [flight.start_ms + flight.takes_ms for flight in shown.flights]
    assert len(ends) >= 2
    assert max(ends) <= table.now_ms + LONGEST_MS
    first = shown.flights[0]
    assert (first.start_ms, first.takes_ms) == (table.now_ms, 800)
    assert [flight.takes_ms for flight in shown.flights[1:]] == [400] * (len(ends) - 1)


def test_a_comet_comes_by_every_hole() -> None:
    table = Table().stand("A:A10")
    table.choose("K", "A10-B2")
    shown = picture_of(table.game)
    started_ms = shown.flights[0].start_ms
    heads = [
        name
        for now_ms in range(started_ms, started_ms + 800, 10)
        for name, glow in paint(Picture(flights=shown.flights), now_ms)[0].items()
        if glow.level == FULL
    ]
    assert list(dict.fromkeys(heads)) == [*(f"A{n}" for n in range(11, 18)), "B0", "B1", "B2"]


def test_reduced_motion_has_a_lit_path_and_a_fade() -> None:
    table = Table().stand("A:A10")
    table.tap("4")
    frames = {str(paint(picture_of(table.game), LATER_MS + ms, calm=True)) for ms in range(0, 2400, 100)}
    assert len(frames) == 1
    glows, moving = paint(picture_of(table.game), LATER_MS, calm=True)
    assert not moving
    assert [glows[name].level for name in ("A11", "A12", "A13")] == [STEADY] * 3
    table.press(Key.CONFIRM)
    flights = Picture(flights=picture_of(table.game).flights)
    fades = [paint(flights, table.now_ms + ms, calm=True)[0] for ms in (0, 400, 790)]
    assert [set(fade) for fade in fades] == [{"A11", "A12", "A13", "A14"}] * 3
    assert fades[0]["A11"].level > fades[1]["A11"].level > fades[2]["A11"].level


def test_a_light_runs_round_and_stops_at_the_first_seat() -> None:
    table = Table(first="C")
    shown = picture_of(table.game)
    (flight,) = shown.flights
    assert (len(flight.lamps), flight.lamps[-1]) == (72, "C8")
    assert flight.start_ms + flight.takes_ms <= table.now_ms + LONGEST_MS


# --- a button held ---


def test_a_hold_fills_the_plate_and_a_press_lights_nothing() -> None:
    table = Table().stand("A:A10")
    shown = picture(Moment(table.game, held=Held(LATER_MS, LATER_MS + 1200)))
    plate = "AS5 AS4 AS3 AS2 AS1 AH1..AH5"
    at_rest = seen(table.game, plate, LATER_MS + 290)
    assert seen(shown, plate, LATER_MS + 290) == at_rest
    assert seen(shown, plate, LATER_MS + 600).split()[:6] == ["R"] * 5 + at_rest.split()[5:6]
    assert seen(shown, plate, LATER_MS + 1200).split() == ["R"] * 10


# --- in grey ---


def luminance(colour: Rgb) -> float:
    """Rec. 709."""
    red, green, blue = colour
    return (0.2126 * red + 0.7152 * green + 0.0722 * blue) / 255


def greys(rhythm: Rhythm) -> list[float]:
    """How light a lamp of that meaning is to an eye without colours, over six seconds."""
    light = Light(WHITE, rhythm, HALF if rhythm is Rhythm.MAY else FULL, WHITE)
    light = BARS if rhythm is Rhythm.NO else light
    shown = Picture({"A0": light}, refused_ms=LATER_MS)
    glows = [paint(shown, LATER_MS + ms)[0].get("A0") for ms in range(0, 6000, 20)]
    return [0.0 if glow is None else luminance(glow.colour) * glow.level for glow in glows]


def lit(frames: list[float]) -> int:
    return sum(level > 0.3 for level in frames)


def changes(frames: list[float]) -> int:
    return sum((before > 0.3) != (after > 0.3) for before, after in pairwise(frames))


def test_rhythms_are_told_apart_without_colours() -> None:
    """`no` flashes fast and ends; `would` and `may` are steady, and apart in level; `lift` flashes short and
    `put` long."""
    no, would, may, lift, put = (greys(Rhythm(name)) for name in ("no", "would", "may", "lift", "put"))
    assert changes(no[: NO_FLASH_MS // 20]) >= 5
    assert changes(no[NO_FLASH_MS // 20 :]) == 0
    assert changes(would) == changes(may) == 0
    assert min(would) >= APART * max(may) > 0
    assert changes(lift) == changes(put) == 9
    assert lit(put) >= APART * lit(lift) > 0


def test_every_seat_has_a_letter_of_its_own() -> None:
    assert len(set(LETTERS.values())) == len(LETTERS) == len(PALETTE) + 2


def test_hand_work_begins_when_the_comet_is_over() -> None:
    table = Table().stand("A:A10 B:A13")
    table.choose("3", "A10-A13")
    shown = picture_of(table.game)
    carried = Picture(
        {name: light for name, light in shown.lights.items() if light.rhythm is Rhythm.LIFT},
        flights=shown.flights,
    )
    bright = [
        now_ms - table.now_ms
        for now_ms in range(table.now_ms, table.now_ms + 4000, 20)
        if paint(carried, now_ms)[0]["A10"].level == FULL
    ]
    assert 1200 <= bright[0] < 2400


def test_the_page_about_lamps_is_that_of_the_code() -> None:
    assert lamps.PAGE.read_text(encoding="utf-8") == lamps.page(), "run `make docs`"
    told = {scene.rhythm for scene in lamps.SCENES} | {Rhythm.PUT}
    assert told == {None, *Rhythm}


def test_what_would_be_taken_back_runs_backwards_turn_by_turn() -> None:
    """The pushed peg first, then the path from its end; held back again, the turn before."""
    table = Table().stand("A:A10 B:B3,A13")
    table.choose("3", "A10-A13")
    table.choose("4", "B3-B7")
    table.press(Key.BACK, held=True)
    (flight,) = picture_of(table.game).flights
    assert (flight.lamps, flight.start_ms) == (("B7", "B6", "B5", "B4"), table.now_ms)
    table.press(Key.BACK)
    pushed, back = picture_of(table.game).flights
    assert (pushed.lamps, back.lamps) == (("BS5", "A13"), ("A13", "A12", "A11"))
    assert (pushed.start_ms, back.start_ms) == (table.now_ms, table.now_ms + pushed.takes_ms)
    lights = picture_of(table.game).lights
    assert {lights[name].rhythm for name in ("A13", "A10", "A11", "A12")} == {Rhythm.WOULD}
    assert lights["AS1"].rhythm is Rhythm.ASK


def test_a_long_chain_hurries() -> None:
    """Both halves push: four pegs of one chain and one of another are all home in two and a half seconds."""
    table = Table("pagat", 8).stand("A:A10,B0 C:A13 E:C3 G:E3 B:G3 D:B4")
    table.now_ms = LATER_MS
    table.tap("7")
    table.point("A13")
    while "A10-A13" not in table.ring()[table.question.at]:
        table.press(Key.NEXT)
    table.press(Key.CONFIRM)
    flights = picture_of(table.game).flights
    assert len(flights) == 2 + 5
    last = flights[-1]
    assert table.now_ms + 2_400 < last.start_ms + last.takes_ms <= table.now_ms + LONGEST_MS
