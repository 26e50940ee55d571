"""Which tag is which card. DESIGN 5: decks are a second database, of ordinary tables.

A tag belongs to one card; a card of a deck is a rank, maybe a suit, and which copy it is.
"""

import contextlib
import logging
import sqlite3
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from engine.cards import Card, deck_of
from firmware_host.command_cards import check_command, is_command
from firmware_host.journal import sync_folder
from firmware_host.setting_aside import set_aside
from firmware_host.sound import Newer, make_sound, telling_damage
from hardware.interfaces import Uid
from hardware.sentence import Sentence

log = logging.getLogger(__name__)

MOST_COPIES = 200

SCHEMA_VERSION = 1

_SCHEMA = """
CREATE TABLE IF NOT EXISTS cards (
    uid BLOB PRIMARY KEY,
    deck TEXT NOT NULL,
    card TEXT NOT NULL,
    copy INTEGER NOT NULL,
    UNIQUE (deck, card, copy)
) STRICT;
CREATE TABLE IF NOT EXISTS retired (
    uid BLOB PRIMARY KEY,
    deck TEXT NOT NULL,
    card TEXT NOT NULL,
    copy INTEGER NOT NULL
) STRICT;
CREATE TABLE IF NOT EXISTS enrolling (
    name TEXT PRIMARY KEY,
    value TEXT NOT NULL                -- JSON, see enrolling_written.py
) STRICT;
"""

Cards = Mapping[Uid, "EnrolledCard"]


@dataclass(frozen=True, slots=True)
class EnrolledCard:
    """A card with its tag. `card` is its ASCII text, `7H` or `Joker`; `deck` is the name of its deck."""

    uid: Uid
    card: str
    copy: int
    deck: str = ""


class Enrolled(Protocol):
    """A card with its tag, whoever has it."""

    @property
    def uid(self) -> bytes: ...
    @property
    def card(self) -> str: ...
    @property
    def copy(self) -> int: ...


class DamagedDecks(Exception):
    """The file of the decks cannot be used: says which and why."""


class DeckStore:
    """The decks on disk. One thread uses it.

    Raises:
        DamagedDecks: the file cannot be opened, read or written; from every method.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        fresh = not path.exists()
        try:
            self._connection = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
        except sqlite3.Error as error:
            raise DamagedDecks(f"{path}: {error}") from error
        try:
            with telling_damage():
                self._prepare()
            if fresh:
                sync_folder(path.parent)
        except (sqlite3.Error, Newer, OSError) as error:
            self._connection.close()
            raise DamagedDecks(f"{path}: {error}") from error

    def _prepare(self) -> None:
        self._path.chmod(0o600)
        self._connection.execute("PRAGMA journal_mode=WAL")
        self._connection.execute("PRAGMA synchronous=FULL")
        make_sound(self._connection, _SCHEMA, SCHEMA_VERSION)

    def cards(self) -> dict[Uid, EnrolledCard]:
        """Every enrolled card by its tag."""
        with self._saying() as connection:
            return {card.uid: card for card in _cards_in(connection, "cards")}

    def retired(self) -> dict[Uid, EnrolledCard]:
        """Every card that was lost, by its tag."""
        with self._saying() as connection:
            return {card.uid: card for card in _cards_in(connection, "retired")}

    def progress(self) -> dict[str, str]:
        """What is being enrolled, as `commit` was given it."""
        with self._saying() as connection:
            return dict(connection.execute("SELECT name, value FROM enrolling").fetchall())

    def commit(
        self, before: tuple[Cards, Cards], after: tuple[Cards, Cards], progress: Mapping[str, str]
    ) -> None:
        """Make what is on disk from what it was to what it is, all or none; on the card when this returns.

        Args:
            before, after: the enrolled cards and the retired ones.
            progress: what is being enrolled, each part as JSON by its name.
        """
        with self._saying() as connection, connection:
            connection.execute("BEGIN IMMEDIATE")
            for table, was, now in zip(("cards", "retired"), before, after, strict=True):
                gone = [(uid,) for uid, card in was.items() if now.get(uid) != card]
                new = [_row(card) for uid, card in now.items() if was.get(uid) != card]
                connection.executemany(f"DELETE FROM {table} WHERE uid = ?", gone)
                connection.executemany(f"INSERT OR REPLACE INTO {table} VALUES (?, ?, ?, ?)", new)
            connection.executemany("INSERT OR REPLACE INTO enrolling VALUES (?, ?)", progress.items())

    def replace_deck(self, deck: str, cards: Iterable[EnrolledCard]) -> None:
        """Put these cards in place of the deck's, all or none. A tag of another deck changes over."""
        rows = [(card.uid, deck, card.card, card.copy) for card in cards]
        with self._saying() as connection, connection:
            connection.execute("BEGIN IMMEDIATE")
            connection.execute("DELETE FROM cards WHERE deck = ?", (deck,))
            connection.executemany("INSERT OR REPLACE INTO cards VALUES (?, ?, ?, ?)", rows)

    @contextlib.contextmanager
    def _saying(self) -> Iterator[sqlite3.Connection]:
        try:
            yield self._connection
        except sqlite3.Error as error:
            raise DamagedDecks(f"{self._path}: {error}") from error

    def close(self) -> None:
        """Let go of the file."""
        self._connection.close()


def read_beside(path: Path) -> list[EnrolledCard]:
    """Every enrolled card, beside a daemon that has the file open. Raises DamagedDecks."""
    try:
        with contextlib.closing(
            sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True)
        ) as connection:
            return _cards_in(connection, "cards")
    except sqlite3.Error as error:
        raise DamagedDecks(f"{path}: {error}") from error


def _cards_in(connection: sqlite3.Connection, table: str) -> list[EnrolledCard]:
    rows = connection.execute(f"SELECT uid, card, copy, deck FROM {table} ORDER BY deck, card, copy")
    return list(filter(_is_sound, (EnrolledCard(Uid(uid), *of_card) for uid, *of_card in rows)))


def _is_sound(row: EnrolledCard) -> bool:
    """Whether a row can be a card. One that was damaged is left out: it is enrolled again in a moment."""
    try:
        if is_command(row.card):
            check_command(row.card)
        else:
            Card.parse(row.card)
    except ValueError as error:
        log.warning("a card of the deck %s is left out, it cannot be read: %s", row.deck, error)
        return False
    return 1 <= row.copy <= MOST_COPIES


def _row(card: EnrolledCard) -> tuple[Uid, str, str, int]:
    return card.uid, card.deck, card.card, card.copy


def open_decks(path: Path) -> tuple[DeckStore, tuple[Sentence, ...]]:
    """The decks, and what to tell the owner: a damaged file is set aside, and a new one begun.

    Raises:
        DamagedDecks: a newer version wrote it, or it cannot be read or written.
    """
    try:
        return DeckStore(path), ()
    except DamagedDecks as damage:
        cause = damage.__cause__
        if not isinstance(cause, sqlite3.DatabaseError) or isinstance(cause, sqlite3.OperationalError):
            raise
        kept = _kept(path)
        note = Sentence(
            "The decks were damaged ({damage}); they are kept as {name}. Enrol the cards again; until then"
            " play by the page.",
            damage=damage,
            name=kept.name,
        )
    return DeckStore(path), (note,)


def _kept(path: Path) -> Path:
    try:
        return set_aside(path)
    except OSError as error:
        raise DamagedDecks(f"{path} is damaged, and cannot be set aside: {error}") from error


def simulated_deck() -> dict[Uid, EnrolledCard]:
    """The deck that a simulated rig comes with: the one of four or six players, tags of seven bytes."""
    cards = {}
    for number, physical in enumerate(deck_of(decks=3, jokers=6)):
        uid = Uid(bytes.fromhex("04A1") + number.to_bytes(5, "big"))
        cards[uid] = EnrolledCard(uid, physical.card.ascii, physical.copy)
    return cards


def written_deck() -> dict[Uid, EnrolledCard]:
    """The same deck for those who type what is written on a card: `7H`, then `7H2` for the second copy."""
    cards = {}
    for physical in deck_of(decks=3, jokers=6):
        name = physical.card.ascii
        uid = Uid(f"{name}{physical.copy if physical.copy > 1 else ''}".upper().encode())
        cards[uid] = EnrolledCard(uid, name, physical.copy)
    return cards
