"""Whoever reads a command's output may leave: the command ends, and says nothing about it."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from tests.eventually import PATIENCE_S, until
from tests.host.daemon_process import DaemonProcess, command, environment

COMMANDS = [
    "--help",
    "rules --help",
    "rules pagat",
    "perft --rules pagat --players 4 --depth 1",
    "play --rules pagat --players 4 --games 1 --seed 1 --policy greedy --json",
    "referee",
]


@pytest.mark.parametrize("words", COMMANDS)
def test_a_command_that_nobody_reads_ends_quietly(words: str) -> None:
    reading, writing = os.pipe()
    os.close(reading)
    with os.fdopen(writing, "wb") as nobody:
        ended = subprocess.run(
            [sys.executable, "-m", "firmware_host", *words.split()],
            input=b"{}\n" * 3,
            stdout=nobody,
            stderr=subprocess.PIPE,
            check=False,
        )
    assert (ended.returncode, ended.stderr) == (0, b"")


FULL = Path("/dev/full")
"""A disk without room, as the kernel has it for trying."""


@pytest.mark.parametrize("words", [*COMMANDS[2:], "doctor"])
def test_output_that_its_disk_does_not_take_is_said_in_a_sentence(tmp_path: Path, words: str) -> None:
    with FULL.open("wb") as full:
        ended = subprocess.run(
            command(*words.split()),
            env=environment(tmp_path),
            input=b"{}\n" * 3,
            stdout=full,
            stderr=subprocess.PIPE,
            check=False,
        )
    said = "peglight: what it prints could not be written (No space left on device).\n"
    assert (ended.returncode, ended.stderr.decode()) == (2, said)


@pytest.mark.parametrize("words", ["referee", "replay -", "rules pagat"])
def test_streams_that_are_closed_are_no_matter(tmp_path: Path, words: str) -> None:
    shell = ["sh", "-c", 'exec "$@" <&- >&-', "sh"]
    ended = subprocess.run(
        [*shell, *command(*words.split())], env=environment(tmp_path), stderr=subprocess.PIPE, check=False
    )
    assert (ended.returncode, ended.stderr) == (1 if "replay" in words else 0, b"")


def test_ctrl_c_ends_a_command_without_a_traceback(tmp_path: Path) -> None:
    judging = subprocess.Popen(
        command("referee"),
        env=environment(tmp_path),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    assert judging.stdin is not None
    assert judging.stdout is not None
    judging.stdin.write(b"{}\n")
    judging.stdin.flush()
    assert b"error" in judging.stdout.readline()  # it is at work, and waits for the next
    judging.send_signal(signal.SIGINT)
    assert judging.wait(PATIENCE_S) == 130
    assert judging.communicate() == (b"", b"")


def test_a_log_that_its_disk_does_not_take_keeps_nobody_from_the_page(tmp_path: Path) -> None:
    shell = ["sh", "-c", 'exec "$@" 2>/dev/full', "sh", *command("run")]
    with DaemonProcess(tmp_path, program=shell) as daemon:
        until(lambda: (daemon.state / "control").exists() or daemon.process.poll() is not None)
        assert daemon.terminate() in (0, 120)  # the latter is Python's own, for a last line that nobody took
