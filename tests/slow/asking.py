"""A short way to put a question to the slow generator and to write its answer.

A position is written `A:A10,AH2 C:C8`: what is not named stands in start, in outcomes too; holes sorted.
"""

from collections.abc import Sequence

from tests.slow.generator import outcomes

FOUR = [["A", "C"], ["B", "D"]]
SIX = [["A", "C", "E"], ["B", "D", "F"]]
SIX_IN_PAIRS = [["A", "D"], ["B", "E"], ["C", "F"]]
TWO = [["A"], ["C"]]


def home(seat: str, *deep: int) -> str:
    return ",".join(f"{seat}H{n}" for n in deep or (1, 2, 3, 4, 5))


def play(
    card: str,
    position: str,
    rules: str = "pagat",
    teams: Sequence[Sequence[str]] = FOUR,
    turn: str = "A",
    **options: object,
) -> set[str]:
    pegs = {seat: ["S"] * 5 for team in teams for seat in team}
    for part in position.split():
        seat, holes = part.split(":")
        out = holes.split(",")
        pegs[seat] = out + ["S"] * (5 - len(out))
    sides = max(4, len(pegs))
    return {written(dict(outcome)) for outcome in outcomes(rules, options, sides, teams, pegs, turn, card)}


def written(pegs: dict[str, tuple[str, ...]]) -> str:
    out = {seat: [hole for hole in holes if hole != "S"] for seat, holes in pegs.items()}
    return " ".join(f"{seat}:{','.join(holes)}" for seat, holes in out.items() if holes)
