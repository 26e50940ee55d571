"""One daemon a state folder. DESIGN 5."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from firmware_host.lock import FolderLock, Taken
from tests.tree import ROOT

HOLDING = """
import sys
from pathlib import Path
from firmware_host.lock import FolderLock
lock = FolderLock(Path(sys.argv[1]))
print("held", flush=True)
sys.stdin.read()
"""


def holder(folder: Path) -> "subprocess.Popen[bytes]":
    process = subprocess.Popen(
        [sys.executable, "-c", HOLDING, folder],
        env=os.environ | {"PYTHONPATH": str(ROOT)},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
    )
    assert process.stdout is not None
    assert process.stdout.readline() == b"held\n"
    return process


def test_a_second_one_is_told_who_has_it(tmp_path: Path) -> None:
    with holder(tmp_path) as process:
        with pytest.raises(Taken, match=f"another peglight \\(process {process.pid}\\)"):
            FolderLock(tmp_path)
        process.kill()


def test_it_dies_with_its_process(tmp_path: Path) -> None:
    with holder(tmp_path) as process:
        process.kill()
        process.wait()
        FolderLock(tmp_path).release()


def test_it_can_be_let_go_of_twice_and_taken_again(tmp_path: Path) -> None:
    for _ in range(2):
        lock = FolderLock(tmp_path)
        lock.release()
        lock.release()


def test_a_file_left_lying_by_a_longer_number_does_no_harm(tmp_path: Path) -> None:
    (tmp_path / "lock").write_text("99999999999")
    lock = FolderLock(tmp_path)
    assert (tmp_path / "lock").read_text() == str(os.getpid())
    lock.release()


def test_only_the_owner_may_read_it(tmp_path: Path) -> None:
    lock = FolderLock(tmp_path)
    assert (tmp_path / "lock").stat().st_mode & 0o777 == 0o600
    lock.release()


def test_other_folders_are_free(tmp_path: Path) -> None:
    locks = []
    for name in ("one", "two"):
        (tmp_path / name).mkdir()
        locks.append(FolderLock(tmp_path / name))
    for lock in locks:
        lock.release()
