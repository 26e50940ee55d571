"""The driver for the Pi 5's kernel driver, to a FIFO that takes one frame for each opening."""

import fcntl
import os
import queue
import select
import threading
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from types import SimpleNamespace

import pytest

from hardware.drivers import leds0
from hardware.errors import CannotOpen, StoppedAnswering
from hardware.interfaces import LampStrip
from tests.devices.leds0_fifo import Leds0Fifo
from tests.hardware.giving_up import check_it_gives_up

WITHIN_S = 30


@pytest.fixture
def device(tmp_path: Path) -> Iterator[Leds0Fifo]:
    with Leds0Fifo(tmp_path / "leds0") as device:
        yield device


def test_four_bytes_a_lamp_and_one_frame_for_each_opening(device: Leds0Fifo) -> None:
    strip = leds0.open_strip(path=str(device.path), lamps=2)
    for level in range(20):
        strip.show(bytes([level, 2, 3, 4, 5, 6]))
        assert device.frames.get(timeout=WITHIN_S) == bytes([level, 2, 3, 0, 4, 5, 6, 0])
    strip.close()
    assert device.frames.get(timeout=WITHIN_S) == bytes(8)
    assert device.frames.empty()


def show_once_somebody_reads(strip: LampStrip, frame: bytes) -> None:
    """However late that is: each try waits for a second."""
    while True:
        with suppress(StoppedAnswering):
            return strip.show(frame)


def take_one_frame(path: Path, lamps: int) -> tuple[bytes, bool]:
    """Open it, take a frame and close it; and whether the one who wrote had closed it by then."""
    with path.open("rb", buffering=0) as reader:
        frame = b""
        while len(frame) < 4 * lamps:
            frame += reader.read(4 * lamps - len(frame))
        poll = select.poll()
        poll.register(reader, select.POLLIN)
        return frame, poll.poll(1000 * WITHIN_S) == [(reader.fileno(), select.POLLHUP)]


def test_a_reader_that_takes_one_frame_and_closes_gets_each_of_them_in_an_opening_of_its_own(
    tmp_path: Path,
) -> None:
    path, taken = tmp_path / "leds0", queue.Queue[tuple[bytes, bool]]()
    os.mkfifo(path)
    frames = [bytes([level] * 6) for level in range(5)]

    def take_each() -> None:
        for _ in frames:
            taken.put(take_one_frame(path, 2))

    reading = threading.Thread(target=take_each, daemon=True)
    reading.start()
    strip = leds0.open_strip(path=str(path), lamps=2)
    for frame in frames:
        show_once_somebody_reads(strip, frame)
        assert taken.get(timeout=2 * WITHIN_S) == ((frame[:3] + b"\0") * 2, True)
    reading.join()
    with pytest.raises(StoppedAnswering):
        strip.show(frame)
    strip.close()


def test_a_second_frame_without_a_gap_is_for_the_next_reader(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "leds0"
    os.mkfifo(path)
    readers = [os.open(path, os.O_RDONLY | os.O_NONBLOCK)]
    strip = leds0.open_strip(path=str(path), lamps=1)
    strip.show(b"abc")
    assert os.read(readers[0], 4) == b"abc\0"

    def the_reader_closes_and_comes_back(_seconds: float) -> None:
        os.close(readers.pop())
        readers.append(os.open(path, os.O_RDONLY | os.O_NONBLOCK))
        monkeypatch.undo()

    monkeypatch.setattr(leds0, "SHUTS_S", float(WITHIN_S))  # however busy the machine is
    monkeypatch.setattr(
        leds0, "time", SimpleNamespace(monotonic=time.monotonic, sleep=the_reader_closes_and_comes_back)
    )
    strip.show(b"def")
    assert leds0.time is time, "it did not wait for the reader to close"
    assert os.read(readers[0], 99) == b"def\0"
    os.close(readers[0])
    strip.close()


def test_what_is_no_fifo_takes_frames_without_a_gap(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "leds0"
    path.touch()
    monkeypatch.setattr(leds0, "SHUTS_S", float(WITHIN_S))
    monkeypatch.setattr(leds0, "time", SimpleNamespace(monotonic=time.monotonic, sleep=pytest.fail))
    strip = leds0.open_strip(path=str(path), lamps=1)
    for frame in (b"abc", b"def"):
        strip.show(frame)
        assert path.read_bytes() == frame + b"\0"
    strip.close()


def test_opening_it_is_no_frame_yet(device: Leds0Fifo) -> None:
    strip = leds0.open_strip(path=str(device.path), lamps=2)
    strip.show(b"\x01" * 6)
    assert device.frames.get(timeout=WITHIN_S) == b"\x01\x01\x01\x00" * 2
    strip.close()


def test_a_sacrificial_lamp_comes_first_and_stays_dark(device: Leds0Fifo) -> None:
    strip = leds0.open_strip(path=str(device.path), lamps=1, sacrificial=True)
    strip.show(b"\x01\x02\x03")
    assert device.frames.get(timeout=WITHIN_S) == bytes(4) + b"\x01\x02\x03\x00"
    strip.close()


def test_the_white_channel_of_an_rgbw_strip_is_used(device: Leds0Fifo) -> None:
    strip = leds0.open_strip(path=str(device.path), lamps=2, order="RGBW")
    strip.show(bytes([9, 5, 7, 1, 0, 0]))
    assert device.frames.get(timeout=WITHIN_S) == bytes([4, 0, 2, 5, 1, 0, 0, 0])
    strip.close()


def test_a_regular_file_in_its_place_holds_the_last_frame(tmp_path: Path) -> None:
    path = tmp_path / "leds0"
    path.touch()
    strip = leds0.open_strip(path=str(path), lamps=1)
    strip.show(b"\x07\x08\x09")
    assert path.read_bytes() == b"\x07\x08\x09\x00"
    strip.close()
    assert path.read_bytes() == bytes(4)


def test_a_file_that_is_not_there_names_the_overlay_and_is_not_made(tmp_path: Path) -> None:
    path = tmp_path / "leds0"
    with pytest.raises(CannotOpen, match=r"no such file .*dtoverlay=ws2812-pio"):
        leds0.open_strip(path=str(path), lamps=2)
    with pytest.raises(CannotOpen, match="that is a folder"):
        leds0.open_strip(path=str(tmp_path), lamps=2)
    assert not path.exists()


def test_a_driver_that_was_unloaded_is_a_fault_and_makes_no_file(tmp_path: Path) -> None:
    with Leds0Fifo(tmp_path / "leds0") as device:
        strip = leds0.open_strip(path=str(device.path), lamps=2)
    with pytest.raises(StoppedAnswering, match="takes no frame"):
        strip.show(bytes(6))
    strip.close()
    assert not (tmp_path / "leds0").exists()


def test_a_reader_that_is_just_coming_back_is_waited_for_and_takes_the_frame_whole(tmp_path: Path) -> None:
    path = tmp_path / "leds0"
    os.mkfifo(path)
    strip = leds0.open_strip(path=str(path), lamps=2)
    showing = threading.Thread(target=strip.show, args=(b"\x01\x02\x03\x04\x05\x06",))
    showing.start()
    with path.open("rb") as reader:
        assert reader.read(8) == b"\x01\x02\x03\x00\x04\x05\x06\x00"
    showing.join()
    strip.close()


def test_a_reader_that_goes_before_it_has_read_leaves_the_frame_to_the_next(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "leds0"
    os.mkfifo(path)
    readers = [os.open(path, os.O_RDONLY | os.O_NONBLOCK)]
    strip = leds0.open_strip(path=str(path), lamps=1)

    def it_goes(*waits_for: object) -> object:
        os.close(readers.pop())
        monkeypatch.undo()
        return select.select(*waits_for)

    def the_next_comes(seconds: float) -> None:
        if not readers:
            readers.append(os.open(path, os.O_RDONLY | os.O_NONBLOCK))
        time.sleep(seconds)

    monkeypatch.setattr(leds0, "select", SimpleNamespace(select=it_goes))
    with monkeypatch.context() as waiting:
        waiting.setattr(leds0, "time", SimpleNamespace(monotonic=time.monotonic, sleep=the_next_comes))
        strip.show(b"abc")
    assert leds0.select is select
    assert os.read(readers[0], 99) == b"abc\0"
    os.close(readers[0])
    strip.close()


def test_a_reader_that_never_comes_is_a_fault_and_no_hang(tmp_path: Path) -> None:
    path = tmp_path / "leds0"
    os.mkfifo(path)
    strip = leds0.open_strip(path=str(path), lamps=2)
    began_s = time.monotonic()
    with pytest.raises(StoppedAnswering):
        strip.show(bytes(6))
    assert time.monotonic() - began_s < leds0.PATIENCE_S + 1
    strip.close()


def test_a_reader_that_reads_no_more_is_a_fault_and_holds_nobody_up(tmp_path: Path) -> None:
    path = tmp_path / "leds0"
    os.mkfifo(path)
    reader = os.open(path, os.O_RDONLY | os.O_NONBLOCK)
    fcntl.fcntl(reader, fcntl.F_SETPIPE_SZ, 4096)
    strip = leds0.open_strip(path=str(path), lamps=112)

    def read_on() -> None:
        with suppress(BlockingIOError):
            os.read(reader, 65536)

    try:
        check_it_gives_up(strip, bytes(3 * 112), "takes no frame", read_on)
    finally:
        os.close(reader)


def test_a_frame_longer_than_the_pipe_is_written_whole(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(leds0, "PATIENCE_S", float(WITHIN_S))
    path, lamps = tmp_path / "leds0", 20_000
    os.mkfifo(path)
    strip = leds0.open_strip(path=str(path), lamps=lamps)
    showing = threading.Thread(target=strip.show, args=(b"abc" * lamps,), daemon=True)
    showing.start()
    with path.open("rb") as reader:
        assert reader.read(4 * lamps) == b"abc\0" * lamps
        showing.join()
    monkeypatch.undo()
    strip.close()


def test_a_frame_of_another_length_is_refused(device: Leds0Fifo) -> None:
    strip = leds0.open_strip(path=str(device.path), lamps=2)
    with pytest.raises(ValueError, match="has 2 lamps, not 3"):
        strip.show(bytes(9))
    strip.close()


def test_a_file_that_is_not_ours_names_the_group(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "leds0"
    path.touch(mode=0o400)
    # Root may write anything, so the answer to `access` is what any other user would get.
    monkeypatch.setattr(os, "access", lambda _path, _mode: False)
    with pytest.raises(CannotOpen, match=r"may not write it\. .*group video"):
        leds0.open_strip(path=str(path), lamps=2)
