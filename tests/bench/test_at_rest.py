"""What the daemon takes while a board waits: it lives on a small machine beside other things."""

import time
from pathlib import Path

from firmware_host.bench_command import CALM_AFTER_S
from firmware_host.bench_daemon import Resting, resting

MOST_MB = 60
MOST_SHARE = 0.01
FIRST_PAGE_S = 1.5
WATCHED_S = 2.0
LOOKS = 5
"""Caches that others have emptied only ever add: the calmest of some looks counts."""


def test_a_board_at_rest_takes_next_to_nothing(tmp_path: Path) -> None:
    """Counted is its own processor time: how busy the machine is with others does not matter."""
    with resting(tmp_path) as daemon:
        assert daemon.busy_s() < FIRST_PAGE_S  # and by now it has shown every page
        assert daemon.rss_mb <= MOST_MB
        time.sleep(CALM_AFTER_S)  # what is measured is time that goes by
        assert any(busy_share(daemon) < MOST_SHARE for _ in range(LOOKS))


def busy_share(daemon: Resting) -> float:
    """Of one core, over the time watched."""
    before_s = daemon.busy_s()
    time.sleep(WATCHED_S)
    return (daemon.busy_s() - before_s) / WATCHED_S
