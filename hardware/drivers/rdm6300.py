"""RDM6300, a 125 kHz reader that repeats the card's number on a serial line while the card lies there.

It has no way to be asked anything, so a module that is dead on a living cable cannot be told from a board
without a card.
"""

import re
from collections import deque
from collections.abc import Callable
from functools import reduce
from operator import xor

from hardware.clock import monotonic_ms
from hardware.drivers.last_read import LastRead
from hardware.drivers.serial_line import SerialLine
from hardware.interfaces import CardReader, Uid
from hardware.sentence import Sentence

BAUD = 9600
# A frame of 14 bytes takes 14.6 ms at 9600 baud; a poll waits for one that has begun.
WAIT_MS = 40
# RDM6300 data sheet, "Data format": STX, ten hexadecimal digits, two of checksum, ETX.
FRAME = re.compile(rb"\x02([0-9A-F]{10})([0-9A-F]{2})\x03")
FRAME_LENGTH = 14


def open_reader(port: str, gap_ms: int = 300) -> CardReader:
    """Open the RDM6300 on the serial port `port`.

    A card is taken to lie there for `gap_ms` after its last frame; modules repeat every 65 to 220 ms.

    Raises:
        CannotOpen: the port is not there, not ours, or taken.
    """
    line = SerialLine(Sentence("the rdm6300 reader on {port}", port=port), port, BAUD)
    return Rdm6300(line, gap_ms, monotonic_ms)


class Rdm6300:
    """A `CardReader`; `clock_ms` tells monotonic time."""

    def __init__(self, line: SerialLine, gap_ms: int, clock_ms: Callable[[], int]) -> None:
        self._line = line
        self._gap_ms = gap_ms
        self._clock_ms = clock_ms
        self._last = LastRead()
        self._heard_at_ms = 0
        self._tail = b""
        self._heard: deque[Uid] = deque()

    def poll(self) -> Uid | None:
        """Return the card whose frame came last, while frames keep coming; see `CardReader`."""
        mangled = not self._heard and self._listen()
        now_ms = self._clock_ms()
        if self._heard:
            self._heard_at_ms = now_ms
            return self._last.read(self._heard.popleft(), now_ms)
        if mangled:
            self._heard_at_ms = now_ms
            return self._last.mangled(now_ms)
        if now_ms - self._heard_at_ms > self._gap_ms:
            self._last.forget()
        return self._last.uid

    def close(self) -> None:
        """Let go of the serial port."""
        self._line.close()

    def _listen(self) -> bool:
        """Wait for a good frame; tell whether there was a mangled one instead."""
        mangled = False
        for chunk in self._line.chunks(WAIT_MS):
            mangled = self._take(self._tail + chunk) or mangled
            if self._heard:
                return False
        return mangled

    def _take(self, received: bytes) -> bool:
        """Queue the cards in `received`, repeats once, and tell whether a frame was mangled.

        What may be the beginning of a frame is kept for the next time.
        """
        end = 0
        mangled = False
        for frame in FRAME.finditer(received):
            end = frame.end()
            uid = _checked(*frame.groups())
            if uid is None:
                mangled = True
            elif not self._heard or self._heard[-1] != uid:
                self._heard.append(uid)
        self._tail = received[end:][1 - FRAME_LENGTH :]
        return mangled


def _checked(data: bytes, checksum: bytes) -> Uid | None:
    """The card's five bytes, or None where they do not add up: the checksum is their exclusive or."""
    uid = bytes.fromhex(data.decode())
    return Uid(uid) if reduce(xor, uid) == int(checksum, 16) else None
