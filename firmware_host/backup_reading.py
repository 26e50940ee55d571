"""Reading a backup that anybody may have made: every file in it is looked at before any is used. DESIGN 5.

Names come from a list and never lead anywhere; sizes are counted as they are unpacked, whatever the zip says
of them; a store may hold tables of ours and nothing that acts.
"""

import json
import stat
import zipfile
import zlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from hashlib import sha256
from pathlib import Path
from typing import Any

from firmware_host.backup import CONFIG, DECKS, FORMAT, JOURNAL, MANIFEST, SETTINGS, STORES
from firmware_host.backup_stores import BadStore, NewerStore, check_decks, check_journal, check_settings
from firmware_host.zips import open_part, open_zip
from hardware.sentence import Sentence

MOST_BYTES = 512 * 1024 * 1024
"""A backup unpacked; a board that is played on every evening for ten years has written a quarter of it."""
MOST_MANIFEST_BYTES = 16 * 1024
MOST_CONFIG_BYTES = 256 * 1024
MOST_ENTRIES = 2 * (len(STORES) + 2)
PIECE = 256 * 1024


class Misfit(StrEnum):
    """Why a backup is not restored. The page has a sentence for each."""

    NO_ZIP = "no_zip"
    NO_MANIFEST = "no_manifest"
    NEWER = "newer"
    ESCAPES = "escapes"
    LINK = "link"
    STRANGE = "strange"
    TWICE = "twice"
    LOCKED = "locked"
    TOO_LARGE = "too_large"
    MISSING = "missing"
    DAMAGED = "damaged"
    GAME_RUNS = "game_runs"
    NO_ROOM = "no_room"
    GONE = "gone"
    BUSY = "busy"


class BadBackup(Exception):
    """A backup that is not restored: why, the file in it that is meant, and what was found there."""

    def __init__(self, why: Misfit, name: str = "", found: str = "") -> None:
        super().__init__(f"{why.value} {name}: {found}" if name or found else why.value)
        self.why, self.name, self.found = why, name, found


@dataclass(frozen=True, slots=True)
class Held:
    """What a sound backup holds.

    Attributes:
        board_name, version, made_s: who made it, and when by the time of day there.
        games, cards, houses: how many there are in it; files: the names of its files.
    """

    board_name: str
    version: str
    made_s: int
    games: int = 0
    cards: int = 0
    houses: int = 0
    files: frozenset[str] = field(default_factory=frozenset)


def unpack(source: Path, folder: Path) -> Held:
    """Unpack a backup into an empty folder, each file checked.

    Raises:
        BadBackup: it is not to be restored.
        OSError: there is no room.
    """
    try:
        with open_zip(source) as archive:
            manifest = _manifest(archive)
            left = MOST_BYTES
            for entry in archive.infolist():
                if entry.filename != MANIFEST:
                    left -= _unpack(archive, entry, folder, manifest["files"], left)
    except (zipfile.BadZipFile, NotImplementedError, EOFError, UnicodeDecodeError):
        raise BadBackup(Misfit.NO_ZIP, found=Sentence("no zip, or not a whole one")) from None
    missing = {JOURNAL, *manifest["files"]} - {part.name for part in folder.iterdir()}
    if missing:
        raise BadBackup(Misfit.MISSING, min(missing))
    games = _checked(folder / JOURNAL, check_journal)
    cards = _checked(folder / DECKS, check_decks)
    houses = _checked(folder / SETTINGS, check_settings)
    files = frozenset(manifest["files"])
    return Held(manifest["board"], manifest["version"], manifest["made_s"], games, cards, houses, files)


def _checked(part: Path, check: Callable[[Path], int]) -> int:
    """How many of its things a store holds; 0 where the backup has none."""
    if not part.exists():
        return 0
    try:
        return check(part)
    except NewerStore:
        raise BadBackup(Misfit.NEWER, part.name) from None
    except BadStore as bad:
        raise BadBackup(Misfit.DAMAGED, part.name, bad.sentence) from None


def _manifest(archive: zipfile.ZipFile) -> dict[str, Any]:
    entries = archive.infolist()
    if len(entries) > MOST_ENTRIES:
        raise BadBackup(Misfit.STRANGE, entries[-1].filename[:80])
    seen: set[str] = set()
    for entry in entries:
        _check_entry(entry, seen)
        seen.add(entry.filename)
    if MANIFEST not in seen:
        raise BadBackup(Misfit.NO_MANIFEST)
    try:
        told = json.loads(_limited(archive, archive.getinfo(MANIFEST), MOST_MANIFEST_BYTES))
        json.dumps(told, ensure_ascii=False).encode()  # half of a surrogate pair is no text
    except (ValueError, RecursionError):
        raise BadBackup(Misfit.NO_MANIFEST) from None
    return _checked_manifest(told)


def _checked_manifest(told: Any) -> dict[str, Any]:
    match told:
        case {"peglight_backup": int(made_as), "version": str(version)} if made_as > FORMAT:
            raise BadBackup(Misfit.NEWER, found=version[:40])
        case {
            "peglight_backup": int(made_as),
            "version": str(version),
            "made_s": int(),
            "board": str(board),
            "files": dict(files),
        } if made_as == FORMAT and len(version) <= 40 and len(board) <= 40:
            pass
        case _:
            raise BadBackup(Misfit.NO_MANIFEST)
    if not (all(isinstance(digest, str) for digest in files.values()) and 0 <= told["made_s"] < 2**40):
        raise BadBackup(Misfit.NO_MANIFEST)
    return dict(told)


def _check_entry(entry: zipfile.ZipInfo, seen: set[str]) -> None:
    """Nothing but plain files of our own names, each once."""
    name, shown = entry.filename, entry.filename[:80]
    if stat.S_ISLNK(entry.external_attr >> 16):
        raise BadBackup(Misfit.LINK, shown)
    if any(mark in entry.orig_filename for mark in ("/", "\\", "\0", ":")) or name in ("", ".", ".."):
        raise BadBackup(Misfit.ESCAPES, shown)
    if name not in (*STORES, CONFIG, MANIFEST):
        raise BadBackup(Misfit.STRANGE, shown)
    if name in seen:
        raise BadBackup(Misfit.TWICE, shown)
    if entry.flag_bits & 0x1:
        raise BadBackup(Misfit.LOCKED, shown)
    if entry.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
        raise BadBackup(Misfit.DAMAGED, shown, Sentence("packed in another way than a backup is"))


def _unpack(
    archive: zipfile.ZipFile, entry: zipfile.ZipInfo, folder: Path, files: Mapping[str, str], left: int
) -> int:
    """One file, counted as it comes out and compared with what the manifest says of it; its size."""
    most = min(left, MOST_CONFIG_BYTES) if entry.filename == CONFIG else left
    counted, digest = 0, sha256()
    try:
        with open_part(archive, entry) as packed, (folder / entry.filename).open("xb") as part:
            while piece := packed.read(PIECE):
                counted += len(piece)
                if counted > most:
                    raise BadBackup(Misfit.TOO_LARGE, entry.filename)
                digest.update(piece)
                part.write(piece)
    except (zipfile.BadZipFile, EOFError, zlib.error):
        raise BadBackup(Misfit.DAMAGED, entry.filename, Sentence("it is not what was packed")) from None
    if digest.hexdigest() != files.get(entry.filename):
        raise BadBackup(Misfit.DAMAGED, entry.filename, Sentence("it is not what was packed"))
    return counted


def _limited(archive: zipfile.ZipFile, entry: zipfile.ZipInfo, most: int) -> bytes:
    try:
        with open_part(archive, entry) as packed:
            data = packed.read(most + 1)
    except (zipfile.BadZipFile, EOFError, zlib.error):
        raise BadBackup(Misfit.DAMAGED, entry.filename, Sentence("it is not what was packed")) from None
    if len(data) > most:
        raise BadBackup(Misfit.TOO_LARGE, entry.filename)
    return data
