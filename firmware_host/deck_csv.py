"""Decks as CSV: `uid,card,copy` with that heading, to keep, to share, and to take from other tools."""

import csv
import io
from collections.abc import Iterable
from typing import TextIO

from engine.cards import Card
from firmware_host.command_cards import check_command, is_command
from firmware_host.deck import MOST_COPIES, Enrolled, EnrolledCard
from firmware_host.tag_numbers import BadNumber, Form, read_numbers

HEADING = ("uid", "card", "copy")
DELIMITERS = ",;\t"
"""The second is what spreadsheets write where a comma stands in decimal fractions."""


class BadDeck(ValueError):
    """A deck file that cannot be taken: names the line and what is wrong in it."""


Row = tuple[int, str, str, int | None]
"""The number of its line, and its values; no copy where the file has none."""


def read_csv(lines: TextIO, form: Form = Form.GUESS) -> list[EnrolledCard]:
    """A deck written as `uid,card,copy` with that heading; without `copy` the cards are counted.

    Args:
        form: how the tags' numbers are written.

    Raises:
        BadDeck: naming the line.
    """
    rows = _rows(lines)
    try:
        uids = read_numbers([uid for _line, uid, _card, _copy in rows], form)
    except BadNumber as bad:
        raise BadDeck(f"line {rows[bad.index][0]}: {bad}") from None
    lines_of: dict[tuple[object, ...], int] = {}
    counted: dict[str, int] = {}
    cards = []
    for uid, (line, _uid, text, copy) in zip(uids, rows, strict=True):
        counted[text] = counted.get(text, 0) + 1
        card = EnrolledCard(uid, text, counted[text] if copy is None else copy)
        _check_copy(card, line)
        _check_twice(card, line, lines_of)
        cards.append(card)
    return cards


def _rows(lines: TextIO) -> list[Row]:
    first = lines.readline()
    delimiter = next((sign for sign in DELIMITERS if sign in first), ",")
    heading = [name.strip().strip('"').lower() for name in first.split(delimiter)]
    if heading not in (list(HEADING), list(HEADING[:2])):
        raise BadDeck("line 1: the heading must be uid,card,copy, or uid,card")
    found = csv.reader(lines, strict=True, delimiter=delimiter)
    try:
        return [_row(row, found.line_num + 1, len(heading)) for row in found if row]
    except csv.Error as error:
        raise BadDeck(f"line {found.line_num + 1}: {error}") from None


def _row(row: list[str], line: int, wanted: int) -> Row:
    if len(row) != wanted:
        words = {2: "two", 3: "three"}[wanted]
        raise BadDeck(f"line {line}: there must be {words} values, and there are {len(row)}")
    try:
        return line, row[0], _meaning(row[1].strip()), int(row[2]) if wanted == len(HEADING) else None
    except ValueError as error:
        raise BadDeck(f"line {line}: {error}") from None


def _meaning(text: str) -> str:
    """A playing card in its plain form, or a command card as it is."""
    if is_command(text):
        check_command(text)
        return text
    return Card.parse(text).ascii


def _check_copy(card: EnrolledCard, line: int) -> None:
    if not 1 <= card.copy <= MOST_COPIES:
        raise BadDeck(f"line {line}: the copy must be 1 to {MOST_COPIES}")


def _check_twice(card: EnrolledCard, line: int, lines_of: dict[tuple[object, ...], int]) -> None:
    """A tag is one card, and a card of a deck has one tag."""
    for what, key in (
        (f"the tag {card.uid.hex().upper()}", (card.uid,)),
        (f"copy {card.copy} of {card.card}", (card.card, card.copy)),
    ):
        if key in lines_of:
            raise BadDeck(f"line {line}: {what} is on line {lines_of[key]} already")
        lines_of[key] = line


def write_csv(cards: Iterable[Enrolled]) -> str:
    """A deck as `read_csv` reads it, the copies of a card together."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\r\n")
    writer.writerow(HEADING)
    for card in sorted(cards, key=lambda card: (card.card, card.copy)):
        writer.writerow((card.uid.hex().upper(), card.card, card.copy))
    return text.getvalue()
