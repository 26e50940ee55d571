"""The stores of a backup, looked at before they are used: sound, tables of ours alone, every row readable.

A database may carry views and triggers, which act when it is opened by somebody who trusts it. These are read
by a connection that trusts nothing, and compared with what this version makes itself.
"""

import errno
import json
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from engine.cards import Card
from engine.inputs import NewGame
from firmware_host.command_cards import check_command, is_command
from firmware_host.deck import MOST_COPIES, DamagedDecks, DeckStore
from firmware_host.journal import DamagedJournal, Journal, NewerJournal, NotSaved, Row, open_journal
from firmware_host.recovery import recover
from firmware_host.settings import UNREADABLE, SettingsNotSaved, SettingsStore, read_options
from firmware_host.sound import check_room
from hardware.sentence import Sentence, verbatim

LONGEST_TEXT = 256 * 1024
"""No row of a game of ten has written a tenth of it."""
_MOST = 2**53

Schema = dict[tuple[str, str], Any]
"""What a database is made of, by kind and name: a table's columns, a trigger's or an index's text."""


class BadStore(Exception):
    """A store that cannot be used: says why."""

    def __init__(self, problem: str, /, **values: object) -> None:
        self.sentence = problem if isinstance(problem, Sentence) else Sentence(problem, **values)
        super().__init__(self.sentence)


class NewerStore(Exception):
    """A store that a newer version wrote."""


def check_journal(path: Path) -> int:
    """How many games a journal holds. Raises BadStore, NewerStore; OSError where there is no room."""
    with _trusting_nothing(path) as connection:
        (version,) = connection.execute("PRAGMA user_version").fetchone()
        _check_schema(connection, _made_by(open_journal))
        games = sum(_check_row(values) for values in connection.execute("SELECT * FROM rows ORDER BY seq"))
    try:
        with closing(open_journal(path)) as journal:
            recover(journal)
    except NewerJournal:
        raise NewerStore(str(version)) from None
    except (DamagedJournal, NotSaved) as error:
        raise _bad(error) from None
    return games


def _check_row(values: tuple[Any, ...]) -> bool:
    """Whether a row begins a game."""
    match Row(*values):
        case Row(int(seq), int(at_ms), int(wall_s), str(kind), str(told), ruling, after, int()) if (
            0 < seq < _MOST and 0 <= at_ms < _MOST and abs(wall_s) < _MOST
        ):
            for text in (told, ruling or "", after or "null"):
                if not isinstance(text, str) or len(text) > LONGEST_TEXT:
                    raise BadStore("row {seq} is too long", seq=seq)
            _check_json(told, seq)
            _check_json(after or "null", seq)
            return kind == NewGame.__name__ and ruling is None
        case _:
            raise BadStore("a row is none of a journal")


def _check_json(text: str, seq: int) -> None:
    """Half of a surrogate pair can be escaped in JSON, but no page can say it."""
    try:
        json.dumps(json.loads(text), ensure_ascii=False).encode()
    except (ValueError, RecursionError):
        raise BadStore("row {seq} cannot be read", seq=seq) from None


def check_decks(path: Path) -> int:
    """How many cards the decks hold. Raises BadStore; OSError where there is no room."""
    with _trusting_nothing(path) as connection:
        _check_schema(connection, _made_by(DeckStore))
        try:
            for table in ("cards", "retired"):
                for row in connection.execute(f"SELECT card, uid, copy FROM {table}"):
                    _check_card(*row)
        except (sqlite3.Error, ValueError, TypeError) as error:
            raise _bad(error) from None
    try:
        with closing(DeckStore(path)) as store:
            return len(store.cards())
    except DamagedDecks as error:
        raise _bad(error) from None


def _check_card(text: Any, uid: Any, copy: Any) -> None:
    if not (
        isinstance(uid, bytes) and 4 <= len(uid) <= 16 and isinstance(copy, int) and 1 <= copy <= MOST_COPIES
    ):
        raise BadStore("a card has a tag or a number that no card has")
    if is_command(text):
        check_command(text)
    else:
        Card.parse(text)


def check_settings(path: Path) -> int:
    """How many rulesets the household has. Raises BadStore; OSError where there is no room."""
    with _trusting_nothing(path) as connection:
        _check_schema(connection, _made_by(SettingsStore))
        try:
            for (options,) in connection.execute("SELECT options FROM houses"):
                read_options(options)
        except (sqlite3.Error, *UNREADABLE) as error:
            raise _bad(error) from None
    try:
        with closing(SettingsStore(path)) as store:
            return len(store.houses())
    except SettingsNotSaved as error:
        raise _bad(error) from None


def _bad(error: Exception) -> BadStore:
    """What is wrong with a store. Raises OSError where nothing is, and there was no room to look into it."""
    check_room(error.__cause__)
    return BadStore(verbatim(str(error)))


@contextmanager
def _trusting_nothing(path: Path) -> Iterator[sqlite3.Connection]:
    uri = f"{path.absolute().as_uri()}?mode=ro&immutable=1"
    with closing(sqlite3.connect(uri, uri=True)) as connection:
        try:
            connection.execute("PRAGMA trusted_schema=OFF")
            connection.execute("PRAGMA cell_size_check=ON")
            found = connection.execute("PRAGMA quick_check(1)").fetchone()[0]
            if found != "ok":
                raise BadStore(verbatim(str(found)))
            yield connection
        except (sqlite3.Error, UnicodeDecodeError) as error:
            raise BadStore(verbatim(str(error))) from None


@cache
def _made_by(make: Callable[[Path], Journal | DeckStore | SettingsStore]) -> Schema:
    """What a new store of that kind is made of. Raises OSError where there is no room for one."""
    with TemporaryDirectory() as folder:
        fresh = Path(folder) / "fresh.sqlite"
        try:
            make(fresh).close()
        except (NotSaved, DamagedDecks, SettingsNotSaved) as error:
            raise OSError(errno.ENOSPC, str(error)) from error
        with closing(sqlite3.connect(fresh)) as connection:
            return _schema(connection)


def _check_schema(connection: sqlite3.Connection, known: Schema) -> None:
    """Nothing is in it but what this version makes; an older one may have made less."""
    for (kind, name), made_of in _schema(connection).items():
        if kind not in ("table", "index", "trigger") or (kind, name) not in known:
            raise BadStore("there is a {kind} {name} in it", kind=kind, name=name[:40])
        usual = known[kind, name]
        fits = set(made_of) <= set(usual) if kind == "table" else made_of == usual
        if not fits:
            raise BadStore("the {kind} {name} is another one", kind=kind, name=name[:40])


def _schema(connection: sqlite3.Connection) -> Schema:
    found: Schema = {}
    for kind, name, text in connection.execute("SELECT type, name, sql FROM sqlite_schema").fetchall():
        kinds = connection.execute("SELECT type FROM pragma_table_list(?)", (name,)).fetchone()
        if kind == "table" and kinds and kinds[0] == "table":
            columns = connection.execute(
                'SELECT name, type, "notnull", dflt_value, pk, hidden FROM pragma_table_xinfo(?)', (name,)
            )
            found[kind, name] = columns.fetchall()
        else:
            found[kind if kind != "table" else f"{kinds[0] if kinds else 'strange'} table", name] = text
    return found
