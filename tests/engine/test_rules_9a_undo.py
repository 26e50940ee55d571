"""RULES 9a, Undo, and what redo makes of it."""

from engine.inputs import (
    CardTapped,
    Chosen,
    Hands,
    MercyTaken,
    NewGame,
    PositionAgreed,
    RedoAsked,
    ThrowAsked,
    UndoAsked,
    seat_of,
)
from engine.referee import judge
from engine.verdict import Why
from tests.engine.fast import pegs_of
from tests.engine.table import Table


def agreed(pegs: str, turn: str) -> PositionAgreed:
    entries = pegs_of(pegs, "ABCD")
    return PositionAgreed(tuple((seat, tuple(holes)) for seat, holes in entries.items()), seat_of(turn))


def test_last_in_first_out() -> None:
    table = Table().stand("A:B0 B:C0")
    table.choose("5", "B0-B5")
    table.choose("4", "C0-C4")
    was = table.play
    table.tell(UndoAsked())
    assert table.play.turn == seat_of("B")
    assert table.play.position == was.turns[1].before.position
    table.tell(UndoAsked())
    assert table.play.turn == seat_of("A")
    assert not table.play.played
    assert table.why_not(UndoAsked()) is Why.NOTHING_TO_UNDO
    table.tell(RedoAsked())
    table.tell(RedoAsked())
    assert (table.play.position, table.play.turn, table.play.played) == (was.position, was.turn, was.played)
    assert table.why_not(RedoAsked()) is Why.NOTHING_TO_REDO


def test_a_new_card_ends_what_could_be_redone() -> None:
    table = Table().stand("A:B0")
    table.choose("5", "B0-B5")
    table.tell(UndoAsked())
    table.choose("4", "B0-B4")
    assert table.why_not(RedoAsked()) is Why.NOTHING_TO_REDO


def test_a_win_is_taken_back_too() -> None:
    table = Table().stand("A:A2,AH2,AH3,AH4,AH5 C:CH1,CH2,CH3,CH4,CH5")
    table.choose("2", "A2-AH1")
    assert table.play.winner == (seat_of("A"), seat_of("C"))
    table.tell(UndoAsked())
    assert table.play.winner is None


def test_a_mercy_declined_by_going_on_is_declined_again_by_redo() -> None:
    """The throw is redone with its mercy open; the card after it then goes on, as it did."""
    table = Table(mercy_after=2)
    for card in ("5", "6", "4", "3"):
        table.throw(card)
    table.throw("2")  # A's second in a row
    assert table.play.stand.ending is not None
    table.tap("K")  # B goes on
    table.tell(Chosen("K BS-B8"))
    was = table.play
    table.tell(UndoAsked())
    table.tell(UndoAsked())
    table.tell(RedoAsked())
    table.tell(RedoAsked())
    assert [turn.seat for turn in table.play.turns] == [turn.seat for turn in was.turns]
    assert table.play.stand == was.stand


def test_a_position_agreed_again_leaves_the_hands_as_they_are_now() -> None:
    table = Table()
    table.tell(NewGame(4, "pagat", hands=Hands.TRACKED, first=seat_of("A")))
    cards = sorted(table.play.setup.deck, key=str)
    table.tell(CardTapped(cards[0].card, cards[0].copy))
    table.tell(agreed("A:B0", "A"))
    table.tell(UndoAsked())
    table.tell(CardTapped(cards[1].card, cards[1].copy))
    table.tell(RedoAsked())
    assert table.play.stand.hands[0] == {cards[0], cards[1]}
    assert table.play.position != table.play.turns[-1].before.position


def test_a_position_agreed_while_cards_are_dealt_does_not_change_who_is_dealt_to() -> None:
    table = Table()
    table.tell(NewGame(4, "pagat", hands=Hands.TRACKED, first=seat_of("A")))
    cards = iter(sorted(table.play.setup.deck, key=str))
    table.tell(agreed("", "B"))
    assert table.play.turn == seat_of("B")  # nothing was dealt yet
    for card in [next(cards) for _ in range(6)]:
        table.tell(CardTapped(card.card, card.copy))
    table.tell(agreed("A:B0", "B"))
    assert table.play.turn == seat_of("C")
    for card in [next(cards) for _ in range(14)]:
        table.tell(CardTapped(card.card, card.copy))
    assert not table.play.stand.dealing
    assert table.play.turn == seat_of("B")


def test_thrown_and_taken_back_as_if_never() -> None:
    table = Table()
    table.tap("5")
    before = table.play
    table.tell(ThrowAsked())
    after = judge(table.game, UndoAsked(), table.now_ms).game.play
    assert after is not None
    assert after.stand == before.stand
    assert after.played == before.played


def test_a_mercy_taken_is_taken_back_and_taken_again_with_its_throw() -> None:
    table = Table(mercy_after=2)
    for card in ("5", "6", "4", "3", "2"):
        table.throw(card)
    table.tell(MercyTaken(seat_of("A")))
    was = table.play
    assert was.stand.throws[0] == 0
    table.tell(UndoAsked())
    assert table.play.position == was.turns[-1].before.position
    assert table.play.stand.throws[0] == 1
    table.tell(RedoAsked())
    assert table.play.stand == was.stand
    assert table.game.handwork


def test_what_was_undone_is_not_redone_by_another_seat() -> None:
    table = Table().stand("A:B0")
    table.choose("5", "B0-B5")
    table.tell(UndoAsked())
    table.stand("A:B0", "C")  # as if the turn had come to another seat meanwhile
    assert table.why_not(RedoAsked()) is Why.NOTHING_TO_REDO
