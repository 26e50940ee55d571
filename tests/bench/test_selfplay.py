"""The quick games are games: the referee takes every turn of them and comes to the same positions."""

import random

import pytest

from engine.board import Seat, holes_of
from engine.cards import Card, Rank, deck_of
from engine.inputs import CardTapped, Chosen, Shuffled, ThrowAsked
from engine.moves import Movement, movement
from engine.notation import write_move
from engine.position import Position, opening
from engine.ruleset import Draw
from engine.seating import decks_at, seating
from firmware_host.selfplay import GreedyPlayer, Player, RandomPlayer, SelfPlay
from tests.engine.table import Table

TABLES = [
    ("pagat", 4, {}),
    ("bark-up-a-tree", 2, {}),
    ("social-security", 4, {}),
    ("kilpatrick", 4, {}),
    ("gamerules", 6, {"home_entry": "mandatory", "two_swaps": True}),
    ("kilpatrick", 8, {"blocked_in_spot": "bumped_to_start"}),
    ("bark-up-a-tree", 10, {}),
]


def play_with_referee(table: Table, game: SelfPlay) -> bool:
    """One turn of the quick game, told to the referee; whether it won."""
    before, shuffles = game.position, game.shuffles
    won = game.take_turn()
    draws_before = table.play.setup.movement.rules.draw is Draw.BEFORE
    if game.shuffles > shuffles and draws_before:
        table.tell(Shuffled())
    assert game.last_card is not None
    tap_and_play(table, game.last_card, None if game.position is before else game.position)
    if game.shuffles > shuffles and not draws_before:
        table.tell(Shuffled())
    return won


def tap_and_play(table: Table, rank: Rank, result: Position | None) -> None:
    card = Card(rank)
    if result is None:
        table.game = table.judged(CardTapped(card)).game
        table.tell(ThrowAsked())
        return
    table.tell(CardTapped(card))
    move = next(move for move in table.question.moves if move.result == result)
    table.tell(Chosen(write_move(table.play.setup.table, card, move)))


@pytest.mark.parametrize("player", [RandomPlayer, GreedyPlayer])
@pytest.mark.parametrize(("rules", "players", "options"), TABLES, ids=lambda value: str(value))
def test_the_referee_takes_every_turn(
    rules: str, players: int, options: dict[str, object], player: type[RandomPlayer | GreedyPlayer]
) -> None:
    table = Table(rules, players, **options)
    moving, rng = table.play.setup.movement, random.Random(f"{rules} {players}")
    chooser: Player = player(moving, rng)
    game = SelfPlay(moving, chooser, rng, Seat(0))
    for _ in range(250):
        won = play_with_referee(table, game)
        assert table.play.position == game.position
        assert (table.play.winner is not None) is won
        if won:
            break
        assert table.play.turn == game.turn


def worth(moving: Movement, position: Position, seat: Seat) -> int:
    """How far the side of a seat has come, less how far the others have."""
    table = moving.table
    return sum(
        table.board.progress(other, hole) * (1 if table.side_of[other] == table.side_of[seat] else -1)
        for other in table.seats
        for hole in holes_of(position[other])
    )


@pytest.mark.parametrize("rules", ["pagat", "social-security", "kilpatrick"])
def test_the_greedy_player_takes_what_is_worth_most(rules: str) -> None:
    moving, rng = Table(rules).play.setup.movement, random.Random(9)
    game, greedy = SelfPlay(moving, RandomPlayer(moving, rng), rng, Seat(0)), GreedyPlayer(moving, rng)
    for _ in range(200):
        game.take_turn()
        hand = game.hands[game.turn]
        worths = [worth(moving, result, game.turn) for result in moving.hand(game.position, game.turn, hand)]
        picked = greedy.pick(game.position, game.turn, hand)
        assert (picked is None) is (not worths)
        assert picked is None or worth(moving, picked[1], game.turn) == max(worths)


def test_every_card_is_in_one_place() -> None:
    moving, rng = movement(seating(4, 2), Table("kilpatrick").play.setup.movement.rules), random.Random(4)
    game = SelfPlay(moving, RandomPlayer(moving, rng), rng, Seat(0))
    deck = sorted(card.card.rank for card in deck_of(*decks_at(moving.rules, 4)))
    for _ in range(400):
        game.take_turn()
        cards = [*game.pile, *game.face_up, *(card for hand in game.hands.values() for card in hand)]
        assert sorted(cards) == deck


def test_games_are_played_to_the_end() -> None:
    moving, rng = Table().play.setup.movement, random.Random(6)
    game = SelfPlay(moving, GreedyPlayer(moving, rng), rng, Seat(2))
    turns = game.run(5000)
    assert turns < 5000
    assert any(game.has_won(seat) for seat in moving.table.seats)
    assert game.position != opening(moving.table)
