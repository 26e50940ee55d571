"""The wiring wizard's reasoning: few questions where a board is regular, the right map however wired."""

import random
from collections.abc import Callable

import pytest

from firmware_host.boardmap import expand, names_of
from firmware_host.wiring import Lamp, Wiring

Strips = list[list[str]]
SIDE = ["A0..A17", "AH1..AH5", "AS5..AS1"]
SECTION = ["A1..A17", "B0", "AH1..AH5", "skip 2", "AS1..AS5", "skip 1"]


def turned(holes: list[str], by: int, sides: int) -> list[str]:
    return [hole and chr((ord(hole[0]) - 65 + by) % sides + 65) + hole[1:] for hole in holes]


def around(runs: list[str], sides: int) -> list[str]:
    """A board whose sides are all wired like the first."""
    return [hole for side in range(sides) for hole in turned(expand(runs), side, sides)]


def track_first(sides: int) -> list[str]:
    return sorted(names_of(sides), key=lambda hole: (hole[1] in "HS", hole[1] == "S"))


def wired(strips: Strips, sides: int, elsewhere: frozenset[Lamp] = frozenset()) -> tuple[int, int]:
    """Answer every question by where the lamp really is: how many there were, and to how many yes was enough.

    At the end every lamp is at its hole, and none was asked about twice.
    """
    wiring = Wiring(sides, tuple(map(len, strips)), elsewhere)
    asked, yes = set(), 0
    while (lamp := wiring.proposal.question) is not None:
        assert lamp not in asked
        asked.add(lamp)
        hole = strips[lamp.strip][lamp.number]
        yes += hole == wiring.proposal.expected
        wiring = wiring.say(lamp, hole)
    assert wiring.strips() == strips
    assert wiring.proposal.lacking == ()
    return len(asked), yes


REGULAR: list[tuple[str, Strips, int, int]] = [
    ("side by side", [around(SIDE, 4)], 4, 16),
    ("the other way round", [around(SIDE, 4)[::-1]], 4, 17),
    ("the track first", [track_first(4)], 4, 18),
    (
        "from the middle of a side on",
        [track_first(4)[5:72] + track_first(4)[:5] + track_first(4)[72:]],
        4,
        19,
    ),
    ("ten sides", [around(SIDE, 10)], 10, 34),
    ("sections with lamps between them", [around(SECTION, 6)], 6, 27),
    ("sections on two strips", [around(SECTION, 6)[:93], around(SECTION, 6)[93:]], 6, 30),
    ("a strip that is longer", [[*around(SIDE, 4), *[""] * 188]], 4, 16),
    ("one of three rings", [[*[""] * 112, *around(SIDE, 6), *[""] * 224]], 6, 34),
]


@pytest.mark.parametrize(
    ("strips", "sides", "most"), [row[1:] for row in REGULAR], ids=[r[0] for r in REGULAR]
)
def test_the_rest_is_proposed_after_a_few(strips: Strips, sides: int, most: int) -> None:
    asked, yes = wired(strips, sides)
    assert asked <= most
    assert asked - yes <= 16, "most need no more than a yes"


def test_lamps_of_other_rings_are_not_asked_about() -> None:
    strips = [[*[""] * 112, *around(SIDE, 6), *[""] * 224]]
    others = frozenset(Lamp(0, number) for number in [*range(112), *range(280, 504)])
    assert wired(strips, 6, others)[0] == 22


def in_pieces(chance: random.Random, sides: int) -> Strips:
    """Rows cut apart, strung in any order, either way round, with lamps between them, on several strips."""
    rows = [expand([run]) for side in "ABCDEFGHIJ"[:sides] for run in rows_of(side)]
    chance.shuffle(rows)
    strips: Strips = [[""] for _ in range(chance.randint(1, 3))]
    for row in rows:
        strip = chance.choice(strips)
        strip += [""] * chance.choice([0, 0, 0, 1, 2, 7]) + row[:: chance.choice([1, -1])]
    return strips


def rows_of(side: str) -> list[str]:
    return [f"{side}0..{side}17", f"{side}H1..{side}H5", f"{side}S1..{side}S5"]


def lamp_by_lamp(chance: random.Random, sides: int) -> Strips:
    names = list(names_of(sides))
    chance.shuffle(names)
    return [names]


def reversed_sides(chance: random.Random, sides: int) -> Strips:
    """Sections alike, some of them mounted the other way round, and in any order."""
    sections = [turned(expand(SIDE), side, sides) for side in range(sides)]
    chance.shuffle(sections)
    return [[hole for section in sections for hole in section[:: chance.choice([1, -1])]]]


@pytest.mark.parametrize("scramble", [in_pieces, lamp_by_lamp, reversed_sides])
@pytest.mark.parametrize("seed", range(8))
def test_however_a_board_is_wired_every_lamp_is_at_its_hole(
    scramble: Callable[[random.Random, int], Strips], seed: int
) -> None:
    strips = scramble(random.Random(seed), 4)
    assert wired(strips, 4)[0] <= sum(map(len, strips))


def test_a_section_mounted_the_other_way_round_is_found_though_the_end_is_right() -> None:
    sides = [turned(expand(SIDE), side, 4) for side in range(4)]
    wired([[*sides[0], *sides[1], *sides[2][::-1], *sides[3]]], 4)
    rows = turned(expand(["A0..A17", "AH5..AH1", "AS5..AS1"]), 1, 4)
    wired([[*sides[0], *rows, *sides[2], *sides[3]]], 4)


def test_two_sections_exchanged_are_found_though_the_end_is_right() -> None:
    sides = [turned(expand(SIDE), side, 4) for side in range(4)]
    wired([[*sides[0], *sides[2], *sides[1], *sides[3]]], 4)


def test_the_last_word_counts() -> None:
    first, second = Lamp(0, 0), Lamp(0, 1)
    wiring = Wiring(4, (112,)).say(first, "A0").say(second, "A1")
    assert wiring.proposal.expected == "A17"
    wrong = wiring.say(second, "A0")
    assert wrong.told == {second: "A0"}
    assert wrong.proposal.question == first
    assert wrong.unsay() == wiring


def test_a_correction_takes_back_what_had_followed_from_the_mistake() -> None:
    truth = around(SIDE, 4)
    wiring = Wiring(4, (112,))
    for number, hole in ((0, "A0"), (1, "A1"), (17, "A17")):
        wiring = wiring.say(Lamp(0, number), hole)
    assert wiring.strips()[0][:18] == truth[:18]
    wiring = wiring.say(Lamp(0, 17), "C9")
    assert wiring.strips()[0][2:17] == [""] * 15


def test_holes_without_a_lamp_are_named_at_the_end() -> None:
    truth = around(SIDE, 4)[:-1]
    wiring = Wiring(4, (len(truth),))
    while (lamp := wiring.proposal.question) is not None:
        wiring = wiring.say(lamp, truth[lamp.number])
    assert wiring.proposal.lacking == ("DS1",)
