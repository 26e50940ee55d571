"""The append-only file: what is synced before it is shown, and what happens when it cannot be. DESIGN 5."""

import json
import os
import shutil
import sqlite3
import subprocess
import sys
from dataclasses import replace
from itertools import groupby
from pathlib import Path

import pytest

from firmware_host.journal import (
    REFUSALS_A_TURN,
    SCHEMA_VERSION,
    TIDY_AFTER_ROWS,
    TIDY_AT_ONCE_ROWS,
    DamagedJournal,
    Journal,
    NewerJournal,
    NotSaved,
    open_journal,
)
from tests.c_memory import in_use_bytes
from tests.host.rows import durable, soft
from tests.tree import ROOT


def reopened(path: Path) -> list[int]:
    """The numbers of the rows that another opening finds."""
    journal = open_journal(path)
    try:
        return [row.seq for row in journal.rows_from(0)]
    finally:
        journal.close()


def test_rows_come_back_as_they_were_written(tmp_path: Path) -> None:
    journal = open_journal(tmp_path / "j")
    rows = [durable(1), soft(2), soft(3, "NO_CARD"), replace(durable(4), told='{"text":"♥ \\u0000"}')]
    for row in rows:
        journal.append(row)
    assert list(journal.rows_from(0)) == rows
    assert list(journal.rows_from(3)) == rows[2:]
    assert (journal.last_seq, journal.last_at_ms) == (4, rows[-1].at_ms)
    journal.close()
    assert reopened(tmp_path / "j") == [1, 2, 3, 4]


def test_however_much_is_written_little_of_it_stays_in_memory(tmp_path: Path) -> None:
    """SQLite's own memory, which Python does not count; by itself it would keep 2 MB of it."""
    journal = open_journal(tmp_path / "j")
    before = in_use_bytes()
    for seq in range(1, 2_501):
        journal.append(replace(soft(seq), told=json.dumps("x" * 1_000)))
        journal.tidy(nobody_waits=True)
    assert in_use_bytes() - before < 700_000
    journal.close()


def test_the_last_row_of_a_kind_is_an_accepted_one(tmp_path: Path) -> None:
    journal = open_journal(tmp_path / "j")
    for row in (durable(1), soft(2), soft(3), soft(4, "NO_CARD")):
        journal.append(row)
    assert journal.last_of_kind("Pressed") == 3
    assert journal.last_of_kind("NewGame") is None
    journal.close()


@pytest.mark.parametrize(
    "change", ["UPDATE rows SET told = 'x'", "DELETE FROM rows", "INSERT OR REPLACE INTO rows {row}"]
)
def test_no_row_can_be_changed_or_taken_out(tmp_path: Path, change: str) -> None:
    journal = open_journal(tmp_path / "j")
    journal.append(durable(1))
    with sqlite3.connect(tmp_path / "j") as connection, pytest.raises(sqlite3.IntegrityError):
        connection.execute(change.format(row="SELECT 1, 0, 0, 'x', 'x', NULL, NULL, 1"))
    connection.close()
    with pytest.raises(NotSaved):
        journal.append(soft(1))
    assert list(journal.rows_from(0)) == [durable(1)]
    journal.close()


# --- two classes of row ---------------------------------------------------------------------------


def test_a_durable_row_is_written_full_and_another_normal(tmp_path: Path) -> None:
    """The level is in force when the row is inserted, and is not set anew for each row."""
    full, normal, row = "PRAGMA synchronous=FULL", "PRAGMA synchronous=NORMAL", "INSERT INTO rows"
    assert statements(tmp_path / "j", "ssddsd") == [normal, row, row, full, row, row, normal, row, full, row]


def test_the_system_is_told_to_sync_for_durable_rows_alone(tmp_path: Path) -> None:
    """What the kernel sees; the statements above only say what SQLite was asked for.

    The first row of all begins a new log, whose head is synced.
    """
    assert synced(tmp_path, "sssddsd")[1:] == [False, False, True, True, False, True]


def statements(path: Path, classes: str) -> list[str]:
    """What SQLite is told when rows of these classes are written."""
    open_journal(path).close()
    connection = sqlite3.connect(path, isolation_level=None)
    told: list[str] = []
    connection.set_trace_callback(told.append)
    journal = Journal(connection, path)
    for seq, kind in enumerate(classes, start=1):
        journal.append({"d": durable, "s": soft}[kind](seq))
    journal.close()
    once = [text for text, _again in groupby(told)]  # SQLite tells an insert once more for its trigger
    return [text.split(" VALUES")[0] for text in once if text.startswith(("PRAGMA sync", "INSERT"))]


def in_the_file_itself(path: Path) -> int:
    """How many rows there are without the log beside it."""
    alone = path.with_name("alone")
    shutil.copy(path, alone)
    connection = sqlite3.connect(alone)
    found: int = connection.execute("SELECT count(*) FROM rows").fetchone()[0]
    connection.close()
    return found


def test_the_log_is_carried_over_between_inputs_and_never_within_one(tmp_path: Path) -> None:
    """It syncs, which takes a memory card long: no tap may wait for that."""
    path = tmp_path / "j"
    open_journal(path).close()
    journal = open_journal(path)
    for seq in range(1, TIDY_AT_ONCE_ROWS):
        journal.append(soft(seq))
        journal.tidy(nobody_waits=False)
    assert in_the_file_itself(path) == 0
    journal.tidy(nobody_waits=True)
    assert in_the_file_itself(path) == TIDY_AT_ONCE_ROWS - 1
    journal.close()


def test_not_even_a_crowd_that_never_rests_makes_the_log_grow_for_ever(tmp_path: Path) -> None:
    journal = open_journal(tmp_path / "j")
    for seq in range(1, TIDY_AT_ONCE_ROWS + 1):
        journal.append(soft(seq))
        journal.tidy(nobody_waits=False)
    assert in_the_file_itself(tmp_path / "j") == TIDY_AT_ONCE_ROWS
    journal.close()


def test_a_log_that_cannot_be_carried_over_loses_nothing(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    journal = open_journal(tmp_path / "j")
    for seq in range(1, TIDY_AFTER_ROWS + 1):
        journal.append(soft(seq))
    journal.close()
    journal.tidy(nobody_waits=True)
    assert "carried over" in caplog.text
    assert len(reopened(tmp_path / "j")) == TIDY_AFTER_ROWS


TRACED = """
import os, sys
from pathlib import Path
from firmware_host.journal import open_journal
from tests.c_memory import in_use_bytes
from tests.host.rows import durable, soft
journal = open_journal(Path(sys.argv[1]))
for seq, kind in enumerate(sys.argv[2], start=1):
    os.write(1, b"row")
    journal.append({"d": durable, "s": soft}[kind](seq))
os._exit(0)
"""


def synced(folder: Path, classes: str) -> list[bool]:
    """Whether each row was synced: as strace sees it, or else as SQLite was told."""
    if shutil.which("strace") is None:
        level, found = "", []
        for text in statements(folder / "j", classes):
            level = text if text.startswith("PRAGMA") else level
            found += [level.endswith("FULL")] if text.startswith("INSERT") else []
        return found
    trace = folder / "trace"
    strace = ["strace", "-f", "-e", "trace=write,fdatasync,fsync", "-o", trace]
    subprocess.run(
        [*strace, sys.executable, "-c", TRACED, folder / "j", classes],
        env=os.environ | {"PYTHONPATH": str(ROOT)},
        stdout=subprocess.DEVNULL,
        check=True,
    )
    return ["sync(" in calls for calls in trace.read_text().split('write(1, "row"')[1:]]


def test_the_folder_is_synced_when_the_file_is_new(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Otherwise a power cut could lose the file's name, and with it the game."""
    sync, synced = os.fsync, []

    def fsync(descriptor: int) -> None:
        synced.append(os.readlink(f"/proc/self/fd/{descriptor}"))
        sync(descriptor)

    monkeypatch.setattr(os, "fsync", fsync)
    open_journal(tmp_path / "j").close()
    assert synced == [str(tmp_path)]
    open_journal(tmp_path / "j").close()
    assert synced == [str(tmp_path)]


def test_only_the_owner_may_read_it(tmp_path: Path) -> None:
    journal = open_journal(tmp_path / "j")
    journal.append(durable(1))
    assert {path.stat().st_mode & 0o777 for path in tmp_path.iterdir()} == {0o600}
    assert len(list(tmp_path.iterdir())) == 3
    journal.close()


# --- refusals -------------------------------------------------------------------------------------


def test_refusals_of_one_turn_are_capped(tmp_path: Path) -> None:
    journal = open_journal(tmp_path / "j")
    journal.append(durable(1))
    for _ in range(REFUSALS_A_TURN + 50):
        journal.append_refusal(soft(journal.last_seq + 1, "NO_CARD"))
    assert journal.last_seq == 1 + REFUSALS_A_TURN
    journal.append(soft(journal.last_seq + 1))
    journal.append(durable(journal.last_seq + 1))
    journal.append_refusal(soft(journal.last_seq + 1, "NO_CARD"))
    assert reopened(tmp_path / "j") == list(range(1, REFUSALS_A_TURN + 5))
    journal.close()


# --- files of others, and files that cannot be written -----------------------------------------------


def test_a_newer_file_is_no_damage(tmp_path: Path) -> None:
    open_journal(tmp_path / "j").close()
    with sqlite3.connect(tmp_path / "j") as connection:
        connection.execute(f"PRAGMA user_version = {SCHEMA_VERSION + 1}")
    connection.close()
    before = (tmp_path / "j").read_bytes()
    with pytest.raises(NewerJournal, match="newer Peglight"):
        open_journal(tmp_path / "j")
    assert (tmp_path / "j").read_bytes() == before


@pytest.mark.parametrize("data", [b"hello", b"\0" * 5000, b"SQLite format 3\0" + b"\xff" * 9000])
def test_what_is_no_database_is_damage(tmp_path: Path, data: bytes) -> None:
    (tmp_path / "j").write_bytes(data)
    with pytest.raises(DamagedJournal):
        open_journal(tmp_path / "j")


def test_a_folder_in_its_place_is_said(tmp_path: Path) -> None:
    (tmp_path / "j").mkdir()
    with pytest.raises(NotSaved, match="/j: "):
        open_journal(tmp_path / "j")


def test_a_full_disk_is_not_saved_and_leaves_the_rows_before(tmp_path: Path) -> None:
    journal = open_journal(tmp_path / "j")
    journal.append(durable(1))
    connection = journal._connection
    pages = connection.execute("PRAGMA page_count").fetchone()[0]
    connection.execute(f"PRAGMA max_page_count = {pages}")
    with pytest.raises(NotSaved, match="full"):
        journal.append(durable(2, '"' + "x" * 10_000 + '"'))
    assert journal.last_seq == 1
    journal.append(durable(2))
    journal.close()
    assert reopened(tmp_path / "j") == [1, 2]


LIMITED = """
import resource, signal, sys
from pathlib import Path
from firmware_host.journal import NotSaved, open_journal
from tests.c_memory import in_use_bytes
from tests.host.rows import durable
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
journal = open_journal(Path(sys.argv[1]))
resource.setrlimit(resource.RLIMIT_FSIZE, (60_000, 60_000))
saved = 0
try:
    while True:
        journal.append(durable(saved + 1))
        saved += 1
except NotSaved:
    print(saved, journal.last_seq)
"""


def test_a_disk_that_fills_loses_nothing_acknowledged(tmp_path: Path) -> None:
    """The system refuses to make the log longer, in the middle of a commit."""
    told = subprocess.run(
        [sys.executable, "-c", LIMITED, tmp_path / "j"],
        env=os.environ | {"PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        check=True,
    ).stdout.split()
    saved = int(told[0])
    assert told == [str(saved), str(saved)]
    assert saved > 3
    assert reopened(tmp_path / "j") == list(range(1, saved + 1))


def test_a_closed_journal_saves_nothing(tmp_path: Path) -> None:
    journal = open_journal(tmp_path / "j")
    journal.close()
    journal.close()
    with pytest.raises(NotSaved):
        journal.append(soft(1))
    with pytest.raises(NotSaved):
        journal.last_of_kind("NewGame")
    with pytest.raises(NotSaved):
        list(journal.rows_from(0))


def test_rows_carried_on_are_all_there_or_none(tmp_path: Path) -> None:
    journal = open_journal(tmp_path / "j")
    with pytest.raises(NotSaved):
        journal.carry_on([durable(3), durable(4), durable(4)])
    journal.close()
    assert reopened(tmp_path / "j") == []
    journal = open_journal(tmp_path / "j")
    journal.carry_on([durable(3), durable(7)])
    journal.append(durable(journal.last_seq + 1))
    journal.close()
    assert reopened(tmp_path / "j") == [3, 7, 8]
