"""A serial port whose failures come out as `hardware.errors`, whichever of three kinds pyserial raises."""

import errno
import os
import select
import termios
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress

from hardware.errors import CannotOpen, StoppedAnswering
from hardware.sentence import Sentence

WRITE_TIMEOUT_S = 0.02
CHUNK = 4096
# What comes of a pulled plug, by what was asked: pyserial's own error (an OSError), a bare one, or the last.
LINE_ERRORS = (OSError, termios.error)

_TAKEN = Sentence("another program has the port"), Sentence("Stop that program, or choose another port")
_NOT_OPENED = {
    errno.ENOENT: (
        Sentence("there is no such port"),
        Sentence("Plug it in, or choose one of those under /dev/serial/by-id"),
    ),
    errno.EACCES: (
        Sentence("this user may not use the port"),
        Sentence("Add the user to the group dialout"),
    ),
    errno.EAGAIN: _TAKEN,
    errno.EBUSY: _TAKEN,
}


class SerialLine:
    """Bytes to and from the device called `device` on `port`, eight bits, no parity, nobody else on it.

    A port that has not taken what it is given within `write_timeout_s` counts as gone.

    Raises:
        CannotOpen: the port is not there, not ours, or taken; nothing is left open.
    """

    def __init__(self, device: str, port: str, baud: int, write_timeout_s: float = WRITE_TIMEOUT_S) -> None:
        import serial

        self.device = device
        self._write_timeout_s = write_timeout_s
        try:
            self._port = serial.Serial(port, baud, timeout=0, exclusive=True)
        except LINE_ERRORS as error:
            raise _cannot_open(device, error) from error
        # An FTDI adapter otherwise keeps what it has for 16 ms; what is none of its kind refuses.
        with suppress(ValueError, *LINE_ERRORS):
            self._port.set_low_latency_mode(True)

    def chunks(self, within_ms: int) -> Iterator[bytes]:
        """Yield what arrives as it arrives, and end when `within_ms` have passed.

        Raises:
            StoppedAnswering: the device was unplugged, or the line closed.
        """
        end = time.monotonic() + within_ms / 1000
        left = within_ms / 1000
        while True:
            with self._unplugged():
                ready, _, _ = select.select([self._port.fileno()], [], [], left)
                chunk = self._port.read(CHUNK) if ready else b""
            if chunk:
                yield chunk
            if not left:
                return
            # The last look is at what came while nobody was looking.
            left = max(0.0, end - time.monotonic())

    def discard(self) -> None:
        """Throw away what has arrived; never waits.

        Raises:
            StoppedAnswering: the device was unplugged, or the line closed.
        """
        with self._unplugged():
            self._port.read(CHUNK)

    def write(self, data: bytes) -> None:
        """Send `data`. Blocks for the write timeout at most, 20 ms unless another was asked for.

        Raises:
            StoppedAnswering: the device was unplugged or takes nothing, or the line was closed.
        """
        left = self._write_timeout_s
        end = time.monotonic() + left
        while data:
            # Not by pyserial, which takes a machine that was busy for a line that is stuck.
            with self._unplugged():
                port = self._port.fileno()
                _, ready, _ = select.select([], [port], [], left)
                data = data[os.write(port, data) if ready else 0 :]
            left = max(0.0, end - time.monotonic())
            if not ready:
                raise StoppedAnswering(
                    self.device, "it takes nothing of what is sent", "Switch its supply off and on"
                )

    def close(self) -> None:
        """Let go of the port."""
        with suppress(*LINE_ERRORS):
            self._port.close()

    @contextmanager
    def _unplugged(self) -> Iterator[None]:
        try:
            yield
        except LINE_ERRORS as error:
            raise StoppedAnswering(
                self.device,
                "the serial line is gone ({error})",
                "Check the cable and plug it in again",
                error=error,
            ) from error


def _cannot_open(device: str, error: Exception) -> CannotOpen:
    number = error.errno if isinstance(error, OSError) else None
    if number in _NOT_OPENED:
        return CannotOpen(device, *_NOT_OPENED[number])
    return CannotOpen(
        device,
        "the port cannot be used ({error})",
        "Check that this is the device's serial port",
        error=error,
    )
