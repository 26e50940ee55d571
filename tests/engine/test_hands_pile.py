"""RULES 9: the pile runs out, and Kilpatrick's hands grow from three to five."""

import pytest

from engine.inputs import Key, Pressed, RefillDone, Shuffled, ThrowAsked, seat_of
from engine.phase import Phase
from engine.step import Effect
from engine.verdict import Reason, Why
from tests.engine.tracked import Tracked, out_of_cards_in_a_refill, written

NEXT, BACK, CONFIRM, CANCEL = Key
SMALL = (("5H", 3), ("5S", 3), ("6H", 3), ("6S", 3), ("4H", 1))
"""Thirteen cards for two players: three are left in the pile after the deal."""
TWO = ("5H 5H.2 5H.3 5S 5S.2", "6H 6H.2 6H.3 6S 6S.2")


def nearly_empty(**options: object) -> Tracked:
    """The pile holds one card, 4H; it is A's turn, who holds 5H.2 5H.3 5S 5S.2 5S.3."""
    table = Tracked(*TWO, deck=SMALL, **options)
    for drawn, thrown in (("5S.3", "5H"), ("6S.3", "6H")):
        table.draws(drawn)
        table.throw(thrown)
    return table


# --- pile empty -----------------------------------------------------------------------------------


def test_the_last_card_of_the_pile_is_drawn_as_ever() -> None:
    table = nearly_empty()
    assert table.phase is Phase.DRAWING
    table.draws("4H")
    assert table.phase is Phase.PLAYING


def test_then_the_next_seat_is_asked_to_shuffle() -> None:
    table = nearly_empty()
    table.draws("4H")
    table.throw("5H.2")
    assert (table.turn, table.phase) == ("C", Phase.SHUFFLING)


def empty() -> Tracked:
    table = nearly_empty()
    table.draws("4H")
    table.throw("5H.2")
    return table


def test_nothing_is_played_or_drawn_before_it_is_confirmed() -> None:
    table = empty()
    assert table.refuses("6H.2") is Why.SHUFFLE_FIRST  # a hand card
    assert table.refuses("5H") is Why.SHUFFLE_FIRST  # one that was played
    assert table.refuses("4H") is Why.NOT_YOUR_TURN  # one of A's


@pytest.mark.parametrize("told", [Shuffled(), Pressed(CONFIRM, source="buttons")])
def test_everything_played_and_thrown_the_last_card_too_is_the_pile(told: Shuffled | Pressed) -> None:
    table = empty()
    table.tell(told)
    assert (table.phase, table.play.played) == (Phase.DRAWING, frozenset())
    table.draws("5H.2")
    assert table.hand("C") == "5H.2 6H.2 6H.3 6S 6S.2 6S.3"


def test_hands_stay_and_so_do_locked_cards() -> None:
    """RULES 9, Pile empty: locked cards included."""
    table = nearly_empty()
    assert table.taps("5H.2") == Reason(Why.DRAW_FIRST)
    table.throw("5H.2")
    table.draws("4H")
    table.throw("6H.2")
    assert (table.turn, table.phase) == ("A", Phase.SHUFFLING)  # two are owed
    table.tell(Shuffled())
    table.draws("6H 6H.2")
    table.throw("5H.3")
    table.draws("5H")
    table.throw("4H")
    assert (table.turn, table.hand("A")) == ("A", "5S 5S.2 5S.3 6H 6H.2")


def test_in_the_middle_of_the_penalty() -> None:
    table = nearly_empty()
    table.taps("5H.2")
    table.throw("5H.2")
    table.tell(Shuffled())  # too early for the pile, but said is said
    table.draws("4H")
    table.throw("6H.2")
    table.draws("5H 5H.2")
    assert table.locked("A") == "5H 5H.2"


def test_an_undo_is_offered_while_the_board_asks() -> None:
    table = empty()
    table.press(BACK, held=True)
    table.press(CONFIRM)
    assert (table.turn, table.phase) == ("A", Phase.PLAYING)


def test_a_shuffle_is_heard_whenever_it_is_told() -> None:
    table = nearly_empty()
    table.tell(Shuffled())
    table.draws("5H")
    assert table.hand("A") == "5H 5H.2 5H.3 5S 5S.2 5S.3"


# --- Kilpatrick: three, five ----------------------------------------------------------------------

KILPATRICK = ("KS 5S 6S", "5H 6H 7H", "5D 6D 7D", "5C 6C 7C")


def kilpatrick(*hands: str, **options: object) -> Tracked:
    return Tracked(*(hands or KILPATRICK), rules="kilpatrick", **options)


def others_throw(table: Tracked) -> None:
    """B, C and D throw, and draw nothing for it; meanwhile no peg is out, so that they may."""
    stood = table.play.position
    for card, seat in (("5H", "B"), ("5D", "C"), ("5C", "D")):
        table.stand("", seat).throw(card)
        table.tell(RefillDone())
    assert table.stand("A:A8").play.position == stood


def test_three_are_dealt_and_the_first_plays_without_a_draw() -> None:
    table = kilpatrick()
    assert (table.hand("A"), table.phase) == ("5S 6S KS", Phase.PLAYING)


def test_after_the_first_play_three_are_drawn_up_to_five() -> None:
    table = kilpatrick()
    table.choose("KS", "AS-A8")
    assert (table.turn, table.phase) == ("A", Phase.DRAWING)
    table.draws("2S 3S")
    assert (table.turn, table.phase) == ("A", Phase.DRAWING)
    table.draws("4S")
    assert (table.turn, table.hand("A"), table.phase) == ("B", "2S 3S 4S 5S 6S", Phase.PLAYING)


def test_a_throw_draws_exactly_one_so_that_three_stay_three() -> None:
    table = kilpatrick("9S 5S 6S", *KILPATRICK[1:])
    table.throw("9S")
    table.draws("2S")
    assert (table.turn, table.hand("A")) == ("B", "2S 5S 6S")


def test_from_five_a_play_draws_one() -> None:
    table = kilpatrick()
    table.choose("KS", "AS-A8")
    table.draws("2S 3S 4S")
    others_throw(table)
    table.choose("2S", "A8-A10")
    table.draws("9S")
    assert (table.turn, table.hand("A")) == ("B", "3S 4S 5S 6S 9S")


def test_fewer_may_be_taken_and_the_rest_after_a_later_play() -> None:
    table = kilpatrick()
    table.choose("KS", "AS-A8")
    table.draws("2S")
    table.tell(RefillDone())
    assert (table.turn, table.hand("A")) == ("B", "2S 5S 6S")
    others_throw(table)
    table.choose("2S", "A8-A10")
    table.draws("3S 4S 9S")
    assert (table.turn, table.hand("A")) == ("B", "3S 4S 5S 6S 9S")


def test_what_was_left_is_not_taken_after_a_throw() -> None:
    """RULES 9: a throw draws exactly one."""
    table = kilpatrick()
    table.choose("KS", "AS-A8")
    table.draws("2S")
    table.tell(RefillDone())
    others_throw(table)
    table.stand("").throw("2S")
    table.draws("3S")
    assert (table.turn, table.hand("A")) == ("B", "3S 5S 6S")


def test_a_throw_may_be_left_without_its_card() -> None:
    table = kilpatrick("9S 5S 6S", *KILPATRICK[1:])
    table.throw("9S")
    table.tell(RefillDone())
    assert (table.turn, table.hand("A")) == ("B", "5S 6S")


def test_whoever_has_left_all_refills_off_draws_one_card_to_play() -> None:
    """RULES is silent; but nobody passes."""
    table = Tracked("5H 5S 6S", "4H 4S 4D", draw="after", deal=3)
    for mine, other in (("5H", "4H"), ("5S", "4S"), ("6S", "4D")):
        for card in (mine, other):
            table.throw(card)
            table.tell(RefillDone())
    assert (table.turn, table.hand("A"), table.phase) == ("A", "", Phase.DRAWING)
    table.draws("2H")
    assert table.refuses("2S") is Why.NO_DRAW_DUE
    table.throw("2H")


def test_never_before_the_play() -> None:
    table = kilpatrick()
    assert table.refuses("2S") is Why.NO_DRAW_DUE
    table.tap("KS")
    assert table.refuses("2S") is Why.NO_DRAW_DUE


def test_the_turn_ends_when_the_next_seat_taps() -> None:
    table = kilpatrick()
    table.choose("KS", "AS-A8")
    table.draws("2S")
    table.tap("5H")
    assert (table.turn, table.phase, table.hand("A")) == ("B", Phase.CHOOSING, "2S 5S 6S")
    assert table.refuses("3S") is Why.NO_DRAW_DUE


def test_even_with_a_card_that_moves_nothing() -> None:
    table = kilpatrick()
    table.choose("KS", "AS-A8")
    assert table.taps("6H") is not None
    assert (table.turn, table.question.moves) == ("B", ())


def test_not_when_another_one_does_nor_with_an_own_card() -> None:
    table = kilpatrick()
    table.choose("KS", "AS-A8")
    for card in ("5D", "5C", "5S"):
        assert table.refuses(card) is Why.NOT_YOUR_TURN


def test_the_own_card_after_the_play_hears_whose_turn_comes() -> None:
    table = kilpatrick()
    table.choose("KS", "AS-A8")
    assert table.taps("5S") == Reason(Why.NOT_YOUR_TURN, name="B")


def test_the_next_seat_is_called_when_the_refill_is_over() -> None:
    table = kilpatrick()
    table.tap("KS")
    assert Effect.YOUR_TURN not in table.press(CONFIRM).effects
    assert table.tell(RefillDone()).effects == (Effect.TAKEN, Effect.YOUR_TURN)


def test_a_confirm_ends_the_hand_work_first_and_then_the_refill() -> None:
    table = kilpatrick()
    table.tap("KS")
    table.press(CONFIRM)
    table.press(CONFIRM)
    assert (table.turn, table.game.handwork) == ("A", None)
    table.press(CONFIRM)
    assert table.turn == "B"


def test_the_pile_runs_out_in_the_middle_of_a_refill() -> None:
    table = out_of_cards_in_a_refill()
    assert (table.turn, table.phase) == ("A", Phase.SHUFFLING)
    assert table.refuses("KH") is Why.SHUFFLE_FIRST
    table.press(CONFIRM)
    assert (table.turn, table.phase) == ("A", Phase.DRAWING)
    table.draws("2H")  # the last card played, too
    assert (table.turn, table.hand("A")) == ("C", "2H 5H 5H.2 5H.3 5H.4")


def test_nobody_is_kept_from_going_on_by_an_empty_pile_in_a_refill() -> None:
    """The refill is an option: the next seat taps, and the shuffle waits until somebody is due a card."""
    table = out_of_cards_in_a_refill()
    table.tap("2H.2")
    assert (table.turn, table.phase) == ("C", Phase.CHOOSING)


def test_the_last_seat_to_finish_is_not_asked_to_draw() -> None:
    """RULES 9, End: the game is over for all."""
    table = kilpatrick("2S 5S 6S", *KILPATRICK[1:]).stand("A:AH2,AH3,AH4,AH5,A2 C:CH1,CH2,CH3,CH4,CH5")
    table.choose("2S", "A2-AH1")
    assert table.phase is Phase.OVER
    assert table.refuses("3S") is Why.GAME_OVER
    assert table.why_not(ThrowAsked()) is Why.NO_CARD
    assert table.why_not(Shuffled()) is Why.GAME_OVER
    assert table.play.winner == (seat_of("A"), seat_of("C"))
    assert written(table.play.played) == "2S"
