"""What the games of the past come to: who won, and who shoved whom. Counted once a game, and kept.

A game must be replayed to count its shoves, so a first look at years of games is not over at once: it counts
for some seconds and says how many games are left. What was counted is kept beside the journal; a file that
is lost or broken is made anew.
"""

import contextlib
import json
import logging
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

from engine.board import Seat, seat_name
from engine.game import Game, Play
from engine.landing import Cause
from engine.palette import colour_of
from engine.position import is_finished
from engine.referee import RULES_VERSION

log = logging.getLogger(__name__)

FILE = "tallies.json"
BUDGET_S = 2.0


class Past(Protocol):
    """A game of the past; `firmware_host.history` says it in full."""

    @property
    def number(self) -> int: ...
    @property
    def since_s(self) -> int: ...
    @property
    def stood(self) -> Game: ...
    @property
    def turns(self) -> int: ...
    @property
    def running(self) -> bool: ...


@dataclass(frozen=True, slots=True)
class Tally:
    """What a game comes to.

    Attributes:
        since_s: wall time of its beginning; turns: how many were played.
        players: of each seat by its letter, the name, empty where none was given, and the colour.
        won: the seats of the side that has won; none where nobody has.
        shoves: who shoved whom how often, by letters.
    """

    number: int
    since_s: int
    turns: int
    players: tuple[tuple[str, str, str], ...]
    won: tuple[str, ...]
    shoves: tuple[tuple[str, str, int], ...]


def tally_of(past: Past, told: Play | None) -> Tally | None:
    """What a game comes to; without its shoves where this version cannot tell its turns.

    Args:
        told: the game with all its turns.
    """
    play = told or past.stood.play
    if play is None:
        return None
    looks = [(seat, play.setup.look(seat)) for seat in play.setup.table.seats]
    players = tuple((seat_name(seat), look.name, colour_of(look)) for seat, look in looks)
    shoves = Counter(_shoves(told)) if told else Counter[tuple[Seat, Seat]]()
    counted = tuple((seat_name(by), seat_name(whom), n) for (by, whom), n in sorted(shoves.items()))
    return Tally(past.number, past.since_s, past.turns, players, winners(play), counted)


def winners(play: Play) -> tuple[str, ...]:
    """The seats, by letter, of the side all of whose pegs are home; none where nobody's are."""
    for team in play.setup.table.teams:
        if all(is_finished(play.setup.table, play.position, seat) for seat in team):
            return tuple(map(seat_name, team))
    return ()


def _shoves(play: Play) -> Iterator[tuple[Seat, Seat]]:
    for turn in play.turns:
        for move in (turn.move, turn.mercy):
            for push in move.displaced if move else ():
                if push.cause is not Cause.SWAP:
                    yield turn.seat, push.seat


def _is_of(tally: Tally | None, past: Past) -> bool:
    """Whether that was counted of this very game: after a restore another may have its number."""
    return tally is not None and (tally.since_s, tally.turns) == (past.since_s, past.turns)


class Tallies:
    """Counts the games of a journal. Any thread may ask; one at a time counts.

    Args:
        replay: a game with all its turns; None where it cannot be told. Raises TimeoutError while others ask.
    """

    def __init__(self, path: Path, replay: Callable[[int], Game | None]) -> None:
        self._path = path
        self._replay = replay
        self._lock = threading.Lock()
        self._kept: dict[int, Tally] | None = None

    def count(self, games: list[Past], budget_s: float = BUDGET_S) -> tuple[list[Tally], int]:
        """What those games come to, as far as that can be counted in so many seconds; how many are left."""
        with self._lock:
            kept = self._kept if self._kept is not None else self._read()
            until_s = time.monotonic() + budget_s
            now = {past.number: kept[past.number] for past in games if _is_of(kept.get(past.number), past)}
            for past in games:
                if past.number in now:
                    continue
                if time.monotonic() > until_s:
                    break
                with contextlib.suppress(TimeoutError):
                    game = self._replay(past.number)
                    tally = tally_of(past, game.play if game else None)
                    if tally is not None:
                        now[past.number] = tally
            self._keep(
                {past.number: now[past.number] for past in games if past.number in now and not past.running}
            )
            return [now[past.number] for past in games if past.number in now], len(games) - len(now)

    def _keep(self, settled: dict[int, Tally]) -> None:
        """Not of a game that may still be undone and end in another way."""
        if settled != self._kept:
            self._write(settled)
        self._kept = settled

    def _read(self) -> dict[int, Tally]:
        try:
            data = json.loads(self._path.read_text(encoding="utf-8"))
            if data["rules_version"] != RULES_VERSION:
                return {}
            return {tally.number: tally for tally in map(_read_tally, data["games"])}
        except (OSError, ValueError, KeyError, TypeError, RecursionError):
            return {}

    def _write(self, kept: dict[int, Tally]) -> None:
        games = [[getattr(tally, name) for name in Tally.__slots__] for tally in kept.values()]
        new = self._path.with_name(f"{FILE}.new")
        try:
            new.touch(0o600)
            new.write_text(json.dumps({"rules_version": RULES_VERSION, "games": games}), encoding="utf-8")
            new.replace(self._path)
        except OSError as error:
            log.warning("what games come to could not be kept: %s", error)


def _read_tally(data: Any) -> Tally:
    number, since_s, turns, players, won, shoves = data
    if not all(isinstance(value, int) for value in (number, since_s, turns)):
        raise ValueError("a number is none")
    return Tally(
        number,
        since_s,
        turns,
        tuple((str(seat), str(name), str(colour)) for seat, name, colour in players),
        tuple(map(str, won)),
        tuple((str(by), str(whom), int(n)) for by, whom, n in shoves),
    )
