"""Files that are damaged, foreign, newer or another's, and a disk that turns read-only: said once, clearly,

where it can be heard (page, log, lamps or the exit), and the game goes on where it can. DESIGN 5; each fault
stands in docs/faults.md.
"""

import html
import os
import shutil
import sqlite3
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from engine.cards import Card
from engine.inputs import CardTapped, Chosen, ThrowAsked
from engine.verdict import Reason, Why
from firmware_host import setting_aside
from firmware_host.deck import open_decks
from firmware_host.journal import NotSaved, Row, open_journal
from firmware_host.recovery import open_or_set_aside, recover
from firmware_host.settings import SettingsStore
from tests.eventually import until
from tests.host.daemon_process import WITHOUT_ROOT, DaemonProcess, Page, peglight
from tests.host.rows import Recorder, durable, new_game, soft
from tests.host.running_loop import break_connection, table

NONSENSE = b"nonsense" * 1000


def begun(page: Page) -> None:
    """A game in which a peg has come out."""
    assert page.tell("new_game", players=4, rules="pagat", first="A").ok
    assert page.tell("tap", card="KH").ok
    assert page.tell("choose", notation="K♥ AS-A8").ok


def pegs(page: Page) -> list[str]:
    found: list[str] = page.state()["game"]["pegs"]["A"]
    return found


def device_page(page: Page) -> str:
    return html.unescape(page.text("/device"))


# --- damaged, foreign ------------------------------------------------------------------------------


def foreign(path: Path) -> None:
    path.unlink(missing_ok=True)
    connection = sqlite3.connect(path)
    connection.execute("CREATE TABLE recipes (name TEXT)")
    connection.close()


def spoilt(path: Path) -> None:
    path.write_bytes(NONSENSE)


@pytest.mark.parametrize("spoil", [spoilt, foreign])
def test_a_game_goes_on_without_its_decks_and_settings_and_the_page_says_so(
    tmp_path: Path, spoil: Callable[[Path], None]
) -> None:
    with DaemonProcess(tmp_path) as daemon:
        begun(daemon.page())
        assert daemon.terminate() == 0
    for name in ("decks", "settings"):
        spoil(daemon.state / f"{name}.sqlite")
    with DaemonProcess(tmp_path) as daemon:
        page = daemon.page()
        assert pegs(page) == ["A8", "S", "S", "S", "S"]
        for name, advice in (("decks", "Enrol the cards again"), ("settings", "Pair your phones again")):
            assert advice in device_page(page)
            assert f"The {name} were damaged" in daemon.stderr
            assert (daemon.state / f"{name}.damaged-1.sqlite").exists()
        assert page.tell("tap", card="QH").status in (200, 409)


@pytest.mark.parametrize("opening", [open_or_set_aside, open_decks, SettingsStore])
def test_damage_that_sqlite_itself_cannot_put_into_words_is_damage(
    tmp_path: Path, opening: Callable[[Path], object]
) -> None:
    """It quotes what it finds in its list of tables, be it text or not."""
    path = tmp_path / "damaged.sqlite"
    connection = sqlite3.connect(path)
    connection.execute("CREATE TABLE some_table (some_column)")
    connection.close()
    path.write_bytes(path.read_bytes().replace(b"some_table (", b"some_\xff\xff\xff\xff\xff ("))
    opened = opening(path)
    closable = opened[0] if isinstance(opened, tuple) else opened
    closable.close()
    assert (tmp_path / "damaged.damaged-1.sqlite").exists()


def test_after_a_damaged_journal_the_lamps_show_every_peg(tmp_path: Path) -> None:
    """Whoever sits there compares the wood with them; the page says what happened."""
    with DaemonProcess(tmp_path) as daemon:
        begun(daemon.page())
        assert daemon.terminate() == 0
    path = daemon.state / "journal.sqlite"
    path.write_bytes(bytes(4096) + path.read_bytes()[4096:])
    with DaemonProcess(tmp_path) as daemon:
        page = daemon.page()
        assert {"A8", "AS1", "BS1", "CS1", "DS1"} <= set(page.state()["lamps"])
        assert pegs(page) == ["A8", "S", "S", "S", "S"]
        assert "The journal was damaged" in device_page(page)
        assert "The journal was damaged" in daemon.stderr
        assert page.tell("tap", card="QH").status in (200, 409)
        until(lambda: "CS1" not in page.state()["lamps"])


# --- a start that is cut off while a damaged file gives way -----------------------------------------


class PowerGone(BaseException):
    """Nothing more is done."""


@pytest.fixture
def damaged(tmp_path: Path) -> Path:
    """A journal whose first page is gone, with rows in its log, as a killed daemon leaves it."""
    path = tmp_path / "whole" / "journal.sqlite"
    path.parent.mkdir()
    recorder = Recorder(path)
    recorder.tell_all([new_game(), CardTapped(Card.parse("KH")), Chosen("K♥ AS-A8")])
    recorder.journal.close()
    recorder.journal = open_journal(path)
    recorder.tell_all([CardTapped(Card.parse("2H")), ThrowAsked()])
    folder = tmp_path / "killed"
    shutil.copytree(path.parent, folder)
    recorder.journal.close()
    left = folder / path.name
    left.write_bytes(bytes(4096) + left.read_bytes()[4096:])
    return left


def test_no_row_is_lost_wherever_the_setting_aside_is_cut_off(
    damaged: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Before a clean start of its own, the next one finishes what the last began."""
    steps = 0
    while cut_off_after(steps, copied(damaged, tmp_path / f"cut-{steps}"), monkeypatch):
        assert whole_again(tmp_path / f"cut-{steps}" / damaged.name) == 5
        steps += 1
    assert steps > 6


def copied(damaged: Path, folder: Path) -> Path:
    shutil.copytree(damaged.parent, folder)
    return folder / damaged.name


def cut_off_after(steps: int, path: Path, monkeypatch: pytest.MonkeyPatch) -> bool:
    """Start, with the power going after so many of what changes names or makes them last."""
    left = steps

    def counting(do: Callable[..., None]) -> Callable[..., None]:
        def counted(*words: object, **more: object) -> None:
            nonlocal left
            if left == 0:
                raise PowerGone
            left -= 1
            do(*words, **more)

        return counted

    with monkeypatch.context() as patched:
        for name in ("rename", "unlink", "fsync"):
            patched.setattr(os, name, counting(getattr(os, name)))
        try:
            journal, _notes = open_or_set_aside(path)
        except PowerGone:
            return True
        journal.close()
        return False


def whole_again(path: Path) -> int:
    """How many rows the next start finds."""
    journal, notes = open_or_set_aside(path)
    try:
        game = recover(journal).game
        assert game.play is not None
        assert len(game.play.turns) == 2
        assert notes or path.with_name("journal.damaged-1.sqlite").exists()
        assert not list(path.parent.glob("*carried*"))
        return journal.last_seq
    finally:
        journal.close()


def test_a_disk_too_full_for_a_new_journal_leaves_the_damaged_one_where_it_is(
    damaged: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(_rows: object, _more: object) -> None:
        raise NotSaved("database or disk is full")

    with monkeypatch.context() as patched:
        patched.setattr("firmware_host.journal.Journal.carry_on", full)
        with pytest.raises(NotSaved, match="full"):
            open_or_set_aside(damaged)
    assert not list(damaged.parent.glob("*damaged*"))
    assert whole_again(damaged) == 5


def test_an_import_begins_no_journal_beside_one_that_is_giving_way(damaged: Path) -> None:
    damaged.rename(damaged.with_name("journal.carried-1.sqlite"))
    with pytest.raises(Exception, match="being replaced"):
        open_journal(damaged)
    assert setting_aside.finish(damaged).name == "journal.damaged-1.sqlite"


# --- newer, older ----------------------------------------------------------------------------------


def test_newer_decks_and_settings_are_left_alone(tmp_path: Path) -> None:
    with DaemonProcess(tmp_path) as daemon:
        daemon.page()
        assert daemon.terminate() == 0
    for name in ("settings", "decks"):
        path = daemon.state / f"{name}.sqlite"
        versioned(path, 99)
        before = path.read_bytes()
        done = peglight(tmp_path, "run", "--simulate", "--listen", "127.0.0.1:0")
        said = f"{path}: it was written by a newer Peglight; install that version again\n"
        assert (done.returncode, done.stderr.decode()) == (4, said)
        assert path.read_bytes() == before


def test_files_that_bear_no_version_yet_are_taken_as_they_are(tmp_path: Path) -> None:
    with DaemonProcess(tmp_path) as daemon:
        begun(daemon.page())
        assert daemon.terminate() == 0
    for name in ("journal", "decks", "settings"):
        versioned(daemon.state / f"{name}.sqlite", 0)
    with DaemonProcess(tmp_path) as daemon:
        page = daemon.page()
        assert pegs(page) == ["A8", "S", "S", "S", "S"]
        assert "damaged" not in daemon.stderr


def versioned(path: Path, version: int) -> None:
    connection = sqlite3.connect(path)
    connection.execute(f"PRAGMA user_version = {version}")
    connection.close()


def test_a_journal_that_becomes_newer_while_the_game_runs_stops_nothing(tmp_path: Path) -> None:
    """A newer version was installed beside, and the disk failed once."""
    with table(tmp_path / "j") as at:
        at.tap("KH")
        before = at.game
        break_connection(at)
        versioned(tmp_path / "j", 99)
        for _ in range(2):
            assert at.tell(Chosen("K♥ AS-A8")).reason == Reason(Why.NOT_SAVED)
            assert at.game == before
        versioned(tmp_path / "j", 1)
        at.tell(ThrowAsked())
        assert at.tell(Chosen("K♥ AS-A8")).reason is None


# --- what the disk said no to ----------------------------------------------------------------------


def test_what_got_to_the_disk_although_it_said_no_stands(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Answered as saved, and shown: not as lost, and found after the next start all the same."""
    with table(tmp_path / "j") as at:
        at.tap("KH")
        append = at.journal.append

        def liar(row: Row) -> None:
            append(row)
            raise NotSaved("disk I/O error")

        monkeypatch.setattr(at.journal, "append", liar)
        answer = at.tell(Chosen("K♥ AS-A8"))
        assert (answer.reason, answer.seq) == (None, 3)
        assert at.game.play is not None
        assert len(at.game.play.turns) == 1
        assert at.tell(Chosen("K♥ AS-A8")).reason == Reason(Why.NO_CARD)


def test_what_a_start_finds_is_in_the_file_itself_before_anybody_sees_it(tmp_path: Path) -> None:
    """A killed daemon leaves rows in the log that were never synced: no later power cut may take them."""
    journal = open_journal(tmp_path / "j")
    for row in (durable(1), soft(2), durable(3), soft(4)):
        journal.append(row)
    for tail in ("", "-wal"):
        shutil.copy(tmp_path / f"j{tail}", tmp_path / f"killed{tail}")
    journal.close()
    again = open_journal(tmp_path / "killed")
    shutil.copy(tmp_path / "killed", tmp_path / "alone")
    again.close()
    alone = open_journal(tmp_path / "alone")
    assert [row.seq for row in alone.rows_from(0)] == [1, 2, 3, 4]
    alone.close()


@pytest.fixture
def disk(tmp_path: Path) -> Iterator[Path]:
    """An ext4 that turns read-only at its first error, as a Pi's card does."""
    image, folder = tmp_path / "image", tmp_path / "disk"
    folder.mkdir()
    with image.open("wb") as file:
        file.truncate(24 << 20)
    run("mkfs.ext4", "-q", "-F", "-e", "remount-ro", str(image))
    run("mount", "-o", "loop,errors=remount-ro", str(image), str(folder))
    try:
        yield folder
    finally:
        run("umount", str(folder))


def run(*words: str) -> str:
    return subprocess.run(words, check=True, capture_output=True, text=True).stdout.strip()


@pytest.mark.needs_block_devices
def test_a_disk_that_turns_read_only_saves_nothing_and_loses_nothing(disk: Path, tmp_path: Path) -> None:
    with DaemonProcess(disk) as daemon:
        page = daemon.page()
        begun(page)
        device = run("findmnt", "-n", "-o", "SOURCE", str(disk))
        Path(f"/sys/fs/ext4/{Path(device).name}/trigger_fs_error").write_text("tried by a test")
        reply = page.tell("new_game", players=6, rules="pagat")
        assert (reply.status, reply.why) == (409, "NOT_SAVED")
        assert pegs(page) == ["A8", "S", "S", "S", "S"]
        assert page.state()["refusal"]["why"] == "NOT_SAVED"
        assert "the journal could not be written" in page.text("/device")
        lamps = page.state()["lamps"]
        assert lamps
        assert page.send_form("/setup/save", {"rules": "pagat", "house": "Ours"}) == 503
        daemon.kill()
    done = peglight(disk, "run", "--simulate", "--listen", "127.0.0.1:0")
    assert done.returncode == 4
    assert "Read-only file system" in done.stderr.decode()
    shutil.copytree(disk / "state", tmp_path / "state", ignore=shutil.ignore_patterns("control"))
    with DaemonProcess(tmp_path) as daemon:
        assert pegs(daemon.page()) == ["A8", "S", "S", "S", "S"]


# --- somebody else's -------------------------------------------------------------------------------


def test_what_belongs_to_somebody_else_is_named_and_left_alone(tmp_path: Path) -> None:
    with DaemonProcess(tmp_path) as daemon:
        begun(daemon.page())
        assert daemon.terminate() == 0
    files = [daemon.state / f"{name}.sqlite" for name in ("journal", "decks", "settings")]
    before = [path.read_bytes() for path in files]
    for place in (*files, daemon.state):
        mode = place.stat().st_mode
        take(place)
        try:
            with DaemonProcess(tmp_path, wrap=WITHOUT_ROOT) as refused:
                assert refused.process.wait(20) == 4
                (said,) = refused.stderr.splitlines()
        finally:
            give_back(place, mode)
        assert str(place) in said
        assert "user that Peglight runs as" in said
    assert [path.read_bytes() for path in files] == before


def take(place: Path) -> None:
    """Give it to nobody, where we may; else take our own rights away, which comes to the same."""
    place.chmod(0o700 if WITHOUT_ROOT else 0)
    if WITHOUT_ROOT:
        os.chown(place, 65534, 65534)


def give_back(place: Path, mode: int) -> None:
    place.chmod(mode)
    if WITHOUT_ROOT:
        os.chown(place, 0, 0)
