"""A terminal's window: what is typed into it, and what its screen shows."""

import codecs
import fcntl
import os
import re
import select
import subprocess
import sys
import termios
from collections.abc import Mapping, Sequence
from pathlib import Path

from tests.devices.vt_screen import VtScreen

LINES = 24
SCREEN_GAMMA = 2.2  # of sRGB, nearly
LOGIN = """
import fcntl, os, sys, termios
fcntl.ioctl(0, termios.TIOCSCTTY, 0)
os.execv(sys.argv[1], sys.argv[1:])
"""
PLACED = re.compile(r"\x1b\[(\d+);1H")
DOT = re.compile(r"\x1b\[38;2;(\d+);(\d+);(\d+)m●|\x1b\[90m·")


class TerminalWindow:
    """A pseudo-terminal of `columns`; `path` is the terminal's name."""

    def __init__(self, columns: int = 80) -> None:
        self._near, self._far = os.openpty()
        self.path = os.ttyname(self._far)
        self._columns = columns
        self.resize(LINES)
        self._written = ""
        self._decoder = codecs.getincrementaldecoder("utf-8")()

    def resize(self, lines: int) -> None:
        """Draw the window larger or smaller."""
        self._lines = lines
        termios.tcsetwinsize(self._far, (lines, self._columns))

    def type(self, keys: str) -> None:
        """Strike keys."""
        os.write(self._near, keys.encode())

    def is_taken(self) -> bool:
        """Whether everything typed so far has been read."""
        left = fcntl.ioctl(self._far, termios.FIONREAD, bytes(4))
        return not any(left)

    def run(self, command: Sequence[str], environ: Mapping[str, str], cwd: Path) -> subprocess.Popen[bytes]:
        """Run a program in it, as a login shell would: it is the terminal of that program."""
        far = self._far
        return subprocess.Popen(
            [sys.executable, "-c", LOGIN, *command],
            env=environ,
            cwd=cwd,
            stdin=far,
            stdout=far,
            stderr=far,
            start_new_session=True,
        )

    def read(self) -> str:
        """Everything written to the window so far; what is written at once can be read at once."""
        while select.select([self._near], [], [], 0)[0]:
            self._written += self._decoder.decode(os.read(self._near, 65536))
        return self._written

    def rows(self) -> dict[int, list[tuple[int, int, int]]]:
        """The colours drawn last in each row of lamps; (0, 0, 0) for a dark one."""
        drawn: dict[int, list[tuple[int, int, int]]] = {}
        _, *placed = PLACED.split(self.read())
        for row, text in zip(placed[::2], placed[1::2], strict=True):
            if dots := [_colour(dot) for dot in DOT.finditer(text)]:
                drawn[int(row)] = dots
        return drawn

    def screen(self) -> list[str]:
        """What somebody in front of it reads, line by line."""
        screen = VtScreen(self._lines, self._columns)
        screen.feed(self.read())
        return screen.rows

    def log(self, line: str) -> None:
        """Write a line as another program in the same terminal does."""
        os.write(self._far, f"{line}\n".encode())

    def is_as_before(self) -> bool:
        """Whether keys need Enter again and are echoed."""
        flags = termios.tcgetattr(self._far)[3]
        return bool(flags & termios.ICANON) and bool(flags & termios.ECHO)

    def shut(self) -> None:
        """Close the window."""
        if self._near >= 0:
            os.close(self._far)
            os.close(self._near)
            self._near = -1


def seen(red: int, green: int, blue: int) -> tuple[int, int, int]:
    """The colour that looks on a screen as a lamp does that is set to these."""
    red, green, blue = (round(255 * (level / 255) ** (1 / SCREEN_GAMMA)) for level in (red, green, blue))
    return red, green, blue


def _colour(dot: re.Match[str]) -> tuple[int, int, int]:
    red, green, blue = (int(level or 0) for level in dot.groups())
    return red, green, blue
