"""DESIGN 3: a whole game by cards alone, by buttons, by knob, by phone alone, and by all of them."""

import random
from collections.abc import Callable
from pathlib import Path

import pytest

from engine.cards import PhysicalCard
from engine.notation import Move
from engine.question import Question
from firmware_host.headless import side_worth
from tests.host.running_loop import Table
from tests.table.means import ByButtons, ByCards, ByKnob, ByPhone, Means, Mixed, card_in, room

MOST_TURNS = 2_000
TRIED = 5
"""So many cards a player looks at for one that moves."""

MEANS: dict[str, Callable[[Table, random.Random], Means]] = {
    "cards": lambda table, rng: ByCards(table),
    "buttons": lambda table, rng: ByButtons(table),
    "knob": lambda table, rng: ByKnob(table),
    "phone": lambda table, rng: ByPhone(table),
    "mixed": Mixed,
}


def best(question: Question, table: Table, rng: random.Random) -> Move:
    """What brings the own side forward most."""
    play = table.game.play
    assert play is not None
    worth = side_worth(play, play.turn)
    most = max(worth(move.result) for move in question.moves)
    return rng.choice([move for move in question.moves if worth(move.result) == most])


def take_turn(table: Table, means: Means, rng: random.Random) -> None:
    """Look at cards until one moves and play it; or throw the last. The game is then what was meant."""
    play = table.game.play
    assert play is not None
    looked_at: list[PhysicalCard] = []
    for _ in range(TRIED):
        card = card_in(play, rng, frozenset(looked_at))
        if card is None:
            break
        looked_at.append(card)
        means.tap(card)
        question = table.game.question
        assert question is not None
        assert question.card == card
        if question.moves:
            move = best(question, table, rng)
            means.choose(move)
            after = table.game.play
            assert after is not None
            assert (after.turns[-1].card, after.position) == (card, move.result)
            return
    if not looked_at:
        means.shuffled()
        return
    means.throw()
    after = table.game.play
    assert after is not None
    assert (after.turns[-1].card, after.turns[-1].move) == (looked_at[-1], None)


@pytest.mark.parametrize("name", MEANS)
def test_a_whole_game(name: str, tmp_path: Path) -> None:
    rng = random.Random(5)
    with room(tmp_path / "j") as table:
        means = MEANS[name](table, rng)
        means.begin()
        for _ in range(MOST_TURNS):
            assert table.game.play is not None
            if table.game.play.winner is not None:
                break
            take_turn(table, means, rng)
        assert table.game.play.winner is not None
