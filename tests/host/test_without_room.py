"""A disk that takes no more: a good backup is not called damaged, and what there is stays as it was."""

import resource
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from firmware_host.backup import DECKS, JOURNAL, SETTINGS, SPOOL, Sources
from firmware_host.backup_stores import check_journal
from firmware_host.backups import Backups
from firmware_host.restoring import lay_ready
from firmware_host.uploads import Problem, Upload
from hardware.conflicts import Host
from tests.host.daemon_process import peglight, small_files
from tests.host.test_restoring import board

SMALL = 1_000
TOO_SMALL_FOR_A_LOG = 20_000
"""Above an empty journal, and below what SQLite takes beside each for its log."""


@contextmanager
def room_for(size: int) -> Iterator[None]:
    """No file of this process grows above so many bytes; writing fails then as on a full disk."""
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """A user's home whose board has one game, one card and one paired phone."""
    board(tmp_path / "state" / "peglight", 1, "mine")
    return tmp_path


def test_a_journal_that_could_not_be_looked_into_is_not_called_bad(home: Path, tmp_path: Path) -> None:
    copies = [tmp_path / f"{number}.sqlite" for number in range(2)]
    for copy in copies:
        shutil.copyfile(home / "state" / "peglight" / JOURNAL, copy)
    assert check_journal(copies[0]) == 1
    with room_for(SMALL), pytest.raises(OSError, match=r"disk|full"):
        check_journal(copies[1])


def test_what_is_laid_ready_fails_as_a_disk_does(home: Path, tmp_path: Path) -> None:
    unpacked = tmp_path / "unpacked"
    unpacked.mkdir()
    shutil.copyfile(home / "state" / "peglight" / SETTINGS, unpacked / SETTINGS)
    with room_for(SMALL), pytest.raises(OSError, match=r"disk|full"):
        lay_ready(unpacked, home / "state" / "peglight", with_config=False)


def test_what_was_set_aside_is_not_called_damaged_for_want_of_room(home: Path) -> None:
    state = home / "state" / "peglight"
    aside = state / "before-restore-1"
    aside.mkdir()
    shutil.copyfile(state / DECKS, aside / DECKS)
    backups = Backups(Sources(state, None, "Oak"), Upload(state), Host, lambda: False, lambda: None)
    with room_for(SMALL):
        problem = backups.put_back(aside.name)
    assert problem is not None
    assert problem.why == Problem("no_room").why
    assert not list(state.glob(f"{SPOOL}*"))
    (aside / DECKS).write_bytes(b"none of ours" * 1_000)
    damaged = backups.put_back(aside.name)
    assert damaged is not None
    assert damaged.why == Problem("damaged").why


@pytest.mark.parametrize("whole", [True, False])
def test_the_command_says_that_there_is_no_room_and_changes_nothing(home: Path, whole: bool) -> None:
    state = home / "state" / "peglight"
    if not whole:
        (state / DECKS).unlink()
        (state / SETTINGS).unlink()
    assert peglight(home, "backup", "kept.zip").returncode == 0
    before = (state / JOURNAL).read_bytes()
    done = peglight(home, "restore", "kept.zip", wrap=small_files(TOO_SMALL_FOR_A_LOG))
    (said,) = done.stderr.decode().splitlines()
    assert said.startswith(f"peglight restore: kept.zip could not be unpacked in {state} (")
    assert said.endswith("); nothing was changed. Make room there, and try again.")
    assert (done.returncode, done.stdout) == (4, b"")
    assert (state / JOURNAL).read_bytes() == before


def test_a_backup_without_room_says_where_it_needs_some(home: Path) -> None:
    done = peglight(home, "backup", "kept.zip", wrap=small_files(SMALL))
    (said,) = done.stderr.decode().splitlines()
    assert said.startswith("peglight backup: no backup could be made (")
    assert f"it needs room in {home}/state/peglight and at kept.zip, and the user " in said
    assert done.returncode == 4
    assert not (home / "kept.zip").exists()
    with sqlite3.connect(home / "state" / "peglight" / JOURNAL) as journal:
        assert journal.execute("PRAGMA quick_check").fetchone() == ("ok",)
    journal.close()
