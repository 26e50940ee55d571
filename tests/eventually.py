"""Waiting for what another process or thread is about to do."""

import time
from collections.abc import Callable
from typing import TypeVar

T = TypeVar("T")

PATIENCE_S = 60.0
"""Far longer than anything takes on a busy machine; only a failing test waits as long."""
LOOK_EVERY_S = 0.005


def soon(true: Callable[[], T], within_s: float) -> T:
    """Look again and again until what is found is true or the time is over; what was found last."""
    deadline_s = time.monotonic() + within_s
    while not (found := true()) and time.monotonic() < deadline_s:
        time.sleep(LOOK_EVERY_S)
    return found


def until(true: Callable[[], T], within_s: float = PATIENCE_S) -> T:
    """The same, for what must come about; fails where it does not."""
    found = soon(true, within_s)
    assert found, f"it did not come about in {within_s} s; last seen: {found!r}"
    return found
