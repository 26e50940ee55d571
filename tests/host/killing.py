"""A game played over the page's API against a daemon that dies, and what must stand when another starts."""

import random
import shutil
import sys
import tempfile
import threading
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from pathlib import Path

from engine.board import Seat
from engine.game import Game
from engine.inputs import Hands, NewGame
from engine.verdict import Reason, Why
from firmware_host.boardmap import names_of
from firmware_host.recovery import find_game
from tests.eventually import until
from tests.host.daemon_process import DaemonProcess, Gone, Page
from tests.host.remote_play import Said, after, next_said, shown_in, shown_of
from tests.host.scripted import Scripted, said

Saying = Callable[[Game, int], Said | None]
"""What is said next, by the game and how many inputs are over; None at the end."""


def by_heart(rng: random.Random) -> Saying:
    """A game in closed hands made up as it goes, with undo, redo and looks at the board, to its end."""

    def saying(game: Game, _over: int) -> Said | None:
        won = game.play is not None and game.play.winner is not None
        return None if won else next_said(game, rng)

    return saying


def by_script(asked: NewGame, seed: int) -> Saying:
    """A whole game of honest players."""
    script = [said(told) for turn in Scripted(asked, random.Random(seed)).turns() for told in turn]
    return lambda _game, over: script[over] if over < len(script) else None


def tracked_game(seed: int) -> Saying:
    """A whole game in tracked hands."""
    return by_script(NewGame(4, "bark-up-a-tree", hands=Hands.TRACKED, first=Seat(0), game_id="g1"), seed)


@dataclass
class Player:
    """Plays whatever daemon there is, and knows what was acknowledged."""

    saying: Saying
    game: Game = field(default_factory=Game)
    in_flight: Said | None = None
    inputs: int = 0
    not_saved: int = 0

    def play(self, page: Page, most: int = 1_000_000) -> bool:
        """Play on until the end, or the daemon is gone, or so many inputs are over; whether it is the end."""
        for _ in range(most):
            self.in_flight = self.saying(self.game, self.inputs)
            if self.in_flight is None:
                return True
            try:
                reply = page.post("/api/tell", self.in_flight.body)
            except Gone:
                return False
            assert reply.status in (200, 409), reply
            if reply.why == "NOT_SAVED":
                self.not_saved += 1
                self.check(page, Reason(Why.NOT_SAVED))
                continue
            assert reply.why not in ("INTERNAL", "STALE"), reply
            self._acknowledged()
        return False

    def _acknowledged(self) -> None:
        assert self.in_flight is not None
        self.game, self.in_flight = after(self.game, self.in_flight), None
        self.inputs += 1

    def check(self, page: Page, refusal: Reason | None = None) -> None:
        """The acknowledged game stands, or that with the one input that was on its way; nothing else."""
        seen = shown_in(page.state())
        if self.in_flight and shown_of(after(self.game, self.in_flight), refusal) == seen:
            self._acknowledged()
        self.in_flight = None
        assert shown_of(self.game, refusal) == seen, f"after {self.inputs} inputs"
        until(lambda: refusal or set(seen["lamps"]) <= lit(page) <= set(seen["lamps"]) | comet(self.game))

    def check_files(self, state: Path) -> None:
        """The same of what a dead daemon has left, hands and debts included, without touching it."""
        path = state / "journal.sqlite"
        if not path.exists():
            assert self.inputs == 0
            return
        found = left_behind(path)
        if self.in_flight and (then := gist(after(self.game, self.in_flight))) != gist(self.game):
            # The page might not tell the two apart: a card dealt to a hand is shown to nobody.
            if found == then:
                self._acknowledged()
            self.in_flight = None
        assert found == gist(self.game), f"after {self.inputs} inputs"


def left_behind(path: Path) -> object:
    """The gist of the game in a journal that nobody has open, which stays as it is."""
    with tempfile.TemporaryDirectory() as folder:
        for part in path.parent.glob(f"{path.name}*"):
            shutil.copy(part, folder)
        journal, recovered = find_game(Path(folder) / path.name)
        journal.close()
    assert recovered.notes == ()
    return gist(recovered.game)


def gist(game: Game) -> object:
    """All that must never be lost, but for the name of the game and when its turns were."""
    play = game.play
    if play is None:
        return None
    turns = [replace(turn, at_ms=0) for turn in play.turns]
    undone = [(replace(back.turn, at_ms=0), back.stand) for back in play.undone]
    return play.stand, play.played, turns, undone, play.challenge


def lit(page: Page) -> set[str]:
    """The holes whose lamps were sent a colour."""
    return {hole for hole, lamp in zip(names_of(4), page.lamps(), strict=True) if lamp != "#000000"}


def comet(game: Game) -> set[str]:
    """The holes that the last move may still be running over."""
    play = game.play
    move = play.turns[-1].move if play and play.turns else None
    return {play.setup.table.board.name(hole) for step in move.steps for hole in step.path} if move else set()


def kill_at_random(home: Path, player: Player, kills: int, among: int, rng: random.Random) -> None:
    """Kill it so often in the middle of whatever is going on, within the first so many inputs."""
    for number in sorted(rng.randrange(0, among) for _ in range(kills)):
        with DaemonProcess(home) as daemon:
            page = daemon.page()
            player.check(page)
            assert not player.play(page, number - player.inputs), "the game ended before all the kills"
            assert player.not_saved == 0
            killer = threading.Timer(rng.uniform(0, 0.02), daemon.kill)
            killer.start()
            player.play(page)
            killer.join()
        player.check_files(daemon.state)


def kill_at_call(home: Path, player: Player, call: str, when: int) -> None:
    """Have it die at its so manyeth call of the system; then look at what another one makes of it."""
    with deadly(call, when, home) as daemon:
        if daemon.address() is not None:
            page = daemon.page()
            player.check(page)
            assert not player.play(page)
        assert daemon.process.wait(20) != 0
    player.check_files(daemon.state)
    with DaemonProcess(home) as daemon:
        player.check(daemon.page())


def under_strace(folder: Path, call: str, fate: str) -> DaemonProcess:
    """A daemon whose calls of the system meet with that fate."""
    what = ["-e", f"trace={call}", "-e", f"inject={call}:{fate}"]
    return DaemonProcess(folder, wrap=["strace", "-f", "-qq", "-o", "/dev/null", *what])


def deadly(call: str, when: int, folder: Path) -> DaemonProcess:
    """A daemon that dies at its so manyeth call of the system, or in its so manyeth row without strace."""
    if shutil.which("strace"):
        return under_strace(folder, call, f"signal=KILL:when={when}")
    row = when // 4 if call == "pwrite64" else 3 * when
    return DaemonProcess(folder, program=fatal("kill", row, when % 7 * 5 + 1))


def fatal(how: str, row: int, steps: int) -> list[str]:
    """The program that ends in that row, so many steps of SQLite into it."""
    return [sys.executable, "-m", "tests.host.fatal_commit", how, str(row), str(steps)]
