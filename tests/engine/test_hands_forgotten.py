"""RULES 9, Forgotten draw, in tracked hands: noticed by itself, step by step as each ruleset has it."""

import pytest

from engine.cards import Card
from engine.inputs import CardTapped, PositionAgreed, RefillDone, ThrowAsked, seat_of
from engine.phase import Phase
from engine.verdict import Reason, Why
from tests.engine.fast import pegs_of
from tests.engine.tracked import Tracked

HANDS = ("5H 5S 5D 5C 6H", "4H 4S 4D 4C 6S")
"""Two players, whose cards move nothing out of start."""
C_DRAWS = ("3H", "3S", "3D", "3C", "2C.2", "2S.2")
C_THROWS = ("4H", "4S", "4D", "4C", "6S", "3H")


def forgets(table: Tracked, card: str) -> None:
    """The seat throws without having drawn all that is due."""
    if table.phase is Phase.DRAWING:
        assert table.taps(card) == Reason(Why.DRAW_FIRST)
    table.throw(card)
    assert table.play.turns[-1].forgot


def other_turn(table: Tracked, n: int) -> None:
    """C's turn, as it should be."""
    table.draws(C_DRAWS[n])
    table.throw(C_THROWS[n])
    assert not table.play.turns[-1].forgot
    assert table.turn == "A"


def once(draw_penalty: str) -> Tracked:
    """A forgot its first draw and has four cards: 5S 5D 5C 6H."""
    table = Tracked(*HANDS, draw_penalty=draw_penalty)
    forgets(table, "5H")
    assert table.hand("A") == "5C 5D 5S 6H"
    other_turn(table, 0)
    return table


# --- bark -----------------------------------------------------------------------------------------


def test_bark_turn_2_draws_to_six_face_down_and_locked() -> None:
    table = once("bark")
    assert table.phase is Phase.DRAWING
    table.draws("2H")
    assert (table.hand("A"), table.locked("A"), table.phase) == ("5C 5D 5S 6H", "2H", Phase.DRAWING)
    table.draws("2S")
    assert (table.hand("A"), table.locked("A"), table.phase) == ("5C 5D 5S 6H", "2H 2S", Phase.PLAYING)
    assert table.refuses("2D") is Why.NO_DRAW_DUE


def test_bark_a_locked_card_is_not_played() -> None:
    table = once("bark")
    table.draws("KH 2S")
    assert table.taps("KH") == Reason(Why.CARD_LOCKED)  # without its name
    table.tap("5S")
    assert table.refuses("KH") is Why.CARD_LOCKED
    table.tell(ThrowAsked())  # nor does it bind


def test_bark_turn_3_the_locked_join_and_one_is_drawn_as_ever() -> None:
    table = once("bark")
    table.draws("2H 2S")
    table.throw("5S")
    assert not table.play.turns[-1].forgot
    other_turn(table, 1)
    assert (table.hand("A"), table.locked("A"), table.phase) == ("2H 2S 5C 5D 6H", "", Phase.DRAWING)
    table.draws("2D")
    assert (table.hand("A"), table.phase) == ("2D 2H 2S 5C 5D 6H", Phase.PLAYING)
    table.throw("2H")
    other_turn(table, 2)
    table.draws("9H")
    assert table.hand("A") == "2D 2S 5C 5D 6H 9H"  # clear


def test_bark_the_locked_stay_locked_in_the_turns_of_others() -> None:
    table = once("bark")
    table.draws("2H 2S")
    table.throw("5S")
    assert table.locked("A") == "2H 2S"
    assert table.refuses("2H") is Why.NOT_YOUR_TURN


def test_bark_forgotten_again_on_turn_2() -> None:
    """Three left; turn 3 draws three locked, and so on."""
    table = once("bark")
    forgets(table, "5S")
    other_turn(table, 1)
    assert table.hand("A") == "5C 5D 6H"
    table.draws("2H 2S 2D")
    assert (table.locked("A"), table.phase) == ("2D 2H 2S", Phase.PLAYING)
    table.throw("5C")
    other_turn(table, 2)
    assert (table.hand("A"), table.locked("A")) == ("2D 2H 2S 5D 6H", "")
    table.draws("9H")
    assert table.phase is Phase.PLAYING


def test_bark_forgotten_three_times() -> None:
    table = once("bark")
    for n, card in ((1, "5S"), (2, "5C")):
        forgets(table, card)
        other_turn(table, n)
    assert table.hand("A") == "5D 6H"
    table.draws("2H 2S 2D 9H")
    assert (table.locked("A"), table.phase) == ("2D 2H 2S 9H", Phase.PLAYING)


def test_bark_forgotten_on_turn_3_is_a_new_case() -> None:
    table = once("bark")
    table.draws("2H 2S")
    table.throw("5S")
    other_turn(table, 1)
    forgets(table, "2H")
    assert (table.hand("A"), table.locked("A")) == ("2S 5C 5D 6H", "")
    other_turn(table, 2)
    table.draws("9H 9S")
    assert (table.locked("A"), table.phase) == ("9H 9S", Phase.PLAYING)


def test_bark_partly_made_good() -> None:
    """One of two drawn, then a card: three and one locked; next turn four, so two locked again."""
    table = once("bark")
    table.draws("2H")
    forgets(table, "5S")
    assert (table.hand("A"), table.locked("A")) == ("5C 5D 6H", "2H")
    other_turn(table, 1)
    assert (table.hand("A"), table.locked("A"), table.phase) == ("2H 5C 5D 6H", "", Phase.DRAWING)
    table.draws("9H 9S")
    assert (table.locked("A"), table.phase) == ("9H 9S", Phase.PLAYING)


def test_bark_the_penalty_is_made_good_while_a_card_is_in_question() -> None:
    table = once("bark")
    assert table.taps("5S") == Reason(Why.DRAW_FIRST)
    table.tap("5S")
    table.draws("2H 2S")
    table.tell(ThrowAsked())
    assert not table.play.turns[-1].forgot
    assert (table.hand("A"), table.locked("A")) == ("5C 5D 6H", "2H 2S")


def test_bark_a_position_agreed_opens_what_was_locked_when_the_turn_comes_by_it() -> None:
    table = once("bark")
    table.draws("2H 2S")
    table.throw("5S")
    pegs = tuple((seat, tuple(holes)) for seat, holes in pegs_of("", "AC").items())
    table.tell(PositionAgreed(pegs, seat_of("A")))
    assert (table.hand("A"), table.locked("A")) == ("2H 2S 5C 5D 6H", "")


def test_bark_forgotten_until_the_hand_is_empty_one_card_is_free_again() -> None:
    """RULES is silent; but nobody passes, and a locked card is not played."""
    table = once("bark")
    for n, card in enumerate(("5S", "5D", "5C", "6H"), 1):
        forgets(table, card)
        other_turn(table, n)
    assert table.hand("A") == ""
    table.draws("2H 2S 2D 9H 9S 9D")
    assert (table.hand("A"), table.locked("A"), table.phase) == ("2H", "2D 2S 9D 9H 9S", Phase.PLAYING)
    table.throw("2H")


# --- mild -----------------------------------------------------------------------------------------


def test_mild_turn_2_begins_without_a_draw_and_ends_with_two() -> None:
    """RULES 9, mild: one of the four goes, then draw until five."""
    table = once("mild")
    assert table.phase is Phase.PLAYING
    table.throw("5S")
    assert (table.turn, table.phase) == ("A", Phase.DRAWING)
    table.draws("2H")
    assert table.turn == "A"
    table.draws("2S")
    assert (table.turn, table.hand("A"), table.locked("A")) == ("C", "2H 2S 5C 5D 6H", "")
    assert not table.play.turns[-1].forgot
    other_turn(table, 1)
    table.draws("2D")
    assert table.phase is Phase.PLAYING


def test_mild_a_card_drawn_earlier_on_that_turn_is_refused() -> None:
    table = once("mild")
    assert table.refuses("2H") is Why.NO_DRAW_DUE
    table.tap("5S")
    assert table.refuses("2H") is Why.NO_DRAW_DUE


def test_mild_what_was_not_drawn_when_the_next_seat_taps_is_forgotten_again() -> None:
    table = once("mild")
    table.throw("5S")
    table.draws("2H")
    assert table.taps("4S") == Reason(Why.DRAW_FIRST)  # C taps, and it is C's turn now
    assert table.turn == "C"
    other_turn(table, 1)
    assert (table.hand("A"), table.phase) == ("2H 5C 5D 6H", Phase.PLAYING)
    table.throw("2H")
    table.draws("2S 2D")
    assert (table.turn, table.hand("A")) == ("C", "2D 2S 5C 5D 6H")


def test_mild_the_next_seat_s_draw_after_its_tap_is_its_own() -> None:
    table = once("mild")
    table.throw("5S")
    table.taps("4S")
    table.draws("2H")
    assert table.hand("A") == "5C 5D 6H"
    assert table.hand("C") == "2H 3H 4C 4D 4S 6S"


def test_mild_the_refill_can_be_ended() -> None:
    table = once("mild")
    table.throw("5S")
    table.tell(RefillDone())
    assert (table.turn, table.hand("A")) == ("C", "5C 5D 6H")


def test_mild_at_the_next_seat_s_own_reader_a_card_of_the_pile_is_the_next_seat_s() -> None:
    table = once("mild")
    table.throw("5S")
    table.tell(CardTapped(Card.parse("2H"), 1, seat_of("C")))
    assert (table.turn, table.hand("A"), table.hand("C")) == ("C", "5C 5D 6H", "2H 3H 4C 4D 4S 6S")


def test_mild_forgotten_until_the_hand_is_empty_one_card_is_drawn_to_play() -> None:
    table = once("mild")
    for n, card in enumerate(("5S", "5D", "5C", "6H"), 1):
        table.throw(card)
        table.tell(RefillDone())
        other_turn(table, n)
    assert (table.hand("A"), table.phase) == ("", Phase.DRAWING)
    table.draws("2H")
    assert table.refuses("2S") is Why.NO_DRAW_DUE
    table.throw("2H")
    assert table.phase is Phase.DRAWING


# --- off ------------------------------------------------------------------------------------------


def test_off_the_next_draw_fills_the_hand_usable_at_once() -> None:
    table = once("off")
    table.draws("KH 2S")
    assert (table.hand("A"), table.locked("A"), table.phase) == ("2S 5C 5D 5S 6H KH", "", Phase.PLAYING)
    table.choose("KH", "AS-A8")
    assert table.hand("A") == "2S 5C 5D 5S 6H"


def test_off_forgotten_twice_fills_three() -> None:
    table = once("off")
    forgets(table, "5S")
    other_turn(table, 1)
    table.draws("2H 2S 2D")
    assert (table.hand("A"), table.phase) == ("2D 2H 2S 5C 5D 6H", Phase.PLAYING)


# --- whatever the ruleset -------------------------------------------------------------------------


@pytest.mark.parametrize("draw_penalty", ["bark", "mild", "off"])
def test_who_draws_first_has_forgotten_nothing(draw_penalty: str) -> None:
    table = Tracked(*HANDS, draw_penalty=draw_penalty)
    table.draws("2H")
    table.throw("5H")
    assert not table.play.turns[-1].forgot
    assert len(table.hand("A").split()) == 5


def test_a_hand_of_seven_is_barked_at_like_one_of_five() -> None:
    table = Tracked("5H 5S 5D 5C 6H 6D 6C", "4H 4S 4D 4C 6S 3H 3S", hand=7, deal=7)
    forgets(table, "5H")
    table.draws("3D")
    table.throw("4H")
    table.draws("2H 2S")
    assert (table.locked("A"), table.phase) == ("2H 2S", Phase.PLAYING)
    table.throw("5S")
    table.draws("3C")
    table.throw("4S")
    assert table.hand("A") == "2H 2S 5C 5D 6C 6D 6H"
