"""Why a game cannot be set up is said in every language: each sentence that is raised has its message."""

import ast
from collections.abc import Iterator
from gettext import NullTranslations

import pytest

from engine.ruleset import BadOption, build
from engine.seating import seating
from engine.setup_wording import PROBLEMS, say_problem, say_setup
from engine.verdict import Reason, Why
from engine.wording import say_reason
from tests.tree import ROOT
from web_ui.catalogues import read_catalogue

LANGUAGES = ("it", "fy", "de", "nl")
OF_COMMANDS = {"it must be 1 to 7", "it must be 0 or more"}
"""Said by commands in a terminal, which speak English."""


def raised() -> Iterator[str]:
    """What every `BadOption` and `BadPosition` in the source says, a 7 in each of its places."""
    for package in ("engine", "firmware_host"):
        for path in sorted((ROOT / package).glob("*.py")):
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
                called = getattr(node.func, "id", "") if isinstance(node, ast.Call) else ""
                if isinstance(node, ast.Call) and called in ("BadOption", "BadPosition"):
                    yield from _said(node.args[-1])


def _said(node: ast.expr) -> Iterator[str]:
    if isinstance(node, ast.Constant):
        yield str(node.value)
    elif isinstance(node, ast.JoinedStr):
        yield "".join(str(part.value) if isinstance(part, ast.Constant) else "7" for part in node.values)


def test_every_problem_that_is_raised_is_known() -> None:
    problems = set(raised()) - OF_COMMANDS
    assert len(problems) > 27
    german = read_catalogue("de")
    # `{players} players may add …` has two ends of its own
    unknown = [problem for problem in problems if say_setup(problem, german) == problem]
    assert unknown == ["7 players may add 7"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_problem_is_said_otherwise_in_every_language(language: str) -> None:
    words = read_catalogue(language)
    for message in PROBLEMS:
        english = message.replace("{", "").replace("}", "")
        said = say_problem(english, words)
        assert said != english, message
        for value in ("players", "allowed", "rules", "value", "most"):
            if f"{{{value}}}" in message:
                assert value in said, message


def test_values_and_lists_come_through() -> None:
    dutch = read_catalogue("nl")
    with pytest.raises(BadOption) as bad:
        seating(8, 3)
    assert say_problem(bad.value.problem, dutch) == "8 spelers kunnen geen 3 teams zijn; het mag 2 of 4 zijn"
    with pytest.raises(BadOption) as bad:
        build("pagat", {"joker_duty": "some or other"})
    assert "'some or other'" in bad.value.problem
    said = say_problem(bad.value.problem, dutch)
    assert said == "'some or other' mag niet; het mag never of only_play zijn"
    assert say_setup("teams: nobody sits there", dutch) == "teams: daar zit niemand"
    assert say_setup("something else", dutch) == "something else"
    assert say_problem("nobody sits there", NullTranslations()) == "nobody sits there"


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("why", Why)
def test_every_reason_is_said_in_every_language(language: str, why: Why) -> None:
    reason = Reason(why, by=2, name="X", deck="")
    said = say_reason(reason, None, read_catalogue(language))
    assert said != say_reason(reason, None, NullTranslations())
    assert "{" not in said
