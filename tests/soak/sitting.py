"""Whole games at a board whose devices break, with a referee beside it that knows what must be shown.

Some turns are told at once, before the first of them is answered. After each the state on the page is
compared with the referee's, number by number and lamp by lamp, and with laws that know no referee
(`laws.py`); pegs and cards are counted by the players themselves. Now and then the last turn is taken back
and played again, something that is refused is said, a card is laid on an emulated reader, or the daemon is
killed.
"""

import contextlib
import random
import threading
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import partial
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
from engine.step import Step
from tests.engine.whole_games import tables
from tests.host.daemon_process import DaemonProcess, Gone, Json, Page, Reply, until
from tests.host.killing import gist, left_behind
from tests.host.remote_play import Said, shown_of
from tests.host.scripted import Scripted, body_of
from tests.load.full_house import Taken
from tests.soak.bench import Bench
from tests.soak.counts import HANDS, Counts, table_name
from tests.soak.laws import conserved, led_to
from tests.soak.line import Line
from tests.soak.tags import cards_of, deck_at, enrol, tag_of

AHEAD = 8
"""So many turns are told at once, at most."""
LOOK_EVERY = 50
YOUNG = 150
"""What a daemon takes is looked at in games of so many turns at most."""
OUT_OF_PLACE = (Chosen("7♥ A1-A8"), Shuffled(), RefillDone(), MercyTaken(), ThrowAsked(), Pointed("B3"))
SOON, LATE = 150, 6_000
"""So many turns a daemon lives that will be killed, at most; and one that is watched for growth."""
WATCHED_SHARE = 0.12
"""Most daemons are killed soon, yet most turns are those of the few that are watched."""
WATCHED, LOOKS = 1_500, 10
"""Whoever lived for fewer turns, or was looked at less often, is not judged by what it grew."""


class Sitting:
    """A home, its devices, and daemons one after the other, until so many turns are played.

    Args:
        number: which of the run it is: each begins at another table.
        over: whether to stop early, since something was found elsewhere.
    """

    def __init__(
        self, home: Path, seed: int, number: int = 0, over: Callable[[], bool] = lambda: False
    ) -> None:
        self.home = home
        self.rng = random.Random(f"{seed} {number}")
        self.counts = Counts()
        self.bench = Bench(home, self.rng)
        self.game = Game()
        """As it was acknowledged."""
        self._over = over
        self._games = self._turns(number)
        self._seq = 0
        self._told: Game = self.game
        """As it will be when all that was told is answered."""
        self._awaited: deque[Callable[[Reply], None]] = deque()
        self._in_flight: deque[Said] = deque()
        self._seen: Json | None = None
        self._behind: object = None

    def play(self, turns: int) -> Counts:
        """Play so many turns, over all presets and tables, in games as they come."""
        with self.bench:
            enrol(self.home / "state" / "peglight")
            while (left := turns - self.counts.turns) > 0 and not self._over():
                watched = self.rng.random() < WATCHED_SHARE
                lasts = self.rng.randrange(LATE // 2, LATE) if watched else self.rng.randrange(1, SOON)
                self._life(min(lasts, left), killed=not watched)
        self.counts.faults = self.bench.faults
        self.counts.laid = self.bench.laid
        return self.counts

    def _turns(self, number: int) -> Iterator[list[Told]]:
        """Game after game, every table in its turn."""
        every = [(*table, Hands(hands)) for table in tables() for hands in HANDS]
        random.Random(0).shuffle(every)  # alike in every sitting, so that together they come to all
        at = number * 7
        while True:
            rules, players, teams, hands = every[at % len(every)]
            at += 1
            first = self.rng.choice(seating(players, teams).seats)
            options = (("mercy_after", 3),) if self.rng.random() < 0.5 else ()
            deck = deck_at(rules, players)
            asked = NewGame(players, rules, options, teams, hands, first, (), "g1", cards_of(deck), deck)
            for turn in Scripted(asked, self.rng).turns():
                self.counts.turns += 1
                self.counts.tables[table_name(rules, players, teams, hands.value)] += 1
                yield turn
            self.counts.games += 1

    def _life(self, turns: int, killed: bool) -> None:
        """One daemon, from its start to its end; what it left unanswered is told to the next one."""
        self.counts.starts += 1
        began = looked = self.counts.turns
        until_turn, taken = began + turns, Taken()
        with DaemonProcess(self.home, ["--config", str(self.bench.config)]) as daemon:
            page = daemon.page()
            with contextlib.closing(Line(page)) as line:
                self._catch_up(page, line)
                while self.counts.turns < until_turn and not self._over():
                    self._some_turns(page, line, until_turn - self.counts.turns)
                    if not killed and self.counts.turns - looked >= LOOK_EVERY and self._is_young():
                        looked = self.counts.turns
                        self._mend_all(page)
                        taken.look(daemon.process.pid)
                if killed:
                    self._killed(daemon, line)
                else:
                    self._mend_all(page)
                    assert daemon.terminate() == 0
            assert "Traceback" not in daemon.stderr, daemon.stderr
        self.bench.forget()
        self._behind = left_behind(daemon.state / "journal.sqlite") if killed else None
        if self.counts.turns - began >= WATCHED and len(taken.rss_mb) >= LOOKS:
            self.counts.lived(taken, self.counts.turns - began)

    def _some_turns(self, page: Page, line: Line, most: int) -> None:
        """Tell some turns at once, while devices break, and compare what is shown after each."""
        if self.bench.broken and self.rng.random() < 0.4:
            self.bench.mends()
        if not self.bench.broken and self.rng.random() < 0.15:
            self._by_hand(page, line)
        for _ in range(min(most, self.rng.randrange(1, AHEAD + 1))):
            self._turn(line, next(self._games))
            self._aside(line)
        line.send()
        if self.rng.random() < 0.2:
            self.bench.breaks(page)
        self._hear_all(line)

    def _turn(self, line: Line, turn: Sequence[Told]) -> None:
        for one in turn:
            self._tell(line, one)
        self._look(line, turn)

    def _look(self, line: Line, turn: Sequence[Told]) -> None:
        line.get("/api/state")
        self._awaited.append(partial(self._compare, self._told, turn))

    def _is_young(self) -> bool:
        """Whether few turns were played in this game; those of an old one are kept, and take memory."""
        play = self.game.play
        return play is not None and len(play.turns) <= YOUNG

    def _mend_all(self, page: Page) -> None:
        """Until every device is open: one that is away takes a thread and descriptors with it."""
        self.bench.mends()
        self.bench.all_work(page)

    def _by_hand(self, page: Page, line: Line) -> None:
        """A turn whose first card is laid on a reader that works, if there is one."""
        turn, laid = next(self._games), False
        for one in turn:
            uid = None if laid else tag_of(one, self._told)
            reader = self.bench.reader_for(uid, page.state())
            if uid is None or reader is None:
                self._tell(line, one)
                line.send()
                self._hear_all(line)
            else:
                laid = True
                self._lay(page, reader, one, uid)
        self._look(line, turn)
        line.send()
        self._hear_all(line)

    def _lay(self, page: Page, reader: str, one: Told, uid: bytes) -> None:
        step, seq = judge(self._told, one, 0), page.state()["seq"]
        with self.bench.laid_on(reader, page, uid) as lies:
            state = until(lambda: lies() and (now := page.state())["seq"] > seq and now)
        self.game = self._told = step.game
        assert _why(state) == (step.ruling and step.ruling.why.value), (one, state)

    def _tell(self, line: Line, told: Told) -> None:
        step = judge(self._told, told, 0)
        said = Said(told, self._body(told))
        line.post("/api/tell", said.body)
        self._in_flight.append(said)
        self._awaited.append(partial(self._heard, said, step))
        self._told = step.game

    def _body(self, told: Told) -> Json:
        match told:
            case NewGame():
                return body_of(told) | {"deck": told.deck_name}
            case Pointed():
                return {"kind": "point", "hole": told.hole}
            case RefillDone():
                return {"kind": "refill_done"}
        return body_of(told)

    def _hear_all(self, line: Line) -> None:
        """Take the answers to all that was told."""
        while self._awaited:
            self._awaited[0](line.answer())
            self._awaited.popleft()

    def _heard(self, said: Said, step: Step, reply: Reply) -> None:
        assert reply.status == (200 if step.ruling is None else 409), (said, reply)
        assert step.ruling is None or reply.why == step.ruling.why.value, (said, reply)
        self.game = step.game
        self._in_flight.popleft()
        self.counts.inputs[str(said.body["kind"]) + (" refused" if step.ruling else "")] += 1

    def _aside(self, line: Line) -> None:
        """Something that is no turn: the last one back and again, or what is refused."""
        if self.rng.random() < 0.05 and self._comes_back():
            self._turn(line, [UndoAsked(), RedoAsked()])
            self.counts.redone += 1
        if self.rng.random() < 0.05:
            told = self.rng.choice(OUT_OF_PLACE)
            step = judge(self._told, told, 0)
            if step.ruling is not None and step.game is self._told:
                self._tell(line, told)

    def _comes_back(self) -> bool:
        """Whether an undo and a redo lead back: not where cards went into the pile since."""
        play = judge(judge(self._told, UndoAsked(), 0).game, RedoAsked(), 0).game.play
        was = self._told.play
        return was is not None and play is not None and replace(play, undone=()) == replace(was, undone=())

    def _compare(self, game: Game, turn: Sequence[Told], reply: Reply) -> None:
        """What is shown is what must be, but for lamps where a device has had its say."""
        state, before = reply.body, self._seen
        amiss = self._amiss(state, game)
        assert not amiss, (turn, amiss)
        assert state["seq"] >= self._seq
        self._seq, self._seen = state["seq"], state
        conserved(state)
        if before is not None:
            self.counts.proven += led_to(before, turn, state)

    def _amiss(self, state: Json, game: Game) -> Json:
        """What is shown, and what must be, where they differ."""
        shown = shown_of(game)
        on_page = state["game"] or {"pegs": None, "turn": None}
        seen = {"phase": state["phase"], "winner": state["winner"], "card": state["card"]}
        seen |= {"pegs": on_page["pegs"], "turn": on_page["turn"]}
        seen["choices"] = sorted(choice["notation"] for choice in state["choices"])
        if state["refusal"] is None and not self.bench.broken:
            seen |= {name: state[name] for name in ("lamps", "rhythms")}
        return {name: (seen[name], shown[name]) for name in seen if seen[name] != shown[name]}

    def _killed(self, daemon: DaemonProcess, line: Line) -> None:
        """In the middle of some turns; what is left of them is told to the next daemon."""
        for _ in range(self.rng.randrange(1, AHEAD + 1)):
            for one in next(self._games):
                self._tell(line, one)
        killer = threading.Timer(self.rng.uniform(0, 0.06), daemon.kill)
        killer.start()
        with contextlib.suppress(Gone):
            line.send()
            self._hear_all(line)
        killer.join()
        self.counts.kills += 1

    def _catch_up(self, page: Page, line: Line) -> None:
        """All that was answered stands, and the beginning of what was on its way; the rest is told anew."""
        state, games = page.state(), [self.game]
        told = [said.told for said in self._in_flight]
        for one in told:
            games.append(judge(games[-1], one, 0).game)
        kept = [at for at, game in enumerate(games) if self._could_be(game, state)]
        assert kept, (told, self._amiss(state, self.game), self._behind, gist(self.game))
        self.game = self._told = games[kept[0]]
        self._seq, self._seen = state["seq"], state
        self._awaited.clear()
        self._in_flight.clear()
        for one in told[kept[0] :]:
            self._tell(line, one)
        self._look(line, turn=())
        line.send()
        self._hear_all(line)

    def _could_be(self, game: Game, state: Json) -> bool:
        return self._behind in (None, gist(game)) and not self._amiss(state, game)


def _why(state: Json) -> str | None:
    why: str | None = state["refusal"] and state["refusal"]["why"]
    return why
