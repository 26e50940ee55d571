"""A strip that hangs delays neither a tap nor the watchdog."""

from pathlib import Path

from tests.load.hanging_strip import WATCHDOG_S, measure

MOST_TAP_S = 1.0
"""A tap takes some milliseconds, and this machine may be busy; the strip hangs for ever."""


def test_a_strip_that_hangs_delays_neither_a_tap_nor_the_watchdog(tmp_path: Path) -> None:
    found = measure(tmp_path, WATCHDOG_S, at_least=5)
    assert max(found.taps_s) < MOST_TAP_S
    assert found.heard > 2, "the loop came round for the watchdog, too"
    assert found.silence_s < WATCHDOG_S
