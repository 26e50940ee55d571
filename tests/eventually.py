"""Waiting for what another process or thread is about to do."""

import time
from collections.abc import Callable

LOOK_EVERY_S = 0.01


def eventually(seen: Callable[[], bool], within_s: float = 10) -> None:
    """Return as soon as `seen()` is true; fail when it is not for `within_s`."""
    give_up_s = time.monotonic() + within_s
    while not seen():
        assert time.monotonic() < give_up_s, "it never happened"
        time.sleep(LOOK_EVERY_S)
