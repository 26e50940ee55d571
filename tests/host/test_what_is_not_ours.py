"""What belongs to somebody else: each command says in one sentence which file it is and what to do."""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.host.daemon_process import WITHOUT_ROOT, peglight
from tests.host.test_restoring import board

ONE_CARD = "uid,card,copy\n04A1B2C3,KH,1\n"


@pytest.fixture
def home(tmp_path: Path) -> Iterator[Path]:
    """A user's home with a board, a deck in text, and a backup."""
    state = board(tmp_path / "state" / "peglight", 1, "mine")
    (tmp_path / "deck.csv").write_text(ONE_CARD)
    assert peglight(tmp_path, "backup", "kept.zip").returncode == 0
    yield tmp_path
    state.chmod(0o700)
    for file in state.iterdir():
        file.chmod(0o600)


def said(home: Path, *words: str) -> str:
    """The one line of a command that is refused for what is not its own."""
    done = peglight(home, *words, wrap=WITHOUT_ROOT)
    assert (done.returncode, done.stdout) == (4, b"")
    (line,) = done.stderr.decode().splitlines()
    assert "Errno" not in line
    return line


@pytest.mark.parametrize("what", ["game", "deck"])
def test_nothing_is_exported_from_it(home: Path, what: str) -> None:
    state = home / "state" / "peglight"
    file = state / ("journal.sqlite" if what == "game" else "decks.sqlite")
    file.chmod(0)
    wanted = f"peglight export: {file} cannot be read (unable to open database file); run this as the user "
    assert said(home, "export", what).startswith(wanted)
    state.chmod(0)
    wanted = f"peglight export: {file} cannot be read (Permission denied); run this as the user that "
    assert said(home, "export", what).startswith(wanted)


@pytest.mark.parametrize("words", [("import", "deck.csv"), ("restore", "kept.zip"), ("run", "--simulate")])
def test_nothing_is_written_into_it(home: Path, words: tuple[str, ...]) -> None:
    state = home / "state" / "peglight"
    (state / "lock").touch()
    (state / "lock").chmod(0)
    line = said(home, *words)
    assert f"The state folder {state} cannot be used: {state}/lock: Permission denied. It and its " in line
    assert line.endswith("its disk must be neither full nor read-only.")


def test_a_store_that_takes_no_card_names_its_folder(home: Path) -> None:
    (home / "state" / "peglight" / "decks.sqlite").chmod(0)
    line = said(home, "import", "deck.csv")
    assert line.startswith(f"The state folder {home}/state/peglight cannot be used: ")
    assert "decks.sqlite: unable to open database file. It and its files must belong to " in line


@pytest.mark.parametrize("words", [("import", "deck.csv"), ("restore", "kept.zip")])
def test_nothing_is_put_into_the_folder_of_another_user(home: Path, words: tuple[str, ...]) -> None:
    """Root could: but the daemon that runs there could not use it afterwards."""
    other = Path("/") if os.geteuid() else home / "state" / "peglight"
    if not os.geteuid():
        os.chown(other, 65534, 65534)
    before = sorted(other.iterdir())
    done = peglight(home, *words, wrap=["env", f"STATE_DIRECTORY={other}"])
    (line,) = done.stderr.decode().splitlines()
    assert f"{other} is another user's; run it as the user that Peglight runs as" in line
    assert (done.returncode, sorted(other.iterdir())) == (2, before)
