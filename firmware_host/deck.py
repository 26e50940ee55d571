"""Which tag is which card. DESIGN 5: decks are a second database, of ordinary tables.

A tag belongs to one card; a card of a deck is a rank, maybe a suit, and which copy it is.
"""

import csv
import sqlite3
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import TextIO

from engine.cards import Card, deck_of
from firmware_host.command_cards import check_command, is_command
from firmware_host.journal import sync_folder
from hardware.interfaces import Uid

MOST_COPIES = 200

_SCHEMA = """
CREATE TABLE IF NOT EXISTS cards (
    uid BLOB PRIMARY KEY,
    deck TEXT NOT NULL,
    card TEXT NOT NULL,
    copy INTEGER NOT NULL,
    UNIQUE (deck, card, copy)
) STRICT;
"""


@dataclass(frozen=True, slots=True)
class EnrolledCard:
    """A card with its tag. `card` is its ASCII text, `7H` or `Joker`; `deck` is the name of its deck."""

    uid: Uid
    card: str
    copy: int
    deck: str = ""


class DamagedDecks(Exception):
    """The file of the decks cannot be used: says which and why."""


class BadDeck(ValueError):
    """A deck file that cannot be taken: names the line and what is wrong in it."""


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
            self._prepare()
        except sqlite3.Error as error:
            self._connection.close()
            raise DamagedDecks(f"{path}: {error}") from error
        if fresh:
            sync_folder(path.parent)

    def _prepare(self) -> None:
        self._path.chmod(0o600)
        self._connection.execute("PRAGMA journal_mode=WAL")
        self._connection.execute("PRAGMA synchronous=FULL")
        self._connection.executescript(_SCHEMA)

    def cards(self) -> dict[Uid, EnrolledCard]:
        """Every enrolled card by its tag."""
        try:
            rows = self._connection.execute(
                "SELECT uid, card, copy, deck FROM cards ORDER BY deck, card, copy"
            )
            return {Uid(row[0]): EnrolledCard(Uid(row[0]), *row[1:]) for row in rows}
        except sqlite3.Error as error:
            raise DamagedDecks(f"{self._path}: {error}") from error

    def replace_deck(self, deck: str, cards: Iterable[EnrolledCard]) -> None:
        """Put these cards in place of the deck's, all or none. A tag of another deck changes over."""
        rows = [(card.uid, deck, card.card, card.copy) for card in cards]
        try:
            with self._connection:
                self._connection.execute("BEGIN IMMEDIATE")
                self._connection.execute("DELETE FROM cards WHERE deck = ?", (deck,))
                self._connection.executemany("INSERT OR REPLACE INTO cards VALUES (?, ?, ?, ?)", rows)
        except sqlite3.Error as error:
            raise DamagedDecks(f"{self._path}: {error}") from error

    def close(self) -> None:
        """Let go of the file."""
        self._connection.close()


def read_csv(lines: TextIO) -> list[EnrolledCard]:
    """A deck written as `uid,card,copy` with that heading, uid in hexadecimal.

    Raises:
        BadDeck: naming the line.
    """
    rows = csv.reader(lines, strict=True)
    lines_of: dict[tuple[object, ...], int] = {}
    cards = []
    try:
        if next(rows, None) != ["uid", "card", "copy"]:
            raise BadDeck("line 1: the heading must be uid,card,copy")
        for row in filter(None, rows):
            card = _read_row(row, rows.line_num)
            _check_twice(card, rows.line_num, lines_of)
            cards.append(card)
    except csv.Error as error:
        raise BadDeck(f"line {rows.line_num}: {error}") from None
    return cards


def _read_row(row: list[str], number: int) -> EnrolledCard:
    if len(row) != 3:
        raise BadDeck(f"line {number}: there must be three values, and there are {len(row)}")
    try:
        uid = Uid(bytes.fromhex(row[0]))
        card = _meaning(row[1].strip())
        copy = int(row[2])
    except ValueError as error:
        raise BadDeck(f"line {number}: {error}") from None
    if not 4 <= len(uid) <= 10:
        raise BadDeck(f"line {number}: a tag has 4 to 10 bytes, and this one has {len(uid)}")
    if not 1 <= copy <= MOST_COPIES:
        raise BadDeck(f"line {number}: the copy must be 1 to {MOST_COPIES}")
    return EnrolledCard(uid, card, copy)


def _meaning(text: str) -> str:
    """A playing card in its plain form, or a command card as it is."""
    if is_command(text):
        check_command(text)
        return text
    return Card.parse(text).ascii


def _check_twice(card: EnrolledCard, number: int, lines_of: dict[tuple[object, ...], int]) -> None:
    """A tag is one card, and a card of a deck has one tag."""
    for what, key in (
        (f"the tag {card.uid.hex().upper()}", (card.uid,)),
        (f"copy {card.copy} of {card.card}", (card.card, card.copy)),
    ):
        if key in lines_of:
            raise BadDeck(f"line {number}: {what} is on line {lines_of[key]} already")
        lines_of[key] = number


def simulated_deck() -> dict[Uid, EnrolledCard]:
    """The deck that a simulated rig comes with: the one of four or six players, tags of seven bytes."""
    cards = {}
    for number, physical in enumerate(deck_of(decks=3, jokers=6)):
        uid = Uid(bytes.fromhex("04A1") + number.to_bytes(5, "big"))
        cards[uid] = EnrolledCard(uid, physical.card.ascii, physical.copy)
    return cards
