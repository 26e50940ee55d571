"""What `LampStrip` promises, kept by every driver on emulated lamps."""

import os
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from hardware.errors import CannotOpen, DeviceFault
from hardware.interfaces import LampStrip
from tests.devices.strip_benches import LAMPS, StripBench, bench_of
from tests.eventually import until

KINDS = ["adalight", "leds0", "ws281x-helper", "ws281x-chip", "simulated", "terminal"]
DARK = bytes(3 * LAMPS)
LIT = bytes(range(1, 3 * LAMPS + 1))
OTHER = LIT[::-1]
ENOUGH = 200


@pytest.fixture(params=KINDS)
def bench(
    request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[StripBench]:
    with bench_of(request.param, tmp_path / "bench", monkeypatch) as bench:
        yield bench


@pytest.fixture
def strip(bench: StripBench) -> Iterator[LampStrip]:
    strip = bench.open()
    yield strip
    strip.close()


ROUNDS = 4


def left_behind(before: set[threading.Thread], files_before: int) -> bool:
    """Whether each of `ROUNDS` left a thread or a descriptor; the emulated lamps open and close some, too."""
    return (
        set(threading.enumerate()) != before or len(os.listdir("/proc/self/fd")) > files_before + ROUNDS - 2
    )


def show_until_it_fails(strip: LampStrip) -> None:
    for _ in range(ENOUGH):
        strip.show(LIT)


def fault_of(strip: LampStrip) -> DeviceFault:
    with pytest.raises(DeviceFault) as caught:
        show_until_it_fails(strip)
    return caught.value


def test_each_frame_is_shown_whole(bench: StripBench, strip: LampStrip) -> None:
    for frame in (LIT, OTHER, DARK, LIT):
        strip.show(frame)
        bench.shows(frame)


def test_it_knows_how_many_lamps_it_has(strip: LampStrip) -> None:
    assert strip.lamps == LAMPS


@pytest.mark.parametrize("length", [0, 3 * LAMPS - 1, 3 * LAMPS - 3, 3 * LAMPS + 3])
def test_a_frame_of_another_length_is_refused_and_changes_nothing(
    bench: StripBench, strip: LampStrip, length: int
) -> None:
    strip.show(LIT)
    with pytest.raises(ValueError, match=f"{LAMPS} lamps"):
        strip.show(bytes(length))
    bench.shows(LIT)
    strip.show(OTHER)
    bench.shows(OTHER)


def test_closing_puts_the_lamps_out(bench: StripBench) -> None:
    strip = bench.open()
    strip.show(LIT)
    bench.shows(LIT)
    strip.close()
    bench.shows(DARK)


def test_opening_and_closing_puts_out_the_lamps_that_a_crash_left_lit(bench: StripBench) -> None:
    bench.open().close()
    bench.shows(DARK)


def test_closing_twice_is_fine_and_a_closed_strip_only_faults(bench: StripBench) -> None:
    strip = bench.open()
    strip.close()
    strip.close()
    assert bench.names in fault_of(strip).device


def test_a_strip_that_fails_is_a_fault_that_names_it_and_the_way_out(
    bench: StripBench, strip: LampStrip
) -> None:
    strip.show(LIT)
    bench.fail()
    for _ in range(3):
        fault = fault_of(strip)
        assert bench.names in fault.device
        assert fault.what
        assert fault.way_out


def test_a_strip_that_was_mended_can_be_opened_again_and_gets_the_whole_frame(bench: StripBench) -> None:
    for _ in range(3):
        strip = bench.open()
        strip.show(OTHER)
        bench.fail()
        fault_of(strip)
        strip.close()
        bench.mend()
        strip = bench.open()
        strip.show(LIT)
        bench.shows(LIT)
        strip.close()


def test_a_strip_that_is_not_there_cannot_be_opened_and_leaves_nothing(bench: StripBench) -> None:
    threads, files = set(threading.enumerate()), len(os.listdir("/proc/self/fd"))
    for _ in range(ROUNDS):
        with pytest.raises(CannotOpen) as caught:
            bench.open_nothing()
        assert caught.value.way_out
        del caught
    until(lambda: not left_behind(threads, files))


def test_nothing_is_left_behind(bench: StripBench) -> None:
    bench.open().close()
    threads, files = set(threading.enumerate()), len(os.listdir("/proc/self/fd"))
    for _ in range(ROUNDS):
        strip = bench.open()
        strip.show(LIT)
        bench.shows(LIT)
        strip.close()
        bench.shows(DARK)
    until(lambda: not left_behind(threads, files))


def test_a_frame_blocks_no_longer_than_it_is_on_its_way(strip: LampStrip) -> None:
    """The best of five, for the machine may be busy."""
    took_s = []
    for frame in (LIT, OTHER) * 3:
        began_s = time.monotonic()
        strip.show(frame)
        took_s.append(time.monotonic() - began_s)
    assert min(took_s) < 0.05


def test_it_may_be_shown_by_another_thread_than_opened_it(bench: StripBench, strip: LampStrip) -> None:
    thread = threading.Thread(target=strip.show, args=(LIT,))
    thread.start()
    thread.join()
    bench.shows(LIT)


def test_strips_of_several_kinds_at_once_each_show_their_own(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    kinds = ["adalight", "leds0", "ws281x-helper", "simulated"]
    frames = {kind: bytes([number]) * 3 * LAMPS for number, kind in enumerate(kinds, 1)}
    with (
        bench_of(kinds[0], tmp_path / "a", monkeypatch) as adalight,
        bench_of(kinds[1], tmp_path / "b", monkeypatch) as leds0,
        bench_of(kinds[2], tmp_path / "c", monkeypatch) as helper,
        bench_of(kinds[3], tmp_path / "d", monkeypatch) as simulated,
    ):
        benches = dict(zip(kinds, (adalight, leds0, helper, simulated), strict=True))
        strips = {kind: bench.open() for kind, bench in benches.items()}
        for kind, strip in strips.items():
            strip.show(frames[kind])
        for kind, bench in benches.items():
            bench.shows(frames[kind])
        for strip in strips.values():
            strip.close()
