"""What is told to a game as plain data for JSON, and back."""

import re
from collections.abc import Callable, Mapping
from dataclasses import fields
from typing import Any

from engine.board import seat_name
from engine.cards import Card
from engine.inputs import Command, Hands, Key, SeatLook, Told, seat_of

_COLOUR = re.compile(r"(?:#[0-9a-fA-F]{6})?", re.ASCII)
KINDS: Mapping[str, type[Told]] = {kind.__name__: kind for kind in Told.__args__}


def written(told: Told) -> dict[str, Any]:
    """An input as plain data for JSON; `read` gives it back."""
    data: dict[str, Any] = {"kind": type(told).__name__}
    for field in fields(told):
        value = getattr(told, field.name)
        as_data = _WRITTEN.get(field.name)
        data[field.name] = value if value is None or as_data is None else as_data(value)
    return data


def read(data: Mapping[str, Any]) -> Told:
    """The input that `written` wrote.

    Raises:
        ValueError, KeyError, TypeError: the data is not of that form.
    """
    kind = KINDS[data["kind"]]
    return kind(**{name: _read(name, value) for name, value in data.items() if name != "kind"})


def _read(name: str, value: Any) -> Any:
    """What is not of the kind that a field of this name is written as stays as it is."""
    kind, from_data = _READ.get(name, (type(None), _same))
    return from_data(value) if isinstance(value, kind) else value


def _same(value: Any) -> Any:
    return value


def _looks_read(data: list[list[str]]) -> tuple[SeatLook, ...]:
    return tuple(_look_read(*look) for look in data)


def _look_read(seat: str, name: str, colour: str) -> SeatLook:
    """Nobody judges a look, and lamps are lit by it: it must be a text and a colour."""
    if not isinstance(name, str) or not _COLOUR.fullmatch(colour):
        raise ValueError(f"{name!r:.40} and {colour!r:.40} are no look of a seat")
    return SeatLook(seat_of(seat), name, colour)


def _looks_written(looks: tuple[SeatLook, ...]) -> list[list[str]]:
    return [[seat_name(look.seat), look.name, look.colour] for look in looks]


def _pairs(data: dict[str, Any]) -> tuple[tuple[str, Any], ...]:
    """JSON knows no tuples."""
    return tuple((key, tuple(value) if isinstance(value, list) else value) for key, value in data.items())


_SEATS = ("seat", "first", "by", "turn")
_PAIRS = ("options", "pegs", "deck")
_WRITTEN: Mapping[str, Callable[[Any], Any]] = {
    **dict.fromkeys(_SEATS, seat_name),
    **dict.fromkeys(_PAIRS, dict),
    "card": lambda card: card.ascii,
    "looks": _looks_written,
}
"""How a field is written, by its name; as it is where it is not named here."""
_READ: Mapping[str, tuple[type, Callable[[Any], Any]]] = {
    **dict.fromkeys(_SEATS, (str, seat_of)),
    **dict.fromkeys(_PAIRS, (dict, _pairs)),
    "card": (str, Card.parse),
    "looks": (list, _looks_read),
    "key": (str, Key),
    "command": (str, Command),
    "hands": (str, Hands),
}
"""And how it is read again."""
