"""Reading a JSON body strictly: every field is of its type, known, and there once."""

import json
import math
import re
import unicodedata
from collections.abc import Mapping
from enum import StrEnum
from typing import Any, NoReturn, TypeVar

from web_ui.problems import BadField
from web_ui.words import mark

DEEPEST = 8
LONGEST_TEXT = 200
_STRINGS = re.compile(r'"(?:[^"\\]|\\.)*"', re.DOTALL)
_MISSING = object()

Member = TypeVar("Member", bound=StrEnum)


def read_object(data: bytes) -> dict[str, Any]:
    """The JSON object that a body holds.

    Raises:
        BadField: it is none, or not JSON to the letter; the field named is `body` or the one that is wrong.
    """
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError:
        raise BadField("body", "it is not UTF-8") from None
    _refuse_deep(text)
    try:
        found = json.loads(text, object_pairs_hook=_pairs, parse_constant=_no_number, parse_float=_finite)
    except ValueError:
        raise BadField("body", "it is not JSON") from None
    if not isinstance(found, dict):
        raise BadField("body", "it must be a JSON object")
    _refuse_half_signs(found)
    return found


def _refuse_half_signs(found: dict[str, Any]) -> None:
    """Half of a surrogate pair can be escaped in JSON, but nothing can write it down again."""
    try:
        json.dumps(found, ensure_ascii=False).encode("utf-8")
    except UnicodeEncodeError:
        raise BadField("body", "it holds a character that is no text") from None


def _refuse_deep(text: str) -> None:
    """Before parsing, since a parser may run out of stack."""
    depth = 0
    for sign in re.findall(r"[\[\]{}]", _STRINGS.sub("", text)):
        depth += 1 if sign in "[{" else -1
        if depth > DEEPEST:
            raise BadField("body", f"it is nested more than {DEEPEST} deep")


def _pairs(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        names = [name for name, _value in pairs]
        raise BadField(shown(next(name for name in names if names.count(name) > 1)), "it is given twice")
    return found


def _no_number(text: str) -> NoReturn:
    raise BadField("body", f"{text} is no JSON number")


def _finite(text: str) -> float:
    number = float(text)
    if not math.isfinite(number):
        raise BadField("body", "it holds a number too large")
    return number


def shown(name: str) -> str:
    """A name that a stranger gave, fit to be shown."""
    return "".join(sign if sign.isprintable() else "?" for sign in name)[:40]


class Fields:
    """The fields of one object, each taken once by its type; `done` refuses what nobody took.

    Every reader raises BadField, naming the field, where the value is missing or of another type.
    """

    def __init__(self, values: Mapping[str, Any], where: str = "") -> None:
        self._values = dict(values)
        self._where = where

    def __contains__(self, name: str) -> bool:
        return name in self._values

    def done(self) -> None:
        """Refuse the fields that are left over."""
        for name in self._values:
            raise self.bad(name, "there is no such field here")

    def bad(self, name: str, problem: str, **values: object) -> BadField:
        """The refusal of a field."""
        return BadField(self._where + shown(name), problem, **values)

    def text(self, name: str, default: Any = _MISSING, longest: int = LONGEST_TEXT) -> str:
        """A line of text without control characters."""
        value = self._take(name, default)
        if value is default:
            return str(default)
        if not isinstance(value, str):
            raise self.bad(name, "it must be text")
        if len(value) > longest:
            raise self.bad(name, mark("it may be {longest} characters long at most"), longest=longest)
        if any(unicodedata.category(sign) in ("Cc", "Cs", "Co", "Cn", "Zl", "Zp") for sign in value):
            raise self.bad(name, mark("it holds a character that is no text"))
        return value

    def matching(self, name: str, pattern: re.Pattern[str], meant: str) -> str:
        """A text of that form; `meant` says which, like `a hole such as A12`."""
        value = self.text(name)
        if not pattern.fullmatch(value):
            raise self.bad(name, f"it must be {meant}")
        return value

    def whole(self, name: str, least: int, most: int, default: Any = _MISSING) -> int:
        """A whole number; a yes is none."""
        value = self._take(name, default)
        if value is default and default is not _MISSING:
            return int(default)
        if not isinstance(value, int) or isinstance(value, bool):
            raise self.bad(name, "it must be a whole number")
        if not least <= value <= most:
            raise self.bad(name, f"it must be {least} to {most}")
        return value

    def flag(self, name: str, default: bool) -> bool:
        """True or false."""
        value = self._take(name, default)
        if not isinstance(value, bool):
            raise self.bad(name, "it must be true or false")
        return value

    def one_of(self, name: str, kind: type[Member], default: Any = _MISSING) -> Member:
        """A member of an enumeration, by its value."""
        value = self._take(name, default)
        if not isinstance(value, str) or value not in list(kind):
            raise self.bad(name, f"it must be one of {', '.join(kind)}")
        return kind(value)

    def object(self, name: str, default: Any = _MISSING) -> dict[str, Any]:
        """An object within."""
        value = self._take(name, default)
        if not isinstance(value, dict):
            raise self.bad(name, "it must be an object")
        return value

    def _take(self, name: str, default: Any) -> Any:
        if name not in self._values and default is _MISSING:
            raise self.bad(name, "it is missing")
        return self._values.pop(name, default)
