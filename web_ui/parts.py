"""How the parts of the board are, in words."""

from collections.abc import Sequence

from web_ui.gateway import DeviceHealth
from web_ui.words import _, mark, spoken

STATES = {
    "ok": mark("works"),
    "missing": mark("is missing"),
    "retrying": mark("does not answer; it is tried again"),
    "off": mark("is switched off"),
}
AWAY = ("missing", "retrying")


def away(devices: Sequence[DeviceHealth]) -> list[str]:
    """A line for each part that should be there and is not."""
    return [_line(device) for device in devices if device.state in AWAY]


def _line(device: DeviceHealth) -> str:
    state = _(STATES[device.state])
    return f"{device.name} ({device.driver}) {state}. {spoken(device.detail)}"
