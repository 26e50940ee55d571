"""The RDM6300 driver through the real pyserial on a pseudo-terminal."""

import termios
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
import serial
from hypothesis import given, settings
from hypothesis import strategies as st

from hardware.drivers.rdm6300 import BAUD, Rdm6300, open_reader
from hardware.drivers.serial_line import SerialLine
from hardware.errors import CannotOpen, DeviceFault, StoppedAnswering
from hardware.interfaces import Uid
from tests.devices.rdm6300 import Rdm6300Pty, frame

A, B = Uid(bytes.fromhex("0A00B1C2D3")), Uid(bytes.fromhex("4F00112233"))


class Bench:
    """A module, its driver, and a clock that stands still until it is turned."""

    def __init__(self, path: Path) -> None:
        self.module = Rdm6300Pty(path)
        self.now_ms = 5_000_000
        self.reader = Rdm6300(SerialLine("the reader", str(path), BAUD), 300, lambda: self.now_ms)

    def poll_after(self, ms: int) -> Uid | None:
        self.now_ms += ms
        return self.reader.poll()


@contextmanager
def bench_at(folder: Path) -> Iterator[Bench]:
    bench = Bench(folder / "usb-RDM6300")
    yield bench
    bench.reader.close()
    bench.module.unplug()


@pytest.fixture
def bench(tmp_path: Path) -> Iterator[Bench]:
    with bench_at(tmp_path) as bench:
        yield bench


def test_the_first_frame_is_the_card(bench: Bench) -> None:
    bench.module.tap(A)
    assert bench.reader.poll() == A


def test_no_frame_is_no_card(bench: Bench) -> None:
    assert bench.reader.poll() is None


def test_the_card_lies_there_between_two_frames_and_not_for_ever(bench: Bench) -> None:
    bench.module.tap(A)
    assert [bench.poll_after(ms) for ms in (0, 150, 150, 1)] == [A, A, A, None]


def test_a_flood_of_repeats_is_one_card(bench: Bench) -> None:
    """A: RDM6300 floods repeats."""
    bench.module.tap(A, frames=100)
    assert {bench.reader.poll() for _ in range(10)} == {A}
    assert bench.poll_after(301) is None


def test_two_cards_one_right_after_the_other_are_both_seen(bench: Bench) -> None:
    bench.module.write(frame(A) * 3 + frame(B) * 2)
    seen = [bench.reader.poll() for _ in range(4)]
    assert seen[0] == A
    assert seen[-1] == B


def test_a_frame_in_pieces_is_put_together(bench: Bench) -> None:
    whole = frame(A)
    bench.module.write(whole[:6])
    assert bench.reader.poll() is None
    bench.module.write(whole[6:])
    assert bench.reader.poll() == A


def test_noise_and_half_frames_around_a_good_one(bench: Bench) -> None:
    """A: RDM6300 reports phantom tags."""
    noise = b"\x00\xff\x02\x03\x02AB"
    bench.module.write(noise + frame(B)[:9] + frame(A) + noise + frame(B)[5:])
    assert bench.reader.poll() == A
    assert bench.poll_after(301) is None


@pytest.mark.parametrize("checksum", [0x00, 0x4E])
def test_a_wrong_checksum_is_no_card(bench: Bench, checksum: int) -> None:
    bench.module.write(frame(B, checksum))
    assert bench.reader.poll() is None


def test_a_mangled_frame_keeps_the_card_for_a_second_and_a_half(bench: Bench) -> None:
    bench.module.tap(A)
    bench.reader.poll()
    seen = []
    for _ in range(8):
        bench.module.write(frame(A, checksum=0xEE))
        seen.append(bench.poll_after(200))
    assert seen == [A] * 7 + [None]


@settings(max_examples=40)
@given(noise=st.lists(st.sampled_from([b"\x02", b"\x03", b"AB12C", b"\xfe", frame(B)[:9], frame(B)[2:]])))
def test_no_noise_makes_a_card_or_hides_one(noise: list[bytes]) -> None:
    with TemporaryDirectory() as folder, bench_at(Path(folder)) as bench:
        bench.module.write(b"".join(noise) + frame(A))
        assert bench.reader.poll() == A


def test_unplugging_mid_frame_is_a_fault_that_names_port_and_way_out(bench: Bench, tmp_path: Path) -> None:
    bench.module.write(frame(A)[:7])
    bench.module.unplug()
    with pytest.raises(StoppedAnswering, match=r"the reader: .* plug it in again\."):
        bench.reader.poll()
    with pytest.raises(StoppedAnswering):
        bench.reader.poll()


def test_a_replugged_module_can_be_opened_again(tmp_path: Path) -> None:
    path = tmp_path / "usb-RDM6300"
    with Rdm6300Pty(path) as module:
        reader = open_reader(port=str(path))
        module.unplug()
        with pytest.raises(StoppedAnswering):
            reader.poll()
        reader.close()
        with pytest.raises(CannotOpen, match="no such port"):
            open_reader(port=str(path))
        module.replug()
        reader = open_reader(port=str(path))
        module.tap(A)
        assert reader.poll() == A
        reader.close()


def test_a_port_in_use_is_not_opened_twice(bench: Bench) -> None:
    with pytest.raises(CannotOpen, match="another program has the port"):
        open_reader(port=str(bench.module.path))


def test_what_is_no_serial_port_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.touch()
    with pytest.raises(CannotOpen, match="Check that this is the device's serial port"):
        open_reader(port=str(file))


@pytest.mark.parametrize(
    "error", [serial.SerialException("gone"), OSError(5, "gone"), termios.error(5, "gone")]
)
@pytest.mark.parametrize("call", ["open", "read"])
def test_whichever_error_a_pulled_plug_raises_it_is_a_fault(
    bench: Bench, monkeypatch: pytest.MonkeyPatch, error: Exception, call: str
) -> None:
    """D: exceptions differ on unplug; loops spin."""

    def pulled(*_: object) -> None:
        raise error

    bench.module.tap(A)
    monkeypatch.setattr(serial.Serial, call, pulled)
    with pytest.raises(DeviceFault, match="gone"):
        bench.reader.poll() if call == "read" else open_reader(port=str(bench.module.path))
