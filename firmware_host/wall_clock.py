"""The time of day, for display alone: a Pi has no clock of its own, and a table in the woods no time server.

A phone may tell it. What it told lasts until the machine restarts, or a time server knows better; the zone
lasts. Nothing in a game hangs on it: games go by the monotonic clock (DESIGN 1).
"""

import json
import os
import threading
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass
from pathlib import Path

from firmware_host.boot import BOOT_ID
from hardware.clock import monotonic_ms

FILE = "clock"
SYNCHRONIZED = Path("/run/systemd/timesync/synchronized")
"""There once a time server has set the clock; systemd-timesyncd.service(8)."""
EARLIEST_S, LATEST_S = 1_700_000_000, 4_000_000_000
FARTHEST_MIN = 14 * 60
MOST_MS = 2**53
"""No machine runs for so long."""
NO_DAY = "?"


@dataclass(frozen=True, slots=True)
class Told:
    """What a phone said: the time of day at a moment of the monotonic clock of one boot, and its zone."""

    wall_s: int
    at_ms: int
    boot: str
    east_min: int


class WallClock:
    """Any thread may call any method.

    Args:
        state: the folder in which what was told outlives the daemon.
        is_served: whether a time server has set the machine's clock.
    """

    def __init__(
        self,
        state: Path,
        is_served: Callable[[], bool] = SYNCHRONIZED.exists,
        machine_s: Callable[[], float] = time.time,
        now_ms: Callable[[], int] = monotonic_ms,
        boot_id: Path = BOOT_ID,
    ) -> None:
        self._path = state / FILE
        self.is_served = is_served
        self._machine_s = machine_s
        self._now_ms = now_ms
        self._boot = boot_id.read_text(encoding="ascii").strip() if boot_id.exists() else ""
        self._lock = threading.Lock()
        self._told = self._read()

    @property
    def is_told(self) -> bool:
        """Whether a phone has told the time since the machine was started."""
        return self._told is not None and self._told.boot == self._boot != ""

    def now_s(self) -> int:
        """The time of day, in seconds since 1970 in UTC, as well as it is known."""
        told = self._told
        if told is None or not self.is_told or self.is_served():
            return int(self._machine_s())
        return told.wall_s + (self._now_ms() - told.at_ms) // 1000

    def shown(self, wall_s: int, form: str = "%Y-%m-%d %H:%M") -> str:
        """A moment as it is written on the page, in the zone of the phone that told it or the machine's; a
        question mark where no calendar has it."""
        try:
            if self._told is None:
                return time.strftime(form, time.localtime(wall_s))
            return time.strftime(form, time.gmtime(wall_s + self._told.east_min * 60))
        except (ValueError, OverflowError, OSError):  # a row that was damaged may say anything
            return NO_DAY

    def tell(self, wall_s: int, east_min: int) -> bool:
        """A phone says what time it is, and how many minutes its zone lies east of UTC. False where that
        could not be, or not be kept over a restart."""
        if not (EARLIEST_S <= wall_s <= LATEST_S and abs(east_min) <= FARTHEST_MIN):
            return False
        with self._lock:
            self._told = Told(wall_s, self._now_ms(), self._boot, east_min)
            return self._keep(self._told)

    def _keep(self, told: Told) -> bool:
        new = self._path.with_name(f"{FILE}.new")
        try:
            with os.fdopen(os.open(new, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w") as file:
                json.dump(asdict(told), file)
            new.replace(self._path)
        except OSError:
            return False
        return True

    def _read(self) -> Told | None:
        """What was told earlier; a file that cannot be read was never told."""
        try:
            match json.loads(self._path.read_text(encoding="utf-8")):
                case {
                    "wall_s": int(wall_s),
                    "at_ms": int(at_ms),
                    "boot": str(boot),
                    "east_min": int(east),
                } if EARLIEST_S <= wall_s <= LATEST_S and 0 <= at_ms < MOST_MS:
                    return Told(wall_s, at_ms, boot, max(-FARTHEST_MIN, min(FARTHEST_MIN, east)))
        except (OSError, ValueError, RecursionError):
            pass
        return None
