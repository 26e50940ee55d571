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
from firmware_host.setting_aside import set_aside
from firmware_host.sound import Newer, make_sound, telling_damage
from hardware.sentence import Sentence

log = logging.getLogger(__name__)

SCHEMA_VERSION = 1
UNREADABLE = (ValueError, TypeError, AttributeError, RecursionError)

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

    `notes` tell the owner if the file was damaged.

    Raises:
        SettingsNotSaved: from every method.
    """

    def __init__(self, path: Path, wall_s: Callable[[], float] = time.time) -> None:
        self._path = path
        self._wall_s = wall_s
        self._lock = threading.Lock()
        self.notes: tuple[Sentence, ...] = ()
        try:
            self._connection = self._opened_or_new()
        except (Newer, sqlite3.OperationalError, OSError) as error:
            raise SettingsNotSaved(f"{path}: {error}") from error
        try:
            self.board_id = self._board_id()
        except SettingsNotSaved:
            self.close()
            raise

    def _opened_or_new(self) -> sqlite3.Connection:
        try:
            return _opened(self._path)
        except sqlite3.DatabaseError as damage:
            if isinstance(damage, sqlite3.OperationalError):
                raise
            kept = set_aside(self._path)
            note = Sentence(
                "The settings were damaged ({path}: {damage}); they are kept as {name}. Pair your phones"
                " again, and save your house rules anew.",
                path=self._path,
                damage=damage,
                name=kept.name,
            )
            self.notes = (note,)
        return _opened(self._path)

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
        """Every saved ruleset by its name, but for those that cannot be read."""
        with self._doing() as connection:
            rows = connection.execute(
                "SELECT name, preset, options FROM houses ORDER BY name COLLATE NOCASE"
            ).fetchall()
        houses = {}
        for name, preset, text in rows:
            try:
                houses[name] = (preset, read_options(text))
            except UNREADABLE as error:
                log.warning("the saved ruleset %s is left out, it cannot be read: %s", name, error)
        return houses

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


def read_options(text: str) -> Options:
    """What is changed on top of a preset, as it is stored. Raises one of `UNREADABLE`."""
    options = json.loads(text)
    return tuple((key, tuple(value) if isinstance(value, list) else value) for key, value in options.items())


def _opened(path: Path) -> sqlite3.Connection:
    fresh = not path.exists()
    connection = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
    try:
        path.chmod(0o600)
        with telling_damage():
            connection.execute("PRAGMA journal_mode=WAL")
            connection.execute("PRAGMA synchronous=FULL")
            make_sound(connection, _SCHEMA, SCHEMA_VERSION)
        if fresh:
            sync_folder(path.parent)
    except BaseException:
        connection.close()
        raise
    return connection
