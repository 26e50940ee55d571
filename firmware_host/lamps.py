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
from firmware_host.lamp_loan import LampLoan
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
LENT_MS = 100
"""So often a strip that is lent looks whether it shows the right thing."""
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


@dataclass(frozen=True, slots=True)
class Wanted:
    """What a strip is to do.

    Attributes:
        lamps: the hole of each of its lamps, in wiring order.
        looks: how the owner wants them.
        limit: keeps a frame within the current budget.
    """

    lamps: Callable[[Snapshot], Sequence[str]]
    looks: Looks
    limit: Callable[[bytes], bytes]


class StripThread(threading.Thread):
    """Paints one strip.

    Args:
        loan: what it shows instead, while the page has the lamps.
        changed: told when the strip's health changed.
    """

    def __init__(
        self,
        strip: Held[LampStrip],
        wanted: Wanted,
        latest: Latest,
        clock: GameClock,
        loan: LampLoan,
        changed: Callable[[], None],
    ) -> None:
        super().__init__(name=f"lamps {strip.name}", daemon=True)
        self._held = strip
        self._wanted = wanted
        self._opening: Callable[[], LampStrip] | None = None
        self._latest = latest
        self._clock = clock
        self._loan = loan
        self._steadying = Steadying()
        self._changed = changed
        self._stopping = False
        self._sent: bytes | None = None
        self._sent_ms = 0
        self._repeat_ms = REPEAT_MS.get(strip.driver, USUAL_REPEAT_MS)
        self._health = strip.health()

    @property
    def strip(self) -> str:
        """The name of its strip."""
        return self._held.name

    @property
    def sent(self) -> bytes | None:
        """The frame that the strip shows; None while it is away."""
        return self._sent

    def want(self, wanted: Wanted, opening: Callable[[], LampStrip] | None) -> None:
        """Do this from the next frame on, the strip opened anew if told how. `Latest.wake` must follow."""
        self._wanted = wanted
        self._opening = opening or self._opening

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
        """Send what the strip is to show now, unless it shows just that; how long that is right."""
        self._reopen()
        device = self._held.device()
        if device is None:
            self._sent = None
            return LOOK_MS
        wanted = self._wanted
        lent = self._loan.frame(self.strip, device.lamps, wanted.looks.level)
        if lent is not None:
            self._send(device, wanted.limit(lent))
            return LENT_MS
        now_ms = self._clock.now_ms()
        picture = self._picture(snapshot, now_ms)
        painted, moving = paint(picture, now_ms, wanted.looks.calm)
        glows, waiting = self._steadying.steadied(painted, now_ms)
        holes = wanted.lamps(snapshot)
        self._send(device, frame_within(holes, device.lamps, glows, wanted.looks.level, wanted.limit))
        if waiting:
            return 0
        return still_ms(picture, now_ms, wanted.looks.calm) if moving else LOOK_MS

    def _reopen(self) -> None:
        """Only this thread touches the device, so it is the one to let go of it."""
        opening, self._opening = self._opening, None
        if opening is not None:
            self._held.change(opening)
            self._sent = None

    def _send(self, device: LampStrip, data: bytes) -> None:
        machine_ms = monotonic_ms()
        if data == self._sent and machine_ms - self._sent_ms < self._repeat_ms:
            return
        try:
            device.show(data)
            self._sent, self._sent_ms = data, machine_ms
        except DeviceFault as fault:
            self._held.failed(fault, machine_ms)
            self._sent = None

    def _picture(self, snapshot: Snapshot, now_ms: int) -> Picture:
        if now_ms >= snapshot.sleeps_ms:
            return snapshot.sleeping
        return snapshot.beside if self._wanted.looks.opaque else snapshot.picture

    def _tell_health(self) -> None:
        health = self._held.health()
        if health != self._health:
            self._health = health
            log.info("%s: %s %s", health.name, health.state, health.detail)
            self._changed()
