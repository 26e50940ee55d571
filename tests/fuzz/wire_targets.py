"""What comes over wires: serial frames, a chip's registers, keys that a reader types."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import cycle

from hardware.drivers.hid import HidReader
from hardware.drivers.mfrc522_chip import Chip
from hardware.drivers.mfrc522_reader import Mfrc522Reader
from hardware.drivers.pn532_frames import FrameReader
from hardware.drivers.pn532_uart import Pn532Uart
from hardware.drivers.rdm6300 import Rdm6300
from hardware.errors import DeviceFault, TwoCards
from hardware.interfaces import CardReader
from tests.devices.pn532 import ACK, answer_frame
from tests.fuzz.target import LONGEST, Target, one_sentence

POLLS = 8
MOST_TRANSFERS = 5_000
"""So many bytes may a poll move over SPI before it is one that hangs; an honest one moves some hundreds."""
PIECE = 23


def polled(reader: CardReader) -> None:
    """Poll it a few times: a card, none, or a fault with a way out."""
    for _ in range(POLLS):
        try:
            uid = reader.poll()
        except TwoCards:
            continue
        except DeviceFault as fault:
            one_sentence(str(fault))
            continue
        assert uid is None or 1 <= len(uid) <= 64
    reader.close()


class Clock:
    """Time that goes on with each look at it."""

    def __init__(self) -> None:
        self._now_ms = 0

    def __call__(self) -> int:
        self._now_ms += 7
        return self._now_ms


class Noise:
    """A serial line on which bytes come in pieces, whatever is sent."""

    def __init__(self, data: bytes, start: Callable[[], None] = lambda: None) -> None:
        self._pieces = iter([data[at : at + PIECE] for at in range(0, min(len(data), LONGEST), PIECE)])

    def chunks(self, within_ms: int) -> Iterator[bytes]:
        yield from (piece for piece, _ in zip(self._pieces, range(3), strict=False))

    def discard(self) -> None: ...
    def write(self, data: bytes) -> None: ...
    def close(self) -> None: ...


def rdm6300(data: bytes) -> None:
    """The frames of an RDM6300."""
    polled(Rdm6300(Noise(data), 300, Clock()))  # type: ignore[arg-type]  # it is given no more than is used


def pn532(data: bytes) -> None:
    """What a PN532 answers."""
    polled(Pn532Uart("the reader", Noise(data), Clock()))


def pn532_frames(data: bytes) -> None:
    """The frames are the same, whatever the pieces."""
    whole, pieces = FrameReader(), FrameReader()
    found = whole.feed(data[:LONGEST])
    assert [frame for at in range(len(data[:LONGEST])) for frame in pieces.feed(data[at : at + 1])] == found


class MadRegisters:
    """A chip whose registers hold anything, another thing each time."""

    def __init__(self, data: bytes) -> None:
        self._data = cycle(data or b"\x00")
        self.transfers = 0

    def read(self, register: int) -> int:
        self.transfers += 1
        assert self.transfers < POLLS * MOST_TRANSFERS, "it waits for ever"
        return next(self._data)

    def write(self, register: int, value: int) -> None:
        self.transfers += 1
        assert 0 <= value <= 255

    def close(self) -> None: ...


def mfrc522(data: bytes) -> None:
    """The registers of an MFRC522."""
    chip = Chip(MadRegisters(data[:LONGEST]), 33, lambda ms: None)
    polled(Mfrc522Reader("the reader", chip, Clock()))


@dataclass(frozen=True, slots=True)
class Typed:
    """An event of the kernel's, as evdev reads it."""

    type: int
    code: int
    value: int


class Keys:
    """A keyboard on which anything is typed."""

    def __init__(self, data: bytes) -> None:
        self._events = [
            Typed(data[at] % 3, int.from_bytes(data[at + 1 : at + 3]), data[at + 3] % 4)
            for at in range(0, len(data[:LONGEST]) - 3, 4)
        ]

    def read_one(self) -> Typed | None:
        return self._events.pop() if self._events else None

    def close(self) -> None: ...


def hid(data: bytes) -> None:
    """What a reader types."""
    polled(HidReader("the reader", Keys(data), Clock()))


RDM_FRAME = b"\x020A001234AB87\x03"
PN532_TALK = ACK + answer_frame(0x4B, 1, 1, 0, 4, 8, 4, 1, 2, 3, 4) + ACK + answer_frame(0x4B, 0)
REGISTERS = [bytes([0x92, 0x83, 0x30, 0x04, 0x44, 0x00]), bytes(range(256)), b"\x91\x03\x20\x14\x00\x07\x88"]
KEYS = [bytes([1, 0, key, 1]) for key in (2, 3, 4, 28)]

WIRE = {
    "rdm6300": Target(rdm6300, [RDM_FRAME * 3]),
    "pn532": Target(pn532, [PN532_TALK]),
    "pn532-frames": Target(pn532_frames, [PN532_TALK]),
    "mfrc522": Target(mfrc522, REGISTERS),
    "hid": Target(hid, [b"".join(reversed(KEYS))]),
}
