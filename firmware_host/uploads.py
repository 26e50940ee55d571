"""A file that a phone sends in pieces, none larger than any other request: no stranger fills the card."""

import shutil
import threading
from dataclasses import dataclass
from pathlib import Path

UPLOAD = "upload"
MOST_MB = 128
MOST_BYTES = MOST_MB * 1024 * 1024
LEAST_FREE_BYTES = 64 * 1024 * 1024
"""So much room is left on the card whatever is sent."""


@dataclass(frozen=True, slots=True)
class Problem:
    """Why something with a file was not done: in one word that the page has a sentence for, the file that is
    meant, and what was found there."""

    why: str
    name: str = ""
    found: str = ""


class Upload:
    """The one file that is being sent. Any thread may call any method."""

    def __init__(self, state: Path) -> None:
        self._path = state / UPLOAD
        self._lock = threading.Lock()
        self._size = 0

    def add(self, at: int, size: int, piece: bytes) -> Problem | None:
        """Take a piece. One at 0 begins a new file in place of an earlier one.

        Args:
            at: how many bytes of it were sent before; size: how many there are in all.
        """
        with self._lock:
            if size > MOST_BYTES:
                return Problem("upload_too_large", found=str(MOST_MB))
            try:
                return self._added(at, size, piece)
            except OSError as error:
                return Problem("no_room", found=str(error.strerror))

    def _added(self, at: int, size: int, piece: bytes) -> Problem | None:
        if at == 0:
            self._path.unlink(missing_ok=True)
            if shutil.disk_usage(self._path.parent).free < size + LEAST_FREE_BYTES:
                return Problem("no_room")
            self._path.touch(0o600)
            self._size = size
        if (
            size != self._size
            or not self._path.exists()
            or self._path.stat().st_size != at
            or at + len(piece) > size
        ):
            return Problem("gone")
        with self._path.open("ab") as file:
            file.write(piece)
        return None

    def whole(self) -> Path | None:
        """The file, once all of it has been sent."""
        with self._lock:
            there = self._path.exists() and self._path.stat().st_size == self._size > 0
            return self._path if there else None

    def drop(self) -> None:
        """It is not needed any more."""
        with self._lock:
            self._path.unlink(missing_ok=True)
            self._size = 0
