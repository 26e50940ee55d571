"""Whether a database of ordinary tables is whole, ours, and no newer than this version. DESIGN 5."""

import errno
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager


class Newer(Exception):
    """A newer version wrote the file, which must not be taken for damage."""

    def __str__(self) -> str:
        return "it was written by a newer Peglight; install that version again"


_FOR_WANT_OF_ROOM = (sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR)


def check_room(error: BaseException | None) -> None:
    """SQLite may have failed because the disk takes no more, which is no fault of the file.

    Raises:
        OSError: it has.
    """
    if (
        isinstance(error, sqlite3.OperationalError)
        and getattr(error, "sqlite_errorcode", 0) & 0xFF in _FOR_WANT_OF_ROOM
    ):
        raise OSError(errno.ENOSPC, str(error)) from error


@contextmanager
def telling_damage() -> Iterator[None]:
    """SQLite tells of damage in the file's own words, which may be no text; that is damage as well.

    Raises:
        sqlite3.DatabaseError: where Python could not read what SQLite said.
    """
    try:
        yield
    except UnicodeDecodeError as error:
        raise sqlite3.DatabaseError("what it says of itself is no text") from error


def make_sound(connection: sqlite3.Connection, schema: str, version: int) -> None:
    """Check the file, and make what tables it lacks.

    Args:
        schema: `CREATE TABLE IF NOT EXISTS` for each table.

    Raises:
        Newer: its tables may mean something else by now.
        sqlite3.DatabaseError: it is damaged, or somebody else's.
        sqlite3.OperationalError: it cannot be read or written now, which is no damage.
    """
    found = connection.execute("PRAGMA user_version").fetchone()[0]
    if found > version:
        raise Newer
    if (problem := connection.execute("PRAGMA quick_check(1)").fetchone()[0]) != "ok":
        raise sqlite3.DatabaseError(problem)
    with closing(sqlite3.connect(":memory:")) as model:
        model.executescript(schema)
        _check_ours(connection, model)
    connection.executescript(schema)
    if found < version:
        connection.execute(f"PRAGMA user_version={version}")


def _check_ours(connection: sqlite3.Connection, model: sqlite3.Connection) -> None:
    there, ours = _tables(connection), _tables(model)
    strange = bool(there) and not there & ours
    if strange or any(_columns(connection, table) != _columns(model, table) for table in there & ours):
        raise sqlite3.DatabaseError("it is a database, but none of Peglight's")


def _tables(connection: sqlite3.Connection) -> set[str]:
    rows = connection.execute(
        "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite%'"
    )
    return {name for (name,) in rows}


def _columns(connection: sqlite3.Connection, table: str) -> list[str]:
    return [row[1] for row in connection.execute(f'PRAGMA table_info("{table}")')]
