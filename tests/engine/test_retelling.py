"""A game shown again as it stood: after each of its turns, and with nothing left to redo."""

from engine.inputs import RedoAsked, UndoAsked
from engine.retelling import after_turns
from tests.engine.table import Table


def test_a_game_stands_as_it_stood_after_so_many_turns() -> None:
    table = Table()
    began = table.play
    table.choose("K", "AS-A8")
    out = table.play
    table.throw("5")
    for turns, stood in enumerate((began, out, table.play)):
        again = after_turns(table.play, turns)
        assert (again.stand, again.turns) == (stood.stand, stood.turns)
    assert after_turns(table.play, 9) == table.play


def test_of_what_was_taken_back_nothing_is_shown() -> None:
    table = Table()
    table.choose("K", "AS-A8")
    table.throw("5")
    table.tell(UndoAsked())
    assert table.play.undone
    assert not after_turns(table.play, 1).undone
    assert table.judged(RedoAsked()).ruling is None
