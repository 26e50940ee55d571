"""`peglight referee`: one JSON object a line in, one a line out, in order. DESIGN 2, Referee protocol.

It judges the position given, even a won one. A bad line gets an error naming the field, and the next line
is still read.
"""

import json
import math
import re
from collections.abc import Mapping
from functools import lru_cache
from typing import Any, BinaryIO

from engine.board import seat_name
from engine.cards import Card
from engine.explain import explain
from engine.inputs import seat_of
from engine.moves import Movement
from engine.notation import Move, describe, write_move
from engine.position import BadPosition, parse_position, write_position
from engine.ruleset import BadOption, Rules, build
from engine.seating import Seating, check_control, seating_of

FIELDS = ("rules", "sides", "teams", "pegs", "turn", "card")
OPTIONAL_FIELDS = ("id", "options")
ANSWER_FIELDS = ("outcomes", "why", "support")
"""What a line of positions.jsonl has besides; it can be asked as it stands, and these are passed over."""
DEEPEST = 16
TOO_DEEP = "line: it is nested too deeply to be a position"
LONGEST_NUMBER = 100
_SURROGATE = re.compile("[\ud800-\udfff]")


class BadLine(ValueError):
    """A line that asks for nothing that can be judged: names the field."""


def serve(lines: BinaryIO, answers: BinaryIO) -> None:
    """Answer every line until there are no more."""
    for line in lines:
        answers.write(json.dumps(answer_line(line), ensure_ascii=False).encode() + b"\n")
        answers.flush()


def answer_line(line: bytes) -> dict[str, Any]:
    """The answer to one line, an error included."""
    known: dict[str, Any] = {}
    try:
        asked = _parsed(line)
        known = {"id": asked["id"]} if "id" in asked else {}
        return known | answer(asked)
    except (BadLine, BadOption, BadPosition) as bad:
        return known | {"error": str(bad)}


def _parsed(line: bytes) -> dict[str, Any]:
    if not line.strip():
        raise BadLine("line: it is empty")
    try:
        text = line.decode().rstrip("\r\n")
        asked = json.loads(text, parse_constant=_number, parse_float=_number, parse_int=_number)
    except RecursionError:
        raise BadLine(TOO_DEEP) from None
    except UnicodeDecodeError:
        raise BadLine("line: it is no UTF-8") from None
    except json.JSONDecodeError as error:
        raise BadLine(f"line: it is no JSON ({error})") from None
    if not isinstance(asked, dict):
        raise BadLine("line: it is no JSON object")
    if _depth(asked) > DEEPEST:
        raise BadLine(TOO_DEEP)
    if _SURROGATE.search(json.dumps(asked, ensure_ascii=False)):
        raise BadLine("line: it holds half a character, which is no text")
    return asked


def _number(text: str) -> int | float:
    """A number as JSON knows it; what it does not know, or can't be written down again, is refused."""
    if len(text) > LONGEST_NUMBER:
        raise BadLine("line: it holds a number too long to be meant")
    try:
        return int(text)
    except ValueError:
        pass
    number = float(text)
    if not math.isfinite(number):
        raise BadLine(f"line: {text} is no number here")
    return number


def _depth(value: Any) -> int:
    """How deep lists and objects lie in each other; counted without recursion."""
    depth, level = 0, [value]
    while level := [item for item in level if isinstance(item, dict | list)]:
        depth += 1
        level = [inner for item in level for inner in (item.values() if isinstance(item, dict) else item)]
    return depth


def answer(asked: Mapping[str, Any]) -> dict[str, Any]:
    """Judge the card on the position.

    Raises:
        BadLine, BadOption, BadPosition: naming the field.
    """
    _check_fields(asked)
    options = asked.get("options", {})
    if not isinstance(options, dict):
        raise BadLine("options: it must be an object of names and values")
    rules = _rules(asked["rules"], json.dumps(options, sort_keys=True))
    table = seating_of(asked["sides"], asked["teams"])
    check_control(rules, table, tuple(options))
    position = parse_position(table, asked["pegs"])
    turn = _seat(asked["turn"], table)
    card = _card(asked["card"])
    movement = Movement(table, rules)
    found = movement.choices(position, turn, card.rank)
    moves = [describe(movement, position, recipes, result) for result, recipes in found.items()]
    words = explain(movement, position, turn, card.rank, found)
    return {
        "moves": [_move(movement, card, move) for move in moves],
        "reasons": [
            {
                "seat": seat_name(word.seat),
                "from": table.board.name(word.hole),
                "why": word.reason.why,
                "holes": [table.board.name(hole) for hole in word.reason.holes],
            }
            for word in words
            if word.reason
        ],
    }


@lru_cache(maxsize=256)
def _rules(preset: Any, options: str) -> Rules:
    """Rulesets repeat from line to line."""
    return build(preset, json.loads(options))


def _check_fields(asked: Mapping[str, Any]) -> None:
    for field in FIELDS:
        if field not in asked:
            raise BadLine(f"{field}: it is missing")
    for field in asked:
        if field not in FIELDS + OPTIONAL_FIELDS + ANSWER_FIELDS:
            raise BadLine(f"{field}: there is no such field; there are {', '.join(OPTIONAL_FIELDS + FIELDS)}")
    if not isinstance(asked["rules"], str):
        raise BadLine("rules: it must be the name of a ruleset")
    if not isinstance(asked["sides"], int) or isinstance(asked["sides"], bool):
        raise BadLine("sides: it must be 4, 6, 8 or 10")
    if not _is_teams(asked["teams"]):
        raise BadLine('teams: it must be a list of lists of seats, like [["A", "C"], ["B", "D"]]')
    if not isinstance(asked["pegs"], dict):
        raise BadLine('pegs: it must be an object of seats, like {"A": ["A8", "S", "S", "S", "S"]}')


def _is_teams(teams: Any) -> bool:
    return isinstance(teams, list) and all(
        isinstance(team, list) and all(isinstance(seat, str) for seat in team) for team in teams
    )


def _seat(name: Any, table: Seating) -> Any:
    names = [seat_name(seat) for seat in table.seats]
    if not isinstance(name, str) or name not in names:
        raise BadLine(f"turn: {name!r} is no seat in play; there are {', '.join(names)}")
    return seat_of(name)


def _card(text: Any) -> Card:
    if not isinstance(text, str):
        raise BadLine(f"card: {text!r} is not a card")
    try:
        return Card.parse(text)
    except ValueError as bad:
        raise BadLine(f"card: {bad}") from None


def _move(movement: Movement, card: Card, move: Move) -> dict[str, Any]:
    table, names = movement.table, movement.table.board.name
    return {
        "notation": write_move(table, card, move),
        "steps": [
            {"seat": seat_name(step.seat), "from": names(step.start), "to": names(step.end)}
            for step in move.steps
        ],
        "displaced": [
            {"seat": seat_name(push.seat), "from": names(push.start), "to": names(push.end)}
            for push in move.displaced
        ],
        "result": write_position(table, move.result),
    }
