"""From the edges of the rim's buttons and knobs to presses that the game understands.

The buttons in the middle are one pair of hands; those of a seat are that seat's own.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from engine.board import Seat
from engine.inputs import Key, Pressed
from firmware_host.inbox import ButtonEdge, KnobTurned
from hardware.chatter import HOLD_MS, Both, Chatter, Gesture, HeldDown, Holding
from hardware.chatter import Pressed as LetGo


@dataclass(frozen=True, slots=True)
class ButtonRole:
    """What a button of the board is for: its key, and the seat whose own it is."""

    key: Key
    seat: Seat | None = None


class Buttons:
    """All buttons and knobs of a board. Times are of the machine's monotonic clock."""

    def __init__(self, roles: Mapping[str, ButtonRole], hold_ms: int = HOLD_MS) -> None:
        self._roles = roles
        self._hands = {seat: Chatter(hold_ms) for seat in {role.seat for role in roles.values()}}

    @property
    def deadline_ms(self) -> int | None:
        """When something will happen if no edge comes before."""
        return min(
            (due for hand in self._hands.values() if (due := hand.deadline_ms) is not None), default=None
        )

    @property
    def settled_ms(self) -> int | None:
        """When every press now told of will count; None if none is waiting."""
        return max(
            (due for hand in self._hands.values() if (due := hand.settled_ms) is not None), default=None
        )

    @property
    def holding(self) -> Holding | None:
        """The hold that is growing, of several the one that is due first."""
        growing = [hold for hand in self._hands.values() if (hold := hand.holding) is not None]
        return min(growing, key=lambda hold: hold.due_ms, default=None)

    def lost(self, devices: Iterable[str]) -> None:
        """These devices are away: a button among them that was down is neither a press nor a hold."""
        for role in (self._roles[name] for name in devices if name in self._roles):
            self._hands[role.seat].lost(role.key)

    def edge(self, item: ButtonEdge) -> list[Pressed | Both]:
        """What an edge tells."""
        role = self._roles[item.button]
        return self._presses(role.seat, self._hands[role.seat].edge(role.key, item.edge))

    def reached(self, now_ms: int) -> list[Pressed | Both]:
        """What the passing of time tells."""
        return [
            press for seat, hand in self._hands.items() for press in self._presses(seat, hand.reach(now_ms))
        ]

    def turned(self, item: KnobTurned) -> Pressed:
        """A detent walks the ring."""
        key = Key.NEXT if item.step > 0 else Key.BACK
        return Pressed(key, source=f"knob {item.knob}")

    def _presses(self, seat: Seat | None, gestures: Iterable[Gesture]) -> list[Pressed | Both]:
        source = "buttons" if seat is None else f"buttons of seat {seat}"
        return [
            Pressed(Key(gesture.button), isinstance(gesture, HeldDown), seat, source)
            if isinstance(gesture, LetGo | HeldDown)
            else gesture
            for gesture in gestures
        ]
