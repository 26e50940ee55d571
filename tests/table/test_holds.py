"""DESIGN 3, Presses: a hold is shown while it grows; one whose button goes away is nothing."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from engine.board import Seat
from engine.inputs import Key, NewGame
from engine.palette import PALETTE
from firmware_host.inbox import ButtonEdge
from firmware_host.lighting import FULL, Glow, paint, rgb
from hardware.held import State
from hardware.interfaces import Edge
from tests.eventually import until
from tests.host.running_loop import Table, healthy
from tests.table.means import HOLD_MS, UID_OF, Hands, room

CONFIRM = Key.CONFIRM


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    """A to move, a card in question that moves nothing: a held confirm would throw it."""
    with room(tmp_path / "j") as table:
        assert table.tell(NewGame(4, "pagat", first=Seat(0))).reason is None
        Hands(table).lay(UID_OF["5H", 1])
        yield table


def edge(table: Table, down: bool) -> None:
    table.inbox.put(ButtonEdge(CONFIRM, Edge(down, table.clock.now_ms)))


def plate_lit(table: Table, after_ms: int) -> int:
    """How many lamps of A's plate are full so long after the button went down."""
    held = table.snapshot.held
    assert held is not None
    glows, moving = paint(table.snapshot.picture, held.since_ms + after_ms)
    assert moving
    return sum(glow == Glow(rgb(PALETTE[0]), FULL) for glow in glows.values())


def test_a_hold_is_shown_from_the_press_to_the_throw(table: Table) -> None:
    assert table.snapshot.held is None
    edge(table, down=True)
    table.clock.now_ms += 30
    table.settle()
    held = table.snapshot.held
    assert held is not None
    assert held.due_ms - held.since_ms == 1_200
    assert [plate_lit(table, ms) for ms in (299, 600, 900, 1_200)] == [0, 5, 8, 10]
    table.clock.now_ms += HOLD_MS
    edge(table, down=False)
    table.clock.now_ms += 60
    table.settle()
    assert table.snapshot.held is None
    assert table.game.question is None, "it was thrown"


def test_a_press_let_go_is_no_longer_shown(table: Table) -> None:
    edge(table, down=True)
    table.clock.now_ms += 200
    edge(table, down=False)
    table.clock.now_ms += 60
    table.settle()
    assert table.snapshot.held is None


def test_a_button_that_goes_away_while_it_is_down_throws_nothing(table: Table) -> None:
    edge(table, down=True)
    table.clock.now_ms += 500
    table.settle()
    table.health = (healthy(CONFIRM, State.RETRYING),)
    table.pass_time(0)
    assert table.snapshot.held is None
    table.pass_time(HOLD_MS)
    until(lambda: table.game.question is not None)
    assert len(table.game.play.turns if table.game.play else ()) == 0
