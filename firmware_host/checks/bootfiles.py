"""config.txt and cmdline.txt, as the firmware would read them.

Bookworm and later keep them in /boot/firmware, earlier systems in /boot; `include` and the filters in
square brackets are followed, for this board only.
"""

import re
from collections.abc import Callable, Iterator
from functools import cached_property

FOLDERS = ("/boot/firmware", "/boot")
DEEPEST_INCLUDE = 8
ON = ("on", "yes", "true", "1", "y", "okay")
# What a line that sets something looks like, unlike the notice that Bookworm leaves in /boot/config.txt.
SETTING = re.compile(r"^\s*[a-z_0-9]+\s*=", re.MULTILINE)
BOARDS = re.compile(r"(pi|cm)\d[\w+]*")


class BootFiles:
    """The lines in force on one board: `text_of` reads a file, `filters` are the board's own names there."""

    def __init__(self, text_of: Callable[[str], str | None], filters: frozenset[str]) -> None:
        self._text_of = text_of
        self._filters = filters

    @cached_property
    def folder(self) -> str | None:
        """Where the config.txt is that counts."""
        return next((folder for folder in FOLDERS if self._text_of(f"{folder}/config.txt") is not None), None)

    @property
    def misleading(self) -> str | None:
        """A second config.txt with settings in it, that nobody reads; a link to the first is none."""
        first, second = FOLDERS
        text = self._text_of(f"{second}/config.txt")
        if self.folder != first or not text or text == self._text_of(f"{first}/config.txt"):
            return None
        return f"{second}/config.txt" if SETTING.search(text) else None

    @cached_property
    def lines(self) -> list[str]:
        """The lines of config.txt in force, includes in their place."""
        return list(self._lines(f"{self.folder}/config.txt", DEEPEST_INCLUDE)) if self.folder else []

    @property
    def cmdline_path(self) -> str:
        """Where the kernel's command line is written for the next start."""
        return f"{self.folder or FOLDERS[0]}/{self.value('cmdline') or 'cmdline.txt'}"

    @cached_property
    def cmdline_lines(self) -> list[str]:
        """Its lines. Only the first counts."""
        return [line for line in (self._text_of(self.cmdline_path) or "").splitlines() if line.strip()]

    @property
    def cmdline(self) -> list[str]:
        """The words of its first line."""
        return self.cmdline_lines[0].split() if self.cmdline_lines else []

    def value(self, key: str) -> str | None:
        """What a plain key is set to; the last line counts."""
        found = [value.strip() for name, value in self._pairs() if name == key]
        return found[-1] if found else None

    def is_on(self, parameter: str) -> bool | None:
        """Whether `dtparam=parameter=` is on; the last line counts, a bare name means on. None: not named."""
        found = None
        for key, value in self._pairs():
            for part in value.split(",") if key in ("dtparam", "device_tree_param") else ():
                name, equals, said = part.partition("=")
                if name.strip() == parameter:
                    found = not equals or said.strip() in ON
        return found

    def overlays(self, name: str) -> list[dict[str, str]]:
        """The parameters of each line that loads an overlay, those in `dtparam` lines after it too."""
        found: list[dict[str, str]] = []
        current: dict[str, str] = {}
        for key, value in self._pairs():
            words = [word.strip() for word in value.split(",")]
            if key == "dtoverlay":
                current = dict(_pair(word) for word in words[1:])
                if words[0] == name:
                    found.append(current)
            elif key == "dtparam":
                current.update(_pair(word) for word in words)
        return found

    def _pairs(self) -> Iterator[tuple[str, str]]:
        for line in self.lines:
            key, equals, value = line.partition("=")
            if equals:
                yield key.strip(), value.strip()

    def _lines(self, path: str, depth: int) -> Iterator[str]:
        """Lines that hold for this board, without comments; an include that is not there is none."""
        board = other = True
        for raw in (self._text_of(path) or "").splitlines():
            line = raw.partition("#")[0].strip()
            if line.startswith("[") and line.endswith("]"):
                board, other = self._after(line[1:-1].strip().lower(), board, other)
            elif not (board and other and line):
                continue
            elif line.startswith("include ") and depth:
                folder = path.rpartition("/")[0]
                yield from self._lines(f"{folder}/{line.removeprefix('include ').strip()}", depth - 1)
            else:
                yield line

    def _after(self, section: str, board: bool, other: bool) -> tuple[bool, bool]:
        """Filters of boards replace each other; any other (a display, a number) is taken not to hold."""
        if section == "all":
            return True, True
        if section == "none":
            return False, other
        if BOARDS.fullmatch(section):
            return section in self._filters, other
        return board, False


def _pair(word: str) -> tuple[str, str]:
    key, _, value = word.partition("=")
    return key.strip(), value.strip() or "on"
