"""`peglight perft` prints a line a position."""

import json

import pytest

from engine.perft import SET_POSITIONS
from firmware_host.__main__ import main

AT_FOUR = ["perft", "--rules", "pagat", "--players", "4"]


def test_each_position_has_a_line(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([*AT_FOUR, "--depth", "2"]) == 0
    lines = [line.split() for line in capsys.readouterr().out.splitlines()]
    assert [line[0] for line in lines] == list(SET_POSITIONS)
    assert lines[0] == ["opening", "1", "2"]


def test_json_tells_all_that_is_counted(capsys: pytest.CaptureFixture[str]) -> None:
    assert (
        main(["perft", "--rules", "pagat", "--players", "6", "--teams", "3", "--depth", "1", "--json"]) == 0
    )
    records = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert len(records) == len(SET_POSITIONS)
    assert records[0] == {
        "rules": "pagat",
        "sides": 6,
        "teams": [["A", "D"], ["B", "E"], ["C", "F"]],
        "name": "opening",
        "pegs": {seat: ["S"] * 5 for seat in "ABCDEF"},
        "turn": "A",
        "hands": {seat: ["A", "5", "7", "8", "K", "Joker"] for seat in "ABCDEF"},
        "counts": [1],
    }


@pytest.mark.parametrize(
    ("words", "named"),
    [
        (["--rules", "chess", "--players", "4", "--depth", "1"], "chess"),
        (["--rules", "pagat", "--players", "10", "--depth", "1"], "players"),
        (["--rules", "kilpatrick", "--players", "6", "--teams", "3", "--depth", "1"], "teams"),
        (["--rules", "pagat", "--players", "4", "--depth", "0"], "depth"),
        (["--rules", "pagat", "--players", "4", "--depth", "13"], "depth"),
    ],
)
def test_what_cannot_be_counted_is_a_usage_error(
    words: list[str], named: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["perft", *words]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert named in err
