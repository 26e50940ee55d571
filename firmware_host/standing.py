"""Where a game stands, as plain data: stored with each durable row, enough to go on from it alone."""

import json
from collections.abc import Iterable
from typing import Any

from engine.board import seat_name
from engine.cards import Card, PhysicalCard
from engine.game import Ending, Game, Play, Stand
from engine.input_data import read, written
from engine.inputs import NewGame, seat_of
from engine.position import BadPosition, parse_position, write_position
from engine.ruleset import BadOption
from engine.setting_up import setup_of
from engine.setup import Setup


def stand(game: Game) -> dict[str, Any]:
    """What must be known to go on from here without replaying."""
    play = game.play
    if play is None:
        return {"asked": written(game.last_setup) if game.last_setup else None, "play": None}
    return {
        "asked": written(play.setup.asked),
        "play": {
            "played": _written_cards(play.played),
            **_written_stand(play),
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
        _read_stand(setup, stored),
        _read_cards(stored["played"]),
        stand_ins=tuple((seat_of(seat), seat_of(by)) for seat, by in stored["stand_ins"]),
    )


def _written_stand(play: Play) -> dict[str, Any]:
    stood, ending = play.stand, play.stand.ending
    return {
        "pegs": write_position(play.setup.table, stood.position),
        "turn": seat_name(stood.turn),
        "hands": [_written_cards(hand) for hand in stood.hands],
        "locked": [_written_cards(hand) for hand in stood.locked],
        "dealing": stood.dealing,
        "throws": list(stood.throws),
        "owed": list(stood.owed),
        "drawn": _written_cards(stood.drawn),
        "proved": None if stood.proved is None else _written_cards([stood.proved])[0],
        "ending": None if ending is None else [[seat_name(seat) for seat in ending.mercy], ending.refill],
    }


def _read_stand(setup: Setup, stored: Any) -> Stand:
    ending = stored["ending"]
    return Stand(
        parse_position(setup.table, stored["pegs"]),
        seat_of(stored["turn"]),
        tuple(_read_cards(hand) for hand in stored["hands"]),
        tuple(_read_cards(hand) for hand in stored["locked"]),
        stored["dealing"],
        tuple(stored["throws"]),
        tuple(stored["owed"]),
        None if ending is None else Ending(tuple(seat_of(seat) for seat in ending[0]), ending[1]),
        _read_cards(stored["drawn"]),
        None if stored["proved"] is None else next(iter(_read_cards([stored["proved"]]))),
    )


def _written_cards(cards: Iterable[PhysicalCard]) -> list[list[Any]]:
    return sorted([card.card.ascii, card.copy] for card in cards)


def _read_cards(cards: Iterable[Any]) -> frozenset[PhysicalCard]:
    return frozenset(PhysicalCard(Card.parse(card), copy) for card, copy in cards)


def pegs_of(game: Game) -> str:
    """A game as a log may show it: no hand, and no card that only its holder has seen."""
    play = game.play
    if play is None:
        return "no game"
    pegs = json.dumps(write_position(play.setup.table, play.position))
    return f"{play.setup.asked.rules} {pegs}, turn {seat_name(play.turn)}"
