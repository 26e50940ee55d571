"""What a device needs for itself alone on a machine: a pin, a port, a chip on a bus."""

import os
from collections.abc import Callable, Iterable, Iterator

from hardware.conflicts import SPI_DRIVERS, named, own_pins, places
from hardware.rig import DeviceSpec

PINS = "/dev/gpiochip0"


def claims_of(specs: Iterable[DeviceSpec], exists: Callable[[str], bool] = os.path.exists) -> dict[str, str]:
    """Each such thing that is there, by its name on this machine, with whose it is.

    Args:
        exists: whether there is a file of that name; what is away now can be nobody's.
    """
    return {claim: named(spec) for spec in specs for claim, file in _claims(spec) if exists(file)}


def _claims(spec: DeviceSpec) -> Iterator[tuple[str, str]]:
    """What it needs, and the file that is there if that is. Simulated devices need nothing."""
    for place in map(os.path.abspath, places(spec)):  # as written: what a link leads to changes on re-plug
        yield place, place
    for pin in own_pins(spec):
        yield f"GPIO{pin}", PINS
    if spec.driver in SPI_DRIVERS:
        chip = f"{spec.settings.get('bus', 0)}.{spec.settings.get('device', 0)}"
        yield f"SPI {chip}", f"/dev/spidev{chip}"
