"""The MFRC522's registers, as far as talking to cards of type A needs them.

Sections are those of NXP's data sheet, revision 3.9. Each register is read and written by itself: bursts are
faster, but not every way to the chip offers them.
"""

from collections.abc import Callable
from typing import Protocol

from hardware.drivers.type_a import Failure

COMMAND = 0x01
COM_IRQ = 0x04
ERROR = 0x06
FIFO_DATA = 0x09
FIFO_LEVEL = 0x0A
CONTROL = 0x0C
BIT_FRAMING = 0x0D
MODE = 0x11
TX_CONTROL = 0x14
TX_ASK = 0x15
RF_CFG = 0x26
TIMER_MODE = 0x2A
TIMER_PRESCALER = 0x2B
TIMER_RELOAD_HIGH = 0x2C
TIMER_RELOAD_LOW = 0x2D
VERSION = 0x37

# 10.3: commands.
IDLE = 0x00
TRANSCEIVE = 0x0C
SOFT_RESET = 0x0F
POWER_DOWN = 0x10

# 9.3.1.5, 9.3.1.7, 9.3.1.11, 9.3.1.13, 9.3.1.14, 9.3.2.5
ALL_IRQS, RX_IRQ, ERROR_IRQ, TIMER_IRQ = 0x7F, 0x20, 0x02, 0x01
COLLISION, OTHER_ERRORS = 0x08, 0x17
FLUSH = 0x80
RX_LAST_BITS = 0x07
START_SEND = 0x80
ANTENNA = 0x03

# 9.3.3.10: steps of 25 us, started at the end of sending and stopped by the 5th bit received.
TIMER_AUTO, PRESCALER, RELOAD = 0x80, 169, 20
# 9.3.3.6: decibels to RxGain.
GAINS = {18: 0, 23: 1, 33: 4, 38: 5, 43: 6, 48: 7}

# A select of nine bytes takes 0.85 ms and the timer 0.5 ms; over SPI a look at the chip takes 20 to 100 us.
WAIT_TRANSFERS = 300
RESET_TRANSFERS = 50
# ISO/IEC 14443-3, 6.1: 5 ms without a field and a card has forgotten all, 5 ms with it and it listens.
FIELD_MS = 5
# The longest answer that is asked for has five bytes.
LONGEST_ANSWER = 16


class Registers(Protocol):
    """A way to the chip's registers.

    Raises `StoppedAnswering` where the way itself is broken.
    """

    def read(self, register: int) -> int:
        """The byte in `register`."""
        ...

    def write(self, register: int, value: int) -> None:
        """Put `value` into `register`."""
        ...

    def close(self) -> None:
        """Let go of the way."""
        ...


class ChipStuck(Exception):
    """The chip ended neither by an answer nor by its timer: it was reset, or it is gone."""


class Chip:
    """An MFRC522 behind `registers`; `pause` waits that many milliseconds."""

    def __init__(self, registers: Registers, gain_db: int, pause: Callable[[int], None]) -> None:
        self._registers = registers
        self._gain = GAINS[gain_db]
        self._pause = pause
        self.transfers = 0

    def version(self) -> int:
        """9.3.4.8: 0x91 or 0x92, a clone's own, or what an empty bus reads."""
        return self._read(VERSION)

    def is_set_up(self) -> bool:
        """Whether the antenna is on, as it is no more after a reset."""
        return self._read(TX_CONTROL) & ANTENNA == ANTENNA

    def set_up(self) -> None:
        """Reset the chip, set it up for type A and switch the field on. Blocks 10 ms."""
        self._write(COMMAND, SOFT_RESET)
        for _ in range(RESET_TRANSFERS):
            if not self._read(COMMAND) & POWER_DOWN:
                break
        self._write(TIMER_MODE, TIMER_AUTO)
        self._write(TIMER_PRESCALER, PRESCALER)
        self._write(TIMER_RELOAD_HIGH, 0)
        self._write(TIMER_RELOAD_LOW, RELOAD)
        self._write(TX_ASK, 0x40)  # 9.3.2.6: full modulation
        self._write(MODE, 0x3D)  # 9.3.2.2: send with a field only; CRC preset 6363
        self._write(RF_CFG, self._gain << 4 | 0x08)
        self.drop_field()

    def drop_field(self) -> None:
        """Switch the field off and on, so that every card in it begins anew. Blocks 10 ms."""
        control = self._read(TX_CONTROL)
        self._write(TX_CONTROL, control & ~ANTENNA)
        self._pause(FIELD_MS)
        self._write(TX_CONTROL, control | ANTENNA)
        self._pause(FIELD_MS)

    def exchange(self, frame: bytes, bits: int = 8) -> bytes | Failure:
        """Send `frame` and wait for an answer or the timer; see `type_a.Exchange`.

        Raises:
            ChipStuck: neither came.
        """
        framing = bits & 0x07
        self._write(COMMAND, IDLE)
        self._write(COM_IRQ, ALL_IRQS)
        self._write(FIFO_LEVEL, FLUSH)
        for byte in frame:
            self._write(FIFO_DATA, byte)
        self._write(BIT_FRAMING, framing)
        self._write(COMMAND, TRANSCEIVE)
        self._write(BIT_FRAMING, START_SEND | framing)
        return self._answer() if self._wait() & (RX_IRQ | ERROR_IRQ) else Failure.SILENT

    def close(self) -> None:
        """Let go of the chip."""
        self._registers.close()

    def _wait(self) -> int:
        for _ in range(WAIT_TRANSFERS):
            irq = self._read(COM_IRQ)
            if irq & (RX_IRQ | ERROR_IRQ | TIMER_IRQ):
                return irq
        raise ChipStuck

    def _answer(self) -> bytes | Failure:
        errors = self._read(ERROR)
        if errors & COLLISION:
            return Failure.COLLIDED
        length = self._read(FIFO_LEVEL)
        if errors & OTHER_ERRORS or self._read(CONTROL) & RX_LAST_BITS or length > LONGEST_ANSWER:
            return Failure.MANGLED
        return bytes(self._read(FIFO_DATA) for _ in range(length))

    def _read(self, register: int) -> int:
        self.transfers += 1
        return self._registers.read(register)

    def _write(self, register: int, value: int) -> None:
        self.transfers += 1
        self._registers.write(register, value)
