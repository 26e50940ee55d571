"""Somebody who plays a game over the page's API, with a referee of his own to know what must be shown."""

import random
from dataclasses import dataclass
from typing import Any

from engine.board import Seat, seat_name
from engine.cards import PhysicalCard, deck_of
from engine.game import Game, Play
from engine.inputs import (
    CardTapped,
    Chosen,
    NewGame,
    RedoAsked,
    ShowBoardAsked,
    Shuffled,
    ThrowAsked,
    Told,
    UndoAsked,
)
from engine.notation import write_move
from engine.phase import phase_of
from engine.position import write_position
from engine.referee import judge
from engine.verdict import Reason
from firmware_host.headless import side_worth
from firmware_host.snapshot import Snapshot
from tests.host.daemon_process import Json

TRIED = 3
"""So many cards are tapped until one moves; else the last is thrown."""


@dataclass(frozen=True, slots=True)
class Said:
    """An input as the engine knows it, and as the API takes it."""

    told: Told
    body: Json


def next_said(game: Game, rng: random.Random) -> Said:
    """What a player does now. Greedy, so that games end; sometimes something is taken back or looked at."""
    play = game.play
    if play is None or play.winner:
        return Said(
            NewGame(4, "pagat", first=Seat(0), game_id="g1"),
            {"kind": "new_game", "players": 4, "rules": "pagat", "first": "A"},
        )
    if game.question is not None and game.question.moves:
        return _greedy(game, play, rng)
    if game.question is not None and len(game.aside) + 1 >= TRIED:
        return Said(ThrowAsked(), {"kind": "throw"})
    if rng.random() < 0.06:
        return _aside(play, rng)
    return _tap(game, play, rng)


def _greedy(game: Game, play: Play, rng: random.Random) -> Said:
    assert game.question is not None
    worth = side_worth(play, play.turn)
    best = max(worth(move.result) for move in game.question.moves)
    move = rng.choice([move for move in game.question.moves if worth(move.result) == best])
    notation = write_move(play.setup.table, game.question.card.card, move)
    return Said(Chosen(notation), {"kind": "choose", "notation": notation})


def _aside(play: Play, rng: random.Random) -> Said:
    """Something that is not a move."""
    if play.undone:
        return Said(RedoAsked(), {"kind": "redo"})
    if play.turns and rng.random() < 0.5:
        return Said(UndoAsked(), {"kind": "undo"})
    return Said(ShowBoardAsked(), {"kind": "show_board"})


def _tap(game: Game, play: Play, rng: random.Random) -> Said:
    asked = {question.card for question in (*game.aside, game.question) if question}
    left = [card for card in deck_of(3, 6) if card not in play.played | asked]
    if not left:
        return Said(Shuffled(), {"kind": "shuffled"})
    card: PhysicalCard = rng.choice(left)
    body = {"kind": "tap", "card": card.card.ascii, "copy": card.copy}
    return Said(CardTapped(card.card, card.copy), body)


def after(game: Game, said: Said) -> Game:
    """The game that an uninterrupted daemon would show after an input."""
    return judge(game, said.told, 0).game


def shown_of(game: Game, refusal: Reason | None = None) -> Json:
    """What `/api/state` must show of a game after such a refusal, but for what depends on time."""
    snapshot = Snapshot(game=game, refusal=refusal)
    play, question = game.play, game.question
    return {
        "phase": phase_of(game).value,
        "pegs": write_position(play.setup.table, play.position) if play else None,
        "turn": seat_name(play.turn) if play else None,
        "winner": [seat_name(seat) for seat in play.winner] if play and play.winner else None,
        "card": question.card.card.ascii if question else None,
        "choices": _notations(play, question) if play and question else [],
        "lamps": dict(snapshot.lamps),
        "rhythms": dict(snapshot.rhythms),
    }


def _notations(play: Play, question: Any) -> list[str]:
    return sorted(write_move(play.setup.table, question.card.card, move) for move in question.moves)


def shown_in(state: Json) -> Json:
    """The same of an answer."""
    game = state["game"] or {"pegs": None, "turn": None}
    same = {name: state[name] for name in ("phase", "winner", "card", "lamps", "rhythms")}
    choices = sorted(choice["notation"] for choice in state["choices"])
    return same | {"pegs": game["pegs"], "turn": game["turn"], "choices": choices}
