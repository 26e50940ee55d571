"""What processes did to the files of a folder, as strace saw it; and how it may look after a power cut.

The file system is taken to promise as little as it may: of what was written since a file was last synced each
write may be lost or not, and a name made, moved or taken away lasts only once its folder was synced. Needs
no root. Memory that is mapped is not seen: SQLite's `-shm` files, which it makes anew after a crash.
"""

import os
import random
import re
import subprocess
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

CALLS = (
    "openat,mkdir,mkdirat,write,pwrite64,ftruncate,unlink,unlinkat,rename,renameat,renameat2,fsync,fdatasync"
)
_LINE = re.compile(r"(\d+) +(\w+)\((.*)\) += (-?\d+)")
_UNFINISHED = re.compile(r"(\d+) +(\w+\(.*) <unfinished \.\.\.>$")
_RESUMED = re.compile(r"(\d+) +<\.\.\. \w+ resumed>(.*)$")
_TEXT = re.compile(r'"((?:\\x[0-9a-f]{2})*)"')
_OPEN_FILE = re.compile(r"^\d+<(.*?)>")


AT_THE_END = -1


@dataclass(frozen=True, slots=True)
class Done:
    """One call that came off: what was done to which file, and with what."""

    call: str
    path: str
    data: bytes = b""
    at: int = 0
    to: str = ""


def traced(words: Sequence[str], trace: Path, cwd: Path) -> list[Done]:
    """Run a command and everything it starts under strace; what it did to files, in order."""
    strace = ["strace", "-f", "--seccomp-bpf", "-y", "-xx", "-s", "100000", "-o", str(trace)]
    subprocess.run(
        [*strace, "-e", f"trace={CALLS}", "-e", "signal=none", *words],
        cwd=cwd,
        env=os.environ | {"PYTHONDONTWRITEBYTECODE": "1"},
        check=True,
    )
    with trace.open(encoding="ascii") as lines:
        return list(_done(_whole(lines)))


def _whole(lines: Iterable[str]) -> Iterator[str]:
    """Each call on one line, where it ended: strace tears those apart between which another process ran."""
    begun: dict[str, str] = {}
    for line in lines:
        if unfinished := _UNFINISHED.match(line):
            begun[unfinished[1]] = unfinished[2]
        elif resumed := _RESUMED.match(line):
            yield f"{resumed[1]} {begun.pop(resumed[1], '')}{resumed[2]}"
        else:
            yield line


def _done(lines: Iterable[str]) -> Iterator[Done]:
    for line in lines:
        found = _LINE.match(line)
        if found is not None and int(found[4]) >= 0:
            yield from _one(found[2], found[3], int(found[4]))


def _one(call: str, words: str, answer: int) -> Iterator[Done]:
    texts = [bytes.fromhex(text.replace("\\x", "")) for text in _TEXT.findall(words)]
    opened = _OPEN_FILE.match(words)
    path = _plain(opened[1]) if opened else ""
    match call:
        case "openat" if "O_CREAT" in words:
            yield Done("make", texts[0].decode())
        case "mkdir" | "mkdirat":
            yield Done("folder", texts[0].decode())
        case "pwrite64":
            at = int(words.rpartition(",")[2])
            yield Done("write", path, texts[0][:answer], at)
        case "write":
            yield Done("write", path, texts[0][:answer], AT_THE_END)
        case "ftruncate":
            yield Done("cut", path, at=int(words.rpartition(",")[2]))
        case "unlink" | "unlinkat":
            yield Done("take away", texts[0].decode())
        case "rename" | "renameat" | "renameat2":
            yield Done("move", texts[0].decode(), to=texts[1].decode())
        case "fsync" | "fdatasync":
            yield Done("sync", path)


def _plain(path: str) -> str:
    return re.sub(r"\\x([0-9a-f]{2})", lambda code: chr(int(code[1], 16)), path)


@dataclass
class _File:
    """A file or folder apart from its name: what is safe of it, and what was done since."""

    safe: bytearray = field(default_factory=bytearray)
    since: list[Done] = field(default_factory=list)
    is_folder: bool = False
    length: int = 0

    def hear(self, done: Done) -> None:
        """It is written to, or cut."""
        at = self.length if done.at == AT_THE_END else done.at
        self.length = at if done.call == "cut" else max(self.length, at + len(done.data))
        self.since.append(replace(done, at=at))

    def sync(self) -> None:
        for done in self.since:
            _do(self.safe, done)
        self.since.clear()

    def left(self, rng: random.Random) -> bytes:
        """Its content after a power cut."""
        content = bytearray(self.safe)
        for done in self.since:
            if rng.random() < 0.5:
                _do(content, done)
        return bytes(content)


def _do(content: bytearray, done: Done) -> None:
    if done.call == "cut":
        del content[done.at :]
        content.extend(bytes(done.at - len(content)))
    else:
        content.extend(bytes(max(0, done.at - len(content))))
        content[done.at : done.at + len(done.data)] = done.data


class Folder:
    """The files below a folder that was there before, as a power cut leaves them."""

    def __init__(self, root: Path) -> None:
        self.root = str(root)
        self._named: dict[str, _File] = {}
        self._safe: dict[str, _File] = {}

    def do(self, done: Done) -> None:
        """One call more."""
        if not done.path.startswith(self.root):
            return
        match done.call:
            case "make" if done.path not in self._named:
                self._named[done.path] = _File()
            case "folder":
                self._named[done.path] = _File(is_folder=True)
            case "write" | "cut" if done.path in self._named:
                self._named[done.path].hear(done)
            case "take away":
                self._named.pop(done.path, None)
            case "move" if done.path in self._named:
                self._named[done.to] = self._named.pop(done.path)
            case "sync":
                self._sync(done.path)

    def _sync(self, path: str) -> None:
        found = self._named.get(path)
        if found is not None and not found.is_folder:
            found.sync()
            return
        for name in {*self._safe, *self._named}:
            if os.path.dirname(name) == path:
                self._make_safe(name)

    def _make_safe(self, name: str) -> None:
        if name in self._named:
            self._safe[name] = self._named[name]
        else:
            self._safe.pop(name, None)

    def leave(self, into: Path, rng: random.Random) -> None:
        """Lay the files out as they may be after a power cut now."""
        for name in sorted({*self._safe, *self._named}):
            kept = self._named if rng.random() < 0.5 else self._safe
            found = kept.get(name)
            place = into / os.path.relpath(name, self.root)
            if found is None or not place.parent.is_dir() or name.endswith("-shm"):
                continue
            if found.is_folder:
                place.mkdir()
            else:
                place.write_bytes(found.left(rng))
