"""PN532 on a serial port (its switches at HSU). Sections are those of NXP's user manual UM0701-02.

Reads cards of type A with UIDs of 4, 7 and 10 bytes, and tells when there are two.
"""

from collections.abc import Callable, Iterator
from enum import StrEnum
from typing import Protocol

from hardware.clock import monotonic_ms
from hardware.drivers.last_read import LastRead
from hardware.drivers.pn532_frames import ACK, FrameReader, Signal, command_frame
from hardware.drivers.serial_line import SerialLine
from hardware.errors import StoppedAnswering, TwoCards, WiredWrongly
from hardware.interfaces import CardReader, Uid
from hardware.sentence import Sentence

BAUD = 115_200
# 6.3.2.3: it sleeps until the line moves and needs 2 ms to be up, which at 115200 baud are 23 bytes.
WAKE_UP = b"\x55" * 32
# An answer takes a few ms, up to 16 where an adapter holds bytes back: time for two that do not come.
POLL_MS = 40
TRIES = 3
# Whoever is given less to answer cannot be blamed for silence.
SHORTEST_TRY_MS = 10

# 7.2.10: normal mode, no time-out, no interrupt line. It leaves the low-power mode it starts in.
SAM_CONFIGURATION = (0x14, 0x01, 0x00, 0x00)
# 7.3.1, item 5: look for a card three times and then say that there is none. A card that lies still answers
# only every second request; left alone the chip would look for ever.
LIMIT_RETRIES = (0x32, 0x05, 0xFF, 0x01, 0x02)
# 7.3.5: up to two cards of type A at 106 kBd.
LIST_CARDS = (0x4A, 0x02, 0x00)
UID_LENGTHS = (4, 7, 10)


class Trouble(StrEnum):
    """Why a command has no answer."""

    UNHEARD = "not even the acknowledgement came"
    NOT_FRAMES = "what came were no frames"
    UNANSWERED = "the acknowledgement came, and nothing else"
    MANGLED = "the answer does not add up"


def open_reader(port: str) -> CardReader:
    """Open the PN532 on the serial port `port`. The chip is first spoken to by `poll`.

    Raises:
        CannotOpen: the port is not there, not ours, or taken.
    """
    name = Sentence("the pn532-uart reader on {port}", port=port)
    return Pn532Uart(name, SerialLine(name, port, BAUD), monotonic_ms)


class Line(Protocol):
    """Bytes to and from the chip, as `SerialLine` carries them."""

    def chunks(self, within_ms: int) -> Iterator[bytes]:
        """What arrives as it arrives, until `within_ms` have passed."""
        ...

    def discard(self) -> None:
        """Throw away what has arrived."""
        ...

    def write(self, data: bytes) -> None:
        """Send `data`."""
        ...

    def close(self) -> None:
        """Let go of the line."""
        ...


class Pn532Uart:
    """A `CardReader`; `clock_ms` tells monotonic time, `poll_ms` is how long a poll may take."""

    def __init__(self, device: str, line: Line, clock_ms: Callable[[], int], poll_ms: int = POLL_MS) -> None:
        self._device = device
        self._line = line
        self._clock_ms = clock_ms
        self._poll_ms = poll_ms
        self._last = LastRead()
        self._awake = False
        self._was_awake = False
        self._until_ms = 0

    def poll(self) -> Uid | None:
        """Return the card now in the field; see `CardReader`."""
        self._until_ms = self._clock_ms() + self._poll_ms
        answer = self._list_cards()
        now_ms = self._clock_ms()
        if isinstance(answer, Trouble):
            return self._last.mangled(now_ms)
        if answer[0] > 1:
            raise TwoCards
        if answer[0] == 0:
            self._last.silent(now_ms)
            return None
        uid = _uid_of(answer)
        return self._last.mangled(now_ms) if uid is None else self._last.read(uid, now_ms)

    def close(self) -> None:
        """Let go of the serial port."""
        self._line.close()

    def _list_cards(self) -> bytes | Trouble:
        """What it says of the field. A chip that hears nothing has fallen asleep or was reset: wake it."""
        answer: bytes | Trouble = Trouble.UNHEARD
        for _ in range(TRIES):
            if self._left_ms() < SHORTEST_TRY_MS:
                break
            if not self._awake:
                self._wake_up()
                continue
            answer = self._ask(LIST_CARDS)
            self._awake = answer not in (Trouble.UNHEARD, Trouble.NOT_FRAMES)
            if isinstance(answer, bytes) and answer:
                return answer
        return answer or Trouble.MANGLED

    def _wake_up(self) -> None:
        answer = self._ask(SAM_CONFIGURATION, WAKE_UP)
        if answer is Trouble.UNHEARD:
            raise StoppedAnswering(
                self._device,
                "nobody answers",
                "Check its supply, that its switches are set to HSU, and that TX and RX are crossed",
            )
        if answer is Trouble.NOT_FRAMES and not self._was_awake:
            raise WiredWrongly(
                self._device, "something talks there, but not a PN532", "Check which device is on this port"
            )
        if isinstance(answer, bytes):
            self._ask(LIMIT_RETRIES)
            self._awake = self._was_awake = True

    def _ask(self, command: tuple[int, ...], preamble: bytes = b"") -> bytes | Trouble:
        """The answer to `command` without its code. Blocks for half a poll at most."""
        self._line.discard()
        self._line.write(preamble + command_frame(*command))
        frames = FrameReader()
        trouble = Trouble.UNHEARD
        for chunk in self._line.chunks(min(self._poll_ms // 2, max(SHORTEST_TRY_MS, self._left_ms()))):
            if trouble is Trouble.UNHEARD:
                trouble = Trouble.NOT_FRAMES
            for frame in frames.feed(chunk):
                match frame:
                    case Signal.ACK:
                        trouble = Trouble.UNANSWERED
                    case Signal.MANGLED:
                        trouble = Trouble.MANGLED
                    case bytes() if frame[:1] == bytes([command[0] + 1]):
                        return frame[1:]
            if trouble is Trouble.MANGLED:
                return trouble
        if trouble is Trouble.UNANSWERED:
            self._line.write(ACK)  # 6.2.1.3: gives up the command under way
        return trouble

    def _left_ms(self) -> int:
        return self._until_ms - self._clock_ms()


def _uid_of(listed: bytes) -> Uid | None:
    """7.3.5: number of targets, then of the first: number, SENS_RES (2), SEL_RES, length of the UID, UID."""
    length = listed[5] if len(listed) > 5 else 0
    uid = listed[6 : 6 + length]
    return Uid(uid) if length in UID_LENGTHS and len(uid) == length else None
