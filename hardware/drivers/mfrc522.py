"""MFRC522 (RC522 boards) on SPI, through the `spidev` module and nothing else.

Reads cards of type A with UIDs of 4, 7 and 10 bytes. The reset pin is not touched: tie it to 3.3 V, or leave
it on a pin that is high. Clones are welcome; what counts is that somebody answers.
"""

from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Any

from hardware.clock import monotonic_ms
from hardware.drivers.library import load
from hardware.drivers.mfrc522_chip import GAINS, Chip
from hardware.drivers.mfrc522_reader import Mfrc522Reader, pause
from hardware.errors import CannotOpen, StoppedAnswering
from hardware.interfaces import CardReader
from hardware.sentence import Sentence


def open_reader(bus: int = 0, device: int = 0, speed_hz: int = 1_000_000, gain_db: int = 33) -> CardReader:
    """Open the MFRC522 on chip select `device` of SPI bus `bus` (/dev/spidevBUS.DEVICE).

    `speed_hz` is the clock of SPI (up to 10 MHz; long wires want less), `gain_db` the receiver's gain: 18,
    23, 33, 38, 43 or 48. A lower gain helps a still card that flaps, a higher one reaches further.

    The chip itself is first spoken to by `poll`, so a reader that is not there is a fault of its own poll.

    Raises:
        CannotOpen: there is no such bus, it is not ours, `spidev` is not installed, no such gain.
    """
    name = Sentence("the mfrc522 reader on SPI {bus}.{device}", bus=bus, device=device)
    if gain_db not in GAINS:
        gains = ", ".join(map(str, GAINS))
        raise CannotOpen(
            name, "there is no gain of {gain_db} dB", "Choose one of {gains}", gain_db=gain_db, gains=gains
        )
    registers = SpiRegisters(name, _open_spi(name, bus, device, speed_hz))
    return Mfrc522Reader(name, Chip(registers, gain_db, pause), monotonic_ms)


class SpiRegisters:
    """The chip's registers over SPI (data sheet, 8.1.2.3): bit 7 reads, bits 6 to 1 are the address."""

    def __init__(self, name: str, spi: Any) -> None:
        self._name = name
        self._spi = spi
        self._transfer: Callable[[list[int]], Sequence[int]] = getattr(spi, "xfer2", None) or spi.xfer3

    def read(self, register: int) -> int:
        """The byte in `register`."""
        return self._exchanged([0x80 | register << 1, 0])[1]

    def write(self, register: int, value: int) -> None:
        """Put `value` into `register`."""
        self._exchanged([register << 1, value])

    def close(self) -> None:
        """Let go of the bus."""
        with suppress(OSError):
            self._spi.close()

    def _exchanged(self, mosi: list[int]) -> Sequence[int]:
        try:
            return self._transfer(mosi)
        except OSError as error:
            raise StoppedAnswering(
                self._name, "the SPI bus failed ({error})", "Check that SPI is still enabled", error=error
            ) from error


def _open_spi(name: str, bus: int, device: int, speed_hz: int) -> Any:
    spi = load(name, "spidev").SpiDev()
    try:
        spi.open(bus, device)
    except OSError as error:
        raise CannotOpen(
            name,
            "/dev/spidev{bus}.{device} cannot be used ({error})",
            _way_out(error),
            bus=bus,
            device=device,
            error=error,
        ) from error
    try:
        spi.max_speed_hz = speed_hz
        spi.mode = 0
    except OSError as error:
        spi.close()
        raise CannotOpen(
            name,
            "the SPI bus cannot go at {speed_hz} Hz ({error})",
            "Choose 1000000 Hz",
            speed_hz=speed_hz,
            error=error,
        ) from error
    return spi


def _way_out(error: OSError) -> Sentence:
    match error:
        case PermissionError():
            return Sentence("Add the user to the group spi")
        case FileNotFoundError():
            return Sentence("Enable SPI (dtparam=spi=on) and check the numbers of bus and device")
        case _:
            return Sentence("Check that no other program uses the bus")
