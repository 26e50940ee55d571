"""Restart and switch off: what is asked of logind, and the name of the board in its configuration."""

import json
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from firmware_host.assembly import Daemon, Outside
from firmware_host.config import load
from firmware_host.config_file import ConfigFile
from firmware_host.machine import Deed, Machine
from firmware_host.naming import Naming
from firmware_host.simulated_board import simulated_config
from firmware_host.systemd import Supervisor
from firmware_host.uploads import Problem

MANAGER = ["org.freedesktop.login1", "/org/freedesktop/login1", "org.freedesktop.login1.Manager"]

BUSCTL = """#!/usr/bin/env python3
# Stands for busctl(1): writes down what it was asked, and answers as it was told to.
import json, pathlib, sys
here = pathlib.Path(__file__).parent
with (here / "asked").open("a") as asked:
    print(json.dumps(sys.argv[1:]), file=asked)
code, said = json.loads((here / "answers").read_text()).get(sys.argv[6], [1, "Call failed: Access denied"])
print(said, file=sys.stderr if code else sys.stdout)
sys.exit(code)
"""


class Bus:
    """A system bus with a logind on it."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self.program = folder / "busctl"
        self.program.write_text(BUSCTL)
        self.program.chmod(0o755)

    def answers(self, **answers: tuple[int, str]) -> None:
        (self._folder / "answers").write_text(json.dumps(answers))

    def asked(self) -> list[list[str]]:
        asked = self._folder / "asked"
        return [json.loads(line) for line in asked.read_text().splitlines()] if asked.exists() else []


@pytest.fixture
def bus(tmp_path: Path) -> Bus:
    return Bus(tmp_path)


def test_what_the_system_allows_is_offered_and_done(bus: Bus) -> None:
    bus.answers(CanReboot=(0, 's "yes"'), CanPowerOff=(0, 's "challenge"'), Reboot=(0, ""))
    machine = Machine(True, str(bus.program))
    assert machine.deeds() == [Deed.RESTART]
    assert machine.do("restart") == ""
    assert bus.asked()[-1] == ["--system", "call", *MANAGER, "Reboot", "b", "false"]
    assert len(bus.asked()) == 3


def test_what_it_forbids_is_said(bus: Bus) -> None:
    bus.answers(CanReboot=(0, 's "no"'))
    machine = Machine(True, str(bus.program))
    assert machine.deeds() == []
    assert machine.do("switch_off") == "Call failed: Access denied"
    assert bus.asked()[-1] == ["--system", "call", *MANAGER, "PowerOff", "b", "false"]


@pytest.mark.parametrize("deed", ["", "hibernate", "restart; reboot", "Reboot"])
def test_nothing_else_is_asked_of_it(bus: Bus, deed: str) -> None:
    assert Machine(True, str(bus.program)).do(deed) == deed
    assert bus.asked() == []


def test_a_machine_that_is_not_the_boards_own_is_left_alone(bus: Bus) -> None:
    bus.answers(CanReboot=(0, 's "yes"'), Reboot=(0, ""))
    machine = Machine(False, str(bus.program))
    assert machine.deeds() == []
    assert machine.do("restart") == "restart"
    assert bus.asked() == []


def test_a_machine_without_a_bus_says_so(tmp_path: Path) -> None:
    machine = Machine(True, str(tmp_path / "nothing"))
    assert machine.deeds() == []
    assert "No such file" in machine.do("restart")


# --- the name -------------------------------------------------------------------------------------


def test_a_name_is_written_with_comments_kept_and_the_board_begins_again(tmp_path: Path) -> None:
    config, restarts = tmp_path / "peglight.toml", []
    config.write_text('# ours\nname = "Oak"  # the old one\nhold_ms = 900\n')
    naming = Naming(ConfigFile(config), lambda: False, lambda: restarts.append(1))
    assert naming.rename("Ash & Elm") is None
    assert config.read_text() == '# ours\nname = "Ash & Elm"  # the old one\nhold_ms = 900\n'
    assert restarts == [1]
    for bad in ("", "x" * 41, "a\nb"):
        problem = naming.rename(bad)
        assert problem is not None
        assert problem.why == "wrong_config"
        assert "1 to 40 characters" in problem.found
    assert "Ash & Elm" in config.read_text()
    assert restarts == [1]


def test_who_saves_while_another_names_the_board_overwrites_nothing(tmp_path: Path) -> None:
    """Two phones at once, again and again: what either has saved is in the file, and so is the other's."""
    config = tmp_path / "peglight.toml"
    config.write_text('[[buzzer]]\nname = "buzzer"\ndriver = "simulated"\n')
    daemon = Daemon(load(config), tmp_path / "state", Supervisor(), Outside(config=config))
    daemon.start()
    try:
        with ThreadPoolExecutor() as phones:
            for name, sounds in [("Ash", "none"), ("Elm", "all")] * 10:
                both = [
                    phones.submit(daemon.gateway.naming.rename, name),
                    phones.submit(daemon.gateway.sounds.choose, sounds),
                ]
                assert [one.result() for one in both] == [None, None]
                kept = load(config)
                assert (kept.name, bool(kept.silent)) == (name, sounds == "none")
    finally:
        daemon.stop()


@pytest.mark.parametrize("config", [None, Path("no-such.toml")])
def test_a_simulated_board_says_that_it_is_one_when_it_is_to_be_named(
    tmp_path: Path, config: Path | None
) -> None:
    daemon = Daemon(simulated_config(), tmp_path / "state", Supervisor(), Outside(config=config))
    daemon.start()
    try:
        assert daemon.gateway.naming.rename("Oak") == Problem("simulated")
    finally:
        daemon.stop()


def test_a_name_is_not_given_where_it_cannot_be(tmp_path: Path) -> None:
    config = tmp_path / "folder" / "peglight.toml"
    restarts: list[int] = []

    def why(config: Path | None, runs: bool) -> str:
        file = ConfigFile(config) if config else None
        problem = Naming(file, lambda: runs, lambda: restarts.append(1)).rename("Oak")
        assert problem is not None
        return problem.why

    assert why(None, False) == "simulated"
    assert why(config, False) == "no_config"
    assert why(config, True) == "game_runs"
    config.mkdir(parents=True)
    assert why(config, False) == "wrong_config"
    assert not restarts
