"""A strip that is shown its last frame again and again, which heals what noise on the wire has done."""

import atexit
import threading

from hardware.errors import DeviceFault
from hardware.interfaces import LampStrip


class Repeating:
    """A `LampStrip` over another: shows the last frame again when none has come for `every_ms`.

    It has a thread for that until it is closed. A repeat that fails is `lost`, and raised by the next
    `show`. A process that ends without closing it closes it on its way out.
    """

    def __init__(self, strip: LampStrip, every_ms: int, name: str) -> None:
        self._strip = strip
        self._every_s = every_ms / 1000
        self._changed = threading.Condition()
        self._frame: bytes | None = None
        self._shown = 0
        self.lost: DeviceFault | None = None
        self._closed = False
        self._thread = threading.Thread(target=self._run, name=f"repeats {name}", daemon=True)
        self._thread.start()
        atexit.register(self.close)

    @property
    def lamps(self) -> int:
        """See `LampStrip`."""
        return self._strip.lamps

    def show(self, frame: bytes) -> None:
        """See `LampStrip`."""
        with self._changed:
            if self.lost is not None:
                raise self.lost
            self._strip.show(frame)
            self._frame = frame
            self._shown += 1
            self._changed.notify_all()

    def close(self) -> None:
        """See `LampStrip`."""
        atexit.unregister(self.close)
        with self._changed:
            self._closed = True
            self._changed.notify_all()
        self._thread.join()
        self._strip.close()

    def _run(self) -> None:
        with self._changed:
            while not self._closed and self.lost is None:
                shown = self._shown
                if not self._news(shown) and self._frame is not None:
                    self._again(self._frame)

    def _news(self, shown: int) -> bool:
        """Wait for another frame, or the end; tell whether it came in time."""
        return self._changed.wait_for(lambda: self._closed or self._shown != shown, self._every_s)

    def _again(self, frame: bytes) -> None:
        try:
            self._strip.show(frame)
        except DeviceFault as fault:
            self.lost = fault
