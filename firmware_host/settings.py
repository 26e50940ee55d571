"""What the household has settled: paired browsers, house rules and the board's own number. DESIGN 5.

Ordinary tables beside the decks. A file that is damaged is set aside and a new one begun: phones are paired
again in a minute, and the board plays without.
"""

import contextlib
import json
import logging
import secrets
import sqlite3
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from engine.house import Options
from firmware_host.journal import sync_folder

log = logging.getLogger(__name__)

_SCHEMA = """
CREATE TABLE IF NOT EXISTS pairings (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    token_hash BLOB NOT NULL UNIQUE,   -- the token itself is the browser's alone
    name TEXT NOT NULL,
    paired_s INTEGER NOT NULL          -- wall time, for display only
) STRICT;
CREATE TABLE IF NOT EXISTS houses (
    name TEXT PRIMARY KEY,
    preset TEXT NOT NULL,
    options TEXT NOT NULL              -- JSON, what is changed on top of the preset
) STRICT;
CREATE TABLE IF NOT EXISTS board (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT;
"""


@dataclass(frozen=True, slots=True)
class PairedBrowser:
    """A browser that may change things; `since_s` is wall time, for display."""

    id: int
    name: str
    since_s: int


class SettingsNotSaved(Exception):
    """The file of the settings cannot be written or read: says why."""


class SettingsStore:
    """The settings on disk. Any thread may call any method; each is one transaction.

    Raises:
        SettingsNotSaved: from every method.
    """

    def __init__(self, path: Path, wall_s: Callable[[], float] = time.time) -> None:
        self._path = path
        self._wall_s = wall_s
        self._lock = threading.Lock()
        fresh = not path.exists()
        try:
            self._connection = _opened(path)
        except sqlite3.DatabaseError as error:
            if isinstance(error, sqlite3.OperationalError):
                raise SettingsNotSaved(f"{path}: {error}") from error
            _set_aside(path, error)
            self._connection = _opened(path)
        if fresh:
            sync_folder(path.parent)
        self.board_id = self._board_id()

    def pairings(self) -> dict[bytes, PairedBrowser]:
        """Every paired browser by the hash of its token."""
        with self._doing() as connection:
            rows = connection.execute("SELECT token_hash, id, name, paired_s FROM pairings ORDER BY id")
            return {token_hash: PairedBrowser(*browser) for token_hash, *browser in rows}

    def add_pairing(self, token_hash: bytes, name: str) -> None:
        """Keep a pairing; on the card when this returns."""
        with self._doing() as connection:
            connection.execute(
                "INSERT INTO pairings (token_hash, name, paired_s) VALUES (?, ?, ?)",
                (token_hash, name, int(self._wall_s())),
            )

    def drop_pairing(self, number: int) -> None:
        """Forget a pairing; none of that number is fine."""
        with self._doing() as connection:
            connection.execute("DELETE FROM pairings WHERE id = ?", (number,))

    def houses(self) -> dict[str, tuple[str, Options]]:
        """Every saved ruleset by its name."""
        with self._doing() as connection:
            rows = connection.execute("SELECT name, preset, options FROM houses ORDER BY name COLLATE NOCASE")
            return {name: (preset, _read_options(options)) for name, preset, options in rows}

    def save_house(self, name: str, preset: str, options: Options) -> None:
        """Keep a ruleset, in place of one of that name; on the card when this returns."""
        with self._doing() as connection:
            connection.execute(
                "INSERT OR REPLACE INTO houses VALUES (?, ?, ?)", (name, preset, json.dumps(dict(options)))
            )

    def drop_house(self, name: str) -> None:
        """Forget a ruleset; none of that name is fine."""
        with self._doing() as connection:
            connection.execute("DELETE FROM houses WHERE name = ?", (name,))

    def close(self) -> None:
        """Let go of the file."""
        self._connection.close()

    def _board_id(self) -> str:
        """A number of this board's own, which tells its cookies from those of another at the same name."""
        with self._doing() as connection:
            connection.execute("INSERT OR IGNORE INTO board VALUES ('id', ?)", (secrets.token_hex(4),))
            found = connection.execute("SELECT value FROM board WHERE name = 'id'").fetchone()
            return str(found[0])

    @contextlib.contextmanager
    def _doing(self) -> Iterator[sqlite3.Connection]:
        with self._lock:
            try:
                with self._connection:
                    self._connection.execute("BEGIN IMMEDIATE")
                    yield self._connection
            except sqlite3.Error as error:
                raise SettingsNotSaved(f"{self._path}: {error}") from error


def _read_options(text: str) -> Options:
    options = json.loads(text)
    return tuple((key, tuple(value) if isinstance(value, list) else value) for key, value in options.items())


def _opened(path: Path) -> sqlite3.Connection:
    connection = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
    try:
        path.chmod(0o600)
        connection.execute("PRAGMA journal_mode=WAL")
        connection.execute("PRAGMA synchronous=FULL")
        if (found := connection.execute("PRAGMA quick_check(1)").fetchone()[0]) != "ok":
            raise sqlite3.DatabaseError(found)
        connection.executescript(_SCHEMA)
    except BaseException:
        connection.close()
        raise
    return connection


def _set_aside(path: Path, error: sqlite3.Error) -> None:
    """Rename the file, never over another one; its log goes with it, or it would be the new one's."""
    aside = next(
        name for n in range(1, 10_000) if not (name := path.with_name(f"{path.name}.damaged-{n}")).exists()
    )
    path.rename(aside)
    for tail in ("-wal", "-shm"):
        with contextlib.suppress(FileNotFoundError):
            path.with_name(path.name + tail).rename(aside.with_name(aside.name + tail))
    log.warning(
        "%s is damaged (%s); it is kept as %s, and phones must be paired again", path, error, aside.name
    )
