"""A backup: one zip with the games, the decks, what was settled and the configuration. DESIGN 5.

Made beside the loop while it writes: each file is a consistent copy by SQLite's backup API. A tracked game
that still runs is left out, for its rows name every hand. Pairings are left out as well: a browser that was
sent away must not come back with an old file.
"""

import json
import shutil
import sqlite3
import zipfile
from contextlib import closing
from dataclasses import dataclass
from hashlib import file_digest
from importlib.metadata import version
from itertools import takewhile
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import BinaryIO

from engine.inputs import GameEnded, Hands, NewGame
from firmware_host.journal import Journal, NotSaved, open_journal
from firmware_host.recovery import recover

FORMAT = 1
MANIFEST = "peglight-backup.json"
JOURNAL, DECKS, SETTINGS, CONFIG = "journal.sqlite", "decks.sqlite", "settings.sqlite", "peglight.toml"
STORES = (JOURNAL, DECKS, SETTINGS)
SPOOL = "backup-"
"""How the names of folders begin in which a backup is put together; what a kill left there may go."""


@dataclass(frozen=True, slots=True)
class Sources:
    """What a backup is made of.

    Attributes:
        state: the folder with the stores; config: the configuration, None on a board without one.
        board_name: how the board is called, to tell backups apart.
    """

    state: Path
    config: Path | None
    board_name: str


class NoBackup(Exception):
    """A backup could not be made: says why."""


def make_backup(sources: Sources, target: BinaryIO, wall_s: int) -> None:
    """Write a backup.

    Args:
        wall_s: the time of day, for display.

    Raises:
        NoBackup: something could not be read, or there is no room.
    """
    try:
        with TemporaryDirectory(prefix=SPOOL, dir=sources.state) as spool:
            _write(sources, Path(spool), target, wall_s)
    except (OSError, sqlite3.Error, NotSaved) as error:
        raise NoBackup(str(error)) from error


def _write(sources: Sources, spool: Path, target: BinaryIO, wall_s: int) -> None:
    parts = [
        _copied(sources.state / name, spool / name) for name in STORES if (sources.state / name).exists()
    ]
    if sources.config is not None and sources.config.exists():
        parts.append(spool / CONFIG)
        parts[-1].write_bytes(sources.config.read_bytes())
    manifest = {
        "peglight_backup": FORMAT,
        "version": version("peglight"),
        "made_s": wall_s,
        "board": sources.board_name,
        "files": {part.name: digest_of(part) for part in parts},
    }
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr(_entry(MANIFEST), json.dumps(manifest, indent=1))
        for part in parts:
            with archive.open(_entry(part.name), "w") as entry, part.open("rb") as data:
                shutil.copyfileobj(data, entry)


def digest_of(part: Path) -> str:
    """The SHA-256 of a file, as a manifest names it."""
    with part.open("rb") as data:
        return file_digest(data, "sha256").hexdigest()


def _entry(name: str) -> zipfile.ZipInfo:
    """The same date for all: a backup tells nothing but what is in it."""
    entry = zipfile.ZipInfo(name, (1980, 1, 1, 0, 0, 0))
    entry.compress_type = zipfile.ZIP_DEFLATED
    entry.external_attr = 0o600 << 16
    return entry


def copy_store(source: Path, copy: Path) -> None:
    """A consistent copy of a database that others may be writing. Raises sqlite3.Error."""
    uri = f"{source.absolute().as_uri()}?mode=ro"
    with closing(sqlite3.connect(uri, uri=True)) as live, closing(sqlite3.connect(copy)) as connection:
        live.backup(connection)


def _copied(source: Path, copy: Path) -> Path:
    copy_store(source, copy)
    if copy.name == JOURNAL:
        _leave_out_hands(copy)
    elif copy.name == SETTINGS:
        _leave_out_pairings(copy)
    return copy


def _leave_out_pairings(copy: Path) -> None:
    with closing(sqlite3.connect(copy, isolation_level=None)) as connection:
        connection.executescript(
            "PRAGMA journal_mode=DELETE;DELETE FROM pairings; DELETE FROM board; DELETE FROM sqlite_sequence;"
        )
        connection.execute("VACUUM")  # or the pages would still hold them


def _leave_out_hands(copy: Path) -> None:
    """Put a journal that ends before a tracked game which runs in place of one that holds it.

    A new file, since pages of an old one would still hold the rows.
    """
    journal = open_journal(copy)
    try:
        first = first_hidden(journal)
        if first is None:
            return
        shortened = open_journal(copy.with_name(f"short-{copy.name}"))
        try:
            shortened.carry_on(takewhile(lambda row: row.seq < first, journal.rows_from(0)))
        finally:
            shortened.close()
    finally:
        journal.close()
    shortened.path.replace(copy)


def first_hidden(journal: Journal) -> int | None:
    """The first row that must not leave the board: of a tracked game that is not over. None: all may."""
    first = journal.last_of_kind(NewGame.__name__)
    recovered = recover(journal)
    play = recovered.game.play
    if first is None or (play is not None and play.setup.hands is not Hands.TRACKED):
        return None
    if play is not None:
        return first if play.winner is None else None
    # where nothing can be made of the last game, no more than its end shows that it does not run
    ended = journal.last_of_kind(GameEnded.__name__) or 0
    return first if recovered.notes and ended < first else None
