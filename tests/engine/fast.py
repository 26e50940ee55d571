"""The engine asked in the words of the slow generator, so that one case can be put to both."""

from collections.abc import Mapping, Sequence

from engine.board import seat_name
from engine.cards import Card
from engine.inputs import seat_of
from engine.moves import Choices, Movement, movement
from engine.position import Position, parse_position, write_position
from engine.ruleset import build
from engine.seating import Seating, seating_of
from tests.slow.generator import Outcome, canonical
from tests.slow.positions import Case


def movement_of(case: Case) -> Movement:
    """The table and rules of a case."""
    return movement(seating_of(case.sides, case.teams), build(case.rules, case.options))


def choices_of(case: Case) -> Choices:
    """What the engine offers."""
    moving = movement_of(case)
    position = parse_position(moving.table, case.pegs)
    return moving.choices(position, seat_of(case.turn), Card.parse(case.card).rank)


def judged_fast(case: Case) -> set[Outcome]:
    """The distinct placements that the engine offers, as the slow generator writes them."""
    table = seating_of(case.sides, case.teams)
    return {placed(table, result) for result in choices_of(case)}


def judged_at_once(case: Case) -> list[Outcome]:
    """The same where nobody asks for the recipes, which is found another way: as a hand of this one card."""
    moving = movement_of(case)
    position = parse_position(moving.table, case.pegs)
    results = moving.hand(position, seat_of(case.turn), [Card.parse(case.card).rank])
    return [placed(moving.table, result) for result in results]


def placed(table: Seating, position: Position) -> Outcome:
    """A position in the slow generator's one fixed order."""
    return canonical(write_position(table, position))


# --- A position in one line: `A:A10,AH2 C:C8`; what is not named stands in start ------------------


def pegs_of(text: str, seats: Sequence[str]) -> dict[str, list[str]]:
    """The five entries of each seat."""
    out = dict.fromkeys(seats, "") | dict(part.split(":") for part in text.split())
    named = {seat: [hole for hole in holes.split(",") if hole] for seat, holes in out.items()}
    return {seat: holes + ["S"] * (5 - len(holes)) for seat, holes in named.items()}


def standing(table: Seating, text: str) -> Position:
    """The position that the line tells."""
    return parse_position(table, pegs_of(text, [seat_name(seat) for seat in table.seats]))


def line_of(pegs: Mapping[str, Sequence[str]]) -> str:
    """A position in one line, seats and holes sorted."""
    out = {seat: sorted(hole for hole in holes if hole != "S") for seat, holes in sorted(pegs.items())}
    return " ".join(f"{seat}:{','.join(holes)}" for seat, holes in out.items() if holes)


# --- A card judged in one line ---------------------------------------------------------------------


def plays(
    card: str, pegs: str, rules: str = "pagat", teams: str = "AC BD", turn: str = "A", **options: object
) -> set[str]:
    """Every result of a card, as lines; what is not named stands in start."""
    named = [list(team) for team in teams.split()]
    seats = sorted(seat for team in named for seat in team)
    case = Case(rules, options, max(4, len(seats)), named, pegs_of(pegs, seats), turn, card)
    return {line_of(dict(outcome)) for outcome in judged_fast(case)}


def home(seat: str, *deep: int) -> str:
    """`AH1,AH2` and so on; all five where none is named."""
    return ",".join(f"{seat}H{n}" for n in deep or (1, 2, 3, 4, 5))
