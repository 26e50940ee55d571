"""The Pi 5 driver's device file, as a FIFO: what is written between an opening and its closing is a frame."""

import os
import queue
import select
import threading
from pathlib import Path

TICK_MS = 20
QUIET_TICKS = 10


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
        file = self._open()
        while not self._removed.is_set():
            frame = self._one_opening(file)
            # Opened again before it is closed: what a quick writer has sent meanwhile would be lost.
            file, before = self._open(), file
            os.close(before)
            if frame:
                self.frames.put(frame)
        os.close(file)

    def _open(self) -> int:
        return os.open(self.path, os.O_RDONLY | os.O_NONBLOCK)

    def _one_opening(self, file: int) -> bytes:
        """What was written between an opening and its closing.

        A writer that came before this end was opened is not seen to go; then the silence after it tells.
        """
        poll = select.poll()
        poll.register(file, select.POLLIN)
        frame, quiet = b"", 0
        while not self._removed.is_set() and quiet < QUIET_TICKS:
            events = dict(poll.poll(TICK_MS)).get(file, 0)
            if events & select.POLLIN:
                frame, quiet = frame + os.read(file, 65536), 0
            elif events & select.POLLHUP:
                break
            else:
                quiet += bool(frame)
        return frame
