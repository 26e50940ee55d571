"""A device that comes and goes, at a desk where it can be unplugged."""

import threading

import pytest

from hardware.drivers import simulated
from hardware.drivers.simulated import Desk
from hardware.drivers.simulated_button import SimulatedButton
from hardware.drivers.simulated_parts import SimulatedReader
from hardware.errors import DeviceFault, StoppedAnswering
from hardware.held import SETTLED_MS, Backoff, Health, Held, State
from hardware.interfaces import Edge, Uid
from tests.clock import Clock

A = Uid(b"\x04\xa1\xb2\xc3")


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def desk(clock: Clock) -> Desk:
    return Desk(clock)


@pytest.fixture
def held(desk: Desk, clock: Clock) -> Held[SimulatedReader]:
    return Held("table", "simulated", lambda: simulated.open_reader(desk, "table"), clock)


def poll(held: Held[SimulatedReader], now_ms: int) -> Uid | None:
    """One round of a watcher."""
    reader = held.device()
    if reader is None:
        return None
    try:
        return reader.poll()
    except DeviceFault as fault:
        held.failed(fault, now_ms)
        return None


def test_waits_double_up_to_five_seconds() -> None:
    backoff, waits = Backoff(), []
    for _ in range(40):
        backoff = backoff.failed()
        waits.append(backoff.wait_ms)
    assert waits[:5] == [500, 1000, 2000, 4000, 5000]
    assert set(waits[5:]) == {5000}
    assert Backoff().wait_ms == backoff.settled().wait_ms == 0


def test_nothing_is_opened_before_it_is_asked_for(held: Held[SimulatedReader]) -> None:
    assert held.health() == Health("table", "simulated", State.OFF, "not opened yet")
    assert held.device() is held.device() is not None
    assert held.health() == Health("table", "simulated", State.OK, "")


def test_a_device_that_is_not_there_at_first_is_missing_and_found_later(
    held: Held[SimulatedReader], desk: Desk, clock: Clock
) -> None:
    desk.reader("table").inject("missing")
    assert held.device() is None
    assert held.health().state is State.MISSING
    assert "unplugged" in held.health().detail
    assert held.due_ms == clock.now_ms + 500
    desk.reader("table").inject(None)
    clock.now_ms += 499
    assert held.device() is None
    clock.now_ms += 1
    assert held.device() is not None
    assert held.due_ms is None


def test_a_reader_unplugged_in_mid_game_is_retried_and_goes_on(
    held: Held[SimulatedReader], desk: Desk, clock: Clock
) -> None:
    desk.reader("table").place(A)
    assert poll(held, clock.now_ms) == A
    desk.reader("table").inject("missing")
    states = []
    for _ in range(3):
        assert poll(held, clock.now_ms) is None
        states.append(held.health().state)
        clock.now_ms += 500
    desk.reader("table").inject(None)
    clock.now_ms += 5000
    assert poll(held, clock.now_ms) == A
    assert states == [State.RETRYING, State.MISSING, State.MISSING]


def test_a_device_that_opens_but_never_works_is_tried_ever_more_slowly(
    held: Held[SimulatedReader], clock: Clock
) -> None:
    waits = []
    for _ in range(4):
        assert held.device() is not None
        held.failed(StoppedAnswering("table", "silent", "Check the cable"), clock.now_ms)
        assert held.due_ms is not None
        waits.append(held.due_ms - clock.now_ms)
        clock.now_ms = held.due_ms
    assert waits == [500, 1000, 2000, 4000]
    assert held.device() is not None
    clock.now_ms += SETTLED_MS
    held.failed(StoppedAnswering("table", "silent", "Check the cable"), clock.now_ms)
    assert held.due_ms == clock.now_ms + 500


def test_what_was_prepared_is_done_again_after_each_opening(desk: Desk, clock: Clock) -> None:
    held: Held[SimulatedButton] = Held(
        "next", "simulated", lambda: simulated.open_button(desk, "next"), clock
    )
    edges: list[Edge] = []
    held.prepare(lambda button: button.watch(edges.append))
    held.device()
    desk.button("next").press(100)
    held.failed(StoppedAnswering("next", "gone", "Check the cable"), clock.now_ms)
    desk.button("next").press(100)
    clock.now_ms += 500
    held.device()
    desk.button("next").press(100)
    assert len(edges) == 4


def test_preparing_a_device_that_is_open_is_done_at_once_and_its_faults_count(
    desk: Desk, clock: Clock
) -> None:
    held: Held[SimulatedButton] = Held(
        "next", "simulated", lambda: simulated.open_button(desk, "next"), clock
    )
    held.device()
    desk.button("next").inject("missing")
    held.prepare(lambda button: button.watch(lambda edge: None))
    assert held.health().state is State.RETRYING
    assert held.device() is None


def test_a_closed_device_is_off_for_good(held: Held[SimulatedReader], clock: Clock) -> None:
    reader = held.device()
    assert reader is not None
    held.close()
    held.close()
    with pytest.raises(StoppedAnswering):
        reader.poll()
    held.failed(StoppedAnswering("table", "it was closed", "Open it again"), clock.now_ms)
    clock.now_ms += 60_000
    assert held.device() is None
    assert held.due_ms is None
    assert held.health() == Health("table", "simulated", State.OFF, "closed")


def test_health_does_not_wait_for_a_device_that_hangs_while_it_opens(clock: Clock) -> None:
    opening, go_on = threading.Event(), threading.Event()

    def slow() -> SimulatedReader:
        opening.set()
        go_on.wait(30)
        return simulated.open_reader()

    held = Held("table", "slow", slow, clock)
    thread = threading.Thread(target=held.device)
    thread.start()
    assert opening.wait(30)
    assert held.device() is None
    assert held.health().state is State.OFF
    go_on.set()
    thread.join()
    assert held.health().state is State.OK


def test_a_simulated_button_that_is_missing_is_missed_though_nobody_asks_it(desk: Desk, clock: Clock) -> None:
    held = Held("next", "simulated", lambda: simulated.open_button(desk, "next"), clock)
    held.device()
    desk["next"].inject("missing")
    assert held.device() is None
    assert held.health().state is State.RETRYING


class LosesItself(SimulatedButton):
    """A button whose own thread may find that it is gone."""

    lost: DeviceFault | None = None


def test_a_device_that_found_itself_gone_is_closed_and_retried(clock: Clock) -> None:
    opened: list[LosesItself] = []

    def opening() -> LosesItself:
        opened.append(LosesItself("knob", clock))
        opened[-1].open()
        return opened[-1]

    held = Held("knob", "evdev", opening, clock)
    assert held.device() is opened[0]
    opened[0].lost = StoppedAnswering("the knob", "it is gone", "Plug it in again")
    assert held.device() is None
    assert held.health() == Health("knob", "evdev", State.RETRYING, "the knob: it is gone. Plug it in again.")
    clock.now_ms += 500
    assert held.device() is opened[1]
    assert held.health().state is State.OK


def test_a_device_is_opened_in_another_way_once_it_was_let_go_of(desk: Desk, clock: Clock) -> None:
    held = Held("one", "simulated", lambda: simulated.open_strip(desk, "one", 2), clock)
    first = held.device()
    assert first
    first.show(bytes(range(1, 7)))
    held.change(lambda: simulated.open_strip(desk, "one", 3))
    assert (held.health().state, desk.strip("one").frame) == (State.OFF, bytes(6))
    second = held.device()
    assert second
    assert (second.lamps, held.health().state) == (3, State.OK)


def test_another_way_is_tried_at_once_though_the_old_one_had_failed(desk: Desk, clock: Clock) -> None:
    held = Held("one", "simulated", lambda: simulated.open_strip(desk, "one", 2, order="XYZ"), clock)
    assert held.device() is None
    held.change(lambda: simulated.open_strip(desk, "one", 2))
    assert held.device()
    held.close()
    held.change(lambda: simulated.open_strip(desk, "one", 3))
    assert held.device() is None, "closed for good"


def test_another_way_that_fails_is_tried_again_as_soon_as_a_first_failure(desk: Desk, clock: Clock) -> None:
    held = Held("one", "simulated", lambda: simulated.open_strip(desk, "one", 2, order="XYZ"), clock)
    for _ in range(9):
        assert held.device() is None
        clock.now_ms += Backoff().most_ms
    held.change(lambda: simulated.open_strip(desk, "one", 2, order="ZYX"))
    assert held.device() is None
    assert held.due_ms == clock.now_ms + Backoff().first_ms
