"""A damaged file of which SQLite can only tell in bytes that are no text: damage like any other."""

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from firmware_host.deck import open_decks
from firmware_host.journal import DamagedJournal, open_journal
from firmware_host.recovery import find_game
from firmware_host.settings import SettingsStore
from tests.host.rows import Recorder, new_game


def spoil(path: Path) -> None:
    """Give a table a name that is no text and a schema that is none."""
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("PRAGMA writable_schema = ON")
        connection.execute("UPDATE sqlite_master SET name = CAST(X'94' AS TEXT), sql = 'CREATE nothing'")
    with closing(sqlite3.connect(path)) as connection, pytest.raises(UnicodeDecodeError):
        connection.execute("SELECT count(*) FROM sqlite_master")


def test_a_journal_is_set_aside_and_its_game_goes_on(tmp_path: Path) -> None:
    path = tmp_path / "journal.sqlite"
    recorder = Recorder(path)
    recorder.tell(new_game())
    recorder.journal.close()
    spoil(path)
    with pytest.raises(DamagedJournal):
        open_journal(path)
    journal, recovered = find_game(path)
    journal.close()
    assert recovered.game.play is not None
    assert any("damaged" in note for note in recovered.notes)


def test_decks_and_settings_are_set_aside(tmp_path: Path) -> None:
    decks, _ = open_decks(tmp_path / "decks.sqlite")
    decks.close()
    SettingsStore(tmp_path / "settings.sqlite").close()
    for name in ("decks.sqlite", "settings.sqlite"):
        spoil(tmp_path / name)
    decks, notes = open_decks(tmp_path / "decks.sqlite")
    decks.close()
    assert any("damaged" in note for note in notes)
    settings = SettingsStore(tmp_path / "settings.sqlite")
    settings.close()
    assert any("damaged" in note for note in settings.notes)
