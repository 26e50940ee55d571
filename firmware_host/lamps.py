"""The lamp threads, one a strip: newest snapshot, painted, sent. DESIGN 1, 4.

A strip that blocks or hangs harms only itself; frames never queue. Thirty frames a second while something
glides, one for each step of what moves in steps, none while nothing does but the repetition that heals noise.
"""

import logging
import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from firmware_host.clock import GameClock
from firmware_host.exposure import frame_within
from firmware_host.lighting import Picture, paint
from firmware_host.snapshot import Latest, Snapshot
from firmware_host.steadying import Steadying
from firmware_host.stillness import still_ms
from hardware.clock import monotonic_ms
from hardware.errors import DeviceFault
from hardware.held import Held
from hardware.interfaces import LampStrip

log = logging.getLogger(__name__)

FRAME_MS = 33
NIGHT = 0.15
REPEAT_MS = {"adalight": 1_000}
"""WLED leaves serial control after 2.5 s of silence; elsewhere a repetition only heals noise."""
USUAL_REPEAT_MS = 10_000
LOOK_MS = 1_000
"""So often a strip is asked how it is, though nothing is sent: it may have gone, or come back."""


@dataclass(frozen=True, slots=True)
class Looks:
    """How an owner wants the lamps.

    Attributes:
        brightness: 0.05 to 1.
        calm: motion is reduced.
        opaque: no light comes through a peg, and the lamps are under them.
        night: it is dark in the room: `night_brightness`, 0.05 to 1, is in force.
    """

    brightness: float = 1.0
    calm: bool = False
    opaque: bool = False
    night: bool = False
    night_brightness: float = NIGHT

    @property
    def level(self) -> float:
        """The brightness in force."""
        return self.night_brightness if self.night else self.brightness


class StripThread(threading.Thread):
    """Paints one strip.

    Args:
        lamps: the hole of each of its lamps, in wiring order.
        looks: how the owner wants them.
        limit: keeps a frame within the current budget.
        changed: told when the strip's health changed.
    """

    def __init__(
        self,
        strip: Held[LampStrip],
        lamps: Callable[[Snapshot], Sequence[str]],
        latest: Latest,
        clock: GameClock,
        looks: Looks,
        limit: Callable[[bytes], bytes],
        changed: Callable[[], None],
    ) -> None:
        super().__init__(name=f"lamps {strip.name}", daemon=True)
        self._strip = strip
        self._lamps = lamps
        self._latest = latest
        self._clock = clock
        self._looks = looks
        self._steadying = Steadying()
        self._limit = limit
        self._changed = changed
        self._stopping = False
        self._sent: bytes | None = None
        self._sent_ms = 0
        self._repeat_ms = REPEAT_MS.get(strip.driver, USUAL_REPEAT_MS)
        self._health = strip.health()

    def run(self) -> None:
        """The thread's body."""
        while not self._stopping:
            before = self._latest.snapshot
            right_ms = self._show(before)
            self._tell_health()
            wait_ms = min(max(FRAME_MS, right_ms), LOOK_MS, self._repeat_ms)
            self._latest.wait_for_other(before, wait_ms / 1000, stopped=lambda: self._stopping)

    def stop(self) -> None:
        """End after the frame now on its way; `Latest.wake` must follow."""
        self._stopping = True

    def _show(self, snapshot: Snapshot) -> int:
        """Send what the snapshot looks like now, unless the strip shows just that; how long that is right."""
        device = self._strip.device()
        if device is None:
            self._sent = None
            return LOOK_MS
        now_ms = self._clock.now_ms()
        picture = self._picture(snapshot, now_ms)
        painted, moving = paint(picture, now_ms, self._looks.calm)
        glows, waiting = self._steadying.steadied(painted, now_ms)
        holes = self._lamps(snapshot)
        data = frame_within(holes, device.lamps, glows, self._looks.brightness, self._limit)
        machine_ms = monotonic_ms()
        if data != self._sent or machine_ms - self._sent_ms >= self._repeat_ms:
            try:
                device.show(data)
                self._sent, self._sent_ms = data, machine_ms
            except DeviceFault as fault:
                self._strip.failed(fault, machine_ms)
                self._sent = None
        if waiting:
            return 0
        return still_ms(picture, now_ms, self._looks.calm) if moving else LOOK_MS

    def _picture(self, snapshot: Snapshot, now_ms: int) -> Picture:
        if now_ms >= snapshot.sleeps_ms:
            return snapshot.sleeping
        return snapshot.beside if self._looks.opaque else snapshot.picture

    def _tell_health(self) -> None:
        health = self._strip.health()
        if health != self._health:
            self._health = health
            log.info("%s: %s %s", health.name, health.state, health.detail)
            self._changed()
