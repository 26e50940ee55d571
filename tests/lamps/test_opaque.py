"""`pegs = "opaque"`, lamps under them: a hole with a peg in it is shown by its free neighbours. DESIGN 3."""

from engine.inputs import Key
from firmware_host.lighting import Rhythm
from firmware_host.snapshot import Snapshot
from tests.engine.table import Table
from tests.lamps.seen import seen


def beside(table: Table, lamps: str) -> str:
    return seen(Snapshot(game=table.game).beside, lamps)


def test_a_standing_peg_is_shown_on_both_sides() -> None:
    table = Table().stand("A:A10 C:A13,A14")
    assert beside(table, "A9..A15") == "r- . r- y- . . y-"


def test_what_would_be_shows_over_what_is() -> None:
    """A10 would go to A14; B stands on A11, between its peg and its way."""
    table = Table().stand("A:A10 B:A11")
    table.tap("4")
    assert beside(table, "A9..A15") == "R . . r_ r_ R ."


def test_a_home_hole_has_its_neighbours_in_the_row_and_before_it_the_in_spot() -> None:
    table = Table().stand("A:AH1,AH4,AH5")
    assert beside(table, "A3 AH1..AH5").split()[0] == "r-"
    assert Snapshot(game=table.game).beside.lights["AH3"].rhythm is Rhythm.IS
    full = Table().stand("A:A3,AH1,AH2,AH3")
    assert "AH2" in Snapshot(game=full.game).beside.lights, "with no free neighbour it stays where it is"


def test_a_peg_that_is_still_to_be_carried_hides_the_hole_it_is_in() -> None:
    table = Table().stand("A:A10 B:A14")
    table.choose("4", "A10-A14")
    wood = Snapshot(game=table.game).beside.lights
    assert (wood["A9"].rhythm, wood["A11"].rhythm) == (Rhythm.LIFT, Rhythm.LIFT)
    assert wood["A13"].rhythm is Rhythm.PUT
    assert wood["A15"].rhythm is Rhythm.PUT
    table.press(Key.CONFIRM)
    assert Snapshot(game=table.game).beside.lights["A13"].rhythm is Rhythm.IS
