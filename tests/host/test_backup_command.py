"""`peglight backup` and `peglight restore`: what the page does, from the machine itself."""

import shutil
import stat
from pathlib import Path

import pytest

from firmware_host import exits
from firmware_host.__main__ import main
from firmware_host.backup import CONFIG, DECKS, JOURNAL, SETTINGS, SPOOL
from firmware_host.deck import DeckStore
from firmware_host.lock import FolderLock
from firmware_host.restoring import READY, finish_restore
from firmware_host.settings import SettingsStore
from tests.host.test_restoring import board, games


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A home with a board that has two games."""
    home = tmp_path_factory.mktemp("played")
    board(home / "state" / "peglight", 2, "other")
    (home / "config" / "peglight").mkdir(parents=True)
    (home / "config" / "peglight" / CONFIG).write_text('name = "Oak"\n')
    return home


class Home:
    """A user's home, in which commands are run."""

    def __init__(self, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        self.folder = folder
        self.state = folder / "state" / "peglight"
        self.config = folder / "config" / "peglight" / CONFIG
        for name in ("STATE_DIRECTORY", "CONFIGURATION_DIRECTORY"):
            monkeypatch.delenv(name, raising=False)
        monkeypatch.setenv("XDG_STATE_HOME", str(folder / "state"))
        monkeypatch.setenv("XDG_CONFIG_HOME", str(folder / "config"))


@pytest.fixture
def home(tmp_path: Path, played: Path, monkeypatch: pytest.MonkeyPatch) -> Home:
    shutil.copytree(played, tmp_path / "home")
    return Home(tmp_path / "home", monkeypatch)


@pytest.fixture
def kept(home: Home, tmp_path: Path) -> Path:
    """A backup of the board with two games; on the board there is one game now, and another phone."""
    file = tmp_path / "kept.zip"
    assert main(["backup", str(file)]) == exits.DONE
    shutil.rmtree(home.state)
    board(home.state, 1, "mine")
    home.config.write_text('name = "Ash"\n')
    return file


def held(state: Path) -> tuple[int, int, list[str]]:
    """How many games and cards, and which phones."""
    decks, settings = DeckStore(state / DECKS), SettingsStore(state / SETTINGS)
    phones = [browser.name for browser in settings.pairings().values()]
    cards = len(decks.cards())
    decks.close()
    settings.close()
    return games(state), cards, phones


def test_what_was_kept_is_put_back_and_what_was_here_is_set_aside(
    home: Home, kept: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert stat.S_IMODE(kept.stat().st_mode) == 0o600
    assert main(["restore", str(kept)]) == exits.DONE
    assert capsys.readouterr().out.endswith(
        "Oak: 2 games, 2 cards, 0 house rulesets.\n"
        "A backup was restored; what was here before is kept as before-restore-1.\n"
    )
    assert held(home.state) == (2, 2, ["mine"])  # who may play is as it is now
    assert games(home.state / "before-restore-1") == 1
    assert home.config.read_text() == 'name = "Oak"\n'
    assert main(["restore", "--keep-config", str(kept)]) == exits.DONE


def test_one_of_a_thing_is_told_as_one(
    home: Home, kept: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    one = tmp_path / "one.zip"
    assert main(["backup", str(one)]) == exits.DONE  # `kept` has left one game and one card here
    assert main(["restore", str(one)]) == exits.DONE
    assert "Ash: 1 game, 1 card, 0 house rulesets.\n" in capsys.readouterr().out


def test_the_configuration_stays_where_it_is_wanted_so_and_where_the_other_does_not_fit(
    home: Home, kept: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["restore", "--keep-config", str(kept)]) == exits.DONE
    assert home.config.read_text() == 'name = "Ash"\n'
    home.config.write_text("hold_ms = 1\n")
    other = tmp_path / "other.zip"
    assert main(["backup", str(other)]) == exits.DONE  # one with mistakes is kept as it is
    home.config.write_text('name = "Elm"\n')
    assert main(["restore", str(other)]) == exits.DONE
    assert "hold_ms = 1: it must be 600 to 3000" in capsys.readouterr().err
    assert home.config.read_text() == 'name = "Elm"\n'


def test_a_backup_is_made_beside_a_daemon_but_none_is_restored_there(
    home: Home, kept: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    lock = FolderLock(home.state)
    try:
        assert main(["backup", str(tmp_path / "beside.zip")]) == exits.DONE
        assert main(["restore", str(kept)]) == exits.TAKEN
    finally:
        lock.release()
    assert "is in use by another peglight" in capsys.readouterr().err
    assert games(home.state) == 1


def test_a_file_that_is_there_is_not_overwritten_and_none_is_left_half_written(
    home: Home, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    there = tmp_path / "there.zip"
    there.write_bytes(b"mine")
    assert main(["backup", str(there)]) == exits.USAGE
    assert there.read_bytes() == b"mine"
    assert main(["backup", str(tmp_path / "no" / "such" / "folder.zip")]) == exits.USAGE
    (home.state / JOURNAL).write_bytes(b"no journal")
    assert main(["backup", str(tmp_path / "damaged.zip")]) == exits.DAMAGED
    assert not (tmp_path / "damaged.zip").exists()
    shutil.rmtree(home.state)
    home.state.mkdir()
    assert main(["backup", str(tmp_path / "empty.zip")]) == exits.USAGE
    said = capsys.readouterr().err.splitlines()
    assert [
        "is there already" in said[0],
        "cannot be written" in said[1],
        "there is no game" in said[-1],
    ] == [True] * 3
    assert all(line.startswith("peglight backup: ") and line.endswith(".") for line in said)


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (None, "there is no file /"),
        (b"", "it cannot be read as a zip file"),
        (b"PK\x03\x04 and no more", "it cannot be read as a zip file"),
    ],
)
def test_what_is_no_backup_changes_nothing(
    home: Home, tmp_path: Path, data: bytes | None, said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "sent.zip"
    if data is not None:
        file.write_bytes(data)
    before = sorted(part.name for part in home.state.iterdir())
    assert main(["restore", str(file)]) == exits.USAGE
    assert said in capsys.readouterr().err
    assert sorted({part.name for part in home.state.iterdir()} - {"lock"}) == sorted(set(before) - {"lock"})


def test_one_that_cannot_be_put_in_place_yet_is_gone_on_with(
    home: Home, kept: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    in_the_way = home.state / f"{SPOOL}done"
    in_the_way.write_bytes(b"")
    assert main(["restore", str(kept)]) == exits.DAMAGED
    assert capsys.readouterr().err.endswith(
        "it lies ready, and the next start of Peglight goes on with it.\n"
    )
    in_the_way.unlink()
    finish_restore(home.state, home.config)
    assert held(home.state) == (2, 2, ["mine"])


def test_what_may_not_be_looked_at_is_said_in_a_sentence(
    home: Home, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """As to the user of the service what lies in somebody's home; a name too long fails in the same way."""
    nowhere = f"/{'x' * 300}"
    assert main(["restore", f"{nowhere}.zip"]) == exits.USAGE
    monkeypatch.setenv("XDG_STATE_HOME", nowhere)
    assert main(["restore", str(home.config)]) == exits.USAGE
    assert main(["backup", str(tmp_path / "kept.zip")]) == exits.USAGE
    said = capsys.readouterr().err.splitlines()
    assert len(said) == 3
    assert all("File name too long" in line and nowhere in line for line in said)


def test_one_that_lies_ready_is_not_taken_over(home: Home, kept: Path) -> None:
    (home.state / READY).mkdir()
    assert main(["restore", str(kept)]) == exits.USAGE
    assert games(home.state) == 1
