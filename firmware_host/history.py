"""Games of the past, read from the journal beside the loop: which there were, and each replayed. DESIGN 5."""

import json
import sqlite3
import threading
from collections import OrderedDict
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from engine.game import Game
from engine.input_data import read
from engine.inputs import NewGame
from firmware_host.journal import Row
from firmware_host.recovery import Differs, replayed
from firmware_host.standing import set_up
from firmware_host.tallies import FILE, Tallies, Tally, winners

A_PAGE = 30
MOST_KEPT = 8
PATIENCE_S = 5.0


@dataclass(frozen=True, slots=True)
class PastGame:
    """A game by the number of its first row.

    Attributes:
        since_s: wall time of its beginning, for display; asked: how it was set up.
        stood: how it stood when it was left, without its turns; turns: how many there were.
        running: nothing has ended it yet.
    """

    number: int
    since_s: int
    asked: NewGame
    stood: Game
    turns: int
    running: bool

    @property
    def is_won(self) -> bool:
        """Whether somebody had won as it was left."""
        return self.stood.play is not None and bool(winners(self.stood.play))


class History:
    """Reads the journal by connections of its own, one for each question. Any thread may ask.

    Raises:
        TimeoutError: too many ask at once; from `game`.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self._replaying = threading.Lock()
        self._tallies = Tallies(path.with_name(FILE), self.game)
        self._kept: OrderedDict[tuple[int, int], Game | None] = OrderedDict()

    def games(self, before: int | None = None) -> list[PastGame]:
        """The newest games, or those older than number `before`; a page of them."""
        with self._reading() as connection:
            found = connection.execute(
                "SELECT seq, wall_s, told, (SELECT min(seq) FROM rows AS later"
                "   WHERE later.seq > rows.seq AND later.kind = 'NewGame' AND later.ruling IS NULL)"
                " FROM rows WHERE kind = 'NewGame' AND ruling IS NULL AND seq < ?"
                " ORDER BY seq DESC LIMIT ?",
                (2**62 if before is None else before, A_PAGE),
            ).fetchall()
            past = [_past_game(connection, *row) for row in found]
        return [game for game in past if game is not None]

    def game(self, number: int) -> Game | None:
        """The game with all its turns; None where there is none of that number, or this version of the rules
        tells it otherwise."""
        with self._reading() as connection:
            rows = _rows(connection, number)
        first = next(iter(rows), None)
        if first is None or (first.seq, first.kind, first.ruling) != (number, NewGame.__name__, None):
            return None
        if not self._replaying.acquire(timeout=PATIENCE_S):
            raise TimeoutError
        try:
            return self._replay(rows)
        finally:
            self._replaying.release()

    def all(self) -> list[PastGame]:
        """Every game, the newest first."""
        found = page = self.games()
        while page:
            page = self.games(page[-1].number)
            found = found + page
        return found

    def tallied(self) -> tuple[list[Tally], int]:
        """What the games that are over come to, the newest first, and how many are still to be counted: ask
        again for those. A game that was won is over, though nobody has ended it yet."""
        return self._tallies.count([past for past in self.all() if not past.running or past.is_won])

    def _replay(self, rows: list[Row]) -> Game | None:
        key = (rows[0].seq, rows[-1].seq)
        if key not in self._kept:
            self._kept[key] = _told(rows)
        self._kept.move_to_end(key)
        while len(self._kept) > MOST_KEPT:
            self._kept.popitem(last=False)
        return self._kept[key]

    @contextmanager
    def _reading(self) -> Iterator[sqlite3.Connection]:
        connection = sqlite3.connect(f"{self._path.absolute().as_uri()}?mode=ro", uri=True)
        connection.text_factory = lambda data: data.decode(errors="replace")
        try:
            yield connection
        finally:
            connection.close()


def _past_game(
    connection: sqlite3.Connection, number: int, since_s: int, told: str, following: int | None
) -> PastGame | None:
    """A game from its first row and the last position stored of it; None where it cannot be read."""
    afters = connection.execute(
        "SELECT after FROM rows WHERE seq >= ? AND seq < ? AND after IS NOT NULL ORDER BY seq DESC LIMIT 2",
        (number, following or 2**62),
    ).fetchall()
    try:
        asked = read(json.loads(told))
        stored = [json.loads(after) for (after,) in afters]
        playing = next((after for after in stored if after["play"] is not None), None)
        turns = playing["play"]["turns"] if playing else 0
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        return None
    stood = set_up(playing) if playing else None
    if stood is None or stood.play is None or not isinstance(asked, NewGame):
        return None
    running = following is None and stored[0] is playing
    return PastGame(number, since_s, asked, stood, turns, running)


def _rows(connection: sqlite3.Connection, number: int) -> list[Row]:
    """The rows of a game, up to where it was ended or another began."""
    rows: list[Row] = []
    for values in connection.execute("SELECT * FROM rows WHERE seq >= ? ORDER BY seq", (number,)):
        row = Row(*values)
        if rows and row.ruling is None and row.kind in ("NewGame", "GameEnded"):
            break
        rows.append(row)
    return rows


def _told(rows: list[Row]) -> Game | None:
    try:
        return replayed(rows).game
    except Differs:
        return None
