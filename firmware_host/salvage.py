"""Reading what is left of a damaged journal, page by page, without SQLite. DESIGN 5.

Pages of an append-only table never hold anything but rows that were written. So every page of rows that
still makes sense, in the file and in its log, gives its rows, whatever became of the pages that lead to it.
Source: "Database File Format" of sqlite.org: 1.6 B-tree pages, 1.7 overflow, 2.1 records, 4.1 the log.
"""

import json
from collections.abc import Iterator
from pathlib import Path

from firmware_host.journal import Row

_LEAF = 0x0D  # a page of rows; other kinds lead to such pages
_LEAF_HEADER, _LOG_HEADER, _FRAME_HEADER = 8, 32, 24
_PAGE_SIZES = (4096, 512, 1024, 2048, 8192, 16384, 32768)
_INTEGER_BYTES = {1: 1, 2: 2, 3: 3, 4: 4, 5: 6, 6: 8}
_ZERO, _ONE, _FIRST_BLOB = 8, 9, 12
_MOST = 2**53
"""No number or time in a journal is as large; one that seems to be is damage."""

Value = int | str | None


def salvage(path: Path) -> list[Row]:
    """Every row that can still be read from a damaged file and its write-ahead log, in order.

    Raises:
        OSError: the file itself cannot be read.
    """
    pages = list(_pages(path))
    newest = dict(pages)
    rows = {row.seq: row for _number, page in pages for row in _rows(page, newest)}
    return [rows[seq] for seq in sorted(rows)]


def _pages(path: Path) -> Iterator[tuple[int, bytes]]:
    """The pages of the file with their numbers, then those of the log, which are newer."""
    data, log = _bytes(path), _bytes(path.with_name(f"{path.name}-wal"))
    size = _page_size(data, log)
    for begin in range(0, len(data), size):
        yield begin // size + 1, data[begin : begin + size]
    for begin in range(_LOG_HEADER, len(log), _FRAME_HEADER + size):
        page = begin + _FRAME_HEADER
        yield _number(log[begin : begin + 4]), log[page : page + size]


def _bytes(path: Path) -> bytes:
    return path.read_bytes() if path.exists() else b""


def _page_size(data: bytes, log: bytes) -> int:
    """As the headers say; what SQLite takes of its own accord where they say nothing sensible."""
    told = (_number(data[16:18]), _number(log[8:12]))
    return next((size for size in told if size in _PAGE_SIZES), _PAGE_SIZES[0])


def _number(data: bytes) -> int:
    return int.from_bytes(data, "big")


def _rows(page: bytes, newest: dict[int, bytes]) -> Iterator[Row]:
    """The rows of a page, if it is a page of rows."""
    if len(page) < _LEAF_HEADER or page[0] != _LEAF:
        return
    for n in range(_number(page[3:5])):
        at = _LEAF_HEADER + 2 * n
        try:
            yield _row(*_cell(page, _number(page[at : at + 2]), newest))
        except (IndexError, ValueError, KeyError, RecursionError):
            continue  # damaged, or no row of a journal


def _cell(page: bytes, at: int, newest: dict[int, bytes]) -> tuple[int, bytes]:
    """The number of a row and its record, which may go on in other pages."""
    length, at = _varint(page, at)
    seq, at = _varint(page, at)
    here = _length_here(length, len(page))
    record = bytearray(page[at : at + here])
    following = _number(page[at + here : at + here + 4])
    while len(record) < length:
        more = newest[following]
        following = _number(more[:4])
        record += more[4 : 4 + length - len(record)] or _nothing_more()
    return seq, bytes(record)


def _length_here(length: int, page: int) -> int:
    """How much of a record lies in its leaf: all of it unless it is long."""
    if length <= page - 35:
        return length
    least = (page - 12) * 32 // 255 - 23
    fitting = least + (length - least) % (page - 4)
    return fitting if fitting <= page - 35 else least


def _nothing_more() -> bytes:
    raise ValueError("a page is shorter than it should be")


def _row(seq: int, record: bytes) -> Row:
    """The row of a record. SQLite keeps the first column, the number, outside of it."""
    header, at = _varint(record, 0)
    values: list[Value] = []
    column = header
    while at < header:
        kind, at = _varint(record, at)
        value, column = _value(record, kind, column)
        values.append(value)
    match values:
        case [_, int(at_ms), int(wall_s), str(name), str(told), ruling, after, int(version)]:
            row = Row(seq, at_ms, wall_s, name, told, _text(ruling), _text(after), version)
        case _:
            raise ValueError("it is no row of a journal")
    if not (0 < seq < _MOST and 0 <= at_ms < _MOST):
        raise ValueError("its number or its time cannot be")
    json.loads(row.told)
    json.loads(row.after or "null")
    return row


def _text(value: Value) -> str | None:
    if isinstance(value, int):
        raise ValueError("a number where a text belongs")
    return value


def _value(record: bytes, kind: int, at: int) -> tuple[Value, int]:
    """The value of that kind there, and where the next begins."""
    if kind in (_ZERO, _ONE):
        return kind - _ZERO, at
    if kind == 0:
        return None, at
    is_text = kind > _FIRST_BLOB and kind % 2 == 1
    end = at + ((kind - _FIRST_BLOB) // 2 if is_text else _INTEGER_BYTES[kind])
    if end > len(record):
        raise ValueError("it is cut short")
    part = record[at:end]
    return part.decode() if is_text else int.from_bytes(part, "big", signed=True), end


def _varint(data: bytes, at: int) -> tuple[int, int]:
    """The number of one to nine bytes there, and where it ends."""
    number = 0
    for size in range(8):
        byte = data[at + size]
        number = number << 7 | byte & 0x7F
        if byte < 0x80:
            return number, at + size + 1
    return number << 8 | data[at + 8], at + 9
