"""Random cases to judge: every preset, table, team plan and option mix, on boards where something happens.

One builder, `built_case`, makes every choice through `pick`. A seeded `random.Random` drives it for long
runs, Hypothesis drives it where a failure should shrink; what comes first in a sequence is the simplest.
Cases hold only what RULES 10 does not refuse, and among it what it ignores.
"""

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Protocol, TypeVar

from hypothesis import strategies as st

from tests.slow.generator import SUITS, Outcome
from tests.slow.one_peg import SEATS, all_track_holes, come_out, in_spot
from tests.slow.rules import PRESETS, VALUES

T = TypeVar("T")

Teams = list[list[str]]
Pegs = dict[str, list[str]]


@dataclass(frozen=True, slots=True)
class Case:
    """One question to a referee; the fields are the arguments of `generator.outcomes`."""

    rules: str
    options: dict[str, object]
    sides: int
    teams: Teams
    pegs: Pegs
    turn: str
    card: str


class Pick(Protocol):
    def __call__(self, among: Sequence[T], /) -> T: ...


def random_case(rng: random.Random) -> Case:
    return built_case(rng.choice)


def random_cases(seed: int, count: int) -> Iterator[Case]:
    """`count` cases, the same for the same seed."""
    rng = random.Random(seed)
    for _ in range(count):
        yield random_case(rng)


@st.composite
def cases(draw: st.DrawFn) -> Case:
    def pick(among: Sequence[T], /) -> T:
        return draw(st.sampled_from(among))

    return built_case(pick)


def built_case(pick: Pick) -> Case:
    rules = pick(["pagat", "bark-up-a-tree", "social-security", "kilpatrick", "gamerules"])
    manner = pick(MANNERS)
    card = pick(["7", "9"] if manner == "last" and pick([True, False]) else CARDS)
    options = some_options(pick, rules, card)
    # A preset as it stands keeps to its own tables; a house ruleset may widen it to any row of RULES 2.
    sides, teams = pick(TABLES if bool(options) and pick([False, True]) else PRESET_TABLES[rules])
    chosen = PRESETS[rules] | options
    if chosen["control"] == "team" and all(len(team) == 1 for team in teams):
        # RULES 10: control = team is refused where no side has two seats.
        options["control"] = "own_then_help"
    turn = pick([seat for team in teams for seat in team])
    pegs = placement(pick, manner, sides, teams, turn)
    if card != "Joker" and pick([False, False, True]):
        card += pick(SUITS)
    return Case(rules, options, sides, teams, pegs, turn, card)


def some_options(pick: Pick, rules: str, card: str) -> dict[str, object]:
    concerned = list(VALUES) + ABOUT_ONE_CARD.get(card, []) * 4
    names = [pick(concerned) for _ in range(pick([0, 0, 0, 1, 1, 2, 3, 5, len(VALUES)]))]
    options: dict[str, object] = {name: pick(VALUES[name]) for name in names}
    if options.get("nine", PRESETS[rules]["nine"]) == "forward":
        # RULES 10: refused where it is given; inherited from the preset it is ignored.
        options.pop("nine_direction", None)
    return options


ABOUT_ONE_CARD = {
    "J": ["jack"],
    "Q": ["queen"],
    "K": ["king"],
    "2": ["two_swaps"],
    "7": ["split_carry"],
    "9": ["nine", "nine_direction", "split_carry"],
    "Joker": ["joker_from_start", "joker_from_track"],
}

# The cards with most to go wrong come up more often.
CARDS = (
    ["A", "2", "3", "4", "5", "6", "10", "J", "Q", "K"]
    + ["A", "2", "8", "8", "K"]
    + ["7", "9", "Joker"] * 3
    + ["2", "7"]
)


# --- RULES 2: tables ------------------------------------------------------------------------------


def alternating(sides: int) -> Teams:
    return [list(SEATS[:sides:2]), list(SEATS[1:sides:2])]


def opposite(sides: int) -> Teams:
    half = sides // 2
    return [[SEATS[n], SEATS[n + half]] for n in range(half)]


TWO_PLAYERS: tuple[int, Teams] = (4, [["A"], ["C"]])
TWO_TEAMS: list[tuple[int, Teams]] = [(n, alternating(n)) for n in (4, 6, 8)]
PAIRS: list[tuple[int, Teams]] = [(n, opposite(n)) for n in (6, 8)]
TEN_PLAYERS: list[tuple[int, Teams]] = [(10, alternating(10)), (10, opposite(10))]

TABLES = [*TWO_TEAMS, *PAIRS, *TEN_PLAYERS, TWO_PLAYERS]

PRESET_TABLES = {
    "bark-up-a-tree": TABLES,
    "social-security": TABLES,
    "pagat": TWO_TEAMS + PAIRS,
    "kilpatrick": TWO_TEAMS,
    "gamerules": TWO_TEAMS,
}


def widens_its_preset(case: Case) -> bool:
    """Is this a table the preset itself does not list, so one for a house ruleset only?"""
    return (case.sides, case.teams) not in PRESET_TABLES[case.rules]


# --- Placements -----------------------------------------------------------------------------------

# How each seat of the mover's side stands, by the manner of the board: one profile is picked for each.
SIDE_PROFILES = {
    "start": ["start"],
    "opening": ["early", "early", "start"],
    "crowded": ["crowd"],
    "mixed": ["crowd", "early", "late", "wild", "finished", "start"],
    "late": ["late", "late", "late", "crowd", "finished"],
    "last": ["last", "crowd", "late"],
    "helping": ["last", "late", "crowd", "late", "finished", "early"],
    "won": ["finished"],
    "wild": ["wild"],
}
# With these manners the other sides stand otherwise.
OTHER_SIDES = {key: ["crowd", "early", "start", "finished"] for key in ("late", "last", "helping", "won")}
MANNERS = [
    "start",
    *["opening"] * 2,
    *["crowded"] * 8,
    *["mixed"] * 5,
    *["late"] * 8,
    *["helping"] * 6,
    *["last"] * 5,
    "won",
    *["wild"] * 3,
]


def placement(pick: Pick, manner: str, sides: int, teams: Teams, turn: str) -> Pegs:
    ours = next(team for team in teams if turn in team)
    seats = sorted(seat for team in teams for seat in team)
    profile = {
        seat: pick(SIDE_PROFILES[manner] if seat in ours else OTHER_SIDES.get(manner, SIDE_PROFILES[manner]))
        for seat in seats
    }
    if manner in ("helping", "last"):
        profile[turn] = {"helping": "finished", "last": "last"}[manner]
    room = Room(pick, sides, turn, {seat: [] for seat in seats})
    for seat in seats:
        for deep in {"finished": [1, 2, 3, 4, 5], "last": [2, 3, 4, 5]}.get(profile[seat], []):
            room.put(seat, [f"{seat}H{deep}"])
    if manner not in ("start", "opening"):
        links_of_chains(room, ours)
    for number in range(5):
        for seat in seats:
            if len(room.pegs[seat]) <= number:
                room.put(seat, candidates(room, seat, profile[seat], number))
    return room.pegs


class Room:
    """The board while it fills: a peg goes to a free hole among the candidates, else to its start."""

    def __init__(self, pick: Pick, sides: int, turn: str, pegs: Pegs) -> None:
        self.pick = pick
        self.track = all_track_holes(sides)
        self.pegs = pegs
        # Where the crowd is: around the in-spot and come-out of the mover's side and of one or two more.
        self.hot_sides = [turn, pick(list(pegs)), pick(SEATS[:sides])]

    def put(self, seat: str, among: Sequence[str]) -> None:
        if len(self.pegs[seat]) == 5:
            return
        taken = [hole for holes in self.pegs.values() for hole in holes]
        free = [hole for hole in among if hole == "S" or hole not in taken]
        self.pegs[seat].append(self.pick(free) if free else "S")


def links_of_chains(room: Room, ours: Sequence[str]) -> None:
    """Pegs on the in-spots and come-outs of the mover's side, teammates' above all. RULES 5."""
    for spot_of in ours:
        who = room.pick([None, *ours, *ours, *room.pegs])
        if who is not None:
            room.put(who, [in_spot(spot_of)])
        if room.pick([False, False, True]):
            room.put(room.pick(list(room.pegs)), [come_out(spot_of)])


def candidates(room: Room, seat: str, profile: str, number: int) -> Sequence[str]:
    """Holes among which the peg `number` of a seat is put, one of them picked."""
    at_home = [f"{seat}H{deep}" for deep in range(1, 6)]
    hot = [f"{side}{n}" for side in room.hot_sides for n in range(11)]
    spot = room.track.index(in_spot(seat))
    near = [room.track[(spot + away) % len(room.track)] for away in range(-13, 9)]
    match profile:
        case "early":
            return room.pick([["S"], ["S"], ["S"], near[13:], room.track])
        case "crowd":
            return room.pick([["S"], hot, hot, hot, hot, at_home, near])
        case "late":
            homed = number < room.pick([4, 4, 4, 3, 2])
            return at_home if homed else room.pick([near, near, near, hot, ["S"]])
        case "last":
            # One peg short of home, mostly within reach of XH1. RULES 6, split_carry.
            return room.pick([near[6:14], near[6:14], near[6:14], near])
        case "wild":
            return room.pick([["S"], room.track, room.track, room.track, at_home])
    return ["S"]


# --- The same case a seat on ----------------------------------------------------------------------


def seats_on(case: Case) -> int:
    """By how many seats a case is rotated: one, but with two players, A and C, two."""
    return 2 if len(case.pegs) == 2 else 1


def rotated(case: Case) -> Case:
    """The same case with every seat a seat on (two players: A and C changed) and every hole with it."""

    def on(name: str) -> str:
        return _renamed(name, case.sides, seats_on(case))

    return replace(
        case,
        teams=sorted(sorted(on(seat) for seat in team) for team in case.teams),
        pegs={on(seat): [on(hole) for hole in holes] for seat, holes in case.pegs.items()},
        turn=on(case.turn),
    )


def rotated_back(outcome: Outcome, case: Case) -> Outcome:
    """An outcome of `rotated(case)` in the seats and holes of `case`."""

    def back(name: str) -> str:
        return _renamed(name, case.sides, -seats_on(case))

    return tuple(sorted((back(seat), tuple(sorted(back(hole) for hole in holes))) for seat, holes in outcome))


def _renamed(name: str, sides: int, by: int) -> str:
    if name == "S":
        return name
    return SEATS[(SEATS.index(name[0]) + by) % sides] + name[1:]
