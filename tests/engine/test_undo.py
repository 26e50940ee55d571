"""RULES 9a, Undo, with hands: what comes back, what lies on the pile again, and what hands are to do."""

import pytest

from engine.game import ProofShown, UndoAsk
from engine.handwork import CardWork
from engine.inputs import (
    Challenged,
    DrawClaimed,
    HandCounted,
    Key,
    MercyTaken,
    PositionAgreed,
    Pressed,
    RedoAsked,
    RefillDone,
    Shuffled,
    UndoAsked,
    seat_of,
)
from engine.phase import Phase
from engine.verdict import Reason, Why
from tests.engine.fast import pegs_of
from tests.engine.table import Table
from tests.engine.tracked import Tracked, cards, written

NEXT, BACK, CONFIRM, CANCEL = Key
FIVES = ("5H 5S 5D 5C 6H", "5H.2 5S.2 5D.2 5C.2 6H.2", "5H.3 5S.3 5D.3 5C.3 6H.3", "4H 4S 4D 4C 6S")
"""Hands that move nothing out of start."""
A_FIVES, B_FIVES = "5C 5D 5H 5S 6H", "5C.2 5D.2 5H.2 5S.2 6H.2"


def work(table: Table) -> list[str]:
    """The hand work in a few words: cards, then pegs."""
    found = table.game.handwork
    name = table.play.setup.table.board.name
    if found is None:
        return []
    return [_say(one) for one in found.cards] + [f"{name(one.start)}-{name(one.end)}" for one in found.pegs]


def _say(one: CardWork) -> str:
    what = str(one.card.card) if one.card else str(one.count)
    return f"{'ABCDEFGHIJ'[one.seat]} {one.deed} {what}"


# --- draws ----------------------------------------------------------------------------------------


def test_a_thrown_card_goes_back_and_the_card_drawn_since_lies_on_the_pile() -> None:
    table = Tracked(*FIVES)
    table.draws("2H")
    table.throw("5H")
    table.draws("3H")
    table.tell(UndoAsked())
    assert (table.turn, table.hand("A"), table.hand("B")) == ("A", f"2H {A_FIVES}", B_FIVES)
    assert work(table) == ["B lay_back 1", "A take_back 5♥"]
    assert not table.play.played


def test_the_hand_work_names_no_card_that_only_its_holder_has_seen() -> None:
    table = Tracked(*FIVES)
    table.draws("2H")
    table.throw("5H")
    table.draws("3H")
    table.tell(UndoAsked())
    assert table.game.handwork is not None
    assert {one.card for one in table.game.handwork.cards if one.card} == set(cards("5H"))


def test_the_own_draw_stays_and_goes_with_one_undo_further() -> None:
    table = Tracked(*FIVES)
    table.draws("2H")
    table.throw("5H")
    table.draws("3H")
    table.throw("5H.2")
    table.tell(UndoAsked())
    assert (table.turn, table.hand("B"), table.phase) == ("B", f"3H {B_FIVES}", Phase.PLAYING)
    assert work(table) == ["B take_back 5♥"]
    table.tell(UndoAsked())
    assert (table.turn, table.hand("A"), table.hand("B")) == ("A", f"2H {A_FIVES}", B_FIVES)
    assert table.phase is Phase.PLAYING


def test_so_does_the_very_first_draw_of_the_game() -> None:
    table = Tracked(*FIVES)
    table.draws("2H")
    table.throw("5H")
    table.tell(UndoAsked())
    table.tell(UndoAsked())
    assert (table.hand("A"), table.phase) == (A_FIVES, Phase.DRAWING)
    assert work(table) == ["A lay_back 1"]
    assert table.why_not(UndoAsked()) is Why.NOTHING_TO_UNDO
    table.draws("9D")
    assert table.hand("A") == f"{A_FIVES} 9D"


def test_the_lamps_run_back_as_far() -> None:
    table = Tracked(*FIVES)
    table.draws("2H")
    table.throw("5H")
    for depth in (1, 2):
        table.press(BACK, held=True)
        assert isinstance(table.game.ask, UndoAsk)
        assert table.game.ask.depth == depth
    assert table.why_not(Pressed(BACK, True)) is Why.NOTHING_TO_UNDO
    table.press(CONFIRM)
    assert table.hand("A") == A_FIVES


def test_several_at_once_are_the_same_as_one_by_one() -> None:
    def played() -> Tracked:
        table = Tracked(*FIVES)
        for drawn, thrown in (("2H", "5H"), ("3H", "5H.2"), ("4H.2", "5H.3"), ("7H", "4H")):
            table.draws(drawn)
            table.throw(thrown)
        return table

    one_by_one, at_once = played(), played()
    for _ in range(3):
        one_by_one.tell(UndoAsked())
        at_once.press(BACK, held=True)
    at_once.press(CONFIRM)
    assert one_by_one.play == at_once.play
    assert work(at_once) == [
        "D take_back 4♥", "D lay_back 1",
        "C take_back 5♥", "C lay_back 1",
        "B take_back 5♥",
    ]  # fmt: skip


def test_a_forgotten_draw_is_taken_back_with_its_card() -> None:
    table = Tracked(*FIVES)
    table.taps("5H")
    table.throw("5H")
    assert table.play.turns[-1].forgot
    table.tell(UndoAsked())
    assert (table.hand("A"), table.phase) == (A_FIVES, Phase.DRAWING)
    assert table.taps("5H") == Reason(Why.DRAW_FIRST)


# --- refills and penalties ------------------------------------------------------------------------


def kilpatrick() -> Tracked:
    """A comes out and has drawn two of the three cards due."""
    table = Tracked("KS 5S 6S", "5H 6H 7H", "5D 6D 7D", "5C 6C 7C", rules="kilpatrick")
    table.choose("KS", "AS-A8")
    table.draws("2S 3S")
    return table


def test_a_refill_half_done_goes_back_with_the_card() -> None:
    table = kilpatrick()
    table.tell(UndoAsked())
    assert (table.hand("A"), table.phase) == ("5S 6S KS", Phase.PLAYING)
    assert work(table) == ["A lay_back 2", "A take_back K♠", "A8-S"]
    table.tell(RedoAsked())
    assert (table.hand("A"), table.phase) == ("2S 3S 5S 6S", Phase.DRAWING)
    assert work(table) == ["A lay_out K♠", "A draw 2", "S-A8"]
    table.draws("4S")
    assert (table.turn, table.hand("A")) == ("B", "2S 3S 4S 5S 6S")


def test_a_refill_that_was_left_off_is_taken_back_too() -> None:
    table = kilpatrick()
    table.tell(RefillDone())
    assert table.turn == "B"
    table.tell(UndoAsked())
    assert (table.turn, table.hand("A")) == ("A", "5S 6S KS")
    table.tell(RedoAsked())
    assert (table.turn, table.hand("A")) == ("B", "2S 3S 5S 6S")


def barked() -> Tracked:
    """A forgot to draw; on its second turn it has drawn its two locked cards and thrown one of the four."""
    table = Tracked(*FIVES)
    table.taps("5H")
    table.throw("5H")
    for drawn, thrown in (("3H", "5H.2"), ("3S", "5H.3"), ("3D", "4H")):
        table.draws(drawn)
        table.throw(thrown)
    table.draws("2S 2D")
    table.throw("5S")
    return table


def test_locked_cards_stay_with_the_turn_they_were_drawn_in_and_go_with_the_one_before() -> None:
    table = barked()
    table.tell(UndoAsked())
    assert (table.hand("A"), table.locked("A")) == ("5C 5D 5S 6H", "2D 2S")
    table.tell(UndoAsked())
    assert (table.turn, table.hand("A"), table.locked("A")) == ("D", "5C 5D 5S 6H", "")
    assert work(table) == ["A lay_back 2", "D take_back 4♥"]


def test_cards_that_have_joined_the_hand_are_locked_again() -> None:
    table = barked()
    for drawn, thrown in (("3C", "5S.2"), ("4H.2", "5S.3"), ("4S.2", "4S")):
        table.draws(drawn)
        table.throw(thrown)
    assert (table.turn, table.hand("A"), table.locked("A")) == ("A", "2D 2S 5C 5D 6H", "")
    table.tell(UndoAsked())
    assert (table.hand("A"), table.locked("A")) == ("5C 5D 6H", "2D 2S")
    assert work(table) == ["A lock 2", "D take_back 4♠"]
    table.tell(RedoAsked())
    assert (table.hand("A"), table.locked("A")) == ("2D 2S 5C 5D 6H", "")


def test_whoever_drew_last_lays_back_first_and_draws_last_again() -> None:
    """RULES 9a: what the next seat has drawn goes back on top first. Here after a mild refill of two."""
    table = Tracked("5H 5S 5D 5C 6H", "4H 4S 4D 4C 6S", draw_penalty="mild")
    table.taps("5H")
    table.throw("5H")
    table.draws("3H")
    table.throw("4H")
    table.throw("5S")
    table.draws("2H 2S")
    table.draws("3S")
    assert (table.turn, table.hand("C")) == ("C", "3H 3S 4C 4D 4S 6S")
    table.tell(UndoAsked())
    assert work(table) == ["C lay_back 1", "A lay_back 2", "A take_back 5♠"]
    table.tell(RedoAsked())
    assert work(table) == ["A lay_out 5♠", "A draw 2", "C draw 1"]


# --- shuffles -------------------------------------------------------------------------------------


def emptied() -> Tracked:
    """Two players, fourteen cards: the pile is gone after two turns, and was shuffled."""
    deck = (("5H", 3), ("5S", 3), ("6H", 3), ("6S", 3), ("4H", 2))
    table = Tracked("5H 5H.2 5H.3 5S 5S.2", "6H 6H.2 6H.3 6S 6S.2", deck=deck)
    table.draws("5S.3")
    table.throw("5H")
    table.draws("6S.3")
    table.throw("6H")
    table.draws("4H")
    table.throw("5H.2")
    table.draws("4H.2")
    table.throw("6H.2")
    assert table.phase is Phase.SHUFFLING
    table.tell(Shuffled())
    return table


def test_a_card_that_its_own_player_drew_again_goes_back_before_it_is_looked_for() -> None:
    table = Tracked("5C 2C 2D", "3C 3D 3H", "4C 4D 4H", "6C 6D 6H", rules="kilpatrick")
    table.throw("5C")
    table.tell(Shuffled())
    table.draws("5C")
    table.tell(UndoAsked())
    assert work(table) == ["A lay_back 1", "A find 5♣"]
    assert table.hand("A") == "2C 2D 5C"


def test_what_its_own_player_drew_again_after_it_cannot_be_redone() -> None:
    """The card would lie face up and be in that hand."""
    table = Tracked("5C 2C 2D", "3C 3D 3H", "4C 4D 4H", "6C 6D 6H", rules="kilpatrick")
    table.throw("5C")
    table.tell(Shuffled())
    table.draws("5C")
    table.tell(UndoAsked())
    assert table.why_not(RedoAsked()) is Why.NOTHING_TO_REDO


def test_a_card_that_was_shuffled_in_is_looked_for_and_the_others_stay_in_the_pile() -> None:
    table = emptied()
    table.tell(UndoAsked())
    assert (table.turn, table.hand("C")) == ("C", "4H.2 6H.2 6H.3 6S 6S.2 6S.3")
    assert work(table) == ["C find 6♥"]
    assert not table.play.played
    table.tell(RedoAsked())
    assert written(table.play.played) == "6H.2"  # it lies face up now, and the pile holds the three others
    assert table.phase is Phase.DRAWING


def test_one_that_was_drawn_again_comes_out_of_the_hand_it_is_in() -> None:
    """RULES 9a: it is looked for in the pile; the seat that has drawn it lays it back first."""
    table = emptied()
    table.draws("6H")
    for _ in range(3):
        table.tell(UndoAsked())
    assert table.turn == "C"
    assert (table.hand("C"), table.hand("A")) == ("6H 6H.2 6H.3 6S 6S.2 6S.3", "5H.2 5H.3 5S 5S.2 5S.3")
    assert work(table) == ["A lay_back 1", "C find 6♥"]
    for _ in range(3):
        table.tell(RedoAsked())
    # Now it lies face up with the others, so A draws anew.
    assert (table.turn, table.phase) == ("A", Phase.DRAWING)
    assert table.hand("A") == "4H 5H.3 5S 5S.2 5S.3"
    assert written(table.play.played) == "5H.2 6H 6H.2"


def test_what_the_shuffle_put_into_the_pile_can_be_drawn_after_the_undo() -> None:
    table = emptied()
    table.tell(UndoAsked())
    table.throw("6H.3")
    table.draws("5H")
    assert table.hand("A") == "4H 5H 5H.3 5S 5S.2 5S.3"


# --- redo -----------------------------------------------------------------------------------------


def thrown_and_drawn() -> Tracked:
    table = Tracked(*FIVES)
    table.draws("2H")
    table.throw("5H")
    table.draws("3H")
    return table


def test_redo_gives_the_next_seat_its_draw_again() -> None:
    table = thrown_and_drawn()
    was = table.play
    table.tell(UndoAsked())
    table.tell(RedoAsked())
    assert (table.play.stand, table.play.played, table.play.turns) == (was.stand, was.played, was.turns)
    assert work(table) == ["A lay_out 5♥", "B draw 1"]


@pytest.mark.parametrize("what", ["another card thrown", "another card drawn"])
def test_who_goes_another_way_cannot_redo(what: str) -> None:
    table = thrown_and_drawn()
    table.tell(UndoAsked())
    if what == "another card thrown":
        table.throw("5S")
    else:
        table.tell(UndoAsked())
        table.draws("9D")
    assert table.why_not(RedoAsked()) is Why.NOTHING_TO_REDO


def test_who_draws_the_same_card_again_can() -> None:
    table = thrown_and_drawn()
    table.tell(UndoAsked())
    table.tell(UndoAsked())
    assert table.why_not(RedoAsked()) is Why.NOTHING_TO_REDO
    table.draws("2H")
    table.tell(RedoAsked())
    assert (table.turn, table.hand("B")) == ("B", f"3H {B_FIVES}")


def test_after_a_shuffle_nobody_knows_where_a_card_is_that_was_laid_back() -> None:
    table = thrown_and_drawn()
    table.throw("5H.2")
    table.tell(UndoAsked())
    table.tell(Shuffled())
    assert table.why_not(RedoAsked()) is Why.NOTHING_TO_REDO


# --- mercy, claims, challenges --------------------------------------------------------------------


def closed(rules: str = "pagat", *throws: str, **options: object) -> Table:
    table = Table(rules, **options)
    for card in throws:
        table.throw(card)
    return table


def test_a_peg_that_came_out_by_mercy_is_led_back() -> None:
    table = closed("pagat", "5", "5", "5", "5", "6", mercy_after=2)
    table.tell(MercyTaken(seat_of("A")))
    assert work(table) == ["S-A8"]
    table.tell(UndoAsked())
    assert (table.play.turn, table.play.stand.throws[0]) == (seat_of("A"), 1)
    assert work(table) == ["B lay_back 0", "A take_back 6", "A8-S"]
    table.tell(RedoAsked())
    assert (table.play.turn, table.play.stand.throws[0]) == (seat_of("B"), 0)
    assert work(table) == ["A lay_out 6", "S-A8"]


def test_a_claim_goes_with_the_card_it_was_about() -> None:
    table = closed("bark-up-a-tree", "5")
    table.tell(DrawClaimed(seat_of("A")))
    table.tell(HandCounted(seat_of("A"), 4))
    assert table.play.stand.owed[0] == 1
    table.tell(UndoAsked())
    assert table.play.stand.owed == (0, 0, 0, 0)
    table.tell(RedoAsked())
    assert table.play.stand.owed[0] == 1


def test_a_challenge_goes_with_the_throw_it_was_about() -> None:
    table = closed("pagat", "5")
    table.tell(Challenged(seat_of("A")))
    table.tap("2")
    table.tell(UndoAsked())
    assert (table.play.challenge, table.play.turns) == (None, ())


def test_a_throw_proved_wrong_is_not_redone() -> None:
    table = closed("pagat", "6", "5")
    table.tell(Challenged(seat_of("B")))
    table.tap("K")
    assert isinstance(table.game.shown, ProofShown)
    assert table.why_not(RedoAsked()) is Why.NOTHING_TO_REDO
    table.tell(UndoAsked())
    assert table.play.turn == seat_of("A")


def test_in_closed_hands_only_the_seat_knows_what_it_has_drawn() -> None:
    assert work(taken_back("pagat")) == ["B lay_back 0", "A take_back 5"]
    assert work(taken_back("kilpatrick")) == ["A lay_back 0", "A take_back 5"]


def taken_back(rules: str) -> Table:
    table = closed(rules, "5")
    table.tell(UndoAsked())
    return table


def test_a_position_agreed_has_no_cards_to_put_back() -> None:
    table = Table().stand("A:A8")
    pegs = tuple((seat, tuple(holes)) for seat, holes in pegs_of("A:A12 B:A3", "ABCD").items())
    table.tell(PositionAgreed(pegs, seat_of("C")))
    table.tell(UndoAsked())
    assert work(table) == ["A12-A8", "A3-S"]


def test_nothing_to_do_is_no_hand_work() -> None:
    table = closed("pagat", "5")
    assert table.game.handwork is None
    assert table.why_not(Pressed(CONFIRM)) is Why.NOTHING_TO_CONFIRM
    table.tell(UndoAsked())
    table.press(CONFIRM)
    assert table.game.handwork is None
