"""The worked positions that come with RULES.md, put to the engine."""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from tests.engine.fast import judged_fast
from tests.slow.generator import canonical
from tests.slow.positions import Case

POSITIONS = [
    json.loads(line)
    for line in (Path(__file__).parents[1] / "positions.jsonl").read_text(encoding="utf-8").splitlines()
]


def test_all_of_them_are_here_once() -> None:
    assert len({position["id"] for position in POSITIONS}) == len(POSITIONS) == 143


@pytest.mark.parametrize("position", POSITIONS, ids=lambda position: position["id"])
def test_worked_position(position: Mapping[str, Any]) -> None:
    case = Case(**{name: position[name] for name in Case.__dataclass_fields__})
    expected = {canonical(outcome) for outcome in position["outcomes"]}
    assert judged_fast(case) == expected, f"{position['id']}: {position['why']}"
