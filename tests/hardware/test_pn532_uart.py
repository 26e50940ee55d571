"""The PN532 driver on an emulated chip: without a line, so without time, and on a pseudo-terminal."""

import contextlib
import itertools
import time
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hardware.drivers.pn532_frames import FrameReader, Signal, command_frame
from hardware.drivers.pn532_uart import BAUD, Pn532Uart, open_reader
from hardware.drivers.serial_line import SerialLine
from hardware.errors import StoppedAnswering, TwoCards, WiredWrongly
from hardware.interfaces import Uid
from hardware.presence import Change, Placed, Presence
from tests.devices.iso14443 import FOUR, SEVEN, TEN
from tests.devices.pn532 import ACK, SYNTAX_ERROR, DirectLine, Pn532, Pn532Pty, answer_frame
from tests.devices.pty_device import PtyDevice

POLL_MS = 50


class Bench:
    """A chip, its driver, and a clock that is turned by hand; nothing here takes time."""

    def __init__(self) -> None:
        self.chip = Pn532()
        self.line = DirectLine(self.chip)
        self.now_ms = 3_000_000
        self.reader = Pn532Uart("the reader", self.line, lambda: self.now_ms)

    def poll(self) -> Uid | None:
        self.now_ms += POLL_MS
        return self.reader.poll()

    def polls(self, count: int) -> list[Uid | None]:
        return [self.poll() for _ in range(count)]


@pytest.fixture
def bench() -> Bench:
    return Bench()


@pytest.mark.parametrize("uid", [FOUR, SEVEN, TEN])
def test_the_first_poll_wakes_it_and_returns_the_card(bench: Bench, uid: Uid) -> None:
    """A: PN532 does not wake on UART."""
    bench.chip.cards = [uid]
    assert bench.poll() == uid
    assert bench.chip.commands == [0x14, 0x32, 0x4A]


def test_a_card_lying_still_is_seen_by_every_poll_and_missed_when_lifted(bench: Bench) -> None:
    bench.chip.cards = [FOUR]
    assert bench.polls(50) == [FOUR] * 50
    bench.chip.cards = []
    assert bench.polls(3) == [None] * 3


def test_two_cards_are_two_cards(bench: Bench) -> None:
    bench.chip.cards = [FOUR, SEVEN]
    with pytest.raises(TwoCards):
        bench.poll()
    bench.chip.cards = [SEVEN]
    assert bench.poll() == SEVEN


def test_noise_lifts_no_card(bench: Bench) -> None:
    """A: PN532 read raises on a checksum and the loop ends."""
    dice = Random(5)

    def noise(frame: bytes) -> bytes:
        at = dice.randrange(len(frame))
        return dice.choice(
            [frame] * 12 + [b"", frame[:at], b"\x00\xff" + frame, frame[:at] + b"\x99" + frame[at + 1 :]]
        )

    bench.line.disturbs = noise
    bench.chip.cards = [SEVEN]
    presence = Presence()
    changes: list[Change] = []
    faults = 0
    for _ in range(10_000):
        try:
            changes += presence.saw(bench.poll(), bench.now_ms)
        except StoppedAnswering:
            faults += 1
    assert changes == [Placed(SEVEN)]
    # Four frames in a row were swallowed whole: that may be called silence.
    assert faults <= 3


def only(kind: Callable[[bytes], bool], what: bytes) -> Callable[[bytes], bytes]:
    return lambda frame: what if kind(frame) else frame


def is_list(frame: bytes) -> bool:
    return frame[6:7] == b"\x4b"


@pytest.mark.parametrize(
    "instead", [b"", SYNTAX_ERROR, answer_frame(0x4B, 1, 1)[:-2] + b"\x00\x00", answer_frame(0x4B)]
)
def test_answers_that_cannot_be_read_are_believed_for_a_second_and_a_half(
    bench: Bench, instead: bytes
) -> None:
    bench.chip.cards = [FOUR]
    bench.poll()
    bench.line.disturbs = only(is_list, instead)
    bench.now_ms += 1400
    assert bench.polls(4) == [FOUR, FOUR, None, None]
    bench.line.disturbs = bytes
    assert bench.poll() == FOUR


def test_a_lost_acknowledgement_alone_costs_nothing(bench: Bench) -> None:
    bench.chip.cards = [FOUR]
    bench.line.disturbs = only(ACK.__eq__, b"")
    assert bench.polls(3) == [FOUR] * 3


def test_a_silent_reset_is_cured_by_the_next_poll(bench: Bench) -> None:
    bench.chip.cards = [FOUR]
    bench.poll()
    bench.chip.reset()
    assert bench.poll() == FOUR


@pytest.mark.parametrize("when", ["before", "after"])
def test_a_chip_that_hangs_is_a_fault_at_the_first_poll_and_may_come_back(bench: Bench, when: str) -> None:
    bench.chip.cards = [FOUR]
    if when == "after":
        bench.poll()
    bench.chip.listens = False
    with pytest.raises(StoppedAnswering, match=r"the reader: nobody answers\. .*HSU"):
        bench.poll()
    bench.chip.listens = True
    assert bench.poll() == FOUR


def test_a_chip_that_was_given_no_time_is_not_blamed() -> None:
    """Each look at the clock is 15 ms on, as with an adapter that holds bytes back: it takes two polls."""
    chip = Pn532(cards=[FOUR])
    slow = Pn532Uart("the reader", DirectLine(chip), itertools.count(0, 15).__next__, poll_ms=60)
    assert [slow.poll(), slow.poll()] == [None, FOUR]


def test_another_device_on_the_port_is_wired_wrongly(bench: Bench) -> None:
    bench.line.disturbs = lambda _: b"\x020A00B1C2D378\x03"
    with pytest.raises(WiredWrongly, match="not a PN532"):
        bench.poll()


# --- on a real line -------------------------------------------------------------------------------


@pytest.mark.parametrize("listens", [True, False])
def test_a_poll_takes_at_most_50_ms_whatever_does_not_come(tmp_path: Path, listens: bool) -> None:
    """The best of three, for the machine may be busy."""
    with Pn532Pty(tmp_path / "usb-PN532") as module:
        module.chip.listens = listens
        module.disturbs = only(is_list, b"")
        reader = open_reader(port=str(module.path))
        took_s = []
        for _ in range(3):
            began_s = time.monotonic()
            with contextlib.suppress(StoppedAnswering):
                reader.poll()
            took_s.append(time.monotonic() - began_s)
        reader.close()
    assert min(took_s) < 0.05


def test_a_line_that_takes_nothing_is_a_fault_and_blocks_nobody(tmp_path: Path) -> None:
    with PtyDevice(tmp_path / "port") as stuck:
        line = SerialLine("the reader", str(stuck.path), BAUD)
        with pytest.raises(StoppedAnswering, match="takes nothing"):
            line.write(bytes(1_000_000))
        took_s = []
        for _ in range(3):
            began_s = time.monotonic()
            with contextlib.suppress(StoppedAnswering):
                line.write(bytes(1000))
            took_s.append(time.monotonic() - began_s)
        line.close()
    assert min(took_s) < 0.05


# --- frames ---------------------------------------------------------------------------------------


def test_the_manuals_own_example_of_a_frame() -> None:
    """7.2.2: GetFirmwareVersion."""
    assert command_frame(0x02) == bytes.fromhex("0000FF02FED4022A00")


@given(st.binary(max_size=20), st.lists(st.integers(1, 9)), st.binary(max_size=60))
def test_frames_are_found_whatever_the_pieces_and_the_noise_before(
    noise: bytes, cuts: list[int], data: bytes
) -> None:
    stream = noise.replace(b"\xff", b"\xfe") + ACK + answer_frame(0x4B, *data)
    reader, frames = FrameReader(), []
    for cut in [*cuts, len(stream)]:
        frames += reader.feed(stream[:cut])
        stream = stream[cut:]
    assert frames == [Signal.ACK, bytes([0x4B, *data])]


@given(st.lists(st.sampled_from([b"\x00\xff", b"\x00", b"\xff", answer_frame(0x4B, 9)[:6]]), max_size=6))
def test_what_looks_like_a_beginning_hides_no_frame(noise: list[bytes]) -> None:
    """A: resync on 00 00 FF."""
    found = FrameReader().feed(b"".join(noise) + answer_frame(0x4B, 1, 2, 3) + bytes(12))
    assert bytes([0x4B, 1, 2, 3]) in found


def test_a_false_beginning_before_the_answer_costs_nothing(bench: Bench) -> None:
    bench.chip.cards = [FOUR]
    bench.line.disturbs = lambda frame: b"\x00\xff\x13" + frame
    assert bench.poll() == FOUR
    assert bench.chip.commands == [0x14, 0x32, 0x4A]


@given(st.binary(max_size=30), st.integers(0), st.integers(1, 255))
def test_a_frame_with_one_wrong_byte_is_never_an_answer(data: bytes, where: int, flip: int) -> None:
    frame = bytearray(answer_frame(0x4B, *data))
    frame[3 + where % (len(frame) - 4)] ^= flip
    answers = [found for found in FrameReader().feed(bytes(frame)) if isinstance(found, bytes)]
    assert bytes([0x4B, *data]) not in answers


# --- the emulator ---------------------------------------------------------------------------------


def test_the_emulated_chip_sleeps_until_woken_and_configured() -> None:
    chip = Pn532()
    assert chip.hear(command_frame(0x14, 1)) == []
    assert chip.hear(b"\x55" * 16 + command_frame(0x02)) == []
    assert chip.hear(command_frame(0x14, 1)) == [ACK, answer_frame(0x15)]
    assert chip.hear(command_frame(0x02)) == [ACK, answer_frame(0x03, 0x32, 0x01, 0x06, 0x07)]


def test_the_emulated_chip_looks_for_ever_until_it_is_limited() -> None:
    chip = Pn532()
    chip.hear(b"\x55" * 16 + command_frame(0x14, 1))
    assert chip.hear(command_frame(0x4A, 1, 0)) == [ACK]
    chip.hear(command_frame(0x32, 5, 0xFF, 1, 2))
    assert chip.hear(command_frame(0x4A, 1, 0)) == [ACK, answer_frame(0x4B, 0)]
