"""Opening an MFRC522: what can be wrong with the bus, and the way out of it."""

import sys

import pytest

from hardware.drivers.mfrc522 import open_reader
from hardware.errors import CannotOpen, StoppedAnswering
from tests.devices.iso14443 import FOUR, SEVEN, Card
from tests.devices.mfrc522_chip import Chip
from tests.devices.spi_bus import SpiBus


@pytest.fixture
def bus(monkeypatch: pytest.MonkeyPatch) -> SpiBus:
    bus = SpiBus({(0, 0): Chip(), (0, 1): Chip()})
    bus.install(monkeypatch)
    return bus


def test_of_two_readers_the_one_that_answers_goes_on(bus: SpiBus) -> None:
    """A: two readers: only the first works, or version reads 0x00/0xFF."""
    bus.chips[0, 1].dead = 0x00
    bus.chips[0, 0].field.place(Card(FOUR))
    good, bad = open_reader(bus=0, device=0), open_reader(bus=0, device=1)
    for _ in range(3):
        assert good.poll() == FOUR
        with pytest.raises(StoppedAnswering, match=r"SPI 0\.1"):
            bad.poll()


def test_two_readers_read_two_cards(bus: SpiBus) -> None:
    for at, uid in (((0, 0), FOUR), ((0, 1), SEVEN)):
        bus.chips[at].field.place(Card(uid))
    readers = [open_reader(), open_reader(device=1)]
    assert [reader.poll() for reader in readers] == [FOUR, SEVEN]


def test_a_bus_that_is_not_there_names_the_way_out(bus: SpiBus) -> None:
    with pytest.raises(CannotOpen, match=r"/dev/spidev1\.0 .*Enable SPI"):
        open_reader(bus=1)
    assert bus.open_devices == []


@pytest.mark.parametrize(
    ("error", "way_out"),
    [(PermissionError(13, "Permission denied"), "group spi"), (OSError(16, "busy"), "no other program")],
)
def test_a_bus_that_cannot_be_opened_names_the_way_out(
    bus: SpiBus, monkeypatch: pytest.MonkeyPatch, error: OSError, way_out: str
) -> None:
    def refuse(*_: object) -> None:
        raise error

    monkeypatch.setattr(sys.modules["spidev"].SpiDev, "open", refuse)
    with pytest.raises(CannotOpen, match=way_out):
        open_reader()


def test_a_bus_that_refuses_its_settings_is_closed_again(
    bus: SpiBus, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object) -> None:
        raise OSError(22, "Invalid argument")

    monkeypatch.setattr(sys.modules["spidev"].SpiDev, "max_speed_hz", property(refuse, refuse))
    with pytest.raises(CannotOpen, match="cannot go at 99 Hz"):
        open_reader(speed_hz=99)
    assert bus.open_devices == []


def test_a_missing_package_names_the_way_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "spidev", None)
    with pytest.raises(CannotOpen, match=r"spidev cannot be imported .* make venv"):
        open_reader()


def test_an_unknown_gain_is_refused_and_named(bus: SpiBus) -> None:
    with pytest.raises(CannotOpen, match=r"no gain of 40 dB\. Choose one of 18, 23, 33, 38, 43, 48"):
        open_reader(gain_db=40)


def test_a_bus_that_breaks_is_a_fault(bus: SpiBus) -> None:
    reader = open_reader()
    bus.gone = True
    with pytest.raises(StoppedAnswering, match="SPI bus failed"):
        reader.poll()


def test_an_spidev_that_only_has_xfer3_serves_as_well(bus: SpiBus) -> None:
    """A: old copied driver breaks with a changed SPI module."""
    spi_dev = sys.modules["spidev"].SpiDev
    xfer2 = spi_dev.xfer2
    del spi_dev.xfer2
    spi_dev.xfer3 = lambda self, mosi: tuple(xfer2(self, mosi))
    bus.chips[0, 0].field.place(Card(SEVEN))
    assert open_reader().poll() == SEVEN


@pytest.mark.needs_drivers("spidev")
def test_the_real_spidev_has_the_calls_and_says_no_in_the_same_way() -> None:
    """A: old copied driver breaks with a changed SPI module."""
    import spidev

    for name in ("open", "xfer2", "close", "max_speed_hz", "mode"):
        assert hasattr(spidev.SpiDev, name)
    with pytest.raises(CannotOpen, match=r"/dev/spidev7\.3 .*Enable SPI"):
        open_reader(bus=7, device=3)
