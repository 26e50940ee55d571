"""How the lamps look at a moment. DESIGN 3, Lamps: the rhythms, and what none of them may do."""

import itertools
from collections.abc import Callable

import pytest

from engine.cards import Card
from engine.inputs import CardTapped, Key
from firmware_host.lighting import (
    BLACK,
    FULL,
    HALF,
    PLATE,
    RED,
    STEADY,
    WHITE,
    Flight,
    Light,
    Picture,
    Rgb,
    Rhythm,
    paint,
)
from firmware_host.meanings import Moment, picture
from tests.engine.table import Table
from tests.lamps.test_pictures import SCENES, midgame

BLUE: Rgb = (0, 0, 255)
GREEN: Rgb = (0, 255, 0)
LEVELS = (FULL, HALF, STEADY, PLATE)


def alone(light: Light, **more: object) -> Picture:
    return Picture({"A1": light}, **more)  # type: ignore[arg-type]


def at(picture: Picture, ms: int, lamp: str = "A1") -> Rgb:
    return colours(picture, ms).get(lamp, BLACK)


def colours(picture: Picture, ms: int) -> dict[str, Rgb]:
    """Every lamp, its colour times its level."""
    glows = paint(picture, ms)[0]
    return {name: mixed(colour, level) for name, (colour, level) in glows.items()}


def mixed(colour: Rgb, level: float) -> Rgb:
    red, green, blue = (round(channel * level) for channel in colour)
    return red, green, blue


def runs(picture: Picture, lasting_ms: int, begin_ms: int = 0, step_ms: int = 10) -> list[tuple[Rgb, int]]:
    """What a lamp shows, and for how long each."""
    shown = [at(picture, begin_ms + ms) for ms in range(0, lasting_ms, step_ms)]
    return [(colour, step_ms * len(list(group))) for colour, group in itertools.groupby(shown)]


def test_levels_are_told_apart() -> None:
    for brighter, darker in itertools.pairwise(LEVELS):
        assert brighter / darker >= 2.5 - 1e-9


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("rhythm", [Rhythm.IS, Rhythm.MAY])
def test_what_stands_or_can_be_chosen_is_steady(rhythm: Rhythm, level: float) -> None:
    still = alone(Light(BLUE, rhythm, level))
    assert runs(still, 5_000) == [((0, 0, round(255 * level)), 5_000)]
    assert not paint(still, 0)[1]


def test_what_stands_is_no_brighter_than_fifteen_parts_of_a_hundred() -> None:
    for build in SCENES.values():
        lights = build().lights.values()
        assert all(light.level <= 0.15 for light in lights if light.rhythm is Rhythm.IS)


def test_while_a_question_is_open_all_else_is_at_a_tenth() -> None:
    standing = Light(BLUE, Rhythm.IS, STEADY)
    assert at(alone(standing, question=True), 0) == (0, 0, round(255 * 0.1))


def test_a_refusal_is_dark_around_it_then_flashes_then_stays_dim() -> None:
    """DESIGN 3: all else out 0.3 s; white-red twice a second for 1.5 s; then dim red until the next input."""
    shown = Picture(
        {"A1": Light(RED, Rhythm.NO, STEADY, WHITE), "A2": Light(BLUE, Rhythm.IS, STEADY)}, refused_ms=1_000
    )
    others = [ms for ms in range(1_000, 4_000, 10) if at(shown, ms, "A2") == BLACK]
    assert others == list(range(1_000, 1_300, 10))
    flashing = runs(shown, 1_800, begin_ms=1_000)
    assert flashing == [(WHITE, 250), (RED, 250)] * 3 + [(WHITE, 250), (RED, 50)]
    assert runs(shown, 3_000, begin_ms=2_800) == [((round(255 * STEADY), 0, 0), 3_000)]
    assert paint(shown, 2_799)[1]
    assert not paint(shown, 2_800)[1]


def test_an_asked_plate_breathes_every_two_seconds() -> None:
    breathing = alone(Light(BLUE, Rhythm.ASK, FULL))
    blues = [at(breathing, ms)[2] for ms in range(0, 4_000, 10)]
    assert blues[:200] == blues[200:]
    assert (min(blues), max(blues)) == (round(255 * STEADY), 255)
    assert blues[:100] == sorted(blues[:100])


def test_where_another_stands_both_colours_take_turns() -> None:
    shared = alone(Light(BLUE, Rhythm.SHARED, FULL, GREEN))
    assert runs(shared, 2_400) == [(BLUE, 600), (GREEN, 600)] * 2


@pytest.mark.parametrize(("rhythm", "on_ms"), [(Rhythm.LIFT, 200), (Rhythm.PUT, 800)])
def test_what_is_carried_by_hand_flashes(rhythm: Rhythm, on_ms: int) -> None:
    """One short flash to lift, one long one to put, every 1.2 s; dim under the next question."""
    dim = (0, 0, round(255 * PLATE))
    carried = alone(Light(BLUE, rhythm, FULL))
    assert runs(carried, 2_400) == [(BLUE, on_ms), (dim, 1_200 - on_ms)] * 2
    assert max(at(alone(Light(BLUE, rhythm, FULL), question=True), ms)[2] for ms in range(1_200)) < 30


def test_dashes_run_from_the_peg_to_its_end() -> None:
    path = {f"A{n}": Light(BLUE, Rhythm.WOULD, FULL, begin_ms=60 * n) for n in range(1, 8)}
    shown = Picture(path, question=True)
    lit = [[n for n in range(1, 8) if at(shown, ms, f"A{n}") == BLUE] for ms in range(0, 1_200, 60)]
    first = [
        min((i for i, now in enumerate(lit) if n in now and n not in lit[i - 1]), default=-1)
        for n in range(1, 8)
    ]
    assert first == sorted(first)
    assert all(len(now) <= 6 for now in lit)


# --- what was just played ---------------------------------------------------------------------------


def flown(shown: Picture, begin_ms: int, lasting_ms: int) -> list[str]:
    """The lamps that a comet passes, in order."""
    still = {
        name: at(Picture(shown.lights, shown.question, shown.refused_ms), 0, name) for name in shown.lights
    }
    passed: list[str] = []
    for ms in range(begin_ms, begin_ms + lasting_ms, 5):
        for flight in shown.flights:
            for name in flight.lamps:
                if at(shown, ms, name) == flight.colour and still.get(name) != flight.colour:
                    passed += [name] if passed[-1:] != [name] else []
    return passed


def test_a_comet_runs_the_path_in_at_most_eight_tenths_of_a_second() -> None:
    for card, holes in (("2", 2), ("K", 10)):
        table = midgame(pegs="A:A8 B:B10 C:C8 D:D8")
        table.choose(card, f"A8-{'A10' if holes == 2 else 'B0'}")
        table.press(Key.CONFIRM, after_ms=0)
        shown = picture(Moment(table.game))
        begin_ms = table.now_ms
        (flight,) = shown.flights
        assert (flight.start_ms, flight.takes_ms, len(flight.lamps)) == (begin_ms, 800, holes)
        assert flown(shown, begin_ms, 1_000) == list(flight.lamps)
        assert not flown(shown, begin_ms + 800, 2_000)


def test_each_shoved_peg_follows_in_its_order_in_four_tenths_of_a_second() -> None:
    """A teammate's peg is shoved on to its in-spot, and the peg that stood there to its start."""
    table = midgame(pegs="A:A8 B:C3 C:A13,C12 D:D8")
    table.choose("5", "A8-A13")
    flights = picture(Moment(table.game)).flights
    begin_ms = table.now_ms
    assert [(flight.lamps[-1], flight.start_ms - begin_ms, flight.takes_ms) for flight in flights] == [
        ("A13", 0, 800),
        ("C3", 800, 400),
        ("BS5", 1_200, 400),
    ]


def test_a_comet_takes_as_long_for_any_distance() -> None:
    for lamps in (1, 5, 179):
        shown = Picture(flights=(Flight(tuple(f"A{n}" for n in range(lamps)), BLUE, 0, 800),))
        lit, moving = paint(shown, 799)
        assert moving
        assert [name for name, glow in lit.items() if glow == (BLUE, FULL)] == [f"A{lamps - 1}"]
        assert paint(shown, 800) == ({}, False)


def test_a_comet_flies_over_what_stands_and_leaves_it() -> None:
    shown = Picture({"A1": Light(GREEN, Rhythm.IS, STEADY)}, flights=(Flight(("A0", "A1"), BLUE, 0, 800),))
    dim = (0, round(255 * STEADY), 0)
    assert [at(shown, ms) for ms in (0, 400, 800)] == [dim, BLUE, dim]


# --- what none may do -------------------------------------------------------------------------------


@pytest.mark.parametrize("build", SCENES.values(), ids=SCENES.keys())
def test_nothing_goes_dark_to_bright_more_than_twice_a_second(build: Callable[[], Picture]) -> None:
    shown = build()
    begin_ms = max([shown.refused_ms, *(flight.start_ms for flight in shown.flights)], default=0)
    history: dict[str, list[float]] = {name: [] for name in shown.lights}
    for ms in range(begin_ms, begin_ms + 4_000, 20):
        now = colours(shown, ms)
        for name, levels in history.items():
            levels.append(max(now.get(name, BLACK)) / 255)
    for name, levels in history.items():
        rises = [i for i in range(1, len(levels)) if levels[i] > 0.5 > 0.2 > levels[i - 1]]
        for one, other in zip(rises, rises[2:], strict=False):
            assert (other - one) * 20 >= 1_000, f"{name} goes bright too often"


@pytest.mark.parametrize("build", SCENES.values(), ids=SCENES.keys())
def test_a_picture_that_is_still_does_not_change(build: Callable[[], Picture]) -> None:
    """The lamp thread sleeps then: what moved unseen would stand still."""
    shown = build()
    frames = [paint(shown, ms) for ms in range(10_000, 16_000, 100)]
    if not any(moving for _, moving in frames):
        assert all(glows == frames[0][0] for glows, _ in frames)
    else:
        assert len({tuple(sorted(glows.items())) for glows, _ in frames}) > 1


def test_every_lamp_that_means_something_is_lit_at_some_moment() -> None:
    for title, build in SCENES.items():
        shown = build()
        lit = {
            name for ms in range(0, 4_000, 50) for name, c in colours(shown, 20_000 + ms).items() if any(c)
        }
        assert lit == set(shown.lights), title


def test_a_refused_card_goes_on_being_shown_when_the_flash_is_over() -> None:
    table = Table().stand("A:AH3")
    step = table.judged(CardTapped(Card.parse("4")))
    shown = picture(Moment(step.game, None))
    assert shown.lights["AH5"].rhythm is Rhythm.NO
    assert at(shown, 0, "AH5") == (round(255 * STEADY), 0, 0)
