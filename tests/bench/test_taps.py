"""A tap goes to its lamps without anybody waiting for a clock, on a board with eight readers, too."""

import statistics
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from firmware_host.assembly import SWITCH_S
from firmware_host.bench_taps import kept_awake, taps

FAR_BELOW_A_POLL_MS = 10.0
"""The share is one or two milliseconds on a machine that is awake; a thread that polls would add 25."""
TRIES = 4
"""A machine that is busy with something else gets another: a thread that polls is late in each."""


@pytest.fixture
def _pythons_own_interval() -> Iterator[None]:
    before_s = sys.getswitchinterval()
    sys.setswitchinterval(0.005)
    yield
    sys.setswitchinterval(before_s)


@pytest.mark.usefixtures("_pythons_own_interval")
def test_between_reader_and_strip_nothing_polls(tmp_path: Path) -> None:
    def share_ms(at: int) -> float:
        with kept_awake():
            measured = taps(tmp_path / str(at), readers=8, count=7)
        assert all(0 < tap.software_ms <= tap.whole_ms for tap in measured)
        return statistics.median(tap.software_ms for tap in measured)

    assert any(share_ms(at) < FAR_BELOW_A_POLL_MS for at in range(TRIES))
    assert sys.getswitchinterval() == pytest.approx(SWITCH_S), "nor does it wait for a page being made"
