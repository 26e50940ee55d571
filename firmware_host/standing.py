"""Where a game stands, as plain data: stored with each durable row, enough to go on from it alone."""

from typing import Any

from engine.board import seat_name
from engine.cards import Card, PhysicalCard
from engine.game import Game, Play
from engine.inputs import NewGame, read, seat_of, written
from engine.position import BadPosition, parse_position, write_position
from engine.ruleset import BadOption
from engine.setting_up import setup_of


def stand(game: Game) -> dict[str, Any]:
    """What must be known to go on from here without replaying."""
    play = game.play
    if play is None:
        return {"asked": written(game.last_setup) if game.last_setup else None, "play": None}
    return {
        "asked": written(play.setup.asked),
        "play": {
            "pegs": write_position(play.setup.table, play.position),
            "turn": seat_name(play.turn),
            "played": sorted([card.card.ascii, card.copy] for card in play.played),
            "stand_ins": [[seat_name(seat), seat_name(by)] for seat, by in play.stand_ins],
            "turns": len(play.turns),
        },
    }


def set_up(stored: Any) -> Game | None:
    """The game that stood so, with nothing to take back; None where this version cannot set it up."""
    try:
        asked = None if stored["asked"] is None else _new_game(stored["asked"])
        if asked is None or stored["play"] is None:
            return Game(last_setup=asked)
        return Game(play=_play(asked, stored["play"]), last_setup=asked)
    except (BadOption, BadPosition, ValueError, KeyError, TypeError, AttributeError):
        return None


def _new_game(stored: Any) -> NewGame:
    asked = read(stored)
    if not isinstance(asked, NewGame):
        raise ValueError("it is no request for a game")
    return asked


def _play(asked: NewGame, stored: Any) -> Play:
    setup = setup_of(asked)
    return Play(
        setup,
        parse_position(setup.table, stored["pegs"]),
        seat_of(stored["turn"]),
        frozenset(PhysicalCard(Card.parse(card), copy) for card, copy in stored["played"]),
        stand_ins=tuple((seat_of(seat), seat_of(by)) for seat, by in stored["stand_ins"]),
    )
