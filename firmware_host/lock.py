"""One daemon a state folder and a device, by locks that die with their process. DESIGN 5."""

import fcntl
import os
import socket
import struct
from collections.abc import Mapping
from pathlib import Path


class Taken(Exception):
    """Another one has it: names what, and who if that is known."""


class FolderLock:
    """Holds a state folder until the process ends or `release` is called.

    Raises:
        Taken: another process has it, which is named.
        OSError: nothing can be written there.
    """

    def __init__(self, folder: Path) -> None:
        descriptor = os.open(folder / "lock", os.O_RDWR | os.O_APPEND | os.O_CREAT, 0o600)
        self._file = os.fdopen(descriptor, "a+b", buffering=0)  # or what cannot be written is tried again
        try:
            self._hold(folder)
        except BaseException:
            self._file.close()
            raise

    def _hold(self, folder: Path) -> None:
        try:
            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            self._file.seek(0)
            holder = self._file.read().decode("ascii", errors="replace").strip()
            raise Taken(
                f"{folder} is in use by another peglight (process {holder or 'unknown'}); stop it first"
            ) from None
        self._file.truncate(0)
        self._file.write(str(os.getpid()).encode())

    def release(self) -> None:
        """Let go. May be called twice."""
        self._file.close()


class DeviceLocks:
    """Holds pins, ports and chips against other daemons of this machine, whoever's they are.

    Each is an abstract Unix socket of that name: it needs no file, and whoever is turned away learns from it
    which process has it.

    Args:
        claims: whose each of them is, by its name.

    Raises:
        Taken: naming the device, what it needs and who has that.
    """

    def __init__(self, claims: Mapping[str, str]) -> None:
        self._sockets: list[socket.socket] = []
        try:
            for claim, device in claims.items():
                self._hold(claim, device)
        except BaseException:
            self.release()
            raise

    def _hold(self, claim: str, device: str) -> None:
        lock = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        self._sockets.append(lock)
        address = f"\0peglight {claim}"
        try:
            lock.bind(address)
        except OSError:
            raise Taken(f"{device} needs {claim}, which another peglight has ({_holder(address)})") from None
        lock.listen()

    def release(self) -> None:
        """Let go of all. May be called twice."""
        for lock in self._sockets:
            lock.close()


def _holder(address: str) -> str:
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as asking:
        asking.settimeout(1)
        try:
            asking.connect(address)
            credentials = asking.getsockopt(socket.SOL_SOCKET, socket.SO_PEERCRED, struct.calcsize("3i"))
        except OSError:
            return "process unknown"
    return f"process {struct.unpack('3i', credentials)[0]}"


def is_held(folder: Path) -> bool:
    """Whether a daemon has that state folder now; true as well where this user may not know.

    Asks by a shared lock, taken for a moment: a daemon that starts in this very moment is turned away once.
    """
    try:
        descriptor = os.open(folder / "lock", os.O_RDONLY)
    except PermissionError:
        return True
    except OSError:
        return False
    try:
        fcntl.flock(descriptor, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except BlockingIOError:
        return True
    finally:
        os.close(descriptor)
    return False
