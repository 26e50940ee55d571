"""The Raspberry Pi 5's own kernel driver for WS2812 lamps (overlay ws2812-pio): a file that takes frames.

Four bytes a lamp in the order R, G, B, W, one frame for each opening. The overlay, not this driver, knows the
pin and the strip's own order of colours.
"""

import errno
import os
import select
import stat
import time
from contextlib import suppress

from hardware.drivers.wire import Wire
from hardware.errors import CannotOpen, DeviceFault, StoppedAnswering
from hardware.interfaces import LampStrip
from hardware.repeating import Repeating
from hardware.sentence import Sentence

REPEAT_MS = 10_000
SLOTS = 4
# The device is there at once; a FIFO in its place only while its reader has it open.
PATIENCE_S = 1.0
SHUTS_S = 0.02
"""So long after a frame a FIFO's reader may have it open still, though it takes no other: what was written
then would be gone when it closes, and nobody would know."""
PAUSE_S = 0.001
OVERLAY = Sentence(
    "Add dtoverlay=ws2812-pio with its gpio and num_leds to config.txt (Pi 5, recent kernel), and restart"
)


def open_strip(
    path: str = "/dev/leds0", lamps: int = 112, order: str = "RGB", sacrificial: bool = False
) -> LampStrip:
    """Open the kernel driver's device file.

    Leave `order` at RGB where the overlay is told the strip's own order; "RGBW" uses the white channel.

    Raises:
        CannotOpen: there is no such file, it is not ours, no such colour order.
    """
    device = Sentence("the lamps on {path}", path=path)
    wire = Wire(device, lamps, order, sacrificial, SLOTS)
    _check(device, path)
    return Repeating(Leds0(device, path, wire), REPEAT_MS, device)


class Leds0:
    """A `LampStrip` on the device file `path`."""

    def __init__(self, device: str, path: str, wire: Wire) -> None:
        self._device = device
        self._path = path
        self._wire = wire
        self._written_s = -SHUTS_S
        self._closed = False
        self.lamps = wire.lamps

    def show(self, frame: bytes) -> None:
        """See `LampStrip`."""
        pixels = self._wire.encode(frame)
        if self._closed:
            raise StoppedAnswering(self._device, "it was closed", "Open it again")
        try:
            self._write(pixels)
        except OSError as error:
            raise StoppedAnswering(
                self._device, "the kernel driver takes no frame ({error})", OVERLAY, error=error
            ) from error

    def close(self) -> None:
        """See `LampStrip`."""
        with suppress(DeviceFault):
            self.show(bytes(3 * self.lamps))
        self._closed = True

    def _write(self, pixels: bytes) -> None:
        """Write one frame to one opening; a reader that has just gone, or is slow, is waited for."""
        left_s = self._written_s + SHUTS_S - time.monotonic()
        if left_s > 0 and stat.S_ISFIFO(os.stat(self._path).st_mode):
            time.sleep(left_s)
        give_up_s = time.monotonic() + PATIENCE_S
        while True:
            try:
                file = os.open(self._path, os.O_WRONLY | os.O_NONBLOCK)
                try:
                    return _write_all(file, pixels, give_up_s)
                finally:
                    os.close(file)
                    self._written_s = time.monotonic()
            except OSError as error:
                gone = error.errno in (errno.ENXIO, errno.EPIPE)
                if not gone or time.monotonic() > give_up_s:
                    raise
            time.sleep(PAUSE_S)


def _write_all(file: int, pixels: bytes, give_up_s: float) -> None:
    """Write all of it, or raise `TimeoutError` where that is not taken in time."""
    while pixels:
        _, ready, _ = select.select([], [file], [], max(0.0, give_up_s - time.monotonic()))
        if not ready:
            raise TimeoutError(errno.ETIMEDOUT, "nobody reads it")
        pixels = pixels[os.write(file, pixels) :]


def _check(device: str, path: str) -> None:
    """Raise `CannotOpen` where `path` cannot be written. It is not opened: each opening is a frame."""
    try:
        mode = os.stat(path).st_mode
    except OSError as error:
        raise CannotOpen(device, "there is no such file ({error})", OVERLAY, error=error.strerror) from error
    if stat.S_ISDIR(mode):
        raise CannotOpen(device, "that is a folder", OVERLAY)
    if not os.access(path, os.W_OK):
        raise CannotOpen(
            device,
            "this user may not write it",
            "Install Peglight's udev rule, and add the user to the group video",
        )
