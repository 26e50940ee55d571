"""Changes to the text of a configuration, as data: a key set, a device's setting, a ring's holes.

Each keeps every comment and blank line where it was. A key that is new comes after the last one of its table.
"""

from collections.abc import Mapping, Sequence
from typing import Any

import tomlkit
from tomlkit import TOMLDocument
from tomlkit.items import AoT, Array, Comment, Table, Whitespace

from firmware_host.boardmap import expand, runs_of, sides_named
from firmware_host.config_file import Edit
from hardware.rig import Kind

RUNS_A_LINE = 6


def setting(key: str, value: object) -> Edit:
    """A key of the whole board."""

    def edit(document: TOMLDocument) -> None:
        document[key] = value

    return edit


def device(kind: Kind, name: str, settings: Mapping[str, object]) -> Edit:
    """Settings of a device; None takes a setting away. KeyError where there is no such device."""

    def edit(document: TOMLDocument) -> None:
        table = _device(document, kind, name)
        for key, value in settings.items():
            _set(table, key, value)

    return edit


def ring(sides: int, holes: Mapping[str, Sequence[str]]) -> Edit:
    """The ring of that many sides: by the name of each strip, the hole of each of its lamps.

    A strip that is not named, or has no hole of this ring, has no part in it.
    """

    def edit(document: TOMLDocument) -> None:
        for table in _tables(document, Kind.STRIP):
            _set_ring(table, sides, runs_of(holes.get(str(table.get("name")), ())))

    return edit


def both(*edits: Edit) -> Edit:
    """Several changes as one."""

    def edit(document: TOMLDocument) -> None:
        for one in edits:
            one(document)

    return edit


def _set_ring(table: Table, sides: int, runs: Sequence[str]) -> None:
    """`holes` is the only ring of a strip, and its sides are counted by its holes; else `rings` says them."""
    if _sides_of_holes(table) == sides:
        if runs and "rings" not in table and sides_named(expand(runs)) == sides:
            table["holes"] = _array(runs)
            return
        table.remove("holes")
    rings = table.get("rings")
    if not runs:
        if rings is not None and str(sides) in rings:
            del rings[str(sides)]
    elif rings is not None:
        rings[str(sides)] = _array(runs)
    elif "holes" in table or sides_named(expand(runs)) != sides:
        fresh = tomlkit.table()
        fresh[str(sides)] = _array(runs)
        _set(table, "rings", fresh)
    else:
        _set(table, "holes", _array(runs))


def _sides_of_holes(table: Table) -> int | None:
    runs = table.get("holes")
    return sides_named(expand(runs)) if runs else None


def _array(runs: Sequence[str]) -> Array:
    array = tomlkit.array()
    if len(runs) <= RUNS_A_LINE:
        array.extend(runs)
        return array
    for begin in range(0, len(runs), RUNS_A_LINE):
        array.add_line(*runs[begin : begin + RUNS_A_LINE])
    array.add_line(indent="")
    return array


def _device(document: TOMLDocument, kind: Kind, name: str) -> Table:
    for table in _tables(document, kind):
        if table.get("name") == name:
            return table
    raise KeyError(name)


def _tables(document: TOMLDocument, kind: Kind) -> list[Table]:
    tables = document.get(kind.value, [])
    return list(tables) if isinstance(tables, AoT) else []


def _set(table: Table, key: str, value: Any) -> None:
    """Set a key, or take it away; a comment after the last one, which is on the next table, stays last."""
    if value is None:
        if key in table:
            table.remove(key)
        return
    if key in table:
        table[key] = value
        return
    body = table.value.body
    tail = len(body)
    while tail and body[tail - 1][0] is None and isinstance(body[tail - 1][1], Comment | Whitespace):
        tail -= 1
    after = body[tail:]
    del body[tail:]
    table[key] = value
    body.extend(after)
