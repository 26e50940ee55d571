"""Files below a folder that stands for `/`: no link leads out of it, nothing in it can hang the reader."""

import os
import stat
from pathlib import Path, PurePosixPath

from hardware.sentence import Sentence, verbatim

MOST_LINKS = 40
MOST_BYTES = 4_000_000


class Unreadable(Exception):
    """Something is there and cannot be read: its path on the machine, and what is the matter with it."""

    def __init__(self, path: str, what: Sentence) -> None:
        super().__init__(f"{path}: {what}")
        self.path = path
        self.what = what


def inside(root: Path, path: str) -> Path:
    """Where `path` of the machine is below `root`, every link followed as the machine itself would.

    Raises:
        Unreadable: its links lead in a circle.
    """
    to_go = [*reversed(PurePosixPath(path).parts)]
    gone: list[str] = []
    links = 0
    while to_go:
        step = to_go.pop()
        if step == "/":
            gone.clear()
        elif step == "..":
            del gone[-1:]
        elif (target := _link(root.joinpath(*gone, step))) is None:
            gone.append(step)
        else:
            links += 1
            if links > MOST_LINKS:
                raise Unreadable(path, Sentence("its links lead in a circle"))
            to_go += reversed(PurePosixPath(target).parts)
    return root.joinpath(*gone)


def read(file: Path, path: str, start: int | None = None) -> bytes | None:
    """What the plain file `file` holds, called `path`, or its `start` only; None where there is none.

    Raises:
        Unreadable: it is no plain file, too long, or not for this user.
    """
    try:
        if not stat.S_ISREG(file.stat().st_mode):
            raise Unreadable(path, Sentence("it is no plain file"))
        with file.open("rb") as opened:
            raw = opened.read(start or MOST_BYTES + 1)
    except (FileNotFoundError, NotADirectoryError):
        return None
    except OSError as error:
        raise Unreadable(path, verbatim(error.strerror or str(error))) from error
    if len(raw) > MOST_BYTES:
        raise Unreadable(path, Sentence("it is longer than {most} bytes", most=MOST_BYTES))
    return raw


def _link(file: Path) -> str | None:
    try:
        return os.readlink(file)
    except OSError:
        return None
