"""DESIGN 3, free mode: the board lights and counts, and warns where it would refuse."""

from pathlib import Path

import pytest

from engine.board import Seat
from engine.cards import Card
from engine.inputs import CardTapped, Chosen, Hands, Key, NewGame, PositionAgreed, Pressed, ThrowAsked
from engine.notation import path_of
from engine.referee import judge
from engine.step import Effect
from engine.verdict import Why
from firmware_host.lighting import BEAT_MS, Rhythm
from tests.engine.table import Table
from tests.host.running_loop import NEW_GAME
from tests.lamps.seen import picture_of
from tests.table.means import room


def free(pegs: str, hands: Hands = Hands.FREE) -> Table:
    return Table(hands=hands).stand(pegs)


def why(table: Table, told: object) -> Why | None:
    """Tell it; why not, and the game goes on with whatever came of it."""
    step = table.judged(told)  # type: ignore[arg-type]
    table.now_ms += 1000
    table.game = step.game
    return step.ruling.why if step.ruling else None


def test_what_the_rules_allow_is_played_as_ever() -> None:
    table = free("A:A10")
    table.choose("4", "A10-A14")
    assert table.play.turns[-1].move is not None


def test_what_they_forbid_is_among_the_choices_and_warned_of_once() -> None:
    """A10 may not pass A12; a start peg needs another card."""
    table = free("A:A10,A12")
    table.tap("5")
    assert table.ring() == ["5 AS-A8", "5 A10-A15", "5 A12-A17"]
    table.press(Key.NEXT)
    assert why(table, Pressed(Key.CONFIRM, source="buttons")) is Why.OWN_PEG_IN_THE_WAY
    assert (len(table.play.turns), table.question.at) == (0, 1)
    assert why(table, Pressed(Key.CONFIRM, source="buttons")) is None
    assert table.play.turns[-1].move is not None
    assert table.play.turns[-1].move.steps[0].path[-1] == table.hole("A15")


def test_a_warning_is_for_one_move_only() -> None:
    table = free("A:A10,A12")
    table.tap("5")
    assert why(table, Pressed(Key.CONFIRM, source="buttons")) is Why.NO_EXIT_CARD
    table.press(Key.NEXT)
    assert why(table, Pressed(Key.CONFIRM, source="buttons")) is Why.OWN_PEG_IN_THE_WAY


def test_a_phone_is_warned_too() -> None:
    table = free("A:A10,A12")
    table.tap("5")
    chosen = Chosen("5 A10-A15")
    assert [why(table, chosen), why(table, chosen)] == [Why.OWN_PEG_IN_THE_WAY, None]


def test_whoever_stands_on_the_end_goes_to_its_start() -> None:
    """C's in-spot is taken, so that by the rules nobody lands on its peg."""
    table = free("A:A10 C:A14,C3")
    table.tap("4")
    assert "4 A10-A14 xA14-S" in table.ring()
    chosen = Chosen("4 A10-A14 xA14-S")
    assert [why(table, chosen), why(table, chosen)] == [Why.IN_SPOT_TAKEN, None]
    table.press(Key.CONFIRM)
    table.press(Key.BACK, held=True)
    table.press(Key.CONFIRM)
    assert table.play.position == free("A:A10 C:A14,C3").play.position, "and it can be taken back"


@pytest.mark.parametrize(("card", "pegs"), [("5", "A:A10,A12"), ("8", "A:A12,A10"), ("4", "A:AH1,AH3")])
def test_the_way_of_a_forbidden_count_is_that_of_its_hop(card: str, pegs: str) -> None:
    """An 8 walks backward."""
    table = free(pegs)
    table.tap(card)
    doubted = [move for move in table.question.moves if table.question.doubt(move.result)]
    assert doubted
    for move in doubted:
        (step,), ((hop,), *_) = move.steps, move.recipes
        assert path_of(table.play.setup.table, hop) == step.path


def test_two_pegs_in_one_hole_cannot_be() -> None:
    table = free("A:A10,A14")
    table.tap("4")
    assert [one for one in table.ring() if "A10" in one] == []


def test_no_peg_is_counted_out_of_home_and_no_joker_at_all() -> None:
    table = free("A:AH4,AH5 C:C8")
    table.tap("5")
    assert table.ring() == ["5 AS-A8"]
    assert not free("A:A10").tap("Joker").game.question.doubts  # type: ignore[union-attr]


def test_a_card_that_moves_is_thrown_after_a_warning_and_a_played_one_plays_again() -> None:
    table = free("A:A10")
    table.tap("4H")
    assert [why(table, ThrowAsked()), why(table, ThrowAsked())] == [Why.MUST_MOVE, None]
    assert why(table, CardTapped(Card.parse("4H"), 1)) is None


def test_the_comet_counts_a_hole_a_beat_with_a_tick() -> None:
    table = free("A:A10")
    table.tap("4")
    while "A10" not in table.ring()[table.question.at]:
        table.press(Key.NEXT)
    step = table.press(Key.CONFIRM)
    assert step.effects.count(Effect.BEAT) == 4
    (flight,) = picture_of(table.game).flights
    assert flight.takes_ms == 4 * BEAT_MS


@pytest.mark.parametrize(("hands", "lit"), [(Hands.FREE, False), (Hands.TAUGHT, True), (Hands.CLOSED, True)])
def test_what_else_the_card_could_do_is_lit_for_those_who_learn(hands: Hands, lit: bool) -> None:
    table = free("A:A10,B3", hands)
    table.tap("4")
    assert (Rhythm.MAY in {light.rhythm for light in picture_of(table.game).lights.values()}) is lit


def test_elsewhere_nothing_is_doubtful() -> None:
    table = Table().stand("A:A10,A12")
    table.tap("5")
    assert table.question.doubts == ()
    assert table.ring() == ["5 A12-A17"]


def test_a_free_game_is_found_again_after_a_restart(tmp_path: Path) -> None:
    free_game = NewGame(4, "pagat", first=Seat(0), hands=Hands.FREE)
    pegs = (("A", ("A10", "A12", "S", "S", "S")), *((seat, ("S",) * 5) for seat in "BCD"))
    told = [PositionAgreed(pegs, Seat(0)), CardTapped(Card.parse("5H"), 1), Chosen("5H A10-A15")]
    with room(tmp_path / "j") as table:
        assert table.tell(free_game).reason is None
        for one in told:
            table.tell(one)
        table.tell(told[-1])
        position = table.game.play.position if table.game.play else None
    with room(tmp_path / "j") as table:
        assert table.game.play is not None
        assert table.game.play.position == position
        assert not table.snapshot.notes
        assert judge(table.game, NEW_GAME, 10**9).ruling is None
