"""Whole games at a board whose devices break, with a referee beside it that knows what must be shown.

After each turn the state on the page is compared with it, number by number and lamp by lamp; pegs and cards
are counted by the players themselves. Now and then the last turn is taken back and played again, something
that is refused is said, or the daemon is killed.
"""

import contextlib
import random
import threading
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path

from engine.game import Game
from engine.inputs import (
    Chosen,
    Hands,
    MercyTaken,
    NewGame,
    Pointed,
    RedoAsked,
    RefillDone,
    Shuffled,
    ThrowAsked,
    Told,
    UndoAsked,
)
from engine.referee import judge
from engine.seating import seating
from tests.engine.whole_games import tables
from tests.host.daemon_process import DaemonProcess, Gone, Json, Page
from tests.host.killing import gist, left_behind
from tests.host.remote_play import Said, shown_of
from tests.host.scripted import Scripted, said
from tests.load.full_house import Taken
from tests.soak.bench import Bench

LOOK_EVERY = 50
OUT_OF_PLACE = (Chosen("7♥ A1-A8"), Shuffled(), RefillDone(), MercyTaken(), ThrowAsked(), Pointed("B3"))
SOON, LATE = 150, 3_000
"""So many turns a daemon lives that will be killed, at most; and one that is watched for growth."""


@dataclass
class Counts:
    """What has happened so far."""

    turns: int = 0
    games: int = 0
    inputs: Counter[str] = field(default_factory=Counter)
    tables: Counter[str] = field(default_factory=Counter)
    faults: Counter[str] = field(default_factory=Counter)
    kills: int = 0
    starts: int = 0
    grown_mb: float = 0.0
    grown_descriptors: int = 0
    grown_threads: int = 0
    longest: int = 0

    def lived(self, taken: Taken, turns: int) -> None:
        """A daemon ended that was looked at so long."""
        if turns < LATE // 2:
            return
        fifth = len(taken.rss_mb) // 5
        self.longest = max(self.longest, turns)
        self.grown_mb = max(self.grown_mb, taken.grown_mb)
        for name in ("descriptors", "threads"):
            seen: list[int] = getattr(taken, name)
            grown = min(seen[-fifth:]) - min(seen[fifth : 2 * fifth])
            setattr(self, f"grown_{name}", max(getattr(self, f"grown_{name}"), grown))


class Sitting:
    """A home, its devices, and daemons one after the other, until so many turns are played."""

    def __init__(self, home: Path, seed: int, counts: Counts) -> None:
        self.home = home
        self.rng = random.Random(seed)
        self.counts = counts
        self.bench = Bench(home, self.rng)
        self.game = Game()
        self.seq = 0
        self._left: list[Told] = []
        self._behind: object = None

    def play(self, turns: int) -> None:
        """Play so many turns, over all presets and tables, in games as they come."""
        with self.bench:
            games = self._turns()
            begun = self.counts.turns
            while self.counts.turns < begun + turns:
                left = begun + turns - self.counts.turns
                watched = self.rng.random() < 0.4
                lasts = self.rng.randrange(LATE // 2, LATE) if watched else self.rng.randrange(1, SOON)
                self._life(games, min(lasts, left), killed=not watched)
        self.counts.faults += self.bench.faults

    def _turns(self) -> Iterator[list[Told]]:
        choice = list(tables())
        while True:
            rules, players, teams = self.rng.choice(choice)
            hands = self.rng.choice([Hands.CLOSED, Hands.TRACKED])
            first = self.rng.choice(seating(players, teams).seats)
            options = (("mercy_after", 3),) if self.rng.random() < 0.5 else ()
            asked = NewGame(players, rules, options, teams, hands, first, game_id="g1")
            yield from Scripted(asked, self.rng).turns()
            self.counts.games += 1
            self.counts.tables[f"{rules}, {players} players, {hands.value}"] += 1

    def _life(self, games: Iterator[list[Told]], turns: int, killed: bool) -> None:
        """One daemon, from its start to its end; what it was told last may be told to the next one."""
        self.counts.starts += 1
        taken, lived = Taken(), 0
        with DaemonProcess(self.home, ["--config", str(self.bench.config)]) as daemon:
            page = daemon.page()
            self._catch_up(page)
            self._compare(page.state())
            for lived in range(1, turns + 1):
                self._device_weather(page)
                told, self._left = self._left or next(games), []
                for one in told:
                    self._tell(page, said(one))
                self._aside(page)
                self.counts.turns += 1
                self._compare(page.state())
                if lived % LOOK_EVERY == 0:
                    taken.look(daemon.process.pid)
            if killed:
                self._killed(daemon, page, games)
            else:
                self.bench.mends()
                self.bench.all_work(page)
                assert daemon.terminate() == 0
            assert "Traceback" not in daemon.stderr, daemon.stderr
        self.bench.forget()
        self._behind = left_behind(daemon.state / "journal.sqlite")
        self.counts.lived(taken, lived)

    def _device_weather(self, page: Page) -> None:
        if self.rng.random() < 0.05:
            self.bench.breaks(page)
        elif self.bench.broken and self.rng.random() < 0.1:
            self.bench.mends()

    def _tell(self, page: Page, one: Said) -> None:
        reply = page.post("/api/tell", one.body)
        step = judge(self.game, one.told, 0)
        assert reply.status == (200 if step.ruling is None else 409), (one, reply)
        assert step.ruling is None or reply.why == step.ruling.why.value, (one, reply)
        self.game = step.game
        self.counts.inputs[str(one.body["kind"]) + (" refused" if step.ruling else "")] += 1

    def _aside(self, page: Page) -> None:
        """Something that is no turn: the last one back and again, or what is refused."""
        if self.rng.random() < 0.05 and self._comes_back():
            self._tell(page, said(UndoAsked()))
            self._tell(page, said(RedoAsked()))
        if self.rng.random() < 0.05:
            told = self.rng.choice(OUT_OF_PLACE)
            step = judge(self.game, told, 0)
            if step.ruling is not None and step.game is self.game:
                self._refused(page, told)

    def _refused(self, page: Page, told: Told) -> None:
        body: Json = {"kind": "point", "hole": told.hole} if isinstance(told, Pointed) else {}
        body = body or ({"kind": "refill_done"} if isinstance(told, RefillDone) else said(told).body)
        self._tell(page, Said(told, body))

    def _comes_back(self) -> bool:
        """Whether an undo and a redo lead back: not where cards went into the pile since."""
        play = judge(judge(self.game, UndoAsked(), 0).game, RedoAsked(), 0).game.play
        was = self.game.play
        return was is not None and play is not None and replace(play, undone=()) == replace(was, undone=())

    def _compare(self, state: Json) -> None:
        """What is shown is what must be, but for lamps where a device has had its say."""
        shown = shown_of(self.game)
        game = state["game"] or {"pegs": None, "turn": None}
        seen = {"phase": state["phase"], "winner": state["winner"], "card": state["card"]}
        seen |= {"pegs": game["pegs"], "turn": game["turn"]}
        seen["choices"] = sorted(choice["notation"] for choice in state["choices"])
        if state["refusal"] is None and not self.bench.broken:
            seen |= {name: state[name] for name in ("lamps", "rhythms")}
        amiss = {name: (seen[name], shown[name]) for name in seen if seen[name] != shown[name]}
        assert not amiss, amiss
        assert state["seq"] >= self.seq
        self.seq = state["seq"]

    def _killed(self, daemon: DaemonProcess, page: Page, games: Iterator[list[Told]]) -> None:
        """In the middle of a turn; what is left of it is told to the next daemon."""
        self._left = next(games)
        killer = threading.Timer(self.rng.uniform(0, 0.03), daemon.kill)
        killer.start()
        with contextlib.suppress(Gone):
            while self._left:
                self._tell(page, said(self._left[0]))
                del self._left[0]
        killer.join()
        self.counts.kills += 1

    def _catch_up(self, page: Page) -> None:
        """What was on its way when the daemon was killed stands, or it does not; all else does."""
        if not self._left:
            return
        after = judge(self.game, self._left[0], 0).game
        kept = self._behind if gist(after) != gist(self.game) else page.state()["card"]
        new = gist(after) if gist(after) != gist(self.game) else shown_of(after)["card"]
        old = gist(self.game) if gist(after) != gist(self.game) else shown_of(self.game)["card"]
        assert kept in (new, old)
        if kept == new != old:
            self.game = after
            del self._left[0]
