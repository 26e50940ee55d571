"""What systemd hears, over a real socket."""

import os
import socket
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from engine.inputs import ShowBoardAsked
from firmware_host.systemd import Supervisor
from tests.eventually import until
from tests.host.daemon_process import DaemonProcess
from tests.host.running_loop import table


@contextmanager
def listening(path: Path) -> Iterator[socket.socket]:
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as heard:
        heard.bind(str(path))
        heard.settimeout(20)
        yield heard


def test_who_is_started_by_hand_says_nothing() -> None:
    supervisor = Supervisor({})
    supervisor.ready("up")
    supervisor.alive()
    assert supervisor.alive_every_s is None


def test_a_supervisor_that_has_gone_is_no_fault(tmp_path: Path) -> None:
    Supervisor({"NOTIFY_SOCKET": str(tmp_path / "gone")}).stopping()


def test_another_process_s_watchdog_is_not_fed(tmp_path: Path) -> None:
    here = {"NOTIFY_SOCKET": str(tmp_path / "n"), "WATCHDOG_USEC": "3000000"}
    assert Supervisor(here | {"WATCHDOG_PID": "1"}).alive_every_s is None
    assert Supervisor(here | {"WATCHDOG_PID": str(os.getpid())}).alive_every_s == 1.0


@pytest.mark.parametrize("usec", ["0", "9" * 5_000, "-3", "\u0663", "soon"])
def test_a_time_that_is_none_is_no_watchdog(tmp_path: Path, usec: str) -> None:
    here = {"NOTIFY_SOCKET": str(tmp_path / "n"), "WATCHDOG_USEC": usec}
    assert Supervisor(here).alive_every_s is None


def test_the_loop_itself_feeds_the_watchdog(tmp_path: Path) -> None:
    """Idle or busy: with nothing told, and after something was."""
    environ = {"NOTIFY_SOCKET": str(tmp_path / "n"), "WATCHDOG_USEC": "30000"}
    with listening(tmp_path / "n") as heard, table(tmp_path / "j", environ=environ) as at:
        assert [heard.recv(99) for _ in range(3)] == [b"WATCHDOG=1"] * 3
        at.tell(ShowBoardAsked())
        assert heard.recv(99) == b"WATCHDOG=1"


def test_a_daemon_tells_that_it_is_up_and_that_it_ends(tmp_path: Path) -> None:
    with (
        listening(tmp_path / "n") as heard,
        DaemonProcess(tmp_path, wrap=("env", f"NOTIFY_SOCKET={tmp_path / 'n'}")) as daemon,
    ):
        first = until(lambda: next((m for m in [heard.recv(999)] if m.startswith(b"READY=1")), None))
        assert b"STATUS=The page is at http://127.0.0.1:" in first
        assert daemon.terminate() == 0
        assert until(lambda: heard.recv(999) == b"STOPPING=1")
