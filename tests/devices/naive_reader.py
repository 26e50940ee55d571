"""A reader written straight from the data sheet's examples, to prove the emulated chip by other means.

It goes the ways our driver does not: bursts, the CRC coprocessor, CRCs checked in hardware, and anticollision
bit by bit, which tells apart any number of cards at once. It believes in a perfect world.
"""

from collections.abc import Callable, Sequence

Transfer = Callable[[Sequence[int]], list[int]]
COMMAND, COM_IRQ, DIV_IRQ, ERROR, FIFO, LEVEL = 0x01, 0x04, 0x05, 0x06, 0x09, 0x0A
CONTROL, FRAMING, COLL = 0x0C, 0x0D, 0x0E
COLLISION = 0x08


class NaiveReader:
    """`uids` lists every card in the field."""

    def __init__(self, transfer: Transfer) -> None:
        self._transfer = transfer
        self.write(COMMAND, 0x0F)
        while self.read(COMMAND) & 0x10:
            pass
        for reg, value in {0x2A: 0x80, 0x2B: 0xA9, 0x2C: 0x03, 0x2D: 0xE8, 0x15: 0x40, 0x11: 0x3D}.items():
            self.write(reg, value)
        self.write(COLL, 0x00)
        self.write(0x14, self.read(0x14) | 0x03)

    def write(self, reg: int, *values: int) -> None:
        self._transfer([reg << 1, *values])

    def read(self, reg: int) -> int:
        return self.burst(reg, 1)[0]

    def burst(self, reg: int, count: int) -> list[int]:
        return self._transfer([0x80 | reg << 1] * count + [0])[1:]

    def exchange(self, frame: Sequence[int], odd_bits: int = 0, align: int = 0) -> list[int] | None:
        """Send `frame`; the answer's bytes, or None after the timer's 25 ms."""
        self.write(COMMAND, 0x00)
        self.write(COM_IRQ, 0x7F)
        self.write(LEVEL, 0x80)
        self.write(FIFO, *frame)
        self.write(FRAMING, 0x00)  # StartSend is still set from the frame before
        self.write(COMMAND, 0x0C)
        self.write(FRAMING, 0x80 | align << 4 | odd_bits)
        while not (irq := self.read(COM_IRQ)) & 0x21:
            pass
        return self.burst(FIFO, self.read(LEVEL)) if irq & 0x20 else None

    def checked(self, frame: Sequence[int]) -> list[int] | None:
        """Send `frame` and its CRC, by the coprocessor; the chip checks the answer's and takes it off."""
        self.write(COMMAND, 0x00)
        self.write(DIV_IRQ, 0x04)
        self.write(LEVEL, 0x80)
        self.write(FIFO, *frame)
        self.write(COMMAND, 0x03)
        while not self.read(DIV_IRQ) & 0x04:
            pass
        crc = [self.read(0x22), self.read(0x21)]
        self.write(0x13, 0x80)
        answer = self.exchange([*frame, *crc])
        self.write(0x13, 0x00)
        assert answer is None or not self.read(ERROR)
        return answer

    def uids(self) -> set[bytes]:
        """Read and halt one card after the other."""
        found = set()
        while self.exchange([0x26], odd_bits=7) is not None:
            found.add(self._one_uid())
            assert self.checked([0x50, 0x00]) is None
        return found

    def _one_uid(self) -> bytes:
        uid = b""
        for select in (0x93, 0x95, 0x97):
            part = self._resolved(select)
            sak = self.checked([select, 0x70, *part])
            assert sak is not None
            if not sak[0] & 0x04:
                return uid + bytes(part[:4])
            uid += bytes(part[1:4])
        raise AssertionError("a fourth cascade level")

    def _resolved(self, select: int) -> list[int]:
        """Five bytes of one card: where two differ, go on with those that have a 1 there."""
        bits: list[int] = []
        while True:
            known = [
                sum(bit << i for i, bit in enumerate(bits[at : at + 8])) for at in range(0, len(bits), 8)
            ]
            whole, odd = divmod(len(bits), 8)
            answer = self.exchange([select, (2 + whole) << 4 | odd, *known], odd, odd)
            assert answer is not None
            answered = [byte >> i & 1 for byte in answer for i in range(8)][odd:]
            if not self.read(ERROR) & COLLISION:
                bits += answered[: 40 - len(bits)]
                return [sum(bit << i for i, bit in enumerate(bits[at : at + 8])) for at in range(0, 40, 8)]
            bits += [*answered[: (self.read(COLL) & 0x1F) - odd - 1], 1]
