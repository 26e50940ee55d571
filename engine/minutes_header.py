"""The head of a game as text: what was agreed before the first card. docs/notation.md.

peglight game 1
rules: pagat
option joker_duty: only_play
players: 4
teams: A+C B+D
hands: closed
first: B
seat A: "Ann" #bb0000
"""

import json
import re
from collections.abc import Mapping
from typing import Any, NamedTuple

from engine.board import Seat, seat_name
from engine.cards import Card
from engine.inputs import Hands, NewGame, SeatLook, seat_of
from engine.ruleset import OPTIONS, BadOption, Option
from engine.seating import Seating, seating
from engine.setting_up import setup_of

FIRST_LINE = "peglight game 1"
"""What the text is, and the version of its form."""


MOST_SAID = 300
"""A problem that is longer quotes a word of endless length, and loses its middle."""

_NUMBER = re.compile("[0-9]{1,4}")


class BadMinutes(ValueError):
    """A text that is no game: says where, by line and column from 1, and what is wrong."""

    def __init__(self, line: int, column: int, problem: str) -> None:
        if len(problem) > MOST_SAID:
            problem = f"{problem[: MOST_SAID // 2]} … {problem[-MOST_SAID // 2 :]}"
        super().__init__(f"line {line}, column {column}: {problem}")
        self.line = line
        self.column = column
        self.problem = problem


def write_header(asked: NewGame, table: Seating) -> list[str]:
    """The lines that tell what was asked for."""
    teams = " ".join("+".join(team) for team in table.names()) if asked.teams else "none"
    lines = [FIRST_LINE, f"rules: {asked.rules}"]
    lines += [f"option {name}: {_write_value(value)}" for name, value in asked.options]
    lines += [f"players: {asked.players}", f"teams: {teams}", f"hands: {asked.hands.value}"]
    lines += [] if asked.first is None else [f"first: {seat_name(asked.first)}"]
    lines += [f"id: {_quoted(asked.game_id)}"] if asked.game_id else []
    lines += [
        f"seat {seat_name(look.seat)}: {_quoted(look.name)} {look.colour}".rstrip() for look in asked.looks
    ]
    deck = " ".join(f"{Card.parse(card)}={_write_copies(copies)}" for card, copies in asked.deck)
    return lines + ([f"deck: {deck}"] if deck else [])


def _write_copies(copies: int | tuple[int, ...]) -> str:
    """How many there are; or, where some are missing, which: `1,3`, and one alone `2,`."""
    return str(copies) if isinstance(copies, int) else ",".join(map(str, copies)) + "," * (len(copies) == 1)


def _write_value(value: Any) -> str:
    match value:
        case bool():
            return "on" if value else "off"
        case str() | int():
            return str(value)
        case _:
            return " ".join(map(str, value))


def _quoted(text: str) -> str:
    """As JSON quotes it; what can't be printed stands as its code."""
    return json.dumps(text, ensure_ascii=not text.isprintable())


class Line(NamedTuple):
    """A line of the head: `key of: value`, and where the value begins."""

    number: int
    key: str
    of: str
    value: str
    column: int

    def bad(self, problem: str, at: int = 0) -> BadMinutes:
        """Trouble `at` so many characters into the value."""
        return BadMinutes(self.number, self.column + at, problem)


_LINE = re.compile(r"(\w+)(?: +(\S+))?: *(.*)")
ONCE = ("rules", "players", "teams", "hands", "first", "id", "deck")
MANY = ("option", "seat")


def parse_header(lines: list[tuple[int, str]]) -> tuple[NewGame, Seating]:
    """Read the lines of a head, each with its number.

    Raises:
        BadMinutes: they are no head, or nobody may play so.
    """
    if not lines or lines[0][1].rstrip() != FIRST_LINE:
        raise BadMinutes(lines[0][0] if lines else 1, 1, f"a game begins with the line {FIRST_LINE!r}")
    once: dict[str, Line] = {}
    options: dict[str, Line] = {}
    seats: dict[str, Line] = {}
    for number, text in lines[1:]:
        line = _line(number, text)
        into, name = {"option": (options, line.of), "seat": (seats, line.of)}.get(line.key, (once, line.key))
        if name in into:
            raise BadMinutes(number, 1, f"{line.key} {line.of}".rstrip() + " stands twice")
        into[name] = line
    return _asked(lines[-1][0], once, options, seats)


def _line(number: int, text: str) -> Line:
    found = _LINE.fullmatch(text)
    if found is None or found[1] not in ONCE + MANY or (found[2] is None) is (found[1] in MANY):
        raise BadMinutes(number, 1, f"it is none of {', '.join(ONCE)}, option NAME or seat X, with a colon")
    return Line(number, found[1], found[2] or "", found[3].rstrip(), found.start(3) + 1)


def _asked(
    last: int, once: Mapping[str, Line], options: Mapping[str, Line], seats: Mapping[str, Line]
) -> tuple[NewGame, Seating]:
    for key in ("rules", "players"):
        if key not in once:
            raise BadMinutes(last, 1, f"the head has no {key}")
    players = _number(once["players"])
    asked = NewGame(
        players,
        once["rules"].value,
        tuple((name, _value(line)) for name, line in options.items()),
        _teams(once["teams"], players) if "teams" in once else 0 if players == 2 else 2,
        _hands(once["hands"]) if "hands" in once else Hands.CLOSED,
        _seat(once["first"]) if "first" in once else None,
        tuple(_look(line) for line in seats.values()),
        _text(once["id"])[0] if "id" in once else "",
        _deck(once["deck"]) if "deck" in once else (),
    )
    try:
        return asked, setup_of(asked).table
    except BadOption as bad:
        where = options.get(bad.option) or once.get(bad.option) or once["rules"]
        raise where.bad(str(bad)) from None


def _number(line: Line) -> int:
    if not _NUMBER.fullmatch(line.value):
        raise line.bad(f"{line.value!r} is no number")
    return int(line.value)


def _value(line: Line) -> Any:
    option = OPTIONS.get(line.of)
    if option is None:
        return line.value  # refused with the rest of the head, which names what there is
    if option.parts:
        return tuple(_one_of(option, line, word[0], word.start()) for word in re.finditer(r"\S+", line.value))
    return _one_of(option, line, line.value, 0)


def _one_of(option: Option, line: Line, text: str, at: int) -> Any:
    for allowed in option.allowed:
        if _write_value(allowed) == text:
            return allowed
    raise line.bad(f"{option.name}: it may be {', '.join(map(_write_value, option.allowed))}", at)


def _teams(line: Line, players: int) -> int:
    teams = [] if line.value == "none" else [team.split("+") for team in line.value.split()]
    try:
        table = seating(players, len(teams))
    except BadOption as bad:
        raise line.bad(bad.problem) from None
    if teams and sorted(map(sorted, teams)) != sorted(table.names()):
        plan = " ".join("+".join(team) for team in table.names())
        raise line.bad(f"{players} players in {len(teams)} teams are {plan}")
    return len(teams)


def _hands(line: Line) -> Hands:
    try:
        return Hands(line.value)
    except ValueError:
        raise line.bad(f"{line.value!r} is neither closed nor tracked") from None


def _seat(line: Line, name: str | None = None) -> Seat:
    try:
        return seat_of(line.value if name is None else name)
    except ValueError as bad:
        raise line.bad(str(bad)) from None


def _look(line: Line) -> SeatLook:
    name, colour = _text(line)
    if colour and not re.fullmatch("#[0-9a-fA-F]{6}", colour):
        raise line.bad(f"{colour!r} is no colour; write #bb0000", len(line.value) - len(colour))
    return SeatLook(_seat(line, line.of), name, colour)


def _text(line: Line) -> tuple[str, str]:
    """A quoted text at the beginning of a value, and what comes after it."""
    problem = line.bad('it begins with a text in quotes, like "Ann"')
    if not line.value.startswith('"'):
        raise problem
    try:
        text, end = json.JSONDecoder().raw_decode(line.value)
    except ValueError:
        raise problem from None
    return text, line.value[end:].strip()


def _deck(line: Line) -> tuple[tuple[str, int | tuple[int, ...]], ...]:
    return tuple(_copies(line, word[0], word.start()) for word in re.finditer(r"\S+", line.value))


def _copies(line: Line, word: str, at: int) -> tuple[str, int | tuple[int, ...]]:
    card, _, copies = word.partition("=")
    numbers = copies.removesuffix(",").split(",")
    if not all(map(_NUMBER.fullmatch, numbers)):
        raise line.bad(f"{word!r} has no number of copies; write 7♥=3, or 7♥=1,3 for which", at)
    which = tuple(map(int, numbers))
    try:
        return Card.parse(card).ascii, which if "," in copies else which[0]
    except ValueError as bad:
        raise line.bad(str(bad), at) from None
