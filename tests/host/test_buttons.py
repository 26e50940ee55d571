"""Edges of the rim's buttons and detents of its knobs, as the game hears them."""

from collections.abc import Iterator

import pytest
from gpiozero.pins.mock import MockFactory

from engine.board import Seat
from engine.inputs import Key, Pressed
from firmware_host.buttons import ButtonRole, Buttons
from firmware_host.inbox import ButtonEdge, Inbox, KnobTurned
from firmware_host.watchers import watch_button, watch_knob
from hardware.chatter import Both
from hardware.clock import monotonic_ms
from hardware.drivers import gpio
from hardware.held import Held
from hardware.interfaces import Button, Edge, Knob
from tests.hardware.recorded_bounce import PRESS_USUAL

MIDDLE = {str(key): ButtonRole(key) for key in Key}
RICH = MIDDLE | {"blue confirm": ButtonRole(Key.CONFIRM, Seat(1)), "blue back": ButtonRole(Key.BACK, Seat(1))}


def pressed(buttons: Buttons, name: str, at_ms: int, held_ms: int = 100) -> list[Pressed]:
    told = buttons.edge(ButtonEdge(name, Edge(True, at_ms)))
    told += buttons.edge(ButtonEdge(name, Edge(False, at_ms + held_ms)))
    return told + buttons.reached(at_ms + held_ms + 50)


@pytest.mark.parametrize("key", Key)
def test_a_button_is_its_key(key: Key) -> None:
    assert pressed(Buttons(MIDDLE), str(key), 0) == [Pressed(key, source="buttons")]


@pytest.mark.parametrize(("hold_ms", "held"), [(600, True), (1200, False)])
def test_a_hold_is_as_long_as_the_configuration_says(hold_ms: int, held: bool) -> None:
    told = pressed(Buttons(MIDDLE, hold_ms), "confirm", 0, held_ms=700)
    assert told == [Pressed(Key.CONFIRM, held=held, source="buttons")]


def test_a_hold_is_told_when_it_is_due_and_only_once() -> None:
    buttons = Buttons(MIDDLE)
    assert buttons.deadline_ms is None
    assert buttons.edge(ButtonEdge("back", Edge(True, 1_000))) == []
    assert buttons.reached(1_500) == []
    assert buttons.deadline_ms == 2_200
    assert buttons.reached(2_200) == [Pressed(Key.BACK, held=True, source="buttons")]
    assert buttons.edge(ButtonEdge("back", Edge(False, 3_000))) == []
    assert buttons.reached(4_000) == []
    assert buttons.deadline_ms is None


def test_a_seats_own_button_tells_its_seat() -> None:
    told = pressed(Buttons(RICH), "blue confirm", 0)
    assert told == [Pressed(Key.CONFIRM, seat=Seat(1), source="buttons of seat 1")]


def test_two_hands_do_not_disturb_each_other() -> None:
    """Two buttons of one pair of hands together are nothing; a neighbour's press at the same time is one."""
    buttons = Buttons(RICH)
    buttons.edge(ButtonEdge("next", Edge(True, 0)))
    assert pressed(buttons, "blue confirm", 50) == [
        Pressed(Key.CONFIRM, seat=Seat(1), source="buttons of seat 1")
    ]
    buttons.edge(ButtonEdge("back", Edge(True, 300)))
    told = buttons.edge(ButtonEdge("back", Edge(False, 400)))
    told += buttons.edge(ButtonEdge("next", Edge(False, 500)))
    assert told + buttons.reached(1_000) == []


def test_back_and_confirm_held_together_are_told_of_one_pair_of_hands() -> None:
    buttons = Buttons(RICH)
    for name in ("back", "blue confirm"):
        buttons.edge(ButtonEdge(name, Edge(True, 0)))
    assert Both not in map(type, buttons.reached(4_000))
    buttons = Buttons(RICH)
    for name in ("blue back", "blue confirm"):
        buttons.edge(ButtonEdge(name, Edge(True, 0)))
    assert buttons.reached(2_999) == []
    assert buttons.reached(3_000) == [Both(3_000)]


def test_the_deadline_is_the_first_of_all_hands() -> None:
    buttons = Buttons(RICH)
    buttons.edge(ButtonEdge("next", Edge(True, 0)))
    buttons.edge(ButtonEdge("blue confirm", Edge(True, 100)))
    buttons.reached(200)
    assert buttons.deadline_ms == 1_200


@pytest.mark.parametrize(("step", "key"), [(1, Key.NEXT), (-1, Key.BACK)])
def test_a_detent_walks_the_ring(step: int, key: Key) -> None:
    assert Buttons(MIDDLE).turned(KnobTurned("big", step)) == Pressed(key, source="knob big")


@pytest.fixture
def pins() -> Iterator[MockFactory]:
    factory = MockFactory()
    yield factory
    factory.reset()


def watched(name: str, gpio_number: int, inbox: Inbox, pins: MockFactory) -> Held[Button]:
    held = Held(name, "gpio", lambda: gpio.open_button(gpio_number, pin_factory=pins), monotonic_ms)
    watch_button(held, inbox)
    assert held.device() is not None
    return held


def test_each_edge_of_a_pin_is_put_and_judged_by_whoever_takes_it(pins: MockFactory) -> None:
    """Nobody takes anything while the contacts bounce, and nothing is lost or judged meanwhile."""
    inbox = Inbox()
    held = [watched(name, number, inbox, pins) for name, number in (("next", 17), ("confirm", 27))]
    for number, trace in ((17, PRESS_USUAL), (27, PRESS_USUAL)):
        for _, level in trace:
            pins.pin(number).drive_high() if level else pins.pin(number).drive_low()
    edges = []
    while (item := inbox.take(0)) is not None:
        assert isinstance(item, ButtonEdge)
        edges.append((item.button, item.edge.down))
    bounces = [level == 0 for _, level in PRESS_USUAL]
    assert edges == [("next", down) for down in bounces] + [("confirm", down) for down in bounces]
    for one in held:
        one.close()


def test_a_knob_puts_each_detent(pins: MockFactory) -> None:
    inbox = Inbox()
    held: Held[Knob] = Held("big", "gpio", lambda: gpio.open_knob(5, 6, pin_factory=pins), monotonic_ms)
    watch_knob(held, inbox)
    assert held.device() is not None
    for first, second in ((5, 6), (6, 5)):
        for pin in (first, second):
            pins.pin(pin).drive_low()
        for pin in (first, second):
            pins.pin(pin).drive_high()
    assert [inbox.take(0), inbox.take(0), inbox.take(0)] == [
        KnobTurned("big", 1),
        KnobTurned("big", -1),
        None,
    ]
    held.close()
