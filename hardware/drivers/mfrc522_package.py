"""MFRC522 through the package `mfrc522` (0.0.7), for rigs that are wired for it and have it already.

Only its constructor and its register calls are used. Its reads block, notice no timeout and stop after four
bytes, and its close lets go of every pin there is: waiting, cards and closing are ours, as in `mfrc522`.
The package brings `RPi.GPIO` in; whichever module of that name the rig has drives the reset pin, no more.
"""

from contextlib import suppress
from importlib import import_module
from typing import Any

from hardware.clock import monotonic_ms
from hardware.drivers.mfrc522_chip import Chip
from hardware.drivers.mfrc522_reader import Mfrc522Reader, pause
from hardware.errors import CannotOpen, StoppedAnswering
from hardware.interfaces import CardReader
from hardware.sentence import Sentence

GAIN_DB = 33
BOARD, BCM = 10, 11
# The same pin in either numbering. Left to itself the package takes BCM 15 where numbering is BCM already,
# which is the serial port's.
RESET_PIN = {BOARD: 22, BCM: 25}


def open_reader(bus: int = 0, device: int = 0) -> CardReader:
    """Open the MFRC522 on chip select `device` of SPI bus `bus`, with its reset on GPIO25 (pin 22).

    Raises:
        CannotOpen: the package or its GPIO module is missing, or cannot have the bus or the pin.
    """
    name = Sentence("the mfrc522-package reader on SPI {bus}.{device}", bus=bus, device=device)
    registers = PackageRegisters(name, _open_package(name, bus, device))
    return Mfrc522Reader(name, Chip(registers, GAIN_DB, pause), monotonic_ms)


class PackageRegisters:
    """The chip's registers by the package's own calls."""

    def __init__(self, name: str, reader: Any) -> None:
        self._name = name
        self._reader = reader

    def read(self, register: int) -> int:
        """The byte in `register`."""
        try:
            value: int = self._reader.Read_MFRC522(register)
        except OSError as error:
            raise self._broken(error) from error
        return value

    def write(self, register: int, value: int) -> None:
        """Put `value` into `register`."""
        try:
            self._reader.Write_MFRC522(register, value)
        except OSError as error:
            raise self._broken(error) from error

    def close(self) -> None:
        """Let go of the bus, and of no pin."""
        with suppress(OSError):
            self._reader.spi.close()

    def _broken(self, error: OSError) -> StoppedAnswering:
        return StoppedAnswering(
            self._name, "the SPI bus failed ({error})", "Check that SPI is still enabled", error=error
        )


def _open_package(name: str, bus: int, device: int) -> Any:
    try:
        kind = import_module("mfrc522").MFRC522
        gpio = import_module("RPi.GPIO")
    except (ImportError, RuntimeError) as error:
        raise CannotOpen(
            name,
            "the package mfrc522 or the RPi.GPIO that it needs does not start here ({error})",
            "Use the driver mfrc522, which needs neither, or install mfrc522 and rpi-lgpio",
            error=error,
        ) from error
    numbering = gpio.getmode() or BCM
    reader = kind.__new__(kind)
    try:
        # Apart from __new__, so that the bus it has opened can be closed when the rest fails.
        reader.__init__(bus, device, pin_mode=numbering, pin_rst=RESET_PIN[numbering])
    except (OSError, RuntimeError, ValueError) as error:
        if hasattr(reader, "spi"):
            reader.spi.close()
        raise CannotOpen(
            name,
            "it could not have /dev/spidev{bus}.{device} and GPIO25 ({error})",
            "Enable SPI, and stop whatever else holds GPIO25",
            bus=bus,
            device=device,
            error=error,
        ) from error
    reader.logger.handlers.clear()  # one more is added by each constructor
    return reader
