"""What hands did last at each reader, button and knob, for the page that shows it live.

While somebody tries them out there, the game hears nothing of it; when the page is left, or nothing was heard
of it for a while, the game hears again. Which card it was is kept from everybody: a drawn card is a secret.
"""

import threading
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from firmware_host.inbox import ButtonEdge, Item, KnobTurned, TagsCrowded, TagSeen
from hardware.clock import monotonic_ms

TRYING_MS = 20_000


@dataclass(frozen=True, slots=True)
class Touch:
    """What was done at one device: how often, when last by the machine's clock, and what.

    `what` is tag (of `size` bytes), crowd, down, up, right or left.
    """

    count: int
    at_ms: int
    what: str
    size: int = 0


class Touches:
    """Any thread may call any method."""

    def __init__(self, clock_ms: Callable[[], int] = monotonic_ms) -> None:
        self._clock_ms = clock_ms
        self._lock = threading.Lock()
        self._last: dict[str, Touch] = {}
        self._until_ms = 0

    def try_out(self) -> None:
        """From now on the game hears nothing of what hands do, unless this is not said again for a while."""
        self._until_ms = self._clock_ms() + TRYING_MS

    def stop_trying(self) -> None:
        """The game hears again."""
        self._until_ms = 0

    @property
    def tries(self) -> bool:
        """Whether somebody is trying the devices out."""
        return self._clock_ms() < self._until_ms

    def keeps(self, item: Item) -> bool:
        """Note what hands did; whether the game is to hear nothing of it."""
        done = _done(item)
        if done is None:
            return False
        name, what, size = done
        with self._lock:
            before = self._last.get(name)
            count = (before.count if before else 0) + (what != "up")
            self._last[name] = Touch(count, self._clock_ms(), what, size)
        return self.tries

    def last(self) -> Mapping[str, Touch]:
        """By the name of each device what was done there last."""
        with self._lock:
            return dict(self._last)

    def since_ms(self, touch: Touch) -> int:
        """How long ago it was."""
        return self._clock_ms() - touch.at_ms


def _done(item: Item) -> tuple[str, str, int] | None:
    """At which device, and what; None for what no hand did."""
    match item:
        case TagSeen(reader=reader, uid=uid):
            return reader, "tag", len(uid)
        case TagsCrowded(reader=reader):
            return reader, "crowd", 0
        case ButtonEdge(button=button, edge=edge):
            return button, "down" if edge.down else "up", 0
        case KnobTurned(knob=knob, step=step):
            return knob, "right" if step > 0 else "left", 0
        case _:
            return None
