"""How fast the engine is: lists of results, whole games, the referee. Its own processor time is counted."""

import gc
import importlib
import random
import statistics
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple, TypeVar

from engine.board import Seat, seat_name
from engine.cards import Rank
from engine.inputs import CardTapped, NewGame
from engine.moves import Movement, movement
from engine.position import Position, write_position
from engine.referee import judge
from engine.ruleset import Draw, build
from engine.seating import seating
from firmware_host.headless import HeadlessTable, Policy
from firmware_host.selfplay import GreedyPlayer, RandomPlayer, SelfPlay

T = TypeVar("T")

MOST_TURNS = 50_000
BLOCKS = 5
"""A figure is the median of so many blocks, each of new positions or games."""
MOST_A_BLOCK = 20_000


class Listed(NamedTuple):
    """A position with the whole hand of the seat to move, its draw included."""

    position: Position
    turn: Seat
    hand: list[Rank]


def table_of(rules: str, players: int) -> Movement:
    """A preset at one of its tables, with two teams where there are teams."""
    return movement(seating(players, 0 if players == 2 else 2), build(rules, {}))


def from_midgame(moving: Movement, rng: random.Random, rounds: range) -> Iterator[Listed]:
    """Positions of random games, for ever, from these rounds of play of each game."""
    player = RandomPlayer(moving, rng)
    players = moving.table.players
    while True:
        game = SelfPlay(moving, player, rng, rng.choice(moving.table.seats))
        for turn in range(rounds.stop * players):
            if turn >= rounds.start * players:
                hand = game.hands[game.turn]
                drawn = game.pile[-1:] if moving.rules.draw is Draw.BEFORE else []
                yield Listed(game.position, game.turn, hand + drawn)
            if game.take_turn():
                break


def per_second(do: Callable[[T], int], things: Iterator[T], seconds: float) -> tuple[float, float]:
    """How many things are done a second of processor time, and how much comes of one; medians of blocks."""
    count = _enough(do, things, seconds / BLOCKS)
    rates, yields = [], []
    for _ in range(BLOCKS):
        took_s, come = _timed(do, things, count)
        rates.append(count / took_s)
        yields.append(come / count)
    return statistics.median(rates), statistics.median(yields)


def _timed(do: Callable[[T], int], things: Iterator[T], count: int) -> tuple[float, int]:
    block = [next(things) for _ in range(count)]
    gc.collect()
    began_s = time.process_time()
    come = sum(do(thing) for thing in block)
    return time.process_time() - began_s, come


def _enough(do: Callable[[T], int], things: Iterator[T], seconds: float) -> int:
    """How many fill the time, judging by a quarter of it, which also warms up what is kept."""
    count, took_s = 1, 0.0
    while took_s < seconds / 4 and count < MOST_A_BLOCK:
        count *= 2
        took_s, _come = _timed(do, things, count)
    return min(max(1, round(count * seconds / max(took_s, 1e-9))), MOST_A_BLOCK)


Lister = Callable[[Listed], int]
"""Finds every distinct result of a hand; how many there are."""


def fast_lister(moving: Movement) -> Lister:
    """The engine. Each result is told by what it changes, as its own players are served."""

    def fast(listed: Listed) -> int:
        position, turn, hand = listed
        plain, pushed = moving.search(moving.look(position, turn), moving.plan(hand))
        return len(plain) + len(pushed)

    return fast


def position_lister(moving: Movement) -> Lister:
    """The engine, with each result as a whole position."""
    return lambda listed: len(moving.hand(*listed))


def slow_lister(moving: Movement) -> Lister | None:
    """The slow generator, which is no part of the program: it lies in the tests. None away from the tree."""
    tree = Path(__file__).parents[1]
    if not (tree / "tests" / "slow" / "generator.py").exists():
        return None
    sys.path.insert(0, str(tree))
    try:
        outcomes = importlib.import_module("tests.slow.generator").outcomes
    finally:
        sys.path.remove(str(tree))
    rules, sides, teams = moving.rules.name, moving.table.board.sides, moving.table.names()

    def slow(listed: Listed) -> int:
        position, turn, hand = listed
        pegs = write_position(moving.table, position)
        asked = (outcomes(rules, {}, sides, teams, pegs, seat_name(turn), card) for card in set(hand))
        return len(set().union(*asked))

    return slow


def lists(
    rules: str, players: int, rounds: range, seconds: float, by: Callable[[Movement], Lister] = fast_lister
) -> tuple[float, float]:
    """Lists a second, and results a list, at one table."""
    moving = table_of(rules, players)
    return per_second(by(moving), from_midgame(moving, random.Random(), rounds), seconds)


def slow_lists(rules: str, players: int, rounds: range, seconds: float) -> float | None:
    """The same by the slow generator; None away from the tree."""
    moving = table_of(rules, players)
    slow = slow_lister(moving)
    return slow and per_second(slow, from_midgame(moving, random.Random(), rounds), seconds)[0]


def games(rules: str, players: int, policy: Policy, seconds: float) -> tuple[float, float]:
    """Whole games a second, and turns a game."""
    moving, rng = table_of(rules, players), random.Random()
    player = RandomPlayer(moving, rng) if policy is Policy.RANDOM else GreedyPlayer(moving, rng)

    def play(first: Seat) -> int:
        return SelfPlay(moving, player, rng, first).run(MOST_TURNS)

    return per_second(play, iter(lambda: rng.choice(moving.table.seats), None), seconds)


def judge_us(rules: str, players: int, seconds: float) -> float:
    """From a tap to its ruling, the median of taps in the middle of random games, in µs."""
    asked = NewGame(players, rules, teams=0 if players == 2 else 2)
    rng, took_us = random.Random(), []
    ends_s = time.monotonic() + seconds
    while time.monotonic() < ends_s:
        table = HeadlessTable(asked, rng, Policy.RANDOM)
        table.run(8 * players)
        for _ in range(8 * players):
            for card in table.hands[table.play.turn] if table.play.winner is None else ():
                told = CardTapped(card.card, card.copy)
                began_ns = time.perf_counter_ns()
                judge(table.game, told, table.clock_ms)
                took_us.append((time.perf_counter_ns() - began_ns) / 1000)
            table.run(1)
    return statistics.median(took_us)
