"""Lamps, keys, cards and beeps in a window of a pseudo-terminal."""

import queue
from collections.abc import Iterator
from pathlib import Path

import pytest

from hardware.chatter import Chatter, Gesture, HeldDown, Pressed
from hardware.drivers import terminal
from hardware.errors import CannotOpen, DeviceFault, StoppedAnswering
from hardware.interfaces import CardReader, Edge, Note, Uid
from tests.devices.terminal_window import TerminalWindow, seen
from tests.eventually import until
from tests.hardware.giving_up import check_it_gives_up

WITHIN_S = 30


@pytest.fixture
def window() -> Iterator[TerminalWindow]:
    window = TerminalWindow(columns=10)
    yield window
    window.shut()


def test_a_key_is_a_press_and_its_capital_a_hold(window: TerminalWindow) -> None:
    button = terminal.open_button("n", tty=window.path)
    edges: queue.Queue[Edge] = queue.Queue()
    button.watch(edges.put)
    chatter = Chatter(hold_ms=3000)
    told: list[Gesture] = []
    window.type("nxN")
    for _ in range(4):
        told += chatter.edge("next", edges.get(timeout=WITHIN_S))
    button.close()
    assert [type(gesture) for gesture in told] == [Pressed, HeldDown]


@pytest.mark.parametrize(
    "parts",
    [
        ("\x1b[C",),  # the arrow to the right
        ("\x1bOC",),  # the same, as some programs leave a terminal
        ("\x1b[1;5C",),  # with Ctrl
        ("\x1b[[C",),  # F3 at a Linux console
        ("\x1b", "[C"),
        ("\x1b[", "1;", "5C"),
        ("\x1bO", "C"),
        ("\x1b[C\x1b[C\x1b[", "C"),
    ],
)
def test_a_key_without_a_letter_is_no_button_whatever_it_sends(
    window: TerminalWindow, parts: tuple[str, ...]
) -> None:
    button = terminal.open_button("c", tty=window.path)
    told: queue.Queue[Edge] = queue.Queue()
    button.watch(told.put)
    for part in parts:
        window.type(part)
        until(window.is_taken)
    window.type("c")
    edges = [told.get(timeout=WITHIN_S) for _ in range(2)]
    assert edges[1].at_ms - edges[0].at_ms == terminal.PRESS_MS, "a press, and no hold before it"
    button.close()


def test_a_listener_that_raises_silences_neither_its_own_key_nor_another(
    window: TerminalWindow, caplog: pytest.LogCaptureFixture
) -> None:
    seen: queue.Queue[str] = queue.Queue()

    def fails(_: Edge) -> None:
        seen.put("n")
        raise ValueError("planted")

    failing, sound = terminal.open_button("n", tty=window.path), terminal.open_button("b", tty=window.path)
    failing.watch(fails)
    sound.watch(lambda _: seen.put("b"))
    window.type("nbn")
    assert [seen.get(timeout=WITHIN_S) for _ in range(6)] == ["n", "n", "b", "b", "n", "n"]
    failing.close()
    sound.close()
    assert window.path in caplog.text


def next_card(reader: CardReader) -> Uid:
    seen: list[Uid] = []

    def polled() -> bool:
        uid = reader.poll()
        if uid is not None:
            seen.append(uid)
        return bool(seen)

    until(polled)
    return seen[0]


def test_a_typed_card_lies_there_for_one_poll(window: TerminalWindow) -> None:
    reader = terminal.open_reader(tty=window.path)
    window.type("/04 a1\x7f\x7fa1b2C3\n")
    assert next_card(reader) == bytes.fromhex("04a1b2c3")
    assert reader.poll() is None
    reader.close()


@pytest.mark.parametrize(
    ("typed", "uid"),
    [
        ("7h", b"7H"),
        ("2C", b"2C"),
        ("Joker 2", b"JOKER2"),
        ("2c04a1b2", b"\x2c\x04\xa1\xb2"),
        ("7♥", "7♥".encode()),
    ],
)
def test_what_is_shorter_than_a_tag_s_number_is_what_is_written_on_the_card(
    window: TerminalWindow, typed: str, uid: bytes
) -> None:
    reader = terminal.open_reader(tty=window.path)
    window.type(f"/{typed}\n")
    assert next_card(reader) == uid
    reader.close()


def test_a_card_is_seen_while_it_is_typed_and_a_key_is_not(wide: TerminalWindow) -> None:
    reader = terminal.open_reader(tty=wide.path)
    wide.log("$ peglight run")
    wide.type("n/7hx\x7f")
    until(lambda: wide.screen()[1] == "/7h")
    wide.type("/8h\nn/ac")
    assert next_card(reader) == b"8H"
    until(lambda: wide.screen()[:4] == ["$ peglight run", "/7h", "/8h", "/ac"])
    reader.close()


def test_no_card_is_ignored_and_no_key_of_a_card_is_a_press(window: TerminalWindow) -> None:
    reader = terminal.open_reader(tty=window.path)
    button = terminal.open_button("b", tty=window.path)
    edges: list[Edge] = []
    button.watch(edges.append)
    window.type("/\n/ \n/b\x7f\x7f/abc\n")
    assert next_card(reader) == b"ABC"
    assert edges == []
    reader.close()
    button.close()


def test_two_keys_turn_a_knob(window: TerminalWindow) -> None:
    knob = terminal.open_knob(tty=window.path)
    steps: queue.Queue[int] = queue.Queue()
    knob.watch(steps.put)
    window.type("..,")
    assert [steps.get(timeout=WITHIN_S) for _ in range(3)] == [1, 1, -1]
    knob.close()


def test_lamps_are_dots_in_rows_one_strip_below_the_other(window: TerminalWindow) -> None:
    ring = terminal.open_strip(lamps=12, tty=window.path)
    homes = terminal.open_strip(lamps=2, tty=window.path)
    ring.show(bytes([255, 0, 0]) + bytes(3 * 10) + bytes([1, 2, 3]))
    homes.show(bytes([0, 0, 9]) * 2)
    assert window.rows() == {
        1: [(255, 0, 0)] + [(0, 0, 0)] * 9,
        2: [(0, 0, 0), seen(1, 2, 3)],
        3: [seen(0, 0, 9)] * 2,
    }
    ring.close()
    assert window.rows()[1] == [(0, 0, 0)] * 10
    homes.close()


def test_rows_that_would_not_fit_with_their_headings_are_as_wide_as_the_window(
    window: TerminalWindow,
) -> None:
    strip = terminal.open_strip(lamps=16, row="4 4", tty=window.path)
    strip.show(bytes(3 * 16))
    assert window.screen()[:3] == ["·" * 10, "·" * 6, ""]
    strip.close()


RED = bytes([255, 0, 0])
ROWS = ["A ●●●● ●●", "B ●●●● ●●", "C ●●"]


@pytest.fixture
def wide() -> Iterator[TerminalWindow]:
    window = TerminalWindow(columns=40)
    yield window
    window.shut()


def test_a_row_is_a_side_and_what_is_written_besides_scrolls_below(wide: TerminalWindow) -> None:
    wide.log("$ peglight run")
    strip = terminal.open_strip(lamps=14, row="4 2", tty=wide.path)
    strip.show(RED * 14)
    for number in range(50):
        wide.log(f"line {number}")
    assert wide.screen() == [*ROWS, *(f"line {number}" for number in range(30, 50)), ""]
    strip.show(bytes(6) + RED * 12)
    assert wide.screen()[:4] == ["A ··●● ●●", *ROWS[1:], "line 30"]
    wide.resize(10)
    strip.show(RED * 14)
    for number in range(20):
        wide.log(f"smaller {number}")
    assert wide.screen() == [*ROWS, *(f"smaller {number}" for number in range(14, 20)), ""]
    wide.log("after a smaller window")
    strip.close()
    assert "after a smaller window" in wide.screen()
    for number in range(20):
        wide.log(f"line {number}")
    assert wide.screen() == [*(f"line {number}" for number in range(11, 20)), ""]


def test_a_strip_that_is_opened_anew_has_its_rows_again_and_another_leaves_it_alone(
    wide: TerminalWindow,
) -> None:
    key = terminal.open_button("n", tty=wide.path)
    for _ in range(3):
        strip = terminal.open_strip(lamps=14, row="4 2", tty=wide.path)
        strip.show(RED * 14)
        other = terminal.open_strip(lamps=2, row="4 2", tty=wide.path)
        other.show(RED * 2)
        assert wide.screen()[:5] == [*ROWS, "A ●●", ""]
        strip.close()
        other.close()
    key.close()


def test_a_window_too_low_for_the_lamps_and_a_log_lets_all_of_it_scroll(wide: TerminalWindow) -> None:
    wide.resize(5)
    strip = terminal.open_strip(lamps=14, row="4 2", tty=wide.path)
    strip.show(RED * 14)
    for number in range(9):
        wide.log(f"line {number}")
    assert wide.screen() == ["line 5", "line 6", "line 7", "line 8", ""]
    strip.close()


@pytest.mark.parametrize("row", ["", "18 five", "0", "-3", "1.5"])
def test_a_row_is_whole_numbers(wide: TerminalWindow, row: str) -> None:
    with pytest.raises(CannotOpen, match="not whole numbers"):
        terminal.open_strip(row=row, tty=wide.path)


def test_a_terminal_that_was_stopped_is_a_fault_and_no_hang(wide: TerminalWindow) -> None:
    strip = terminal.open_strip(lamps=14, tty=wide.path)
    wide.type("\x13")

    def go_on() -> None:
        wide.type("\x11")
        wide.read()

    check_it_gives_up(strip, RED * 14, "Ctrl-Q", go_on)


def test_the_bell_rings_once_for_each_melody_and_not_for_silence(window: TerminalWindow) -> None:
    buzzer = terminal.open_buzzer(tty=window.path)
    buzzer.play([Note(440, 10), Note(880, 10)])
    buzzer.play([Note(0, 10)])
    buzzer.close()
    assert window.read().count("\a") == 1


def test_the_terminal_is_given_back_as_it_was_by_the_last_device(window: TerminalWindow) -> None:
    assert window.is_as_before()
    strip, button = terminal.open_strip(3, tty=window.path), terminal.open_button("n", tty=window.path)
    assert not window.is_as_before()
    strip.close()
    strip.close()
    assert not window.is_as_before()
    button.close()
    assert window.is_as_before()


def test_closed_devices_only_fault(window: TerminalWindow) -> None:
    strip, reader = terminal.open_strip(1, tty=window.path), terminal.open_reader(tty=window.path)
    button, knob = terminal.open_button("n", tty=window.path), terminal.open_knob(tty=window.path)
    for device in (strip, reader, button, knob):
        device.close()
    with pytest.raises(StoppedAnswering):
        strip.show(bytes(3))
    with pytest.raises(StoppedAnswering):
        reader.poll()
    with pytest.raises(StoppedAnswering):
        button.watch(print)
    with pytest.raises(StoppedAnswering):
        knob.watch(print)


def test_a_window_that_is_shut_is_a_fault(window: TerminalWindow) -> None:
    strip, reader = terminal.open_strip(1, tty=window.path), terminal.open_reader(tty=window.path)
    window.shut()

    def faults() -> bool:
        try:
            reader.poll()
        except DeviceFault:
            return True
        return False

    until(faults)
    with pytest.raises(StoppedAnswering):
        strip.show(bytes(3))
    strip.close()
    reader.close()


def test_a_frame_of_another_length_is_refused(window: TerminalWindow) -> None:
    strip = terminal.open_strip(2, tty=window.path)
    with pytest.raises(ValueError, match="has 2 lamps, not 1"):
        strip.show(bytes(3))
    strip.close()


@pytest.mark.parametrize("key", ["N", "", "no", "1"])
def test_a_button_is_one_small_letter(window: TerminalWindow, key: str) -> None:
    with pytest.raises(CannotOpen, match="not one small letter"):
        terminal.open_button(key, tty=window.path)


def test_what_is_no_terminal_is_a_fault(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    for path in (tmp_path / "file", tmp_path / "nothing"):
        with pytest.raises(CannotOpen, match="terminal"):
            terminal.open_strip(tty=str(path))
