"""The lamps of a board that does not start say so, and are black when it is tried again."""

import threading
from dataclasses import replace
from pathlib import Path

from firmware_host.__main__ import main
from firmware_host.alarm_command import APART, put_out, show_until
from firmware_host.config import load as config_of
from firmware_host.strip_plans import StripPlan
from hardware.drivers.simulated import Desk
from hardware.power import Supply, estimate_ma
from hardware.rig import DeviceSpec, Kind
from tests.devices.adalight_controller import AdalightController
from tests.eventually import until

BOARD = '[[strip]]\nname = "ring"\ndriver = "simulated"\nlamps = 112\nbudget_ma = 200\n'


def test_every_strip_is_lit_within_its_budget_and_black_afterwards(tmp_path: Path) -> None:
    (tmp_path / "board.toml").write_text(BOARD)
    config = config_of(tmp_path / "board.toml")
    desk = Desk()
    spec = DeviceSpec(Kind.STRIP, "ring", "simulated", {"lamps": 112, "desk": desk, "name": "ring"})
    strip, stopping = desk.strip("ring", 112), threading.Event()
    showing = threading.Thread(target=show_until, args=(replace(config, specs=(spec,)), stopping))
    showing.start()
    until(lambda: any(strip.frame))
    lit = [number for number in range(112) if any(strip.frame[3 * number : 3 * number + 3])]
    drawn_ma = estimate_ma(strip.frame, Supply(200, StripPlan().ma_per_lamp))
    stopping.set()
    showing.join()
    assert lit == list(range(0, 112, APART))
    assert drawn_ma <= 180
    assert not any(strip.frame)


def test_what_a_crash_left_lit_is_put_out(tmp_path: Path) -> None:
    (tmp_path / "board.toml").write_text(BOARD)
    desk = Desk()
    spec = DeviceSpec(Kind.STRIP, "ring", "simulated", {"lamps": 112, "desk": desk, "name": "ring"})
    strip = desk.strip("ring", 112)
    strip.frame = bytes(range(84)) * 4
    put_out(replace(config_of(tmp_path / "board.toml"), specs=(spec,)), threading.Event())
    assert not any(strip.frame)


def test_what_a_crash_left_lit_on_a_controller_is_put_out_once_it_hears(tmp_path: Path) -> None:
    """With the true times: it is deaf for two seconds after its port was opened."""
    with AdalightController(tmp_path / "wled") as controller:
        strip = f'[[strip]]\nname = "ring"\ndriver = "adalight"\nport = "{controller.path}"\nlamps = 9\n'
        (tmp_path / "board.toml").write_text(strip)
        put_out(config_of(tmp_path / "board.toml"), threading.Event())
        assert controller.frames.get(timeout=10) == bytes(3 * 9)


def test_a_board_whose_configuration_is_the_mistake_has_no_lamps_to_say_it_with(tmp_path: Path) -> None:
    (tmp_path / "board.toml").write_text("[[strip]]\n")
    assert main(["alarm", "--config", str(tmp_path / "board.toml")]) == 2


def test_a_board_without_lamps_is_done_at_once(tmp_path: Path) -> None:
    (tmp_path / "board.toml").write_text('name = "bare"\n')
    show_until(config_of(tmp_path / "board.toml"), threading.Event())
