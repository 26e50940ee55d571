"""The lamp threads: frames while something moves, none while nothing does, a strip watched always."""

import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

import pytest

from engine.board import Seat
from engine.game import Game
from engine.inputs import Key, NewGame
from engine.referee import judge
from firmware_host.boardmap import names_of
from firmware_host.clock import GameClock
from firmware_host.lamp_loan import LampLoan
from firmware_host.lamps import Looks, StripThread, Wanted
from firmware_host.snapshot import Latest, Snapshot
from hardware.clock import monotonic_ms
from hardware.drivers.simulated_parts import SimulatedStrip
from hardware.held import Held, State
from hardware.interfaces import LampStrip
from tests.engine.table import Table
from tests.eventually import until
from tests.lamps.seen import LATER_MS, at_rest

PLAIN = Looks()


class Strip(SimulatedStrip):
    """One that a rig can open."""

    def opened(self) -> LampStrip:
        self.open()
        return self


@contextmanager
def lamps(game: Game, looks: Looks = PLAIN) -> Iterator[tuple[Strip, Latest, Held]]:
    """A strip of four sides and its thread."""
    strip, latest = Strip("ring", 112), Latest()
    held: Held[LampStrip] = Held("ring", "simulated", strip.opened, monotonic_ms)
    latest.show(Snapshot(game=game))
    health = threading.Event()
    thread = StripThread(
        held,
        Wanted(lambda snapshot: names_of(4), looks, lambda frame: frame),
        latest,
        GameClock(LATER_MS),
        LampLoan(latest.wake),
        health.set,
    )
    thread.start()
    try:
        until(lambda: strip.shown > 0)
        yield strip, latest, held
    finally:
        thread.stop()
        latest.wake()
        thread.join()
        held.close()


def frames_a_second(strip: Strip, seconds: float) -> float:
    before, began_s = strip.shown, time.monotonic()
    time.sleep(seconds)  # what is counted here is frames in a time
    return (strip.shown - before) / (time.monotonic() - began_s)


def test_nothing_is_sent_while_nothing_moves() -> None:
    with lamps(at_rest().game) as (strip, _, _):
        assert frames_a_second(strip, 1.2) == 0


def test_while_something_moves_at_most_thirty_frames_a_second() -> None:
    """Breathing plates are another frame each time; a busy machine may be late, but never early."""
    table = Table()
    table.game = Game()
    table.press(Key.CONFIRM)
    with lamps(table.game) as (strip, _, _):
        assert frames_a_second(strip, 1.0) <= 31
        shown = strip.shown
        until(lambda: strip.shown > shown)


def test_what_moves_in_steps_is_painted_once_a_step() -> None:
    """The cue to draw runs from lamp to lamp, four a second, for as long as a game waits."""
    strip, latest, painted = Strip("ring", 112), Latest(), []
    latest.show(Snapshot(game=judge(Game(), NewGame(4, "pagat", first=Seat(0)), 0).game))

    def places(snapshot: Snapshot) -> Sequence[str]:
        painted.append(snapshot)
        return names_of(4)

    held: Held[LampStrip] = Held("ring", "simulated", strip.opened, monotonic_ms)
    wanted = Wanted(places, PLAIN, lambda data: data)
    thread = StripThread(held, wanted, latest, GameClock(LATER_MS), LampLoan(latest.wake), lambda: None)
    thread.start()
    try:
        until(lambda: strip.shown > 5)
        assert len(painted) <= strip.shown + 2
    finally:
        thread.stop()
        latest.wake()
        thread.join()
        held.close()


def test_a_strip_that_fails_while_nothing_moves_is_missed_and_lit_again() -> None:
    with lamps(at_rest().game) as (strip, _, held):
        strip.inject("missing")
        until(lambda: held.health().state is not State.OK, 3)
        strip.inject(None)
        until(lambda: held.health().state is State.OK, 5)
        until(lambda: any(strip.frame), 3)


def test_brightness_dims_every_lamp_and_puts_none_out() -> None:
    game = at_rest().game
    with lamps(game) as (strip, _, _):
        bright = strip.frame
    assert not any(strip.frame), "a strip that is closed is dark"
    with lamps(game, Looks(brightness=0.05)) as (strip, _, _):
        dim = strip.frame
    lit = [(max(bright[i : i + 3]), max(dim[i : i + 3])) for i in range(0, len(bright), 3)]
    assert all((b > 0) == (d > 0) and d <= b for b, d in lit)
    assert max(d for _, d in lit) < 20


@pytest.mark.parametrize("opaque", [False, True])
def test_opaque_pegs_are_shown_beside(opaque: bool) -> None:
    with lamps(at_rest().game, Looks(opaque=opaque)) as (strip, _, _):
        at = names_of(4).index("A10")
        shown = [any(strip.frame[3 * i : 3 * i + 3]) for i in (at - 1, at, at + 1)]
        assert shown == [opaque, not opaque, opaque]


def test_another_snapshot_is_shown_at_once() -> None:
    with lamps(at_rest().game) as (strip, latest, _):
        before = strip.frame
        table = at_rest()
        table.tap("K")
        latest.show(Snapshot(game=table.game))
        until(lambda: strip.frame != before, 0.5)
