"""A request for a game, with all that whoever asked left open. RULES 2."""

import secrets
from collections.abc import Iterable
from dataclasses import replace

from engine.game import Game
from engine.house import Houses, with_house
from engine.inputs import NewGame
from engine.ruleset import BadOption
from engine.seating import seating
from firmware_host.deck import EnrolledCard
from firmware_host.game_deck import with_deck


def completed(
    asked: NewGame, before: Game, seq: int, houses: Houses, enrolled: Iterable[EnrolledCard]
) -> NewGame:
    """The request with its name, the options of its house rules, its first seat and its deck.

    Args:
        before: what is on the board now; seq: the number of its last change, after which a game is named.
        houses: the saved rulesets; enrolled: every card of every deck.
    """
    return with_deck(_named_and_drawn(with_house(asked, houses), seq), enrolled, before)


def _named_and_drawn(asked: NewGame, seq: int) -> NewGame:
    try:
        seats = seating(asked.players, asked.teams).seats
    except BadOption:
        return asked  # the referee says what is wrong
    first = asked.first if asked.first is not None else secrets.choice(seats)
    return replace(asked, first=first, game_id=asked.game_id or f"g{seq + 1}")
