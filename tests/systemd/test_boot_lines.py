"""The firmware's config.txt is edited between two marks and nowhere else."""

import subprocess
import sys
from pathlib import Path

import pytest

from tests.tree import ROOT

OWNERS = b"arm_64bit=1\r\n[pi4]\narm_boost=1\n\n"
BOARD = '[[reader]]\nname = "table"\ndriver = "mfrc522"\n'


def boot_lines(root: Path, *words: str, board: str = BOARD) -> subprocess.CompletedProcess[str]:
    (root / "board.toml").write_text(board)
    script = [sys.executable, "-I", str(ROOT / "systemd" / "boot_lines.py"), "--root", str(root)]
    given = words if "--remove" in words else (str(root / "board.toml"), *words)
    return subprocess.run([*script, *given], capture_output=True, text=True, timeout=60, check=False)


@pytest.fixture
def pi(tmp_path: Path) -> Path:
    (tmp_path / "boot" / "firmware").mkdir(parents=True)
    (tmp_path / "boot" / "firmware" / "config.txt").write_bytes(OWNERS)
    (tmp_path / "boot" / "config.txt").write_bytes(b"# moved to /boot/firmware\n")
    return tmp_path


def config_txt(pi: Path) -> bytes:
    return (pi / "boot" / "firmware" / "config.txt").read_bytes()


def between(pi: Path) -> list[str]:
    """Our lines, without the marks."""
    text = config_txt(pi)
    assert text.startswith(OWNERS)
    return text.removeprefix(OWNERS).decode().splitlines()[1:-1]


def test_the_lines_stand_under_all_and_a_restart_is_asked_for(pi: Path) -> None:
    assert "restart is needed" in boot_lines(pi).stdout
    assert between(pi) == ["[all]", "dtparam=spi=on"]
    assert (pi / "boot" / "config.txt").read_bytes() == b"# moved to /boot/firmware\n"


def test_a_second_time_changes_and_says_nothing(pi: Path) -> None:
    boot_lines(pi)
    once = config_txt(pi)
    assert boot_lines(pi).stdout == ""
    assert config_txt(pi) == once


def test_another_board_has_its_lines_in_place_of_the_first_ones(pi: Path) -> None:
    boot_lines(pi)
    boot_lines(pi, board='[[strip]]\nname = "ring"\ndriver = "ws281x"\n')
    assert between(pi) == ["[all]", "dtparam=audio=off"]
    assert (pi / "boot" / "firmware" / "config.txt.before-peglight").read_bytes() == OWNERS


@pytest.mark.parametrize("words", [["--remove"], []])
def test_taken_away_the_file_is_byte_for_byte_what_it_was(pi: Path, words: list[str]) -> None:
    """Also by a board that needs nothing."""
    boot_lines(pi)
    boot_lines(pi, *words, board='name = "bare"\n')
    assert config_txt(pi) == OWNERS


def test_a_mark_whose_other_was_deleted_takes_no_line_of_the_owners(pi: Path) -> None:
    boot_lines(pi)
    file = pi / "boot" / "firmware" / "config.txt"
    file.write_bytes(config_txt(pi).replace(b"# peglight end\n", b"gpu_mem=64\n"))
    boot_lines(pi, "--remove")
    assert config_txt(pi).endswith(b"gpu_mem=64\n")
    assert b"peglight" not in config_txt(pi)


def test_a_dry_run_says_the_lines_and_writes_none(pi: Path) -> None:
    assert "dtparam=spi=on" in boot_lines(pi, "--dry-run").stdout
    assert config_txt(pi) == OWNERS


def test_a_board_that_cannot_be_read_leaves_the_file_alone(pi: Path) -> None:
    boot_lines(pi)
    once = config_txt(pi)
    said = boot_lines(pi, board="name = ")
    assert (said.returncode, "board.toml" in said.stderr) == (1, True)
    assert config_txt(pi) == once


def test_where_there_is_no_config_txt_nothing_is_done(tmp_path: Path) -> None:
    said = boot_lines(tmp_path)
    assert (said.returncode, said.stdout, said.stderr) == (0, "", "")


@pytest.mark.parametrize(
    ("board", "lines"),
    [
        ("four", ["dtparam=spi=on"]),  # its lamps are on 21, which is not PWM
        ("six-sections", []),
        ("three-rings", ["dtoverlay=ws2812-pio,gpio=18,num_leds=505,brightness=0"]),
    ],
)
def test_the_examples_have_what_their_devices_need(pi: Path, board: str, lines: list[str]) -> None:
    boot_lines(pi, board=(ROOT / "docs" / "boards" / f"{board}.toml").read_text(encoding="utf-8"))
    found = [line for line in between(pi) if line != "[all]"] if config_txt(pi) != OWNERS else []
    assert found == lines


@pytest.mark.parametrize(
    ("device", "line"),
    [
        ('[[strip]]\nname = "a"\ndriver = "ws281x"\ngpio = 10\n', "dtparam=spi=on"),
        ("[[strip]]\nname = \"a\"\ndriver = 'ws281x'\ngpio = 13\n", "dtparam=audio=off"),
        ('[[reader]]\nname = "a"\ndriver = "rdm6300"\nport = "/dev/serial0"\n', "enable_uart=1"),
        (
            '[[strip]]\nname = "a"\ndriver = "leds0"\nlamps = 300\n',
            "dtoverlay=ws2812-pio,gpio=18,num_leds=301,brightness=0",
        ),
    ],
)
def test_a_device_has_its_line(pi: Path, device: str, line: str) -> None:
    boot_lines(pi, board=device)
    assert between(pi) == ["[all]", line]
