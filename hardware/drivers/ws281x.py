"""WS2812 and SK6812 lamps on the Pi's own pins, as a rule through the lamp helper.

The helper (`peglight lamps`) is a small root process, so that the daemon needs no root. Where its socket for
the pin exists the strip is the helper's; else this process drives the pin itself, which works without root on
GPIO10 (SPI).

Between the two: a Unix socket of packets for each pin. The helper greets with `greeting`, or says why not
with `refusal`; each packet to it is one frame, as it goes over the wire. It may refuse later, and hang up.
"""

import socket
from contextlib import suppress
from pathlib import Path

from hardware.drivers.wire import Wire
from hardware.drivers.ws281x_chip import Chip
from hardware.errors import CannotOpen, DeviceFault, StoppedAnswering
from hardware.interfaces import LampStrip
from hardware.repeating import Repeating
from hardware.sentence import Sentence

HELPER = "/run/peglight-lamps"
REPEAT_MS = 10_000
PATIENCE_S = 1.0
PACKET = 4096
NO = b"no: "


def open_strip(
    gpio: int = 18,
    lamps: int = 112,
    order: str = "GRB",
    sacrificial: bool = False,
    dma: int = 10,
    helper: str = HELPER,
) -> LampStrip:
    """Open the strip on pin `gpio`: 18 or 12 (PWM), 13 or 19 (PWM), 21 (PCM) or 10 (SPI).

    `order` is the strip's own; strips with a white lamp have one with a W. `dma` is for driving the pin here:
    the helper has its own file for that. `helper` is the folder of the helper's sockets.

    Raises:
        CannotOpen: the helper does not let us or has other lamps, no root, not a board the library knows.
    """
    device = Sentence("the ws281x lamps on GPIO{gpio}", gpio=gpio)
    wire = Wire(device, lamps, order, sacrificial)
    path = socket_path(Path(helper), gpio)
    if path.exists():
        return Repeating(HelperStrip(device, wire, path), REPEAT_MS, device)
    chip = Chip(device, gpio, wire.chips, wire.channels, dma)
    return Repeating(ChipStrip(wire, chip), REPEAT_MS, device)


def socket_path(folder: Path, gpio: int) -> Path:
    """Where the helper listens for the strip on pin `gpio`."""
    return folder / f"gpio{gpio}.sock"


def greeting(chips: int, channels: int) -> bytes:
    """What the helper says first: how many lamps it has, a sacrificial one among them, and their bytes."""
    return f"{chips} lamps of {channels} bytes".encode()


def refusal(reason: str) -> bytes:
    """What the helper says before it hangs up."""
    return NO + reason.encode()


class ChipStrip:
    """A `LampStrip` on a pin that this process drives."""

    def __init__(self, wire: Wire, chip: Chip) -> None:
        self._wire = wire
        self._chip = chip
        self.lamps = wire.lamps

    def show(self, frame: bytes) -> None:
        """See `LampStrip`."""
        self._chip.show(self._wire.encode(frame))

    def close(self) -> None:
        """See `LampStrip`."""
        self._chip.close()


class HelperStrip:
    """A `LampStrip` that the helper drives; it listens at `path`."""

    def __init__(self, device: str, wire: Wire, path: Path) -> None:
        self._device = device
        self._wire = wire
        self.lamps = wire.lamps
        self._socket = socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        try:
            self._greet(path)
        except BaseException:
            self._socket.close()
            raise

    def show(self, frame: bytes) -> None:
        """See `LampStrip`."""
        packet = self._wire.encode(frame)
        try:
            self._socket.send(packet)
        except OSError as error:
            raise StoppedAnswering(self._device, *self._why(error)) from error

    def close(self) -> None:
        """See `LampStrip`."""
        with suppress(DeviceFault):
            self.show(bytes(3 * self.lamps))
        self._socket.close()

    def _greet(self, path: Path) -> None:
        self._socket.settimeout(PATIENCE_S)
        try:
            self._socket.connect(str(path))
            said = self._socket.recv(PACKET)
        except OSError as error:
            raise CannotOpen(
                self._device,
                "the lamp helper does not answer ({error})",
                "See what it says: systemctl status peglight-lamps",
                error=error,
            ) from error
        wanted = greeting(self._wire.chips, self._wire.channels)
        if said.startswith(NO):
            raise CannotOpen(self._device, *_refused(said))
        if said != wanted:
            raise CannotOpen(
                self._device,
                "the lamp helper has {said}, not {wanted}",
                "Make /etc/peglight/lamps.toml and the configuration agree",
                said=said.decode(errors="replace"),
                wanted=wanted.decode(),
            )

    def _why(self, error: OSError) -> tuple[Sentence, Sentence]:
        """Why a frame could not be sent: what the helper said last, if it said anything."""
        said = b""
        with suppress(OSError):
            said = self._socket.recv(PACKET, socket.MSG_DONTWAIT)
        if said.startswith(NO):
            return _refused(said)
        return (
            Sentence("the lamp helper is gone ({error})", error=error),
            Sentence("It is restarted by itself; else systemctl status peglight-lamps"),
        )


def _refused(said: bytes) -> tuple[Sentence, Sentence]:
    reason = said.removeprefix(NO).decode(errors="replace")
    return (
        Sentence("the lamp helper refuses: {reason}", reason=reason),
        Sentence("See its log: journalctl -u peglight-lamps"),
    )
