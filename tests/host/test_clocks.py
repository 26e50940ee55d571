"""Games go by the monotonic clock: what the wall clock does is display. DESIGN 1."""

import itertools
from pathlib import Path

from engine.inputs import Chosen, ShowBoardAsked, ThrowAsked, UndoAsked
from tests.host.running_loop import Table, table

A_YEAR_S = 31_557_600


def test_a_wall_clock_that_jumps_by_years_changes_nothing_but_dates(tmp_path: Path) -> None:
    """Two tables are told the same; at one of them each input has another year, in either direction."""
    for name in ("steady", "jumping"):
        (tmp_path / name).mkdir()
    years = itertools.cycle((2026, 1970, 2038, 2026, 1999))
    with (
        table(tmp_path / "steady" / "j") as steady,
        table(tmp_path / "jumping" / "j", wall_s=lambda: (next(years) - 1970) * A_YEAR_S) as jumping,
    ):
        for at in (steady, jumping):
            at.tap("KH")
            at.tell(Chosen("K♥ AS-A8"))
            at.pass_time(50_000)
            at.tap("2H")
            at.tell(ThrowAsked())
            at.tell(UndoAsked())
            at.tell(ShowBoardAsked())
        assert jumping.game == steady.game
        assert jumping.snapshot.lamps == steady.snapshot.lamps
        before = steady.game
    again = [Table(tmp_path / name / "j") for name in ("steady", "jumping")]
    for at in again:
        at.stop()
    assert [at.game for at in again] == [before, before]
    assert [at.snapshot.notes for at in again] == [(), ()]
