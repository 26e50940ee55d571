"""A knob that the kernel reads, through the real evdev package."""

import queue
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from hardware.drivers import evdev as driver
from hardware.errors import CannotOpen, DeviceFault, StoppedAnswering
from hardware.interfaces import Knob
from tests.devices.evdev_knob import KEY, KernelKnob
from tests.eventually import until

WITHIN_S = 30
pytestmark = pytest.mark.needs_drivers("evdev")


@pytest.fixture
def kernel(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[KernelKnob]:
    kernel = KernelKnob(tmp_path / "event0", monkeypatch)
    yield kernel
    kernel.unplug()


def watched(knob: Knob) -> "queue.Queue[int]":
    steps: queue.Queue[int] = queue.Queue()
    knob.watch(steps.put)
    return steps


def taken(steps: "queue.Queue[int]", count: int) -> list[int]:
    return [steps.get(timeout=WITHIN_S) for _ in range(count)]


def test_each_detent_and_its_direction_is_told(kernel: KernelKnob) -> None:
    knob = driver.open_knob(str(kernel.path))
    steps = watched(knob)
    kernel.turn(1)
    kernel.turn(-1)
    kernel.turn(3)
    kernel.turn(-2)
    assert taken(steps, 7) == [1, -1, 1, 1, 1, -1, -1]
    knob.close()
    assert kernel.grabbed


def test_other_events_are_no_detents(kernel: KernelKnob) -> None:
    knob = driver.open_knob(str(kernel.path))
    steps = watched(knob)
    kernel.tell(KEY, 28, 1)
    kernel.turn(1)
    assert taken(steps, 1) == [1]
    assert steps.empty()
    knob.close()


def test_a_listener_that_raises_does_not_silence_the_knob(
    kernel: KernelKnob, caplog: pytest.LogCaptureFixture
) -> None:
    knob = driver.open_knob(str(kernel.path))
    steps: queue.Queue[int] = queue.Queue()

    def fails_once(step: int) -> None:
        steps.put(step)
        if step > 0:
            raise ValueError("planted")

    knob.watch(fails_once)
    kernel.turn(2)
    kernel.turn(-1)
    assert taken(steps, 3) == [1, 1, -1]
    knob.close()
    assert str(kernel.path) in caplog.text


def test_a_closed_knob_tells_nothing_and_can_be_opened_again(kernel: KernelKnob) -> None:
    knob = driver.open_knob(str(kernel.path))
    steps = watched(knob)
    knob.close()
    knob.close()
    with pytest.raises(StoppedAnswering, match="closed"):
        knob.watch(steps.put)
    again = driver.open_knob(str(kernel.path))
    seen = watched(again)
    kernel.turn(1)
    assert taken(seen, 1) == [1]
    assert steps.empty()
    again.close()


def test_a_knob_that_is_taken_away_cannot_be_watched_any_more(kernel: KernelKnob) -> None:
    knob = driver.open_knob(str(kernel.path))
    kernel.unplug()

    def is_gone() -> bool:
        try:
            knob.watch(print)
        except DeviceFault as fault:
            return "it is gone" in str(fault)
        return False

    until(is_gone)
    knob.close()
    with pytest.raises(CannotOpen, match="dtoverlay=rotary-encoder"):
        driver.open_knob(str(kernel.path))


def test_a_knob_that_another_program_has_is_a_fault(kernel: KernelKnob) -> None:
    kernel.taken = True
    with pytest.raises(CannotOpen, match="another program has it"):
        driver.open_knob(str(kernel.path))


def test_what_is_no_input_device_is_a_fault(tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.touch()
    with pytest.raises(CannotOpen, match="no such input device"):
        driver.open_knob(str(file))


def test_a_missing_library_is_told_with_the_way_to_have_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "evdev", None)
    with pytest.raises(CannotOpen, match=r"evdev cannot be imported .*installer again"):
        driver.open_knob("/dev/input/event0")
