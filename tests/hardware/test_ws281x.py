"""The real rpi_ws281x library on a Pi that is a shim, its bits decoded; and off a Pi."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from hardware.drivers import ws281x
from hardware.errors import CannotOpen, StoppedAnswering
from tests.devices.fakepi import PI_5, FakePi, build_shim
from tests.devices.ws281x_library import FAILS, Library
from tests.tree import ROOT

SHOWS = """
import sys
from hardware.drivers import ws281x
strip = ws281x.open_strip(helper="/nowhere", **eval(sys.argv[1]))
for frame in sys.argv[2:]:
    strip.show(bytes.fromhex(frame))
"""
# A bit takes 1.25 us on the wire (WS2812B data sheet, "Data transfer time"), and three bits on SPI.
SPI_HZ = 2_400_000


@pytest.fixture(scope="module")
def shim(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return build_shim(tmp_path_factory.mktemp("shim"))


@pytest.fixture
def pi(shim: Path, tmp_path: Path) -> FakePi:
    return FakePi(shim, tmp_path)


def sent(pi: FakePi, channels: int, settings: dict[str, object], *frames: str) -> list[str]:
    """What the lamps received while `frames` were shown by a process that ends well."""
    assert pi.run(SHOWS, settings, *frames) == (0, "", "")
    return [frame.hex() for frame in pi.frames(channels)]


@pytest.mark.needs_drivers("rpi_ws281x")
def test_frames_go_over_the_wire_bit_by_bit_and_the_process_ends_dark(pi: FakePi) -> None:
    dark = "000000" * 3
    shown = sent(pi, 9, {"gpio": 10, "lamps": 3}, "ff0000000102030405", "00ff00800000ffffff")
    assert shown == [dark, "00ff00010002040305", "ff0000008000ffffff", dark]
    assert {clock_hz for clock_hz, _ in pi.transfers()} == {SPI_HZ}


@pytest.mark.needs_drivers("rpi_ws281x")
@pytest.mark.parametrize(("order", "wire"), [("RGB", "010203"), ("BRG", "030102"), ("gbr", "020301")])
def test_the_strip_s_own_order_goes_over_the_wire(pi: FakePi, order: str, wire: str) -> None:
    assert sent(pi, 3, {"gpio": 10, "lamps": 1, "order": order}, "010203")[1] == wire


@pytest.mark.needs_drivers("rpi_ws281x")
@pytest.mark.parametrize(("order", "wire"), [("GRBW", "04000105"), ("WRGB", "05000401")])
def test_rgbw_strips_get_four_bytes_a_lamp(pi: FakePi, order: str, wire: str) -> None:
    assert sent(pi, 8, {"gpio": 10, "lamps": 2, "order": order}, "050906000000")[1] == wire + "00000000"


@pytest.mark.needs_drivers("rpi_ws281x")
def test_a_sacrificial_lamp_passes_on_and_stays_dark(pi: FakePi) -> None:
    shown = sent(pi, 9, {"gpio": 10, "lamps": 2, "sacrificial": True}, "010203040506")
    assert shown[1] == "000000020103050406"


@pytest.mark.needs_drivers("rpi_ws281x")
@pytest.mark.parametrize("lamps", [112, 224])
def test_boards_of_full_size_lose_no_lamp(pi: FakePi, lamps: int) -> None:
    frame = bytes(1 + number % 255 for number in range(3 * lamps))
    shown = sent(pi, 3 * lamps, {"gpio": 10, "lamps": lamps, "order": "RGB"}, frame.hex())
    assert shown == [bytes(3 * lamps).hex(), frame.hex(), bytes(3 * lamps).hex()]


def fault(pi: FakePi, settings: dict[str, object]) -> str:
    """What opening a strip with `settings` complains about, in a process that must not crash."""
    status, said, complained = pi.run(SHOWS, settings)
    assert status == 1, complained
    assert said == ""
    return complained.splitlines()[-1]


@pytest.mark.needs_drivers("rpi_ws281x")
@pytest.mark.parametrize(
    ("revision", "more", "settings", "complaint"),
    [
        (PI_5, {}, {"gpio": 10}, "Hardware revision is not supported). Use the driver leds0"),
        ("a02082", {"FAKEPI_NO_SPI": "1"}, {"gpio": 10}, "Unable to initialize SPI). Turn SPI on"),
        ("a02082", {"FAKEPI_BUFSIZ": "1024"}, {"gpio": 10}, "SPI transfer error). The frame is longer"),
        ("a02082", {}, {"gpio": 18}, "start the lamp helper"),
        ("a02082", {}, {"gpio": 17}, "Choose one of the pins 10, 12, 13, 18, 19, 21"),
    ],
)
def test_what_the_library_cannot_do_is_a_fault_with_a_way_out(
    shim: Path,
    tmp_path: Path,
    revision: str,
    more: dict[str, str],
    settings: dict[str, object],
    complaint: str,
) -> None:
    assert complaint in fault(FakePi(shim, tmp_path, revision, more), settings)


OFF_A_PI = """
import atexit, gc
from hardware.drivers import ws281x
from hardware.errors import CannotOpen
atexit.register(print, "an exit hook of the program's own")
for _ in range(3):
    try:
        ws281x.open_strip(gpio=18, lamps=112)
    except CannotOpen as fault:
        print(fault)
gc.collect()
print(sum(type(one).__name__ == "PixelStrip" for one in gc.get_objects()), "strips are kept")
"""


@pytest.mark.needs_drivers("rpi_ws281x")
def test_off_a_pi_the_strip_is_a_fault_and_the_process_ends_with_0() -> None:
    done = subprocess.run(
        [sys.executable, "-c", OFF_A_PI],
        env=os.environ | {"PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
    )
    *faults, kept, hook = done.stdout.splitlines()
    assert (done.returncode, done.stderr, len(faults)) == (0, "", 3)
    assert "Hardware revision is not supported" in faults[0]
    assert kept == "0 strips are kept"
    assert hook == "an exit hook of the program's own"


HANGS = """
import gc, os, threading, time
from pathlib import Path
from hardware.drivers import ws281x
from hardware.errors import DeviceFault
hangs = Path(os.environ["FAKEPI_HANGS"])
def opened():
    return ws281x.open_strip(gpio=10, lamps=1, helper="/nowhere")
def fails(work):
    try:
        work()
    except DeviceFault as fault:
        print(type(fault).__name__, str(fault).split(": a transfer")[0])
def open_again():
    while True:
        try:
            return opened()
        except DeviceFault:
            time.sleep(0.01)
hangs.touch()
fails(opened)
fails(opened)
hangs.unlink()
strip = open_again()
hangs.touch()
fails(lambda: strip.show(b"123"))
fails(lambda: strip.show(b"456"))
strip.close()
fails(opened)
print(sum("GPIO10" in thread.name for thread in threading.enumerate()), "threads wait for it")
hangs.unlink()
strip = open_again()
strip.show(b"789")
strip.close()
[thread.join() for thread in threading.enumerate()[1:]]
del strip
gc.collect()
print(sum(type(one).__name__ == "PixelStrip" for one in gc.get_objects()), "strips are kept")
"""


@pytest.mark.needs_drivers("rpi_ws281x")
def test_a_call_that_hangs_is_a_fault_and_all_is_well_once_it_has_ended(pi: FakePi) -> None:
    status, said, complained = pi.run(HANGS)
    assert (status, complained) == (0, "")
    *faults, waiting, kept = said.splitlines()
    kinds = ("CannotOpen", "CannotOpen", "StoppedAnswering", "StoppedAnswering", "CannotOpen")
    what = "the ws281x lamps on GPIO10: the lamp library does not come back"
    assert faults == [f"{kind} {what}" for kind in kinds]
    assert waiting == "2 threads wait for it"  # the call, and what clears up after it
    assert kept == "0 strips are kept"
    assert pi.frames(3)[-2:] == [b"879", bytes(3)]


def test_error_minus_5_names_the_helper_and_the_pin_that_needs_none(monkeypatch: pytest.MonkeyPatch) -> None:
    Library(begin_error="ws2811_init failed with code -5 (mmap() failed)").install(monkeypatch)
    with pytest.raises(CannotOpen, match=r"need root: start the lamp helper .*GPIO10"):
        ws281x.open_strip(gpio=18, lamps=112, helper="/nowhere")


def test_a_transfer_that_fails_later_is_a_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    library = Library().install(monkeypatch)
    strip = ws281x.open_strip(gpio=10, lamps=1, helper="/nowhere")
    library.show_error = FAILS
    with pytest.raises(StoppedAnswering, match=r"add spidev\.bufsiz=32768"):
        strip.show(b"\x01\x02\x03")
    strip.close()
    with pytest.raises(StoppedAnswering, match="it was closed"):
        strip.show(b"\x01\x02\x03")


def test_the_dma_channel_of_the_sd_card_is_refused() -> None:
    with pytest.raises(CannotOpen, match="the SD card's"):
        ws281x.open_strip(gpio=18, lamps=112, dma=5, helper="/nowhere")


def test_a_missing_library_is_told_with_the_way_to_have_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "rpi_ws281x", None)
    with pytest.raises(CannotOpen, match=r"rpi_ws281x cannot be imported .*installer again"):
        ws281x.open_strip(gpio=18, lamps=112, helper="/nowhere")
