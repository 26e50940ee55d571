"""A Unix socket in the state folder, by which commands on the machine speak to the running daemon.

One line in, one JSON object out. Who may open the socket, mode 0600, is the owner of the folder or root.
"""

import contextlib
import json
import logging
import os
import socket
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from firmware_host.pairing import Pairing

log = logging.getLogger(__name__)

NAME = "control"
PATIENCE_S = 5.0
LONGEST_LINE = 4096

Json = dict[str, Any]
Answers = Mapping[str, Callable[[str], Json]]
"""What can be asked, by the first word of a line, and what answers it; it is given the rest."""


class NoDaemon(Exception):
    """No daemon runs on that state folder, or it does not answer: says which, and what to do, to people."""


class ControlThread(threading.Thread):
    """Answers what is asked on the socket, one caller at a time, until stopped.

    Raises:
        OSError: the socket cannot be made.
    """

    def __init__(self, folder: Path, answers: Answers) -> None:
        super().__init__(name="control", daemon=True)
        self._answers = answers
        self._path = folder / NAME
        self._stopping = False
        self._socket = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        try:
            self._bind(folder)
        except BaseException:
            self._socket.close()
            raise

    def _bind(self, folder: Path) -> None:
        """The folder's lock is held: a socket that lies there is a dead daemon's."""
        self._path.unlink(missing_ok=True)
        before = os.umask(0o177)
        try:
            with _short(folder) as name:
                self._socket.bind(name)
        finally:
            os.umask(before)
        self._socket.listen(4)

    def run(self) -> None:
        """The thread's body."""
        while not self._stopping:
            try:
                caller, _ = self._socket.accept()
                with caller:
                    caller.settimeout(PATIENCE_S)
                    self._answer(caller)
            except OSError as error:  # it went away, or `stop` shut the socket
                log.debug("a command was not answered: %s", error)

    def _answer(self, caller: socket.socket) -> None:
        with caller.makefile("rwb") as lines:
            asked, _, rest = lines.readline(LONGEST_LINE).decode(errors="replace").strip().partition(" ")
            answer = self._answers.get(asked)
            lines.write(json.dumps(answer(rest) if answer else {"error": "unknown"}).encode() + b"\n")

    def stop(self) -> None:
        """End it and take the socket away."""
        self._stopping = True
        with contextlib.suppress(OSError):
            self._socket.shutdown(socket.SHUT_RDWR)  # lets `accept` go
        self.join()
        self._socket.close()
        self._path.unlink(missing_ok=True)


def control_thread(pairing: Pairing, folder: Path, addresses: Sequence[str]) -> ControlThread:
    """Answers `peglight pair`; the page is at `addresses`. Raises OSError where there can be no socket."""

    def asking(_: str) -> Json:
        request = pairing.request
        return {"name": request.name, "code": request.code} if request else {}

    def link(_: str) -> Json:
        secret = pairing.make_link()
        return {"links": [f"{at}/pair?link={secret}" for at in addresses]}

    return ControlThread(
        folder,
        {
            "ping": lambda _: {"ok": True},
            "asking": asking,
            "accept": lambda code: {"ok": pairing.accept(tuple(code.split())) is not None},
            "link": link,
        },
    )


def ask(folder: Path, what: str) -> Json:
    """What the daemon on that state folder answers.

    Raises:
        NoDaemon: there is none, or it does not answer.
    """
    try:
        with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as line:
            line.settimeout(PATIENCE_S)
            with _short(folder) as name:
                line.connect(name)
            line.sendall(what.encode() + b"\n")
            with line.makefile("rb") as lines:
                found: Json = json.loads(lines.readline())
                return found
    except (OSError, ValueError) as error:
        raise NoDaemon(_why_not(folder, error)) from None


def _why_not(folder: Path, error: Exception) -> str:
    match error:
        case PermissionError():
            return f"{folder} is another user's: run this with sudo, or as the user that Peglight runs as."
        case FileNotFoundError() | NotADirectoryError() | ConnectionRefusedError():
            start = "peglight run, or sudo systemctl start peglight where it is installed"
            return f"No Peglight runs on {folder}: start it first ({start})."
        case _:
            return f"The Peglight that runs on {folder} does not answer: its log says why; start it again."


@contextlib.contextmanager
def _short(folder: Path) -> Iterator[str]:
    """A name for the socket that fits its 107 bytes, however long the folder's is."""
    opened = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        yield f"/proc/self/fd/{opened}/{NAME}"
    finally:
        os.close(opened)
