"""A PN532 on a pseudo-terminal. Sections are those of NXP's user manual UM0701-02.

Knows the commands that reading cards takes; any other gets the syntax error frame, as from the chip.
"""

import os
import select
import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

from tests.devices.pty_device import PtyDevice

ACK = bytes.fromhex("0000FF00FF00")
SYNTAX_ERROR = bytes.fromhex("0000FF01FF7F8100")
WAKE_UP_BYTES = 16
FOR_EVER = 0xFF

Disturbance = Callable[[bytes], bytes]


def answer_frame(*data: int) -> bytes:
    """6.2.1.1, from the chip."""
    body = bytes([0xD5, *data])
    head = bytes([0x00, 0x00, 0xFF, len(body), -len(body) & 0xFF])
    return head + body + bytes([-sum(body) & 0xFF, 0x00])


@dataclass
class Pn532:
    """The chip without its wires: `hear` takes bytes and returns the frames to send.

    It wakes by 16 bytes of 0x55 in a row, and then wants SAMConfiguration before anything else. `listens`
    False is a chip that hangs. A card that lies still answers every second request only, as cards do.
    """

    cards: list[bytes] = field(default_factory=list)
    listens: bool = True
    commands: list[int] = field(default_factory=list)
    _received: bytes = b""
    _awake: bool = False
    _configured: bool = False
    _retries: int = FOR_EVER
    _active: list[bytes] = field(default_factory=list)

    def reset(self) -> None:
        """What a dip of the supply does."""
        self._awake = self._configured = False
        self._retries, self._active, self._received = FOR_EVER, [], b""

    def hear(self, received: bytes) -> list[bytes]:
        """The frames that follow from `received`."""
        if not self.listens:
            return []
        self._received += received
        if not self._awake:
            _, woken, after = self._received.partition(b"\x55" * WAKE_UP_BYTES)
            self._received = after if woken else self._received[1 - WAKE_UP_BYTES :]
            if not woken:
                return []
            self._awake = True
        frames = []
        while (body := self._next_command()) is not None:
            frames += self._carry_out(body)
        return frames

    def _next_command(self) -> bytes | None:
        start = self._received.find(b"\x00\xff")
        if start < 0 or len(self._received) < start + 4:
            return None
        length = self._received[start + 2]
        if len(self._received) < start + 5 + length:
            return None
        body = self._received[start + 4 : start + 4 + length]
        self._received = self._received[start + 5 + length :]
        return body if length else self._next_command()

    def _carry_out(self, body: bytes) -> list[bytes]:
        assert body[0] == 0xD4
        command, data = body[1], body[2:]
        self.commands.append(command)
        match command:
            case 0x14:
                self._configured = True
                return [ACK, answer_frame(0x15)]
            case _ if not self._configured:
                return []
            case 0x02:
                return [ACK, answer_frame(0x03, 0x32, 0x01, 0x06, 0x07)]
            case 0x32:
                self._retries = data[3] if data[0] == 0x05 else self._retries
                return [ACK, answer_frame(0x33)]
            case 0x4A:
                return [ACK, *self._list_cards(data[0])]
            case _:
                return [ACK, SYNTAX_ERROR]

    def _list_cards(self, most: int) -> list[bytes]:
        """7.3.5. Without a limit to its retries it goes on looking and says nothing."""
        tries = 1 if self._retries == 0 else 2
        found = [card for card in self.cards if tries > 1 or card not in self._active][:most]
        self._active = list(found)
        if not found and self._retries == FOR_EVER:
            return []
        targets = [target for number, uid in enumerate(found, 1) for target in _target(number, uid)]
        return [answer_frame(0x4B, len(found), *targets)]


def _target(number: int, uid: bytes) -> list[int]:
    sizes = {4: 0x00, 7: 0x40, 10: 0x80}
    return [number, 0x00, 0x04 | sizes[len(uid)], 0x08, len(uid), *uid]


class DirectLine:
    """In place of a `SerialLine`: the chip at the end of a wire that takes no time.

    What the chip says is there as soon as it was spoken to, so whoever waits for more need not.
    """

    def __init__(self, chip: Pn532) -> None:
        self.disturbs: Disturbance = bytes
        self._chip = chip
        self._arrived: list[bytes] = []

    def chunks(self, within_ms: int) -> Iterator[bytes]:
        """What has arrived."""
        arrived, self._arrived = self._arrived, []
        yield from arrived

    def discard(self) -> None:
        """Throw away what has arrived."""
        self._arrived = []

    def write(self, data: bytes) -> None:
        """Speak to the chip."""
        self._arrived += [chunk for frame in self._chip.hear(data) if (chunk := self.disturbs(frame))]

    def close(self) -> None:
        """Nothing to let go of."""


class Pn532Pty(PtyDevice):
    """A module on a pseudo-terminal; `disturbs` may change or swallow each frame it sends."""

    def __init__(self, path: Path) -> None:
        self.chip = Pn532()
        self.disturbs: Disturbance = bytes
        self._thread: threading.Thread | None = None
        super().__init__(path)

    def replug(self) -> None:
        """Plug it in: it starts asleep."""
        super().replug()
        self.chip.reset()
        self._stop = os.pipe()
        self._thread = threading.Thread(target=self._run, args=(self.near, self._stop[0]), name="pn532")
        self._thread.start()

    def unplug(self) -> None:
        """Pull it out."""
        if self._thread is not None:
            os.write(self._stop[1], b"x")
            self._thread.join()
            self._thread = None
            for end in self._stop:
                os.close(end)
        super().unplug()

    def _run(self, near: int, stop: int) -> None:
        while True:
            ready, _, _ = select.select([near, stop], [], [])
            if stop in ready:
                return
            for frame in self.chip.hear(os.read(near, 4096)):
                os.write(near, self.disturbs(frame))
