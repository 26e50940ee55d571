"""Two phones settle the lamps at once: what was written last is what is in force."""

import threading
from pathlib import Path

import pytest

from firmware_host.config import Config, parse
from firmware_host.config_file import ConfigFile, Edit
from tests.web.small_lights import SmallBoard

A_WHILE_S = 0.3
"""Whoever is kept waiting is not done by then; on a slow machine nobody is, and nothing is seen."""


def test_what_two_phones_settle_at_once_is_in_force_as_it_is_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "board.toml"
    lights = SmallBoard(path).lights
    written, other_is_done = threading.Event(), threading.Event()
    change = ConfigFile.change

    def first_dawdles(file: ConfigFile, edit: Edit) -> Config:
        config = change(file, edit)
        if not written.is_set():
            written.set()
            other_is_done.wait(A_WHILE_S)
        return config

    monkeypatch.setattr(ConfigFile, "change", first_dawdles)
    first = threading.Thread(target=lights.set_looks, args=(0.5, False, 0.2))
    first.start()
    written.wait()
    lights.set_looks(0.9, False, 0.2)
    other_is_done.set()
    first.join()
    assert lights.looks().brightness == parse(path.read_text(), path).looks.brightness == 0.9
