"""Which tag is which card. DESIGN 5: decks are a second database, of ordinary tables.

A tag belongs to one card; a card of a deck is a rank, maybe a suit, and which copy it is.
"""

import csv
import sqlite3
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TextIO

from engine.cards import Card, deck_of
from firmware_host.journal import sync_folder
from hardware.interfaces import Uid

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
    """A card with its tag. `card` is its ASCII text, `7H` or `Joker`."""

    uid: Uid
    card: str
    copy: int


class BadDeck(ValueError):
    """A deck file that cannot be taken: names the line and what is wrong in it."""


class DeckStore:
    """The decks on disk. One thread uses it."""

    def __init__(self, path: Path) -> None:
        fresh = not path.exists()
        self._connection = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
        path.chmod(0o600)
        self._connection.execute("PRAGMA journal_mode=WAL")
        self._connection.execute("PRAGMA synchronous=FULL")
        self._connection.executescript(_SCHEMA)
        if fresh:
            sync_folder(path.parent)

    def cards(self) -> dict[Uid, EnrolledCard]:
        """Every enrolled card by its tag."""
        rows = self._connection.execute("SELECT uid, card, copy FROM cards ORDER BY deck, card, copy")
        return {Uid(uid): EnrolledCard(Uid(uid), card, copy) for uid, card, copy in rows}

    def replace_deck(self, deck: str, cards: Iterable[EnrolledCard]) -> None:
        """Put these cards in place of the deck's, all or none."""
        rows = [(card.uid, deck, card.card, card.copy) for card in cards]
        self._connection.execute("BEGIN IMMEDIATE")
        try:
            self._connection.execute("DELETE FROM cards WHERE deck = ?", (deck,))
            self._connection.executemany("INSERT OR REPLACE INTO cards VALUES (?, ?, ?, ?)", rows)
        except sqlite3.Error:
            self._connection.execute("ROLLBACK")
            raise
        self._connection.execute("COMMIT")

    def close(self) -> None:
        """Let go of the file."""
        self._connection.close()


def read_csv(lines: TextIO) -> list[EnrolledCard]:
    """A deck written as `uid,card,copy` with that heading, uid in hexadecimal.

    Raises:
        BadDeck: naming the line.
    """
    rows = csv.DictReader(lines)
    if rows.fieldnames != ["uid", "card", "copy"]:
        raise BadDeck("line 1: the heading must be uid,card,copy")
    cards: dict[Uid, EnrolledCard] = {}
    for number, row in enumerate(rows, start=2):
        card = _read_row(number, row)
        if card.uid in cards:
            raise BadDeck(f"line {number}: the tag {card.uid.hex()} is there twice")
        cards[card.uid] = card
    return list(cards.values())


def _read_row(number: int, row: Mapping[str, str]) -> EnrolledCard:
    try:
        uid = Uid(bytes.fromhex(row["uid"]))
        card = Card.parse(row["card"])
        copy = int(row["copy"])
    except (ValueError, TypeError) as error:
        raise BadDeck(f"line {number}: {error}") from None
    if not 4 <= len(uid) <= 10 or copy < 1:
        raise BadDeck(f"line {number}: a tag has 4 to 10 bytes, and a copy is 1 or more")
    return EnrolledCard(uid, card.ascii, copy)


def simulated_deck() -> dict[Uid, EnrolledCard]:
    """The deck that a simulated rig comes with: enough for ten players, tags of seven bytes."""
    cards = {}
    for number, physical in enumerate(deck_of(decks=6, jokers=20)):
        uid = Uid(bytes.fromhex("04A1") + number.to_bytes(5, "big"))
        cards[uid] = EnrolledCard(uid, physical.card.ascii, physical.copy)
    return cards
