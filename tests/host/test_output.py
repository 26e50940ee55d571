"""Whoever reads a command's output may leave: the command ends, and says nothing about it."""

import os
import subprocess
import sys

import pytest

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
