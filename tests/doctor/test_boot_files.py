"""config.txt as the firmware reads it: both paths, includes, filters, and which line counts."""

from pathlib import Path

import pytest

from firmware_host.checks.bootfiles import BootFiles
from firmware_host.checks.finding import Level
from firmware_host.checks.pi import PiModel
from tests.doctor.fake_pi import CONFIG, CONFIG_TXT, LAMPS, NOTICE, FakePi


def boot(text: str, model: str = "Raspberry Pi 4 Model B Rev 1.4", **includes: str) -> BootFiles:
    files = {CONFIG: text} | {f"/boot/firmware/{name}.txt": other for name, other in includes.items()}
    return BootFiles(files.get, PiModel(model).filters)


def test_an_old_layout_keeps_them_in_boot(tmp_path: Path) -> None:
    pi = FakePi(tmp_path, "4", board=LAMPS)
    pi.remove("/boot/firmware")
    pi.write("/boot/config.txt", CONFIG_TXT.replace("audio=off", "audio=on"))
    pi.write("/boot/cmdline.txt", "rootwait spidev.bufsiz=65536\n")
    found = pi.findings()
    assert "/boot/config.txt is in force" in found["boot-files"].found
    assert found["audio-pwm"].level is Level.FAIL
    assert "/boot/cmdline.txt says spidev.bufsiz=65536" in found["boot-cmdline"].found


def test_the_notice_that_bookworm_leaves_in_boot_is_no_second_file(tmp_path: Path) -> None:
    pi = FakePi(tmp_path, "4")
    assert pi.path("/boot/config.txt").read_text(encoding="utf-8") == NOTICE
    assert pi.finding("boot-files").level is Level.OK


def test_a_link_from_the_old_path_to_the_new_is_no_second_file(tmp_path: Path) -> None:
    pi = FakePi(tmp_path, "4")
    pi.remove("/boot/config.txt")
    pi.link("/boot/config.txt", "/boot/firmware/config.txt")
    assert pi.finding("boot-files").level is Level.OK


def test_includes_stand_in_their_place() -> None:
    files = boot(
        "dtparam=audio=on\ninclude extra.txt\ncore_freq=1\n", extra="dtparam=audio=off\ncore_freq=2\n"
    )
    assert (files.is_on("audio"), files.value("core_freq")) == (False, "1")


def test_an_include_that_includes_itself_ends() -> None:
    assert boot("include extra.txt\n", extra="include extra.txt\nx=1\n").value("x") == "1"


@pytest.mark.parametrize(
    ("model", "holding"),
    [
        ("Raspberry Pi Zero 2 W Rev 1.0", {"all", "pi0", "pi0w", "pi02"}),
        ("Raspberry Pi Zero W Rev 1.1", {"all", "pi0", "pi0w"}),
        ("Raspberry Pi Zero Rev 1.3", {"all", "pi0"}),
        ("Raspberry Pi 3 Model B Plus Rev 1.3", {"all", "pi3", "pi3+"}),
        ("Raspberry Pi 3 Model B Rev 1.2", {"all", "pi3"}),
        ("Raspberry Pi 400 Rev 1.0", {"all", "pi4", "pi400"}),
        ("Raspberry Pi Compute Module 4 Rev 1.1", {"all", "pi4", "cm4"}),
        ("Raspberry Pi 5 Model B Rev 1.0", {"all", "pi5"}),
        ("Raspberry Pi 500 Rev 1.0", {"all", "pi5", "pi500"}),
        ("Raspberry Pi Compute Module 5 Rev 1.0", {"all", "pi5", "cm5"}),
    ],
)
def test_a_section_holds_for_its_boards(model: str, holding: set[str]) -> None:
    sections = ["all", "none", "tryboot", "hdmi:0", "0x1234abcd", "pi0", "pi0w", "pi02", "pi1", "pi2", "pi3"]
    sections += ["pi3+", "pi4", "pi400", "pi5", "pi500", "cm4", "cm5"]
    held = {name for name in sections if boot(f"[{name}]\nx=1\n", model).value("x")}
    assert held == holding


def test_a_filter_holds_until_the_next_of_its_kind_and_all_ends_every_one() -> None:
    assert boot("[pi5]\nx=5\n[pi4]\nx=4\n").value("x") == "4"
    assert boot("[0x1234abcd]\n[pi4]\nx=4\n").value("x") is None
    assert boot("[0x1234abcd]\n[pi5]\n[all]\nx=1\n").value("x") == "1"


@pytest.mark.parametrize(
    ("text", "is_on"),
    [
        ("", None),
        ("#dtparam=spi=on", None),
        ("dtparam=spi=on  # for the reader", True),
        ("dtparam=spi", True),
        ("dtparam = spi=yes", True),
        ("dtparam=i2c_arm=on,spi=on", True),
        ("device_tree_param=spi=on", True),
        ("dtparam=spi=on\ndtparam=spi=off", False),
        ("dtparam=spi=onn", False),
    ],
)
def test_parameters_as_people_write_them(text: str, is_on: bool | None) -> None:
    assert boot(text).is_on("spi") is is_on


def test_an_overlays_parameters_may_stand_in_lines_after_it() -> None:
    files = boot("dtoverlay=ws2812-pio,gpio=18\ndtparam=brightness=0,rgbw\ndtoverlay=\ndtparam=spi=on\n")
    assert files.overlays("ws2812-pio") == [{"gpio": "18", "brightness": "0", "rgbw": "on"}]
