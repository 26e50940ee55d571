"""The power goes at any moment of an evening: nothing that was acknowledged or seen is lost. DESIGN 5.

The real daemon, its journal, its settings, and decks imported before and after. `make soak` cuts more often,
and plants weaknesses to see them found.
"""

from pathlib import Path

import pytest

from tests.cuts.power import on_a_disk, on_files

POINTS = 60


@pytest.mark.needs_strace
def test_a_power_cut_loses_nothing_acknowledged_whatever_the_file_system(tmp_path: Path) -> None:
    """A file system that promises no more than it must: unsynced writes and names are lost by chance."""
    cuts = on_files(tmp_path / "w", POINTS, seed=2)
    assert cuts.durable > 40
    assert cuts.amiss == (), str(cuts)


@pytest.mark.needs_block_devices
def test_a_power_cut_loses_nothing_acknowledged_on_ext4(tmp_path: Path) -> None:
    """Block by block: what was not flushed is lost by chance, and the file system recovers."""
    cuts = on_a_disk(tmp_path / "w", POINTS, seed=2)
    assert cuts.durable > 40
    assert cuts.amiss == (), str(cuts)


@pytest.mark.needs_strace
def test_a_power_cut_finds_a_store_that_shows_what_is_not_yet_safe(tmp_path: Path) -> None:
    """The test above can fail: the same evening with a journal that is never synced."""
    assert on_files(tmp_path / "w", 20, seed=2, weakness="normal").amiss
