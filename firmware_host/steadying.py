"""No lamp goes from dark to bright more than twice a second, whatever hands do to the board. DESIGN 3, Lamps.

Each rhythm keeps to that by itself. But a picture can be replaced by another as fast as a knob is turned, and
then a lamp that would flash a third time within the second waits, dim, until it is over.
"""

from collections.abc import Mapping

from firmware_host.lighting import HALF, STEADY, Glow

WITHIN_MS = 1_000


class Steadying:
    """What one strip's lamps did in the last second. Times are of the game's clock."""

    def __init__(self) -> None:
        self._bright: set[str] = set()
        self._rises: dict[str, tuple[int, int]] = {}
        """The last two times each lamp became bright."""

    def steadied(self, glows: Mapping[str, Glow], now_ms: int) -> tuple[dict[str, Glow], bool]:
        """The glows, those held dim that would flash too often; and whether there are any."""
        self._bright = {name for name in self._bright if name in glows and glows[name].level > STEADY}
        shown, waiting = dict(glows), False
        for name, glow in glows.items():
            if glow.level < HALF or name in self._bright:
                continue
            if self._may_rise(name, now_ms):
                self._bright.add(name)
            else:
                shown[name], waiting = Glow(glow.colour, STEADY), True
        return shown, waiting

    def _may_rise(self, name: str, now_ms: int) -> bool:
        earlier, last = self._rises.get(name, (-WITHIN_MS, -WITHIN_MS))
        if now_ms - earlier < WITHIN_MS:
            return False
        self._rises[name] = last, now_ms
        return True
