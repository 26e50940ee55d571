"""What `CardReader` promises, kept by every driver on an emulated device."""

import contextlib
import os
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from hardware.errors import CannotOpen, DeviceFault
from hardware.interfaces import CardReader, Uid
from tests.devices.reader_benches import ReaderBench, bench_of
from tests.tree import ROOT

KINDS = [
    "mfrc522",
    pytest.param("mfrc522-package", marks=pytest.mark.needs_drivers("mfrc522")),
    "pn532-uart",
    "rdm6300",
    "hid",
    "simulated",
]
POLL_S = 0.05


def test_every_driver_that_opens_readers_is_held_to_it() -> None:
    opening = {
        path.stem.replace("_", "-")
        for path in (ROOT / "hardware" / "drivers").glob("*.py")
        if "\ndef open_reader(" in path.read_text(encoding="utf-8")
    }
    held_to_it = {kind if isinstance(kind, str) else kind.values[0] for kind in KINDS}
    assert opening - held_to_it == {"terminal"}  # where a card is typed and does not lie there


@pytest.fixture(params=KINDS)
def bench(
    request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[ReaderBench]:
    with bench_of(request.param, tmp_path, monkeypatch) as bench:
        yield bench


@pytest.fixture
def reader(bench: ReaderBench) -> Iterator[CardReader]:
    reader = bench.open_patiently()
    yield reader
    reader.close()


def held() -> tuple[set[str], set[threading.Thread]]:
    """The descriptors and threads of this process."""
    return set(os.listdir("/proc/self/fd")), set(threading.enumerate())


def first_fault(reader: CardReader) -> DeviceFault:
    with pytest.raises(DeviceFault) as caught:
        reader.poll()
    return caught.value


def test_the_first_poll_with_a_card_returns_it(bench: ReaderBench, reader: CardReader) -> None:
    bench.place()
    assert reader.poll() == bench.card


def test_without_a_card_it_returns_none(reader: CardReader) -> None:
    assert [reader.poll() for _ in range(5)] == [None] * 5


def test_a_card_that_was_lifted_is_gone_within_a_second(bench: ReaderBench, reader: CardReader) -> None:
    bench.place()
    assert reader.poll() == bench.card
    bench.lift()
    seen: Uid | None = Uid(bench.card)
    until_s = time.monotonic() + 1
    while seen is not None and time.monotonic() < until_s:
        seen = reader.poll()
    assert seen is None


@pytest.mark.parametrize("condition", ["empty", "lying", "failed"])
def test_a_poll_blocks_at_most_50_ms(bench: ReaderBench, condition: str) -> None:
    """Whatever comes of it, and the best of three, for the machine may be busy."""
    took_s = []
    reader = bench.open()
    if condition == "lying":
        bench.place()
    if condition == "failed":
        bench.fail()
    for _ in range(3):
        began_s = time.monotonic()
        with contextlib.suppress(DeviceFault):
            reader.poll()
        took_s.append(time.monotonic() - began_s)
    reader.close()
    assert min(took_s) < POLL_S


def test_a_device_that_fails_is_a_fault_that_names_it_and_the_way_out(
    bench: ReaderBench, reader: CardReader
) -> None:
    bench.place()
    reader.poll()
    bench.fail()
    for _ in range(3):
        fault = first_fault(reader)
        assert bench.names in fault.device
        assert fault.what
        assert fault.way_out
        assert str(fault).count(fault.device) == 1


def test_a_device_that_was_mended_can_be_opened_again(bench: ReaderBench) -> None:
    for _ in range(3):
        reader = bench.open()
        bench.fail()
        first_fault(reader)
        reader.close()
        bench.mend()
        reader = bench.open_patiently()
        bench.place()
        assert reader.poll() == bench.card
        bench.lift()
        reader.close()


def test_a_device_that_is_not_there_cannot_be_opened_and_leaves_nothing(bench: ReaderBench) -> None:
    before = held()
    for _ in range(3):
        with pytest.raises(CannotOpen) as caught:
            bench.open_nothing()
        assert caught.value.way_out
        del caught
    assert held() == before


def test_closing_twice_is_fine_and_a_closed_reader_only_faults(bench: ReaderBench) -> None:
    reader = bench.open()
    reader.close()
    reader.close()
    assert bench.names in first_fault(reader).device


def test_a_failed_device_can_be_closed(bench: ReaderBench) -> None:
    reader = bench.open()
    bench.fail()
    reader.close()
    reader.close()


def test_nothing_is_left_behind(bench: ReaderBench) -> None:
    bench.open().close()
    before = held()
    for _ in range(5):
        reader = bench.open_patiently()
        reader.poll()
        reader.close()
    assert held() == before


def test_it_may_be_polled_by_another_thread_than_opened_it(bench: ReaderBench, reader: CardReader) -> None:
    seen: list[Uid | None] = []
    bench.place()
    thread = threading.Thread(target=lambda: seen.append(reader.poll()))
    thread.start()
    thread.join()
    assert seen == [bench.card]
