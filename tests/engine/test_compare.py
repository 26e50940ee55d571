"""The engine and the slow generator, written apart from RULES.md, judge alike."""

import random
from dataclasses import asdict

import pytest
from hypothesis import given, settings

from tests.engine.compare import differences, turned_round
from tests.engine.fast import judged_at_once, judged_fast
from tests.slow.generator import outcomes
from tests.slow.positions import Case, cases, random_cases

CASES_A_SEED = 400


@pytest.mark.parametrize("seed", range(100, 108))
def test_seeded_cases_are_judged_alike(seed: int) -> None:
    found = list(differences(random_cases(seed, CASES_A_SEED), random.Random(seed)))
    assert not found, found[0]


@settings(max_examples=150, deadline=None)
@given(cases())
def test_any_case_is_judged_alike(case: Case) -> None:
    assert judged_fast(case) == outcomes(**asdict(case))
    assert sorted(judged_at_once(case)) == sorted(judged_fast(case))
    assert turned_round(case, random.Random(0)) == judged_fast(case)
