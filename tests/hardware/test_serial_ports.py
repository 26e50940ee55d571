"""D: after re-plug or reboot the device has another ttyUSB number."""

from pathlib import Path

import pytest

from hardware.serial_ports import serial_ports

FTDI, CH340 = "usb-FTDI_FT232R_A50285BI-if00-port0", "usb-1a86_USB_Serial-if00-port0"
LEFT, RIGHT = "platform-3f980000.usb-usb-0:1.2:1.0-port0", "platform-3f980000.usb-usb-0:1.3:1.0-port0"


class Dev:
    """A folder standing for /dev."""

    def __init__(self, path: Path) -> None:
        self.path = path
        for kind in ("by-id", "by-path"):
            (path / "serial" / kind).mkdir(parents=True)

    def plug(self, tty: str, by_path: str, by_id: str) -> None:
        """What udev does: the last of two devices with the same name by id has it."""
        (self.path / tty).touch()
        for link in (self.path / "serial/by-id" / by_id, self.path / "serial/by-path" / by_path):
            link.unlink(missing_ok=True)
            link.symlink_to(self.path / tty)

    def kept(self) -> dict[str, str]:
        return {port.tty.name: port.keep.name for port in serial_ports(self.path)}


@pytest.fixture
def dev(tmp_path: Path) -> Dev:
    return Dev(tmp_path)


def test_the_name_by_id_is_kept_and_both_names_are_listed(dev: Dev) -> None:
    dev.plug("ttyUSB0", LEFT, FTDI)
    (port,) = serial_ports(dev.path)
    assert (port.keep.name, [name.name for name in port.others], port.tty.name) == (FTDI, [LEFT], "ttyUSB0")


def test_a_renumbered_device_keeps_its_name(dev: Dev) -> None:
    dev.plug("ttyUSB0", LEFT, FTDI)
    (before,) = serial_ports(dev.path)
    (dev.path / "ttyUSB0").unlink()
    dev.plug("ttyUSB1", RIGHT, FTDI)
    (after,) = serial_ports(dev.path)
    assert (before.keep, after.tty.name) == (after.keep, "ttyUSB1")


def test_two_identical_devices_are_told_apart_by_their_sockets(dev: Dev) -> None:
    dev.plug("ttyUSB0", LEFT, CH340)
    dev.plug("ttyUSB1", RIGHT, CH340)
    assert dev.kept() == {"ttyUSB0": LEFT, "ttyUSB1": RIGHT}


def test_a_dangling_name_is_no_port(dev: Dev) -> None:
    dev.plug("ttyUSB0", LEFT, FTDI)
    (dev.path / "ttyUSB0").unlink()
    assert dev.kept() == {}


def test_a_machine_without_serial_ports_has_none(tmp_path: Path) -> None:
    assert serial_ports(tmp_path / "nowhere") == ()
