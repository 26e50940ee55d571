"""What hands do at readers and buttons, shown as it happens; kept from the game while somebody tries."""

from pathlib import Path

from engine.board import Seat
from firmware_host.buttons import Buttons
from firmware_host.inbox import Barrier, ButtonEdge, KnobTurned, RolesChanged, TagsCrowded, TagSeen
from firmware_host.touches import TRYING_MS, Touches
from hardware.interfaces import Edge, Uid
from tests.clock import Clock
from tests.host.running_loop import UID_OF, Table
from tests.host.running_loop import table as running

KING = UID_OF["KH", 1]


def test_each_is_counted_and_none_says_which_card_it_was() -> None:
    clock = Clock()
    touches = Touches(clock)
    for item in (
        TagSeen("table", Uid(b"\x04" * 7)),
        TagsCrowded("draw"),
        ButtonEdge("next", Edge(True, 0)),
        ButtonEdge("next", Edge(False, 60)),
        ButtonEdge("next", Edge(True, 90)),
        KnobTurned("knob", 1),
        KnobTurned("knob", -1),
    ):
        assert not touches.keeps(item)
    assert not touches.keeps(Barrier())
    seen = {name: (touch.count, touch.what, touch.size) for name, touch in touches.last().items()}
    assert seen == {
        "table": (1, "tag", 7),
        "draw": (1, "crowd", 0),
        "next": (2, "down", 0),
        "knob": (2, "left", 0),
    }
    clock.now_ms += 300
    assert touches.since_ms(touches.last()["knob"]) == 300


def test_the_game_hears_again_when_nothing_was_heard_of_the_page_for_a_while() -> None:
    clock = Clock()
    touches = Touches(clock)
    touches.try_out()
    clock.now_ms += TRYING_MS - 1
    assert touches.keeps(KnobTurned("knob", 1))
    clock.now_ms += 1
    assert not touches.keeps(KnobTurned("knob", 1))
    touches.try_out()
    touches.stop_trying()
    assert not touches.tries


def test_a_card_that_is_tried_is_not_the_game_s(tmp_path: Path) -> None:
    with running(tmp_path / "journal.sqlite") as table:
        table.touches.try_out()
        lay(table)
        assert table.game.question is None
        table.touches.stop_trying()
        lay(table)
        assert table.game.question is not None


def test_a_reader_is_the_seat_s_whose_it_was_said_to_be(tmp_path: Path) -> None:
    with running(tmp_path / "journal.sqlite") as table:
        table.inbox.put(RolesChanged({"table": Seat(1)}, Buttons({})))
        lay(table)
        assert table.game.question is None, "it is not that seat's turn"
        table.inbox.put(RolesChanged({}, Buttons({})))
        lay(table)
        assert table.game.question is not None


def lay(table: Table) -> None:
    table.inbox.put(TagSeen("table", KING))
    table.settle()
