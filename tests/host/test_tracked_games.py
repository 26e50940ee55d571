"""Whole games with tracked hands, from the first card dealt to the last peg home, with honest players."""

import random

import pytest

from engine.inputs import Hands, NewGame
from engine.ruleset import PRESETS
from firmware_host.headless import HeadlessTable, Policy

TABLES = [(preset, 4, 2) for preset in PRESETS] + [("bark-up-a-tree", 2, 0), ("pagat", 6, 3)]


@pytest.mark.parametrize(("rules", "players", "teams"), TABLES)
def test_the_referee_s_hands_are_the_players_to_the_end(rules: str, players: int, teams: int) -> None:
    """`take_turn` compares every hand, the pile and what lies face up after each turn."""
    asked = NewGame(players, rules, (("mercy_after", 3),), teams, Hands.TRACKED)
    table = HeadlessTable(asked, random.Random(players), Policy.GREEDY)
    assert table.run(3000).finished
    assert not any(turn.forgot for turn in table.play.turns)
    assert len(table.play.turns) > 40
