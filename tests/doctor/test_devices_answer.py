"""The doctor asks each device once, and lets go of it: emulated devices behind the real drivers."""

import itertools
import select
from collections.abc import Sequence
from pathlib import Path

import pytest

from firmware_host.checks.finding import Finding, Level
from firmware_host.doctor import examine
from tests.devices.iso14443 import Card
from tests.devices.keyboard_wedge import Wedge
from tests.devices.leds0_fifo import Leds0Fifo
from tests.devices.mfrc522_chip import Chip, Reg
from tests.devices.pty_device import PtyDevice
from tests.devices.spi_bus import SpiBus
from tests.doctor.fake_pi import LEDS0, READER, USB_READER, FakePi

MACHINE = Path("/")
LAMPS = 112
CARD = bytes.fromhex("04A1B29F112280")


def asked(folder: Path, board: str) -> dict[str, Finding]:
    """What the doctor of this very machine says of a board."""
    config = folder / "board.toml"
    config.write_text(board, encoding="utf-8")
    return {finding.id: finding for finding in examine(MACHINE, config, str(folder / "state"))}


def bus_with(monkeypatch: pytest.MonkeyPatch, *chips: Chip) -> SpiBus:
    bus = SpiBus({(0, select): chip for select, chip in enumerate(chips)})
    bus.install(monkeypatch)
    return bus


@pytest.mark.parametrize("version", [0x91, 0x92, 0x88, 0x12, 0xB2])
def test_a_reader_that_answers_is_well_clone_or_not(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, version: int
) -> None:
    bus = bus_with(monkeypatch, Chip(version))
    found = asked(tmp_path, READER)
    assert (found["readers-answer"].level, "table" in found["readers-answer"].found) == (Level.OK, True)
    assert bus.open_devices == [], "it was let go of"


@pytest.mark.parametrize("dead", [0x00, 0xFF])
def test_of_two_readers_the_one_that_is_silent_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, dead: int
) -> None:
    silent = Chip()
    silent.dead = dead
    bus = bus_with(monkeypatch, Chip(), silent)
    found = asked(tmp_path, READER + '[[reader]]\nname = "pile"\ndriver = "mfrc522"\ndevice = 1\n')
    told = found["readers-answer"]
    assert (told.level, "pile" in told.found, "table" in told.found) == (Level.FAIL, True, False)
    assert bus.open_devices == []


class Flapping(Chip):
    """A chip that hears its card in some looks and not in others; each look begins with its version."""

    def __init__(self, heard: str) -> None:
        super().__init__()
        self._looks = itertools.cycle(heard)

    def read(self, reg: int) -> int:
        if reg == Reg.VERSION:
            self.field.lift(*self.field.cards[:])
            self.field.place(*[Card(CARD)] * (next(self._looks) == "x"))
        return super().read(reg)


@pytest.mark.parametrize(
    ("heard", "level"),
    [("xxxxxxxx", Level.OK), ("........", Level.OK), ("....xxxx", Level.OK), ("x..xx.x.", Level.WARN)],
)
def test_a_card_that_flaps_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, heard: str, level: Level
) -> None:
    bus_with(monkeypatch, Flapping(heard))
    found = asked(tmp_path, READER)["readers-steady"]
    assert (found.level, "come and go" in found.found) == (level, level is Level.WARN), found


class ShyChip(Chip):
    """A cheap board: once somebody has driven the lamps, nobody hears it any more."""

    def __init__(self, lamps: PtyDevice, *, shy: bool) -> None:
        super().__init__()
        self._lamps = lamps
        self._shy = shy

    def transfer(self, mosi: Sequence[int], speed_hz: int = 1_000_000) -> list[int]:
        if self._shy and select.select([self._lamps.near], [], [], 0)[0]:
            self.dead = 0x00
        return super().transfer(mosi, speed_hz)


@pytest.mark.parametrize("shy", [True, False])
def test_a_reader_is_asked_before_and_after_the_lamps_are_driven(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, shy: bool
) -> None:
    with PtyDevice(tmp_path / "usb-controller") as lamps:
        bus_with(monkeypatch, ShyChip(lamps, shy=shy))
        strip = f'[[strip]]\nname = "ring"\ndriver = "adalight"\nport = "{lamps.path}"\n'
        found = asked(tmp_path, READER + strip)
    assert found["readers-answer"].level is Level.OK, "alone it works"
    assert found["readers-beside-lamps"].level is (Level.FAIL if shy else Level.OK)


@pytest.mark.parametrize("grabbed", [True, False])
def test_a_reader_that_types_into_another_program_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, grabbed: bool
) -> None:
    wedge = Wedge(tmp_path / "usb-Reader-event-kbd", grabbed_by="a console" if grabbed else None)
    wedge.install(monkeypatch)
    found = asked(tmp_path, f'[[reader]]\nname = "table"\ndriver = "hid"\npath = "{wedge.path}"\n')
    told = found["readers-answer"]
    assert told.level is (Level.FAIL if grabbed else Level.OK)
    assert ("types for another program" in told.found) is grabbed


def test_a_serial_reader_is_asked_by_its_name(tmp_path: Path) -> None:
    with PtyDevice(tmp_path / "usb-reader") as device:
        board = f'[[reader]]\nname = "pile"\ndriver = "rdm6300"\nport = "{device.path}"\n'
        assert asked(tmp_path, board)["readers-answer"].level is Level.OK
        device.unplug()
        told = asked(tmp_path, board)
    assert (told["readers-answer"].level, "pile" in told["readers-answer"].found) == (Level.FAIL, True)
    assert told["serial-present"].level is Level.FAIL


def test_lamps_light_up_dimly_and_go_out(tmp_path: Path) -> None:
    pi = FakePi(tmp_path, "5", board=LEDS0)
    assert pi.finding("lamps-answer").level is Level.NOTE, "a plain file is nothing to talk to"
    pi.remove("/dev/leds0")
    with Leds0Fifo(pi.path("/dev/leds0")) as strip:
        told = pi.finding("lamps-answer")
        assert (told.level, "ring" in told.found) == (Level.OK, True)
        frame = 4 * LAMPS
        sent = b""
        while len(sent) < 2 * frame:
            sent += strip.frames.get(timeout=10)
    assert 0 < max(sent[:frame]) < 32, "not all at full: that takes amperes"
    assert not any(sent[frame:])


def test_below_a_root_only_what_stands_there_is_asked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    bus = bus_with(monkeypatch, Chip())
    pi = FakePi(tmp_path, "4", board=READER + USB_READER)
    pi.plug()
    told = pi.finding("readers-answer")
    assert (told.level, "Not asked" in told.found) == (Level.NOTE, True)
    assert bus.chips[0, 0].transfers == 0, "the reader of this machine is not that machine's"
