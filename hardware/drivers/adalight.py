"""A lamp controller on a serial port that speaks Adalight: WLED, or a sketch on an Arduino.

The port being opened resets many controllers, which then hear nothing for two seconds; WLED takes the lamps
back after 2.5 seconds of silence. Both are cured by repeating the frame every second.
"""

from collections.abc import Callable
from contextlib import suppress

from hardware.clock import monotonic_ms
from hardware.drivers.serial_line import SerialLine
from hardware.drivers.wire import Wire
from hardware.errors import CannotOpen, DeviceFault, WiredWrongly
from hardware.interfaces import LampStrip
from hardware.repeating import Repeating
from hardware.sentence import Sentence

REPEAT_MS = 1000
BOOT_MS = 2500
BITS_A_BYTE = 10  # with start and stop bit
# How long the port may take nothing before it counts as gone.
STUCK_MS = 500
# WLED tells its version when it hears this outside a frame; others take it for noise.
ASK = b"v"
WHITE_WAY_OUT = Sentence("Leave order at RGB and let the controller make the white")
TEXT = frozenset(range(0x20, 0x7F)) | frozenset(b"\r\n\t\x1b")
UNREADABLE = 3


def open_strip(
    port: str, lamps: int = 112, baud: int = 115200, order: str = "RGB", sacrificial: bool = False
) -> LampStrip:
    """Open the controller on the serial port `port`, with `lamps` lamps.

    Leave `order` at RGB where the controller is told the strip's own order, as WLED is.

    Raises:
        CannotOpen: the port is not there, not ours, or taken; no such colour order.
    """
    device = Sentence("the adalight lamps on {port}", port=port)
    wire = Wire(device, lamps, order, sacrificial)
    if wire.channels != 3:
        raise CannotOpen(
            device, "Adalight carries no white channel, so not {order}", WHITE_WAY_OUT, order=order
        )
    frame_ms = (len(_header(wire.chips)) + 3 * wire.chips) * BITS_A_BYTE * 1000 // baud + 1
    line = SerialLine(device, port, baud, write_timeout_s=(frame_ms + STUCK_MS) / 1000)
    return Repeating(Adalight(device, line, wire, frame_ms, monotonic_ms), REPEAT_MS, device)


class Adalight:
    """A `LampStrip`; a frame is on its way for `frame_ms`, and `clock_ms` tells monotonic time."""

    def __init__(
        self, device: str, line: SerialLine, wire: Wire, frame_ms: int, clock_ms: Callable[[], int]
    ) -> None:
        self._device = device
        self._line = line
        self._wire = wire
        self._frame_ms = frame_ms
        self._clock_ms = clock_ms
        self._booted_at_ms = clock_ms() + BOOT_MS
        self._asked = False
        self._readable = False
        self._unreadable = 0
        self.lamps = wire.lamps

    def show(self, frame: bytes) -> None:
        """See `LampStrip`.

        Raises:
            WiredWrongly: what the controller says makes no sense at this speed.
        """
        self._line.write(_header(self._wire.chips) + self._wire.encode(frame))
        booted = self._clock_ms() >= self._booted_at_ms
        if booted and not self._asked:
            self._line.write(ASK)
            self._asked = True
        # The next frame must not queue behind this one, and what the controller says must not pile up.
        for said in self._line.chunks(self._frame_ms):
            if booted:
                self._judge(said)

    def close(self) -> None:
        """See `LampStrip`."""
        with suppress(DeviceFault):
            self.show(bytes(3 * self.lamps))
        self._line.close()

    def _judge(self, said: bytes) -> None:
        strange = sum(byte not in TEXT for byte in said)
        self._readable = self._readable or not strange
        self._unreadable += strange
        if self._unreadable >= UNREADABLE and not self._readable:
            raise WiredWrongly(
                self._device,
                "the controller answers, but not at this speed ({bytes})",
                "Set baud to the controller's own speed; WLED's is 115200 unless it was changed",
                bytes=said[:8].hex(" "),
            )


def _header(lamps: int) -> bytes:
    """Adalight's header: the number of the last lamp, and a check of it."""
    high, low = divmod(lamps - 1, 256)
    return b"Ada" + bytes((high, low, high ^ low ^ 0x55))
