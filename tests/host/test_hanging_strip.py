"""A strip that hangs delays neither a tap nor the watchdog: measured, with a daemon that knows no page.

It hangs for as long as the test looks, or until it is clear that somebody waits for it.
"""

import socket
import threading
import time
from pathlib import Path

from engine.board import Seat
from engine.inputs import Key, NewGame, Pressed
from firmware_host.assembly import Daemon
from firmware_host.bench_taps import TimedReader
from firmware_host.simulated_board import simulated_config
from firmware_host.systemd import Supervisor
from hardware.drivers.simulated import Desk
from hardware.interfaces import Uid
from tests.eventually import until

WATCHDOG_S = 3.0
LAMPS = 280
TAPS = 5
MOST_TAP_S = 1.0
"""A tap takes some milliseconds, and this machine may be busy; the strip hangs for ever."""


class Watchdog(threading.Thread):
    """Hears the daemon as systemd does; `longest_s` is the longest it heard nothing."""

    def __init__(self, path: Path) -> None:
        super().__init__(daemon=True)
        self._socket = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self._socket.bind(str(path))
        self._heard_s = time.monotonic()
        self.longest_s = 0.0
        self.heard = 0

    def run(self) -> None:
        while self._socket.recv(99) == b"WATCHDOG=1":
            now_s = time.monotonic()
            self.longest_s = max(self.longest_s, now_s - self._heard_s)
            self._heard_s = now_s
            self.heard += 1
        self._socket.close()


def test_a_strip_that_hangs_delays_neither_a_tap_nor_the_watchdog(tmp_path: Path) -> None:
    path = tmp_path / "notify"
    watchdog = Watchdog(path)
    watchdog.start()
    environ = {"NOTIFY_SOCKET": str(path), "WATCHDOG_USEC": str(int(WATCHDOG_S * 1e6))}
    desk, reader = Desk(), TimedReader("table")
    desk.lay(reader)
    desk.strip("ring", LAMPS)
    supervisor = Supervisor(environ)
    daemon = Daemon(simulated_config(), tmp_path / "state", supervisor, desk=desk)
    gives_up = threading.Timer(20, desk["ring"].inject, [None])
    daemon.start()
    try:
        daemon.gateway.tell(NewGame(4, "pagat", first=Seat(0)), None)
        desk["ring"].inject("hang")
        gives_up.start()
        took_s = [_tap_s(daemon, reader, number) for number in range(TAPS)]
        until(lambda: watchdog.heard >= 2 * TAPS)
    finally:
        gives_up.cancel()
        desk["ring"].inject(None)
        daemon.stop()
    supervisor.stopping()
    watchdog.join()
    assert max(took_s) < MOST_TAP_S
    assert watchdog.longest_s < WATCHDOG_S


def _tap_s(daemon: Daemon, reader: TimedReader, number: int) -> float:
    """From a number read to the question it opens being there for everybody to see."""
    rig = daemon.gateway.simulated
    assert rig is not None
    kings = [card.uid for card in rig.deck() if card.card.startswith("K")]
    before = daemon.gateway.look()
    reader.place(Uid(kings[number]))
    while daemon.gateway.look().game.question is None:
        daemon.gateway.wait_for_other(before, 20)
        before = daemon.gateway.look()
    took_s = time.perf_counter() - reader.read_s
    daemon.gateway.tell(Pressed(Key.CANCEL), None)
    reader.lift()
    return took_s
