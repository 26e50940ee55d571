"""Fifty phones, ten of them deaf, 200 requests a second and a game without a pause: no tap is lost.

The short edition. `make load` plays ten minutes and prints the figures.
"""

from pathlib import Path

from tests.load.full_house import run
from tests.load.report import lines

SECONDS = 6.0
NO_LEAK_MB = 30
"""What so many threads and buffers may take once; a leak takes it again and again."""


def test_a_full_house_costs_the_table_no_tap(tmp_path: Path) -> None:
    outcome = run(tmp_path, SECONDS)
    seen = "\n".join(lines(outcome))
    assert outcome.told.taps == outcome.stored_taps > 0, seen
    assert set(outcome.heard["statuses"]) == {"200"}, seen
    assert outcome.heard["lost_lines"] == 0, seen
    assert outcome.heard["events"] > 0, seen
    assert outcome.heard["polls"] == 0, f"fifty phones have a stream each\n{seen}"
    assert outcome.taken.rss_mb[-1] - outcome.taken.rss_mb[0] < NO_LEAK_MB, seen
    assert "Traceback" not in outcome.said, outcome.said
