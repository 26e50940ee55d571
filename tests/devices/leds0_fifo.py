"""The Pi 5 driver's device file, as a FIFO: what is written between an opening and its closing is a frame."""

import os
import queue
import select
import threading
from pathlib import Path

TICK_MS = 20


class Leds0Fifo:
    """Reads one opening after another into `frames`, whatever was written in it."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.frames: queue.Queue[bytes] = queue.Queue()
        self._removed = threading.Event()
        os.mkfifo(path)
        self._thread = threading.Thread(target=self._run, name="leds0", daemon=True)
        self._thread.start()

    def remove(self) -> None:
        """Unload the kernel driver: the file is gone."""
        if not self._removed.is_set():
            self._removed.set()
            self._thread.join()
            self.path.unlink()

    def __enter__(self) -> "Leds0Fifo":
        return self

    def __exit__(self, *_: object) -> None:
        self.remove()

    def _run(self) -> None:
        while not self._removed.is_set():
            frame = self._one_opening()
            if frame:
                self.frames.put(frame)

    def _one_opening(self) -> bytes:
        """What was written between an opening and its closing."""
        file = os.open(self.path, os.O_RDONLY | os.O_NONBLOCK)
        poll = select.poll()
        poll.register(file, select.POLLIN)
        frame = b""
        try:
            while not self._removed.is_set():
                events = dict(poll.poll(TICK_MS)).get(file, 0)
                if events & select.POLLIN:
                    frame += os.read(file, 65536)
                elif events & select.POLLHUP:
                    break
        finally:
            os.close(file)
        return frame
