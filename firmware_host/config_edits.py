"""Changes to the text of a configuration, as data: a key set, a device's setting, a ring's holes.

Each keeps every comment and blank line where it was. A key that is new comes after the last one of its table.
"""

from collections.abc import Iterable, Mapping, Sequence
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
        tables = _tables(document, Kind.STRIP)
        runs = [runs_of(holes.get(str(table.get("name")), ())) for table in tables]
        only = _sides_of_holes(tables)
        if only in (None, sides) and sides_named(_expanded(runs)) == sides and not _any_rings(tables):
            for table, its_runs in zip(tables, runs, strict=True):
                _set(table, "holes", _array(its_runs) if its_runs else None)
            return
        for table, its_runs in zip(tables, runs, strict=True):
            if only == sides:
                _set(table, "holes", None)
            _set_ring(table, sides, its_runs)

    return edit


def both(*edits: Edit) -> Edit:
    """Several changes as one."""

    def edit(document: TOMLDocument) -> None:
        for one in edits:
            one(document)

    return edit


def _set_ring(table: Table, sides: int, runs: Sequence[str]) -> None:
    """One of several rings, named by its sides."""
    rings = table.get("rings")
    if rings is not None:
        _set(rings, str(sides), _array(runs) if runs else None)
    elif runs:
        fresh = tomlkit.table()
        fresh[str(sides)] = _array(runs)
        _set(table, "rings", fresh)


def _sides_of_holes(tables: Sequence[Table]) -> int | None:
    """The sides of the ring that strips say as `holes`, counted by those of all of them."""
    holes = _expanded(table.get("holes", ()) for table in tables)
    return sides_named(holes) if holes else None


def _any_rings(tables: Sequence[Table]) -> bool:
    return any("rings" in table for table in tables)


def _expanded(runs: Iterable[Sequence[str]]) -> list[str]:
    return [hole for of_a_strip in runs for hole in expand(of_a_strip)]


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
