"""The stores of a state folder are opened all together, or none is."""

import os
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from firmware_host.deck import DamagedDecks
from firmware_host.settings import SettingsNotSaved, SettingsStore
from firmware_host.stores import open_stores


def open_files(folder: Path) -> list[str]:
    """Those that this process has open below a folder."""
    links = [Path("/proc/self/fd") / number for number in os.listdir("/proc/self/fd")]
    places = [os.readlink(link) for link in links if link.is_symlink()]
    return [place for place in places if place.startswith(str(folder))]


def test_each_is_open_until_it_is_closed(tmp_path: Path) -> None:
    stores = open_stores(tmp_path, {}, ())
    assert {Path(name).name for name in open_files(tmp_path)} >= {
        "journal.sqlite",
        "decks.sqlite",
        "settings.sqlite",
    }
    stores.close()
    stores.journal.close()
    assert open_files(tmp_path) == []


@pytest.mark.parametrize(
    ("name", "refused"), [("decks.sqlite", DamagedDecks), ("settings.sqlite", SettingsNotSaved)]
)
def test_one_that_a_newer_version_wrote_leaves_none_open(
    tmp_path: Path, name: str, refused: type[Exception]
) -> None:
    """Not even while somebody still looks at the reason."""
    with closing(sqlite3.connect(tmp_path / name)) as newer:
        newer.execute("PRAGMA user_version = 99")
    with pytest.raises(refused, match="newer Peglight"):
        open_stores(tmp_path, {}, ())
    with pytest.raises(refused) as caught:
        open_stores(tmp_path, {}, ())
    assert open_files(tmp_path) == [], caught.value


def test_settings_that_take_nothing_leave_nothing_open(tmp_path: Path) -> None:
    SettingsStore(tmp_path / "settings.sqlite").close()
    with closing(sqlite3.connect(tmp_path / "settings.sqlite", isolation_level=None)) as other:
        other.execute(
            "CREATE TRIGGER none_in BEFORE INSERT ON board BEGIN SELECT RAISE(ABORT, 'no room'); END"
        )
    with pytest.raises(SettingsNotSaved, match="no room") as caught:
        open_stores(tmp_path, {}, ())
    assert open_files(tmp_path) == [], caught.value
