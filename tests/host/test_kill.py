"""SIGKILL at any moment, and disks that fail: what was acknowledged stands, and the lamps show it.

DESIGN 1, 5. Where strace is missing, the journal itself is made to die or fail in a chosen row. `make soak`
kills at hundreds of moments.
"""

import random
import shutil
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

from tests.host.daemon_process import DaemonProcess
from tests.host.killing import (
    Player,
    Saying,
    by_heart,
    fatal,
    kill_at_call,
    kill_at_random,
    tracked_game,
    under_strace,
)


@pytest.mark.parametrize(
    ("saying", "kills", "among"),
    [(lambda: by_heart(random.Random(10)), 13, 550), (lambda: tracked_game(4), 7, 330)],
    ids=["closed", "tracked"],
)
def test_a_game_survives_kills_at_random_moments(
    tmp_path: Path, saying: Callable[[], Saying], kills: int, among: int
) -> None:
    """A whole game in either kind of hands, killed in the middle of whatever is going on, to its end."""
    player = Player(saying())
    kill_at_random(tmp_path, player, kills, among, random.Random(2024))
    with DaemonProcess(tmp_path) as daemon:
        page = daemon.page()
        player.check(page)
        assert player.play(page)
        player.check(page)
        assert page.state()["phase"] == "over"
        assert daemon.terminate() == 0
    player.check_files(daemon.state)


@pytest.mark.parametrize(
    ("call", "moments"), [("pwrite64", (12, 13, 19, 20, 46, 101)), ("fdatasync", (2, 3, 9))]
)
def test_a_game_survives_a_kill_at_a_chosen_write(tmp_path: Path, call: str, moments: Sequence[int]) -> None:
    player = Player(by_heart(random.Random(3)))
    for when in moments:
        kill_at_call(tmp_path, player, call, when)
    assert player.inputs > 10


@pytest.mark.parametrize(("row", "steps"), [(1, 3), (2, 20), (7, 1), (9, 30), (12, 45)])
def test_a_game_survives_a_kill_within_a_statement(tmp_path: Path, row: int, steps: int) -> None:
    player = Player(by_heart(random.Random(5)))
    with DaemonProcess(tmp_path, program=fatal("kill", row, steps)) as daemon:
        page = daemon.page()
        assert not player.play(page, 40)
        died = player.in_flight is not None
    player.check_files(daemon.state)
    with DaemonProcess(tmp_path) as daemon:
        page = daemon.page()
        player.check(page)
    assert died == (player.inputs < 40)


def failing(call: str, error: str, folder: Path) -> DaemonProcess:
    """A daemon that cannot write its tenth row, whatever it tries, and then can again."""
    if shutil.which("strace"):
        when = {"pwrite64": "40..41", "fdatasync": "9"}[call]
        return under_strace(folder, call, f"error={error}:when={when}")
    return DaemonProcess(folder, program=fatal("fail", 10, 20))


@pytest.mark.parametrize(("call", "error"), [("pwrite64", "ENOSPC"), ("fdatasync", "EIO")])
def test_a_game_survives_a_disk_that_fails(tmp_path: Path, call: str, error: str) -> None:
    """What cannot be saved is answered NOT_SAVED; what the journal then holds is what is shown."""
    player = Player(by_heart(random.Random(11)))
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
