"""The keyboard-wedge driver on an emulated `evdev`, and what it leans on in the real one."""

import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hardware.drivers.hid import HidReader, open_reader
from hardware.errors import CannotOpen, StoppedAnswering
from tests.devices.keyboard_wedge import EV_KEY, KEYPAD, KEYS, REPEATED, Event, Wedge

PATH = Path("/dev/input/by-id/usb-Reader-event-kbd")


class Bench:
    """A reader, its driver, and a clock that is turned by hand."""

    def __init__(self) -> None:
        self.wedge = Wedge(PATH)
        self.now_ms = 1_000_000
        device = self.wedge.evdev().InputDevice(str(PATH))
        self.reader = HidReader("the reader", device, lambda: self.now_ms)


@pytest.fixture
def bench() -> Bench:
    return Bench()


@pytest.fixture
def wedge(monkeypatch: pytest.MonkeyPatch) -> Wedge:
    wedge = Wedge(PATH)
    wedge.install(monkeypatch)
    return wedge


@given(st.text("0123456789ABCDEF", min_size=1, max_size=20))
def test_a_number_is_what_was_typed_before_enter(number: str) -> None:
    bench = Bench()
    bench.wedge.type(number + "\n")
    assert [bench.reader.poll(), bench.reader.poll()] == [number.encode(), None]


def test_numbers_are_apart_by_their_leading_zeros(bench: Bench) -> None:
    bench.wedge.type("0012345678\n12345678\n")
    assert [bench.reader.poll(), bench.reader.poll()] == [b"0012345678", b"12345678"]


def test_the_keypad_types_the_same_digits(bench: Bench) -> None:
    bench.wedge.type("1234567890\n", KEYPAD)
    assert bench.reader.poll() == b"1234567890"


def test_every_digit_and_letter_has_its_key(bench: Bench) -> None:
    characters = "".join(sorted(key for key in KEYS if len(key) == 1 and key != "\n"))
    bench.wedge.type(characters + "\n")
    assert bench.reader.poll() == characters.encode()


def test_shift_repeats_and_an_enter_alone_add_nothing(bench: Bench) -> None:
    bench.wedge.strike(KEYS["LEFTSHIFT"])
    bench.wedge.type("\n42")
    bench.wedge.events.append(Event(EV_KEY, KEYS["2"], REPEATED))
    bench.wedge.type("\n")
    assert [bench.reader.poll(), bench.reader.poll()] == [b"42", None]


def test_a_number_in_pieces_is_put_together(bench: Bench) -> None:
    for piece in ("123", "456", "\n"):
        assert bench.reader.poll() is None
        bench.wedge.type(piece)
        bench.now_ms += 50
    assert bench.reader.poll() == b"123456"


def test_what_was_left_unfinished_belongs_to_no_card(bench: Bench) -> None:
    bench.wedge.type("00123")
    bench.reader.poll()
    bench.now_ms += 501
    assert bench.reader.poll() is None
    bench.wedge.type("0012345678\n")
    assert bench.reader.poll() == b"0012345678"


def test_a_number_is_whole_even_when_nobody_polled_for_a_while(bench: Bench) -> None:
    bench.wedge.type("00123")
    bench.reader.poll()
    bench.wedge.type("45678\n")
    bench.now_ms += 5000
    assert bench.reader.poll() == b"0012345678"


def test_it_is_grabbed_so_that_it_types_into_no_console(wedge: Wedge) -> None:
    """A: USB reader "types" digits into the login console."""
    reader = open_reader(path=str(PATH))
    assert wedge.grabbed_by is not None
    reader.close()
    assert (wedge.grabbed_by, wedge.opened) == (None, 0)


def test_a_grab_that_fails_is_a_fault_and_leaves_nothing_open(wedge: Wedge) -> None:
    """A: USB reader "types" digits into the login console: say when the grab failed."""
    wedge.grabbed_by = "another program"
    with pytest.raises(CannotOpen, match=r"types for another program, too .*Stop the program"):
        open_reader(path=str(PATH))
    assert wedge.opened == 0


@pytest.mark.parametrize(("lack", "way_out"), [("plugged", "Plug it in"), ("allowed", "group input")])
def test_a_device_that_cannot_be_opened_names_the_way_out(wedge: Wedge, lack: str, way_out: str) -> None:
    setattr(wedge, lack, False)
    with pytest.raises(CannotOpen, match=way_out):
        open_reader(path=str(PATH))


def test_unplugging_in_the_middle_of_a_number_is_a_fault_and_the_half_is_forgotten(wedge: Wedge) -> None:
    reader = open_reader(path=str(PATH))
    wedge.type("00123")
    reader.poll()
    wedge.plugged = False
    with pytest.raises(StoppedAnswering, match="Plug it in again"):
        reader.poll()
    reader.close()
    wedge.plugged = True
    reader = open_reader(path=str(PATH))
    wedge.type("77\n")
    assert reader.poll() == b"77"


def test_a_missing_package_names_the_way_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "evdev", None)
    with pytest.raises(CannotOpen, match=r"evdev cannot be imported .* make venv"):
        open_reader(path=str(PATH))


@pytest.mark.needs_drivers("evdev")
def test_the_real_evdev_has_the_calls_and_says_no_in_the_same_way() -> None:
    import evdev

    for call in ("read_one", "grab", "close"):
        assert callable(getattr(evdev.InputDevice, call))
    assert {*evdev.InputEvent(0, 0, 1, 28, 1).__slots__} >= {"type", "code", "value"}
    for name, code in KEYS.items():
        assert evdev.ecodes.ecodes["KEY_" + ("ENTER" if name == "\n" else name)] == code
    with pytest.raises(CannotOpen, match="Plug it in"):
        open_reader(path="/dev/input/by-id/nothing")
    with pytest.raises(CannotOpen, match="Check that this is"):
        open_reader(path="/dev/null")
