"""The installer, as far as it can be looked at without a machine of its own."""

import shlex
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from xml.etree import ElementTree

import pytest

from firmware_host.config import load
from firmware_host.lamp_settings import StripSettings, read_settings
from tests.tree import ROOT

INSTALL = ROOT / "systemd" / "install"


def install(*words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        ["bash", str(INSTALL), *words], capture_output=True, text=True, timeout=60, check=False
    )


def test_an_unknown_option_is_named() -> None:
    said = install("--fast")
    assert (said.returncode, "--fast" in said.stderr) == (2, True)


def test_help_names_every_option() -> None:
    text = INSTALL.read_text(encoding="utf-8")
    offered = {line.split(")")[0].strip() for line in text.splitlines() if line.strip().startswith("--")}
    said = install("--help").stdout
    assert offered
    assert all(option in said for option in offered if option.startswith("--") and " " not in option)


@pytest.mark.parametrize("address", ["80", "0.0.0.0", "a b:80", "0.0.0.0:80#x", "0.0.0.0:80 --simulate"])
def test_an_address_that_is_none_is_refused(address: str) -> None:
    """It goes into the units."""
    said = install("--dry-run", "--listen", address)
    assert (said.returncode, "must be like 0.0.0.0:80" in said.stderr) == (1, True)


def test_games_are_deleted_only_where_it_is_taken_away() -> None:
    said = install("--dry-run", "--purge")
    assert (said.returncode, "--uninstall" in said.stderr) == (1, True)


def told_of(board: Path) -> str:
    """What the installer tells the lamp helper of a board."""
    words = [sys.executable, "-I", str(ROOT / "systemd" / "lamps_toml.py"), str(board)]
    return subprocess.run(words, capture_output=True, text=True, timeout=60, check=True).stdout


@pytest.mark.parametrize(
    "board", sorted((ROOT / "docs" / "boards").glob("*.toml")), ids=lambda path: path.stem
)
def test_the_lamp_helper_is_told_of_the_strips_on_pins_and_of_no_others(board: Path, tmp_path: Path) -> None:
    on_pins = [spec for spec in load(board).specs if spec.driver == "ws281x"]
    told = told_of(board)
    assert told.count("[[strip]]") == len(on_pins)
    if told:
        (tmp_path / "lamps.toml").write_text('user = "root"\n' + told)
        (tmp_path / "lamps.toml").chmod(0o644)
        strips = read_settings(tmp_path / "lamps.toml").strips
        assert [strip.gpio for strip in strips] == [spec.settings["gpio"] for spec in on_pins]
        assert [strip.lamps for strip in strips] == [spec.settings["lamps"] for spec in on_pins]


def test_white_lamps_a_sacrificial_one_and_two_strips_are_told_as_the_helper_needs_them(
    tmp_path: Path,
) -> None:
    board = tmp_path / "board.toml"
    board.write_text(
        '[[strip]]\nname = "one"\ndriver = "ws281x"\nlamps = 60\nsacrificial = true\norder = "GRBW"\n'
        '[[strip]]\nname = "two"\ndriver = "ws281x"\ngpio = 21\nlamps = 52\n'
        '[[strip]]\nname = "three"\ndriver = "adalight"\nport = "/dev/ttyUSB0"\n'
    )
    (tmp_path / "lamps.toml").write_text('user = "root"\n' + told_of(board))
    (tmp_path / "lamps.toml").chmod(0o644)
    first = StripSettings(gpio=18, lamps=61, channels=4, dma=10)
    second = replace(first, gpio=21, lamps=52, channels=3, dma=11)
    assert read_settings(tmp_path / "lamps.toml").strips == (first, second)


@pytest.mark.parametrize("value", ['"""18\nuser = \'root\'"""', "1.5", "[18]"])
def test_what_the_page_wrote_brings_no_line_of_its_own_to_the_lamp_helper(tmp_path: Path, value: str) -> None:
    board = tmp_path / "board.toml"
    board.write_text(f'[[strip]]\nname = "one"\ndriver = "ws281x"\ngpio = {value}\n')
    words = [sys.executable, "-I", str(ROOT / "systemd" / "lamps_toml.py"), str(board)]
    said = subprocess.run(words, capture_output=True, text=True, timeout=60, check=False)
    assert (said.returncode, "is no number" in said.stderr) == (1, True)
    assert "gpio" not in said.stdout


def test_a_board_that_does_not_exist_is_refused_with_those_that_do() -> None:
    said = install("--board", "five", "--dry-run")
    assert said.returncode == 1
    assert all(word in said.stderr for word in ("five", "four.toml", "three-rings.toml"))


def announced(name: str, port: str) -> ElementTree.Element:
    """The avahi service file as the installer fills it."""
    text = INSTALL.read_text(encoding="utf-8")
    function = text[text.index("announced() {") : text.index("announce() {")]
    script = f'HERE={shlex.quote(str(ROOT))}\n{function}\nannounced "$@"'
    words = ["bash", "-c", script, "announced", name, port]
    said = subprocess.run(words, capture_output=True, text=True, timeout=60, check=True)
    return ElementTree.fromstring(said.stdout)


@pytest.mark.parametrize(
    ("name", "shown"), [("", "Peglight on %h"), ("Oak & <Ash>", "Oak & <Ash>"), ("Ann's \\ 2", "Ann's \\ 2")]
)
def test_the_page_is_announced_in_the_network_by_the_boards_name(name: str, shown: str) -> None:
    group = announced(name, "8080")
    assert group.tag == "service-group"
    assert group.findtext("name") == shown
    assert group.findtext("service/type") == "_http._tcp"
    assert group.findtext("service/port") == "8080"


def test_the_announcement_is_installed_packed_and_taken_away_again() -> None:
    text = INSTALL.read_text(encoding="utf-8")
    assert "AVAHI=/etc/avahi/services/peglight.service" in text
    assert '"$AVAHI"' in text[text.index("uninstall() {") :]
    assert "/etc/avahi/services/peglight.service" in (ROOT / "systemd" / "deb").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("there", "file", "ends", "goes", "says"),
    [
        ("true", "", "true", True, ""),
        ("true", "/home/kept", "true", False, "it owns /home/kept"),
        ("true", "", "exit 8", True, "The user peglight stays. To have it gone"),  # a process is still its
        ("false", "/home/kept", "true", False, ""),
    ],
)
def test_its_user_goes_where_nothing_elsewhere_is_that_user_s(
    tmp_path: Path, there: str, file: str, ends: str, goes: bool, says: str
) -> None:
    text = INSTALL.read_text(encoding="utf-8")
    function = text[text.index("remove_user() {") : text.index("uninstall() {")]
    asked = tmp_path / "asked"
    script = f"""
        set -euo pipefail
        STATE=/var/lib/peglight ETC=/etc/peglight
        id() {{ {there}; }}
        find() {{ echo {shlex.quote(file)}; }}
        run() {{ echo "$*" >{shlex.quote(str(asked))}; ({ends}); }}
        {function}
        remove_user
    """
    said = subprocess.run(["bash", "-c", script], capture_output=True, text=True, timeout=60, check=True)
    assert asked.exists() is goes
    assert said.stdout.startswith("The user peglight stays") is bool(says)
    assert says in said.stdout
    if goes:
        assert asked.read_text(encoding="utf-8") == "userdel peglight\n"
