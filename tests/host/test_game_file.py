"""A game told as text by one board and taken in by another. DESIGN 2, Notation; DESIGN 5, commands."""

import random
from pathlib import Path

import pytest

from engine.inputs import GameEnded, Hands, NewGame
from engine.minutes import written
from firmware_host.headless import HeadlessTable, Policy
from firmware_host.history import History
from tests.host.daemon_process import peglight
from tests.host.rows import Recorder, new_game

TURNS = 30


def journal_of(home: Path) -> Path:
    """Where a command run with that home keeps its journal."""
    folder = home / "state" / "peglight"
    folder.mkdir(parents=True, exist_ok=True)
    return folder / "journal.sqlite"


def game_of(turns: int, asked: NewGame | None = None) -> str:
    """The text of a game of so many turns, the first of its board."""
    table = HeadlessTable(asked or new_game(), random.Random(3), Policy.GREEDY)
    table.run(turns)
    return written(table.play)


@pytest.mark.parametrize("turns", [0, TURNS, 5000])
def test_a_game_goes_to_another_board_and_comes_back_the_same(tmp_path: Path, turns: int) -> None:
    text = game_of(turns)
    (tmp_path / "game.txt").write_text(text, encoding="utf-8-sig")
    done = peglight(tmp_path, "import", "game.txt")
    assert (done.returncode, done.stdout) == (0, b"")
    assert done.stderr.decode() == "The game is kept as number 1.\n"
    out = peglight(tmp_path, "export", "game")
    assert (out.returncode, out.stdout.decode()) == (0, text)
    assert ("\nwon: " in text) == (turns == 5000)


def test_a_running_game_is_not_lost_to_one_that_is_taken_in(tmp_path: Path) -> None:
    (tmp_path / "game.txt").write_text(game_of(TURNS))
    recorder = Recorder(journal_of(tmp_path))
    recorder.tell(new_game())
    done = peglight(tmp_path, "import", "game.txt")
    assert (done.returncode, done.stderr.decode()) == (
        3,
        "a game is running: end it first, or it would be lost\n",
    )
    assert len(History(journal_of(tmp_path)).games()) == 1
    recorder.tell(GameEnded())
    assert peglight(tmp_path, "import", "game.txt").returncode == 0
    newest, first = History(journal_of(tmp_path)).games()
    assert (newest.turns, newest.running, first.running) == (TURNS, True, False)
    recorder.journal.close()


def test_a_game_that_breaks_the_rules_is_not_kept(tmp_path: Path) -> None:
    text = game_of(TURNS)
    lines = text.splitlines()
    at = next(number for number, line in enumerate(lines) if line.startswith("1 "))
    (tmp_path / "game.txt").write_text("\n".join([*lines[:at], "1 A 5♥ A1-A6", *lines[at + 1 :]]))
    done = peglight(tmp_path, "import", "game.txt")
    assert done.returncode == 2
    (line,) = done.stderr.decode().splitlines()
    assert line.startswith(f"game.txt:{at + 1}: 5♥ moves nothing: ")
    (tmp_path / "game.txt").write_text(text.replace("players: 4", "players: many"))
    done = peglight(tmp_path, "import", "game.txt")
    assert done.returncode == 2
    assert done.stderr.decode().startswith("game.txt:3:10: ")
    assert not journal_of(tmp_path).exists()


def test_a_game_is_told_by_its_number(tmp_path: Path) -> None:
    recorder = Recorder(journal_of(tmp_path))
    recorder.tell_all([new_game(), GameEnded(), new_game(rules="kilpatrick")])
    recorder.journal.close()
    assert b"rules: pagat\n" in peglight(tmp_path, "export", "game", "1").stdout
    assert b"rules: kilpatrick\n" in peglight(tmp_path, "export", "game").stdout
    done = peglight(tmp_path, "export", "game", "2")
    said = "peglight export: there is no game 2; the one before it is 1\n"
    assert (done.returncode, done.stdout, done.stderr.decode()) == (2, b"", said)
    done = peglight(tmp_path, "export", "game", "9" * 20)  # more than a store has numbers for
    said = f"peglight export: there is no game {'9' * 20}; the one before it is 3\n"
    assert (done.returncode, done.stderr.decode()) == (2, said)


def test_hands_in_play_are_not_told(tmp_path: Path) -> None:
    recorder = Recorder(journal_of(tmp_path))
    recorder.tell(new_game(hands=Hands.TRACKED))
    done = peglight(tmp_path, "export", "game")
    assert (done.returncode, done.stdout) == (2, b"")
    assert "running with tracked hands" in done.stderr.decode()
    recorder.tell(GameEnded())
    recorder.journal.close()
    assert b"hands: tracked\n" in peglight(tmp_path, "export", "game").stdout


def test_where_nothing_was_played_there_is_nothing_to_tell(tmp_path: Path) -> None:
    done = peglight(tmp_path, "export", "game")
    assert (done.returncode, done.stdout) == (2, b"")
    assert done.stderr.decode() == "peglight export: no game was played here\n"
