"""What a terminal's screen shows of what was written to it, as far as lamps and a log need it (ECMA-48)."""

import re

TOKEN = re.compile(r"\x1b\[([\d;]*)([A-Za-z])|\x1b([78])|([\s\S])")


class VtScreen:
    """`rows` are its lines of text, without colours."""

    def __init__(self, lines: int, columns: int) -> None:
        self._lines, self._columns = lines, columns
        self._cells = [[" "] * columns for _ in range(lines)]
        self._row = self._column = 0
        self._saved = 0, 0
        self._top, self._bottom = 0, lines - 1

    @property
    def rows(self) -> list[str]:
        return ["".join(cells).rstrip() for cells in self._cells]

    def feed(self, written: str) -> None:
        """Take what was written."""
        for given, command, kept, key in TOKEN.findall(written):
            numbers = [int(number or 1) for number in given.split(";")] if given else []
            if command:
                self._command(command, numbers)
            elif kept == "7":
                self._saved = self._row, self._column
            elif kept == "8":
                self._row, self._column = self._saved
            else:
                self._print(key)

    def _command(self, command: str, numbers: list[int]) -> None:
        if command == "H":
            row, column = [*numbers, 1, 1][:2]
            self._row, self._column = min(row, self._lines) - 1, column - 1
        elif command == "r":
            top, bottom = numbers or (1, self._lines)
            self._top, self._bottom = top - 1, bottom - 1
            self._row = self._column = 0
        elif command == "K":
            assert numbers == [2], "only whole rows are erased"
            self._cells[self._row] = [" "] * self._columns
        else:
            assert command == "m", f"this screen knows no {command}"

    def _print(self, key: str) -> None:
        if key == "\r":
            self._column = 0
        elif key == "\b":
            self._column = max(0, self._column - 1)
        elif key == "\n":
            self._feed_line()
        elif key.isprintable():
            if self._column == self._columns:
                self._column = 0
                self._feed_line()
            self._cells[self._row][self._column] = key
            self._column += 1

    def _feed_line(self) -> None:
        if self._row != self._bottom:
            self._row = min(self._row + 1, self._lines - 1)
            return
        del self._cells[self._top]
        self._cells.insert(self._bottom, [" "] * self._columns)
