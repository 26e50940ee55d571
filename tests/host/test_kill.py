"""SIGKILL at any moment, and disks that fail: what was acknowledged stands, and the lamps show it.

DESIGN 1, 5. Where strace is missing, the journal itself is made to die or fail in a chosen row.
"""

import random
import shutil
import sys
import threading
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from engine.game import Game
from engine.verdict import Reason, Why
from firmware_host.boardmap import names_of
from tests.host.daemon_process import DaemonProcess, Gone, Page, until
from tests.host.remote_play import Said, after, next_said, shown_in, shown_of

KILLS = 25


@dataclass
class Player:
    """Plays whatever daemon there is, and knows what was acknowledged."""

    rng: random.Random
    game: Game = field(default_factory=Game)
    in_flight: Said | None = None
    inputs: int = 0
    not_saved: int = 0

    def play(self, page: Page, most: int = 1_000_000) -> bool:
        """Play on until a side has won, the daemon is gone, or so many inputs are over; whether it is won."""
        for _ in range(most):
            if self.game.play is not None and self.game.play.winner:
                return True
            self.in_flight = next_said(self.game, self.rng)
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
            self.game, self.in_flight = after(self.game, self.in_flight), None
            self.inputs += 1
        return False

    def check(self, page: Page, refusal: Reason | None = None) -> None:
        """The acknowledged game stands, or that with the one input that was on its way; nothing else."""
        seen = shown_in(page.state())
        expected = [self.game] + ([after(self.game, self.in_flight)] if self.in_flight else [])
        found = [game for game in expected if shown_of(game, refusal) == seen]
        assert found, f"{self.inputs} inputs, then {self.in_flight}: {seen} is not {shown_of(self.game)}"
        self.game, self.in_flight = found[-1], None
        until(lambda: refusal or set(seen["lamps"]) <= lit(page) <= set(seen["lamps"]) | comet(self.game))


def lit(page: Page) -> set[str]:
    """The holes whose lamps were sent a colour."""
    return {hole for hole, lamp in zip(names_of(4), page.lamps(), strict=True) if lamp != "#000000"}


def comet(game: Game) -> set[str]:
    """The holes that the last move may still be running over."""
    play = game.play
    move = play.turns[-1].move if play and play.turns else None
    return {play.setup.table.board.name(hole) for step in move.steps for hole in step.path} if move else set()


def test_a_game_survives_kills_at_random_moments(tmp_path: Path) -> None:
    """A whole game, killed in the middle of whatever is going on, until a side has won."""
    rng = random.Random(2024)
    player = Player(random.Random(10))
    at_inputs = sorted(rng.randrange(0, 550) for _ in range(KILLS))
    for number in at_inputs:
        with DaemonProcess(tmp_path) as daemon:
            page = daemon.page()
            player.check(page)
            won = player.play(page, number - player.inputs)
            assert not won, "the game ended before all the kills"
            assert player.not_saved == 0
            killer = threading.Timer(rng.uniform(0, 0.02), daemon.kill)
            killer.start()
            player.play(page)
            killer.join()
    with DaemonProcess(tmp_path) as daemon:
        page = daemon.page()
        player.check(page)
        assert player.play(page)
        player.check(page)
        assert page.state()["phase"] == "over"
        assert daemon.terminate() == 0


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


def failing(call: str, error: str, folder: Path) -> DaemonProcess:
    """A daemon that cannot write its tenth row, whatever it tries, and then can again."""
    if shutil.which("strace"):
        when = {"pwrite64": "40..41", "fdatasync": "5"}[call]
        return under_strace(folder, call, f"error={error}:when={when}")
    return DaemonProcess(folder, program=fatal("fail", 10, 20))


def fatal(how: str, row: int, steps: int) -> list[str]:
    return [sys.executable, "-m", "tests.host.fatal_commit", how, str(row), str(steps)]


@pytest.mark.parametrize(
    ("call", "moments"), [("pwrite64", (12, 13, 19, 20, 46, 101)), ("fdatasync", (2, 3, 9))]
)
def test_a_game_survives_a_kill_at_a_chosen_write(tmp_path: Path, call: str, moments: Sequence[int]) -> None:
    player = Player(random.Random(3))
    for when in moments:
        with deadly(call, when, tmp_path) as daemon:
            if daemon.address() is not None:
                page = daemon.page()
                player.check(page)
                assert not player.play(page)
            assert daemon.process.wait(20) != 0
        with DaemonProcess(tmp_path) as daemon:
            page = daemon.page()
            player.check(page)
    assert player.inputs > 10


@pytest.mark.parametrize(("row", "steps"), [(1, 3), (2, 20), (7, 1), (9, 30), (12, 45)])
def test_a_game_survives_a_kill_within_a_statement(tmp_path: Path, row: int, steps: int) -> None:
    player = Player(random.Random(5))
    with DaemonProcess(tmp_path, program=fatal("kill", row, steps)) as daemon:
        page = daemon.page()
        assert not player.play(page, 40)
        died = player.in_flight is not None
    with DaemonProcess(tmp_path) as daemon:
        page = daemon.page()
        player.check(page)
    assert died == (player.inputs < 40)


@pytest.mark.parametrize(("call", "error"), [("pwrite64", "ENOSPC"), ("fdatasync", "EIO")])
def test_a_game_survives_a_disk_that_fails(tmp_path: Path, call: str, error: str) -> None:
    """What cannot be saved is answered NOT_SAVED; what the journal then holds is what is shown."""
    player = Player(random.Random(11))
    with DaemonProcess(tmp_path) as daemon:  # which makes the files
        daemon.page()
    with failing(call, error, tmp_path) as daemon:
        page = daemon.page()
        player.play(page, 90)
        player.check(page)
        assert player.not_saved > 0
        assert "the journal could not be written" in daemon.stderr
    with DaemonProcess(tmp_path) as daemon:
        page = daemon.page()
        player.check(page)
