"""How long a tap and the watchdog wait while a strip hangs, in a daemon that knows no page.

`python -m tests.load.hanging_strip 60` measures for a minute; the suite does for some taps. The strip hangs
for as long as is looked, or until it is clear that somebody waits for it.
"""

import socket
import sys
import tempfile
import threading
import time
from pathlib import Path
from typing import NamedTuple

from engine.board import Seat
from engine.inputs import Key, NewGame, Pressed
from firmware_host.assembly import Daemon
from firmware_host.bench_taps import TimedReader
from firmware_host.simulated_board import simulated_config
from firmware_host.systemd import Supervisor
from hardware.drivers.simulated import Desk
from hardware.interfaces import Uid

WATCHDOG_S = 3.0
LAMPS = 280


class Measured(NamedTuple):
    """How long each tap took to be judged and shown to whoever looks, and how often the watchdog heard.

    `silence_s` is the longest that it heard nothing.
    """

    taps_s: list[float]
    heard: int
    silence_s: float


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


def measure(folder: Path, seconds: float, at_least: int) -> Measured:
    """Tap while a strip hangs: for so long, and so often at least."""
    path = folder / "notify"
    watchdog = Watchdog(path)
    watchdog.start()
    environ = {"NOTIFY_SOCKET": str(path), "WATCHDOG_USEC": str(int(WATCHDOG_S * 1e6))}
    desk, reader = Desk(), TimedReader("table")
    desk.lay(reader)
    desk.strip("ring", LAMPS)
    supervisor = Supervisor(environ)
    daemon = Daemon(simulated_config(), folder / "state", supervisor, desk=desk)
    gives_up = threading.Timer(seconds + 20, desk["ring"].inject, [None])
    daemon.start()
    try:
        daemon.gateway.tell(NewGame(4, "pagat", first=Seat(0)), None)
        desk["ring"].inject("hang")
        gives_up.start()
        taps_s: list[float] = []
        ends_s = time.monotonic() + seconds
        while time.monotonic() < ends_s or len(taps_s) < at_least:
            taps_s.append(_tap_s(daemon, reader, len(taps_s)))
    finally:
        gives_up.cancel()
        desk["ring"].inject(None)
        daemon.stop()
    supervisor.stopping()
    watchdog.join()
    return Measured(taps_s, watchdog.heard, watchdog.longest_s)


def _tap_s(daemon: Daemon, reader: TimedReader, number: int) -> float:
    """From a number read to the question it opens being there for everybody to see."""
    rig = daemon.gateway.simulated
    assert rig is not None
    kings = [card.uid for card in rig.deck() if card.card.startswith("K")]
    before = daemon.gateway.look()
    reader.place(Uid(kings[number % len(kings)]))
    while daemon.gateway.look().game.question is None:
        daemon.gateway.wait_for_other(before, 20)
        before = daemon.gateway.look()
    took_s = time.perf_counter() - reader.read_s
    daemon.gateway.tell(Pressed(Key.CANCEL), None)
    reader.lift()
    return took_s


def main(seconds: float) -> None:
    """Print what came of it."""
    with tempfile.TemporaryDirectory() as folder:
        found = measure(Path(folder), seconds, 1)
    ordered = sorted(1000 * tap_s for tap_s in found.taps_s)
    p50, p99 = ordered[len(ordered) // 2], ordered[int(0.99 * len(ordered))]
    print(f"a strip hung for {seconds:g} s: {len(ordered)} taps judged, p50 {p50:.2f} ms, p99 {p99:.2f} ms,")
    heard = f"the watchdog heard {found.heard} times, {found.silence_s:.2f} s apart at most"
    print(f"the slowest {ordered[-1]:.2f} ms; {heard}")


if __name__ == "__main__":
    main(float(sys.argv[1]))
