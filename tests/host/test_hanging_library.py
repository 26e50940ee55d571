"""The library that drives lamps in the daemon itself hangs: the board plays on, and ends when told to."""

from pathlib import Path

import pytest

from tests.devices.fakepi import FakePi, build_shim
from tests.eventually import until
from tests.host.daemon_process import DaemonProcess, Page

BOARD = """
[[strip]]
name = "ring"
driver = "ws281x"
gpio = 10
lamps = 112
helper = "/nowhere"
"""


def ring(page: Page) -> tuple[str, str]:
    """How the strip is, as the page says it."""
    (device,) = page.state()["devices"]
    return device["state"], device["detail"]


@pytest.mark.needs_drivers("rpi_ws281x")
def test_a_library_that_hangs_stops_neither_the_page_nor_the_end(tmp_path: Path) -> None:
    pi = FakePi(build_shim(tmp_path), tmp_path)
    (tmp_path / "board.toml").write_text(BOARD)
    wrap = ("env", *(f"{key}={value}" for key, value in pi.environ.items()))
    with DaemonProcess(tmp_path, ("--config", str(tmp_path / "board.toml")), wrap) as daemon:
        page = daemon.page()
        until(lambda: ring(page) == ("ok", ""))
        pi.hang()
        assert page.tell("new_game", players=4, rules="pagat", first="A").ok
        until(lambda: "does not end" in ring(page)[1])
        assert page.tell("tap", card="KH").ok
        pi.go_on()
        until(lambda: ring(page) == ("ok", ""))
        pi.hang()
        assert page.tell("press", button="confirm").ok
        until(lambda: "does not end" in ring(page)[1])
        assert daemon.terminate() == 0
