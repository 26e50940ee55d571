"""One bench for each kind of card reader: the device, emulated, and how the driver is opened on it."""

from abc import ABC, abstractmethod
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import ModuleType

import pytest

from hardware.clock import monotonic_ms
from hardware.drivers import hid, mfrc522, mfrc522_package, pn532_uart, rdm6300, simulated
from hardware.drivers.serial_line import SerialLine
from hardware.interfaces import CardReader, Uid
from tests.devices.iso14443 import Card
from tests.devices.keyboard_wedge import Wedge
from tests.devices.mfrc522_chip import Chip
from tests.devices.pn532 import Pn532Pty
from tests.devices.rdm6300 import Rdm6300Pty
from tests.devices.spi_bus import SpiBus


class ReaderBench(ABC):
    """A device that cards can be laid on and that can be broken and mended.

    `card` is what the device reads of its one card; `names` is what a fault must call it by. `breaks` is
    False where a dead device cannot be told from one without a card.
    """

    card: bytes
    names: str

    @abstractmethod
    def open(self) -> CardReader:
        """Open the driver with its plain settings."""

    def open_patiently(self) -> CardReader:
        """The same, where a device in this process may be slower to answer than a real one ever is."""
        return self.open()

    @abstractmethod
    def open_nothing(self) -> CardReader:
        """Open the driver where there is no device."""

    @abstractmethod
    def place(self) -> None:
        """Lay the card down, before the next poll."""

    @abstractmethod
    def lift(self) -> None:
        """Take it away."""

    @abstractmethod
    def fail(self) -> None:
        """Pull the plug, or whatever comes closest."""

    @abstractmethod
    def mend(self) -> None:
        """Undo `fail`."""


class SpiBench(ReaderBench):
    """An MFRC522, by either driver."""

    card = bytes.fromhex("DEADBEEF")
    names = "SPI 0.0"

    def __init__(self, driver: ModuleType, bus: SpiBus) -> None:
        self._driver = driver
        self._chip = bus.chips[0, 0]
        self._lying = Card(self.card)

    def open(self) -> CardReader:
        reader: CardReader = self._driver.open_reader(bus=0, device=0)
        return reader

    def open_nothing(self) -> CardReader:
        reader: CardReader = self._driver.open_reader(bus=3, device=1)
        return reader

    def place(self) -> None:
        self._chip.field.place(self._lying)

    def lift(self) -> None:
        self._chip.field.lift(self._lying)

    def fail(self) -> None:
        self._chip.dead = 0xFF

    def mend(self) -> None:
        self._chip.dead = None
        self._chip.reset()


class SerialBench(ReaderBench):
    """Something on a pseudo-terminal."""

    def __init__(self, driver: ModuleType, module: Rdm6300Pty | Pn532Pty) -> None:
        self._driver = driver
        self.module = module
        self.names = str(module.path)

    def open(self) -> CardReader:
        reader: CardReader = self._driver.open_reader(port=str(self.module.path))
        return reader

    def open_nothing(self) -> CardReader:
        reader: CardReader = self._driver.open_reader(port=f"{self.module.path}-2")
        return reader

    def fail(self) -> None:
        self.module.unplug()

    def mend(self) -> None:
        self.module.replug()


class Rdm6300Bench(SerialBench):
    """It tells of its card by itself, so it is laid down anew for each look."""

    card = bytes.fromhex("0A00B1C2D3")

    def place(self) -> None:
        assert isinstance(self.module, Rdm6300Pty)
        self.module.tap(self.card)

    def lift(self) -> None:
        pass


class Pn532Bench(SerialBench):
    """A PN532."""

    card = bytes.fromhex("04A1B29F112280")

    def open_patiently(self) -> CardReader:
        line = SerialLine(self.names, self.names, pn532_uart.BAUD)
        return pn532_uart.Pn532Uart(self.names, line, monotonic_ms, poll_ms=1000)

    def place(self) -> None:
        assert isinstance(self.module, Pn532Pty)
        self.module.chip.cards = [self.card]

    def lift(self) -> None:
        assert isinstance(self.module, Pn532Pty)
        self.module.chip.cards = []


class HidBench(ReaderBench):
    """A reader that types."""

    card = b"0012345678"

    def __init__(self, wedge: Wedge) -> None:
        self._wedge = wedge
        self.names = str(wedge.path)

    def open(self) -> CardReader:
        return hid.open_reader(path=str(self._wedge.path))

    def open_nothing(self) -> CardReader:
        return hid.open_reader(path="/dev/input/by-id/nothing")

    def place(self) -> None:
        self._wedge.type("0012345678\n")

    def lift(self) -> None:
        pass

    def fail(self) -> None:
        self._wedge.plugged = False

    def mend(self) -> None:
        self._wedge.plugged = True


class SimulatedBench(ReaderBench):
    """The simulated reader, by its own desk."""

    card = bytes.fromhex("04A1B29F112280")
    names = "table"

    def __init__(self) -> None:
        self._desk = simulated.Desk()
        self._part = self._desk.reader("table")

    def open(self) -> CardReader:
        return simulated.open_reader(self._desk, "table")

    def open_nothing(self) -> CardReader:
        desk = simulated.Desk()
        desk.reader("table").inject("missing")
        return simulated.open_reader(desk, "table")

    def place(self) -> None:
        self._part.place(Uid(self.card))

    def lift(self) -> None:
        self._part.lift()

    def fail(self) -> None:
        self._part.inject("missing")

    def mend(self) -> None:
        self._part.inject(None)


@contextmanager
def bench_of(kind: str, folder: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[ReaderBench]:
    """A bench for the driver that the configuration calls `kind`."""
    match kind:
        case "mfrc522" | "mfrc522-package":
            bus = SpiBus({(0, 0): Chip()})
            bus.install(monkeypatch)
            yield SpiBench(mfrc522 if kind == "mfrc522" else mfrc522_package, bus)
        case "hid":
            wedge = Wedge(folder / "usb-Reader-event-kbd")
            wedge.install(monkeypatch)
            yield HidBench(wedge)
        case "rdm6300":
            with Rdm6300Pty(folder / "usb-RDM6300") as rdm6300_module:
                yield Rdm6300Bench(rdm6300, rdm6300_module)
        case "pn532-uart":
            with Pn532Pty(folder / "usb-PN532") as pn532_module:
                yield Pn532Bench(pn532_uart, pn532_module)
        case "simulated":
            yield SimulatedBench()
        case _:
            raise AssertionError(f"no bench for {kind}")
