"""`peglight rules NAME`: the sentences of the ruleset that would be enforced, or why there is none."""

import pytest

from engine.ruleset import PRESETS
from firmware_host import exits
from firmware_host.__main__ import main


def printed(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    assert main(["rules", *words]) == exits.DONE
    out, err = capsys.readouterr()
    assert err == ""
    return out


@pytest.mark.parametrize("preset", PRESETS)
def test_every_preset_is_told_chapter_by_chapter(preset: str, capsys: pytest.CaptureFixture[str]) -> None:
    lines = printed(capsys, preset).splitlines()
    assert not lines[0].startswith(" ")
    assert sum(not line.startswith("  ") for line in lines) > 3


@pytest.mark.parametrize(
    "option", ["jack=11", "two_swaps=true", "joker_from_start=come_out", "joker_from_start=occupied,come_out"]
)
def test_a_house_option_changes_what_is_told(option: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert printed(capsys, "pagat", "--option", option) != printed(capsys, "pagat")


@pytest.mark.parametrize(
    ("words", "named"),
    [
        (["whist"], "whist"),
        (["pagat", "--option", "jack=12"], "jack"),
        (["pagat", "--option", f"jack={'9' * 5_000}"], "jack"),
        (["pagat", "--option", "jack"], "jack"),
        (["pagat", "--option", "joker_from_start=any"], "joker_from_start"),
    ],
    ids=lambda value: str(value)[:60],
)
def test_what_is_no_ruleset_is_said_in_one_sentence(
    words: list[str], named: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["rules", *words]) == exits.USAGE
    out, err = capsys.readouterr()
    assert out == ""
    (line,) = err.splitlines()
    assert line.startswith("peglight rules: ")
    assert named in line
