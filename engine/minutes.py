"""A whole game as text: a head, then one line a turn. docs/notation.md is the reference.

Reading needs no referee: a text that can be read may still break the rules. `replaying` plays it through.
"""

import re
from dataclasses import dataclass, field
from typing import assert_never

from engine.board import Seat, seat_name
from engine.cards import Card, PhysicalCard
from engine.game import Play, Turn
from engine.inputs import NewGame, seat_of
from engine.minutes_header import BadMinutes, parse_header, write_header
from engine.move_text import BadText, WrittenMove, as_written, parse_words, write_words
from engine.position import BadPosition, Position, parse_position_line, position_line
from engine.seating import Seating
from engine.setting_up import setup_of


@dataclass(frozen=True, slots=True)
class Played:
    """A card was played. `copy` is given where it is not the first one that doesn't lie face up."""

    seat: Seat
    card: Card
    copy: int | None
    move: WrittenMove


@dataclass(frozen=True, slots=True)
class Thrown:
    """A card was thrown, and maybe a peg came out by mercy."""

    seat: Seat
    card: Card
    copy: int | None = None
    mercy: WrittenMove | None = None


@dataclass(frozen=True, slots=True)
class Agreed:
    """In the turn of `seat` the table agreed on where the pegs stand and whose turn it is."""

    seat: Seat
    position: Position
    turn: Seat


@dataclass(frozen=True, slots=True)
class PileMade:
    """What lay face up was shuffled into a new pile."""


Entry = Played | Thrown | Agreed | PileMade


@dataclass(frozen=True, slots=True)
class Minutes:
    """A game as it stands, without what was taken back.

    Attributes:
        won: the side that has won, by what the text says; None where it doesn't.
        lines: in which line of the text each entry stood, from 1; and last, in which the winner.
    """

    asked: NewGame
    entries: tuple[Entry, ...] = ()
    won: tuple[Seat, ...] | None = None
    lines: tuple[int, ...] = field(default=(), compare=False)


# --- From a game to its minutes --------------------------------------------------------------------


def minutes_of(play: Play) -> Minutes:
    """The minutes of a game, running or over. Hands, claims and challenges are not in it."""
    entries: list[Entry] = []
    face_up: set[PhysicalCard] = set()
    last_pile = _turns_before_last_pile(play)
    for number, turn in enumerate(play.turns):
        if face_up and (number == last_pile or turn.card in face_up):
            entries.append(PileMade())
            face_up.clear()
        entries.append(_entry(turn, face_up))
        face_up |= {turn.card} if turn.card else set()
    if face_up and last_pile == len(play.turns):
        entries.append(PileMade())
    return Minutes(play.setup.asked, tuple(entries), play.winner)


def _turns_before_last_pile(play: Play) -> int:
    """The cards that lie face up are those of the last turns; what was played before them is in the pile."""
    left, before = set(play.played), len(play.turns)
    while left and before:
        before -= 1
        left -= {play.turns[before].card}
    return before


def _entry(turn: Turn, face_up: set[PhysicalCard]) -> Entry:
    if turn.card is None:
        assert turn.agreed is not None
        return Agreed(turn.seat, turn.agreed.position, turn.agreed.turn)
    card = turn.card.card
    usual = next(n for n in range(1, len(face_up) + 2) if PhysicalCard(card, n) not in face_up)
    copy = None if turn.card.copy == usual else turn.card.copy
    if turn.move is None:
        return Thrown(turn.seat, card, copy, as_written(turn.mercy) if turn.mercy else None)
    return Played(turn.seat, card, copy, as_written(turn.move))


# --- Writing ---------------------------------------------------------------------------------------


def written(play: Play) -> str:
    """A game as text."""
    return write_minutes(minutes_of(play))


def write_minutes(minutes: Minutes) -> str:
    """Minutes as text."""
    table = setup_of(minutes.asked).table
    lines = [*write_header(minutes.asked, table), ""]
    number = 0
    for entry in minutes.entries:
        number += not isinstance(entry, PileMade)
        lines.append(_line(table, number, entry))
    if minutes.won:
        lines.append(f"won: {'+'.join(map(seat_name, minutes.won))}")
    return "\n".join(lines) + "\n"


def _line(table: Seating, number: int, entry: Entry) -> str:
    board = table.board
    match entry:
        case PileMade():
            return "shuffled"
        case Agreed(seat, position, turn):
            line = f"position {position_line(table, position)} turn {seat_name(turn)}"
        case Played(seat, card, copy, move):
            line = f"{_card(card, copy)} {write_words(board, move)}"
        case Thrown(seat, card, copy, mercy):
            line = f"{_card(card, copy)} throw" + (f" mercy {write_words(board, mercy)}" if mercy else "")
        case _:
            assert_never(entry)
    return f"{number} {seat_name(seat)} {line}"


def _card(card: Card, copy: int | None) -> str:
    return str(card) if copy is None else f"{card}({copy})"


# --- Reading ---------------------------------------------------------------------------------------


def parse_minutes(text: str) -> Minutes:
    """Read a game. A line that begins with `#` is a remark and not kept.

    Raises:
        BadMinutes: naming line and column.
    """
    lines = [line.removesuffix("\r") for line in text.removeprefix("\ufeff").split("\n")]
    numbered = [(number, line) for number, line in enumerate(lines, start=1) if not line.startswith("#")]
    body = next((at for at, (_, line) in enumerate(numbered) if not line.strip()), len(numbered))
    asked, table = parse_header(numbered[:body])
    return _body(asked, table, [(number, line) for number, line in numbered[body:] if line.strip()])


def _body(asked: NewGame, table: Seating, lines: list[tuple[int, str]]) -> Minutes:
    entries: list[Entry] = []
    won: tuple[Seat, ...] | None = None
    turns = 0
    for number, text in lines:
        if won is not None:
            raise BadMinutes(number, 1, "nothing follows the line that tells who has won")
        reader = _LineReader(table, number, text)
        if text.startswith("won:"):
            won = reader.won()
        elif text.split() == ["shuffled"]:
            entries.append(PileMade())
        else:
            turns += 1
            entries.append(reader.turn(turns))
    return Minutes(asked, tuple(entries), won, tuple(number for number, _text in lines))


class _LineReader:
    """Reads one line, word by word, and knows where it is."""

    def __init__(self, table: Seating, number: int, text: str) -> None:
        self._table = table
        self._number = number
        self._text = text
        self._at = 0

    def won(self) -> tuple[Seat, ...]:
        """`won: A+C`."""
        self._at = len("won:")
        word, at = self._word("the side that has won, like A+C")
        names = sorted(word.split("+"))
        for team, seats in zip(self._table.names(), self._table.teams, strict=True):
            if sorted(team) == names:
                self._end()
                return seats
        raise self._bad(at, f"{word} is no side of this table")

    def turn(self, expected: int) -> Entry:
        """`12 A 7♥ A12-A15`, and the like."""
        number, at = self._word(f"the number of the turn, {expected}")
        if number != str(expected):
            raise self._bad(at, f"this is turn {expected}, not {number}")
        seat = self._seat()
        word, at = self._word("a card, or position")
        if word == "position":
            return self._agreed(seat)
        card, copy = self._card(word, at)
        after = self._at
        verb, _at = self._word("a move, or throw")
        if verb != "throw":
            self._at = after
            return Played(seat, card, copy, self._move())
        return Thrown(seat, card, copy, self._mercy())

    def _seat(self) -> Seat:
        word, at = self._word("a seat")
        try:
            seat = seat_of(word)
        except ValueError as bad:
            raise self._bad(at, str(bad)) from None
        if seat not in self._table.seats:
            raise self._bad(at, f"nobody sits at {word}")
        return seat

    def _card(self, word: str, at: int) -> tuple[Card, int | None]:
        found = re.fullmatch(r"([^(]*)(?:\(([0-9]{1,4})\))?", word)
        if found is None:
            raise self._bad(at, f"{word} is no card; write 7♥, or 7♥(2) for its second copy")
        try:
            return Card.parse(found[1]), int(found[2]) if found[2] else None
        except ValueError as bad:
            raise self._bad(at, str(bad)) from None

    def _move(self) -> WrittenMove:
        begin = self._at
        self._at = len(self._text)
        try:
            return parse_words(self._table.board, self._text[begin:])
        except BadText as bad:
            raise self._bad(begin + bad.at, bad.problem) from None

    def _mercy(self) -> WrittenMove | None:
        if not self._text[self._at :].strip():
            return None
        word, at = self._word("")
        if word != "mercy":
            raise self._bad(at, f"after throw comes nothing, or mercy and the peg it brings out, not {word}")
        return self._move()

    def _agreed(self, seat: Seat) -> Agreed:
        begin = self._at
        pegs, turn, _ = self._text[begin:].partition(" turn ")
        if not turn:
            raise self._bad(len(self._text), "a position ends by whose turn it is, like turn B")
        try:
            position = parse_position_line(self._table, pegs)
        except BadPosition as bad:
            raise self._bad(begin + len(pegs) - len(pegs.lstrip()), str(bad)) from None
        self._at = begin + len(pegs) + len(turn)
        following = self._seat()
        self._end()
        return Agreed(seat, position, following)

    def _end(self) -> None:
        if rest := self._text[self._at :].strip():
            raise self._bad(self._text.rindex(rest), f"{rest} stands too much")

    def _word(self, wanted: str) -> tuple[str, int]:
        """The next word and where it begins."""
        found = re.compile(r"\S+").search(self._text, self._at)
        if found is None:
            raise self._bad(len(self._text), f"the line ends where it should name {wanted}")
        self._at = found.end()
        return found[0], found.start()

    def _bad(self, at: int, problem: str) -> BadMinutes:
        return BadMinutes(self._number, at + 1, problem)
