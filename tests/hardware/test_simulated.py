"""What a hand does at the simulated desk, and what its devices make of it."""

import queue
import threading
from collections.abc import Callable

import pytest

from hardware.chatter import Chatter, Gesture, HeldDown, Pressed
from hardware.drivers import simulated
from hardware.drivers.one_hand import SHORTEST_MS
from hardware.drivers.simulated import Desk
from hardware.drivers.simulated_button import Hand, SimulatedButton
from hardware.drivers.simulated_part import Part
from hardware.errors import CannotOpen, StoppedAnswering, TwoCards
from hardware.interfaces import Edge, Note, Uid
from tests.clock import Clock

A, B = Uid(bytes.fromhex("04A1B2C3")), Uid(bytes.fromhex("04D4E5F6A7B8C9"))


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def desk(clock: Clock) -> Desk:
    return Desk(clock)


def watched(button: SimulatedButton) -> list[Edge]:
    edges: list[Edge] = []
    button.open()
    button.watch(edges.append)
    return edges


def test_a_card_is_seen_until_it_is_lifted(desk: Desk) -> None:
    reader = simulated.open_reader(desk, "table")
    seen = [reader.poll()]
    reader.place(A)
    seen += [reader.poll(), reader.poll()]
    reader.place(B)
    seen.append(reader.poll())
    reader.lift()
    assert [*seen, reader.poll()] == [None, A, A, B, None]


def test_two_cards_are_told_as_two_cards(desk: Desk) -> None:
    reader = simulated.open_reader(desk, "table")
    reader.inject("two_cards")
    with pytest.raises(TwoCards):
        reader.poll()


def test_a_garbled_answer_is_the_card_last_read_for_a_second_and_a_half(desk: Desk, clock: Clock) -> None:
    reader = simulated.open_reader(desk, "table")
    reader.place(A)
    reader.poll()
    reader.inject("garbled")
    clock.now_ms += 1500
    assert reader.poll() == A
    clock.now_ms += 1
    assert reader.poll() is None


def test_what_is_missing_stops_answering_and_cannot_be_opened_until_it_is_back(desk: Desk) -> None:
    reader = simulated.open_reader(desk, "table")
    desk["table"].inject("missing")
    with pytest.raises(StoppedAnswering, match="unplugged"):
        reader.poll()
    reader.close()
    with pytest.raises(CannotOpen, match="unplugged"):
        simulated.open_reader(desk, "table")
    desk["table"].inject(None)
    desk.reader("table").place(A)
    assert simulated.open_reader(desk, "table").poll() == A


@pytest.mark.parametrize("let_go", [lambda part: part.inject(None), lambda part: part.close()])
def test_who_hangs_is_let_go_when_the_fault_goes_or_the_device_closes(
    desk: Desk, let_go: Callable[[Part], None]
) -> None:
    reader = simulated.open_reader(desk, "table")
    reader.inject("hang")
    answered: queue.Queue[object] = queue.Queue()

    def poll() -> None:
        try:
            answered.put(reader.poll())
        except StoppedAnswering as fault:
            answered.put(fault.what)

    thread = threading.Thread(target=poll)
    thread.start()
    with pytest.raises(queue.Empty):
        answered.get(timeout=0.05)
    let_go(reader)
    assert answered.get(timeout=30) in (None, "it was closed")
    thread.join()


def test_no_device_takes_a_fault_it_cannot_have(desk: Desk) -> None:
    with pytest.raises(ValueError, match="knows no fault 'two_cards'"):
        desk.strip("lamps", 3).inject("two_cards")
    with pytest.raises(ValueError, match="on_fire"):
        desk.reader("table").inject("on_fire")


def test_a_press_is_told_at_once_and_ends_now(desk: Desk, clock: Clock) -> None:
    edges = watched(desk.button("confirm"))
    desk.button("confirm").press(1300)
    assert edges == [Edge(True, clock.now_ms - 1300), Edge(False, clock.now_ms)]


def test_presses_told_together_follow_one_another(desk: Desk, clock: Clock) -> None:
    names = ["confirm", "next", "back", "confirm"]
    edges = {name: watched(desk.button(name)) for name in set(names)}
    chatter = Chatter()
    told: list[Gesture] = []
    for name, held_ms in zip(names, (1300, 100, 0, 1200), strict=True):
        edges[name].clear()
        desk.button(name).press(held_ms)
        for edge in edges[name]:
            told += chatter.edge(name, edge)
    told += chatter.reach(clock.now_ms + 3000)
    assert [(type(one), one.button) for one in told] == [
        (HeldDown, "confirm"),
        (Pressed, "next"),
        (Pressed, "back"),
        (HeldDown, "confirm"),
    ]


def test_a_hundred_presses_told_together_take_no_longer_than_a_quick_hand(desk: Desk, clock: Clock) -> None:
    edges = watched(desk.button("next"))
    for _ in range(100):
        desk.button("next").press(100)
    assert edges[-1].at_ms - clock.now_ms <= 100 * 2 * SHORTEST_MS
    told = Chatter()
    pressed = [one for edge in edges for one in told.edge("next", edge)]
    assert len(pressed) + len(told.reach(edges[-1].at_ms + 100)) == 100


class HandTimer:
    """A timer that goes off when told."""

    def __init__(self, in_s: float, work: Callable[[], None]) -> None:
        self.in_s = in_s
        self.work = work
        self.is_running = False

    def start(self) -> None:
        self.is_running = True

    def cancel(self) -> None:
        self.is_running = False


def test_two_buttons_held_for_three_seconds_are_down_together_for_three_seconds(clock: Clock) -> None:
    timers: list[HandTimer] = []

    def timer(in_s: float, work: Callable[[], None]) -> HandTimer:
        timers.append(HandTimer(in_s, work))
        return timers[-1]

    hand = Hand(timer)
    buttons = [SimulatedButton(name, clock, hand) for name in ("back", "confirm")]
    edges = [watched(button) for button in buttons]
    buttons[0].press(3000)
    clock.now_ms += 40
    buttons[1].press(3000)
    assert [timer.is_running for timer in timers] == [False, True]
    timers[1].work()
    last_down_ms = max(told[0].at_ms for told in edges)
    assert [told[1] for told in edges] == [Edge(False, last_down_ms + 3000)] * 2


def test_a_closed_button_is_let_go_of(desk: Desk) -> None:
    edges = watched(desk.button("back"))
    desk.button("back").press(3000)
    desk.button("back").close()
    desk.button("back").press(100)
    assert [edge.down for edge in edges] == [True]


def test_a_missing_button_tells_nothing_and_cannot_be_watched(desk: Desk) -> None:
    edges = watched(desk.button("back"))
    desk.button("back").inject("missing")
    desk.button("back").press(100)
    assert edges == []
    with pytest.raises(StoppedAnswering):
        desk.button("back").watch(edges.append)


def test_a_knob_tells_each_detent(desk: Desk) -> None:
    steps: list[int] = []
    knob = simulated.open_knob(desk, "knob")
    knob.watch(steps.append)
    knob.turn(2)
    knob.turn(-1)
    knob.close()
    knob.turn(5)
    assert steps == [1, 1, -1]


def test_a_strip_shows_the_last_frame_and_goes_dark_when_closed(desk: Desk) -> None:
    strip = simulated.open_strip(desk, "lamps", lamps=2)
    strip.show(b"\x01\x02\x03\x04\x05\x06")
    assert (desk.strip("lamps", 2).frame, strip.shown) == (b"\x01\x02\x03\x04\x05\x06", 1)
    strip.close()
    assert strip.frame == bytes(6)


def test_a_missing_strip_keeps_what_it_showed(desk: Desk) -> None:
    strip = simulated.open_strip(desk, "lamps", lamps=1)
    strip.show(b"\x09\x09\x09")
    strip.inject("missing")
    with pytest.raises(StoppedAnswering):
        strip.show(bytes(3))
    strip.close()
    assert strip.frame == b"\x09\x09\x09"


PURE = {
    "red": b"\xff\0\0",
    "green": b"\0\xff\0",
    "blue": b"\0\0\xff",
    "white": b"\xff\xff\xff",
    "dark": bytes(3),
}


@pytest.mark.parametrize(
    ("order", "wired", "shown", "seen"),
    [
        ("RGB", "GRB", "red", ["green", "green"]),
        ("GRB", "GRB", "red", ["red", "red"]),
        ("BRG", "GRB", "blue", ["green", "green"]),
        ("RGBW", "RGBW", "white", ["white", "white"]),
        ("RGBW", "WRGB", "red", ["white", "white"]),
        ("RGBW", "WRGB", "white", ["blue", "blue"]),
        ("RGB", "RGBW", "red", ["white", "dark"]),
    ],
)
def test_chips_take_what_comes_over_the_wire_for_what_they_want(
    desk: Desk, order: str, wired: str, shown: str, seen: list[str]
) -> None:
    """With three bytes for lamps that want four, each lamp is of another colour."""
    strip = simulated.open_strip(desk, "lamps", lamps=2, order=order, wired=wired)
    strip.show(PURE[shown] * 2)
    assert strip.frame == b"".join(PURE[colour] for colour in seen)


def test_a_sacrificial_lamp_is_not_seen_in_any_order(desk: Desk) -> None:
    strip = simulated.open_strip(desk, "lamps", lamps=2, order="RGB", sacrificial=True, wired="BGR")
    strip.show(PURE["red"] + PURE["green"])
    assert strip.frame == PURE["blue"] + PURE["green"]


def test_a_strip_opened_again_may_have_other_lamps(desk: Desk) -> None:
    simulated.open_strip(desk, "lamps", lamps=2).close()
    longer = simulated.open_strip(desk, "lamps", lamps=5)
    longer.show(bytes(15))
    assert (longer.lamps, len(desk.strip("lamps").frame)) == (5, 15)


def test_a_buzzer_keeps_what_it_played(desk: Desk) -> None:
    buzzer = simulated.open_buzzer(desk, "beep")
    buzzer.play([Note(440, 50), Note(0, 10)])
    assert desk.buzzer("beep").played == [(Note(440, 50), Note(0, 10))]


def test_a_buzzer_that_plays_for_months_keeps_the_last_of_it(desk: Desk) -> None:
    buzzer = simulated.open_buzzer(desk, "beep")
    for pitch in range(1, 1000):
        buzzer.play([Note(pitch, 50)])
    assert desk.buzzer("beep").played == [(Note(pitch, 50),) for pitch in range(900, 1000)]


def test_a_name_belongs_to_one_device(desk: Desk) -> None:
    desk.reader("table")
    with pytest.raises(ValueError, match="table is a SimulatedReader"):
        desk.button("table")
    desk.strip("lamps", 3)
    with pytest.raises(ValueError, match="has 3 lamps, not 4"):
        desk.strip("lamps", 4)
