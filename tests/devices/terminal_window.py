"""A terminal's window: what is typed into it, and what its screen shows."""

import os
import re
import select
import termios

PLACED = re.compile(r"\x1b\[(\d+);1H")
DOT = re.compile(r"\x1b\[38;2;(\d+);(\d+);(\d+)m●|\x1b\[90m·")


class TerminalWindow:
    """A pseudo-terminal of `columns`; `path` is the terminal's name."""

    def __init__(self, columns: int = 80) -> None:
        self._near, self._far = os.openpty()
        self.path = os.ttyname(self._far)
        termios.tcsetwinsize(self._far, (24, columns))
        self._written = ""

    def type(self, keys: str) -> None:
        """Strike keys."""
        os.write(self._near, keys.encode())

    def read(self) -> str:
        """Everything written to the window so far; what is written at once can be read at once."""
        while select.select([self._near], [], [], 0)[0]:
            self._written += os.read(self._near, 65536).decode()
        return self._written

    def rows(self) -> dict[int, list[tuple[int, int, int]]]:
        """The lamps drawn last in each row; (0, 0, 0) for a dark one."""
        drawn: dict[int, list[tuple[int, int, int]]] = {}
        _, *placed = PLACED.split(self.read())
        for row, text in zip(placed[::2], placed[1::2], strict=True):
            drawn[int(row)] = [_colour(dot) for dot in DOT.finditer(text)]
        return drawn

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


def _colour(dot: re.Match[str]) -> tuple[int, int, int]:
    red, green, blue = (int(level or 0) for level in dot.groups())
    return red, green, blue
