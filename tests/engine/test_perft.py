"""The published counts hold, by the engine and, where they are small, by the slow generator."""

import importlib.util
import json
from collections import Counter
from collections.abc import Mapping
from typing import Any

import pytest

from engine.board import seat_name
from engine.moves import Movement, movement
from engine.perft import SET_POSITIONS, perft, starts
from engine.position import parse_position_line, position_line, write_position
from engine.ruleset import PRESETS, build
from engine.seating import seating, seating_of
from tests.slow.generator import Outcome, canonical, outcomes
from tests.tree import ROOT

Record = dict[str, Any]
RECORDS: list[Record] = [
    json.loads(line) for line in (ROOT / "docs" / "perft.jsonl").read_text().splitlines()
]
QUICK, SLOW = 20_000, 250
"""Counts up to these are counted again."""


def title(record: Record) -> str:
    return f"{record['rules']}-{len(record['hands'])}-{len(record['teams'])}-{record['name']}"


def movement_of(record: Record) -> Movement:
    return movement(seating_of(record["sides"], record["teams"]), build(record["rules"], {}))


def depth_up_to(record: Record, most: int) -> int:
    return sum(count <= most for count in record["counts"])


@pytest.mark.parametrize("record", RECORDS, ids=title)
def test_the_engine_counts_what_is_published(record: Record) -> None:
    moving, depth = movement_of(record), depth_up_to(record, QUICK)
    start = next(start for start in starts(moving.table) if start.name == record["name"])
    assert write_position(moving.table, start.position) == record["pegs"]
    hands = {seat_name(seat): [rank.value for rank in hand] for seat, hand in start.hands.items()}
    assert (hands, seat_name(start.turn)) == (record["hands"], record["turn"])
    assert perft(moving, start, depth) == record["counts"][:depth]


@pytest.mark.parametrize("record", RECORDS, ids=title)
def test_the_slow_generator_counts_the_same(record: Record) -> None:
    depth = depth_up_to(record, SLOW)
    assert slow_perft(record, depth) == record["counts"][:depth]


def slow_perft(record: Record, depth: int) -> list[int]:
    """The count as docs/perft.md tells it, way by way."""
    layer, counts = Counter({canonical(record["pegs"]): 1}), []
    turns = sorted(record["hands"])
    for done in range(depth):
        turn = turns[done % len(turns)]
        following: Counter[Outcome] = Counter()
        for pegs, ways in layer.items():
            for result in slow_results(record, dict(pegs), turn) or {pegs}:
                following[result] += ways
        counts.append(following.total())
        side = next(team for team in record["teams"] if turn in team)
        layer = Counter({p: ways for p, ways in following.items() if not is_home(dict(p), side)})
    return counts


def slow_results(record: Record, pegs: Mapping[str, tuple[str, ...]], turn: str) -> set[Outcome]:
    asked = record["rules"], {}, record["sides"], record["teams"], pegs, turn
    return set().union(*(outcomes(*asked, card) for card in record["hands"][turn]))


def is_home(pegs: Mapping[str, tuple[str, ...]], side: list[str]) -> bool:
    return all(hole[1:2] == "H" for seat in side for hole in pegs[seat])


# --- The set positions ------------------------------------------------------------------------------


def test_there_are_the_opening_and_a_dozen_set_positions() -> None:
    assert len(SET_POSITIONS) == 13


@pytest.mark.parametrize(
    ("players", "teams"), [(2, 0), (4, 2), (6, 2), (6, 3), (8, 2), (8, 4), (10, 2), (10, 5)]
)
def test_the_set_positions_stand_at_every_table(players: int, teams: int) -> None:
    table = seating(players, teams)
    for start, name in zip(starts(table), SET_POSITIONS, strict=True):
        assert start.name == name
        assert parse_position_line(table, position_line(table, start.position)) == start.position
        assert start.hands.keys() == set(table.seats)
        assert all(start.hands.values())


def test_every_preset_is_counted_at_four() -> None:
    at_four = {record["rules"] for record in RECORDS if len(record["hands"]) == 4}
    assert at_four == set(PRESETS)
    assert {len(record["hands"]) for record in RECORDS} == {2, 4, 6, 8, 10}


def test_the_page_shows_what_the_file_holds() -> None:
    spec = importlib.util.spec_from_file_location("perft_page", ROOT / "docs" / "perft_page.py")
    assert spec is not None
    assert spec.loader is not None
    maker = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(maker)
    assert maker.page(maker.PAGE.read_text(encoding="utf-8")) == maker.PAGE.read_text(encoding="utf-8")
