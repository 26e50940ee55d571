"""Games of the past, from the journal: listed, replayed, and never one that this version tells otherwise."""

import logging
import sqlite3
from pathlib import Path

import pytest

from engine.inputs import Chosen, GameEnded, NewGame, SeatLook, ThrowAsked, UndoAsked, seat_of
from engine.notation import write_move
from firmware_host.history import A_PAGE, MOST_KEPT, History
from firmware_host.log_tail import LINES, LogTail
from tests.host.daemon_process import DaemonProcess
from tests.host.running_loop import NEW_GAME, Table, table


def play(running: Table, card: str) -> None:
    """Tap a card and play its first choice, or throw it."""
    running.tap(card)
    question = running.game.question
    if question is not None and question.moves:
        assert running.game.play is not None
        text = write_move(running.game.play.setup.table, question.card.card, question.moves[0])
        assert running.tell(Chosen(text)).reason is None
    else:
        assert running.tell(ThrowAsked()).reason is None


def test_games_are_listed_newest_first_with_how_they_stand(tmp_path: Path) -> None:
    path = tmp_path / "journal.sqlite"
    with table(path) as running:
        for card in ("KH", "5S", "QC"):
            play(running, card)
        looks = (SeatLook(seat_of("A"), "Mia"),)
        running.tell(NewGame(6, "kilpatrick", first=seat_of("A"), looks=looks))
        running.tell(GameEnded())
        running.tell(NewGame(4, "pagat", options=(("jack", 11),)))
        newest, ended, first = History(path).games()
        assert (newest.asked.options, newest.turns, newest.running) == ((("jack", 11),), 0, True)
        assert (ended.asked.players, ended.asked.looks, ended.running) == (6, looks, False)
        assert (first.turns, first.running) == (3, False)
        assert first.stood.play is not None
        assert [one.number for one in History(path).games(before=ended.number)] == [first.number]
        assert first.since_s > 1_600_000_000
        assert History(path).games(before=first.number) == []


def test_a_game_is_replayed_with_the_turns_that_stand(tmp_path: Path) -> None:
    path = tmp_path / "journal.sqlite"
    with table(path) as running:
        for card in ("KH", "5S", "QC"):
            play(running, card)
        running.tell(UndoAsked())
        expected = running.game.play
        number = History(path).games()[0].number
        assert running.tell(NEW_GAME).reason is None
        history = History(path)
        found = history.game(number)
        assert found is not None
        assert found.play is not None
        assert expected is not None
        assert [(turn.seat, turn.card, turn.move) for turn in found.play.turns] == [
            (turn.seat, turn.card, turn.move) for turn in expected.turns
        ]
        assert len(found.play.turns) == 2
        assert history.game(number) is found  # once is enough
        for nothing in (0, number + 1, 10**6):
            assert history.game(nothing) is None


def test_a_running_game_is_told_up_to_now(tmp_path: Path) -> None:
    path = tmp_path / "journal.sqlite"
    with table(path) as running:
        history = History(path)
        number = history.games()[0].number
        for turns, card in enumerate(("KH", "5S"), start=1):
            play(running, card)
            found = history.game(number)
            assert found is not None
            assert found.play is not None
            assert len(found.play.turns) == turns


def test_what_another_version_ruled_is_not_told(tmp_path: Path) -> None:
    path = tmp_path / "journal.sqlite"
    with table(path) as running:
        play(running, "KH")
    altered = sqlite3.connect(path)
    altered.execute("DROP TRIGGER rows_stay")
    altered.execute("""UPDATE rows SET told = replace(told, 'KH', '4H')""")
    altered.commit()
    altered.close()
    history = History(path)
    assert history.game(history.games()[0].number) is None


@pytest.mark.parametrize("told", ["", "{", "[]", '{"kind": "NewGame", "rules": 7}', '{"kind": "Dance"}'])
def test_a_first_row_that_cannot_be_read_is_passed_over(tmp_path: Path, told: str) -> None:
    path = tmp_path / "journal.sqlite"
    with table(path) as running:
        running.tell(NEW_GAME)
    altered = sqlite3.connect(path)
    altered.execute("DROP TRIGGER rows_stay")
    altered.execute("UPDATE rows SET told = ? WHERE seq = 1", (told,))
    altered.commit()
    altered.close()
    assert [game.number for game in History(path).games()] == [2]
    assert History(path).game(1) is None


def test_a_long_history_comes_by_pages_and_few_replays_are_kept(tmp_path: Path) -> None:
    path = tmp_path / "journal.sqlite"
    with table(path) as running:
        for _ in range(A_PAGE + 2):
            running.tell(NEW_GAME)
        history = History(path)
        first = history.games()
        assert len(first) == A_PAGE
        assert len(history.games(first[-1].number)) == 3
        for game in first[: MOST_KEPT + 3]:
            history.game(game.number)
        assert len(history._kept) == MOST_KEPT


def test_a_daemon_shows_its_history_its_log_and_what_the_doctor_finds(tmp_path: Path) -> None:
    with DaemonProcess(tmp_path) as daemon:
        page = daemon.page()
        page.tell("new_game", players=4, rules="pagat", first="A", seats={"A": {"name": "Mia"}})
        page.tell("tap", card="K")
        page.tell("choose", notation=page.state()["choices"][0]["notation"])
        assert "Mia" in page.text("/history")
        assert "1. Mia plays K: out to A8." in page.text("/history/1.txt")
        assert "disk-space" in page.text("/device/doctor")
        assert "table" in page.text("/device")


def test_the_log_keeps_its_end() -> None:
    tail = LogTail()
    logger = logging.Logger("test")
    logger.addHandler(tail)
    for n in range(LINES + 5):
        logger.info("line %d", n)
    assert len(tail.lines()) == LINES
    assert tail.lines()[-1].endswith(f"INFO test: line {LINES + 4}")
