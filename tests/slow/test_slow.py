"""The slow generator against the worked positions and against itself turned round, and its cases."""

import ast
import json
from collections import Counter
from collections.abc import Mapping
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings

from tests.slow.generator import Outcome, canonical, outcomes
from tests.slow.one_peg import board_from
from tests.slow.positions import (
    ABOUT_ONE_CARD,
    PRESET_TABLES,
    TABLES,
    Case,
    cases,
    random_cases,
    rotated,
    rotated_back,
    widens_its_preset,
)
from tests.slow.rules import PRESETS, VALUES

HERE = Path(__file__).parent
POSITIONS = [json.loads(line) for line in (HERE.parent / "positions.jsonl").read_text().splitlines()]


def plain(card: str) -> str:
    return card if card == "Joker" else card.rstrip("HDCS")


def judged(case: Case) -> set[Outcome]:
    return outcomes(**asdict(case))


def test_all_worked_positions_are_here() -> None:
    assert len({position["id"] for position in POSITIONS}) == 143


@pytest.mark.parametrize("position", POSITIONS, ids=lambda position: position["id"])
def test_worked_position(position: Mapping[str, Any]) -> None:
    expected = {canonical(pegs) for pegs in position["outcomes"]}
    question = {name: position[name] for name in Case.__dataclass_fields__}
    assert outcomes(**question) == expected, position["why"]


# --- Independence ---------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["generator.py", "one_peg.py", "rules.py", "positions.py"])
def test_nothing_of_the_engine_is_used(name: str) -> None:
    tree = ast.parse((HERE / name).read_text())
    imported = {node.module or "" for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)}
    imported |= {
        alias.name for node in ast.walk(tree) if isinstance(node, ast.Import) for alias in node.names
    }
    ours = {module for module in imported if module.startswith("tests.")}
    assert ours <= {"tests.slow.generator", "tests.slow.one_peg", "tests.slow.rules"}
    outside = {module.split(".")[0] for module in imported - ours}
    assert outside <= {"collections", "dataclasses", "random", "typing", "hypothesis"}


# --- Turned round: no seat is special, RULES 1 ----------------------------------------------------


def assert_the_same_turned_round(case: Case) -> None:
    turned = {rotated_back(outcome, case) for outcome in judged(rotated(case))}
    assert turned == judged(case)


@pytest.mark.parametrize("seed", range(8))
def test_a_seat_further_on_nothing_changes(seed: int) -> None:
    for case in random_cases(seed, 60):
        assert_the_same_turned_round(case)


@settings(max_examples=60, deadline=None)
@given(cases())
def test_a_seat_further_on_nothing_changes_whatever_the_case(case: Case) -> None:
    assert_the_same_turned_round(case)


def test_a_case_turned_all_the_way_is_itself_again() -> None:
    for case in random_cases(11, 40):
        turned = case
        for _ in range(len(case.pegs)):
            turned = rotated(turned)
        assert turned == case


# --- What holds in every outcome ------------------------------------------------------------------


def test_every_outcome_is_a_position_and_moves_only_what_it_may() -> None:
    for case in random_cases(21, 400):
        before = {seat: tuple(sorted(holes)) for seat, holes in case.pegs.items()}
        ours = next(team for team in case.teams if case.turn in team)
        for outcome in judged(case):
            after = dict(outcome)
            assert after.keys() == before.keys()
            # RULES 1: five pegs a seat, no hole twice, home entries only in the own home.
            assert board_from(after, case.sides)
            if not (case.options.get("two_swaps") and case.card.startswith("2")):
                for seat in before.keys() - set(ours):
                    # RULES 5: an opponent is touched only by being sent to its start.
                    assert not Counter(h for h in after[seat] if h != "S") - Counter(before[seat])
            for seat, holes in before.items():
                # RULES 4.4: no peg leaves home.
                homed = sum(hole[1:2] == "H" for hole in holes)
                assert sum(hole[1:2] == "H" for hole in after[seat]) >= homed


# --- The cases are worth judging ------------------------------------------------------------------


def test_the_same_seed_gives_the_same_cases() -> None:
    assert list(random_cases(5, 20)) == list(random_cases(5, 20))


def test_random_cases_cover_every_preset_table_card_and_value() -> None:
    seen: set[object] = set()
    for case in random_cases(31, 3000):
        seen.add((case.rules, str((case.sides, case.teams))))
        seen.add(plain(case.card))
        seen |= {(name, str(value)) for name, value in case.options.items()}
    assert seen >= {(rules, str(table)) for rules in PRESETS for table in TABLES}
    assert seen >= {"A", *map(str, range(2, 11)), "J", "Q", "K", "Joker"}
    assert seen >= {(name, str(value)) for name, values in VALUES.items() for value in values}


def test_random_cases_hold_nothing_that_is_refused() -> None:
    for case in random_cases(32, 3000):
        chosen = PRESETS[case.rules] | case.options
        # RULES 10, "Refused".
        assert "nine_direction" not in case.options or chosen["nine"] != "forward"
        assert chosen["control"] != "team" or any(len(team) > 1 for team in case.teams)
        assert all(value in VALUES[name] for name, value in case.options.items())
        assert (case.sides, case.teams) in (TABLES if case.options else PRESET_TABLES[case.rules])
        assert widens_its_preset(case) <= bool(case.options)


def test_random_cases_bring_every_option_into_play() -> None:
    """Of 600 cases, some come out otherwise for each single option value that is changed."""
    decided: Counter[str] = Counter()
    for case in random_cases(33, 600):
        usual = judged(case)
        decided["no move"] += not usual
        for name in ["control", "home_entry", "blocked_in_spot", *ABOUT_ONE_CARD.get(plain(case.card), [])]:
            for value in VALUES[name]:
                changed = replace(case, options={**case.options, name: value})
                decided[f"{name} = {value}"] += judged(changed) != usual
    assert decided["no move"] < 120
    assert not {key for key, count in decided.items() if count < 2}, decided
