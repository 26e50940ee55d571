"""What goes wrong in the field and is the doctor's to find: a test for each such report."""

from pathlib import Path

import pytest

from firmware_host.checks.finding import Finding, Level
from tests.doctor.fake_pi import (
    BUTTONS,
    CMDLINE_TXT,
    CONFIG,
    CONFIG_TXT,
    LAMPS,
    LAMPS_ON_SPI,
    LEDS0,
    PIN_READER,
    READER,
    USB_NAME,
    USB_READER,
    FakePi,
)

BUFSIZ = "/sys/module/spidev/parameters/bufsiz"
SITES = ("/opt/peglight/venv/lib/python3.11/site-packages", "/usr/lib/python3/dist-packages")


def level(pi: FakePi, check: str) -> Level:
    return pi.finding(check).level


def test_a_reset_on_gpio15_overlaps_the_serial_port(tmp_path: Path) -> None:
    pi = FakePi(tmp_path, "4", board=READER + BUTTONS.replace("17", "15"))
    found = pi.finding("uart-pins")
    assert (found.level, "GPIO15" in found.found) == (Level.WARN, True)
    pi.edit(CONFIG, "enable_uart=1", "enable_uart=0")
    assert level(pi, "uart-pins") is Level.OK


@pytest.mark.parametrize("site", SITES)
@pytest.mark.parametrize(
    ("distribution", "expected"), [("RPi.GPIO-0.7.1", Level.WARN), ("rpi_lgpio-0.6", Level.OK)]
)
def test_which_package_owns_rpi_gpio(tmp_path: Path, site: str, distribution: str, expected: Level) -> None:
    pi = FakePi(tmp_path, "5")
    pi.write(
        f"{site}/{distribution}.dist-info/RECORD", "RPi/__init__.py,,\nRPi/GPIO/__init__.py,sha256=x,1\n"
    )
    found = pi.finding("rpi-gpio")
    assert (found.level, distribution.partition("-")[0] in found.found) == (expected, True)


def test_which_debian_package_owns_rpi_gpio(tmp_path: Path) -> None:
    pi = FakePi(tmp_path, "4")
    pi.write(
        "/var/lib/dpkg/info/python3-rpi-lgpio.list", "/usr/lib/python3/dist-packages/RPi/GPIO/__init__.py\n"
    )
    assert pi.finding("rpi-gpio").found == "RPi.GPIO comes from python3-rpi-lgpio."
    pi.write(
        "/var/lib/dpkg/info/python3-rpi.gpio.list", "/usr/lib/python3/dist-packages/RPi/GPIO/__init__.py\n"
    )
    assert (level(pi, "rpi-gpio"), "python3-rpi.gpio" in pi.finding("rpi-gpio").found) == (Level.WARN, True)


def test_lamps_on_gpio10_beside_a_reader_on_spi_0(tmp_path: Path) -> None:
    found = FakePi(tmp_path, "4", board=READER + LAMPS_ON_SPI).finding("conflicts")
    assert (found.level, "GPIO10" in found.found, "'table'" in found.found) == (Level.FAIL, True, True)


@pytest.mark.parametrize("generation", ["zero2", "3", "4", "5"])
def test_ws281x_on_a_pi_5_is_refused_before_it_crashes(tmp_path: Path, generation: str) -> None:
    found = FakePi(tmp_path, generation, board=LAMPS).finding("lamp-driver")
    assert found.level is (Level.FAIL if generation == "5" else Level.OK)


def test_error_5_without_root_is_explained_by_the_lamp_helper(tmp_path: Path) -> None:
    pi = FakePi(tmp_path, "4")
    pi.remove("/run/peglight-lamps")
    found = pi.finding("lamp-helper")
    assert (found.level, "-5" in found.why, "peglight-lamps" in found.do) == (Level.FAIL, True, True)


@pytest.mark.parametrize("pin", [12, 13, 18, 19])
def test_analog_sound_and_lamps_on_pwm(tmp_path: Path, pin: int) -> None:
    pi = FakePi(tmp_path, "4", board=LAMPS.replace("18", str(pin)))
    pi.edit(CONFIG, "audio=off", "audio=on")
    assert (level(pi, "audio-pwm"), "GPIO21" in pi.finding("audio-pwm").do) == (Level.FAIL, True)


def test_analog_sound_and_lamps_on_gpio21(tmp_path: Path) -> None:
    pi = FakePi(tmp_path, "4", board=LAMPS.replace("18", "21"))
    pi.edit(CONFIG, "audio=off", "audio=on")
    assert level(pi, "audio-pwm") is Level.OK


def test_dma_channel_5_is_never_let_pass(tmp_path: Path) -> None:
    pi = FakePi(tmp_path, "4", board=LAMPS + "dma = 5\n")
    assert Level.FAIL in (level(pi, "conflicts"), level(pi, "configuration"))


@pytest.mark.parametrize(
    ("generation", "line"), [("zero2", "core_freq=250"), ("3", "core_freq=250"), ("4", "core_freq_min=500")]
)
def test_a_core_clock_that_changes_with_the_load(tmp_path: Path, generation: str, line: str) -> None:
    pi = FakePi(tmp_path, generation, board=LAMPS_ON_SPI)
    assert (level(pi, "core-clock"), line in pi.finding("core-clock").do) == (Level.WARN, True)
    pi.write(CONFIG, f"{CONFIG_TXT}{line}\n")
    assert level(pi, "core-clock") is Level.OK


@pytest.mark.parametrize(
    ("lamps", "fits"), [(112, True), (168, True), (224, True), (300, True), (400, False)]
)
@pytest.mark.parametrize("bufsiz", [4096, 32768])
def test_a_frame_longer_than_spidev_takes(tmp_path: Path, lamps: int, fits: bool, bufsiz: int) -> None:
    pi = FakePi(tmp_path, "4", board=LAMPS_ON_SPI.replace("112", str(lamps)))
    pi.write(BUFSIZ, f"{bufsiz}\n")
    pi.edit(CMDLINE_TXT, " spidev.bufsiz=32768", "")
    assert (level(pi, "spi-bufsiz") is Level.OK) is (fits or bufsiz == 32768)


def test_a_typing_slip_leaves_the_old_size_in_force(tmp_path: Path) -> None:
    pi = FakePi(tmp_path, "4", board=LAMPS_ON_SPI.replace("112", "400"))
    pi.write(BUFSIZ, "4096\n")
    found = pi.finding("spi-bufsiz")
    assert (found.level, "says spidev.bufsiz=32768, which is not in force" in found.found) == (
        Level.FAIL,
        True,
    )


def test_on_a_pi_5_a_larger_size_is_not_the_way_out(tmp_path: Path) -> None:
    pi = FakePi(tmp_path, "5", board=LAMPS_ON_SPI.replace("112", "400"))
    pi.write(BUFSIZ, "4096\n")
    assert "leds0" in pi.finding("spi-bufsiz").do


@pytest.mark.parametrize(
    ("kernel", "brightness", "expected"),
    [("6.12.62", "0", Level.OK), ("6.12.47", "0", Level.WARN), ("6.12.62", "255", Level.WARN)],
)
def test_a_pi_5_that_bends_levels(tmp_path: Path, kernel: str, brightness: str, expected: Level) -> None:
    pi = FakePi(tmp_path, "5", board=LEDS0)
    pi.edit("/proc/sys/kernel/osrelease", "6.12.62", kernel)
    pi.edit(CONFIG, "brightness=0", f"brightness={brightness}")
    assert level(pi, "leds0-overlay") is expected


@pytest.mark.parametrize("include", [True, False])
def test_a_good_system_is_not_called_unconfigured(tmp_path: Path, include: bool) -> None:
    """Settings of Bookworm are in /boot/firmware, and may be in an included file."""
    pi = FakePi(tmp_path, "4")
    if include:
        pi.write(CONFIG, "include board.txt\n")
        pi.write("/boot/firmware/board.txt", CONFIG_TXT)
    assert (level(pi, "spi"), level(pi, "audio-pwm")) == (Level.OK, Level.OK)


def test_lgpio_started_in_a_folder_it_cannot_write(tmp_path: Path) -> None:
    pi = FakePi(tmp_path, "4")
    unit = "/etc/systemd/system/peglight.service"
    pi.edit(unit, "WorkingDirectory=/var/lib/peglight", "WorkingDirectory=/")
    assert level(pi, "gpio-folder") is Level.FAIL
    pi.write(f"{unit}.d/folder.conf", "[Service]\nEnvironment=LG_WD=/run/peglight\n")
    assert level(pi, "gpio-folder") is Level.OK


def test_a_gpiozero_that_does_not_find_a_pi_5(tmp_path: Path) -> None:
    pi = FakePi(tmp_path, "5")
    pi.write(f"{SITES[1]}/gpiozero-2.0.1.egg-info", "")
    assert level(pi, "gpio-factory") is Level.WARN


def test_a_usb_number_that_changes_at_the_next_plug(tmp_path: Path) -> None:
    pi = FakePi(tmp_path, "4", board=USB_READER.replace(USB_NAME, "/dev/ttyUSB0"))
    pi.plug()
    assert USB_NAME in pi.finding("serial-by-id").do
    pi.remove(USB_NAME)
    pi.plug(tty="ttyUSB1")
    assert "by-path" in pi.finding("serial-by-id").do, "the name by id is another device's now"


def test_two_alike_without_a_number_go_by_path(tmp_path: Path) -> None:
    pi = FakePi(tmp_path, "4", board=USB_READER.replace(USB_NAME, "/dev/ttyUSB1"))
    pi.plug()
    pi.plug("/dev/serial/by-path/platform-usb-0:1.1:1.0-port0", "ttyUSB0")
    pi.plug("/dev/serial/by-path/platform-usb-0:1.2:1.0-port0", "ttyUSB1")
    assert "usb-0:1.2" in pi.finding("serial-by-id").do


def test_a_port_that_is_gone_names_those_that_are_there(tmp_path: Path) -> None:
    pi = FakePi(tmp_path, "4", board=USB_READER)
    assert level(pi, "serial-present") is Level.FAIL
    pi.plug("/dev/serial/by-id/usb-another-one")
    assert "usb-another-one" in pi.finding("serial-present").found
    pi.plug(tty="ttyUSB1")
    assert level(pi, "serial-present") is Level.OK


@pytest.mark.parametrize("folder", ["/boot/firmware", "/boot"])
def test_a_login_console_eats_what_the_reader_says(tmp_path: Path, folder: str) -> None:
    pi = FakePi(tmp_path, "4", board=PIN_READER)
    if folder == "/boot":
        pi.remove("/boot/firmware")
        pi.write("/boot/config.txt", CONFIG_TXT)
    pi.write(f"{folder}/cmdline.txt", "console=serial0,115200 console=tty1 rootwait\n")
    found = pi.finding("serial-console")
    assert (found.level, f"{folder}/cmdline.txt" in found.do) == (Level.FAIL, True)
    pi.write(f"{folder}/cmdline.txt", "console=tty1 rootwait\n")
    assert level(pi, "serial-console") is Level.OK


def test_serial0_leads_to_another_port_on_another_model(tmp_path: Path) -> None:
    pi = FakePi(tmp_path, "5", board=PIN_READER)
    assert "ttyAMA10" in pi.finding("serial0").found
    pi.edit("/proc/cmdline", "rootwait", "console=ttyAMA10,115200")
    assert level(pi, "serial-console") is Level.FAIL


@pytest.mark.parametrize("generation", ["zero2", "3", "4", "5"])
def test_under_voltage_is_told_in_words(tmp_path: Path, generation: str) -> None:
    pi = FakePi(tmp_path, generation)
    (flags,) = pi.path("/sys/devices/platform").glob("soc*/soc*:firmware/get_throttled")
    flags.write_text("50005\n")
    found = pi.finding("throttling")
    assert found.level is Level.FAIL
    for words in ("Now:", "Since the last start:", "voltage is too low", "throttled"):
        assert words in found.found


def test_groups_are_those_of_the_service_and_not_of_the_caller(tmp_path: Path) -> None:
    pi = FakePi(tmp_path, "4")
    pi.remove("/etc/systemd/system/peglight.service")
    assert level(pi, "service-groups") is Level.OK
    pi.write("/etc/group", "spi:x:90:pi\ngpio:x:91:pi\npeglight:x:1:\nroot:x:0:root,pi\n")
    found: Finding = pi.finding("service-groups")
    assert (found.level, "gpio, spi" in found.found) == (Level.FAIL, True)
