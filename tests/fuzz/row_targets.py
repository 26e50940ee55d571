"""Rows of the stores that hold anything: saved rulesets, enrolled cards, and what was being enrolled."""

import sqlite3
from contextlib import closing
from pathlib import Path

from engine.cards import Card
from firmware_host.command_cards import is_command
from firmware_host.deck import MOST_COPIES, DeckStore
from firmware_host.enrolling_written import BadProgress, read_progress
from firmware_host.houses import SavedHouses
from firmware_host.settings import SettingsStore
from firmware_host.wall_clock import FILE, WallClock
from tests.fuzz.store_targets import DECKS, SETTINGS, folder, stored
from tests.fuzz.target import LONGEST, Target, one_sentence

Values = tuple[object, ...]


def _filled(path: Path, name: str, statement: str, rows: list[Values]) -> None:
    """A sound store, with rows of anything that its tables take."""
    path.write_bytes(stored()[name])
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.executemany(statement, rows)


def _lines(data: bytes, columns: int) -> list[list[str]]:
    """A row a line, with tabs between its columns."""
    text = data[:LONGEST].decode(errors="replace").replace("\0", "")
    return [[*line.split("\t"), *[""] * columns][:columns] for line in text.splitlines()[:6]]


def _number(text: str) -> int:
    """Any number that SQLite can hold."""
    return int.from_bytes(text.encode()[:8], signed=True)


def houses(data: bytes) -> None:
    """Saved rulesets: those that can be played are offered."""
    with folder() as state:
        statement = "INSERT OR REPLACE INTO houses VALUES (?, ?, ?)"
        _filled(state / SETTINGS, SETTINGS, statement, [(*row,) for row in _lines(data, 3)])
        with closing(SettingsStore(state / SETTINGS)) as store:
            assert "Sunday" in SavedHouses(store).all() or b"Sunday" in data


def cards(data: bytes) -> None:
    """Enrolled cards: those that are cards can be tapped."""
    with folder() as state:
        rows = [(uid.encode(), "x", card, _number(copy)) for uid, card, copy in _lines(data, 3)]
        _filled(state / DECKS, DECKS, "INSERT OR IGNORE INTO cards VALUES (?, ?, ?, ?)", [*rows])
        with closing(DeckStore(state / DECKS)) as store:
            found = store.cards()
    assert len(found) >= 20
    for one in found.values():
        assert is_command(one.card) or Card.parse(one.card)
        assert 1 <= one.copy <= MOST_COPIES


def progress(data: bytes) -> None:
    """What was being enrolled: gone on with, or refused."""
    names = ("plans", "unread", "task", "steps")
    given = dict(zip(names, data[:LONGEST].decode(errors="replace").splitlines(), strict=False))
    try:
        read_progress(given)
    except BadProgress as bad:
        one_sentence(str(bad))


def clock(data: bytes) -> None:
    """The time that a phone told, and days that rows tell."""
    with folder() as state:
        (state / "boot").write_text("b")
        (state / FILE).write_bytes(data)
        told = WallClock(state, lambda: False, lambda: 0, lambda: 0, state / "boot")
        assert abs(told.now_s()) < 2**62
        for wall_s in (told.now_s(), _number(data[:8].decode(errors="replace"))):
            one_sentence(told.shown(wall_s))


ROW = b"04A1B2\t7H\t\0\0\0\0\0\0\0\x01\n04A1B3\t@undo\t\x01"
KEPT = (
    b'{"deck": [3, 6, "by_rank"]}\n[["deck", "7H", 2]]\n["place", "deck", "7H", 1]\n'
    b'[{"task": ["place", "deck", "7H", 1], "put": ["04a1", "7H", 1, "deck"], "out": [], "found": null,'
    b' "read": true, "unread": null}]'
)
ROWS = {
    "houses": Target(
        houses, [b'Monday\tpagat\t{"two_swaps": true}', b"x\tpagat\t[", b"y\tpagat\t" + b"[" * 4_000]
    ),
    "cards": Target(cards, [ROW, b"04A1B4\tnothing\t\x01"]),
    "progress": Target(progress, [KEPT, b"[" * 4_000, b'{}\n[]\n["place", "d", "7H", 99999999999999999999]']),
    "clock": Target(
        clock,
        [
            b'{"wall_s": 1900000000, "at_ms": 5, "boot": "b", "east_min": 60}',
            b'{"wall_s": 99999999999999999999999, "at_ms": 5, "boot": "b", "east_min": 60}',
            b"\x7f" * 8,
        ],
    ),
}
