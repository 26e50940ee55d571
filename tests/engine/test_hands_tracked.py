"""RULES 9 in tracked hands: dealing, drawing and playing by tapping, and every card in one place."""

import pytest

from engine.cards import Card, PhysicalCard
from engine.inputs import (
    CardTapped,
    Challenged,
    DrawClaimed,
    Hands,
    Key,
    MercyTaken,
    NewGame,
    Pressed,
    RefillDone,
    StoodIn,
    ThrowAsked,
    UndoAsked,
    seat_of,
)
from engine.phase import Phase
from engine.step import Effect
from engine.verdict import Reason, Why
from tests.engine.table import Table
from tests.engine.tracked import Tracked, cards

NEXT, BACK, CONFIRM, CANCEL = Key
FIVES = ("5H 5S 5D 5C 6H", "5H.2 5S.2 5D.2 5C.2 6H.2", "5H.3 5S.3 5D.3 5C.3 6H.3", "4H 4S 4D 4C 6S")
"""Hands that move nothing out of start."""


def drawn(*hands: str, rules: str = "bark-up-a-tree", **options: object) -> Tracked:
    """A has drawn the 2 of hearts."""
    table = Tracked(*(hands or FIVES), rules=rules, **options)
    table.draws("2H")
    return table


# --- dealing --------------------------------------------------------------------------------------


def test_hands_are_dealt_seat_by_seat_from_the_first_seat() -> None:
    table = Table("bark-up-a-tree", hands=Hands.TRACKED, first="C")
    seen = []
    for card in cards(" ".join(FIVES)):
        seen.append("ABCD"[table.play.turn])
        table.tell(CardTapped(card.card, card.copy))
    assert "".join(seen) == "CCCCCDDDDDAAAAABBBBB"
    assert (table.play.stand.dealing, table.play.turn) == (False, seat_of("C"))


def test_a_seat_with_seven_cards_is_dealt_seven() -> None:
    table = Table("pagat", hands=Hands.TRACKED, hand=7, deal=7)
    table.deal(*["5H", "5S", "5D", "5C", "6H", "6S"])
    assert table.play.turn == seat_of("A")
    table.deal("6D")
    assert table.play.turn == seat_of("B")


def test_two_players_are_dealt_to_in_turn() -> None:
    table = Tracked("5H 5S 5D 5C 6H", "4H 4S 4D 4C 6S")
    assert (table.hand("A"), table.hand("C")) == ("5C 5D 5H 5S 6H", "4C 4D 4H 4S 6S")
    assert (table.turn, table.phase) == ("A", Phase.DRAWING)


def test_a_card_that_was_dealt_is_not_dealt_again_and_nobody_is_told_to_whom() -> None:
    table = Table("bark-up-a-tree", hands=Hands.TRACKED)
    table.deal("5H")
    step = table.judged(CardTapped(Card.parse("5H"), 1))
    assert step.ruling == Reason(Why.CARD_IN_A_HAND)


def test_nothing_is_thrown_challenged_or_taken_back_while_cards_are_dealt() -> None:
    table = Table("bark-up-a-tree", hands=Hands.TRACKED)
    table.deal("5H")
    assert table.why_not(ThrowAsked()) is Why.NO_CARD
    assert table.why_not(UndoAsked()) is Why.NOTHING_TO_UNDO
    assert table.why_not(Challenged(seat_of("A"))) is Why.NOTHING_TO_CHALLENGE
    assert table.why_not(DrawClaimed(seat_of("A"))) is Why.NO_CLAIM
    assert table.why_not(RefillDone()) is Why.NO_DRAW_DUE
    assert table.why_not(MercyTaken()) is Why.NO_MERCY


def test_the_first_turn_is_called_when_the_last_card_is_dealt() -> None:
    table = Table("bark-up-a-tree", hands=Hands.TRACKED)
    heard = [table.tell(CardTapped(card.card, card.copy)).effects for card in cards(" ".join(FIVES))]
    assert set(heard[:-1]) == {(Effect.TICK,)}
    assert heard[-1] == (Effect.TICK, Effect.YOUR_TURN, Effect.DRAW_FIRST)


# --- drawing and playing --------------------------------------------------------------------------


def test_a_pile_card_is_a_draw_by_the_seat_that_is_due_one() -> None:
    table = Tracked(*FIVES)
    assert (table.turn, table.phase) == ("A", Phase.DRAWING)
    table.draws("2H")
    assert (table.hand("A"), table.phase) == ("2H 5C 5D 5H 5S 6H", Phase.PLAYING)


def test_it_is_so_whoever_s_reader_it_is_laid_on() -> None:
    """DESIGN 3, Who acts: what comes from a seat's reader out of turn is refused, except a draw."""
    table = Tracked(*FIVES)
    table.tell(CardTapped(Card.parse("2H"), 1, seat_of("B")))
    assert table.hand("A") == "2H 5C 5D 5H 5S 6H"


def test_no_more_is_drawn_than_is_due() -> None:
    table = drawn()
    assert table.refuses("3H") is Why.NO_DRAW_DUE
    table = Tracked("KS 5S 6S", "5H 6H 7H", "5D 6D 7D", "5C 6C 7C", rules="kilpatrick")
    assert table.refuses("2S") is Why.NO_DRAW_DUE


def test_a_hand_card_is_a_play_by_its_holder_who_is_left_five() -> None:
    table = drawn("KS 5S 5D 5C 6H", *FIVES[1:])
    table.choose("KS", "AS-A8")
    assert (table.turn, table.hand("A")) == ("B", "2H 5C 5D 5S 6H")
    assert table.play.played == set(cards("KS"))


def test_a_finished_turn_asks_the_next_seat_to_draw() -> None:
    table = drawn()
    table.tap("5H")
    assert table.tell(ThrowAsked()).effects == (Effect.TAKEN, Effect.YOUR_TURN, Effect.DRAW_FIRST)


def test_a_throw_brings_no_second_card() -> None:
    table = drawn()
    table.throw("5H")
    assert (table.turn, table.phase, len(table.hand("A").split())) == ("B", Phase.DRAWING, 5)


# --- draw first, once -----------------------------------------------------------------------------


def test_a_hand_card_before_the_draw_repeats_the_cue_once_and_stays_free() -> None:
    table = Tracked(*FIVES)
    step = table.judged(CardTapped(Card.parse("5H"), 1))
    assert (step.ruling, step.effects) == (Reason(Why.DRAW_FIRST), (Effect.DRAW_FIRST,))
    assert table.taps("5H") == Reason(Why.DRAW_FIRST)
    assert table.game.question is None
    table.tap("5H")
    assert table.phase is Phase.CHOOSING


def test_the_cue_is_not_repeated_for_another_card_of_that_turn_nor_after_it_was_put_away() -> None:
    table = Tracked(*FIVES)
    table.taps("5H")
    table.tap("5S")
    table.press(CANCEL)
    table.tap("5D")


def test_the_next_turn_has_its_own_cue() -> None:
    table = Tracked(*FIVES)
    table.taps("5H")
    table.throw("5H")
    assert table.taps("5H.2") == Reason(Why.DRAW_FIRST)


def test_after_the_cue_the_draw_can_still_be_made() -> None:
    table = Tracked(*FIVES)
    table.taps("5H")
    table.draws("2H")
    table.throw("5H")
    assert not table.play.turns[-1].forgot


def test_a_draw_is_made_good_while_the_card_is_in_question() -> None:
    """RULES 9, Played: until the last confirm a forgotten draw can still be made good."""
    table = Tracked(*FIVES)
    table.taps("5H")
    table.tap("5H")
    question = table.game.question
    table.draws("2H")
    assert table.game.question is question
    assert table.hand("A") == "2H 5C 5D 5H 5S 6H"
    table.tell(ThrowAsked())
    assert not table.play.turns[-1].forgot
    assert table.hand("A") == "2H 5C 5D 5S 6H"


# --- whose tap it is ------------------------------------------------------------------------------


def test_another_seat_s_card_is_not_its_turn() -> None:
    table = drawn()
    step = table.judged(CardTapped(Card.parse("5H"), 2))
    assert step.ruling == Reason(Why.NOT_YOUR_TURN, name="A")


def test_another_seat_s_card_while_a_question_is_open_waits_for_the_confirm() -> None:
    """DESIGN 3, Hands: forgot to confirm. The card in question stays."""
    table = drawn()
    table.tap("5H")
    assert table.refuses("5H.2") is Why.CONFIRM_FIRST
    assert table.question.card == cards("5H")[0]


def test_the_next_seat_s_draw_while_a_question_is_open_waits_for_the_confirm_too() -> None:
    table = drawn()
    table.tap("5H")
    assert table.refuses("3H") is Why.CONFIRM_FIRST
    table.tell(ThrowAsked())
    table.draws("3H")
    assert table.hand("B") == "3H 5C.2 5D.2 5H.2 5S.2 6H.2"


def test_another_card_of_the_same_hand_is_a_new_question_and_gives_the_first_back() -> None:
    table = drawn()
    table.tap("5H")
    table.tap("5S")
    table.press(CANCEL)
    assert table.question.card == cards("5H")[0]


def test_a_played_card_is_refused_by_name() -> None:
    table = drawn()
    table.throw("5H")
    step = table.judged(CardTapped(Card.parse("5H"), 1))
    assert step.ruling == Reason(Why.CARD_ALREADY_PLAYED, name="5♥")
    assert step.game is table.game


def test_a_card_the_game_does_not_have_is_refused_by_name() -> None:
    table = drawn()
    for card in (CardTapped(Card.parse("5H"), 4), CardTapped(Card.parse("Joker"), 7)):
        step = table.judged(card)
        assert step.ruling == Reason(Why.NOT_IN_DECK, name=str(card.card))
    two = Tracked("5H 5S 5D 5C 6H", "4H 4S 4D 4C 6S")
    assert two.refuses("Joker") is Why.NOT_IN_DECK


def test_refusals_name_no_card_and_nobody_who_holds_it() -> None:
    """DESIGN 3: no refusal shows a hand, or whose a card is. Only what lies face up is named."""
    table = drawn()
    table.tap("5H")
    for card in [card for hand in FIVES[1:] for card in cards(hand)] + cards("3H 9S"):
        ruling = table.judged(CardTapped(card.card, card.copy)).ruling
        assert ruling is not None
        assert (ruling.holes, ruling.by) == ((), 0)
        assert ruling.name in ("", "A")


def test_a_stand_in_plays_the_hand_of_who_has_left() -> None:
    table = Tracked(*FIVES)
    table.tell(StoodIn(seat_of("A"), seat_of("C")))
    table.draws("2H")
    table.take(CardTapped(Card.parse("5H"), 1, seat_of("C")))
    assert table.why_not(Pressed(CONFIRM, True, seat_of("B"))) is Why.NOT_YOUR_TURN
    table.tell(Pressed(CONFIRM, True, seat_of("C")))
    assert (table.turn, table.hand("A")) == ("B", "2H 5C 5D 5S 6H")


# --- the duty -------------------------------------------------------------------------------------


def test_the_whole_hand_is_judged_and_no_hole_is_named() -> None:
    """RULES 9, Duty: the 5 moves nothing, but the king in the hand does."""
    table = drawn("5H 5S 5D 5C KH", *FIVES[1:])
    table.tap("5H")
    step = table.judged(ThrowAsked())
    assert step.ruling == Reason(Why.MUST_MOVE)
    assert step.game is table.game


def test_the_card_drawn_counts() -> None:
    table = Tracked(*FIVES)
    table.draws("KD")
    table.tap("5H")
    assert table.why_not(ThrowAsked()) is Why.MUST_MOVE


def test_a_card_that_has_moved_nothing_for_all_its_holder_has_is_thrown() -> None:
    table = drawn()
    table.throw("5H")
    assert table.play.turns[-1].move is None


@pytest.mark.parametrize(
    ("rules", "must"), [("bark-up-a-tree", True), ("social-security", True), ("pagat", False)]
)
def test_a_joker_that_can_move_binds_only_where_it_must_be_played(rules: str, must: bool) -> None:
    table = drawn("5H 5S 5D 5C Joker", *FIVES[1:], rules=rules).stand("B:B9")
    table.tap("5H")
    step = table.judged(ThrowAsked())
    assert (step.ruling is not None) == must
    table.tap("Joker")
    assert table.question.moves
    step = table.judged(ThrowAsked())
    assert (step.ruling is not None) == must


def test_a_joker_that_may_stay_is_not_thrown_while_another_card_must_move() -> None:
    table = drawn("5H 5S 5D KH Joker", *FIVES[1:], rules="pagat").stand("B:B9")
    table.tap("Joker")
    assert table.why_not(ThrowAsked()) is Why.MUST_MOVE


def test_a_joker_may_be_played_although_another_card_could_move() -> None:
    table = drawn("5H 5S 5D KH Joker", *FIVES[1:], rules="pagat").stand("B:B9")
    table.choose("Joker", "AS-B9")
    assert table.turn == "B"


def test_locked_cards_bind_nobody() -> None:
    """RULES 9, bark: they are not counted for the duty."""
    table = Tracked(*FIVES)
    table.taps("5H")
    table.throw("5H")
    for card, thrown in (("3H", "5H.2"), ("3S", "5H.3"), ("3D", "4H")):
        table.draws(card)
        table.throw(thrown)
    table.draws("KH KD")
    assert table.locked("A") == "KD KH"
    table.throw("5S")


def test_a_two_that_can_swap_binds() -> None:
    """RULES 9, two_swaps: a swap counts as a move. Here it is the only one."""
    shut_in = "A:A2,AH1,AH2,AH3,AH4 B:B9"
    hand = "9H 9S 9D 5C 2S"
    table = drawn(hand, *FIVES[1:], two_swaps=True, home_entry="no_pass").stand(shut_in)
    table.tap("9H")
    assert table.why_not(ThrowAsked()) is Why.MUST_MOVE
    table.tap("2S")
    assert table.why_not(ThrowAsked()) is Why.MUST_MOVE
    table.choose("2S", "A2-B9")
    table = drawn(hand, *FIVES[1:], home_entry="no_pass").stand(shut_in)
    table.throw("9H")


def test_in_tracked_hands_there_is_nothing_to_challenge_or_to_claim() -> None:
    table = drawn()
    table.throw("5H")
    assert table.why_not(Challenged(seat_of("A"))) is Why.NOTHING_TO_CHALLENGE
    assert table.why_not(DrawClaimed(seat_of("A"))) is Why.NO_CLAIM


# --- the deck -------------------------------------------------------------------------------------


def test_a_deck_may_be_of_any_size_that_serves_the_table() -> None:
    table = Tracked(
        "5H 5S 5D 5C 6H",
        "4H 4S 4D 4C 6S",
        deck=tuple((f"{rank}{suit}", 1) for rank in "456" for suit in "HSDC"),
    )
    table.draws("6D")
    assert table.refuses("7H") is Why.NOT_IN_DECK


def test_one_that_is_too_small_for_all_hands_is_refused_by_name() -> None:
    asked = NewGame(4, "pagat", hands=Hands.TRACKED, deck=(("5H", 23),))
    step = Table().judged(asked)
    assert step.ruling is not None
    assert step.ruling.name == "deck: 23 cards are too few for 4 hands of 5"
    assert Table().judged(NewGame(4, "pagat", hands=Hands.TRACKED, deck=(("5H", 24),))).ruling is None


def test_a_deck_known_by_rank_alone_serves_as_well() -> None:
    ranks = tuple((rank, 4) for rank in ("4", "5", "6", "K"))
    table = Tracked("5 5.2 5.3 5.4 6", "4 4.2 4.3 4.4 6.2", deck=ranks)
    table.draws("K")
    assert table.taps("KH") is None  # any suit will do
    assert table.question.card == PhysicalCard(Card.parse("K"), 1)
