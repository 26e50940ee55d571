"""A game of the journal as text, and such a text into a journal. docs/notation.md; DESIGN 2."""

from dataclasses import replace
from pathlib import Path

from engine.game import Game
from engine.inputs import Hands, NewGame, Told
from engine.minutes import Minutes, written
from engine.referee import judge
from engine.replaying import inputs_of
from firmware_host.history import History, PastGame
from firmware_host.journal import Journal, Row, open_journal
from firmware_host.recording import row_of
from firmware_host.recovery import recover

LARGEST = 2**53
"""No game has a larger number."""
STEP_MS = 1
"""An imported game tells no times: its inputs lie so far apart."""


class NoSuchGame(Exception):
    """There is no game of that number to be told: says why, and what there is."""


class GameRunning(Exception):
    """A game is being played, and an imported one would end it."""


def game_text(path: Path, number: int | None = None) -> str:
    """The game of that number, or the newest one, of the journal at `path`.

    Raises:
        NoSuchGame: there is none, or it is running and its hands are nobody's business yet (DESIGN 5).
        sqlite3.Error: the journal cannot be read.
    """
    if not path.exists():
        raise NoSuchGame("no game was played here")
    history = History(path)
    past = _past(history, number)
    if past.running and past.asked.hands is Hands.TRACKED:
        raise NoSuchGame(f"game {past.number} is running with tracked hands: it can be told when it is over")
    game = history.game(past.number)
    if game is None or game.play is None:
        raise NoSuchGame(f"game {past.number} was judged otherwise by an earlier version, and cannot be told")
    return written(game.play)


def _past(history: History, number: int | None) -> PastGame:
    found = history.games(None if number is None else min(number, LARGEST) + 1)
    if not found:
        raise NoSuchGame("no game was played here" if number is None else f"there is no game {number}")
    if number is not None and found[0].number != number:
        raise NoSuchGame(f"there is no game {number}; the one before it is {found[0].number}")
    return found[0]


def keep_game(path: Path, minutes: Minutes, wall_s: int) -> int:
    """Put a game at the end of the journal, all or nothing; one that is not over is the running game then.

    Returns:
        Its number.

    Raises:
        BreaksRules: the referee does not take it.
        GameRunning: there is a running game, which it would end.
        DamagedJournal, NewerJournal, NotSaved: the journal cannot be used.
    """
    told = inputs_of(minutes)
    journal = open_journal(path)
    try:
        before = recover(journal).game
        if before.play is not None and before.play.winner is None:
            raise GameRunning("a game is running: end it first, or it would be lost")
        rows = _rows(journal, before, told, wall_s)
        journal.carry_on(rows)
        return rows[0].seq
    finally:
        journal.close()


def _rows(journal: Journal, game: Game, told: tuple[Told, ...], wall_s: int) -> list[Row]:
    """The rows that the loop would have written, the game named after the first of them."""
    rows: list[Row] = []
    for number, heard in enumerate(told, start=1):
        seq, at_ms = journal.last_seq + number, journal.last_at_ms + number * STEP_MS
        if isinstance(heard, NewGame):
            heard = replace(heard, game_id=f"g{seq}")
        step = judge(game, heard, at_ms)
        rows.append(row_of(heard, game, step, seq, at_ms, wall_s))
        game = step.game
    return rows
