"""Backups: consistent while the daemon writes, without hidden hands, and refused where they do not fit."""

import io
import json
import shutil
import sqlite3
import stat
import threading
import zipfile
from collections.abc import Callable
from contextlib import closing
from dataclasses import replace
from hashlib import sha256
from pathlib import Path

import pytest

from engine.board import Seat
from engine.inputs import GameEnded, Hands, NewGame
from firmware_host import backup, backup_reading
from firmware_host.backup import CONFIG, DECKS, JOURNAL, MANIFEST, SETTINGS, Sources, make_backup
from firmware_host.backup_reading import BadBackup, Held, Misfit, unpack
from firmware_host.deck import DeckStore, simulated_deck
from firmware_host.journal import Row, open_journal
from firmware_host.recovery import recover
from firmware_host.settings import SettingsStore
from hardware.sentence import Sentence
from tests.host.rows import durable
from tests.host.running_loop import NEW_GAME, Table

Change = Callable[[dict[str, bytes]], None]


@pytest.fixture
def state(tmp_path: Path, board: Path) -> Path:
    """A board on which a game was played and another runs."""
    shutil.copytree(board, tmp_path, dirs_exist_ok=True)
    return tmp_path / "state"


@pytest.fixture(scope="module")
def board(tmp_path_factory: pytest.TempPathFactory) -> Path:
    home = tmp_path_factory.mktemp("board")
    folder = home / "state"
    folder.mkdir()
    table = Table(folder / JOURNAL)
    table.tell(NEW_GAME)
    table.tell(GameEnded())
    table.tell(NEW_GAME)
    table.tap("K")
    table.stop()
    settings = SettingsStore(folder / SETTINGS)
    settings.save_house("Sunday", "pagat", (("two_swaps", True),))
    settings.add_pairing(b"h" * 32, "Phone")
    settings.close()
    decks = DeckStore(folder / DECKS)
    decks.replace_deck("deck", simulated_deck().values())
    decks.close()
    (home / CONFIG).write_text('name = "Oak"\n')
    return home


def made(state: Path) -> bytes:
    target = io.BytesIO()
    make_backup(Sources(state, state.parent / CONFIG, "Oak"), target, wall_s=1_800_000_000)
    return target.getvalue()


def looked_into(data: bytes, tmp_path: Path) -> Held:
    (tmp_path / "sent.zip").write_bytes(data)
    folder = tmp_path / "unpacked"
    folder.mkdir()
    return unpack(tmp_path / "sent.zip", folder)


def refused(data: bytes, tmp_path: Path) -> BadBackup:
    with pytest.raises(BadBackup) as bad:
        looked_into(data, tmp_path)
    return bad.value


def files_of(data: bytes) -> dict[str, bytes]:
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def packed(files: dict[str, bytes]) -> bytes:
    """A zip of these files, whose manifest is right about them."""
    told = json.loads(files[MANIFEST])
    told["files"] = {name: sha256(data).hexdigest() for name, data in files.items() if name != MANIFEST}
    target = io.BytesIO()
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in {**files, MANIFEST: json.dumps(told).encode()}.items():
            archive.writestr(name, data)
    return target.getvalue()


def with_sql(data: bytes, sql: str, tmp_path: Path) -> bytes:
    """A database after some statements."""
    path = tmp_path / "changed.sqlite"
    path.write_bytes(data)
    with closing(sqlite3.connect(path)) as connection:
        connection.executescript("PRAGMA writable_schema=ON; PRAGMA journal_mode=DELETE;" + sql)
    return path.read_bytes()


# --- what is in it --------------------------------------------------------------------------------


def test_it_holds_all_but_who_may_play(state: Path, tmp_path: Path) -> None:
    data = made(state)
    held = looked_into(data, tmp_path)
    assert (held.board_name, held.made_s, held.games, held.cards, held.houses) == (
        *("Oak", 1_800_000_000),
        *(2, len(simulated_deck()), 1),
    )
    assert held.files == {JOURNAL, DECKS, SETTINGS, CONFIG}
    assert files_of(data)[CONFIG] == b'name = "Oak"\n'
    assert b"h" * 32 not in files_of(data)[SETTINGS]
    assert b"Phone" not in files_of(data)[SETTINGS]
    assert not list(state.glob("backup-*"))


def test_a_closed_game_that_runs_is_in_it_to_be_gone_on_with(state: Path, tmp_path: Path) -> None:
    looked_into(made(state), tmp_path)
    journal = open_journal(tmp_path / "unpacked" / JOURNAL)
    live = open_journal(state / JOURNAL)
    assert recover(journal) == recover(live)
    journal.close()
    live.close()


@pytest.mark.parametrize("ended", [True, False])
def test_a_tracked_game_is_in_it_only_once_it_is_over(tmp_path: Path, ended: bool) -> None:
    state = tmp_path / "state"
    state.mkdir()
    table = Table(state / JOURNAL)
    table.tell(NEW_GAME)
    table.tell(NewGame(4, "bark-up-a-tree", hands=Hands.TRACKED, first=Seat(0)))
    table.tap("QS")
    if ended:
        table.tell(GameEnded())
    table.stop()
    assert looked_into(made(state), tmp_path).games == 1 + ended
    assert (b"QS" in files_of(made(state))[JOURNAL]) == ended


def test_a_game_that_cannot_be_read_any_more_is_taken_for_one_that_runs(tmp_path: Path) -> None:
    journal = open_journal(tmp_path / JOURNAL)
    journal.append(replace(durable(1, told="{}"), kind="NewGame"))
    assert recover(journal).notes
    assert backup.first_hidden(journal) == 1
    journal.append(replace(durable(2, told="{}"), kind="GameEnded"))
    assert backup.first_hidden(journal) is None
    journal.close()


def test_copies_are_whole_while_the_loop_writes(tmp_path: Path) -> None:
    state = tmp_path / "state"
    state.mkdir()
    table = Table(state / JOURNAL)
    table.tell(NEW_GAME)
    stopping = threading.Event()

    def play() -> None:
        while not stopping.is_set():
            table.tap("K")

    player = threading.Thread(target=play)
    player.start()
    try:
        for n in range(2):
            (tmp_path / str(n)).mkdir()
            assert looked_into(made(state), tmp_path / str(n)).games == 1
    finally:
        stopping.set()
        player.join()
        table.stop()


# --- what is refused ------------------------------------------------------------------------------


def test_what_is_no_zip_is_refused(tmp_path: Path) -> None:
    bad = refused(b"hello", tmp_path)
    assert bad.why is Misfit.NO_ZIP
    assert isinstance(bad.found, Sentence)  # what the page can say in its reader's language


@pytest.mark.parametrize("cut", [10, 200, 5_000])
def test_a_zip_that_is_cut_short_is_refused(state: Path, tmp_path: Path, cut: int) -> None:
    assert refused(made(state)[:-cut], tmp_path).why is Misfit.NO_ZIP


def test_a_zip_with_a_flipped_byte_is_refused(state: Path, tmp_path: Path) -> None:
    data = bytearray(made(state))
    data[len(data) // 2] ^= 0xFF
    assert refused(bytes(data), tmp_path).why is Misfit.DAMAGED


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("../journal.sqlite", Misfit.ESCAPES),
        ("/etc/passwd", Misfit.ESCAPES),
        ("a/journal.sqlite", Misfit.ESCAPES),
        ("..\\journal.sqlite", Misfit.ESCAPES),
        ("c:journal.sqlite", Misfit.ESCAPES),
        ("..", Misfit.ESCAPES),
        ("journal.sqlite-wal", Misfit.STRANGE),
        ("JOURNAL.SQLITE", Misfit.STRANGE),
    ],
)
def test_a_name_that_leads_elsewhere_or_is_none_of_ours_is_refused(
    state: Path, tmp_path: Path, name: str, why: Misfit
) -> None:
    bad = refused(packed({**files_of(made(state)), name: b"x"}), tmp_path)
    assert (bad.why, bad.name) == (why, name)
    assert not list(tmp_path.glob("*.sqlite"))
    assert not list((tmp_path / "unpacked").iterdir())


def test_a_link_is_refused(state: Path, tmp_path: Path) -> None:
    target = io.BytesIO(made(state))
    with zipfile.ZipFile(target, "a") as archive:
        link = zipfile.ZipInfo("decks.sqlite")
        link.external_attr = (stat.S_IFLNK | 0o777) << 16
        with pytest.warns(UserWarning, match="Duplicate"):
            archive.writestr(link, "/etc/shadow")
    assert refused(target.getvalue(), tmp_path).why is Misfit.LINK


def test_a_file_that_is_there_twice_is_refused(state: Path, tmp_path: Path) -> None:
    target = io.BytesIO(made(state))
    with zipfile.ZipFile(target, "a") as archive, pytest.warns(UserWarning, match="Duplicate"):
        archive.writestr(JOURNAL, b"another")
    assert refused(target.getvalue(), tmp_path).why is Misfit.TWICE


def test_a_bomb_is_refused_as_soon_as_it_is_too_large(
    state: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Counted as it comes out: what the zip says of its sizes is made small here."""
    monkeypatch.setattr(backup_reading, "MOST_BYTES", 3_000_000)
    bomb = bytearray(packed({**files_of(made(state)), DECKS: bytes(40_000_000)}))
    directory = bomb.rindex(b"PK\x01\x02", 0, bomb.rindex(DECKS.encode()))
    assert refused(bytes(bomb), tmp_path).why is Misfit.TOO_LARGE
    assert (tmp_path / "unpacked" / DECKS).stat().st_size < 4_000_000
    bomb[directory + 24 : directory + 28] = (1_000).to_bytes(4, "little")
    (tmp_path / "again").mkdir()
    assert refused(bytes(bomb), tmp_path / "again").why in (Misfit.DAMAGED, Misfit.TOO_LARGE)


def test_a_configuration_is_no_place_for_a_bomb(state: Path, tmp_path: Path) -> None:
    bad = refused(packed({**files_of(made(state)), CONFIG: b"#" * 1_000_000}), tmp_path)
    assert (bad.why, bad.name) == (Misfit.TOO_LARGE, CONFIG)


@pytest.mark.parametrize(
    ("manifest", "why"),
    [
        (b"{", Misfit.NO_MANIFEST),
        (b"[" * 10_000, Misfit.NO_MANIFEST),
        (b"[]", Misfit.NO_MANIFEST),
        (
            b'{"peglight_backup": 0, "version": "0", "made_s": 1, "board": "", "files": {}}',
            Misfit.NO_MANIFEST,
        ),
        (b'{"peglight_backup": "1", "version": "0"}', Misfit.NO_MANIFEST),
        (b'{"peglight_backup": 1, "version": 5}', Misfit.NO_MANIFEST),
        (
            b'{"peglight_backup": 1, "version": "1", "made_s": -1, "board": "", "files": {}}',
            Misfit.NO_MANIFEST,
        ),
        (b'{"peglight_backup": 2, "version": "9.1"}', Misfit.NEWER),
        (
            b'{"peglight_backup": 1, "version": "1", "made_s": 1, "board": "\\ud800", "files": {}}',
            Misfit.NO_MANIFEST,
        ),
        (b'"' + b"x" * 20_000 + b'"', Misfit.TOO_LARGE),
        (b'{"peglight_backup": 1, "version": "1", "made_s": 1, "board": "", "files": {}}', Misfit.MISSING),
    ],
)
def test_what_does_not_say_that_it_fits_is_refused(tmp_path: Path, manifest: bytes, why: Misfit) -> None:
    target = io.BytesIO()
    with zipfile.ZipFile(target, "w") as archive:
        archive.writestr(MANIFEST, manifest)
    assert refused(target.getvalue(), tmp_path).why is why


def test_a_zip_of_something_else_is_refused(tmp_path: Path) -> None:
    target = io.BytesIO()
    with zipfile.ZipFile(target, "w"):
        pass
    assert refused(target.getvalue(), tmp_path).why is Misfit.NO_MANIFEST


@pytest.mark.parametrize(
    ("name", "sql", "found"),
    [
        (JOURNAL, "CREATE TRIGGER evil AFTER INSERT ON rows BEGIN SELECT 1; END;", "trigger evil"),
        (JOURNAL, "CREATE VIEW evil AS SELECT 1;", "view evil"),
        (JOURNAL, "CREATE TABLE evil (x);", "table evil"),
        (JOURNAL, "DROP TABLE rows; CREATE VIEW rows AS SELECT 1;", "view rows"),
        (JOURNAL, "ALTER TABLE rows ADD COLUMN evil TEXT;", "table rows is another one"),
        (JOURNAL, "CREATE VIRTUAL TABLE evil USING fts5(x);", "virtual table evil"),
        (DECKS, "CREATE TRIGGER evil AFTER INSERT ON cards BEGIN SELECT 1; END;", "trigger evil"),
        (DECKS, "UPDATE cards SET card = '11H' WHERE card = 'AH';", "11H"),
        (DECKS, "UPDATE cards SET card = '@dance' WHERE card = 'AH' AND copy = 1;", "@dance"),
        (DECKS, "UPDATE cards SET copy = 9999 WHERE card = 'AH' AND copy = 1;", "no card has"),
        (SETTINGS, "UPDATE houses SET options = '[';", "Expecting"),
        (SETTINGS, "CREATE VIEW evil AS SELECT 1;", "view evil"),
    ],
)
def test_a_store_with_more_or_else_in_it_is_refused(
    state: Path, tmp_path: Path, name: str, sql: str, found: str
) -> None:
    files = files_of(made(state))
    bad = refused(packed({**files, name: with_sql(files[name], sql, tmp_path)}), tmp_path)
    assert (bad.why, bad.name) == (Misfit.DAMAGED, name)
    assert found in bad.found


@pytest.mark.parametrize(
    "strange",
    [
        durable(9_000, told="[" * 5_000),
        replace(durable(9_000), after='{"play": ' * 3_000),
        durable(9_000, told='"' + "x" * 300_000 + '"'),
        replace(durable(9_000), seq=2**60),
        replace(durable(9_000), at_ms=2**62),
        durable(9_000, told="{"),
        durable(9_000, told='"\\ud800"'),
    ],
)
def test_a_row_that_would_trip_the_daemon_is_refused(state: Path, tmp_path: Path, strange: Row) -> None:
    files = files_of(made(state))
    (tmp_path / "crafted.sqlite").write_bytes(files[JOURNAL])
    journal = open_journal(tmp_path / "crafted.sqlite")
    journal.append(strange)
    journal.close()
    crafted = (tmp_path / "crafted.sqlite").read_bytes()
    assert refused(packed({**files, JOURNAL: crafted}), tmp_path).why is Misfit.DAMAGED


def test_a_journal_of_a_newer_version_is_refused_as_such(state: Path, tmp_path: Path) -> None:
    files = files_of(made(state))
    newer = with_sql(files[JOURNAL], "PRAGMA user_version = 99;", tmp_path)
    assert refused(packed({**files, JOURNAL: newer}), tmp_path).why is Misfit.NEWER


def test_what_is_no_database_is_refused(state: Path, tmp_path: Path) -> None:
    for n, name in enumerate((JOURNAL, DECKS, SETTINGS)):
        (tmp_path / str(n)).mkdir()
        files = {**files_of(made(state)), name: b"SQLite format 3\0" + b"\xff" * 5_000}
        bad = refused(packed(files), tmp_path / str(n))
        assert (bad.why, bad.name) == (Misfit.DAMAGED, name)


def test_a_file_said_to_lie_before_the_beginning_is_damage(state: Path, tmp_path: Path) -> None:
    """Its directory counts from the end, so a backup that lost its first bytes points to before them."""
    assert refused(made(state)[1:], tmp_path).why is Misfit.DAMAGED
