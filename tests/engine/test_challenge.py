"""RULES 9a, Challenge: who, until when, how it is judged, and what comes of it."""

import pytest

from engine.board import Seat
from engine.cards import Card
from engine.game import ProofShown
from engine.inputs import (
    CardTapped,
    Challenged,
    Chosen,
    Command,
    CommandTapped,
    DrawClaimed,
    HandCounted,
    Key,
    MercyTaken,
    Pressed,
    Shuffled,
    ThrowAsked,
    UndoAsked,
    seat_of,
)
from engine.notation import write_move
from engine.phase import Phase, phase_of
from engine.verdict import Reason, Why
from tests.engine.table import Table

NEXT, BACK, CONFIRM, CANCEL = Key
A, B, C, D = map(seat_of, "ABCD")


def challenged(rules: str = "pagat", pegs: str = "", card: str = "5", **options: object) -> Table:
    """A has thrown a card, and somebody doubts it."""
    table = Table(rules, **options).stand(pegs)
    table.throw(card)
    table.tell(Challenged(A))
    return table


def shows(table: Table, *cards: str) -> None:
    for card in cards:
        table.take(tap(card))


def tap(card: str) -> CardTapped:
    return CardTapped(Card.parse(card))


# --- who, and until when --------------------------------------------------------------------------


def test_a_throw_is_challenged_until_the_next_card_is_tapped() -> None:
    table = Table()
    table.throw("5")
    assert table.judged(Challenged(A)).ruling is None
    table.tap("6")
    assert table.why_not(Challenged(A)) is Why.NOTHING_TO_CHALLENGE
    table.press(CANCEL)
    assert table.why_not(Challenged(A)) is Why.NOTHING_TO_CHALLENGE


@pytest.mark.parametrize("seat", [B, C, D, seat_of("J")])
def test_only_who_threw_last_is_challenged(seat: int) -> None:
    table = Table()
    table.throw("5")
    assert table.why_not(Challenged(Seat(seat))) is Why.NOTHING_TO_CHALLENGE


def test_a_played_card_is_not_challenged_nor_a_position_agreed() -> None:
    table = Table()
    assert table.why_not(Challenged(A)) is Why.NOTHING_TO_CHALLENGE
    table.choose("K", "AS-A8")
    assert table.why_not(Challenged(A)) is Why.NOTHING_TO_CHALLENGE


def test_it_can_be_while_the_hand_work_or_mercy_is_open_and_after_a_shuffle() -> None:
    table = Table(mercy_after=2)
    for card in "55555":
        table.throw(card)
    assert phase_of(table.game) is Phase.MERCY
    table.tell(Shuffled())
    table.tell(Challenged(A))
    assert phase_of(table.game) is Phase.CHALLENGED
    table.press(BACK, held=True)
    assert phase_of(table.game) is Phase.MERCY


def test_it_is_taken_back_by_whoever_thinks_better_of_it() -> None:
    table = challenged()
    table.press(BACK, held=True)
    assert (table.play.challenge, table.play.turn) == (None, B)
    assert table.judged(Challenged(A)).ruling is None


# --- a card that could have moved -----------------------------------------------------------------


def test_a_card_that_could_move_proves_it_and_is_named_with_a_move_it_had() -> None:
    table = challenged()
    shows(table, "6", "K")
    shown = table.game.shown
    assert isinstance(shown, ProofShown)
    assert write_move(table.play.setup.table, shown.card.card, shown.move) == "K AS-A8"


def test_the_throw_is_undone_and_the_turn_goes_back() -> None:
    table = challenged()
    shows(table, "6", "K")
    assert (table.play.turn, table.play.turns, table.play.played) == (A, (), frozenset())
    assert (table.play.challenge, phase_of(table.game)) == (None, Phase.PLAYING)
    assert table.play.stand.throws == (0, 0, 0, 0)


def test_the_seat_must_then_play_a_card_that_moves() -> None:
    table = challenged()
    shows(table, "K")
    table.tap("5")
    assert table.take(ThrowAsked()) == Reason(Why.MUST_MOVE)
    table.tell(Pressed(CANCEL))
    table.choose("K", "AS-A8")
    assert table.play.turn == B
    table.throw("5")


def test_not_even_a_joker_may_be_thrown_then() -> None:
    table = challenged(pegs="B:B9")
    shows(table, "K")
    table.tap("Joker")
    assert table.question.moves
    assert table.why_not(ThrowAsked()) is Why.MUST_MOVE


def test_the_duty_is_gone_with_the_position_it_was_proved_on() -> None:
    table = challenged()
    shows(table, "K")
    table.choose("K", "AS-A8")
    for _ in "BCD":
        table.throw("5")
    table.tell(UndoAsked())
    table.throw("5")
    table.stand("").throw("5")


def test_it_is_judged_on_the_position_before_the_throw() -> None:
    """By mercy a peg stands on A8 now; the king comes out all the same."""
    table = Table(mercy_after=2)
    for card in "55555":
        table.throw(card)
    table.tell(MercyTaken(A))
    table.tell(Challenged(A))
    assert table.play.turn == B
    shows(table, "K")
    assert isinstance(table.game.shown, ProofShown)
    assert (table.play.turn, table.play.position[A]) == (A, 0)
    assert table.game.handwork is not None
    assert len(table.game.handwork.pegs) == 1


def test_a_card_that_moves_only_since_proves_nothing() -> None:
    table = Table(mercy_after=2)
    for card in "55555":
        table.throw(card)
    table.tell(MercyTaken(A))
    table.tell(Challenged(A))
    shows(table, "6")  # it would walk from A8 now
    assert table.game.shown is None
    assert table.play.challenge is not None


@pytest.mark.parametrize(
    ("rules", "proves"), [("bark-up-a-tree", True), ("social-security", True), ("pagat", False)]
)
def test_a_joker_proves_it_only_where_the_duty_covers_it(rules: str, proves: bool) -> None:
    table = challenged(rules, pegs="B:B9")
    shows(table, "Joker")
    assert isinstance(table.game.shown, ProofShown) == proves


def test_a_helper_is_judged_by_the_pegs_it_moves() -> None:
    table = challenged(pegs="A:AH1,AH2,AH3,AH4,AH5 C:C8,C9", card="Joker")
    shows(table, "6")
    shown = table.game.shown
    assert isinstance(shown, ProofShown)
    assert shown.move.steps[0].seat == C


# --- none could -----------------------------------------------------------------------------------


def test_when_the_whole_hand_was_shown_the_throw_stands() -> None:
    table = challenged()
    shows(table, "2", "3", "4", "6")
    assert phase_of(table.game) is Phase.CHALLENGED
    shows(table, "6")
    assert (phase_of(table.game), table.play.turn, table.play.stand.owed[A]) == (Phase.PLAYING, B, 0)
    assert len(table.play.turns) == 1


def test_and_is_not_challenged_again() -> None:
    table = challenged()
    shows(table, "2", "3", "4", "6", "6")
    assert table.why_not(Challenged(A)) is Why.NOTHING_TO_CHALLENGE


def test_there_is_no_penalty_either_way() -> None:
    for cards in (("K",), ("2", "3", "4", "6", "6")):
        table = challenged("bark-up-a-tree")
        shows(table, *cards)
        assert table.play.stand.owed == (0, 0, 0, 0)


def test_a_card_is_shown_once_and_the_one_thrown_is_not_of_the_hand() -> None:
    table = challenged(card="5H")
    table.take(CardTapped(Card.parse("6H"), 1))
    assert table.why_not(CardTapped(Card.parse("6H"), 1)) is Why.CARD_ALREADY_PLAYED
    assert table.why_not(CardTapped(Card.parse("5H"), 1)) is Why.CARD_ALREADY_PLAYED


def test_two_alike_are_two_cards() -> None:
    """By the phone a card has no copy: the next one is meant."""
    table = challenged()
    shows(table, "6H", "6H", "6H")
    assert table.play.challenge is not None
    assert [card.copy for card in table.play.challenge.shown] == [1, 2, 3]


def test_nothing_is_played_chosen_or_thrown_meanwhile() -> None:
    table = challenged()
    assert table.why_not(ThrowAsked()) is Why.NO_CARD
    assert table.why_not(Chosen("K AS-A8")) is Why.NO_CARD
    assert table.why_not(Challenged(A)) is Why.NOTHING_TO_CHALLENGE
    assert table.why_not(DrawClaimed(A)) is Why.NO_CLAIM


# --- fewer cards than the hand should hold --------------------------------------------------------


@pytest.mark.parametrize(("rules", "owed"), [("bark-up-a-tree", 1), ("pagat", 1), ("gamerules", 0)])
def test_one_card_short_is_a_forgotten_draw_noted(rules: str, owed: int) -> None:
    table = challenged(rules)
    shows(table, "2", "3", "4", "6")
    table.press(CONFIRM)
    assert (phase_of(table.game), table.play.stand.owed[A]) == (Phase.PLAYING, owed)
    assert table.play.turn == B


def test_more_than_one_short_the_rest_must_be_shown() -> None:
    table = challenged()
    shows(table, "2", "3")
    assert table.take(Pressed(CONFIRM)) == Reason(Why.SHOW_THE_REST, by=3)


def test_unless_somebody_counts_it() -> None:
    table = challenged()
    shows(table, "2", "3")
    table.tell(HandCounted(A, 3))
    assert phase_of(table.game) is Phase.CHALLENGED
    shows(table, "4")
    assert (phase_of(table.game), table.play.stand.owed[A]) == (Phase.PLAYING, 2)


def test_a_count_of_what_was_shown_ends_it() -> None:
    table = challenged()
    shows(table, "2", "3", "4")
    table.tell(HandCounted(A, 3))
    assert (phase_of(table.game), table.play.stand.owed[A]) == (Phase.PLAYING, 2)


def test_a_full_hand_counted_must_be_shown_all_the_same() -> None:
    table = challenged()
    table.tell(HandCounted(A, 5))
    assert table.take(Pressed(CONFIRM)) == Reason(Why.SHOW_THE_REST, by=5)


def test_of_a_hand_claimed_before_the_challenge_no_more_is_wanted() -> None:
    """Four were counted; those four are shown, and nothing is noted twice."""
    table = Table("bark-up-a-tree")
    table.throw("5")
    table.tell(DrawClaimed(A))
    table.tell(HandCounted(A, 4))
    table.tell(Challenged(A))
    shows(table, "2", "3", "4", "6")
    assert (phase_of(table.game), table.play.stand.owed[A]) == (Phase.PLAYING, 1)


@pytest.mark.parametrize("rules", ["bark-up-a-tree", "pagat"])
def test_on_the_turn_after_a_forgotten_draw_three_are_shown_without_the_locked(rules: str) -> None:
    """RULES 9: one of the four went; two more are locked (bark), or not yet drawn (mild)."""
    table = Table(rules)
    table.throw("5")
    table.tell(DrawClaimed(A))
    table.tell(HandCounted(A, 4))
    for card in "5556":
        table.throw(card)
    table.tell(Challenged(A))
    shows(table, "2", "3")
    assert phase_of(table.game) is Phase.CHALLENGED
    shows(table, "4")
    assert (phase_of(table.game), table.play.stand.owed[A]) == (Phase.PLAYING, 0)


# --- Kilpatrick -----------------------------------------------------------------------------------


def test_in_a_draw_after_game_nobody_knows_how_many_there_are() -> None:
    """RULES 9: fewer may have been taken. The table says when all were shown."""
    table = challenged("kilpatrick")
    shows(table, "2", "3", "4", "6", "6")
    assert phase_of(table.game) is Phase.CHALLENGED
    assert table.why_not(HandCounted(A, 3)) is Why.NO_CLAIM
    table.press(CONFIRM)
    assert (phase_of(table.game), table.play.turn) == (Phase.PLAYING, B)


def test_there_too_a_card_that_could_move_sends_the_turn_back() -> None:
    table = challenged("kilpatrick", pegs="C:C8", card="Joker")
    shows(table, "6")  # any peg of the team
    assert isinstance(table.game.shown, ProofShown)
    assert table.play.turn == A


def test_every_table_by_command_cards_alone() -> None:
    table = Table()
    table.throw("5")
    table.tell(CommandTapped(Command.CHALLENGE))
    shows(table, "2", "3", "4")
    table.tell(CommandTapped(Command.COUNT))
    table.tell(CommandTapped(Command.BACK))  # not four but three
    table.tell(CommandTapped(Command.CONFIRM))
    assert (phase_of(table.game), table.play.stand.owed[A]) == (Phase.PLAYING, 2)
