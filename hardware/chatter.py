"""From raw edges to presses and holds. Pure: edges and the time come in, what a hand meant comes out.

    chatter = Chatter(hold_ms=1200)
    told = chatter.edge("confirm", edge)    # an edge came
    told = chatter.reach(now_ms)            # no edge came until now; call it when `deadline_ms` has passed
    chatter.holding                         # what the lamps show growing

A contact has changed once it has been quiet for `bounce_ms`; the change then counts from the burst's first
edge. Shorter spikes are no press. The edges' own times decide, not the time they are told, so a hold whose
end is known already is told at once. One `Chatter` has all the buttons of one player's hands.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field

from hardware.interfaces import Edge

HOLD_MS = 1200
SHORTEST_HOLD_MS, LONGEST_HOLD_MS = 600, 3000
BOUNCE_MS = 25
TOGETHER = frozenset({"back", "confirm"})
TOGETHER_MS = 3000


@dataclass(frozen=True, slots=True)
class Pressed:
    """A button was let go of, at `at_ms`, before it counted as held."""

    button: str
    at_ms: int


@dataclass(frozen=True, slots=True)
class HeldDown:
    """A button has been down for the time of a hold, at `at_ms`; letting it go then says nothing more."""

    button: str
    at_ms: int


@dataclass(frozen=True, slots=True)
class Both:
    """`back` and `confirm`, and no other, have been down together for three seconds, at `at_ms`."""

    at_ms: int


Gesture = Pressed | HeldDown | Both


@dataclass(frozen=True, slots=True)
class Holding:
    """Buttons that are down, since when, and when that will be a hold."""

    buttons: frozenset[str]
    since_ms: int
    due_ms: int


@dataclass(slots=True)
class _Contact:
    """One contact: what it was when it was last quiet, and the burst it may be in."""

    down: bool = False
    raw_down: bool = False
    burst_at_ms: int = 0
    quiet_at_ms: int | None = None

    def edge(self, down: bool, at_ms: int, bounce_ms: int) -> None:
        if self.quiet_at_ms is None:
            self.burst_at_ms = at_ms
        self.raw_down = down
        self.quiet_at_ms = at_ms + bounce_ms


@dataclass(slots=True)
class _Hands:
    """The buttons that are down, each since when; `told` as a hold already, or `void` until all are up."""

    since_ms: dict[str, int] = field(default_factory=dict)
    told: bool = False
    void: bool = False

    def take(self, button: str, at_ms: int) -> None:
        self.since_ms[button] = at_ms
        if len(self.since_ms) > 1:
            self.told = False
            self.void = self.void or self.since_ms.keys() != TOGETHER

    def let_go(self, button: str) -> bool:
        """Take `button` away and tell whether that ended a press of it alone."""
        if self.since_ms.pop(button, None) is None:
            return False
        pressed = not (self.told or self.void or self.since_ms)
        self.void = bool(self.since_ms)
        self.told = False
        return pressed


class Chatter:
    """What the hands at some buttons mean.

    Two buttons down together are nothing, from the moment they are until all are up again, but for the
    buttons `back` and `confirm` held for three seconds.

    Raises `ValueError` for a `hold_ms` outside 600 to 3000.
    """

    def __init__(self, hold_ms: int = HOLD_MS, bounce_ms: int = BOUNCE_MS) -> None:
        if not SHORTEST_HOLD_MS <= hold_ms <= LONGEST_HOLD_MS:
            raise ValueError(f"a hold takes {SHORTEST_HOLD_MS} to {LONGEST_HOLD_MS} ms, not {hold_ms}")
        self._hold_ms = hold_ms
        self._bounce_ms = bounce_ms
        self._now_ms = 0
        self._contacts: dict[str, _Contact] = {}
        self._hands = _Hands()

    def edge(self, button: str, edge: Edge) -> tuple[Gesture, ...]:
        """Tell that `button`'s contact closed or opened. An edge from before the last one counts as now."""
        told = self.reach(edge.at_ms)
        contact = self._contacts.setdefault(button, _Contact())
        contact.edge(edge.down, self._now_ms, self._bounce_ms)
        return told

    def reach(self, now_ms: int) -> tuple[Gesture, ...]:
        """Tell that no more edges came up to `now_ms`."""
        told: list[Gesture] = []
        while (due_ms := self.deadline_ms) is not None and due_ms <= now_ms:
            if (gesture := self._due(due_ms)) is not None:
                told.append(gesture)
        self._now_ms = max(self._now_ms, now_ms)
        return tuple(told)

    def lost(self, button: str) -> None:
        """Tell that `button` is gone, whether it was down or not: no more edges come from it."""
        self._contacts.pop(button, None)
        self._hands.let_go(button)

    @property
    def deadline_ms(self) -> int | None:
        """When something will happen if no edge comes before; None if nothing will."""
        quiet = [
            contact.quiet_at_ms for contact in self._contacts.values() if contact.quiet_at_ms is not None
        ]
        # Whether a button in a burst is still down is not known before the burst is over.
        if (hold_ms := self._hold_due_ms()) is not None and not self._in_burst(self._hands.since_ms):
            return min([*quiet, hold_ms])
        return min(quiet, default=None)

    @property
    def settled_ms(self) -> int | None:
        """When every change now told will have lasted long enough to count; None if none is waiting."""
        quiet = [
            contact.quiet_at_ms for contact in self._contacts.values() if contact.quiet_at_ms is not None
        ]
        return max(quiet, default=None)

    @property
    def holding(self) -> Holding | None:
        """The hold that is growing, or None."""
        if (due_ms := self._hold_due_ms()) is None:
            return None
        return Holding(frozenset(self._hands.since_ms), due_ms - self._needed_ms(), due_ms)

    def _in_burst(self, buttons: Iterable[str]) -> bool:
        return any(self._contacts[button].quiet_at_ms is not None for button in buttons)

    def _needed_ms(self) -> int:
        return self._hold_ms if len(self._hands.since_ms) == 1 else TOGETHER_MS

    def _hold_due_ms(self) -> int | None:
        """When what is down now will be a hold, if it is not let go of; None if it will be nothing."""
        hands = self._hands
        if hands.told or hands.void or not hands.since_ms:
            return None
        return max(hands.since_ms.values()) + self._needed_ms()

    def _due(self, due_ms: int) -> Gesture | None:
        for button, contact in self._contacts.items():
            if contact.quiet_at_ms == due_ms:
                return self._quiet(button, contact)
        return self._held(due_ms)

    def _held(self, due_ms: int) -> Gesture:
        self._hands.told = True
        if len(self._hands.since_ms) > 1:
            return Both(due_ms)
        (button,) = self._hands.since_ms
        return HeldDown(button, due_ms)

    def _quiet(self, button: str, contact: _Contact) -> Gesture | None:
        contact.quiet_at_ms = None
        if contact.down == contact.raw_down:
            return None
        contact.down = contact.raw_down
        if contact.down:
            self._hands.take(button, contact.burst_at_ms)
            return None
        return Pressed(button, contact.burst_at_ms) if self._hands.let_go(button) else None
