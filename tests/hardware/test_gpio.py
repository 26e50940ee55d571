"""Buttons, knobs and buzzers through the real gpiozero, on mock pins that are driven high and low."""

import os
import queue
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import gpiozero
import pytest
from gpiozero.pins.mock import MockFactory, MockPWMPin

from hardware.chatter import Chatter, Gesture, Pressed
from hardware.drivers import gpio
from hardware.drivers.gpio import GpioButton
from hardware.errors import CannotOpen, StoppedAnswering
from hardware.interfaces import Buzzer, Edge, Note
from tests.clock import Clock
from tests.hardware import recorded_bounce
from tests.hardware.recorded_bounce import PRESSES, RELEASES, Trace
from tests.tree import ROOT

WITHIN_S = 30


@pytest.fixture
def pins() -> Iterator[MockFactory]:
    factory = MockFactory()
    yield factory
    factory.reset()


@pytest.fixture
def pwm_pins() -> Iterator[MockFactory]:
    factory = MockFactory(pin_class=MockPWMPin)
    yield factory
    factory.reset()


def test_a_button_tells_both_edges_of_its_contact_to_ground(pins: MockFactory) -> None:
    edges: list[bool] = []
    button = gpio.open_button(17, pin_factory=pins)
    button.watch(lambda edge: edges.append(edge.down))
    pins.pin(17).drive_low()
    pins.pin(17).drive_high()
    button.close()
    assert edges == [True, False]


def test_a_button_to_the_supply_is_down_when_its_pin_is_high(pins: MockFactory) -> None:
    edges: list[bool] = []
    button = gpio.open_button(17, pull_up=False, pin_factory=pins)
    button.watch(lambda edge: edges.append(edge.down))
    pins.pin(17).drive_high()
    button.close()
    assert edges == [True]


def test_a_closed_button_tells_nothing_and_its_pin_is_free(pins: MockFactory) -> None:
    edges: list[Edge] = []
    button = gpio.open_button(17, pin_factory=pins)
    button.watch(edges.append)
    button.close()
    button.close()
    pins.pin(17).drive_low()
    assert edges == []
    with pytest.raises(StoppedAnswering):
        button.watch(edges.append)
    gpio.open_button(17, pin_factory=pins).close()


def test_no_edge_comes_after_close_has_returned(pins: MockFactory) -> None:
    telling, go_on = threading.Event(), threading.Event()

    def on_edge(_: Edge) -> None:
        telling.set()
        assert go_on.wait(WITHIN_S)

    button = gpio.open_button(17, pin_factory=pins)
    button.watch(on_edge)
    pressing = threading.Thread(target=pins.pin(17).drive_low)
    closing = threading.Thread(target=button.close)
    pressing.start()
    assert telling.wait(WITHIN_S)
    closing.start()
    closing.join(0.1)
    still_closing = closing.is_alive()
    go_on.set()
    pressing.join()
    closing.join()
    assert still_closing


def test_a_listener_that_raises_silences_neither_its_own_pin_nor_another(
    pins: MockFactory, caplog: pytest.LogCaptureFixture
) -> None:
    """lgpio tells every pin on one thread, and an exception in a callback would end it."""
    edges: list[bool] = []

    def fails(edge: Edge) -> None:
        edges.append(edge.down)
        raise ValueError("planted")

    failing, sound = gpio.open_button(17, pin_factory=pins), gpio.open_button(27, pin_factory=pins)
    failing.watch(fails)
    sound.watch(lambda edge: edges.append(edge.down))
    for pin in (17, 27):
        pins.pin(pin).drive_low()
        pins.pin(pin).drive_high()
    failing.close()
    sound.close()
    assert edges == [True, False] * 2
    assert "GPIO17" in caplog.text


def test_a_second_listener_replaces_the_first(pins: MockFactory) -> None:
    first: list[Edge] = []
    second: list[Edge] = []
    button = gpio.open_button(17, pin_factory=pins)
    button.watch(first.append)
    button.watch(second.append)
    pins.pin(17).drive_low()
    button.close()
    assert (len(first), len(second)) == (0, 1)


def test_recorded_bounce_on_a_pin_is_one_press(pins: MockFactory) -> None:
    clock = Clock()
    button = GpioButton("confirm", gpiozero.Button(17, pin_factory=pins), clock)
    chatter = Chatter()
    told: list[Gesture] = []
    button.watch(lambda edge: told.extend(chatter.edge("confirm", edge)))
    begin_ms = clock.now_ms
    for start_ms, trace in ((0, recorded_bounce.PRESS_USUAL), (200, recorded_bounce.RELEASE_SLOW)):
        for nanoseconds, level in trace:
            clock.now_ms = begin_ms + start_ms + nanoseconds // 1_000_000
            pins.pin(17).drive_high() if level else pins.pin(17).drive_low()
    button.close()
    assert [*told, *chatter.reach(clock.now_ms + 100)] == [Pressed("confirm", begin_ms + 200)]


def quadrature(pins: MockFactory, *pairs: tuple[int, int]) -> None:
    """One detent: the contacts to ground close and open one after the other."""
    for pin, low in pairs:
        pins.pin(pin).drive_low() if low else pins.pin(pin).drive_high()


def test_a_knob_tells_each_detent_and_its_direction(pins: MockFactory) -> None:
    steps: list[int] = []
    knob = gpio.open_knob(gpio_a=5, gpio_b=6, pin_factory=pins)
    knob.watch(steps.append)
    for _ in range(20):
        quadrature(pins, (5, 1), (6, 1), (5, 0), (6, 0))
    quadrature(pins, (6, 1), (5, 1), (6, 0), (5, 0))
    knob.close()
    quadrature(pins, (6, 1), (5, 1), (6, 0), (5, 0))
    assert steps == [1] * 20 + [-1]


def test_a_bouncing_knob_counts_a_detent_once(pins: MockFactory) -> None:
    steps: list[int] = []
    knob = gpio.open_knob(gpio_a=5, gpio_b=6, pin_factory=pins)
    knob.watch(steps.append)
    quadrature(pins, (5, 1), (5, 0), (5, 1), (6, 1), (6, 0), (6, 1), (5, 0), (5, 1), (5, 0), (6, 0))
    knob.close()
    assert steps == [1]


def contact(pins: MockFactory, pin: int, trace: Trace) -> None:
    """One contact of a knob changes as a real one was recorded to."""
    quadrature(pins, *((pin, level == 0) for _, level in trace))


@pytest.mark.parametrize("release", RELEASES)
@pytest.mark.parametrize("press", [*PRESSES, "slow"])
def test_recorded_bounce_on_both_contacts_of_a_knob_is_one_detent_each_way(
    pins: MockFactory, press: str, release: str
) -> None:
    closes, opens = (PRESSES | {"slow": recorded_bounce.PRESS_SLOW})[press], RELEASES[release]
    steps: list[int] = []
    knob = gpio.open_knob(gpio_a=5, gpio_b=6, pin_factory=pins)
    knob.watch(steps.append)
    for first, second in ((5, 6), (5, 6), (6, 5), (5, 6)):
        for pin, trace in ((first, closes), (second, closes), (first, opens), (second, opens)):
            contact(pins, pin, trace)
    knob.close()
    assert steps == [1, 1, -1, 1]


class Heard(MockPWMPin):
    """A PWM pin that reports each tone that begins, and silence as 0."""

    tones: queue.Queue[int] = queue.Queue()

    def _set_frequency(self, value: float | None) -> None:
        super()._set_frequency(value)
        self.tones.put(round(value or 0))


@pytest.fixture
def heard() -> "queue.Queue[int]":
    Heard.tones = queue.Queue()
    return Heard.tones


def next_tone(heard: "queue.Queue[int]", hz: int) -> None:
    """Wait for `hz`; what else sounds before is not looked at."""
    while heard.get(timeout=WITHIN_S) != hz:
        pass


def test_a_buzzer_plays_the_notes_in_order_and_falls_silent(heard: "queue.Queue[int]") -> None:
    pins = MockFactory(pin_class=Heard)
    buzzer = gpio.open_buzzer(13, pin_factory=pins)
    buzzer.play([Note(440, 1), Note(0, 1), Note(880, 1)])
    for hz in (440, 0, 880, 0):
        next_tone(heard, hz)
    buzzer.close()
    buzzer.close()


def test_new_notes_cut_short_those_still_playing(heard: "queue.Queue[int]") -> None:
    pins = MockFactory(pin_class=Heard)
    buzzer = gpio.open_buzzer(13, pin_factory=pins)
    buzzer.play([Note(440, 600_000), Note(1760, 1)])
    next_tone(heard, 440)
    buzzer.play([Note(880, 600_000)])
    assert heard.get(timeout=WITHIN_S) == 880
    buzzer.close()
    next_tone(heard, 0)


def test_tones_a_buzzer_cannot_play_are_drawn_to_the_nearest(heard: "queue.Queue[int]") -> None:
    pins = MockFactory(pin_class=Heard)
    buzzer = gpio.open_buzzer(13, pin_factory=pins)
    buzzer.play([Note(20, 1), Note(20_000, 1)])
    next_tone(heard, 220)
    next_tone(heard, 3520)
    buzzer.close()


def test_a_closed_buzzer_refuses_to_play(pwm_pins: MockFactory) -> None:
    buzzer = gpio.open_buzzer(13, pin_factory=pwm_pins)
    buzzer.close()
    with pytest.raises(StoppedAnswering):
        buzzer.play([Note(440, 10)])


class BreaksLater(MockPWMPin):
    """A PWM pin that fails once it has been opened."""

    broken = threading.Event()

    def _set_frequency(self, value: float | None) -> None:
        if value == 440:
            self.broken.set()
            raise OSError(5, "Input/output error")
        super()._set_frequency(value)


def play_for_ever(buzzer: Buzzer) -> None:
    while True:
        buzzer.play([Note(440, 10)])


def test_a_buzzer_whose_pin_fails_says_so_at_the_next_notes() -> None:
    buzzer = gpio.open_buzzer(13, pin_factory=MockFactory(pin_class=BreaksLater))
    buzzer.play([Note(440, 10)])
    assert BreaksLater.broken.wait(WITHIN_S)
    with pytest.raises(StoppedAnswering, match="the pin failed"):
        play_for_ever(buzzer)
    assert isinstance(getattr(buzzer, "lost", None), StoppedAnswering)
    buzzer.close()


def test_two_owners_of_a_pin_are_a_fault_that_names_the_other(pins: MockFactory) -> None:
    button = gpio.open_button(17, pin_factory=pins)
    with pytest.raises(CannotOpen, match=r"the button on GPIO17: .*already in use by .*Button"):
        gpio.open_button(17, pin_factory=pins)
    with pytest.raises(CannotOpen, match="GPIO17"):
        gpio.open_knob(17, 18, pin_factory=pins)
    button.close()
    gpio.open_knob(17, 18, pin_factory=pins).close()


@pytest.mark.parametrize("number", [99, -1])
def test_a_pin_that_does_not_exist_is_a_fault(pins: MockFactory, number: int) -> None:
    with pytest.raises(CannotOpen, match="Choose a free pin"):
        gpio.open_button(number, pin_factory=pins)


def test_a_buzzer_on_pins_without_pwm_is_a_fault(pins: MockFactory) -> None:
    with pytest.raises(CannotOpen, match="PWM"):
        gpio.open_buzzer(13, pin_factory=pins)


def test_a_pin_factory_that_raises_is_a_fault_with_a_clear_message(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GPIOZERO_PIN_FACTORY", "nosuch")
    with pytest.raises(CannotOpen, match=r"no pin factory works here .*nosuch.*brings lgpio"):
        gpio.open_button(17)


def test_gpiozero_s_own_factory_is_never_set(pins: MockFactory) -> None:
    gpio.open_button(17, pin_factory=pins).close()
    assert gpiozero.Device.pin_factory is None


def test_a_missing_gpiozero_is_told_with_the_way_to_have_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "gpiozero", None)
    with pytest.raises(CannotOpen, match=r"gpiozero cannot be imported .*installer again"):
        gpio.open_button(17)


# Importing lgpio starts a thread and makes a pipe, so what needs it runs in a process of its own.
OPENS = """
import sys
from hardware.drivers import gpio
from hardware.errors import CannotOpen
{before}
try:
    gpio.open_button(17{more})
except CannotOpen as fault:
    sys.exit(str(fault))
"""
BUSY = """
import lgpio
from gpiozero.pins.mock import MockFactory, MockPin
class Taken(MockPin):
    def __init__(self, factory, info):
        raise lgpio.error("GPIO busy")
"""


def fault_of(cwd: str | Path, before: str = "", more: str = "", **environ: str) -> str:
    done = subprocess.run(
        [sys.executable, "-c", OPENS.format(before=before, more=more)],
        cwd=cwd,
        env=os.environ | {"PYTHONPATH": str(ROOT)} | environ,
        capture_output=True,
        text=True,
    )
    assert done.returncode == 1, done.stderr
    return done.stderr


@pytest.mark.needs_drivers("lgpio")
def test_a_working_directory_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    assert "lgpio cannot make its pipe in the working directory /proc" in fault_of("/proc")
    assert "the pins cannot be reached" in fault_of("/proc", LG_WD=str(tmp_path))


@pytest.mark.needs_drivers("lgpio")
def test_off_a_pi_the_pins_are_a_fault_and_no_fall_back(tmp_path: Path) -> None:
    said = fault_of(tmp_path)
    assert "the pins cannot be reached" in said
    assert "Falling back" not in said


@pytest.mark.needs_drivers("lgpio")
def test_a_busy_pin_names_the_line_and_the_next_step(tmp_path: Path) -> None:
    said = fault_of(tmp_path, BUSY, ", pin_factory=MockFactory(pin_class=Taken)")
    assert "the button on GPIO17: another program holds the pin ('GPIO busy'). Find it with gpioinfo" in said


def test_every_opener_takes_its_pins_and_a_factory(pins: MockFactory, pwm_pins: MockFactory) -> None:
    openers: list[Callable[[], Any]] = [
        lambda: gpio.open_button(gpio=17, pin_factory=pins),
        lambda: gpio.open_knob(gpio_a=5, gpio_b=6, pin_factory=pins),
        lambda: gpio.open_buzzer(gpio=13, pin_factory=pwm_pins),
    ]
    for opener in openers:
        opener().close()
