"""Buttons, knobs and buzzers on the Pi's own pins, through gpiozero.

Pins are numbered as the chip does (BCM). The pin factory is lgpio's, one for all devices, unless another is
given or named by the environment (GPIOZERO_PIN_FACTORY): there is no silent fall-back to one that works less.
It is handed to each device and never made gpiozero's own.
"""

import os
import sys
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import cache
from typing import Any

from hardware.clock import monotonic_ms
from hardware.drivers.library import load
from hardware.drivers.melody import Melody
from hardware.drivers.telling import tell
from hardware.errors import CannotOpen, DeviceFault, StoppedAnswering
from hardware.interfaces import Button, Buzzer, Edge, Knob, Note
from hardware.sentence import Sentence

# Two octaves around A5, 220 to 3520 Hz: what a small buzzer can do.
MID_TONE, OCTAVES = "A5", 2
LOWEST_HZ, HIGHEST_HZ = 220, 3520


def open_button(gpio: int, pull_up: bool = True, pin_factory: Any = None) -> Button:
    """Open the button between pin `gpio` and ground; to 3.3 V with `pull_up` false.

    Raises:
        CannotOpen: no such pin, taken by another device or program, no pins here, gpiozero not installed.
    """
    device = Sentence("the button on GPIO{gpio}", gpio=gpio)
    gpiozero = load(device, "gpiozero")
    with _pins(device):
        button = gpiozero.Button(gpio, pull_up=pull_up, pin_factory=_factory(pin_factory))
    return GpioButton(device, button, monotonic_ms)


def open_knob(gpio_a: int, gpio_b: int, pin_factory: Any = None) -> Knob:
    """Open the rotary encoder on the pins `gpio_a` and `gpio_b`; the other way round turns its sense.

    Raises:
        CannotOpen: as `open_button`.
    """
    device = Sentence("the knob on GPIO{gpio_a} and GPIO{gpio_b}", gpio_a=gpio_a, gpio_b=gpio_b)
    gpiozero = load(device, "gpiozero")
    with _pins(device):
        encoder = gpiozero.RotaryEncoder(gpio_a, gpio_b, pin_factory=_factory(pin_factory))
    return GpioKnob(device, encoder)


def open_buzzer(gpio: int, pin_factory: Any = None) -> Buzzer:
    """Open the passive buzzer on pin `gpio`. It plays 220 to 3520 Hz; other tones are drawn to the nearest.

    Raises:
        CannotOpen: as `open_button`; the pin factory knows no PWM.
    """
    device = Sentence("the buzzer on GPIO{gpio}", gpio=gpio)
    gpiozero = load(device, "gpiozero")
    with _pins(device):
        buzzer = gpiozero.TonalBuzzer(
            gpio, mid_tone=gpiozero.tones.Tone(MID_TONE), octaves=OCTAVES, pin_factory=_factory(pin_factory)
        )
    return GpioBuzzer(device, buzzer, gpiozero.tones.Tone.from_frequency)


class _Watched:
    """Tells what a pin does to one listener, and nothing more once it is closed."""

    def __init__(self, device: str, pins: Any) -> None:
        self._device = device
        self._pins = pins
        self._lock = threading.Lock()
        self._listener: Callable[[Any], None] | None = None

    def close(self) -> None:
        """Let go of the pins."""
        with self._lock:
            self._listener = None
        self._pins.close()

    def _listen(self, listener: Callable[[Any], None]) -> None:
        if self._pins.closed:
            raise StoppedAnswering(self._device, "it was closed", "Open it again")
        self._listener = listener

    def _tell(self, what: object) -> None:
        with self._lock:
            if self._listener is not None:
                tell(self._device, self._listener, what)


class GpioButton(_Watched):
    """A `Button` on one pin of gpiozero's `Button`; `clock_ms` stamps its edges."""

    def __init__(self, device: str, button: Any, clock_ms: Callable[[], int]) -> None:
        super().__init__(device, button)
        button.when_activated = lambda: self._tell(Edge(True, clock_ms()))
        button.when_deactivated = lambda: self._tell(Edge(False, clock_ms()))

    def watch(self, on_edge: Callable[[Edge], None]) -> None:
        """See `Button`."""
        self._listen(on_edge)


class GpioKnob(_Watched):
    """A `Knob` on gpiozero's `RotaryEncoder`, which sorts out the bounces of its two contacts."""

    def __init__(self, device: str, encoder: Any) -> None:
        super().__init__(device, encoder)
        encoder.when_rotated_clockwise = lambda: self._tell(1)
        encoder.when_rotated_counter_clockwise = lambda: self._tell(-1)

    def watch(self, on_step: Callable[[int], None]) -> None:
        """See `Knob`."""
        self._listen(on_step)


class GpioBuzzer:
    """A `Buzzer` on gpiozero's `TonalBuzzer`."""

    def __init__(self, device: str, buzzer: Any, tone: Callable[[float], Any]) -> None:
        self._device = device
        self._buzzer = buzzer
        self._tone = tone
        self._melody = Melody(device, self._sound)

    @property
    def lost(self) -> DeviceFault | None:
        """The fault that a note met, if any."""
        return self._melody.lost

    def play(self, notes: Sequence[Note]) -> None:
        """See `Buzzer`."""
        self._melody.play(notes)

    def close(self) -> None:
        """See `Buzzer`."""
        self._melody.close()
        self._buzzer.close()

    def _sound(self, hz: int) -> None:
        try:
            if hz:
                self._buzzer.play(self._tone(min(max(hz, LOWEST_HZ), HIGHEST_HZ)))
            else:
                self._buzzer.stop()
        except _pin_errors() as error:
            raise StoppedAnswering(
                self._device, "the pin failed ({error})", "Open it again", error=error
            ) from error


def _factory(given: Any) -> Any:
    """The pin factory for a device; None leaves the choice to gpiozero, whose environment has made it."""
    import gpiozero

    chosen = given or gpiozero.Device.pin_factory
    if chosen is not None or "GPIOZERO_PIN_FACTORY" in os.environ:
        return chosen
    return _lgpio_factory()


@cache
def _lgpio_factory() -> Any:
    """One factory for the whole process, so that two owners of a pin are told apart."""
    from gpiozero.pins.lgpio import LGPIOFactory

    return LGPIOFactory()


def _pin_errors() -> tuple[type[Exception], ...]:
    """What gpiozero and lgpio raise. Not ImportError as such: gpiozero's BadPinFactory is one of its own."""
    import gpiozero

    lgpio = sys.modules.get("lgpio")
    return (gpiozero.GPIOZeroError, OSError, ImportError, *([lgpio.error] if lgpio else []))


@contextmanager
def _pins(device: str) -> Iterator[None]:
    """Turn what goes wrong with pins into `CannotOpen`."""
    try:
        yield
    except _pin_errors() as error:
        raise CannotOpen(device, *_what_and_way_out(error)) from error


def _what_and_way_out(error: Exception) -> tuple[Sentence, Sentence]:
    from gpiozero import exc

    match error:
        case exc.GPIOPinInUse():
            return (
                Sentence("another device of this board has the pin ({error})", error=error),
                Sentence("Give each device a pin of its own"),
            )
        case exc.BadPinFactory() | ImportError():
            return (
                Sentence("no pin factory works here ({error})", error=error),
                Sentence(
                    "Run Peglight's installer again, which brings lgpio (docs/install.md),"
                    " and leave GPIOZERO_PIN_FACTORY unset"
                ),
            )
        case FileNotFoundError() | PermissionError() if ".lgd-nfy" in str(error):
            return (
                Sentence(
                    "lgpio cannot make its pipe in the working directory {folder} ({error})",
                    folder=os.getcwd(),
                    error=error,
                ),
                Sentence("Set LG_WD to a folder that can be written; the service's is its StateDirectory"),
            )
        case _ if "busy" in str(error):
            return (
                Sentence("another program holds the pin ({error})", error=error),
                Sentence("Find it with gpioinfo, and stop it"),
            )
        case exc.PinError() if not isinstance(error, exc.PinUnknownPi):
            return (
                Sentence("the pin cannot be used so ({error})", error=str(error) or type(error).__name__),
                Sentence("Choose a free pin from 2 to 27, as BCM numbers them"),
            )
        case _:
            return (
                Sentence("the pins cannot be reached ({error})", error=error),
                Sentence("On a Raspberry Pi, add the user to the group gpio; elsewhere there are none"),
            )
