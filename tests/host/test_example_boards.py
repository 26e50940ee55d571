"""The boards in docs/boards are sound, and every hole of their rings has its lamp."""

from pathlib import Path

import pytest

from firmware_host.boardmap import names_of
from firmware_host.config import load
from hardware.rig import mistakes

BOARDS = Path(__file__).parents[2] / "docs" / "boards"
RINGS = {"four": [4], "six-sections": [6], "three-rings": [4, 6, 8]}


def test_each_example_is_tried_here() -> None:
    assert {file.stem for file in BOARDS.glob("*.toml")} == set(RINGS)


@pytest.mark.parametrize(("board", "rings"), RINGS.items())
def test_an_example_board_is_sound(board: str, rings: list[int]) -> None:
    config = load(BOARDS / f"{board}.toml")
    assert [text for spec in config.specs for text in mistakes(spec)] == []
    (plan,) = config.strip_plans.values()
    assert sorted(plan.rings) == rings
    for sides in rings:
        assert sorted(filter(None, plan.rings[sides])) == sorted(names_of(sides))


def test_rings_share_no_lamp() -> None:
    """RULES 1: on a board of several rings each lamp is of one of them."""
    (plan,) = load(BOARDS / "three-rings.toml").strip_plans.values()
    lit = [{lamp for lamp, hole in enumerate(holes) if hole} for holes in plan.rings.values()]
    assert sum(map(len, lit)) == len(set.union(*lit)) == 504


def test_a_section_ends_on_the_next_side_s_corner() -> None:
    """RULES 1: a section's last hole in travel order is the next side's X0."""
    (plan,) = load(BOARDS / "six-sections.toml").strip_plans.values()
    holes = plan.rings[6]
    assert [holes[28 * section + 17] for section in range(6)] == ["B0", "C0", "D0", "E0", "F0", "A0"]
    assert holes[2] == "A3", "the in-spot is a section's third hole"
