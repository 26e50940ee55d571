"""The page about the notation shows what is read: its game can be replayed, its other examples parse."""

import re

from engine.board import board
from engine.minutes import parse_minutes, write_minutes
from engine.minutes_header import MANY, ONCE
from engine.move_text import parse_move
from engine.position import parse_position_line
from engine.replaying import replay
from engine.seating import seating
from tests.tree import ROOT

PAGE = (ROOT / "docs" / "notation.md").read_text(encoding="utf-8")


def example(first: str) -> str:
    """The indented example that begins so."""
    found = re.search(rf"^    {re.escape(first)}.*\n(?:(?:    .*)?\n)*", PAGE, re.MULTILINE)
    assert found is not None
    return re.sub("^    ", "", found[0], flags=re.MULTILINE)


def test_the_game_on_the_page_is_by_the_rules() -> None:
    minutes = parse_minutes(example("peglight game 1"))
    assert len(minutes.entries) == 10
    game = replay(minutes)
    assert game.play is not None
    assert parse_minutes(write_minutes(minutes)) == minutes


def test_the_other_examples_are_read() -> None:
    parse_move(board(4), example("7♥ A12-A15").strip())
    parse_position_line(seating(4, 2), example("A:A8,AH1").strip())
    pushes = re.findall(r"`(2♣ [^`]+)`", PAGE)
    assert pushes
    for text in pushes:
        parse_move(board(4), text)


def test_every_line_of_a_head_is_on_the_page() -> None:
    for key in (*ONCE, *MANY):
        assert re.search(rf"^\| `{key}( \w+)?: ", PAGE, re.MULTILINE), key
