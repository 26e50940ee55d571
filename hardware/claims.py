"""What a device needs for itself alone on a machine: a pin, a port, a chip on a bus. Pure."""

import os
from collections.abc import Iterable, Iterator

from hardware.conflicts import PLACE_SETTINGS, SPI_DRIVERS, named, own_pins
from hardware.rig import DeviceSpec


def claims_of(specs: Iterable[DeviceSpec]) -> dict[str, str]:
    """Each such thing by its name on this machine, with whose it is. Simulated devices need nothing."""
    return {claim: named(spec) for spec in specs for claim in _claims(spec)}


def _claims(spec: DeviceSpec) -> Iterator[str]:
    for setting in PLACE_SETTINGS:
        if isinstance(place := spec.settings.get(setting), str):
            yield os.path.abspath(place)  # as it is written: what a link leads to changes with each re-plug
    for pin in own_pins(spec):
        yield f"GPIO{pin}"
    if spec.driver in SPI_DRIVERS:
        yield f"SPI {spec.settings.get('bus', 0)}.{spec.settings.get('device', 0)}"
