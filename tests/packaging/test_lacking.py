"""How a run says what it left out, and how it fails a test that leaves a thread behind or skips."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.lacking import (
    Lack,
    block_devices_lack,
    chromium,
    driver_lack,
    driver_way_out,
    not_run_line,
)
from tests.tree import ROOT

NEEDS_A_DRIVER = """
import pytest

def test_that_runs_anywhere(): pass

@pytest.mark.needs_drivers("no_such_driver")
def test_that_needs_a_driver(): pass
"""
NEEDS_CHROMIUM = """
import pytest

def test_that_runs_anywhere(): pass

@pytest.mark.needs_chromium
def test_that_needs_a_browser(chromium): pass
"""
NEEDS_STRACE = """
import pytest

def test_that_runs_anywhere(): pass

@pytest.mark.needs_strace
def test_that_needs_to_trace(): pass
"""
LEAVES_A_THREAD = """
import threading

def test_that_leaves_a_thread():
    threading.Thread(target=threading.Event().wait, name="left-behind", daemon=True).start()
"""
ENDS_ITS_THREAD = """
import threading

def test_that_ends_its_thread():
    threading.Timer(0.01, lambda: None).start()
"""
SKIPS = """
import pytest

def test_that_skips(): pytest.skip("some other day")
"""


@pytest.fixture
def suite(tmp_path: Path) -> Path:
    """An empty project with this suite's own rules."""
    (tmp_path / "tests").mkdir()
    shutil.copy2(ROOT / "pyproject.toml", tmp_path)
    for name in ("conftest.py", "lacking.py"):
        shutil.copy2(ROOT / "tests" / name, tmp_path / "tests")
    return tmp_path


def run(
    suite: Path,
    source: str,
    *words: str,
    ci: str = "",
    chromium: str = "/usr/bin/env",
    path: str = os.environ["PATH"],
) -> tuple[int, list[str]]:
    """Run one test file there; its exit status and its lines."""
    (suite / "tests" / "test_it.py").write_text(source, encoding="utf-8")
    environ = os.environ | {"CI": ci, "PEGLIGHT_CHROMIUM": chromium, "PATH": path}
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", *words],
        cwd=suite,
        env=environ,
        capture_output=True,
        text=True,
    )
    return done.returncode, done.stdout.splitlines()


def test_a_missing_driver_leaves_out_its_tests_and_says_so_last(suite: Path) -> None:
    status, lines = run(suite, NEEDS_A_DRIVER)
    assert status == 0
    assert "1 passed, 1 deselected" in lines[-2]
    assert lines[-1] == (
        "NOT RUN: 1 test for want of no_such_driver (apt install gcc python3-dev, then make venv)"
    )


def test_what_workers_leave_out_is_said_once(suite: Path) -> None:
    status, lines = run(suite, NEEDS_CHROMIUM, "-n", "2", ci="true", chromium="/nowhere/chromium")
    assert status == 1
    said = [line for line in lines if line.startswith("NOT RUN: 1 test for want of Chromium")]
    assert said == lines[-1:]


def test_a_skip_in_a_worker_is_a_failure_too(suite: Path) -> None:
    status, lines = run(suite, SKIPS, "-n", "2")
    assert status == 1
    assert lines[-1].startswith("SKIPPED: 1")


def test_a_missing_browser_leaves_out_its_tests_and_says_so_last(suite: Path) -> None:
    status, lines = run(suite, NEEDS_CHROMIUM, chromium="/nowhere/chromium")
    assert status == 0
    assert (
        lines[-1] == "NOT RUN: 1 test for want of Chromium (apt install chromium, or set PEGLIGHT_CHROMIUM)"
    )


@pytest.mark.parametrize("source", [NEEDS_A_DRIVER, NEEDS_CHROMIUM])
def test_on_ci_leaving_something_out_is_a_failure(suite: Path, source: str) -> None:
    status, lines = run(suite, source, ci="true", chromium="/nowhere/chromium")
    assert status == 1
    assert lines[-1].startswith("NOT RUN: 1 test")


def strace_that(suite: Path, ends_with: int) -> str:
    """A place for programs where there is only a strace, which ends so."""
    (suite / "bin").mkdir()
    strace = suite / "bin" / "strace"
    strace.write_text(f"#!/bin/sh\nexit {ends_with}\n", encoding="utf-8")
    strace.chmod(0o755)
    return str(strace.parent)


def test_on_ci_what_no_package_would_bring_is_said_and_no_failure(suite: Path) -> None:
    status, lines = run(suite, NEEDS_STRACE, ci="true", path=strace_that(suite, 1))
    assert status == 0
    assert lines[-1] == "NOT RUN: 1 test for want of strace (this machine lets nobody be traced)"


def test_on_ci_a_strace_that_could_be_installed_is_missed(suite: Path) -> None:
    status, lines = run(suite, NEEDS_STRACE, ci="true", path=str(suite))
    assert status == 1
    assert lines[-1] == "NOT RUN: 1 test for want of strace (apt install strace)"


def test_with_a_strace_that_works_nothing_is_left_out(suite: Path) -> None:
    status, lines = run(suite, NEEDS_STRACE, path=strace_that(suite, 0))
    assert status == 0
    assert "2 passed" in lines[-1]


@pytest.mark.parametrize(("capabilities", "device"), [("1ffffffffff", "none"), ("1ffffdfffff", "there")])
def test_who_may_not_mount_has_no_disks_and_no_package_would_bring_them(
    tmp_path: Path, capabilities: str, device: str
) -> None:
    (tmp_path / "status").write_text(f"Name:\tx\nCapEff:\t{capabilities}\n", encoding="ascii")
    (tmp_path / "there").touch()
    lack = block_devices_lack([str(tmp_path / device)], tmp_path / "status")
    assert lack is not None
    assert lack.for_good


def test_where_nothing_is_lacking_nothing_is_said(suite: Path) -> None:
    status, lines = run(suite, NEEDS_CHROMIUM, ci="true")
    assert status == 0
    assert "2 passed" in lines[-1]


def test_a_thread_left_behind_fails_its_test(suite: Path) -> None:
    status, lines = run(suite, LEAVES_A_THREAD)
    assert status == 1
    assert any("threads outlived the test: left-behind" in line for line in lines)


def test_a_thread_that_is_about_to_end_is_waited_for(suite: Path) -> None:
    assert run(suite, ENDS_ITS_THREAD)[0] == 0


def test_a_skip_is_a_failure(suite: Path) -> None:
    status, lines = run(suite, SKIPS)
    assert status == 1
    assert lines[-1].startswith("SKIPPED: 1")


def test_lacks_are_counted_and_named_in_one_line() -> None:
    browser, bus = Lack("Chromium", "apt install chromium"), Lack("spidev", "make venv")
    assert not_run_line([bus, browser, bus]) == (
        "NOT RUN: 1 test for want of Chromium (apt install chromium); 2 tests for want of spidev (make venv)"
    )


def test_the_named_chromium_wins_and_a_wrong_name_is_not_papered_over() -> None:
    assert chromium({"PEGLIGHT_CHROMIUM": "/usr/bin/env"}, usual=["/bin/sh"]) == Path("/usr/bin/env")
    assert chromium({"PEGLIGHT_CHROMIUM": "/nowhere"}, usual=["/bin/sh"]) is None
    assert chromium({}, usual=["/nowhere", "/bin/sh"]) == Path("/bin/sh")


def test_modules_that_are_here_are_no_lack() -> None:
    assert driver_lack(["json", "sqlite3"]) is None
    assert driver_lack(["json", "no_such_driver"]) == Lack(
        "no_such_driver", "apt install gcc python3-dev, then make venv"
    )


def test_a_compiler_is_not_advised_where_it_would_not_help() -> None:
    assert "gcc" in driver_way_out(["lgpio"], (3, 12, 1))
    assert "PYTHON=python3.12" in driver_way_out(["lgpio"], (3, 13, 0))
    assert "gcc" in driver_way_out(["lgpio", "spidev"], (3, 13, 0))
