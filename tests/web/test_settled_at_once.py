"""Two phones settle what the board is at once: what was written last is what is in force."""

import threading
from collections.abc import Callable
from pathlib import Path

import pytest

from firmware_host.config import Config, parse
from firmware_host.config_file import ConfigFile, Edit
from tests.web.small_lights import SmallBoard

A_WHILE_S = 0.3
"""Whoever is kept waiting is not done by then; on a slow machine nobody is, and nothing is seen."""

Settling = Callable[[], str]


@pytest.fixture
def at_once(monkeypatch: pytest.MonkeyPatch) -> Callable[[Settling, Settling], None]:
    """Has one settle something, and another once that is written but not yet in force."""
    written, other_is_done = threading.Event(), threading.Event()
    change = ConfigFile.change

    def first_dawdles(file: ConfigFile, edit: Edit) -> Config:
        config = change(file, edit)
        if not written.is_set():
            written.set()
            other_is_done.wait(A_WHILE_S)
        return config

    def settle(one: Settling, other: Settling) -> None:
        first = threading.Thread(target=one)
        first.start()
        written.wait()
        assert other() == ""
        other_is_done.set()
        first.join()

    monkeypatch.setattr(ConfigFile, "change", first_dawdles)
    return settle


def test_lamps(tmp_path: Path, at_once: Callable[[Settling, Settling], None]) -> None:
    path = tmp_path / "board.toml"
    lights = SmallBoard(path).lights
    at_once(lambda: lights.set_looks(0.5, False, 0.2), lambda: lights.set_looks(0.9, False, 0.2))
    assert lights.looks().brightness == parse(path.read_text(), path).looks.brightness == 0.9


def test_readers(tmp_path: Path, at_once: Callable[[Settling, Settling], None]) -> None:
    path = tmp_path / "board.toml"
    controls = SmallBoard(path).controls
    at_once(lambda: controls.set_roles({}, {"table": "A"}), lambda: controls.set_roles({}, {"table": "B"}))
    assert [part.seat for part in controls.parts() if part.name == "table"] == ["B"]
    assert parse(path.read_text(), path).reader_seats == {"table": 1}
