"""A long run judges itself: what is lost, late or creeping ends it with a fault."""

from dataclasses import replace
from typing import Any

import pytest

from tests.load.busy_table import TAPS_A_SECOND, Told
from tests.load.full_house import Outcome, Taken
from tests.load.report import FLAT_MB, faults, grown_mb, page

SECONDS = 600.0
LOOKS = 1_200


def fine() -> Outcome:
    """Ten minutes without a fault: memory warms up, then stays."""
    rss_mb = [min(55.0, 40 + look / 20) + look % 3 / 10 for look in range(LOOKS)]
    half = int(TAPS_A_SECOND * SECONDS) // 2
    told = Told(laid_ms=[80.0] * half, tapped_ms=[5.0] * half, done_ms=[6.0])
    taken = Taken(rss_mb, [23], [27])
    return Outcome(SECONDS, told, heard(), taken, 150.0, 10.0, 2 * half, "")


def heard(**other: Any) -> dict[str, Any]:
    return {
        "events": 1,
        "beats": 1,
        "polls": 0,
        "statuses": {"200": 9},
        "lost_lines": 0,
        "asked_ms": [4.0, 5.0],
        "late_ms": [0.1],
        "took_s": 20.0,
    } | other


def test_ten_good_minutes_have_no_fault_and_fill_a_page() -> None:
    assert not list(faults(fine()))
    assert "10.00 a second, 6000 in the journal" in page(fine())


@pytest.mark.parametrize(
    ("outcome", "fault"),
    [
        (replace(fine(), stored_taps=5_999), "a tap was lost"),
        (replace(fine(), told=Told(laid_ms=[80.0] * 5_900), stored_taps=5_900), "9.83 taps a second"),
        (replace(fine(), heard=heard(statuses={"200": 8, "500": 1})), "not every request"),
        (replace(fine(), heard=heard(lost_lines=1)), "not every request"),
        (replace(fine(), heard=heard(polls=1)), "to poll"),
        (replace(fine(), said="Traceback (most recent call last)"), "Traceback"),
    ],
)
def test_each_fault_is_found(outcome: Outcome, fault: str) -> None:
    (found,) = faults(outcome)
    assert fault in found


def test_a_creep_is_found_and_a_moments_garbage_is_not() -> None:
    creeping = [50 + 2 * FLAT_MB * look / LOOKS for look in range(LOOKS)]
    assert grown_mb(creeping) == pytest.approx(0.8 * FLAT_MB, rel=0.01)
    steeper = [50 + 3 * FLAT_MB * look / LOOKS for look in range(LOOKS)]
    (found,) = faults(replace(fine(), taken=Taken(steeper, [23], [27])))
    assert "memory grew by 2.4 MB" in found
    spiky = [60.0 if look % 50 == 0 else 50.0 for look in range(LOOKS)]
    assert grown_mb(spiky) == 0
