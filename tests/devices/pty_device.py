"""A device on a serial port that can be pulled and plugged, for the real pyserial to talk to."""

import os
import tty
from pathlib import Path


class PtyDevice:
    """One end of a pseudo-terminal; `path`, a symlink, stands for the port's name under /dev/serial/by-id.

    The far end stays open here too, so the port outlives whoever opens and closes it, as a real one does.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self._ends: tuple[int, int] | None = None
        self.replug()

    def replug(self) -> None:
        """Plug the device in: the same name, most likely another tty behind it."""
        self.unplug()
        near, far = os.openpty()
        tty.setraw(far)
        os.symlink(os.ttyname(far), self.path)
        self._ends = near, far

    def unplug(self) -> None:
        """Pull the plug: the name vanishes and whoever holds the port is hung up on."""
        if self._ends is None:
            return
        self.path.unlink()
        for end in self._ends:
            os.close(end)
        self._ends = None

    def write(self, raw: bytes) -> None:
        """Send `raw` to whoever has the port open."""
        os.write(self.near, raw)

    @property
    def near(self) -> int:
        """The device's own descriptor."""
        assert self._ends is not None, "the device is unplugged"
        return self._ends[0]

    @property
    def far(self) -> int:
        """The end that the port's name leads to, to ask what lies unread in it."""
        assert self._ends is not None, "the device is unplugged"
        return self._ends[1]

    def __enter__(self) -> "PtyDevice":
        return self

    def __exit__(self, *_: object) -> None:
        self.unplug()
