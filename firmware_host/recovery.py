"""Finding the game again at start. DESIGN 5, Start.

The current game is replayed from its first row and every ruling compared; where the engine now rules
otherwise, the game goes on from the last stored position and undo before it is barred. A damaged file is
set aside and what can be read of it carried on.
"""

import json
from collections.abc import Iterable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from engine.board import seat_name
from engine.cards import Card, PhysicalCard
from engine.game import Game, Play
from engine.inputs import NewGame, Told, read, seat_of
from engine.position import BadPosition, parse_position, write_position
from engine.referee import judge
from engine.ruleset import BadOption
from engine.setting_up import setup_of
from firmware_host.journal import DamagedJournal, Journal, Row, open_journal, salvage, sync_folder


@dataclass(frozen=True, slots=True)
class Recovered:
    """The game as it stood, the clock to go on from, the last accepted input's number, and what to tell."""

    game: Game
    at_ms: int
    seq: int
    notes: tuple[str, ...] = ()


def stand(game: Game) -> dict[str, Any]:
    """What must be known to go on from here without replaying: stored with each durable row."""
    play = game.play
    if play is None:
        return {"play": None}
    return {
        "play": {
            "pegs": write_position(play.setup.table, play.position),
            "turn": seat_name(play.turn),
            "played": sorted([card.card.ascii, card.copy] for card in play.played),
            "stand_ins": [[seat_name(seat), seat_name(by)] for seat, by in play.stand_ins],
            "turns": len(play.turns),
        }
    }


def open_or_set_aside(path: Path) -> tuple[Journal, tuple[str, ...]]:
    """The journal; a damaged one is renamed and its readable rows are carried into a new one."""
    try:
        return open_journal(path), ()
    except DamagedJournal as damage:
        kept = _set_aside(path)
        journal = open_journal(path)
        rows = salvage(kept)
        for row in rows:
            journal.append(row)
        kept_as = f"it is kept as {kept.name}, {len(rows)} rows were carried on"
        return journal, (f"The journal was damaged ({damage}); {kept_as}.",)


def _set_aside(path: Path) -> Path:
    number = 1
    while (kept := path.with_name(f"{path.stem}.damaged-{number}{path.suffix}")).exists():
        number += 1
    for suffix in ("-wal", "-shm", ""):
        part = path.with_name(path.name + suffix)
        if part.exists():
            part.rename(kept.with_name(kept.name + suffix))
    sync_folder(path.parent)
    return kept


def recover(journal: Journal) -> Recovered:
    """Replay the current game."""
    first = journal.last_of_kind(NewGame.__name__)
    rows = list(journal.rows_from(first)) if first is not None else []
    at_ms = journal.last_at_ms
    seq = max((row.seq for row in rows if row.ruling is None), default=journal.last_seq)
    try:
        return Recovered(_replayed(rows), at_ms, seq)
    except _Differs as difference:
        return Recovered(_from_last_position(rows), at_ms, seq, (_told_otherwise(difference),))


class _Differs(Exception):
    """A stored ruling is not what the engine says now."""

    def __init__(self, row: Row, found: str) -> None:
        super().__init__(f"row {row.seq} ({row.kind}): {found}")


def _told_otherwise(difference: _Differs) -> str:
    return (
        f"The stored game is judged otherwise by this version ({difference}); it goes on from its last stored"
        " position, and nothing before it can be taken back."
    )


def _replayed(rows: Iterable[Row]) -> Game:
    game = Game()
    for row in rows:
        try:
            told = read(json.loads(row.told))
        except (ValueError, KeyError, TypeError) as error:
            raise _Differs(row, f"it cannot be read: {error!r}") from None
        step = judge(game, told, row.at_ms)
        ruling = step.ruling.why.value if step.ruling else None
        if ruling != row.ruling:
            raise _Differs(row, f"it was {row.ruling or 'accepted'} and is {ruling or 'accepted'}")
        if row.after is not None and json.loads(row.after) != stand(step.game):
            raise _Differs(row, "it led to another position")
        game = step.game
    return game


def _from_last_position(rows: Iterable[Row]) -> Game:
    """The newest stored position that this version can still set up."""
    last_setup: NewGame | None = None
    game = Game()
    for row in rows:
        if row.after is None:
            continue
        told = _read_or_none(row)
        if isinstance(told, NewGame):
            last_setup = told
        if last_setup is not None:
            game = _set_up(last_setup, json.loads(row.after)["play"]) or game
    return game


def _read_or_none(row: Row) -> Told | None:
    try:
        return read(json.loads(row.told))
    except (ValueError, KeyError, TypeError):
        return None


def _set_up(asked: NewGame, stored: dict[str, Any] | None) -> Game | None:
    if stored is None:
        return Game(last_setup=asked)
    try:
        setup = setup_of(asked)
        play = Play(
            setup,
            parse_position(setup.table, stored["pegs"]),
            seat_of(stored["turn"]),
            frozenset(PhysicalCard(Card.parse(card), copy) for card, copy in stored["played"]),
            stand_ins=tuple((seat_of(seat), seat_of(by)) for seat, by in stored["stand_ins"]),
        )
    except (BadOption, BadPosition, ValueError, KeyError, TypeError):
        return None
    return replace(Game(play=play), last_setup=asked)
