"""One named thread a reader: it polls, and puts what changed into the inbox. DESIGN 1.

Another opens buttons, knobs and buzzers again when they come back; their own threads tell the edges.
"""

import logging
import threading
from collections.abc import Callable, Iterable

from firmware_host.inbox import ButtonEdge, DeviceChanged, Inbox, KnobTurned, TagsCrowded, TagSeen
from hardware.clock import monotonic_ms
from hardware.errors import DeviceFault, TwoCards
from hardware.held import Held
from hardware.interfaces import Button, Buzzer, CardReader, Edge, Knob
from hardware.presence import Change, Crowded, Placed, Presence

log = logging.getLogger(__name__)

POLL_EVERY_S = 0.05
AWAY_MS = 500
"""So long a card is away before it acts again: laid down again it is `next`, and a hand may tremble."""
REOPEN_EVERY_S = 1.0


class ReaderWatcher(threading.Thread):
    """Polls one reader until stopped; a fault is reported once, and the reader opened again by and by."""

    def __init__(self, reader: Held[CardReader], inbox: Inbox, every_s: float = POLL_EVERY_S) -> None:
        super().__init__(name=f"reader {reader.name}", daemon=True)
        self._reader = reader
        self._inbox = inbox
        self._every_s = every_s
        self._presence = Presence(AWAY_MS)
        self._stopping = threading.Event()
        self._polled = threading.Condition()
        self._polls = 0
        self._health = reader.health()

    def run(self) -> None:
        """The thread's body."""
        while not self._stopping.is_set():
            self._poll_once()
            with self._polled:
                self._polls += 1
                self._polled.notify_all()
            self._stopping.wait(self._every_s)

    def stop(self) -> None:
        """End within a poll."""
        self._stopping.set()

    def wait_for_poll(self, timeout_s: float) -> None:
        """Return once a poll that began after this call is over, or the time is."""
        with self._polled:
            wanted = self._polls + 2
            self._polled.wait_for(lambda: self._polls >= wanted, timeout_s)

    def _poll_once(self) -> None:
        device = self._reader.device()
        if device is not None:
            try:
                uid = device.poll()
                now_ms = monotonic_ms()
                self._tell(self._presence.saw(uid, now_ms), now_ms)
            except TwoCards:
                now_ms = monotonic_ms()
                self._tell(self._presence.saw_two(now_ms), now_ms)
            except DeviceFault as fault:
                self._reader.failed(fault, monotonic_ms())
        self._tell_health()

    def _tell(self, changes: Iterable[Change], now_ms: int) -> None:
        for change in changes:
            if isinstance(change, Placed):
                self._inbox.put(TagSeen(self._reader.name, change.uid, at_ms=now_ms))
            elif isinstance(change, Crowded):
                self._inbox.put(TagsCrowded(self._reader.name))

    def _tell_health(self) -> None:
        health = self._reader.health()
        if health != self._health:
            self._health = health
            log.info("%s: %s %s", health.name, health.state, health.detail)
            self._inbox.put(DeviceChanged())


def watch_button(button: Held[Button], inbox: Inbox) -> None:
    """Have every edge put into the inbox, now and each time the button is opened again."""
    name = button.name

    def on_edge(edge: Edge) -> None:
        inbox.put(ButtonEdge(name, edge))

    button.prepare(lambda device: device.watch(on_edge))


def watch_knob(knob: Held[Knob], inbox: Inbox) -> None:
    """Have every detent put into the inbox, now and each time the knob is opened again."""
    name = knob.name

    def on_step(step: int) -> None:
        inbox.put(KnobTurned(name, step))

    knob.prepare(lambda device: device.watch(on_step))


class OpeningWatcher(threading.Thread):
    """Opens the devices nobody asks for all the time: at start, and when they come back."""

    def __init__(
        self, devices: Iterable[Held[Button] | Held[Knob] | Held[Buzzer]], changed: Callable[[], None]
    ) -> None:
        super().__init__(name="openings", daemon=True)
        self._devices = tuple(devices)
        self._changed = changed
        self._stopping = threading.Event()

    def open_all(self) -> None:
        """Try every device that is due."""
        before = [device.health() for device in self._devices]
        for device in self._devices:
            device.device()
        if before != [device.health() for device in self._devices]:
            self._changed()

    def run(self) -> None:
        """The thread's body."""
        while not self._stopping.wait(REOPEN_EVERY_S):
            self.open_all()

    def stop(self) -> None:
        """End at once."""
        self._stopping.set()
