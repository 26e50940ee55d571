"""DESIGN 3, Command cards, with hands: a tracked game, and all that belongs to it, by cards alone."""

from engine.cards import Card
from engine.game import CountAsk
from engine.inputs import CardTapped, Command, CommandTapped, Hands, seat_of
from engine.phase import Phase
from engine.verdict import Why
from tests.engine.table import Table
from tests.engine.tracked import Tracked, out_of_cards_in_a_refill

A = seat_of("A")


def says(table: Table, *commands: Command) -> None:
    for command in commands:
        table.tell(CommandTapped(command, source="table"))


def refuses(table: Table, command: Command) -> Why:
    return table.why_not(CommandTapped(command, source="table"))


def tapped(card: str, copy: int | None = None) -> CardTapped:
    return CardTapped(Card.parse(card), copy)


def test_dealing_needs_none() -> None:
    table = Table("bark-up-a-tree", 2, hands=Hands.TRACKED)
    table.deal("5H")
    nothing = {
        Command.THROW: Why.NO_CARD,
        Command.CONFIRM: Why.NOTHING_TO_CONFIRM,
        Command.UNDO: Why.NOTHING_TO_UNDO,
        Command.CHALLENGE: Why.NOTHING_TO_CHALLENGE,
        Command.FORGOT: Why.NO_CLAIM,
        Command.COUNT: Why.NO_CLAIM,
        Command.REFILL_DONE: Why.NO_DRAW_DUE,
        Command.MERCY: Why.NO_MERCY,
    }
    assert {command: refuses(table, command) for command in nothing} == nothing


def test_a_throw_and_a_play() -> None:
    table = Tracked("5H 5S 5D 5C 6H", "4H 4S 4D 4C KS")
    table.draws("2H")
    table.tap("5H")
    says(table, Command.THROW)
    table.draws("3H")
    table.tap("KS")
    says(table, Command.CONFIRM)
    assert table.play.turns[-1].move is not None
    says(table, Command.CONFIRM)  # carried
    assert table.game.handwork is None


def test_undo_and_redo() -> None:
    table = Tracked("5H 5S 5D 5C 6H", "4H 4S 4D 4C KS")
    table.draws("2H")
    table.throw("5H")
    says(table, Command.UNDO, Command.CONFIRM)
    assert table.hand("A") == "2H 5C 5D 5H 5S 6H"
    says(table, Command.REDO)
    assert table.turn == "C"


def test_a_shuffle_in_a_refill_and_the_end_of_one() -> None:
    table = out_of_cards_in_a_refill()
    says(table, Command.SHUFFLED)
    assert table.phase is Phase.DRAWING
    says(table, Command.REFILL_DONE)
    assert table.turn == "C"


def test_mercy_taken_and_declined() -> None:
    table = Table("pagat", mercy_after=2)
    for card in "55555":
        table.throw(card)
    says(table, Command.MERCY)
    assert table.play.position[A]
    table.throw("6")
    says(table, Command.AWAY)
    assert table.play.turn == seat_of("C")


def test_a_claim_and_its_count() -> None:
    table = Table("bark-up-a-tree")
    table.throw("5")
    says(table, Command.FORGOT, Command.CONFIRM, Command.COUNT)
    assert table.game.ask == CountAsk(4)
    says(table, Command.CONFIRM)
    assert table.play.stand.owed[A] == 1


def test_a_challenge_and_a_hand_that_is_too_small() -> None:
    table = Table("bark-up-a-tree")
    table.throw("5")
    says(table, Command.CHALLENGE)
    for card in "234":
        table.take(tapped(card))
    assert refuses(table, Command.CONFIRM) is Why.SHOW_THE_REST
    says(table, Command.COUNT, Command.BACK, Command.CONFIRM)  # three
    assert (table.play.challenge, table.play.stand.owed[A]) == (None, 2)


def test_a_card_that_was_played_and_shuffled_in() -> None:
    table = Table()
    table.throw("5H")
    table.take(tapped("5H", 1))
    says(table, Command.CONFIRM)
    assert table.game.question is not None
    says(table, Command.THROW)
