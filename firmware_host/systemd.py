"""Telling systemd how it goes: sd_notify(3) and its watchdog, over a datagram socket."""

import contextlib
import os
import re
import socket
from collections.abc import Mapping


class Supervisor:
    """Whoever started this process, if it listens; started by hand there is nobody, and nothing is sent."""

    def __init__(self, environ: Mapping[str, str] = os.environ) -> None:
        self._address = environ.get("NOTIFY_SOCKET", "")
        if self._address.startswith("@"):
            self._address = "\0" + self._address[1:]
        mine = environ.get("WATCHDOG_PID", str(os.getpid())) == str(os.getpid())
        interval = environ.get("WATCHDOG_USEC", "")
        is_one = re.fullmatch(r"[1-9]\d{0,17}", interval, re.ASCII) is not None
        self.alive_every_s = int(interval) / 3_000_000 if self._address and mine and is_one else None
        """How often it wants to hear `alive`: three times in each of its intervals; None: never."""

    def ready(self, status: str) -> None:
        """The start is over."""
        self._send(f"READY=1\nSTATUS={status}")

    def alive(self) -> None:
        """The loop has come round."""
        self._send("WATCHDOG=1")

    def stopping(self) -> None:
        """The end has begun."""
        self._send("STOPPING=1")

    def _send(self, message: str) -> None:
        if not self._address:
            return
        with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM | socket.SOCK_CLOEXEC) as sender:
            sender.setblocking(False)
            with contextlib.suppress(OSError):  # it has gone, or doesn't read: nothing that is ours to mend
                sender.connect(self._address)
                sender.send(message.encode())
