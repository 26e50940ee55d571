"""Restoring: what was here is set aside, a cut is gone on with, and a daemon begins again with the backup."""

import http.client
import io
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from engine.inputs import GameEnded
from firmware_host.backup import CONFIG, DECKS, JOURNAL, SETTINGS, STORES, Sources
from firmware_host.backups import Backups
from firmware_host.deck import DeckStore, simulated_deck
from firmware_host.journal import open_journal
from firmware_host.lock import FolderLock, Taken
from firmware_host.restoring import READY, finish_restore, lay_ready
from firmware_host.settings import SettingsStore
from firmware_host.uploads import MOST_BYTES, Problem, Upload
from hardware.conflicts import Host
from tests.eventually import until
from tests.host.daemon_process import DaemonProcess, Page, environment
from tests.host.running_loop import NEW_GAME, Table
from tests.tree import ROOT


def board(folder: Path, games: int, phone: str) -> Path:
    """A state folder with so many games and one paired phone."""
    folder.mkdir(parents=True)
    table = Table(folder / JOURNAL)
    for _ in range(games):
        table.tell(NEW_GAME)
        table.tell(GameEnded())
    table.settings.add_pairing(phone.encode() * 8, phone)
    table.stop()
    decks = DeckStore(folder / DECKS)
    decks.replace_deck(phone, list(simulated_deck().values())[:games])
    decks.close()
    return folder


@pytest.fixture(scope="module")
def two_boards(tmp_path_factory: pytest.TempPathFactory) -> Path:
    home = tmp_path_factory.mktemp("boards")
    board(home / "here", 1, "mine")
    board(home / "unpacked", 2, "other")
    (home / "unpacked" / CONFIG).write_text('name = "Other"\n')
    (home / CONFIG).write_text('name = "Here"\n')
    return home


@pytest.fixture
def home(tmp_path: Path, two_boards: Path) -> Path:
    shutil.copytree(two_boards, tmp_path, dirs_exist_ok=True)
    return tmp_path


def games(folder: Path) -> int:
    journal = open_journal(folder / JOURNAL)
    found = sum(row.kind == "NewGame" for row in journal.rows_from(0))
    journal.close()
    return found


def phones(folder: Path) -> list[str]:
    settings = SettingsStore(folder / SETTINGS)
    found = [one.name for one in settings.pairings().values()]
    settings.close()
    return found


def restored(home: Path) -> bool:
    """Whether all is in place, and all that was there is kept."""
    here, aside = home / "here", home / "here" / "before-restore-1"
    assert not (here / READY).exists()
    assert (games(here), games(aside)) == (2, 1)
    assert (phones(here), phones(aside)) == (["mine"], ["mine"])
    assert (home / CONFIG).read_text() == 'name = "Other"\n'
    return (aside / CONFIG).read_text() == 'name = "Here"\n'


def test_what_was_here_is_set_aside_and_who_may_play_stays(home: Path) -> None:
    here = home / "here"
    assert finish_restore(here, home / CONFIG) == ""
    assert lay_ready(home / "unpacked", here, with_config=True) == "before-restore-1"
    assert games(here) == 1
    said = finish_restore(here, home / CONFIG)
    assert said == "A backup was restored; what was here before is kept as before-restore-1."
    assert restored(home)
    assert finish_restore(here, home / CONFIG) == ""


def test_a_browser_that_a_made_up_backup_would_let_in_is_not(home: Path) -> None:
    here = home / "here"
    for part in here.iterdir():
        part.unlink()
    lay_ready(home / "unpacked", here, with_config=False)
    finish_restore(here, home / CONFIG)
    assert phones(here) == []
    assert (home / CONFIG).read_text() == 'name = "Here"\n'


def test_a_configuration_that_cannot_be_written_is_kept_beside(home: Path) -> None:
    here = home / "here"
    lay_ready(home / "unpacked", here, with_config=True)
    finish_restore(here, home / "here" / "lock" / CONFIG)  # no folder can be made there
    assert (here / "before-restore-1" / f"restored-{CONFIG}").read_text() == 'name = "Other"\n'
    assert games(here) == 2


def test_stores_that_cannot_be_read_are_set_aside_like_others(home: Path) -> None:
    here = home / "here"
    for name in STORES:
        (here / name).write_bytes(b"no database")
    lay_ready(home / "unpacked", here, with_config=False)
    finish_restore(here, home / CONFIG)
    assert (games(here), phones(here)) == (2, [])
    assert (here / "before-restore-1" / JOURNAL).read_bytes() == b"no database"


def test_nothing_is_restored_under_a_daemon(home: Path) -> None:
    lay_ready(home / "unpacked", home / "here", with_config=False)
    lock = FolderLock(home / "here")
    with pytest.raises(Taken):
        finish_restore(home / "here", home / CONFIG)
    lock.release()
    assert games(home / "here") == 1


CUT = """
import os, sys
from pathlib import Path
from firmware_host.restoring import finish_restore
left = int(sys.argv[2])
def cut(event, _):
    global left
    if event in ("os.rename", "os.remove", "os.rmdir", "os.mkdir", "sqlite3.connect"):
        left -= 1
        if left == 0:
            os._exit(9)
sys.addaudithook(cut)
finish_restore(Path(sys.argv[1], "here"), Path(sys.argv[1], "peglight.toml"))
"""


def test_a_cut_at_any_step_is_gone_on_with(home: Path, tmp_path: Path) -> None:
    """The process dies before each thing it does to a folder; logs lie beside the stores as after a kill."""
    for name in STORES:
        (home / "here" / f"{name}-wal").write_bytes(b"")
    lay_ready(home / "unpacked", home / "here", with_config=True)
    step = 1
    while True:
        again = tmp_path / f"cut-{step}"
        again.mkdir()
        shutil.copytree(home / "here", again / "here")
        shutil.copy(home / CONFIG, again)
        code = subprocess.run(
            [sys.executable, "-c", CUT, str(again), str(step)], env=environment(home), cwd=ROOT, check=False
        ).returncode
        assert code in (0, 9)
        finish_restore(again / "here", again / CONFIG)
        logs = {path.name for path in (again / "here" / "before-restore-1").glob("*-wal")}
        assert logs == {f"{name}-wal" for name in STORES if name != SETTINGS}, step  # settings were opened
        assert not list((again / "here").glob("*-wal"))
        assert restored(again), step
        if code == 0:
            break
        step += 1
    assert step > 12


# --- what the page can do -------------------------------------------------------------------------


class Asked(list[str]):
    """How often a restart was asked for."""

    def __call__(self) -> None:
        self.append("restart")


@pytest.fixture
def running() -> list[bool]:
    return [False]


@pytest.fixture
def asked() -> Asked:
    return Asked()


@pytest.fixture
def backups(home: Path, asked: Asked, running: list[bool]) -> Backups:
    here = home / "here"
    sources = Sources(here, home / CONFIG, "Here")
    return Backups(sources, Upload(here), Host, lambda: running[0], asked)


def a_backup(backups: Backups) -> bytes:
    made = backups.make()
    assert made is not None
    with made:
        return made.read()


def look_into(backups: Backups, data: bytes) -> Problem | None:
    assert backups.upload.add(0, len(data), data) is None
    return backups.look_into().problem


def test_a_backup_is_looked_into_then_restored_and_can_be_taken_back(
    home: Path, backups: Backups, asked: Asked
) -> None:
    here = home / "here"
    assert look_into(backups, a_backup(backups)) is None
    assert backups.restore(with_config=True) is None
    assert asked == ["restart"]
    problem = backups.restore(with_config=True)
    assert problem is not None
    assert problem.why == "gone"
    finish_restore(here, home / CONFIG)
    assert backups.aside() == ["before-restore-1"]
    assert backups.put_back("before-restore-1") is None
    finish_restore(here, home / CONFIG)
    assert backups.aside() == ["before-restore-1", "before-restore-2"]
    assert games(here) == 1


def test_no_game_is_cut_off_by_a_restore(
    home: Path, backups: Backups, asked: Asked, running: list[bool]
) -> None:
    assert look_into(backups, a_backup(backups)) is None
    running[0] = True
    problem = backups.restore(with_config=False)
    assert problem is not None
    assert problem.why == "game_runs"
    assert not asked
    running[0] = False
    assert backups.restore(with_config=False) is None


def test_a_configuration_that_does_not_fit_is_named_and_left(home: Path, backups: Backups) -> None:
    (home / CONFIG).write_text('nam = "Here"\n')
    data = a_backup(backups)
    (home / CONFIG).write_text('name = "Here"\n')
    assert backups.upload.add(0, len(data), data) is None
    found = backups.look_into()
    assert not found.has_config
    assert "nam = 'Here'" in found.wrong_config[0]
    assert "there is no such key" in found.wrong_config[0]
    assert backups.restore(with_config=True) is None
    finish_restore(home / "here", home / CONFIG)
    assert (home / CONFIG).read_text() == 'name = "Here"\n'


@pytest.mark.parametrize("name", ["before-restore-9", "../here", "journal.sqlite", ""])
def test_nothing_else_is_put_back(backups: Backups, name: str) -> None:
    problem = backups.put_back(name)
    assert problem is not None
    assert problem.why == "gone"


def test_a_file_is_taken_piece_by_piece_and_whole_at_the_end(home: Path) -> None:
    upload = Upload(home / "here")
    assert upload.add(0, 6, b"abc") is None
    assert upload.whole() is None
    for at, size, piece in ((2, 6, b"c"), (3, 7, b"def"), (3, 6, b"defg"), (9, 6, b"d")):
        assert upload.add(at, size, piece) == Problem("gone")
    assert upload.add(3, 6, b"def") is None
    whole = upload.whole()
    assert whole is not None
    assert whole.read_bytes() == b"abcdef"
    assert whole.stat().st_mode & 0o777 == 0o600
    for size in (MOST_BYTES + 1, 2**50):
        assert upload.add(0, size, b"x") == Problem("upload_too_large", found="128")
    upload.drop()
    assert upload.whole() is None


# --- a whole daemon -------------------------------------------------------------------------------


def download(page: Page, daemon: DaemonProcess) -> bytes:
    address = daemon.address()
    assert address
    line = http.client.HTTPConnection(*address, timeout=20)
    line.request("GET", "/device/backup.zip")
    data = line.getresponse().read()
    line.close()
    return data


def test_a_daemon_begins_again_with_a_backup_under_the_same_address(tmp_path: Path) -> None:
    with DaemonProcess(tmp_path) as daemon:
        page = daemon.page()
        assert page.tell("new_game", players=4, rules="pagat", first="A").ok
        assert page.tell("end_game").ok
        too_large = page.post(f"/api/upload?at=0&of={MOST_BYTES + 1}", b"x")
        assert too_large.body["text"].startswith("This file is larger than the 128 MB that")
        data = download(page, daemon)
        assert zipfile.ZipFile(io.BytesIO(data)).testzip() is None
        assert page.tell("new_game", players=6, rules="pagat", first="A").ok
        assert page.post(f"/api/upload?at=0&of={len(data)}", data).ok
        assert page.send_form("/device/backup/look", {}) == 200
        assert page.send_form("/device/backup/restore", {}) == 409
        assert page.tell("end_game").ok
        assert page.send_form("/device/backup/restore", {}) == 200
        until(lambda: daemon.stderr.count("The page is at ") == 2)
        again = daemon.page(like=page)
        assert again.tell("show_board").status in (200, 409)
        history = again.text("/history")
        assert history.count('class="card"') == 1
        assert "kept as before-restore-1" in again.text("/device")
        assert games(daemon.state / "before-restore-1") == 2
        assert daemon.terminate() == 0
        assert "Traceback" not in daemon.stderr
