"""Which sounds are made, chosen on the page: written down, comments kept, and heard at once."""

from pathlib import Path

import pytest

from engine.step import Effect
from firmware_host.config import parse
from firmware_host.config_file import ConfigFile
from firmware_host.sound_choice import TICKS, SoundChoice
from firmware_host.sounds import SOUNDS, Sounds

BY_HAND = '# the board of the hall\nsilent = ["win"]  # the baby sleeps\n'


def choice(path: Path) -> tuple[SoundChoice, Sounds]:
    path.write_text(BY_HAND)
    sounds = Sounds([], parse(BY_HAND, path).silent)
    return SoundChoice(ConfigFile(path), sounds), sounds


@pytest.mark.parametrize(
    ("name", "left_out"), [("all", frozenset()), ("no_ticks", TICKS), ("none", frozenset(SOUNDS))]
)
def test_a_choice_is_in_force_at_once_and_after_a_restart(
    tmp_path: Path, name: str, left_out: frozenset[Effect]
) -> None:
    path = tmp_path / "peglight.toml"
    chooser, sounds = choice(path)
    assert chooser.chosen == ""
    assert chooser.choose(name) is None
    assert (chooser.chosen, sounds.silent) == (name, left_out)
    text = path.read_text()
    assert parse(text, path).silent == left_out
    assert "# the board of the hall" in text


def test_what_cannot_be_written_changes_nothing(tmp_path: Path) -> None:
    path = tmp_path / "peglight.toml"
    chooser, sounds = choice(path)
    path.write_text("brightness = 7\n")
    problem = chooser.choose("none")
    assert problem is not None
    assert problem.why == "wrong_config"
    assert "brightness" in problem.found
    assert sounds.silent == {Effect.WIN}
    assert path.read_text() == "brightness = 7\n"


def test_without_a_buzzer_there_is_nothing_to_choose(tmp_path: Path) -> None:
    chooser, _ = choice(tmp_path / "peglight.toml")
    assert not chooser.has_buzzer
