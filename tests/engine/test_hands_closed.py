"""RULES 9 in closed hands: throws judged by themselves, forgotten draws claimed, shuffles heard of."""

import pytest

from engine.cards import Card, PhysicalCard
from engine.game import ShuffleAsk
from engine.inputs import (
    CardTapped,
    DrawClaimed,
    HandCounted,
    Key,
    Pressed,
    Shuffled,
    ThrowAsked,
    UndoAsked,
    seat_of,
)
from engine.modes import Mode, mode_of
from engine.phase import Phase, phase_of
from engine.verdict import Reason, Why
from tests.engine.table import Table

NEXT, BACK, CONFIRM, CANCEL = Key
A, B, C, D = map(seat_of, "ABCD")


def thrown(*cards: str, rules: str = "bark-up-a-tree", **options: object) -> Table:
    table = Table(rules, **options)
    for card in cards:
        table.throw(card)
    return table


# --- throws ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("rules", "card", "thrown"),
    [
        ("bark-up-a-tree", "5", True), ("bark-up-a-tree", "K", False), ("bark-up-a-tree", "Joker", False),
        ("social-security", "Joker", False), ("pagat", "5", True), ("pagat", "K", False),
        ("pagat", "Joker", True), ("gamerules", "Joker", True), ("kilpatrick", "Joker", True),
    ],
)  # fmt: skip
def test_a_card_that_can_move_is_not_thrown_but_a_joker_that_may_stay(
    rules: str, card: str, thrown: bool
) -> None:
    table = Table(rules).stand("B:B9")
    table.tap(card)
    assert (table.judged(ThrowAsked()).ruling is None) == thrown


def test_the_rest_of_the_hand_is_on_trust() -> None:
    """What it holds is nobody's business until somebody challenges."""
    table = Table()
    table.throw("5")
    assert table.play.stand.hands == ()


# --- a card that was played turns up --------------------------------------------------------------


def tapped_again() -> Table:
    """The five of hearts, first copy, was thrown by A; now it is tapped by B."""
    table = thrown("5H")
    table.take(CardTapped(Card.parse("5H"), 1))
    return table


def test_it_is_refused_and_the_board_asks_whether_the_pile_was_shuffled() -> None:
    table = thrown("5H")
    step = table.judged(CardTapped(Card.parse("5H"), 1))
    assert step.ruling == Reason(Why.CARD_ALREADY_PLAYED, name="5♥")
    table.game = step.game
    assert isinstance(table.game.ask, ShuffleAsk)
    assert (table.game.question, phase_of(table.game), mode_of(table.game)) == (
        None,
        Phase.PLAYING,
        Mode.ASKED,
    )


@pytest.mark.parametrize("told", [Pressed(CONFIRM, source="buttons"), Shuffled()])
def test_yes_makes_it_the_card_in_question_and_clears_what_was_played(told: Pressed | Shuffled) -> None:
    table = tapped_again()
    table.tell(told)
    assert table.question.card.card == Card.parse("5H")
    assert (table.play.played, table.game.ask) == (frozenset(), None)
    table.tell(ThrowAsked())
    assert table.play.turn == C


def test_then_it_is_known_and_the_other_cards_come_without_a_question() -> None:
    table = thrown("5H", "5S", "5D")
    table.take(CardTapped(Card.parse("5H"), 1))
    table.press(CONFIRM)
    table.press(CANCEL)
    for card in ("5S", "5D"):
        table.take(CardTapped(Card.parse(card), 1))
        assert table.question.card == PhysicalCard(Card.parse(card), 1)


@pytest.mark.parametrize("key", [(NEXT, False), (BACK, False), (BACK, True), (CANCEL, False)])
def test_no_leaves_all_as_it_was(key: tuple[Key, bool]) -> None:
    table = tapped_again()
    was = table.play
    table.press(*key)
    assert (table.game.ask, table.game.question, table.play) == (None, None, was)


def test_it_is_asked_once_a_turn() -> None:
    table = tapped_again()
    assert table.why_not(CardTapped(Card.parse("5H"), 1)) is Why.CARD_ALREADY_PLAYED
    table.press(BACK, held=True)
    assert table.why_not(CardTapped(Card.parse("5H"), 1)) is Why.CARD_ALREADY_PLAYED
    table.throw("6H")
    assert isinstance(table.judged(CardTapped(Card.parse("5H"), 1)).game.ask, ShuffleAsk)


def test_another_played_card_while_it_is_asked_is_the_one_asked_about() -> None:
    table = thrown("5H", "6H")
    for card in ("5H", "6H"):
        table.take(CardTapped(Card.parse(card), 1))
    table.press(CONFIRM)
    assert table.question.card.card == Card.parse("6H")


def test_a_card_in_question_is_not_pushed_aside_by_it() -> None:
    table = thrown("5H")
    table.tap("6H")
    assert table.why_not(CardTapped(Card.parse("5H"), 1)) is Why.CARD_ALREADY_PLAYED
    assert table.question.card.card == Card.parse("6H")


def test_another_card_is_a_new_question_as_ever() -> None:
    table = tapped_again()
    table.tap("6H")
    assert (table.game.ask, table.question.card.card) == (None, Card.parse("6H"))


def test_a_shuffle_answered_goes_on_from_a_mercy_that_was_open() -> None:
    table = thrown("5H", "5S", "5D", "5C", "6H", mercy_after=2)
    assert phase_of(table.game) is Phase.MERCY
    table.take(CardTapped(Card.parse("5S"), 1))
    table.press(CONFIRM)
    assert (table.play.turn, table.question.card.card) == (B, Card.parse("5S"))


# --- a forgotten draw is claimed ------------------------------------------------------------------


def test_any_seat_claims_and_four_cards_prove_it() -> None:
    table = thrown("5")
    table.tell(DrawClaimed(A))
    assert (phase_of(table.game), mode_of(table.game)) == (Phase.CHALLENGED, Mode.CHALLENGED)
    table.tell(HandCounted(A, 4))
    assert (table.play.stand.owed[A], table.play.turn, phase_of(table.game)) == (1, B, Phase.PLAYING)


def test_five_prove_nothing() -> None:
    table = thrown("5")
    table.tell(DrawClaimed(A))
    table.tell(HandCounted(A, 5))
    assert table.play.stand.owed[A] == 0


def test_it_may_be_claimed_of_a_played_card_too() -> None:
    table = Table("bark-up-a-tree")
    table.choose("K", "AS-A8")
    table.tell(DrawClaimed(A))
    table.tell(HandCounted(A, 4))


def test_until_the_seat_has_tapped_on_its_next_turn() -> None:
    table = thrown("5", "5", "5", "5")
    assert table.judged(DrawClaimed(A)).ruling is None
    table.tap("6")
    assert table.why_not(DrawClaimed(A)) is Why.NO_CLAIM
    table.press(CANCEL)
    assert table.why_not(DrawClaimed(A)) is Why.NO_CLAIM
    assert table.judged(DrawClaimed(B)).ruling is None
    table.throw("6")
    assert table.judged(DrawClaimed(A)).ruling is None  # of this turn


def test_nobody_s_before_the_first_card_and_nobody_s_who_does_not_play() -> None:
    table = thrown("5")
    for seat in (B, C, D, seat_of("J")):
        assert table.why_not(DrawClaimed(seat)) is Why.NO_CLAIM


def test_once_proved_it_is_not_claimed_again_until_the_seat_has_played() -> None:
    table = thrown("5")
    table.tell(DrawClaimed(A))
    table.tell(HandCounted(A, 4))
    assert table.why_not(DrawClaimed(A)) is Why.NO_CLAIM
    for card in "6666":
        table.throw(card)
    assert table.play.stand.owed[A] == 0
    table.tell(DrawClaimed(A))
    table.tell(HandCounted(A, 3))  # forgotten again
    assert table.play.stand.owed[A] == 2


@pytest.mark.parametrize("rules", ["gamerules", "kilpatrick"])
def test_where_nothing_comes_of_it_nothing_is_claimed(rules: str) -> None:
    assert thrown("5", rules=rules).why_not(DrawClaimed(A)) is Why.NO_CLAIM


def test_a_win_ends_claims() -> None:
    table = Table("bark-up-a-tree").stand("A:A2,AH2,AH3,AH4,AH5 C:CH1,CH2,CH3,CH4,CH5")
    table.choose("2", "A2-AH1")
    assert table.why_not(DrawClaimed(A)) is Why.NO_CLAIM


def test_only_the_hand_that_is_claimed_is_counted() -> None:
    table = thrown("5", "5")
    assert table.why_not(HandCounted(A, 4)) is Why.NO_CLAIM
    table.tell(DrawClaimed(A))
    assert table.why_not(HandCounted(B, 4)) is Why.NO_CLAIM
    assert table.why_not(HandCounted(A, -1)) is Why.NO_CLAIM


def test_while_it_is_counted_no_card_is_tapped_and_a_confirm_counts_nothing() -> None:
    table = thrown("5")
    table.tell(DrawClaimed(A))
    assert table.why_not(CardTapped(Card.parse("6"))) is Why.CONFIRM_FIRST
    assert table.why_not(Pressed(CONFIRM)) is Why.NOTHING_TO_CONFIRM
    table.press(BACK, held=True)
    assert table.play.challenge is None
    table.tap("6")


def test_the_turn_of_a_seat_far_back_can_still_be_claimed() -> None:
    """RULES 9: until the seat concerned has tapped on its next turn, however many turns lie between."""
    table = Table("bark-up-a-tree", 10)
    for _ in range(10):
        table.throw("5")
    assert table.judged(DrawClaimed(A)).ruling is None


def test_a_claim_goes_when_its_card_is_taken_back() -> None:
    table = thrown("5")
    table.tell(DrawClaimed(A))
    table.tell(UndoAsked())
    assert table.play.challenge is None
    assert table.why_not(HandCounted(A, 4)) is Why.NO_CLAIM
