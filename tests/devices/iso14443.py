"""Contactless cards of type A, bit by bit, up to being selected and halted (ISO/IEC 14443-3, clause 6)."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import Enum, auto

from hardware.interfaces import Uid

Bits = tuple[int, ...]

CASCADE_TAG = 0x88
REQA, WUPA = 0x26, 0x52
SHORT_FRAME_BITS = 7
HLTA = b"\x50\x00"
FOUR, SEVEN, TEN = (Uid(bytes.fromhex(u)) for u in ("DEADBEEF", "04A1B29F112280", "0102030405060708090A"))
"""A card's number of each length."""


def to_bits(data: bytes, count: int | None = None) -> Bits:
    """The first `count` bits of `data` in the order they go on air: each byte's lowest first."""
    bits = tuple(byte >> i & 1 for byte in data for i in range(8))
    return bits if count is None else bits[:count]


def to_bytes(bits: Sequence[int]) -> bytes:
    """What `bits` are as bytes; missing ones are zero."""
    octets = [bits[i : i + 8] for i in range(0, len(bits), 8)]
    return bytes(sum(bit << i for i, bit in enumerate(octet)) for octet in octets)


def crc_a(data: bytes, preset: int = 0x6363) -> bytes:
    """The checksum of type A (Annex B), low byte first."""
    crc = preset
    for byte in data:
        crc ^= byte
        for _ in range(8):
            crc = crc >> 1 ^ (0x8408 if crc & 1 else 0)
    return crc.to_bytes(2, "little")


class State(Enum):
    """Clause 6.3. `star` in the card tells READY* and ACTIVE* from READY and ACTIVE."""

    POWER_OFF = auto()
    IDLE = auto()
    READY = auto()
    ACTIVE = auto()
    HALT = auto()


@dataclass(eq=False)
class Card:
    """A card with a UID of 4, 7 or 10 bytes.

    `answers_left` is how many more times it answers before it is taken away (None: it stays).
    """

    uid: bytes
    sak: int = 0x08
    answers_left: int | None = None
    state: State = State.POWER_OFF
    star: bool = False
    level: int = 0
    levels: list[bytes] = field(init=False)

    def __post_init__(self) -> None:
        parts = {
            4: [self.uid],
            7: [bytes([CASCADE_TAG, *self.uid[:3]]), self.uid[3:]],
            10: [bytes([CASCADE_TAG, *self.uid[:3]]), bytes([CASCADE_TAG, *self.uid[3:6]]), self.uid[6:]],
        }[len(self.uid)]
        self.levels = [part + bytes([part[0] ^ part[1] ^ part[2] ^ part[3]]) for part in parts]

    def power(self, on: bool) -> None:
        """The field comes up, or is gone and with it all that the card knew."""
        if not on:
            self.state = State.POWER_OFF
        elif self.state is State.POWER_OFF:
            self.state, self.star = State.IDLE, False

    def hear(self, frame: Bits) -> Bits | None:
        """What the card answers to `frame`, or None."""
        if self.state is State.POWER_OFF or self.answers_left == 0:
            return None
        answer = self._answer(frame)
        if answer is not None and self.answers_left is not None:
            self.answers_left -= 1
        return answer

    def _answer(self, frame: Bits) -> Bits | None:
        match self.state:
            case State.IDLE | State.HALT:
                return self._wake(frame)
            case State.READY:
                return self._anticollide(frame)
            case _:
                halted = to_bytes(frame) == HLTA + crc_a(HLTA)
                self._fall_back(halt=halted)
                return None

    def _wake(self, frame: Bits) -> Bits | None:
        """6.4.1: REQA wakes idle cards only, WUPA halted ones too."""
        if len(frame) != SHORT_FRAME_BITS:
            return None
        word = to_bytes(frame)[0]
        if word == WUPA or (word == REQA and self.state is State.IDLE):
            self.star = self.state is State.HALT
            self.state, self.level = State.READY, 0
            size = {4: 0x00, 7: 0x40, 10: 0x80}[len(self.uid)]
            return to_bits(bytes([size | 0x04, 0x00]))
        return None

    def _anticollide(self, frame: Bits) -> Bits | None:
        """6.4.3: anticollision with any number of known bits, or the select that ends it."""
        data = to_bytes(frame)
        mine = self.levels[self.level]
        if len(frame) >= 16 and data[0] == 0x93 + 2 * self.level:
            known = (data[1] >> 4) * 8 + (data[1] & 7) - 16
            if data[1] == 0x70:
                return self._select(data)
            if 0 <= known < 40 and len(frame) == 16 + known:
                return to_bits(mine)[known:] if frame[16:] == to_bits(mine)[:known] else None
        # 6.3.3: anything unexpected, a request too, sends it back to where it came from, without a word.
        return self._fall_back()

    def _select(self, data: bytes) -> Bits | None:
        if data[2:7] != self.levels[self.level] or data[7:] != crc_a(data[:7]):
            return self._fall_back()
        self.level += 1
        more = self.level < len(self.levels)
        sak = bytes([self.sak | 0x04 if more else self.sak & ~0x04])
        if not more:
            self.state = State.ACTIVE
        return to_bits(sak + crc_a(sak))

    def _fall_back(self, halt: bool = False) -> None:
        self.state = State.HALT if halt or self.star else State.IDLE
