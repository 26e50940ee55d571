"""Whole games at every table; `python -m tests.engine.whole_games` plays hundreds of each."""

import pytest

from firmware_host.headless import Policy
from tests.engine.whole_games import played, tables

SMALL = [table for table in tables() if table[1] <= 6]
LARGE = [table for table in tables() if table[1] > 6]


@pytest.mark.parametrize(("rules", "players", "teams"), SMALL)
def test_a_greedy_game_ends_with_a_side_home(rules: str, players: int, teams: int) -> None:
    game = played(rules, players, teams, Policy.GREEDY, "suite")
    assert game.finished
    play = game.game.play
    assert play is not None
    assert play.winner in play.setup.table.teams


@pytest.mark.parametrize(("rules", "players", "teams"), LARGE)
def test_a_game_of_many_goes_on_without_a_fault(rules: str, players: int, teams: int) -> None:
    assert played(rules, players, teams, Policy.GREEDY, "suite", most=200).turns == 200


@pytest.mark.parametrize(("rules", "players", "teams"), list(tables()))
def test_random_moves_find_no_fault(rules: str, players: int, teams: int) -> None:
    game = played(rules, players, teams, Policy.RANDOM, "suite", most=80)
    assert game.turns == 80
