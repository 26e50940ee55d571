"""Whatever lies below the root, the doctor says so and goes on; and it never looks outside."""

import os
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from firmware_host.checks.finding import Level
from firmware_host.checks.rooted import MOST_LINKS, Unreadable, inside
from firmware_host.doctor import examine
from tests.doctor.fake_pi import BOARD, CONFIG, PIN_READER, READER, FakePi

Spoil = Callable[[Path, bytes], None]


def garble(path: Path, junk: bytes) -> None:
    path.write_bytes(junk)


def make_a_folder(path: Path, junk: bytes) -> None:
    path.unlink()
    path.mkdir()


def make_a_circle(path: Path, junk: bytes) -> None:
    path.unlink()
    path.symlink_to(path.name)


def make_a_fifo(path: Path, junk: bytes) -> None:
    """Whoever just reads it waits for ever."""
    path.unlink()
    os.mkfifo(path)


def lead_out(path: Path, junk: bytes) -> None:
    path.unlink()
    path.symlink_to("/etc/hostname")


def cut(path: Path, junk: bytes) -> None:
    path.write_bytes(path.read_bytes()[: len(junk)])


SPOILERS: list[Spoil] = [
    garble,
    make_a_folder,
    make_a_circle,
    make_a_fifo,
    lead_out,
    cut,
    lambda p, _: p.unlink(),
]
PLACES = [
    "/sys/firmware/devicetree/base/model",
    "/proc/cpuinfo",
    "/proc/cmdline",
    "/proc/mounts",
    "/proc/modules",
    "/proc/sys/kernel/osrelease",
    "/sys/devices/platform/soc/soc:firmware/get_throttled",
    "/sys/module/spidev/parameters/bufsiz",
    "/sys/fs/ext4/mmcblk0p2/errors_count",
    "/sys/block/mmcblk0/device/life_time",
    "/usr/lib/os-release",
    "/usr/bin/dpkg",
    CONFIG,
    "/boot/config.txt",
    "/boot/firmware/cmdline.txt",
    "/etc/passwd",
    "/etc/group",
    BOARD,
    "/etc/peglight/lamps.toml",
    "/etc/systemd/system/peglight.service",
    "/var/lib/peglight/journal.sqlite",
    "/var/lib/peglight/decks.sqlite",
    "/dev/serial0",
    "/dev/spidev0.0",
    "/opt/peglight/venv/lib/python3.11/site-packages/gpiozero-2.0.1.post3.dist-info/RECORD",
]


def laid(root: Path) -> FakePi:
    pi = FakePi(root, "4", board=READER + PIN_READER)
    for name in ("/sys/block/mmcblk0/device/life_time", "/usr/bin/dpkg"):
        pi.write(name, "")
    for name in ("journal", "decks"):
        pi.write(f"/var/lib/peglight/{name}.sqlite", "")
    return pi


@pytest.mark.parametrize("place", PLACES)
def test_each_file_spoilt_in_each_way(tmp_path: Path, place: str) -> None:
    for number, spoil in enumerate(SPOILERS):
        pi = laid(tmp_path / str(number))
        spoil(pi.path(place), b"\x00\xff[[reader]]\n=\xfe")
        checks = examine(pi.root)
        assert len(checks) >= 25
        assert all(check.found for check in checks)


@given(
    spoilt=st.lists(
        st.tuples(st.sampled_from(PLACES), st.sampled_from(SPOILERS), st.binary(max_size=60)), max_size=6
    )
)
@example(
    spoilt=[
        ("/sys/firmware/devicetree/base/model", make_a_folder, b""),
        ("/etc/peglight/peglight.toml", lead_out, b""),
    ]
)
@settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow])
def test_any_of_them_together(
    tmp_path_factory: pytest.TempPathFactory, spoilt: list[tuple[str, Spoil, bytes]]
) -> None:
    pi = laid(tmp_path_factory.mktemp("pi"))
    for place, spoil, junk in {place: (place, spoil, junk) for place, spoil, junk in spoilt}.values():
        spoil(pi.path(place), junk)
    assert len(examine(pi.root)) >= 25


@given(junk=st.text(max_size=400), tail=st.sampled_from(["", "[all]\n", "include config.txt\n", "[pi4\n"]))
@settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow])
def test_any_text_as_config_txt(tmp_path_factory: pytest.TempPathFactory, junk: str, tail: str) -> None:
    pi = laid(tmp_path_factory.mktemp("pi"))
    pi.write(CONFIG, (junk + tail).encode("utf-8", "surrogatepass"))
    assert len(examine(pi.root)) >= 25


@pytest.mark.parametrize(
    ("place", "check"),
    [
        ("/sys/firmware/devicetree/base/model", "model"),
        ("/sys/module/spidev/parameters/bufsiz", "spi-bufsiz"),
        ("/sys/fs/ext4/mmcblk0p2/errors_count", "disk-errors"),
        ("/sys/block/mmcblk0/device/life_time", "disk-wear"),
        ("/usr/lib/os-release", "system"),
        (CONFIG, "boot-files"),
        ("/boot/firmware/cmdline.txt", "boot-cmdline"),
        ("/proc/mounts", "disk-writable"),
        ("/etc/systemd/system/peglight.service", "service-unit"),
        (BOARD, "configuration"),
        ("/var/lib/peglight/journal.sqlite", "databases"),
    ],
)
@pytest.mark.parametrize("spoil", [garble, make_a_folder, make_a_circle, make_a_fifo])
def test_it_says_which_file_it_could_not_read(tmp_path: Path, place: str, check: str, spoil: Spoil) -> None:
    pi = laid(tmp_path)
    spoil(pi.path(place), b"\x00\xff\xfe")
    found = pi.finding(check)
    assert found.level in (Level.WARN, Level.FAIL)
    assert place.rpartition("/")[2] in found.found


def test_an_absolute_link_stays_inside(tmp_path: Path) -> None:
    pi = FakePi(tmp_path / "pi", "4")
    outside = tmp_path / "outside"
    outside.write_text("dtparam=audio=on\n")
    for target in (str(outside), f"../../../../../..{outside}", "/boot/firmware/../../../../outside"):
        pi.remove(CONFIG)
        pi.link(CONFIG, target)
        assert pi.finding("audio-pwm").level is Level.OK, "it is not this machine's"
    pi.write(str(outside), "dtparam=audio=on\n")
    pi.remove(CONFIG)
    pi.link(CONFIG, str(outside))
    assert pi.finding("audio-pwm").level is Level.FAIL


def test_links_that_lead_nowhere_and_in_circles(tmp_path: Path) -> None:
    (tmp_path / "a").symlink_to("b")
    (tmp_path / "b").symlink_to("/a")
    with pytest.raises(Unreadable, match="circle"):
        inside(tmp_path, "/a")
    for number in range(MOST_LINKS - 1):
        (tmp_path / f"s{number}").symlink_to(f"/s{number + 1}")
    assert inside(tmp_path, "/s0/x") == tmp_path / f"s{MOST_LINKS - 1}" / "x"


def test_it_takes_less_than_a_second(tmp_path: Path) -> None:
    pi = laid(tmp_path)
    started = time.process_time()
    examine(pi.root)
    assert time.process_time() - started < 0.5


def test_it_changes_nothing(tmp_path: Path) -> None:
    pi = laid(tmp_path)

    def all_there() -> dict[str, tuple[int, int]]:
        return {str(p): (p.lstat().st_mtime_ns, p.lstat().st_size) for p in tmp_path.rglob("*")}

    before = all_there()
    examine(pi.root)
    assert all_there() == before
