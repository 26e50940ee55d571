"""An MFRC522, register by register. Sections are those of NXP's data sheet, revision 3.9.

Time is the chip's own: it passes with what goes over SPI, so a test is the same on any machine.
Modelled: what is needed to talk to cards of type A at 106 kBd, with or without its CRC coprocessor.
Not modelled: authentication (MFAuthent ends by the timer, as with a card that refuses), other speeds, pins.
"""

from collections.abc import Sequence
from enum import IntEnum

from tests.devices.iso14443 import crc_a, to_bits, to_bytes
from tests.devices.radio import Field, Heard

BIT_US = 128 / 13.56
# ISO/IEC 14443-3, 6.2.1.1: from the last bit heard to the first answered, 1172 or 1236 carrier periods.
FRAME_DELAY_US = 1172 / 13.56
# What a host needs between two transfers besides the bits themselves.
GAP_US = 10.0
FIFO_SIZE = 64


class Reg(IntEnum):
    """9.3: the registers with behaviour."""

    COMMAND = 0x01
    COM_IRQ = 0x04
    DIV_IRQ = 0x05
    ERROR = 0x06
    STATUS1 = 0x07
    FIFO_DATA = 0x09
    FIFO_LEVEL = 0x0A
    CONTROL = 0x0C
    BIT_FRAMING = 0x0D
    COLL = 0x0E
    MODE = 0x11
    TX_MODE = 0x12
    RX_MODE = 0x13
    TX_CONTROL = 0x14
    TX_ASK = 0x15
    CRC_HIGH = 0x21
    CRC_LOW = 0x22
    RF_CFG = 0x26
    TIMER_MODE = 0x2A
    PRESCALER = 0x2B
    RELOAD_HIGH = 0x2C
    RELOAD_LOW = 0x2D
    VERSION = 0x37


class Command(IntEnum):
    """10.3, table 149."""

    IDLE = 0x00
    CALC_CRC = 0x03
    TRANSCEIVE = 0x0C
    AUTHENT = 0x0E
    SOFT_RESET = 0x0F


# Reset values of the register tables in 9.3 that are not zero.
RESET = {
    Reg.COMMAND: 0x20,
    0x02: 0x80,
    Reg.COM_IRQ: 0x14,
    0x0B: 0x08,
    Reg.COLL: 0xA0,
    Reg.MODE: 0x3F,
    Reg.TX_CONTROL: 0x80,
    0x16: 0x10,
    0x17: 0x84,
    0x18: 0x84,
    0x19: 0x4D,
    0x1D: 0x62,
    0x1F: 0xEB,
    Reg.CRC_HIGH: 0xFF,
    Reg.CRC_LOW: 0xFF,
    0x24: 0x26,
    Reg.RF_CFG: 0x48,
    0x27: 0x88,
    0x28: 0x20,
    0x29: 0x20,
    0x36: 0x40,
}
READ_ONLY = {Reg.ERROR, Reg.STATUS1, Reg.CRC_HIGH, Reg.CRC_LOW, Reg.VERSION}
CRC_PRESETS = (0x0000, 0x6363, 0xA671, 0xFFFF)

TX_IRQ, RX_IRQ, IDLE_IRQ, ERR_IRQ, TIMER_IRQ = 0x40, 0x20, 0x10, 0x02, 0x01
BUFFER_OVERFLOW, COLLISION, CRC_WRONG, PARITY, PROTOCOL = 0x10, 0x08, 0x04, 0x02, 0x01


class Chip:
    """A chip and the field of its antenna.

    Faults: `dead` makes every byte read so (0x00, 0xFF); `version` may be a clone's; `reset` is what a dip of
    the supply does; `deaf_timer` keeps the timer from ever ending; the rest is `field.disturbs` and cards
    that leave. `transfers` counts.
    """

    def __init__(self, version: int = 0x92) -> None:
        self.field = Field()
        self.version = version
        self.dead: int | None = None
        self.deaf_timer = False
        self.transfers = 0
        self.now_us = 0.0
        self.reset()

    def reset(self) -> None:
        """Every register as after power-on (8.9), and so no carrier."""
        self.regs = bytearray(64)
        for reg, value in RESET.items():
            self.regs[reg] = value
        self.fifo = bytearray()
        self._heard: Heard | None = None
        self._ready_at_us = self.now_us + 40
        self._forget_events()
        self.field.power(False)

    def transfer(self, mosi: Sequence[int], speed_hz: int = 1_000_000) -> list[int]:
        """One SPI transfer (8.1.2): reads name an address for each byte but the last, writes one for all."""
        self.transfers += 1
        if self.dead is not None:
            return [self.dead] * len(mosi)
        self._let_pass(GAP_US + len(mosi) * 8e6 / speed_hz)
        if mosi[0] & 0x80:
            return [0, *(self.read(address >> 1 & 0x3F) for address in mosi[:-1])]
        for value in mosi[1:]:
            self.write(mosi[0] >> 1 & 0x3F, value)
        return [0] * len(mosi)

    # --- registers ---------------------------------------------------------------------------------

    def read(self, reg: int) -> int:
        """What register `reg` says now."""
        match reg:
            case Reg.COMMAND if self.now_us < self._ready_at_us:
                return self.regs[reg] | 0x10  # 9.3.1.2: PowerDown reads 1 until the chip is ready
            case Reg.STATUS1:
                return self._status1()
            case Reg.FIFO_DATA:
                return self.fifo.pop(0) if self.fifo else 0
            case Reg.FIFO_LEVEL:
                return len(self.fifo)
            case Reg.VERSION:
                return self.version
        return self.regs[reg]

    def write(self, reg: int, value: int) -> None:
        """Write register `reg`, with all that follows from it."""
        if reg in READ_ONLY:
            return
        match reg:
            case Reg.COMMAND:
                self.regs[reg] = value & 0x3F
                self._start(value & 0x0F)
            case (
                Reg.COM_IRQ | Reg.DIV_IRQ
            ):  # 9.3.1.5: the top bit says whether marked bits are set or cleared
                marked = value & 0x7F
                self.regs[reg] = self.regs[reg] | marked if value & 0x80 else self.regs[reg] & ~marked
            case Reg.FIFO_DATA:
                self._push(value)
            case Reg.FIFO_LEVEL:
                if value & 0x80:  # 9.3.1.11: FlushBuffer
                    self.fifo.clear()
                    self.regs[Reg.ERROR] &= ~BUFFER_OVERFLOW
            case Reg.CONTROL:
                self._control(value)
            case _:
                self.regs[reg] = value
                self._follow(reg)

    def _follow(self, reg: int) -> None:
        if reg == Reg.TX_CONTROL:
            on = self.regs[reg] & 0x03 != 0  # 9.3.2.5: Tx1RFEn, Tx2RFEn
            if on != self.field.on:
                self.field.power(on)
        elif reg == Reg.BIT_FRAMING:
            self._send_if_started()

    def _status1(self) -> int:
        crc_ready = 0x20 if self.regs[Reg.DIV_IRQ] & 0x04 else 0
        return crc_ready | (0x08 if self._timer_at_us is not None else 0) | 0x01

    def _control(self, value: int) -> None:
        """9.3.1.13: TStopNow, TStartNow."""
        if value & 0x80:
            self._timer_at_us = None
        if value & 0x40:
            self._start_timer(self.now_us)

    def _push(self, value: int) -> None:
        if len(self.fifo) < FIFO_SIZE:
            self.fifo.append(value)
        else:
            self.regs[Reg.ERROR] |= BUFFER_OVERFLOW

    # --- commands (10.3.1) -------------------------------------------------------------------------

    def _start(self, command: int) -> None:
        if command == Command.SOFT_RESET:
            self.reset()
            return
        self._sent_at_us = self._answer_at_us = None
        self.regs[Reg.ERROR] &= BUFFER_OVERFLOW  # 9.3.1.7: cleared when a command starts
        match command:
            case Command.CALC_CRC:
                preset = CRC_PRESETS[self.regs[Reg.MODE] & 0x03]
                low, high = crc_a(bytes(self.fifo), preset)
                self.fifo.clear()
                self.regs[Reg.CRC_LOW], self.regs[Reg.CRC_HIGH] = low, high
                self.regs[Reg.DIV_IRQ] |= 0x04
            case Command.TRANSCEIVE:
                self._send_if_started()
            case Command.AUTHENT:
                self._start_timer(self.now_us)
            case Command.IDLE:
                pass
            case _:
                self.regs[Reg.COMMAND] &= 0xF0
                self.regs[Reg.COM_IRQ] |= IDLE_IRQ  # 9.3.1.5: an unknown command

    def _send_if_started(self) -> None:
        """10.3.1.8: Transceive sends when StartSend is set, and then listens."""
        transceiving = self.regs[Reg.COMMAND] & 0x0F == Command.TRANSCEIVE
        if not (transceiving and self.regs[Reg.BIT_FRAMING] & 0x80 and self.fifo):
            return
        if self.regs[Reg.MODE] & 0x20 and not self.field.on:
            return  # 9.3.2.2: TxWaitRF, nothing is sent without a carrier
        data = bytes(self.fifo)
        self.fifo.clear()
        odd = self.regs[Reg.BIT_FRAMING] & 0x07
        frame = to_bits(data, len(data) * 8 - (8 - odd if odd else 0))
        if self.regs[Reg.TX_MODE] & 0x80:
            frame += to_bits(crc_a(data))
        self._sent_at_us = self.now_us + len(frame) * BIT_US
        self._heard = self.field.send(frame) if self._audible() else None

    def _audible(self) -> bool:
        """Cards of type A hear 106 kBd with full modulation only: 9.3.2.3, 9.3.2.6."""
        return self.field.on and self.regs[Reg.TX_MODE] & 0x70 == 0 and self.regs[Reg.TX_ASK] & 0x40 != 0

    # --- time --------------------------------------------------------------------------------------

    def _forget_events(self) -> None:
        self._sent_at_us: float | None = None
        self._answer_at_us: float | None = None
        self._timer_at_us: float | None = None

    def _start_timer(self, at_us: float) -> None:
        """8.5, 9.3.3.10: counts down from the reload value at 13.56 MHz / (2 * prescaler + 1)."""
        prescaler = (self.regs[Reg.TIMER_MODE] & 0x0F) << 8 | self.regs[Reg.PRESCALER]
        reload = self.regs[Reg.RELOAD_HIGH] << 8 | self.regs[Reg.RELOAD_LOW]
        self._timer_at_us = at_us + (reload + 1) * (2 * prescaler + 1) / 13.56

    def _let_pass(self, span_us: float) -> None:
        self.now_us += span_us
        if self._sent_at_us is not None and self.now_us >= self._sent_at_us:
            sent_at_us, self._sent_at_us = self._sent_at_us, None
            self._sent(sent_at_us)
        if self._timer_at_us is not None and self.now_us >= self._timer_at_us and not self.deaf_timer:
            self._timer_at_us = None
            self.regs[Reg.COM_IRQ] |= TIMER_IRQ
        if self._answer_at_us is not None and self.now_us >= self._answer_at_us:
            self._answer_at_us = None
            self._receive()

    def _sent(self, at_us: float) -> None:
        self.regs[Reg.COM_IRQ] |= TX_IRQ
        if self.regs[Reg.TIMER_MODE] & 0x80:  # TAuto: from the end of sending to the 5th bit received
            self._start_timer(at_us)
        if self._heard is None:
            return
        fifth_bit_us = at_us + FRAME_DELAY_US + 5 * BIT_US
        if self._timer_at_us is not None and fifth_bit_us < self._timer_at_us:
            self._timer_at_us = None
        self._answer_at_us = at_us + FRAME_DELAY_US + len(self._heard.bits) * BIT_US

    def _receive(self) -> None:
        """The answer is in: FIFO, ErrorReg, CollReg, RxLastBits and the interrupt bits say so."""
        assert self._heard is not None
        heard, align = self._heard, self.regs[Reg.BIT_FRAMING] >> 4 & 0x07
        bits = heard.bits
        if heard.collision is not None and not self.regs[Reg.COLL] & 0x80:
            bits = (*bits[: heard.collision], *[0] * (len(bits) - heard.collision))  # 9.3.1.15
        errors = self._errors_of(heard)
        data = to_bytes((*[0] * align, *bits))
        if self.regs[Reg.RX_MODE] & 0x80:
            data, checksum = data[:-2], data[-2:]
            errors |= 0 if checksum == crc_a(data) else CRC_WRONG
        for byte in data:
            self._push(byte)
        self.regs[Reg.CONTROL] = (align + len(bits)) & 0x07  # 9.3.1.13: RxLastBits
        at = 0x20 if heard.collision is None else (align + heard.collision + 1) & 0x1F
        self.regs[Reg.COLL] = self.regs[Reg.COLL] & 0x80 | at
        self.regs[Reg.ERROR] |= errors
        self.regs[Reg.COM_IRQ] |= RX_IRQ | (ERR_IRQ if errors else 0)

    def _errors_of(self, heard: Heard) -> int:
        collision = 0 if heard.collision is None else COLLISION
        return collision | (PARITY if heard.parity else 0) | (PROTOCOL if heard.protocol else 0)
