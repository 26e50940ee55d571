"""Restoring a backup: laid ready beside the stores, and put in their place before the daemon opens them.

What stood there is set aside, never deleted. Each step can be cut off and is gone on with at the next start:
the folder that was laid ready is complete from the moment it has its name, and empties file by file.
"""

import logging
import os
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

from firmware_host.backup import CONFIG, SETTINGS, SPOOL, STORES
from firmware_host.journal import sync_folder
from firmware_host.lock import FolderLock
from firmware_host.sound import check_room
from hardware.sentence import NOTHING, Sentence

log = logging.getLogger(__name__)

READY = "restore-ready"
ASIDE = "before-restore-"
_WHERE = "aside"
"""In the folder laid ready: the name of the folder for what it replaces."""
_TAILS = ("-wal", "-shm", "")
"""A file's log goes with it, or it would be taken for the new one's."""


def lay_ready(unpacked: Path, state: Path, with_config: bool) -> str:
    """Make an unpacked backup the one to be put in place at the next start; where the present state will go.

    Raises:
        OSError: it cannot be written; nothing was changed.
    """
    for part in unpacked.iterdir():
        if part.name not in (*STORES, CONFIG) or (part.name == CONFIG and not with_config):
            part.unlink()
            continue
        if part.name == SETTINGS:
            _without_pairings(part)
        part.chmod(0o600)
        _sync(part)
    aside = next(name for n in range(1, 10_000) if not (state / (name := f"{ASIDE}{n}")).exists())
    (unpacked / _WHERE).write_text(aside, encoding="ascii")
    _sync(unpacked / _WHERE)
    sync_folder(unpacked)
    unpacked.rename(state / READY)
    sync_folder(state)
    return aside


def finish_restore(state: Path, config: Path) -> Sentence:
    """Put in place what was laid ready, if anything was; a step that was cut off is gone on with.

    Returns what its owner should read; an empty text where nothing was laid ready.

    Args:
        config: where the configuration is; it stays where this user may not write there.

    Raises:
        Taken: a daemon runs on that state folder.
        OSError: the folder cannot be written.
    """
    ready = state / READY
    if not ready.exists():
        return NOTHING
    lock = FolderLock(state)
    try:
        aside = state / (ready / _WHERE).read_text(encoding="ascii")
        aside.mkdir(mode=0o700, exist_ok=True)
        _keep_pairings(state / SETTINGS, ready / SETTINGS)
        for name in STORES:
            if (ready / name).exists():
                _swap(state / name, ready / name, aside)
        if (ready / CONFIG).exists():
            _swap_config(config, ready / CONFIG, aside)
        done = state / f"{SPOOL}done"
        shutil.rmtree(done, ignore_errors=True)
        ready.rename(done)  # a folder half deleted must not look like one laid ready
        sync_folder(state)
        shutil.rmtree(done)
    finally:
        lock.release()
    return Sentence("A backup was restored; what was here before is kept as {folder}.", folder=aside.name)


def _swap(present: Path, restored: Path, aside: Path) -> None:
    for tail in _TAILS:
        part = present.with_name(present.name + tail)
        if part.exists():
            part.rename(aside / part.name)
    sync_folder(aside)
    restored.rename(present)
    sync_folder(present.parent)


def _swap_config(present: Path, restored: Path, aside: Path) -> None:
    """A service may not write its own configuration everywhere; then the restored one is kept beside."""
    try:
        present.parent.mkdir(parents=True, exist_ok=True)
        if present.exists() and not (aside / CONFIG).exists():
            _copy(present, aside / CONFIG)
        _copy(restored, present)
    except OSError as error:
        restored.rename(aside / f"restored-{CONFIG}")
        log.warning("The configuration of the backup lies in %s: %s", aside, error)


def _without_pairings(settings: Path) -> None:
    with closing(sqlite3.connect(settings, isolation_level=None)) as connection:
        try:
            connection.executescript("BEGIN; DELETE FROM pairings; DELETE FROM board; COMMIT;")
        except sqlite3.OperationalError as error:
            check_room(error)
            raise


def _keep_pairings(present: Path, restored: Path) -> None:
    """Who may play is as it is now: a browser that was sent away does not come back with an old file."""
    if not (present.exists() and restored.exists()):
        return
    try:
        with closing(sqlite3.connect(restored, isolation_level=None)) as connection:
            connection.execute("ATTACH ? AS present", (str(present),))
            connection.executescript(
                "BEGIN; DELETE FROM main.pairings; DELETE FROM main.board;"
                "INSERT INTO main.pairings SELECT * FROM present.pairings;"
                "INSERT INTO main.board SELECT * FROM present.board; COMMIT;"
            )
    except sqlite3.Error as error:
        log.warning("the pairings could not be kept, phones must be paired again: %s", error)


def _copy(source: Path, target: Path) -> None:
    """All of it under that name, or nothing."""
    new = target.with_name(target.name + ".new")
    shutil.copyfile(source, new)
    _sync(new)
    new.replace(target)
    sync_folder(target.parent)


def _sync(part: Path) -> None:
    descriptor = os.open(part, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
