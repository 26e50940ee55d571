"""A table at which cards are tapped without a pause, held against a referee of its own: no tap may be lost.

Every other card is laid on the simulated reader, the others are told by a page. What the board shows after
each must be what the referee says.
"""

import random
import time
from dataclasses import dataclass, field
from typing import Any

from engine.game import Game
from engine.inputs import CardTapped
from firmware_host.watchers import AWAY_MS
from tests.host.daemon_process import Page
from tests.host.remote_play import Said, after, next_said, shown_in, shown_of

TAPS_A_SECOND = 10
TREMBLING_S = 2 * AWAY_MS / 1000


@dataclass(slots=True)
class Told:
    """How long everything took, in ms, and how many games were ended."""

    laid_ms: list[float] = field(default_factory=list)
    tapped_ms: list[float] = field(default_factory=list)
    done_ms: list[float] = field(default_factory=list)
    games: int = 0
    late_s: float = 0.0

    @property
    def taps(self) -> int:
        """How many cards were tapped."""
        return len(self.laid_ms) + len(self.tapped_ms)


class BusyTable:
    """Whoever sits at it plays on and on."""

    def __init__(self, page: Page, taps_a_second: float, seed: int) -> None:
        self._page = page
        self._every_s = 1 / taps_a_second
        self._rng = random.Random(seed)
        self._game = Game()
        self._uids = {(card["card"], card["copy"]): card["uid"] for card in page.get("/sim/deck").body}
        self._lay_at_s: dict[str, float] = {}
        """When each card was last seen on the reader; the newest still lies there."""
        self.told = Told()

    def play(self, seconds: float) -> None:
        """Tap so many cards a second for so long; AssertionError where the board shows anything else."""
        began_s = time.monotonic()
        next_tap_s = began_s
        while time.monotonic() < began_s + seconds:
            said = next_said(self._game, self._rng)
            if isinstance(said.told, CardTapped):
                self.told.late_s = max(self.told.late_s, time.monotonic() - next_tap_s)
                time.sleep(max(0.0, next_tap_s - time.monotonic()))  # the pace is what is asked for
                next_tap_s += self._every_s
            self._say(said)

    def _say(self, said: Said) -> None:
        before = self._game
        self._game = after(before, said)
        self.told.games += bool(self._game.play and self._game.play.winner and not _won(before))
        began_s = time.perf_counter()
        if not isinstance(said.told, CardTapped):
            took_ms, reply = self.told.done_ms, self._page.tell(**said.body)
            assert reply.status in (200, 409), reply
        elif self.told.taps % 2 or self._lay_just_now(self._uid(said)):
            took_ms = self.told.tapped_ms
            reply = self._page.tell(**said.body)
            assert reply.status in (200, 409), reply
        else:
            took_ms = self.told.laid_ms
            self._lay(self._uid(said))
        took_ms.append((time.perf_counter() - began_s) * 1000)
        self._check(said)

    def _lay(self, uid: str) -> None:
        now_s = time.monotonic()
        if self._lay_at_s:
            self._lay_at_s[list(self._lay_at_s)[-1]] = now_s
        self._lay_at_s.pop(uid, None)
        self._page.tap(uid)
        self._lay_at_s[uid] = now_s

    def _lay_just_now(self, uid: str) -> bool:
        """Whether a card lies on the reader, or did so lately that to lay it there is no new tap."""
        if uid not in self._lay_at_s:
            return False
        lies = uid == list(self._lay_at_s)[-1]
        return lies or time.monotonic() - self._lay_at_s[uid] < TREMBLING_S

    def _uid(self, said: Said) -> str:
        return self._uids[said.body["card"], said.body["copy"]]

    def _check(self, said: Said) -> None:
        shown, right = shown_in(self._page.state()), shown_of(self._game)
        wrong = {name: (shown[name], right[name]) for name in _COMPARED if shown[name] != right[name]}
        assert not wrong, (said, wrong)


_COMPARED = ("phase", "pegs", "turn", "winner", "card", "choices")


def _won(game: Game) -> Any:
    return game.play and game.play.winner
