"""The page about faults names tests that exist, and no row without one."""

import re
from collections import Counter

from tests.tree import ROOT

PAGE = (ROOT / "docs" / "faults.md").read_text(encoding="utf-8")
NAMED = re.compile(r"`(test_\w+)::(test_\w+)`")
ROWS = [line for line in PAGE.splitlines() if line.startswith("| ") and not line.startswith("| fault ")]


FILES = sorted((ROOT / "tests").rglob("test_*.py"))


def test_the_name_of_a_file_says_which_it_is() -> None:
    named = Counter(path.stem for path in FILES)
    assert [name for name, count in named.items() if count > 1] == []


def test_each_fault_is_shown_by_tests_that_are_there() -> None:
    files = {path.stem: path.read_text(encoding="utf-8") for path in FILES}
    named = [(row, NAMED.findall(row)) for row in ROWS]
    assert len(named) > 30
    assert [row for row, tests in named if not tests] == []
    missing = [
        f"{module}::{test}"
        for _row, tests in named
        for module, test in tests
        if f"\ndef {test}(" not in files.get(module, "")
    ]
    assert missing == []


def test_each_row_says_what_the_board_does_and_what_is_seen() -> None:
    assert [row for row in ROWS if row.count(" | ") != 3] == []
