"""One bench for each kind of strip: the lamps, emulated, and how the driver is opened on them."""

import queue
from abc import ABC, abstractmethod
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from firmware_host.lamp_settings import StripSettings
from hardware.drivers import adalight, leds0, simulated, terminal, ws281x
from hardware.drivers.simulated import Desk
from hardware.interfaces import LampStrip
from tests.devices.adalight_controller import AdalightController
from tests.devices.helper_thread import Helper
from tests.devices.leds0_fifo import Leds0Fifo
from tests.devices.terminal_window import TerminalWindow, seen
from tests.devices.ws281x_library import FAILS, Library
from tests.eventually import until

WITHIN_S = 30
LAMPS = 12


class StripBench(ABC):
    """A strip of `LAMPS` lamps that can be broken and mended; `names` is what a fault must call it by."""

    names: str

    @abstractmethod
    def open(self) -> LampStrip:
        """Open the driver with its plain settings."""

    @abstractmethod
    def open_nothing(self) -> LampStrip:
        """Open the driver where there is no device."""

    @abstractmethod
    def shows(self, frame: bytes) -> None:
        """Wait until the lamps show `frame`, R G B each."""

    @abstractmethod
    def fail(self) -> None:
        """Pull the plug, or whatever comes closest."""

    @abstractmethod
    def mend(self) -> None:
        """Undo `fail`."""

    @abstractmethod
    def end(self) -> None:
        """Clear the bench."""


def wait_for(frames: "queue.Queue[bytes]", frame: bytes) -> None:
    """Take frames until `frame` comes."""
    while frames.get(timeout=WITHIN_S) != frame:
        pass


class AdalightBench(StripBench):
    """A controller on a pseudo-terminal."""

    def __init__(self, folder: Path) -> None:
        self._port = folder / "usb-controller"
        self.names = str(self._port)
        self.mend()

    def open(self) -> LampStrip:
        return adalight.open_strip(port=str(self._port), lamps=LAMPS, baud=115200)

    def open_nothing(self) -> LampStrip:
        return adalight.open_strip(port=f"{self._port}-2", lamps=LAMPS)

    def shows(self, frame: bytes) -> None:
        wait_for(self._controller.frames, frame)

    def fail(self) -> None:
        self._controller.unplug()

    def mend(self) -> None:
        self._controller = AdalightController(self._port, boot_s=0)

    def end(self) -> None:
        self._controller.unplug()


class Leds0Bench(StripBench):
    """The kernel driver's file."""

    def __init__(self, folder: Path) -> None:
        self._path = folder / "leds0"
        self.names = str(self._path)
        self.mend()

    def open(self) -> LampStrip:
        return leds0.open_strip(path=str(self._path), lamps=LAMPS)

    def open_nothing(self) -> LampStrip:
        return leds0.open_strip(path=f"{self._path}-2", lamps=LAMPS)

    def shows(self, frame: bytes) -> None:
        wanted = b"".join(frame[at : at + 3] + b"\0" for at in range(0, len(frame), 3))
        wait_for(self._file.frames, wanted)

    def fail(self) -> None:
        self._file.remove()

    def mend(self) -> None:
        self._file = Leds0Fifo(self._path)

    def end(self) -> None:
        self._file.remove()


class HelperBench(StripBench):
    """The lamp helper's strip."""

    names = "GPIO18"

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self.mend()

    def open(self) -> LampStrip:
        return ws281x.open_strip(gpio=18, lamps=LAMPS, order="RGB", helper=str(self._folder))

    def open_nothing(self) -> LampStrip:
        return ws281x.open_strip(gpio=18, lamps=LAMPS + 1, helper=str(self._folder))

    def shows(self, frame: bytes) -> None:
        wait_for(self._helper.lamps[18].frames, frame)

    def fail(self) -> None:
        self._helper.stop()

    def mend(self) -> None:
        self._helper = Helper(self._folder, StripSettings(gpio=18, lamps=LAMPS))

    def end(self) -> None:
        self._helper.stop()


class ChipBench(StripBench):
    """The library in this process, a stand-in for it."""

    names = "GPIO10"

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self._library = Library().install(monkeypatch)

    def open(self) -> LampStrip:
        return ws281x.open_strip(gpio=10, lamps=LAMPS, order="RGB", helper="/nowhere")

    def open_nothing(self) -> LampStrip:
        self._library.begin_error = "ws2811_init failed with code -3 (Hardware revision is not supported)"
        return self.open()

    def shows(self, frame: bytes) -> None:
        wait_for(self._library.frames, frame)

    def fail(self) -> None:
        self._library.show_error = FAILS

    def mend(self) -> None:
        self._library.show_error = ""

    def end(self) -> None:
        pass


class SimulatedBench(StripBench):
    """A strip at a desk."""

    names = "ring"

    def __init__(self) -> None:
        self._desk = Desk()

    def open(self) -> LampStrip:
        return simulated.open_strip(self._desk, "ring", lamps=LAMPS)

    def open_nothing(self) -> LampStrip:
        self._desk.strip("other ring", LAMPS).inject("missing")
        return simulated.open_strip(self._desk, "other ring", lamps=LAMPS)

    def shows(self, frame: bytes) -> None:
        assert self._desk.strip("ring", LAMPS).frame == frame

    def fail(self) -> None:
        self._desk["ring"].inject("missing")

    def mend(self) -> None:
        self._desk["ring"].inject(None)

    def end(self) -> None:
        pass


class TerminalBench(StripBench):
    """A window of a pseudo-terminal, by a name of its own."""

    def __init__(self, folder: Path) -> None:
        self._name = folder / "tty"
        self.names = str(self._name)
        self.mend()

    def open(self) -> LampStrip:
        return terminal.open_strip(lamps=LAMPS, tty=str(self._name))

    def open_nothing(self) -> LampStrip:
        return terminal.open_strip(lamps=LAMPS, tty=f"{self._name}-2")

    def shows(self, frame: bytes) -> None:
        lamps = [seen(*frame[at : at + 3]) for at in range(0, len(frame), 3)]
        until(lambda: list(self._window.rows().values()) == [lamps])

    def fail(self) -> None:
        self._window.shut()
        self._name.unlink()

    def mend(self) -> None:
        self._window = TerminalWindow()
        self._name.symlink_to(self._window.path)

    def end(self) -> None:
        self._window.shut()


@contextmanager
def bench_of(kind: str, folder: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[StripBench]:
    """The bench of a kind of strip, cleared in the end."""
    folder.mkdir(exist_ok=True)
    makers = {
        "adalight": lambda: AdalightBench(folder),
        "leds0": lambda: Leds0Bench(folder),
        "ws281x-helper": lambda: HelperBench(folder),
        "ws281x-chip": lambda: ChipBench(monkeypatch),
        "simulated": SimulatedBench,
        "terminal": lambda: TerminalBench(folder),
    }
    bench = makers[kind]()
    try:
        yield bench
    finally:
        bench.end()
