"""The Adalight driver through the real pyserial, to a controller on a pseudo-terminal."""

import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from hardware.drivers.adalight import BOOT_MS, Adalight, open_strip
from hardware.drivers.serial_line import SerialLine
from hardware.drivers.wire import Wire
from hardware.errors import CannotOpen, StoppedAnswering, WiredWrongly
from tests.clock import Clock
from tests.devices.adalight_controller import WLED, AdalightController
from tests.hardware.giving_up import show_on

WITHIN_S = 30
LAMPS = 112
LIT = bytes(range(1, 1 + 2 * LAMPS)) + bytes(LAMPS)
DARK = bytes(3 * LAMPS)


@pytest.fixture
def port(tmp_path: Path) -> Path:
    return tmp_path / "usb-controller"


@pytest.fixture
def controller(port: Path) -> Iterator[AdalightController]:
    with AdalightController(port, boot_s=0) as controller:
        yield controller


def test_a_frame_arrives_whole_and_the_lamps_go_out_in_the_end(controller: AdalightController) -> None:
    strip = open_strip(port=str(controller.path), lamps=LAMPS, baud=115200)
    strip.show(LIT)
    assert controller.frames.get(timeout=WITHIN_S) == LIT
    strip.close()
    assert controller.frames.get(timeout=WITHIN_S) == DARK


@pytest.mark.parametrize("lamps", [1, 3, 86, 256, 257, 300])
def test_no_length_loses_the_last_lamp_or_leaves_bytes_over(
    controller: AdalightController, lamps: int
) -> None:
    strip = open_strip(port=str(controller.path), lamps=lamps, baud=1_000_000)
    frame = bytes([7, 8, 9]) * lamps
    for _ in range(2):
        strip.show(frame)
        assert controller.frames.get(timeout=WITHIN_S) == frame
    strip.close()
    assert controller.asked == []


def test_adalight_over_a_reset_shows_the_frame_and_keeps_the_lamps(port: Path) -> None:
    """With the true times: two seconds deaf after the opening, lamps taken back after 2.5 s of silence."""
    with AdalightController(port) as controller:
        strip = open_strip(port=str(port), lamps=LAMPS)
        strip.show(LIT)
        for _ in range(4):
            assert controller.frames.get(timeout=WITHIN_S) == LIT
        assert controller.lapses == 0
        strip.close()
        assert controller.opened == 1


def test_a_frame_holds_its_caller_as_long_as_it_is_on_its_way(controller: AdalightController) -> None:
    strip = open_strip(port=str(controller.path), lamps=224)
    began_s = time.monotonic()
    for _ in range(3):
        strip.show(bytes(3 * 224))
    took_s = time.monotonic() - began_s
    strip.close()
    assert took_s > 3 * 0.058


def test_the_order_of_colours_can_be_chosen(controller: AdalightController) -> None:
    strip = open_strip(port=str(controller.path), lamps=1, order="GRB")
    strip.show(b"\x01\x02\x03")
    assert controller.frames.get(timeout=WITHIN_S) == b"\x02\x01\x03"
    strip.close()


def test_a_sacrificial_lamp_is_one_more_in_the_header_and_stays_dark(controller: AdalightController) -> None:
    strip = open_strip(port=str(controller.path), lamps=2, sacrificial=True)
    strip.show(b"\x01\x02\x03\x04\x05\x06")
    assert controller.frames.get(timeout=WITHIN_S) == bytes(3) + b"\x01\x02\x03\x04\x05\x06"
    strip.close()
    assert controller.asked == []


def test_a_white_channel_is_refused_for_the_protocol_has_none(controller: AdalightController) -> None:
    with pytest.raises(CannotOpen, match="GRBW"):
        open_strip(port=str(controller.path), lamps=1, order="GRBW")


def test_an_unplugged_controller_is_a_fault_and_can_be_opened_again(port: Path) -> None:
    with AdalightController(port, boot_s=0):
        strip = open_strip(port=str(port), lamps=LAMPS)
        strip.show(LIT)
    with pytest.raises(StoppedAnswering, match="plug it in again"):
        show_on(strip, LIT)
    strip.close()
    with pytest.raises(CannotOpen, match="no such port"):
        open_strip(port=str(port), lamps=LAMPS)
    with AdalightController(port, boot_s=0) as controller:
        strip = open_strip(port=str(port), lamps=LAMPS)
        strip.show(LIT)
        assert controller.frames.get(timeout=WITHIN_S) == LIT
        strip.close()


def test_a_controller_that_takes_nothing_is_a_fault_and_no_hang(port: Path) -> None:
    with AdalightController(port, deaf=True):
        strip = open_strip(port=str(port), lamps=LAMPS, baud=4_000_000)
        began_s = time.monotonic()
        with pytest.raises(StoppedAnswering):
            show_on(strip, LIT)
        assert time.monotonic() - began_s < 10
        strip.close()


class Bench:
    """The driver without its repeats, at a speed that makes frames short, with a clock to turn."""

    def __init__(self, port: Path, says: bytes) -> None:
        self.controller = AdalightController(port, boot_s=0, says=says)
        self.clock = Clock()
        line = SerialLine("the lamps", str(port), 115200, write_timeout_s=1)
        self.strip = Adalight("the lamps", line, Wire("the lamps", 1, "RGB"), 20, self.clock)

    def show(self, times: int) -> None:
        """Show a frame again and again; each takes 20 ms, in which the controller can answer."""
        for _ in range(times):
            self.strip.show(b"\x01\x02\x03")

    def boot(self) -> None:
        self.show(2)
        self.clock.now_ms += BOOT_MS

    def end(self) -> None:
        self.strip.close()
        self.controller.unplug()


def test_the_version_is_asked_for_once_when_the_controller_has_booted(port: Path) -> None:
    bench = Bench(port, WLED)
    bench.show(2)
    assert bench.controller.asked == []
    bench.clock.now_ms += BOOT_MS
    bench.show(10)
    bench.end()
    assert bench.controller.asked == [b"v"]


def test_an_answer_at_another_speed_is_a_fault_that_says_so(port: Path) -> None:
    bench = Bench(port, says=b"\x80\xf8\x00\x86\xe0")
    bench.boot()
    with pytest.raises(WiredWrongly, match=r"not at this speed .*115200"):
        bench.show(100)
    bench.end()


def test_what_a_controller_mutters_while_it_boots_is_no_fault(port: Path) -> None:
    bench = Bench(port, says=b"")
    bench.controller.say(b"\x80\xf8\x00\x86\xe0" * 20)
    bench.boot()
    bench.show(5)
    bench.end()


@pytest.mark.parametrize("says", [b"", b"Ada\n", WLED])
def test_a_controller_that_answers_otherwise_or_not_at_all_is_fine(port: Path, says: bytes) -> None:
    bench = Bench(port, says)
    bench.boot()
    bench.show(10)
    bench.end()


def test_a_frame_of_another_length_is_refused(controller: AdalightController) -> None:
    strip = open_strip(port=str(controller.path), lamps=LAMPS)
    with pytest.raises(ValueError, match="has 112 lamps, not 111"):
        strip.show(bytes(3 * 111))
    strip.close()
