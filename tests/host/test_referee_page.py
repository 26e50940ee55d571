"""docs/referee.md: what it says is asked, and answered so."""

import json
import re

from firmware_host.referee_protocol import ANSWER_FIELDS, FIELDS, OPTIONAL_FIELDS, answer_line
from tests.tree import ROOT

PAGE = (ROOT / "docs" / "referee.md").read_text(encoding="utf-8")


def test_the_example_is_answered_as_the_page_says() -> None:
    asked, answered = (json.loads(block) for block in re.findall(r"```json\n(.+?)```", PAGE, re.DOTALL))
    assert answer_line(json.dumps(asked).encode()) == answered


def test_every_field_is_explained() -> None:
    explained = re.findall(r"^\| `(\w+)` \|", PAGE, re.MULTILINE)
    assert set(explained) == {*OPTIONAL_FIELDS, *FIELDS, "moves", "reasons"}
    assert not set(explained) & set(ANSWER_FIELDS)
