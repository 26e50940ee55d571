"""An RDM6300 as its data sheet tells it: the card's number in frames of 14 bytes, unasked."""

from tests.devices.pty_device import PtyDevice

STX, ETX = b"\x02", b"\x03"


def frame(uid: bytes, checksum: int | None = None) -> bytes:
    """The frame for a card of five bytes; `checksum` in place of the right one."""
    assert len(uid) == 5
    if checksum is None:
        checksum = uid[0] ^ uid[1] ^ uid[2] ^ uid[3] ^ uid[4]
    return STX + f"{uid.hex()}{checksum:02x}".upper().encode() + ETX


class Rdm6300Pty(PtyDevice):
    """A module on a pseudo-terminal; `path` is the port to open."""

    def tap(self, uid: bytes, frames: int = 1) -> None:
        """Hold a card of five bytes over the module for as long as it takes to send `frames` frames."""
        self.write(frame(uid) * frames)
