"""Finding one contactless card of type A and its whole UID (ISO/IEC 14443-3, clauses 6.4 and 6.5).

Pure: says which frames to exchange and what the answers mean, whatever chip carries them.
"""

from enum import StrEnum
from functools import reduce
from operator import xor
from typing import Protocol

from hardware.interfaces import Uid

WUPA = b"\x52"
WUPA_BITS = 7
HLTA = b"\x50\x00"
SELECT_LEVELS = (0x93, 0x95, 0x97)
ANTICOLLISION = 0x20
SELECT = 0x70
CASCADE_TAG = 0x88
MORE_LEVELS = 0x04


class Failure(StrEnum):
    """Why a frame has no answer that can be read."""

    SILENT = "nobody answered in time"
    MANGLED = "what came was not what was sent"
    COLLIDED = "several answered differently"


class Exchange(Protocol):
    """Sends a frame and returns what is answered."""

    def __call__(self, frame: bytes, bits: int = 8) -> bytes | Failure:
        """Send `frame`, of its last byte only the lowest `bits` bits."""
        ...


def read_card(exchange: Exchange) -> Uid | Failure:
    """The UID of the one card in the field, without check bytes, of 4, 7 or 10 bytes; the card is selected.

    SILENT means that not even the wake-up was answered: silence later on is an answer lost.
    """
    # The answer to a request is the same for most cards, and where it is a muddle of several the
    # anticollision finds out; that there is one is all that counts.
    if exchange(WUPA, WUPA_BITS) is Failure.SILENT:
        return Failure.SILENT
    uid = b""
    for level in SELECT_LEVELS:
        part = exchange(bytes([level, ANTICOLLISION]))
        if part is Failure.COLLIDED:
            return part
        if isinstance(part, Failure) or not _adds_up(part):
            return Failure.MANGLED
        sak = exchange(with_crc(bytes([level, SELECT]) + part))
        if isinstance(sak, Failure) or len(sak) != 3 or with_crc(sak[:1]) != sak:
            return Failure.MANGLED
        if not sak[0] & MORE_LEVELS:
            return Uid(uid + part[:4])
        if part[0] != CASCADE_TAG:
            return Failure.MANGLED
        uid += part[1:4]
    return Failure.MANGLED


def halt(exchange: Exchange) -> None:
    """Send the card to sleep until the next WUPA. It does not answer; one half-way in falls back likewise."""
    exchange(with_crc(HLTA))


def with_crc(frame: bytes) -> bytes:
    """`frame` and its CRC_A (Annex B)."""
    crc = 0x6363
    for byte in frame:
        crc ^= byte
        for _ in range(8):
            crc = crc >> 1 ^ (0x8408 if crc & 1 else 0)
    return frame + crc.to_bytes(2, "little")


def _adds_up(part: bytes) -> bool:
    """Four bytes of UID and their exclusive or, BCC."""
    return len(part) == 5 and reduce(xor, part) == 0
