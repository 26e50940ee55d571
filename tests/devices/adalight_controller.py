"""A lamp controller at the far end of a serial port, as WLED and the usual sketches behave."""

import os
import queue
import select
import threading
import time
import tty
from collections.abc import Iterator
from pathlib import Path

WLED = b"WLED 2405180\n"
TICK_S = 0.002


def frames_in(received: bytearray, asked: list[bytes]) -> Iterator[bytes]:
    """Take whole Adalight frames off `received`; single letters outside of them are put into `asked`."""
    while received:
        if not b"Ada".startswith(received[:3]):
            asked.append(bytes(received[:1]))
            del received[:1]
            continue
        if len(received) < 6:
            return
        high, low, check = received[3:6]
        if check != high ^ low ^ 0x55:
            del received[:1]
            continue
        length = 6 + 3 * ((high << 8 | low) + 1)
        if len(received) < length:
            return
        yield bytes(received[6:length])
        del received[:length]


class AdalightController:
    """Decodes what it is sent into `frames`.

    It is reset whenever its port is opened and ignores what comes for `boot_s` after that. Without a frame
    for `silence_s` it takes the lamps back: `lapses` counts that. `says` is its answer to a `v`; a
    sketch without one says nothing. A `deaf` one never takes anything off the wire.
    """

    def __init__(
        self,
        path: Path,
        *,
        boot_s: float = 2.0,
        silence_s: float = 2.5,
        says: bytes = WLED,
        deaf: bool = False,
    ) -> None:
        self.path = path
        self.frames: queue.Queue[bytes] = queue.Queue()
        self.asked: list[bytes] = []
        self.opened = 0
        self.lapses = 0
        self._boot_s = boot_s
        self._silence_s = silence_s
        self._says = says
        self._deaf = deaf
        self._near, far = os.openpty()
        tty.setraw(far)
        path.symlink_to(os.ttyname(far))
        os.close(far)
        self._unplugged = threading.Event()
        self._thread = threading.Thread(target=self._run, name="controller", daemon=True)
        self._thread.start()

    def say(self, text: bytes) -> None:
        """Write `text`, unasked."""
        os.write(self._near, text)

    def unplug(self) -> None:
        """Pull the plug: the name vanishes and whoever holds the port is hung up on."""
        if not self._unplugged.is_set():
            self._unplugged.set()
            self._thread.join()
            self.path.unlink()
            os.close(self._near)

    def __enter__(self) -> "AdalightController":
        return self

    def __exit__(self, *_: object) -> None:
        self.unplug()

    def _run(self) -> None:
        poll = select.poll()
        poll.register(self._near, select.POLLIN)
        while not self._unplugged.is_set():
            if self._someone_there(poll):
                self._serve(poll)
            self._unplugged.wait(TICK_S)

    def _someone_there(self, poll: select.poll) -> bool:
        return not any(event & select.POLLHUP for _, event in poll.poll(0))

    def _serve(self, poll: select.poll) -> None:
        """From the opening of the port to its end."""
        self.opened += 1
        booted_s = time.monotonic() + self._boot_s
        received = bytearray()
        shown_s: float | None = None
        while not self._unplugged.is_set():
            events = dict(poll.poll(1000 * TICK_S)).get(self._near, 0)
            now_s = time.monotonic()
            if events & select.POLLIN and not self._deaf:
                chunk = os.read(self._near, 4096)
                if now_s >= booted_s and self._take(received, chunk):
                    shown_s = now_s
            elif events & select.POLLHUP:
                return
            # Last, for a frame that waited while this thread did not run was there in time.
            if shown_s is not None and now_s - shown_s > self._silence_s:
                self.lapses += 1
                shown_s = None

    def _take(self, received: bytearray, chunk: bytes) -> bool:
        asked = len(self.asked)
        received += chunk
        frames = list(frames_in(received, self.asked))
        for frame in frames:
            self.frames.put(frame)
        if b"v" in self.asked[asked:] and self._says:
            os.write(self._near, self._says)
        return bool(frames)
