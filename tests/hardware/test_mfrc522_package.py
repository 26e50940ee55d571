"""The adapter over the real package mfrc522 0.0.7, on an emulated chip and a GPIO that takes notes."""

import logging
import sys
from types import ModuleType

import pytest

from hardware.drivers.mfrc522_package import open_reader
from hardware.errors import CannotOpen, StoppedAnswering
from tests.devices.iso14443 import FOUR, SEVEN, Card
from tests.devices.mfrc522_chip import Chip
from tests.devices.spi_bus import SpiBus

pytestmark = pytest.mark.needs_drivers("mfrc522")
BOARD, BCM = 10, 11


@pytest.fixture
def bus(monkeypatch: pytest.MonkeyPatch) -> SpiBus:
    bus = SpiBus({(0, 0): Chip()})
    bus.install(monkeypatch)
    return bus


@pytest.mark.parametrize("numbering", [None, BCM, BOARD])
def test_the_reset_pin_is_gpio25_whatever_the_numbering(bus: SpiBus, numbering: int | None) -> None:
    """A: reader dead or serial port disturbed when numbering is BCM."""
    bus.gpio_mode = numbering
    open_reader().close()
    pin = 22 if numbering == BOARD else 25
    assert bus.gpio_calls == [("setup", pin, 0), ("output", pin, 1)]


def test_numbering_somebody_chose_is_left_alone_and_closing_cleans_up_no_pin(bus: SpiBus) -> None:
    """A: "A different mode has already been set" at start, or other LEDs/buttons stop."""
    bus.gpio_mode = BCM
    open_reader().close()
    assert bus.gpio_mode == BCM
    assert "cleanup" not in {call[0] for call in bus.gpio_calls}
    assert bus.open_devices == []


def test_every_poll_sees_a_still_card_and_ends_without_one(bus: SpiBus) -> None:
    """A: every second poll says "nothing there"; one core at 100 %; the read call cannot be cancelled."""
    chip = bus.chips[0, 0]
    reader = open_reader()
    reader.poll()
    before = chip.transfers
    assert reader.poll() is None
    assert chip.transfers - before < 100
    card = Card(FOUR)
    chip.field.place(card)
    assert {reader.poll() for _ in range(20)} == {FOUR}


def test_a_longer_uid_is_never_cut(bus: SpiBus) -> None:
    bus.chips[0, 0].field.place(Card(SEVEN))
    assert open_reader().poll() == SEVEN


def test_a_chip_unknown_to_rpi_gpio_names_the_way_out(bus: SpiBus, monkeypatch: pytest.MonkeyPatch) -> None:
    """A: start fails on Pi 5 / new kernel with a message about the peripheral base address."""

    class Refuses(ModuleType):
        def __getattr__(self, name: str) -> object:
            raise RuntimeError("Cannot determine SOC peripheral base address")

    monkeypatch.delitem(sys.modules, "RPi.GPIO")
    monkeypatch.setitem(sys.modules, "RPi", Refuses("RPi"))
    with pytest.raises(CannotOpen, match=r"peripheral base address.*Use the driver mfrc522"):
        open_reader()


def test_a_busy_pin_is_a_fault_that_names_it_and_leaves_nothing_open(
    bus: SpiBus, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A: "Failed to add edge detection" / "GPIO busy" after an OS upgrade."""

    def busy(*_: object) -> None:
        raise RuntimeError("GPIO busy")

    monkeypatch.setattr(sys.modules["RPi.GPIO"], "setup", busy)
    with pytest.raises(CannotOpen, match=r"GPIO25 \(GPIO busy\).*stop whatever else holds GPIO25"):
        open_reader()
    assert bus.open_devices == []


def test_a_missing_package_names_the_way_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "mfrc522", None)
    with pytest.raises(CannotOpen, match="Use the driver mfrc522, which needs neither"):
        open_reader()


def test_a_bus_that_breaks_is_a_fault(bus: SpiBus) -> None:
    reader = open_reader()
    bus.gone = True
    with pytest.raises(StoppedAnswering, match="SPI bus failed"):
        reader.poll()


def test_opening_again_and_again_adds_no_log_handlers(bus: SpiBus) -> None:
    for _ in range(3):
        open_reader().close()
    assert len(logging.getLogger("mfrc522Logger").handlers) <= 1
