"""Whole games without a board, and `peglight play`, which plays them. DESIGN 8."""

import json
import random
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from engine.board import Hole, Seat
from engine.inputs import NewGame
from firmware_host.__main__ import main
from firmware_host.headless import HeadlessTable, Played, Policy, RefereeFault, check_pegs, side_worth
from tests.host.daemon_process import peglight

FOUR = NewGame(4, "pagat", first=Seat(0))


def played(seed: int, policy: Policy, most_turns: int, asked: NewGame = FOUR) -> Played:
    return HeadlessTable(asked, random.Random(seed), policy).run(most_turns)


@pytest.mark.parametrize("seed", range(3))
def test_greedy_games_end(seed: int) -> None:
    result = played(seed, Policy.GREEDY, 5_000)
    assert result.finished
    play = result.game.play
    assert play is not None
    assert play.winner in play.setup.table.teams
    assert result.turns == len(play.turns)


@pytest.mark.parametrize("players", [4, 6, 8])
def test_random_games_stay_legal(players: int) -> None:
    """Every card goes through the referee, and pegs and cards are counted after each turn."""
    result = played(1, Policy.RANDOM, 150, replace(FOUR, players=players))
    assert result.turns == 150


def test_the_same_seed_plays_the_same_game() -> None:
    one, two = (played(5, Policy.RANDOM, 60).game for _ in range(2))
    assert one == two
    assert one != played(6, Policy.RANDOM, 60).game


def test_a_table_that_lost_a_card_is_caught() -> None:
    table = HeadlessTable(FOUR, random.Random(1), Policy.RANDOM)
    table.pile.pop()
    with pytest.raises(RefereeFault, match="a card is in two places or in none"):
        table.take_turn()


@pytest.mark.parametrize(
    "pegs",
    [
        {0: 0b111111},  # six pegs
        {0: 0b1, 1: 0b1},  # two on a hole
        {1: 1 << 72},  # in another's home
    ],
)
def test_pegs_that_stand_impossibly_are_caught(pegs: dict[int, int]) -> None:
    play = HeadlessTable(FOUR, random.Random(1), Policy.RANDOM).play
    position = tuple(pegs.get(seat, 0) for seat in range(4))
    with pytest.raises(RefereeFault, match="stands impossibly"):
        check_pegs(replace(play, stand=replace(play.stand, position=position)))


def test_further_is_better_for_ones_own_side_and_worse_for_the_other() -> None:
    play = HeadlessTable(FOUR, random.Random(1), Policy.GREEDY).play
    worth = side_worth(play, Seat(0))
    come_outs = play.setup.table.board.come_outs

    def out(seat: int, further: int = 0) -> tuple[int, ...]:
        hole = Hole((come_outs[seat] + further) % play.setup.table.board.track)
        return tuple(1 << hole if other == seat else 0 for other in range(4))

    assert worth(out(1)) < worth((0,) * 4) < worth(out(0)) < worth(out(0, further=5))
    assert worth(out(0)) == worth(out(2))


# --- the command ------------------------------------------------------------------------------------


def play(home: Path, *words: str) -> dict[str, Any]:
    done = peglight(home, "play", *words)
    assert (done.returncode, done.stderr) == (0, b"")
    sums: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])
    return sums


def test_play_prints_its_sums_last(tmp_path: Path) -> None:
    words = ("--rules", "pagat", "--players", "4", "--games", "2", "--seed", "3", "--json")
    one, two = (play(tmp_path, *words) for _ in range(2))
    assert list(one) == ["games", "finished", "turns", "seconds"]
    assert (one["games"], one["finished"]) == (2, 2)
    assert (one["games"], one["finished"], one["turns"]) == (two["games"], two["finished"], two["turns"])


def test_play_says_it_in_words_without_json(tmp_path: Path) -> None:
    done = peglight(tmp_path, "play", "--rules", "pagat", "--players", "4", "--games", "0")
    assert done.stdout.decode().startswith("0 of 0 games finished in 0 turns")


def test_play_says_one_game_as_one(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["play", "--rules", "pagat", "--players", "4"]) == 0
    assert capsys.readouterr().out.startswith("1 of 1 game finished in ")


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--rules", "chess", "--players", "4"), "rules: "),
        (("--rules", "pagat", "--players", "5"), "players: 5 cannot play"),
        (("--rules", "pagat", "--players", "2"), "players: pagat is not played by 2"),
        (("--rules", "pagat", "--players", "4", "--games", "-1"), "games: it must be 0 or more"),
    ],
)
def test_play_names_what_cannot_be(tmp_path: Path, words: tuple[str, ...], said: str) -> None:
    done = peglight(tmp_path, "play", *words)
    assert (done.returncode, done.stdout) == (2, b"")
    (line,) = done.stderr.decode().splitlines()
    assert line.startswith(f"peglight play: {said}")


@pytest.mark.parametrize("words", [(), ("--rules", "pagat"), ("--rules", "pagat", "--players", "four")])
def test_play_needs_its_words(tmp_path: Path, words: tuple[str, ...]) -> None:
    assert peglight(tmp_path, "play", *words).returncode == 2
