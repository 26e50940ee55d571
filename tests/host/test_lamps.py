"""The lamp thread: the newest snapshot, painted and sent; a strip that hangs harms only itself."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager

from firmware_host.boardmap import names_of
from firmware_host.clock import GameClock
from firmware_host.lamp_loan import LampLoan
from firmware_host.lamps import Looks, StripThread, Wanted
from firmware_host.snapshot import Latest, Snapshot
from hardware.clock import monotonic_ms
from hardware.drivers.simulated import Desk
from hardware.drivers.simulated_parts import SimulatedStrip
from hardware.held import Backoff, Held, State
from tests.engine.table import Table
from tests.eventually import PATIENCE_S, until

LAMPS = len(names_of(4))


class Strip:
    """A simulated strip with its thread, and what it was made to show."""

    def __init__(self) -> None:
        self.device = Desk().strip("ring", LAMPS)
        self.latest = Latest()
        self.changes = 0
        self.held: Held[SimulatedStrip] = Held(
            "ring", "simulated", self._opened, monotonic_ms, Backoff(first_ms=1, most_ms=1)
        )
        self.thread = StripThread(
            self.held,
            Wanted(lambda _: names_of(4), Looks(), lambda frame: frame),
            self.latest,
            GameClock(0),
            LampLoan(self.latest.wake),
            self._changed,
        )

    def _opened(self) -> SimulatedStrip:
        self.device.open()
        return self.device

    def _changed(self) -> None:
        self.changes += 1

    def lit(self) -> set[str]:
        frame = self.device.frame
        return {name for n, name in enumerate(names_of(4)) if any(frame[3 * n : 3 * n + 3])}


@contextmanager
def running(strip: Strip) -> Iterator[Strip]:
    strip.thread.start()
    yield strip
    strip.thread.stop()
    strip.latest.wake()
    strip.thread.join()
    strip.held.close()


def turn_of(seat: str) -> Snapshot:
    """Nothing but that seat's plate, at rest."""
    return Snapshot(game=Table(first=seat, draw="after").game)


def plate(seat: str) -> set[str]:
    return {f"{seat}{place}{n}" for place in "SH" for n in range(1, 6)}


def test_a_strip_that_hangs_shows_the_newest_when_it_is_let_go() -> None:
    """Frames never queue."""
    with running(Strip()) as strip:
        strip.latest.show(turn_of("A"))
        until(lambda: strip.lit() == plate("A"))
        strip.device.inject("hang")
        shown = strip.device.shown
        for seat in "BCDA" * 20 + "D":
            strip.latest.show(turn_of(seat))
        strip.device.inject(None)
        until(lambda: strip.lit() == plate("D"))
        assert strip.device.shown <= shown + 2


def test_a_strip_that_was_away_gets_a_whole_frame() -> None:
    with running(Strip()) as strip:
        strip.latest.show(turn_of("A"))
        until(lambda: strip.lit() == plate("A"))
        strip.device.inject("missing")
        strip.latest.show(turn_of("B"))
        until(lambda: strip.held.health().state is not State.OK)
        changes = strip.changes
        strip.device.frame = bytes(3 * LAMPS)
        strip.device.inject(None)
        until(lambda: strip.lit() == plate("B"))
        until(lambda: strip.held.health().state is State.OK and strip.changes > changes)


def test_it_ends_at_once_whenever_it_is_told_to() -> None:
    """Also where it was just about to wait for ever so long."""
    latest = Latest()
    latest.wake()
    waits = threading.Thread(
        target=latest.wait_for_other, args=(latest.snapshot, 600, lambda: True), daemon=True
    )
    waits.start()
    waits.join(PATIENCE_S)
    assert not waits.is_alive()


def test_a_stopped_strip_is_dark() -> None:
    with running(Strip()) as strip:
        strip.latest.show(turn_of("A"))
        until(strip.lit)
    assert strip.lit() == set()
