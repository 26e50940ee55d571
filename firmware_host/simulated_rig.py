"""The board that isn't there, as the page and tests handle it."""

import time
from collections.abc import Callable, Mapping, Sequence

from engine.board import HOLES_A_SIDE, PEGS
from engine.presses import CHANGED_MS
from firmware_host.deck import EnrolledCard
from firmware_host.inbox import Barrier, Inbox
from firmware_host.snapshot import Latest
from firmware_host.strips import sides_of
from firmware_host.watchers import ReaderWatcher
from hardware.chatter import SHORTEST_HOLD_MS
from hardware.drivers.simulated import Desk
from hardware.interfaces import Uid
from hardware.rig import DeviceSpec

SETTLE_S = 1.0
LAMPS_A_SIDE = HOLES_A_SIDE + 2 * PEGS


class SimulatedRig:
    """Hands at a simulated board.

    What is done here is judged when the call returns (a hang injected before aside), so that whoever did it
    may look at once.
    """

    def __init__(
        self,
        desk: Desk,
        watchers: Mapping[str, ReaderWatcher],
        buttons: Sequence[str],
        strips: Sequence[str],
        inbox: Inbox,
        latest: Latest,
        deck: Callable[[], Sequence[EnrolledCard]],
    ) -> None:
        self._desk = desk
        self._watchers = watchers
        self._buttons = buttons
        self._strips = strips
        self._inbox = inbox
        self._latest = latest
        self._deck = deck

    def place(self, reader: str, uid: bytes) -> None:
        """Lay a card on a reader and wait for nothing. Raises KeyError for a reader of no such name."""
        self._desk.reader(reader).place(Uid(uid))

    def tap(self, reader: str, uid: bytes) -> None:
        """Lay a card on a reader and leave it there. Raises KeyError for a reader of no such name."""
        watcher = self._watchers[reader]
        self.place(reader, uid)
        watcher.wait_for_poll(SETTLE_S)
        self._settle()

    def lift(self, reader: str) -> None:
        """Take the card away. Raises KeyError for a reader of no such name."""
        watcher = self._watchers[reader]
        self._desk.reader(reader).lift()
        watcher.wait_for_poll(SETTLE_S)

    def press(self, button: str, held_ms: int) -> None:
        """Press a button and let it go after that long. Raises KeyError for a button of no such name."""
        if button not in self._buttons:
            raise KeyError(button)
        if held_ms >= SHORTEST_HOLD_MS and self._latest.snapshot.game.changed is not None:
            # A hold lasts longer than a question is new, but here it is told at once.
            time.sleep(CHANGED_MS / 1000)
        self._desk.button(button).press(held_ms)
        self._settle()

    def fault(self, device: str, fault: str) -> None:
        """Break a device, or mend it with an empty text.

        Raises:
            KeyError: there is no such device.
            ValueError: it knows no such fault.
        """
        self._desk[device].inject(fault or None)

    def lamps(self, strip: str = "") -> list[str]:
        """What a strip shows, `#rrggbb` in wiring order.

        Without a name the first one, as many lamps as the present board has. Raises KeyError for a strip of
        no such name.
        """
        if strip and strip not in self._strips:
            raise KeyError(strip)
        if not self._strips:
            return []
        frame = self._desk.strip(strip or self._strips[0]).frame
        if not strip:
            frame = frame[: 3 * LAMPS_A_SIDE * sides_of(self._latest.snapshot)]
        return [f"#{frame[i : i + 3].hex()}" for i in range(0, len(frame), 3)]

    def deck(self) -> Sequence[EnrolledCard]:
        """The cards that are enrolled now, or that the rig comes with."""
        return self._deck()

    def _settle(self) -> None:
        barrier = Barrier()
        self._inbox.put(barrier)
        barrier.passed.wait(SETTLE_S)


def with_desk(specs: Sequence[DeviceSpec], desk: Desk) -> list[DeviceSpec]:
    """Simulated devices all lie on one desk, each under its own name."""
    return [
        DeviceSpec(spec.kind, spec.name, spec.driver, {**spec.settings, "desk": desk, "name": spec.name})
        if spec.driver == "simulated"
        else spec
        for spec in specs
    ]
