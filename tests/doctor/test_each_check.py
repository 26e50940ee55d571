"""Every check passes on a healthy Pi and speaks up after one edit of its files. DESIGN 5."""

import os
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest

from firmware_host.checks.devices import CHECKS as OF_DEVICES
from firmware_host.checks.finding import SERIOUSNESS, Level
from firmware_host.doctor import OF_THE_BOARD, OF_THE_MACHINE
from tests.doctor.fake_pi import (
    BOARD,
    BUTTONS,
    CMDLINE,
    CMDLINE_TXT,
    CONFIG,
    LAMPS,
    LAMPS_ON_SPI,
    LEDS0,
    MODELS,
    PIN_READER,
    READER,
    RELEASES,
    UART,
    USB_NAME,
    USB_READER,
    FakePi,
)

SITE = "/opt/peglight/venv/lib/python3.11/site-packages"
THROTTLED = "/sys/devices/platform/soc/soc:firmware/get_throttled"
UNIT = "/etc/systemd/system/peglight.service"


@dataclass(frozen=True)
class Spoilt:
    """A board on which `check` is content until `spoil` edits its files; then it says `says`."""

    check: str
    spoil: Callable[[FakePi], None]
    level: Level
    says: str
    generation: str = "4"
    board: str = ""
    healthy: Level = Level.OK

    def __str__(self) -> str:
        return f"{self.check}: {self.says}"


def write(name: str, text: str | bytes) -> Callable[[FakePi], None]:
    return lambda pi: pi.write(name, text)


def edit(name: str, old: str, new: str) -> Callable[[FakePi], None]:
    return lambda pi: pi.edit(name, old, new)


def remove(name: str) -> Callable[[FakePi], None]:
    return lambda pi: pi.remove(name)


TWO_ON_USB = """
[[reader]]
name = "table"
driver = "rdm6300"
port = "/dev/serial/by-id/usb-1"
[[strip]]
name = "ring"
driver = "adalight"
port = "/dev/ttyUSB0"
"""


def board(text: str) -> Callable[[FakePi], None]:
    return write(BOARD, text)


def other_model(name: str) -> Callable[[FakePi], None]:
    return write("/sys/firmware/devicetree/base/model", f"{name}\0")


def bring_a_huge_journal(pi: FakePi) -> None:
    """Sparse: it takes no room, but a copy of it would."""
    pi.write("/var/lib/peglight/journal.sqlite", "")
    os.truncate(pi.path("/var/lib/peglight/journal.sqlite"), 4 << 40)


def only_the_voltage_sensor(pi: FakePi) -> None:
    pi.remove("/sys/devices/platform")
    pi.write("/sys/class/hwmon/hwmon1/name", "rpi_volt\n")
    pi.write("/sys/class/hwmon/hwmon1/in0_lcrit_alarm", "1\n")


def plug_two(pi: FakePi) -> None:
    pi.plug()
    pi.write(BOARD, READER + USB_READER.replace(USB_NAME, "/dev/ttyUSB0"))


OK, NOTE, WARN, FAIL = Level
SPOILT = [
    Spoilt("model", other_model("Raspberry Pi Zero W Rev 1.1"), FAIL, "Raspberry Pi Zero W Rev 1.1"),
    Spoilt("model", other_model("Raspberry Pi Model B Rev 2"), FAIL, "too old"),
    Spoilt("model", other_model("Raspberry Pi 2 Model B Rev 1.1"), FAIL, "Raspberry Pi 2"),
    Spoilt("model", other_model("Raspberry Pi 2 Model B Rev 1.2"), NOTE, "nobody has tried"),
    Spoilt("model", other_model("Banana Pro"), NOTE, "no Raspberry Pi"),
    Spoilt("bits", edit("/usr/lib/os-release", "ID=debian", "ID=raspbian"), FAIL, "Raspbian"),
    Spoilt("bits", edit("/proc/sys/kernel/osrelease", "v8", "v7l"), FAIL, "v7l"),
    Spoilt("bits", write("/usr/bin/dpkg", b"\x7fELF\x01\x01\x01"), FAIL, "programs"),
    Spoilt("bits", write("/var/lib/dpkg/arch", "armhf\narm64\n"), FAIL, "armhf"),
    Spoilt(
        "bits",
        lambda pi: pi.path("/usr/lib/ld-linux-aarch64.so.1").rename(pi.path("/usr/lib/ld-linux-armhf.so.3")),
        FAIL,
        "ld-linux-armhf",
    ),
    Spoilt("bits", write("/usr/lib/arm-linux-gnueabihf/libc.so.6", ""), FAIL, "libraries"),
    Spoilt("bits", write("/proc/cpuinfo", "model name\t: ARMv7 Processor rev 4 (v7l)\n"), FAIL, "ARMv7"),
    Spoilt("bits", edit(CONFIG, "arm_64bit=1", "arm_64bit=0"), FAIL, "arm_64bit=0"),
    Spoilt("system", edit("/usr/lib/os-release", "=bookworm", "=bullseye"), WARN, "Use Raspberry Pi OS"),
    Spoilt("throttling", write(THROTTLED, "50005\n"), FAIL, "voltage is too low"),
    Spoilt("throttling", write(THROTTLED, "0x50000\n"), WARN, "Since the last start"),
    Spoilt("throttling", write(THROTTLED, "80008\n"), FAIL, "temperature"),
    Spoilt("throttling", write(THROTTLED, "many\n"), WARN, "get_throttled cannot be read"),
    Spoilt("throttling", only_the_voltage_sensor, FAIL, "under-voltage"),
    Spoilt("clock", remove("/run/systemd/timesync"), WARN, "may be wrong"),
    Spoilt("boot-files", write("/boot/config.txt", "dtparam=spi=on\n"), WARN, "There are two"),
    Spoilt("boot-files", write(CONFIG, b"dtparam=\xff\x00\x01"), WARN, "garbled"),
    Spoilt("boot-cmdline", write(CMDLINE_TXT, f"{CMDLINE}\nconsole=tty1\n"), WARN, "2 lines"),
    Spoilt("boot-cmdline", edit(CMDLINE_TXT, "bufsiz=32768", "bufsiz=65536"), WARN, "not in force"),
    Spoilt("service-user", write("/etc/passwd", "root:x:0:0::/root:/bin/sh\n"), FAIL, "no user peglight"),
    Spoilt(
        "service-unit", remove(f"{UNIT[:-16]}multi-user.target.wants/peglight.service"), WARN, "not enabled"
    ),
    Spoilt("service-unit", remove(UNIT), NOTE, "No unit"),
    Spoilt(
        "state-owner", write("/etc/passwd", "peglight:x:4242:4242::/:/bin/sh\n"), FAIL, "/var/lib/peglight"
    ),
    Spoilt("config-owner", write("/etc/passwd", "peglight:x:4242:4242::/:/bin/sh\n"), WARN, "chown"),
    Spoilt("disk-space", bring_a_huge_journal, FAIL, "are needed"),
    Spoilt("disk-writable", edit("/proc/mounts", "rw,noatime", "ro,noatime"), FAIL, "only be read"),
    Spoilt("disk-errors", write("/sys/fs/ext4/mmcblk0p2/errors_count", "3\n"), WARN, "3 errors on mmcblk0p2"),
    Spoilt(
        "disk-wear",
        write("/sys/block/mmcblk0/device/life_time", "0x03 0x0b\n"),
        WARN,
        "more than 100 %",
        healthy=NOTE,
    ),
    Spoilt("databases", write("/var/lib/peglight/decks.sqlite", "x" * 5000), FAIL, "damaged", healthy=NOTE),
    Spoilt("gpio-folder", edit(UNIT, "WorkingDirectory=/var/lib/peglight", ""), FAIL, "runs in /"),
    Spoilt("gpio-factory", edit(UNIT, "GPIOZERO_PIN_FACTORY=lgpio", ""), WARN, "leaves it to gpiozero"),
    Spoilt(
        "gpio-factory",
        lambda pi: pi.path(f"{SITE}/gpiozero-2.0.1.post3.dist-info").rename(
            pi.path(f"{SITE}/gpiozero-2.0.1.post1.dist-info")
        ),
        WARN,
        "2.0.1.post1",
        generation="5",
    ),
    Spoilt(
        "rpi-gpio",
        write(f"{SITE}/RPi.GPIO-0.7.1.dist-info/RECORD", "RPi/GPIO/__init__.py,,\n"),
        WARN,
        "RPi.GPIO",
    ),
    Spoilt("rpi-gpio", write(f"{SITE}/RPi.GPIO-0.7.1.egg-info", ""), WARN, "RPi.GPIO"),
    Spoilt("rpi-gpio", write(f"{SITE}/RPi/GPIO/__init__.py", ""), WARN, "nobody knows"),
    Spoilt(
        "serial-console",
        edit(CMDLINE_TXT, "rootwait", "console=serial0,115200"),
        FAIL,
        "/dev/serial0",
        board=PIN_READER,
    ),
    Spoilt(
        "serial-console",
        edit("/proc/cmdline", "rootwait", "console=ttyS0,115200"),
        FAIL,
        "/dev/serial0",
        board=PIN_READER,
    ),
    Spoilt(
        "serial-console",
        lambda pi: pi.link("/etc/systemd/system/getty.target.wants/serial-getty@ttyS0.service", "/lib/x"),
        FAIL,
        "login console",
        board=PIN_READER,
    ),
    Spoilt("configuration", board("[[reader]]\nname = 'x'\ndriver = 'rdm6300'\n"), FAIL, "port"),
    Spoilt("configuration", board("this is no TOML"), FAIL, "no TOML"),
    Spoilt("configuration", remove(BOARD), NOTE, "no /etc/peglight"),
    Spoilt("conflicts", board(BUTTONS + LAMPS.replace("18", "17")), FAIL, "GPIO17"),
    Spoilt(
        "conflicts",
        lambda pi: pi.link("/dev/serial/by-id/usb-1", "/dev/ttyUSB0"),
        FAIL,
        "belongs to both",
        board=TWO_ON_USB,
    ),
    Spoilt("lamp-driver", board(LEDS0), FAIL, "only a Raspberry Pi 5"),
    Spoilt("lamp-driver", board(LAMPS), FAIL, "Raspberry Pi 5", generation="5"),
    Spoilt("audio-pwm", edit(CONFIG, "audio=off", "audio=on"), FAIL, "analog sound"),
    Spoilt("audio-pwm", write("/sys/module/snd_bcm2835/refcnt", "0"), FAIL, "snd_bcm2835"),
    Spoilt("audio-pwm", write("/proc/modules", "snd_bcm2835 24576 0 - Live 0x0\n"), FAIL, "GPIO18"),
    Spoilt("leds0-device", remove("/dev/leds0"), FAIL, "/dev/leds0 is not there", generation="5"),
    Spoilt(
        "leds0-overlay", edit(CONFIG, "ws2812-pio", "ws2811-pio"), WARN, "loads no ws2812-pio", generation="5"
    ),
    Spoilt("leds0-overlay", edit(CONFIG, ",brightness=0", ""), WARN, "without brightness=0", generation="5"),
    Spoilt(
        "leds0-overlay", edit("/proc/sys/kernel/osrelease", "12.62", "12.47"), WARN, "6.12.47", generation="5"
    ),
    Spoilt(
        "leds0-overlay", edit("/proc/sys/kernel/osrelease", "12.62", "6.31"), FAIL, "6.6.31", generation="5"
    ),
    Spoilt("lamp-helper", remove("/run/peglight-lamps/gpio18.sock"), FAIL, "not running"),
    Spoilt("lamp-helper", remove("/etc/peglight/lamps.toml"), FAIL, "lamps.toml"),
    Spoilt("spi", remove("/dev/spidev0.0"), FAIL, "though"),
    Spoilt("spi", edit(CONFIG, "spi=on", "spi=off"), WARN, "does not switch SPI 0 on"),
    Spoilt(
        "spi", lambda pi: (pi.remove("/dev/spidev0.0"), pi.edit(CONFIG, "spi=on", "spi=off"))[0], FAIL, "off"
    ),
    Spoilt("spi", board(READER + "bus = 1\n"), FAIL, "/dev/spidev1.0"),
    Spoilt(
        "spi-bufsiz",
        write("/sys/module/spidev/parameters/bufsiz", "1024\n"),
        FAIL,
        "spidev.bufsiz is 1024",
        board=LAMPS_ON_SPI,
    ),
    Spoilt("spi-bufsiz", write("/sys/module/spidev/parameters/bufsiz", "4096\n"), WARN, "not in force"),
    Spoilt("core-clock", board(LAMPS_ON_SPI), WARN, "core_freq_min is not set, not 500"),
    Spoilt("core-clock", board(LAMPS_ON_SPI), WARN, "core_freq is not set, not 250", generation="3"),
    Spoilt("serial-by-id", plug_two, WARN, USB_NAME),
    Spoilt("serial-present", board(USB_READER), FAIL, "is not there"),
    Spoilt("serial0", remove("/dev/serial0"), FAIL, "enable_uart", board=PIN_READER),
    Spoilt("uart-pins", board(BUTTONS.replace("17", "15")), WARN, "GPIO15"),
    Spoilt("gpio-chip", remove("/dev/gpiochip0"), FAIL, "gpiochip"),
    Spoilt("service-groups", edit("/etc/group", "spi:x:90:peglight", "spi:x:90:pi"), OK, "spi"),
    Spoilt(
        "service-groups",
        lambda pi: (
            pi.edit("/etc/group", "spi:x:90:peglight", "spi:x:90:pi"),
            pi.edit(UNIT, "SupplementaryGroups=gpio spi", "SupplementaryGroups=gpio"),
        )[0],
        FAIL,
        "spi",
    ),
    Spoilt("drivers-proven", board(""), OK, "No driver", healthy=NOTE),
]


@pytest.mark.parametrize("case", SPOILT, ids=str)
def test_it_passes_until_its_files_are_spoilt(tmp_path: Path, case: Spoilt) -> None:
    pi = FakePi(tmp_path, case.generation, board=case.board)
    assert pi.finding(case.check).level is case.healthy, pi.finding(case.check)
    case.spoil(pi)
    spoilt = pi.finding(case.check)
    assert (spoilt.level, case.says in f"{spoilt.found} {spoilt.do}") == (case.level, True), spoilt
    if SERIOUSNESS[spoilt.level] >= SERIOUSNESS[WARN]:
        assert spoilt.why, "whoever reads it wants to know why"
        assert spoilt.do, "and what to do"


def test_every_check_that_reads_files_is_spoilt_once() -> None:
    assert {case.check for case in SPOILT} == {*OF_THE_MACHINE, *OF_THE_BOARD}


@pytest.mark.parametrize("release", RELEASES)
@pytest.mark.parametrize("generation", MODELS)
def test_a_healthy_pi_has_nothing_to_complain_about(tmp_path: Path, generation: str, release: str) -> None:
    found = FakePi(tmp_path, generation, release).findings()
    assert {check: finding for check, finding in found.items() if finding.level in (WARN, FAIL)} == {}
    assert MODELS[generation] in found["model"].found
    assert release in found["system"].found
    assert UART[generation] in found["serial0"].found


@pytest.mark.parametrize("generation", MODELS)
def test_every_run_has_every_check_once_and_at_least_25(tmp_path: Path, generation: str) -> None:
    whole = [*FakePi(tmp_path / "whole", generation).findings()]
    (tmp_path / "empty").mkdir()
    pi = FakePi(tmp_path / "bare", generation)
    for name in ("etc", "proc", "sys", "dev", "boot", "var", "run", "usr", "opt"):
        pi.remove(name)
    assert [*pi.findings()] == whole == [*OF_THE_MACHINE, *OF_THE_BOARD, *OF_DEVICES]
    assert len(set(whole)) >= 25
