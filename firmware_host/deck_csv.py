"""Decks as CSV: `uid,card,copy` with that heading, to keep, to share, and to take from other tools."""

import csv
import io
import re
from collections.abc import Iterable
from typing import TextIO

from engine.cards import Card
from firmware_host.command_cards import BadCommand, check_command, is_command
from firmware_host.deck import MOST_COPIES, Enrolled, EnrolledCard
from firmware_host.tag_numbers import BadNumber, Form, read_numbers
from hardware.sentence import Sentence, verbatim

HEADING = ("uid", "card", "copy")
DELIMITERS = ",;\t"
"""The second is what spreadsheets write where a comma stands in decimal fractions."""
_COPY = re.compile(r"[0-9]{1,9}", re.ASCII)


class BadDeck(ValueError):
    """A deck file that cannot be taken: names the line and what is wrong in it."""

    def __init__(self, line: int, problem: str, /, **values: object) -> None:
        said = problem if isinstance(problem, Sentence) else Sentence(problem, **values)
        self.sentence = Sentence("line {line}: {problem}", line=line, problem=said)
        super().__init__(self.sentence)


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
        raise BadDeck(rows[bad.index][0], bad.sentence) from None
    lines_of: dict[tuple[object, ...], int] = {}
    counted: dict[str, int] = {}
    cards = []
    for uid, (line, _uid, text, copy) in zip(uids, rows, strict=True):
        counted[text] = counted.get(text, 0) + 1
        card = EnrolledCard(uid, text, counted[text] if copy is None else copy)
        if card.copy > MOST_COPIES:
            raise BadDeck(line, "the copy must be 1 to {most}", most=MOST_COPIES)
        _check_twice(card, line, lines_of)
        cards.append(card)
    return cards


def _rows(lines: TextIO) -> list[Row]:
    first = lines.readline()
    delimiter = next((sign for sign in DELIMITERS if sign in first), ",")
    heading = [name.strip().strip('"').lower() for name in first.split(delimiter)]
    if heading not in (list(HEADING), list(HEADING[:2])):
        raise BadDeck(1, "the heading must be uid,card,copy, or uid,card")
    found = csv.reader(lines, strict=True, delimiter=delimiter)
    try:
        return [_row(row, found.line_num + 1, len(heading)) for row in found if row]
    except csv.Error as error:
        raise BadDeck(found.line_num + 1, verbatim(str(error))) from None


def _row(row: list[str], line: int, wanted: int) -> Row:
    if len(row) != wanted:
        raise BadDeck(
            line,
            "there must be two values, and there are {found}"
            if wanted == 2
            else "there must be three values, and there are {found}",
            found=len(row),
        )
    return line, row[0], _meaning(row[1].strip(), line), _copy(row[2], line) if wanted == 3 else None


def _meaning(text: str, line: int) -> str:
    """A playing card in its plain form, or a command card as it is."""
    try:
        if is_command(text):
            check_command(text)
            return text
        return Card.parse(text).ascii
    except BadCommand as bad:
        raise BadDeck(line, bad.sentence) from None
    except ValueError:
        raise BadDeck(
            line,
            "{card} is not a card; write A, 2 to 10, J, Q, K or Joker, with a suit or without, like 7H",
            card=repr(text[:40]),
        ) from None


def _copy(text: str, line: int) -> int:
    if not (_COPY.fullmatch(text.strip()) and 1 <= int(text) <= MOST_COPIES):
        raise BadDeck(line, "the copy must be 1 to {most}", most=MOST_COPIES)
    return int(text)


def _check_twice(card: EnrolledCard, line: int, lines_of: dict[tuple[object, ...], int]) -> None:
    """A tag is one card, and a card of a deck has one tag."""
    for what, key in (
        (Sentence("the tag {tag}", tag=card.uid.hex().upper()), (card.uid,)),
        (Sentence("copy {copy} of {card}", copy=card.copy, card=card.card), (card.card, card.copy)),
    ):
        if key in lines_of:
            raise BadDeck(line, "{what} is on line {first} already", what=what, first=lines_of[key])
        lines_of[key] = line


def write_csv(cards: Iterable[Enrolled]) -> str:
    """A deck as `read_csv` reads it, the copies of a card together."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\r\n")
    writer.writerow(HEADING)
    for card in sorted(cards, key=lambda card: (card.card, card.copy)):
        writer.writerow((card.uid.hex().upper(), card.card, card.copy))
    return text.getvalue()
