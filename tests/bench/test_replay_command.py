"""`peglight replay FILE`: done, found something, or nothing to read."""

import io
import random
import sys
from pathlib import Path

import pytest

from engine.inputs import NewGame
from engine.minutes import written
from firmware_host.__main__ import main
from firmware_host.headless import HeadlessTable, Policy


@pytest.fixture
def game(tmp_path: Path) -> Path:
    """A whole game in a file."""
    table = HeadlessTable(NewGame(4, "pagat"), random.Random(8), Policy.GREEDY)
    assert table.run(2000).finished
    file = tmp_path / "game.txt"
    file.write_text(written(table.play), encoding="utf-8")
    return file


def said(capsys: pytest.CaptureFixture[str]) -> str:
    """What stands on stdout, without the file's folder; stderr stays empty."""
    out, err = capsys.readouterr()
    assert err == ""
    return out.rpartition("/")[2].rstrip("\n")


def test_a_game_by_the_rules_is_told(game: Path, capsys: pytest.CaptureFixture[str]) -> None:
    turns, won = game.read_text().splitlines()[-2:]
    assert main(["replay", str(game)]) == 0
    side = won.removeprefix("won: ")
    assert said(capsys) == f"game.txt: pagat, 4 players, {turns.split()[0]} turns; {side} won."


def test_a_game_that_is_not_over_is_told(game: Path, capsys: pytest.CaptureFixture[str]) -> None:
    lines = game.read_text().splitlines()
    game.write_text("\n".join(lines[: lines.index("") + 6]))
    assert main(["replay", str(game)]) == 0
    assert said(capsys) == "game.txt: pagat, 4 players, 5 turns; it is the turn of B."


def test_one_turn_is_told_as_one(game: Path, capsys: pytest.CaptureFixture[str]) -> None:
    lines = game.read_text().splitlines()
    game.write_text("\n".join(lines[: lines.index("") + 2]))
    assert main(["replay", str(game)]) == 0
    assert said(capsys) == "game.txt: pagat, 4 players, 1 turn; it is the turn of B."


def test_where_it_breaks_the_rules_is_told(game: Path, capsys: pytest.CaptureFixture[str]) -> None:
    lines = game.read_text().splitlines()
    at = lines.index("") + 3
    lines[at] = f"{lines[at].split()[0]} B KH BS-B8"
    game.write_text("\n".join(lines))
    assert main(["replay", str(game)]) == 1
    assert said(capsys) == f"game.txt:{at + 1}: it is the turn of C, not of B"


def test_what_cannot_be_read_is_told_with_its_place(game: Path, capsys: pytest.CaptureFixture[str]) -> None:
    game.write_text(game.read_text().replace("rules: pagat", "rules: chess"))
    assert main(["replay", str(game)]) == 1
    assert said(capsys).startswith("game.txt:2:8: rules: there is no ruleset 'chess'")


def test_what_is_no_text_is_told_with_its_line(game: Path, capsys: pytest.CaptureFixture[str]) -> None:
    game.write_bytes(game.read_bytes().replace(b"players: 4", b"players: \xff"))
    assert main(["replay", str(game)]) == 1
    assert said(capsys) == "game.txt:3:10: it is no text in UTF-8"


def test_stdin_is_read(
    game: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(game.read_bytes())))
    assert main(["replay", "-"]) == 0
    assert said(capsys).startswith("stdin: pagat, 4 players")


def test_no_file_is_a_usage_error(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["replay", str(tmp_path / "none.txt")]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert "No such file" in err
