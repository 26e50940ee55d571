"""Everything accepted, in one append-only SQLite file. DESIGN 5, Journal.

Two classes of row in one order. What changes pegs, hands, turn or history is *durable*: synced to the card
before anybody is shown it. Taps, cursor moves and refusals are not synced: they survive a kill, and a power
cut may cost the last of them, never one before a durable row, since they lie in the same write-ahead log.
"""

import logging
import os
import sqlite3
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from firmware_host.sound import telling_damage

log = logging.getLogger(__name__)

SCHEMA_VERSION = 1
TIDY_AFTER_ROWS = 200
TIDY_AT_ONCE_ROWS = 2_000
"""The log is carried over into the file, for which a memory card may take its time, once so many rows lie in
it and nobody waits; once very many do, though somebody may."""
CACHE_KB = 256
"""SQLite would keep 2 MB of what was written, though nobody reads it again while the daemon runs."""
REFUSALS_A_TURN = 200
"""More refusals than this since the last durable row are not written: nobody fills the card by tapping."""

_SCHEMA = """
CREATE TABLE rows (
    seq INTEGER PRIMARY KEY,
    at_ms INTEGER NOT NULL,      -- the game's own clock
    wall_s INTEGER NOT NULL,     -- for display only
    kind TEXT NOT NULL,          -- of the input
    told TEXT NOT NULL,          -- the input, JSON
    ruling TEXT,                 -- the reason of a refusal; NULL: accepted
    after TEXT,                  -- of a durable row: the state after it, JSON
    rules_version INTEGER NOT NULL
) STRICT;
CREATE TRIGGER rows_stay BEFORE UPDATE ON rows BEGIN SELECT RAISE(ABORT, 'the journal is append-only'); END;
CREATE TRIGGER rows_last BEFORE DELETE ON rows BEGIN SELECT RAISE(ABORT, 'the journal is append-only'); END;
CREATE TRIGGER rows_grow BEFORE INSERT ON rows WHEN NEW.seq <= (SELECT max(seq) FROM rows)
    BEGIN SELECT RAISE(ABORT, 'the journal is append-only'); END;  -- REPLACE would delete unseen
"""


@dataclass(frozen=True, slots=True)
class Row:
    """One input with its ruling. `after` is set on durable rows only."""

    seq: int
    at_ms: int
    wall_s: int
    kind: str
    told: str
    ruling: str | None
    after: str | None
    rules_version: int

    @property
    def durable(self) -> bool:
        """Whether it was synced before it was shown."""
        return self.after is not None


class NotSaved(Exception):
    """A row could not be committed; the game must be read anew from what is on disk."""


class DamagedJournal(Exception):
    """The file is no sound journal: says what was found."""


class NewerJournal(Exception):
    """The file was written by a newer version, which must not be taken for damage."""


class Journal:
    """The open file. One thread uses it. `open_journal` makes one."""

    def __init__(self, connection: sqlite3.Connection, path: Path) -> None:
        self._connection = connection
        self.path = path
        self._synchronous = ""
        self._refusals = 0
        self._untidied = 0
        self.last_seq, self.last_at_ms = 0, 0
        self._find_end()

    def append(self, row: Row) -> None:
        """Commit a row; a durable one is on the card when this returns.

        Raises:
            NotSaved: it is not, and nothing of it may be shown.
        """
        if row.durable:
            self._refusals = 0
        try:
            self._sync("FULL" if row.durable else "NORMAL")
            self._insert(row)
        except sqlite3.Error as error:
            raise NotSaved(str(error)) from error
        self.last_seq, self.last_at_ms = row.seq, row.at_ms
        self._untidied += 1

    def append_refusal(self, row: Row) -> None:
        """Commit the row of an input that changed nothing, unless there were too many of them this turn.

        Raises:
            NotSaved: it could not be written.
        """
        self._refusals += 1
        if self._refusals <= REFUSALS_A_TURN:
            self.append(row)

    def tidy(self, nobody_waits: bool) -> None:
        """Carry the log over into the file, if it is time to; call it when all is shown and answered.

        Where the card refuses, nothing is lost, since the rows stay in the log; later it is tried again.
        """
        if self._untidied < (TIDY_AFTER_ROWS if nobody_waits else TIDY_AT_ONCE_ROWS):
            return
        self._untidied = 0
        try:
            self._connection.execute("PRAGMA wal_checkpoint(PASSIVE)")
        except sqlite3.Error as error:
            log.warning("the journal's log was not carried over: %s", error)

    def carry_on(self, rows: Iterable[Row]) -> None:
        """Commit rows saved from another file, all at once.

        Raises:
            NotSaved: none of them was written.
        """
        try:
            self._sync("FULL")
            self._connection.execute("BEGIN")
            for row in rows:
                self._insert(row)
            self._connection.execute("COMMIT")
            self._find_end()
        except sqlite3.Error as error:
            raise NotSaved(str(error)) from error

    def _insert(self, row: Row) -> None:
        values = [getattr(row, field) for field in Row.__dataclass_fields__]
        self._connection.execute("INSERT INTO rows VALUES (?, ?, ?, ?, ?, ?, ?, ?)", values)

    def _find_end(self) -> None:
        last = self._connection.execute("SELECT max(seq), max(at_ms) FROM rows").fetchone()
        self.last_seq, self.last_at_ms = last[0] or 0, last[1] or 0

    def _sync(self, level: str) -> None:
        if self._synchronous != level:
            self._connection.execute(f"PRAGMA synchronous={level}")
            self._synchronous = level

    def last_of_kind(self, kind: str) -> int | None:
        """The number of the last accepted row of that kind. Raises NotSaved where it cannot be read."""
        asked = "SELECT max(seq) FROM rows WHERE kind = ? AND ruling IS NULL"
        try:
            found = self._connection.execute(asked, (kind,)).fetchone()
        except sqlite3.Error as error:
            raise NotSaved(str(error)) from error
        last: int | None = found[0]
        return last

    def rows_from(self, seq: int) -> Iterator[Row]:
        """The rows from that number on, in order. Raises NotSaved where they cannot be read."""
        try:
            for values in self._connection.execute("SELECT * FROM rows WHERE seq >= ? ORDER BY seq", (seq,)):
                yield Row(*values)
        except sqlite3.Error as error:
            raise NotSaved(str(error)) from error

    def close(self) -> None:
        """Let go of the file. May be called twice."""
        self._connection.close()


def open_journal(path: Path) -> Journal:
    """Open the journal, or begin one.

    Raises:
        DamagedJournal: the file there is not sound.
        NewerJournal: a newer version wrote it.
        NotSaved: nothing can be read or written there.
    """
    try:
        return _opened(path)
    except sqlite3.DatabaseError as error:
        if isinstance(error, sqlite3.OperationalError):
            raise NotSaved(f"{path}: {error}") from error
        raise DamagedJournal(f"{path}: {error}") from error
    except (sqlite3.Error, OSError) as error:
        raise NotSaved(f"{path}: {error}") from error


def _opened(path: Path) -> Journal:
    if replacement(path) is not None:
        raise DamagedJournal(f"{path}: it was being replaced when the power went")
    fresh = not path.exists()
    if fresh or path.stat().st_size == 0:
        _check_log_alone(path)
    connection = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
    try:
        connection.text_factory = lambda data: data.decode(errors="replace")
        path.chmod(0o600)
        with telling_damage():
            _prepare(connection, path)
        if fresh:
            sync_folder(path.parent)
        return Journal(connection, path)
    except BaseException:
        connection.close()
        raise


def replacement(path: Path) -> Path | None:
    """The whole file that was about to take the place of a damaged one, if that was cut off."""
    return next(iter(sorted(path.parent.glob(f"{path.stem}.carried-*{path.suffix}"))), None)


def _check_log_alone(path: Path) -> None:
    """SQLite throws a log away whose file is gone or empty; there may be a game in it."""
    log = path.with_name(f"{path.name}-wal")
    if log.exists() and log.stat().st_size:
        raise DamagedJournal(f"{path}: only its log is left")


def _prepare(connection: sqlite3.Connection, path: Path) -> None:
    version = connection.execute("PRAGMA user_version").fetchone()[0]
    tables = connection.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]
    if version > SCHEMA_VERSION:
        raise NewerJournal(f"{path}: it was written by a newer Peglight; install that version again")
    connection.execute("PRAGMA journal_mode=WAL")
    connection.execute("PRAGMA wal_autocheckpoint=0")  # never within a tap: see `tidy`
    connection.execute("PRAGMA synchronous=FULL")
    connection.execute(f"PRAGMA cache_size=-{CACHE_KB}")
    if tables == 0:
        connection.executescript(f"BEGIN;{_SCHEMA}PRAGMA user_version={SCHEMA_VERSION};COMMIT;")
    _check(connection, path)
    _make_safe(connection)


def _make_safe(connection: sqlite3.Connection) -> None:
    """What is read from here on is shown, so let it be on the card, and not only in the system's memory.

    After a kill the last rows of the log may never have been synced, and after a failed sync the system
    holds them for clean: so they are written once more, into the file itself.
    """
    connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()


def _check(connection: sqlite3.Connection, path: Path) -> None:
    found = connection.execute("PRAGMA quick_check(1)").fetchone()[0]
    if found != "ok":
        raise DamagedJournal(f"{path}: {found}")
    columns = [row[1] for row in connection.execute("PRAGMA table_info(rows)")]
    if columns != list(Row.__dataclass_fields__):
        raise DamagedJournal(f"{path}: it is a database, but no journal of Peglight")


def sync_folder(folder: Path) -> None:
    """Make names in a folder durable: a new file is lost with its folder's entry otherwise."""
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def make_folder(folder: Path) -> None:
    """Make a folder for its owner alone, with those above it, so that their names outlive a power cut.

    Raises:
        OSError: it cannot be.
    """
    new = [made for made in (folder, *folder.parents) if not made.exists()]
    folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    for made in new:
        sync_folder(made.parent)
