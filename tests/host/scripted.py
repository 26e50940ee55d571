"""Whole games as scripts: honest players with real cards, each of their inputs as the page's API takes it."""

import random
from collections.abc import Iterator

from engine.board import Seat, seat_name
from engine.cards import PhysicalCard
from engine.inputs import (
    CardTapped,
    Chosen,
    MercyTaken,
    NewGame,
    RedoAsked,
    Shuffled,
    ThrowAsked,
    Told,
    UndoAsked,
)
from engine.step import Step
from firmware_host.headless import HeadlessTable, Policy
from tests.host.daemon_process import Json
from tests.host.remote_play import Said


class Scripted(HeadlessTable):
    """A table that notes what it tells its own referee."""

    def __init__(self, asked: NewGame, rng: random.Random) -> None:
        self.told: list[Told] = []
        super().__init__(asked, rng, Policy.GREEDY)

    def turns(self) -> Iterator[list[Told]]:
        """What is told before the first turn, then in each, until a side has won."""
        while True:
            told, self.told = self.told, []
            yield told
            if self.play.winner is not None:
                return
            self.take_turn()

    def _tap(self, card: PhysicalCard) -> Step:
        self.told.append(CardTapped(card.card, card.copy))
        return super()._tap(card)

    def _tell(self, told: Told) -> None:
        self.told.append(told)
        super()._tell(told)


def said(told: Told) -> Said:
    """An input with its body."""
    return Said(told, body_of(told))


def body_of(told: Told) -> Json:
    """What is posted to `/api/tell`."""
    match told:
        case NewGame():
            return _new_game(told)
        case CardTapped():
            return {"kind": "tap", "card": told.card.ascii, "copy": told.copy}
        case Chosen():
            return {"kind": "choose", "notation": told.notation}
        case MercyTaken():
            return {"kind": "mercy"} | ({} if told.seat is None else {"hole": f"{seat_name(told.seat)}S1"})
        case ThrowAsked():
            return {"kind": "throw"}
        case Shuffled():
            return {"kind": "shuffled"}
        case UndoAsked():
            return {"kind": "undo"}
        case RedoAsked():
            return {"kind": "redo"}
    raise ValueError(f"no player says {told}")


def _new_game(asked: NewGame) -> Json:
    return {
        "kind": "new_game",
        "players": asked.players,
        "rules": asked.rules,
        "teams": asked.teams,
        "hands": asked.hands.value,
        "first": seat_name(Seat(0) if asked.first is None else asked.first),
        "options": dict(asked.options),
    }
