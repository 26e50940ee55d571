"""The PN532's frames on a serial line. Sections are those of NXP's user manual UM0701-02, 6.2.1."""

from enum import StrEnum

START = b"\x00\xff"
HOST, CHIP = 0xD4, 0xD5
ACK = b"\x00\x00\xff\x00\xff\x00"


class Signal(StrEnum):
    """What a frame can be besides an answer."""

    ACK = "the command arrived whole"
    MANGLED = "a frame that does not add up, or says that ours did not"


def command_frame(*data: int) -> bytes:
    """6.2.1.1, a normal information frame: preamble, length and its complement, data, its complement."""
    body = bytes([HOST, *data])
    head = bytes([len(body), -len(body) & 0xFF])
    return b"\x00" + START + head + body + bytes([-sum(body) & 0xFF, 0x00])


class FrameReader:
    """Cuts what arrives into frames, beginning anew at each start code."""

    def __init__(self) -> None:
        self._received = b""

    def feed(self, chunk: bytes) -> list[bytes | Signal]:
        """The frames that `chunk` completes; answers without the byte that says who speaks."""
        self._received += chunk
        frames = []
        while (frame := self._next()) is not None:
            frames.append(frame)
        return frames

    def _next(self) -> bytes | Signal | None:
        start = self._received.find(START)
        if start < 0:
            self._received = self._received[-1:]
            return None
        self._received = self._received[start:]
        if len(self._received) < 4:
            return None
        length, complement = self._received[2:4]
        if (length, complement) == (0x00, 0xFF):
            return self._cut(4, Signal.ACK)
        if not length or (length + complement) & 0xFF:
            return self._cut(len(START), Signal.MANGLED)
        if len(self._received) < 5 + length:
            return None
        body = self._received[4 : 5 + length]
        if sum(body) & 0xFF:
            return self._cut(len(START), Signal.MANGLED)
        return self._cut(5 + length, body[1:-1] if body[0] == CHIP else Signal.MANGLED)

    def _cut(self, length: int, frame: bytes | Signal) -> bytes | Signal:
        self._received = self._received[length:]
        return frame
