"""One daemon a state folder, by a lock that dies with its process. DESIGN 5."""

import fcntl
import os
from pathlib import Path


class Taken(Exception):
    """Another one has it: names what, and who if that is known."""


class FolderLock:
    """Holds a state folder until the process ends or `release` is called."""

    def __init__(self, folder: Path) -> None:
        descriptor = os.open(folder / "lock", os.O_RDWR | os.O_APPEND | os.O_CREAT, 0o600)
        self._file = os.fdopen(descriptor, "a+", encoding="ascii")
        try:
            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            self._file.seek(0)
            holder = self._file.read().strip()
            self._file.close()
            raise Taken(f"{folder} is in use by another peglight (process {holder or 'unknown'})") from None
        self._file.truncate(0)
        self._file.write(str(os.getpid()))
        self._file.flush()

    def release(self) -> None:
        """Let go. May be called twice."""
        self._file.close()


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
