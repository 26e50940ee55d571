"""What lies on disk and may have been damaged, edited or made by a stranger: journals, decks, backups."""

import io
import random
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

from firmware_host.backup import DECKS, JOURNAL, SETTINGS, Sources, make_backup
from firmware_host.backup_reading import BadBackup, unpack
from firmware_host.deck import DamagedDecks, DeckStore, simulated_deck
from firmware_host.history import History
from firmware_host.journal import NewerJournal, NotSaved
from firmware_host.recovery import find_game
from firmware_host.settings import SettingsNotSaved, SettingsStore
from firmware_host.standing import stand
from tests.fuzz.target import LONGEST, Target, one_sentence
from tests.host.rows import Recorder, new_game

INPUTS = 40
COLUMNS = ("told", "ruling", "after")


@contextmanager
def folder() -> Iterator[Path]:
    """A folder for one input."""
    with TemporaryDirectory() as name:
        yield Path(name)


@cache
def stored() -> dict[str, bytes]:
    """Sound files of a board on which somebody plays, by name; and a backup of them."""
    with folder() as state:
        recorder = Recorder(state / JOURNAL)
        recorder.tell(new_game())
        recorder.wander(random.Random(5), INPUTS)
        recorder.journal.close()
        settings = SettingsStore(state / SETTINGS)
        settings.save_house("Sunday", "pagat", (("two_swaps", True),))
        settings.close()
        decks = DeckStore(state / DECKS)
        decks.replace_deck("deck", list(simulated_deck().values())[:20])
        decks.close()
        backup = io.BytesIO()
        make_backup(Sources(state, None, "Oak"), backup, wall_s=0)
        files = {name: (state / name).read_bytes() for name in (JOURNAL, SETTINGS, DECKS)}
        return files | {"backup.zip": backup.getvalue()}


def _found_again(path: Path) -> None:
    """A game is found, however little of it, and the history can be read."""
    try:
        journal, recovered = find_game(path)
    except (NewerJournal, NotSaved) as refused:
        one_sentence(str(refused))
        return
    journal.close()
    stand(recovered.game)
    for note in recovered.notes:
        one_sentence(note)
    history = History(path)
    for past in history.games():
        history.game(past.number)


def journal(data: bytes) -> None:
    """A journal of any bytes."""
    with folder() as state:
        (state / JOURNAL).write_bytes(data)
        _found_again(state / JOURNAL)


def rows(data: bytes) -> None:
    """A sound journal whose last rows hold any text: a line of the data each."""
    with folder() as state:
        path = state / JOURNAL
        path.write_bytes(stored()[JOURNAL])
        with closing(sqlite3.connect(path)) as connection, connection:
            for text in data[:LONGEST].decode(errors="replace").replace("\0", "").splitlines()[:6]:
                told, ruling, after, *_ = [*text.split("\t"), "", "", ""]
                connection.execute(
                    "INSERT INTO rows SELECT max(seq) + 1, max(at_ms), 0, ?, ?, ?, ?, 1 FROM rows",
                    ("NewGame" if "NewGame" in told else "Pressed", told, ruling or None, after or None),
                )
        _found_again(path)


def decks(data: bytes) -> None:
    """A database of decks of any bytes."""
    with folder() as state:
        (state / DECKS).write_bytes(data)
        try:
            store = DeckStore(state / DECKS)
        except DamagedDecks as damaged:
            one_sentence(str(damaged))
            return
        with closing(store), suppress(DamagedDecks):
            store.cards()


def settings(data: bytes) -> None:
    """Settings of any bytes: set aside, or read."""
    with folder() as state:
        (state / SETTINGS).write_bytes(data)
        try:
            store = SettingsStore(state / SETTINGS)
        except SettingsNotSaved as refused:
            one_sentence(str(refused))
            return
        with closing(store), suppress(SettingsNotSaved):
            store.pairings()
            store.houses()


def backup(data: bytes) -> None:
    """A backup of any bytes: unpacked within the folder, or refused."""
    with folder() as home:
        (home / "sent.zip").write_bytes(data)
        (home / "unpacked").mkdir()
        try:
            unpack(home / "sent.zip", home / "unpacked")
        except BadBackup as bad:
            one_sentence(str(bad))
        assert {path.name for path in home.iterdir()} == {"sent.zip", "unpacked"}


def row_texts() -> bytes:
    """What the rows of a sound journal hold, as `rows` reads it."""
    with folder() as state:
        (state / JOURNAL).write_bytes(stored()[JOURNAL])
        with closing(sqlite3.connect(state / JOURNAL)) as connection:
            found = connection.execute(
                "SELECT told, ruling, after FROM rows ORDER BY length(told) DESC LIMIT 4"
            )
            return "\n".join("\t".join(text or "" for text in row) for row in found).encode()[:LONGEST]


def targets() -> dict[str, Target]:
    """By name. Their seeds are made when they are asked for."""
    files = stored()
    return {
        "journal": Target(journal, [files[JOURNAL]]),
        "rows": Target(rows, [row_texts(), b"[" * 8_000, b"{}\t\t" + b"[" * 8_000]),
        "decks": Target(decks, [files[DECKS]]),
        "settings": Target(settings, [files[SETTINGS]]),
        "backup": Target(backup, [files["backup.zip"]]),
    }
