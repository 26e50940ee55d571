"""The lamp helper without its process: its real sockets, and recorded strips behind them."""

import os
import queue
import socket
import threading
from pathlib import Path
from typing import Any

from firmware_host.lamp_helper import Strips
from firmware_host.lamp_settings import StripSettings
from hardware.clock import monotonic_ms
from hardware.drivers import ws281x
from hardware.errors import StoppedAnswering
from hardware.interfaces import LampStrip

WITHIN_S = 30
ME = frozenset({os.getuid()})


class Recorded:
    """A strip that keeps every frame, and fails from the frame `breaks_at` on."""

    def __init__(self, settings: StripSettings) -> None:
        self.frames: queue.Queue[bytes] = queue.Queue()
        self.breaks_at: bytes | None = None
        self.showing = threading.Event()
        self.go_on = threading.Event()
        self.go_on.set()
        self._length = settings.lamps * settings.channels

    def show(self, wire: bytes) -> None:
        self.showing.set()
        assert self.go_on.wait(WITHIN_S)
        if wire == self.breaks_at:
            raise StoppedAnswering("the lamps", "SPI transfer error", "Restart")
        self.frames.put(wire)

    def dark(self) -> None:
        self.frames.put(bytes(self._length))

    def close(self) -> None:
        self.frames.put(b"closed")

    def next(self) -> bytes:
        return self.frames.get(timeout=WITHIN_S)


class Helper:
    """A running helper with recorded strips, in a thread of this process."""

    def __init__(self, folder: Path, *settings: StripSettings, allowed: frozenset[int] = ME) -> None:
        self.folder = folder
        self._running = True
        self.lamps = {one.gpio: Recorded(one) for one in settings}
        self._strips = Strips(settings, folder, allowed, lambda one: self.lamps[one.gpio], monotonic_ms)
        self._stop, stopped = socket.socketpair()
        self._stopped = stopped
        self._thread = threading.Thread(target=self._strips.run, args=(stopped,), name="helper", daemon=True)
        self._thread.start()

    def open(self, gpio: int = 18, lamps: int = 2, **more: Any) -> LampStrip:
        return ws281x.open_strip(gpio=gpio, lamps=lamps, helper=str(self.folder), **more)

    def stop(self) -> None:
        """End it as SIGTERM does; twice is fine."""
        if not self._running:
            return
        self._running = False
        self._stop.send(b"!")
        self._thread.join()
        self._strips.close()
        self._stop.close()
        self._stopped.close()
