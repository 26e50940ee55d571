"""What two devices of one board cannot have both, found before anything is opened. Pure, but for `look`."""

import os
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from pathlib import Path
from typing import assert_never

from hardware.drivers.ws281x_chip import PINS, SD_CARD_DMA, spi_frame_bytes
from hardware.rig import DeviceSpec, Kind, settings_of
from hardware.sentence import Sentence

PIN_SETTINGS = ("gpio", "gpio_a", "gpio_b")
# A file or port that one program at a time can have.
PLACE_SETTINGS = ("port", "path")
# The keys of a terminal that a device on it listens to.
KEY_SETTINGS = ("letter", "clockwise", "back")
SPI_DRIVERS = ("mfrc522", "mfrc522-package")
SPI_RESET_PIN = {"mfrc522-package": 25}
# Clock, data in and data out of each SPI bus, and its chip selects (BCM283x peripherals, 6.2).
SPI_BUS_PINS = {0: (9, 10, 11), 1: (19, 20, 21)}
SPI_SELECT_PINS = {0: (8, 7), 1: (18, 17, 16)}
UART_PORTS = ("/dev/serial0", "/dev/ttyAMA0", "/dev/ttyS0")
UART_PINS = (14, 15)


@dataclass(frozen=True, slots=True)
class Host:
    """What the machine tells of itself, as it is in force now; None is unknown.

    `leads_to` tells which file a name is for in the end: a serial port has several.
    """

    analog_audio: bool | None = None
    spi_bufsiz: int | None = None
    leads_to: Callable[[str], str] = field(default=str, compare=False)


def look(root: Path = Path("/")) -> Host:
    """What this machine tells of itself; `root` in place of `/`."""
    modules = root / "sys/module"
    bufsiz = modules / "spidev/parameters/bufsiz"
    return Host(
        analog_audio=(modules / "snd_bcm2835").exists() if modules.exists() else None,
        spi_bufsiz=int(bufsiz.read_text(encoding="ascii")) if bufsiz.exists() else None,
        leads_to=lambda place: os.path.realpath(root / place.lstrip("/")),
    )


def check_conflicts(specs: Iterable[DeviceSpec], host: Host = Host()) -> list[Sentence]:
    """One sentence for each conflict: whose it is, and a way out. What is unknown of `host` is not judged."""
    devices = list(specs)
    strips = [spec for spec in devices if spec.driver == "ws281x"]
    rules: list[Callable[[], Iterator[Sentence]]] = [
        lambda: _strips_on_spi(strips, devices),
        lambda: _pins(devices, strips),
        lambda: _places(devices, host),
        lambda: _keys(devices),
        lambda: _peripherals(strips),
        lambda: _dma(strips),
        lambda: _audio(strips, host),
        lambda: _bufsiz(strips, host),
    ]
    return [sentence for rule in rules for sentence in rule()]


def named(spec: DeviceSpec, *, opens: bool = False) -> Sentence:
    """A device as its owner calls it; `opens`: at the beginning of a sentence."""
    name = repr(spec.name)
    match spec.kind:
        case Kind.READER:
            return Sentence("The reader {name}" if opens else "the reader {name}", name=name)
        case Kind.BUTTON:
            return Sentence("The button {name}" if opens else "the button {name}", name=name)
        case Kind.KNOB:
            return Sentence("The knob {name}" if opens else "the knob {name}", name=name)
        case Kind.STRIP:
            return Sentence("The strip {name}" if opens else "the strip {name}", name=name)
        case Kind.BUZZER:
            return Sentence("The buzzer {name}" if opens else "the buzzer {name}", name=name)
        case _:
            assert_never(spec.kind)


def _int(spec: DeviceSpec, setting: str, usual: int) -> int:
    value = spec.settings.get(setting, usual)
    return value if isinstance(value, int) else usual


def _gpio(strip: DeviceSpec) -> int:
    return _int(strip, "gpio", 18)


def _unit(strip: DeviceSpec) -> str:
    """What drives the strip's pin: PWM, PCM or SPI."""
    return PINS[_gpio(strip)][0] if _gpio(strip) in PINS else ""


def _strips_on_spi(strips: Sequence[DeviceSpec], devices: Sequence[DeviceSpec]) -> Iterator[Sentence]:
    for strip in strips:
        for reader in devices:
            if _unit(strip) == "SPI" and reader.driver in SPI_DRIVERS and _int(reader, "bus", 0) == 0:
                yield Sentence(
                    "{strip} on GPIO10 takes the whole of SPI 0, where {reader} is: move the strip to GPIO18"
                    " or GPIO21, or the reader to SPI bus 1.",
                    strip=named(strip, opens=True),
                    reader=named(reader),
                )


def _pins(devices: Sequence[DeviceSpec], strips: Sequence[DeviceSpec]) -> Iterator[Sentence]:
    """Pins with two owners. Readers share their bus, each with a chip select of its own."""
    owners: dict[int, list[tuple[DeviceSpec, str]]] = defaultdict(list)
    for spec in devices:
        for pin, shared in _pins_of(spec):
            owners[pin].append((spec, shared))
    for pin, claims in sorted(owners.items()):
        for (one, one_shared), (other, other_shared) in combinations(claims, 2):
            if not (one_shared and one_shared == other_shared):
                yield (
                    Sentence(
                        "GPIO{pin} belongs to both {one} and {other}: give one of them another.",
                        pin=pin,
                        one=named(one),
                        other=named(other),
                    )
                    if one is not other
                    else Sentence(
                        "{one} names GPIO{pin} twice: give it two different pins.",
                        pin=pin,
                        one=named(one, opens=True),
                    )
                )


def own_pins(spec: DeviceSpec) -> Iterator[int]:
    """The pins that it shares with nobody."""
    return (pin for pin, shared in _pins_of(spec) if not shared)


def _pins_of(spec: DeviceSpec) -> Iterator[tuple[int, str]]:
    """Each pin that `spec` takes, with what it may share it for."""
    if spec.driver == "ws281x":
        yield _gpio(spec), "SPI 0" if _unit(spec) == "SPI" else ""
        return
    for setting in PIN_SETTINGS:
        if isinstance(pin := spec.settings.get(setting), int):
            yield pin, ""
    if spec.driver in SPI_DRIVERS:
        yield from _spi_pins(spec)
    if spec.settings.get("port") in UART_PORTS:
        yield from ((pin, str(spec.settings["port"])) for pin in UART_PINS)


def _spi_pins(spec: DeviceSpec) -> Iterator[tuple[int, str]]:
    bus, device = _int(spec, "bus", 0), _int(spec, "device", 0)
    yield from ((pin, f"SPI {bus}") for pin in SPI_BUS_PINS.get(bus, ()))
    selects = SPI_SELECT_PINS.get(bus, ())
    if device < len(selects):
        yield selects[device], ""
    if spec.driver in SPI_RESET_PIN:
        yield SPI_RESET_PIN[spec.driver], ""


def _places(devices: Sequence[DeviceSpec], host: Host) -> Iterator[Sentence]:
    for one, other in combinations(devices, 2):
        others = {host.leads_to(place) for place in places(other)}
        for place in places(one):
            if host.leads_to(place) in others:
                yield Sentence(
                    "{place} belongs to both {one} and {other}: give one of them another.",
                    place=place,
                    one=named(one),
                    other=named(other),
                )


def places(spec: DeviceSpec) -> list[str]:
    """The files and ports that it needs for itself, the usual ones where it names none."""
    chosen = settings_of(spec)
    return [place for setting in PLACE_SETTINGS if isinstance(place := chosen.get(setting), str)]


def _keys(devices: Sequence[DeviceSpec]) -> Iterator[Sentence]:
    """Keys of a terminal with two owners; a button has its letter's capital, too."""
    for one, other in combinations(devices, 2):
        for key in sorted(_keys_of(one) & _keys_of(other)):
            yield Sentence(
                "the key {key} belongs to both {one} and {other}: give one another.",
                key=repr(key[1]),
                one=named(one),
                other=named(other),
            )


def _keys_of(spec: DeviceSpec) -> set[tuple[object, str]]:
    if spec.driver != "terminal":
        return set()
    chosen = settings_of(spec)
    return {(chosen["tty"], key.lower()) for key in map(chosen.get, KEY_SETTINGS) if isinstance(key, str)}


def _peripherals(strips: Sequence[DeviceSpec]) -> Iterator[Sentence]:
    for one, other in combinations(strips, 2):
        if _unit(one) == _unit(other) != "" and _gpio(one) != _gpio(other):
            yield Sentence(
                "{one} and {other} both need the {unit} unit: use GPIO18 for one and GPIO21 or GPIO10 for the"
                " other.",
                unit=_unit(one),
                one=named(one, opens=True),
                other=named(other),
            )
        elif "SPI" not in (_unit(one), _unit(other)) and _int(one, "dma", 10) == _int(other, "dma", 10):
            yield Sentence(
                "{one} and {other} both take DMA channel {channel}: give one of them channel 9.",
                channel=_int(one, "dma", 10),
                one=named(one, opens=True),
                other=named(other),
            )


def _dma(strips: Sequence[DeviceSpec]) -> Iterator[Sentence]:
    for strip in strips:
        if _int(strip, "dma", 10) == SD_CARD_DMA:
            yield Sentence(
                "{strip} and the SD card would share DMA channel 5, which destroys files: use channel 10, as"
                " usual.",
                strip=named(strip, opens=True),
            )


def _audio(strips: Sequence[DeviceSpec], host: Host) -> Iterator[Sentence]:
    for strip in strips:
        if host.analog_audio and _unit(strip) == "PWM":
            yield Sentence(
                "{strip} on GPIO{pin} and the analog sound (snd_bcm2835) both need the PWM unit: set"
                " dtparam=audio=off in config.txt and restart, or move the strip to GPIO21.",
                strip=named(strip, opens=True),
                pin=_gpio(strip),
            )


def _bufsiz(strips: Sequence[DeviceSpec], host: Host) -> Iterator[Sentence]:
    for strip in strips:
        chips = _int(strip, "lamps", 112) + bool(strip.settings.get("sacrificial"))
        needed = spi_frame_bytes(chips)
        if _unit(strip) == "SPI" and host.spi_bufsiz is not None and needed > host.spi_bufsiz:
            yield Sentence(
                "{strip} sends {needed} bytes a frame, and spidev takes {bufsiz} (bufsiz): add"
                " spidev.bufsiz=32768 to cmdline.txt and restart, or move the strip to GPIO18 or GPIO21.",
                strip=named(strip, opens=True),
                needed=needed,
                bufsiz=host.spi_bufsiz,
            )
