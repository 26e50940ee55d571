"""DESIGN 3: a game by screen-reader text and ticks alone: no lamp and no drawing is looked at."""

import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from flask import Flask

from engine.inputs import Key
from engine.step import Effect
from tests.host.running_loop import Table
from tests.table.means import ByButtons, card_in, room
from web_ui.state import write_all_but_choices
from web_ui.table_words import write_around

TURNS = 40
TICKS = {Effect.TICK, Effect.TICK_SHOVE, Effect.TICK_HOME, Effect.TICK_HELP}


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    with room(tmp_path / "j") as table:
        ByButtons(table).begin()
        yield table


def said(table: Table) -> dict[str, Any]:
    """What a screen reader has to read out."""
    with Flask("reader").test_request_context():
        view = write_around(table.snapshot)
    return {name: view[name] for name in ("headline", "prompt", "asks", "moves", "reasons", "card")}


def heard(table: Table) -> list[Effect]:
    """The sounds since the last time."""
    effects = list(table.effects)
    table.effects.clear()
    return effects


def text_of(one: dict[str, Any], moves: list[dict[str, Any]]) -> str:
    """What stands in the list for a candidate; a result is told by the sentence about it."""
    if "notation" in one:
        return str(next(move["text"] for move in moves if move["notation"] == one["notation"]))
    return str(one["text"])


def test_a_game_by_ear(table: Table) -> None:
    """The list is heard once; then a tick a step tells where the cursor is, and the last line is played."""
    rng = random.Random(11)
    hands = ByButtons(table)
    played = 0
    for _ in range(TURNS):
        assert table.game.play is not None
        card = card_in(table.game.play, rng, frozenset())
        assert card is not None
        heard(table)
        hands.tap(card)
        told = said(table)
        assert told["card"] == str(card.card)
        if heard(table) == [Effect.REFUSED]:
            assert told["reasons"]
            assert told["prompt"]
            hands.throw()
            assert Effect.TAKEN in heard(table)
            continue
        played += _choose_by_ear(table, hands, rng)
    assert played >= TURNS // 5


def _choose_by_ear(table: Table, hands: ByButtons, rng: random.Random) -> bool:
    wanted = ""
    while (told := said(table))["card"] is not None:
        lines = [text_of(one, told["moves"]) for one in told["asks"]]
        assert len(set(lines)) == len(lines), "two candidates sound the same"
        steps = rng.randrange(len(lines))
        for _ in range(steps):
            hands.hands.press(Key.NEXT)
            assert [effect for effect in heard(table) if effect in TICKS]
        wanted = lines[steps]
        hands.hands.press(Key.CONFIRM)
    assert Effect.TAKEN in heard(table)
    with Flask("reader").test_request_context():
        last = write_all_but_choices(table.snapshot)["last_move"]["text"]
    assert last == wanted or (wanted == "Throw the card" and "throws" in last)
    return True
