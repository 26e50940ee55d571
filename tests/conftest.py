"""Rules for every test: no thread outlives it, none is skipped, and what could not run is said last."""

import os
import signal
import threading
import time
from collections.abc import Iterator
from dataclasses import astuple
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, settings

from tests import lacking

GRACE_S = 20.0

# How long an example takes says more about the rest of the machine than about the code. On CI, Hypothesis has
# a profile of its own that says so too, and repeats the same examples each time.
settings.register_profile("by-hand", deadline=None, suppress_health_check=[HealthCheck.too_slow])
if os.environ.get("CI") != "true":
    settings.load_profile("by-hand")

LEFT_OUT = pytest.StashKey[list[lacking.Lack]]()


@pytest.fixture(scope="session", autouse=True)
def signals_are_heard() -> None:
    """What a run in the background ignores, as under nohup, each process it starts would ignore, too."""
    for number, usual in ((signal.SIGINT, signal.default_int_handler), (signal.SIGHUP, signal.SIG_DFL)):
        if signal.getsignal(number) is signal.SIG_IGN:
            signal.signal(number, usual)


@pytest.fixture(autouse=True)
def no_thread_outlives_its_test() -> Iterator[None]:
    """Fail a test whose threads, daemons among them, are still running when it is over."""
    before = set(threading.enumerate())
    yield
    deadline_s = time.monotonic() + GRACE_S
    new = [thread for thread in threading.enumerate() if thread not in before]
    for thread in new:
        thread.join(max(0.0, deadline_s - time.monotonic()))
    left = sorted(thread.name for thread in new if thread.is_alive())
    if left:
        pytest.fail(f"threads outlived the test: {', '.join(left)}")


@pytest.fixture(scope="session")
def chromium() -> Path:
    """The Chromium to drive. A test that asks for it carries `needs_chromium`."""
    found = lacking.chromium()
    if found is None:
        pytest.fail("mark this test with needs_chromium: there is none here")
    return found


def _lack_of(item: pytest.Item) -> lacking.Lack | None:
    drivers = [name for mark in item.iter_markers("needs_drivers") for name in mark.args]
    lack = lacking.driver_lack(drivers)
    if lack is None and item.get_closest_marker("needs_chromium"):
        lack = lacking.chromium_lack()
    if lack is None and item.get_closest_marker("needs_strace"):
        lack = lacking.strace_lack()
    if lack is None and item.get_closest_marker("needs_block_devices"):
        lack = lacking.block_devices_lack()
    return lack


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out what cannot run here, after -k and -m had their say."""
    lacks = {item: _lack_of(item) for item in items}
    config.stash[LEFT_OUT] = [lack for lack in lacks.values() if lack]
    config.hook.pytest_deselected(items=[item for item in items if lacks[item]])
    items[:] = [item for item in items if not lacks[item]]


def _skipped(config: pytest.Config) -> int:
    reporter = config.pluginmanager.get_plugin("terminalreporter")
    return sum(len(reporter.stats.get(kind, [])) for kind in ("skipped", "xfailed", "xpassed"))


def _is_worker(config: pytest.Config) -> bool:
    """Whether this process runs a share of the tests for another, which does the telling (pytest-xdist)."""
    return hasattr(config, "workerinput")


@pytest.hookimpl(optionalhook=True)
def pytest_testnodedown(node: Any, error: object) -> None:
    """Each worker has seen every test: what one of them left out, all did."""
    left_out = getattr(node, "workeroutput", {}).get("left_out", [])
    node.config.stash[LEFT_OUT] = [lacking.Lack(*lack) for lack in left_out]


@pytest.hookimpl(tryfirst=True)
def pytest_sessionfinish(session: pytest.Session, exitstatus: int) -> None:
    """A skip is a failure anywhere, a test left out for want of a package is one on CI."""
    left_out = session.config.stash.get(LEFT_OUT, [])
    if _is_worker(session.config):
        session.config.workeroutput["left_out"] = [astuple(lack) for lack in left_out]
        return
    missed = os.environ.get("CI") == "true" and any(not lack.for_good for lack in left_out)
    if exitstatus == pytest.ExitCode.OK and (missed or _skipped(session.config)):
        session.exitstatus = pytest.ExitCode.TESTS_FAILED


def pytest_unconfigure(config: pytest.Config) -> None:
    """The very last lines, below pytest's own."""
    if _is_worker(config):
        return
    if skipped := _skipped(config):
        print(
            f"SKIPPED: {skipped}. A skip hides something: mend it, or mark it needs_drivers or needs_chromium"
        )
    if line := lacking.not_run_line(config.stash.get(LEFT_OUT, [])):
        print(line, flush=True)
