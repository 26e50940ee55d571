"""An ext4 file system whose every block write and flush is recorded, and the disk as a power cut leaves it.

qemu-storage-daemon serves the disk as a file (FUSE) and logs what is written to it (its `blklogwrites`, in
the format of Linux's dm-log-writes); a loop device makes a disk of that file. Beyond the file system lies
one block more for marks, which are thereby logged in order with everything else. Root only.
"""

import os
import random
import shutil
import struct
import subprocess
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from tests.eventually import until

BLOCK = 4096
FILE_SYSTEM = 16 << 20
MARK_AT = FILE_SYSTEM
DISK = FILE_SYSTEM + (1 << 20)
MOST_LOGGED = 2 << 30  # a sparse file

_MAGIC = 0x6A736677736872
_FLUSH, _FUA, _DISCARD = 1, 2, 4


@dataclass(frozen=True, slots=True)
class Entry:
    """One write, flush or discard, in bytes; `data` is empty where there was none."""

    at: int
    length: int
    flags: int
    data: bytes

    @property
    def flushes(self) -> bool:
        """Whether everything before it is safe."""
        return bool(self.flags & _FLUSH)

    @property
    def is_safe(self) -> bool:
        """Whether it was written through at once."""
        return bool(self.flags & _FUA)

    @property
    def is_mark(self) -> bool:
        """Whether it lies beyond the file system."""
        return self.at == MARK_AT and bool(self.data)

    def apply(self, disk: bytearray) -> None:
        """Do it."""
        if self.flags & _DISCARD:
            disk[self.at : self.at + self.length] = bytes(self.length)
        else:
            disk[self.at : self.at + len(self.data)] = self.data


class RecordedDisk:
    """The disk in use: `home` is a folder on it. `mark` notes that something has been acknowledged."""

    def __init__(self, work: Path) -> None:
        self._work = work
        self._disk, self._log, self._served = work / "disk", work / "log", work / "served"
        self._folder = work / "mounted"
        self.home = self._folder / "home"
        self.base = b""

    def __enter__(self) -> "RecordedDisk":
        self._folder.mkdir(parents=True)
        self._served.touch()
        for path, size in ((self._disk, DISK), (self._log, MOST_LOGGED)):
            with path.open("wb") as file:
                file.truncate(size)
        self._daemon = subprocess.Popen(
            [
                "qemu-storage-daemon",
                *("--blockdev", f"driver=file,node-name=disk,filename={self._disk}"),
                *("--blockdev", f"driver=file,node-name=log,filename={self._log}"),
                *(
                    "--blockdev",
                    f"driver=blklogwrites,node-name=both,file=disk,log=log,log-sector-size={BLOCK}",
                ),
                *("--export", f"type=fuse,id=it,node-name=both,mountpoint={self._served},writable=on"),
            ]
        )
        until(lambda: self._served.stat().st_size == DISK)
        _run("mkfs.ext4", "-q", "-F", "-b", str(BLOCK), str(self._served), f"{FILE_SYSTEM >> 10}k")
        self.base = self._served.read_bytes()
        self._loop = _run("losetup", "-f", "--show", "--sizelimit", str(FILE_SYSTEM), str(self._served))
        _run("mount", "-o", "data=ordered", self._loop, str(self._folder))
        self._marks = os.open(self._served, os.O_RDWR)
        self.home.mkdir()
        _run("sync", "-f", str(self.home))
        self.mark(b"{}")
        return self

    def mark(self, data: bytes) -> None:
        """Note it, after everything that was written before."""
        os.pwrite(self._marks, struct.pack("<I", len(data)) + data.ljust(BLOCK - 4, b"\0"), MARK_AT)

    def __exit__(self, *_: object) -> None:
        os.close(self._marks)
        _run("umount", str(self._folder))
        _run("losetup", "-d", self._loop)
        self._daemon.terminate()
        self._daemon.wait(20)

    def entries(self) -> list[Entry]:
        """What was recorded from the first mark on, and `base` with what came before it."""
        entries = list(_entries(self._log))
        first = next(n for n, entry in enumerate(entries) if entry.is_mark)
        disk = bytearray(self.base)
        for entry in entries[:first]:
            entry.apply(disk)
        self.base = bytes(disk)
        return entries[first:]


def _entries(path: Path) -> Iterator[Entry]:
    with path.open("rb") as log:
        magic, _version, count, sector = struct.unpack_from("<QQQI", log.read(BLOCK))
        assert magic == _MAGIC
        for _ in range(count):
            at, length, flags, _bytes = struct.unpack_from("<QQQQ", log.read(sector))
            data = log.read(length * sector) if length and not flags & _DISCARD else b""
            yield Entry(at * sector, length * sector, flags, data)


def after_cuts(
    base: bytes, entries: Sequence[Entry], at: Sequence[int], rng: random.Random
) -> Iterator[tuple[bytes, bytearray]]:
    """The last mark and the disk, for a power cut before each of those entries, which are in order.

    What came before the last flush is there; of what came after it each write is, or not.
    """
    safe, safe_to, mark = bytearray(base), 0, b""
    for cut in at:
        flushed = max((n for n in range(safe_to, cut) if entries[n].flushes), default=safe_to)
        for entry in entries[safe_to:flushed]:
            entry.apply(safe)
        mark = next((entry.data for entry in reversed(entries[:cut]) if entry.is_mark), mark)
        disk = bytearray(safe)
        for entry in entries[flushed:cut]:
            if entry.is_safe or rng.random() < 0.5:
                entry.apply(disk)
        safe_to = flushed
        yield mark[4 : 4 + struct.unpack_from("<I", mark)[0]], disk


def mounted(disk: bytearray, work: Path) -> Path:
    """A copy of the home on that disk, once the file system has recovered."""
    image, folder, copy = work / "image", work / "cut", work / "copy"
    image.write_bytes(disk[:FILE_SYSTEM])
    folder.mkdir(exist_ok=True)
    shutil.rmtree(copy, ignore_errors=True)
    _run("mount", "-o", "loop", str(image), str(folder))
    try:
        shutil.copytree(folder / "home", copy, ignore=shutil.ignore_patterns("*-shm", "control"))
    finally:
        _run("umount", str(folder))
    return copy


def _run(*words: str) -> str:
    return subprocess.run(words, check=True, capture_output=True, text=True).stdout.strip()
