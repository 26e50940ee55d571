"""WS2812 and SK6812 lamps on a pin of the Pi itself, through the rpi_ws281x library, in this very process.

Needs root on the PWM pins (12, 18, 13, 19) and the PCM pin (21), for it works on the chip's registers; on
GPIO10, SPI, it does not. The library knows the boards up to the Pi 4 and Zero 2 by their exact revisions.
"""

import atexit
import re
from collections.abc import Callable
from contextlib import suppress
from typing import Any

from hardware.drivers.library import load
from hardware.drivers.ws281x_calls import Hangs, call, is_hanging, once_it_ends, unlocked
from hardware.errors import CannotOpen, DeviceFault, StoppedAnswering
from hardware.sentence import Sentence, verbatim

FREQUENCY_HZ = 800_000
# What drives each pin, and the library's channel there. Two strips cannot share one of these.
PINS = {12: ("PWM", 0), 18: ("PWM", 0), 13: ("PWM", 1), 19: ("PWM", 1), 21: ("PCM", 0), 10: ("SPI", 0)}
# The library's strip types: by how many bits each byte on the wire is shifted in a lamp's word.
STRIP_TYPES = {3: 0x00100800, 4: 0x18100800}
SD_CARD_DMA = 5

ELSEWHERE = Sentence("Use the driver leds0 (Pi 5) or a WLED controller (adalight) instead")
AS_ROOT = Sentence(
    "Registers need root: start the lamp helper (systemctl enable --now peglight-lamps), "
    "or use GPIO10 (SPI), which needs none"
)
HANGS = Sentence("the lamp library does not come back: a transfer does not end")
ONCE_IT_HAS = Sentence("It is tried again once that has ended; if it never does, switch the board off and on")
UNKNOWN_BOARD = -3
WAYS_OUT = {
    UNKNOWN_BOARD: ELSEWHERE,
    -4: AS_ROOT,
    -5: AS_ROOT,
    -6: AS_ROOT,
    -7: AS_ROOT,
    -9: AS_ROOT,
    -10: Sentence("Choose another DMA channel; 10 is the usual one"),
    -11: Sentence("Choose one of the pins {pins}", pins=", ".join(map(str, sorted(PINS)))),
    -13: Sentence("Turn SPI on (dtparam=spi=on in config.txt) and add the user to the groups spi and gpio"),
    -14: Sentence(
        "The frame is longer than spidev takes: add spidev.bufsiz=32768 to cmdline.txt and restart"
    ),
}


class UnknownBoard(CannotOpen):
    """The library does not know this board, or this is none: such lamps cannot be had here."""


class Chip:
    """`lamps` lamps of `channels` bytes each, on pin `gpio`; dark once it is open.

    Raises:
        CannotOpen: the pin or DMA channel cannot be had, no root, not a board the library knows, no library.
    """

    def __init__(self, device: str, gpio: int, lamps: int, channels: int, dma: int) -> None:
        if dma == SD_CARD_DMA:
            raise CannotOpen(
                device, "DMA channel 5 is the SD card's: using it destroys files", "Use 10, as usual"
            )
        if is_hanging(gpio):
            raise CannotOpen(device, HANGS, ONCE_IT_HAS)
        library = load(device, "rpi_ws281x")
        self._device = device
        self._gpio = gpio
        self._lamps = lamps
        self._channels = channels
        self._strip: Any = library.PixelStrip(
            lamps, gpio, FREQUENCY_HZ, dma, False, 255, PINS.get(gpio, ("", 0))[1], STRIP_TYPES[channels]
        )
        self._clean_up: Callable[[], None] = getattr(self._strip, "_cleanup", lambda: None)
        # At exit the library would take down what a failed `begin` has never set up, and crash.
        atexit.unregister(self._clean_up)
        self._render = unlocked(library, self._strip, "ws2811_render", self._strip.show)
        try:
            call(gpio, unlocked(library, self._strip, "ws2811_init", self._strip.begin))
        except Hangs:
            once_it_ends(gpio, lambda: _free(library, self._strip))
            raise CannotOpen(device, HANGS, ONCE_IT_HAS) from None
        except RuntimeError as error:
            _free(library, self._strip)
            kind = UnknownBoard if _code(error) == UNKNOWN_BOARD else CannotOpen
            raise kind(device, *_what_and_way_out(error)) from error
        try:
            self.dark()
        except StoppedAnswering as fault:
            self.close()
            raise CannotOpen(device, fault.what, fault.way_out) from fault

    def show(self, wire: bytes) -> None:
        """Send `wire`: `channels` bytes a lamp, as they go over it.

        Raises:
            StoppedAnswering: the transfer failed or does not end, or it was closed.
        """
        if self._strip is None:
            raise StoppedAnswering(self._device, "it was closed", "Open it again")
        if is_hanging(self._gpio):
            raise StoppedAnswering(self._device, HANGS, ONCE_IT_HAS)
        for lamp in range(self._lamps):
            channels = wire[lamp * self._channels : (lamp + 1) * self._channels]
            self._strip.setPixelColor(lamp, _word(channels))
        try:
            call(self._gpio, self._render)
        except Hangs:
            raise StoppedAnswering(self._device, HANGS, ONCE_IT_HAS) from None
        except RuntimeError as error:
            raise StoppedAnswering(self._device, *_what_and_way_out(error)) from error

    def dark(self) -> None:
        """Put all lamps out."""
        self.show(bytes(self._lamps * self._channels))

    def close(self) -> None:
        """Put all lamps out if that can be done, and give pin, memory and DMA channel back."""
        if self._strip is not None:
            with suppress(DeviceFault):
                self.dark()
            if is_hanging(self._gpio):
                once_it_ends(self._gpio, self._clean_up)
            else:
                self._clean_up()
            self._strip = None


def spi_frame_bytes(chips: int) -> int:
    """How many bytes the library sends for a frame on GPIO10: it reserves four channels a lamp, and a reset.

    Each of their bits is three on SPI; the reset is 55 us of low line; words of eight bytes, and eight more.
    """
    bits = chips * 4 * 8 * 3 + 55 * FREQUENCY_HZ * 3 // 1_000_000
    return (bits // 8 & ~7) + 8


def _free(library: Any, strip: Any) -> None:
    """Free the memory of a strip that never began; left to itself it complains on standard output."""
    if getattr(strip, "_leds", None) is not None:
        library.ws.delete_ws2811_t(strip._leds)
        strip._leds = None


def _word(channels: bytes) -> int:
    """The library's word for a lamp: the first byte on the wire in bits 16 to 23, a fourth one on top."""
    first, second, third, *fourth = channels
    return sum(fourth) << 24 | first << 16 | second << 8 | third


def _code(error: RuntimeError) -> int:
    found = re.search(r"code (-\d+)", str(error))
    return int(found[1]) if found else 0


def _what_and_way_out(error: RuntimeError) -> tuple[Sentence, Sentence]:
    return verbatim(str(error)), WAYS_OUT.get(_code(error), ELSEWHERE)
