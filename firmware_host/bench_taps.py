"""How long a tap takes to its lamps, and how much of that is this program's own share. DESIGN 8.

Readers and strip are emulated and stamp the time: what counts is from the moment a card is laid, or its
reader has handed over the number, to the moment the frame that lights its choice is handed to the strip.
"""

import os
import random
import subprocess
import sys
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

from engine.board import Seat
from engine.inputs import Key, NewGame, Pressed
from firmware_host.assembly import Daemon
from firmware_host.boardmap import names_of
from firmware_host.config import Config
from firmware_host.lighting import LONGEST_MS
from firmware_host.simulated_board import simulated_config
from firmware_host.systemd import Supervisor
from hardware.drivers.simulated import Desk
from hardware.drivers.simulated_parts import SimulatedReader, SimulatedStrip
from hardware.interfaces import Uid
from hardware.rig import DeviceSpec, Kind

GAME = NewGame(4, "pagat", first=Seat(0))
COME_OUT = names_of(4).index("A8")
"""In the opening a king lights red's come-out hole, which is dark before; then comes another king."""
APART_S = 0.6, 0.65
"""Apart enough that no lamp flashes more than twice a second, anywhere between two polls of a reader."""
PATIENCE_S = 2.0


class Tap(NamedTuple):
    """One tap, in ms: from the card laid, and from its number read, to the frame handed to the strip."""

    whole_ms: float
    software_ms: float


class TimedReader(SimulatedReader):
    """A reader that knows when it first handed over the card now lying on it."""

    read_s = 0.0

    def place(self, uid: Uid) -> None:
        """Lay a card on it."""
        self.read_s = 0.0
        super().place(uid)

    def poll(self) -> Uid | None:
        """See `CardReader`."""
        uid = super().poll()
        if uid is not None and not self.read_s:
            self.read_s = time.perf_counter()
        return uid


class TimedStrip(SimulatedStrip):
    """A strip that knows when the lamp watched was last lit and put out.

    Attributes:
        lit_s: when the frame came that lit it.
    """

    lit_s = 0.0

    def __init__(self, name: str, lamps: int) -> None:
        super().__init__(name, lamps)
        self._turned = threading.Condition()
        self._is_lit = False

    def show(self, frame: bytes) -> None:
        """See `LampStrip`."""
        came_s = time.perf_counter()
        is_lit = any(frame[3 * COME_OUT : 3 * COME_OUT + 3])
        with self._turned:
            if is_lit and not self._is_lit:
                self.lit_s = came_s
            self._is_lit = is_lit
            self._turned.notify_all()
        super().show(frame)

    def wait_until(self, is_lit: bool) -> bool:
        """Return once the lamp watched is so, or patience is over; whether it is."""
        with self._turned:
            return self._turned.wait_for(lambda: self._is_lit is is_lit, PATIENCE_S)


@contextmanager
def kept_awake() -> Iterator[None]:
    """Leave no core to doze or to forget this program's code between two taps: games are played on each.

    They have the lowest priority there is, and give way to whatever else wants to run.
    """
    command = [sys.executable, "-m", "firmware_host", "play", "--rules", "pagat", "--players", "4"]
    endless = [*command, "--games", "1000000", "--seed", "1"]
    players: list[subprocess.Popen[bytes]] = []
    try:
        for _ in range(os.cpu_count() or 1):
            players.append(subprocess.Popen(endless, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL))
            os.sched_setscheduler(players[-1].pid, os.SCHED_IDLE, os.sched_param(0))
        yield
    finally:
        for player in players:
            player.kill()
            player.wait()


def taps(home: Path, readers: int, count: int) -> list[Tap]:
    """So many taps on a board with so many readers, each on any of them.

    One that the lamps do not answer within two seconds counts as two seconds.
    """
    config = _with_readers(simulated_config(), readers)
    desk = Desk()
    laid = [TimedReader(spec.name) for spec in config.specs if spec.kind is Kind.READER]
    strip = _strip_of(config)
    for part in (*laid, strip):
        desk.lay(part)
    daemon = Daemon(config, home, Supervisor({}), desk=desk)
    daemon.start()
    try:
        daemon.gateway.tell(GAME, None)
        time.sleep(LONGEST_MS / 1000)  # a light runs round the new game's board, over the lamp watched, too
        kings = _kings(daemon)
        return [_one(daemon, random.choice(laid), strip, kings[i % len(kings)]) for i in range(count)]
    finally:
        daemon.stop()


def _one(daemon: Daemon, reader: TimedReader, strip: TimedStrip, uid: Uid) -> Tap:
    time.sleep(random.uniform(*APART_S))
    laid_s = time.perf_counter()
    reader.place(uid)
    if strip.wait_until(is_lit=True):
        tap = Tap(1000 * (strip.lit_s - laid_s), 1000 * (strip.lit_s - reader.read_s))
    else:
        tap = Tap(1000 * PATIENCE_S, 1000 * PATIENCE_S)
    daemon.gateway.tell(Pressed(Key.CANCEL), None)
    reader.lift()
    strip.wait_until(is_lit=False)
    return tap


def _with_readers(config: Config, readers: int) -> Config:
    others = [spec for spec in config.specs if spec.kind is not Kind.READER]
    numbered = [DeviceSpec(Kind.READER, f"reader {number}", "simulated") for number in range(readers)]
    return replace(config, specs=(*numbered, *others))


def _strip_of(config: Config) -> TimedStrip:
    (spec,) = [spec for spec in config.specs if spec.kind is Kind.STRIP]
    return TimedStrip(spec.name, int(str(spec.settings["lamps"])))


def _kings(daemon: Daemon) -> Sequence[Uid]:
    rig = daemon.gateway.simulated
    assert rig is not None
    return [card.uid for card in rig.deck() if card.card.startswith("K")]
