"""The pegs to carry by hand from one position to another, in an order that works. RULES 5, chains."""

import random

import pytest

from engine.handwork import Carry, carries
from engine.position import Position, parse_position
from engine.seating import Seating, seating
from tests.engine.fast import standing
from tests.slow.positions import MANNERS, placement


def carried(before: str, after: str) -> list[str]:
    table = seating(4, 2)
    name = table.board.name
    found = carries(table, standing(table, before), standing(table, after))
    return [f"{name(one.start)}-{name(one.end)}" for one in found]


def test_a_chain_is_led_back_last_first() -> None:
    """A came out of B9 on to C's peg on D1, which went to C3, from which B's peg went to start. RULES 5."""
    assert carried("A:D1 C:C3", "A:B9 C:D1 B:C3") == ["D1-B9", "C3-D1", "S-C3"]


def test_pegs_that_traded_places_are_both_lifted() -> None:
    assert sorted(carried("A:A9 B:B9", "A:B9 B:A9")) == ["A9-B9", "B9-A9"]


def test_own_pegs_are_alike() -> None:
    assert carried("A:A9,A12", "A:A12,A15") == ["A9-A15"]


@pytest.mark.parametrize("seed", range(60))
def test_each_hole_is_free_when_its_turn_comes(seed: int) -> None:
    """Between any two positions; only pegs that go round in a circle wait for one that is held meanwhile."""
    rng = random.Random(seed)
    table = seating(*[(4, 2), (6, 3), (8, 2)][seed % 3])
    before, after = (somewhere(table, rng) for _ in range(2))
    found = carries(table, before, after)
    stands = {(one.start): one.seat for one in found if table.board.name(one.start) != "S"}
    for i, one in enumerate(found):
        stands.pop(one.start, None)
        if one.end in stands:
            waiting = found[i:]
            assert all(other.end in {w.start for w in waiting} for other in waiting)
    assert placed(table, before, found) == after


def somewhere(table: Seating, rng: random.Random) -> Position:
    teams = table.names()
    pegs = placement(rng.choice, rng.choice(MANNERS), table.board.sides, teams, teams[0][0])
    return parse_position(table, pegs)


def placed(table: Seating, before: Position, found: tuple[Carry, ...]) -> Position:
    """All pegs lifted, then all put down."""
    pegs = list(before)
    for seat, start, _end in found:
        pegs[seat] &= ~(1 << start) if table.board.name(start) != "S" else -1
    for seat, _start, end in found:
        pegs[seat] |= 1 << end if table.board.name(end) != "S" else 0
    return tuple(pegs)
