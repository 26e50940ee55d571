"""From a frame's R, G, B to the bytes that a strip wants, in the order its chips want them."""

from operator import sub

from hardware.errors import CannotOpen
from hardware.sentence import Sentence

ORDERS = Sentence("RGB, GRB or another order of these letters, or of RGBW for strips with a white lamp")


class Wire:
    """`order` names the channels as they go over the wire, such as "GRB" or "GRBW".

    With a W in it, what red, green and blue have in common goes to white. A `sacrificial` first lamp only
    passes the others on (some strips show it wrong) and stays dark. `slots` is how many bytes a lamp takes
    where that is more than it has channels; the rest is zero.

    Raises:
        CannotOpen: there is no such order, or not one lamp.
    """

    def __init__(
        self, device: str, lamps: int, order: str, sacrificial: bool = False, slots: int = 0
    ) -> None:
        if sorted(order.upper()) not in (sorted("RGB"), sorted("RGBW")):
            raise CannotOpen(
                device,
                "there is no colour order {order}",
                "Choose {orders}",
                order=repr(order),
                orders=ORDERS,
            )
        if lamps < 1:
            raise CannotOpen(device, "it cannot have {lamps} lamps", "Say how many there are", lamps=lamps)
        self._device = device
        self._order = order.upper()
        self._sacrificed = int(sacrificial)
        self._slots = slots or len(order)
        self.lamps = lamps

    @property
    def order(self) -> str:
        """The channels as they go over the wire."""
        return self._order

    @property
    def channels(self) -> int:
        """How many bytes each lamp takes."""
        return self._slots

    @property
    def chips(self) -> int:
        """How many lamps are on the wire, a sacrificial one among them."""
        return self.lamps + self._sacrificed

    def encode(self, frame: bytes) -> bytes:
        """The bytes for all lamps; `ValueError` where `frame` is not exactly 3 bytes for each."""
        if len(frame) != 3 * self.lamps:
            raise ValueError(f"{self._device} has {self.lamps} lamps, not {len(frame) / 3:g}")
        light = dict(zip("RGB", (frame[0::3], frame[1::3], frame[2::3]), strict=True))
        if "W" in self._order:
            white = bytes(map(min, *light.values()))
            light = {name: bytes(map(sub, level, white)) for name, level in light.items()} | {"W": white}
        wire = bytearray(self._slots * self.chips)
        first = self._slots * self._sacrificed
        for slot, name in enumerate(self._order):
            wire[first + slot :: self._slots] = light[name]
        return bytes(wire)
