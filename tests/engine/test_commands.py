"""DESIGN 3, Command cards: each does what it says, and a whole game needs nothing else."""

import pytest

from engine.cards import Card
from engine.game import BoardShown, CountAsk, Game, NewGameAsk, SeatAsk, TurnShown, UndoAsk
from engine.input_data import read, written
from engine.inputs import (
    CardTapped,
    Command,
    CommandTapped,
    NewGame,
    RulesCardTapped,
    ShowBoardAsked,
    seat_of,
)
from engine.step import Effect
from engine.verdict import Why
from tests.engine.table import Table


def tapped(command: Command) -> CommandTapped:
    return CommandTapped(command, source="table")


def after_a_throw(rules: str = "pagat", **options: object) -> Table:
    table = Table(rules, **options)
    table.throw("5")
    return table


@pytest.mark.parametrize("command", Command)
def test_no_card_raises_and_a_refused_one_changes_nothing(command: Command) -> None:
    for table in (Table(), after_a_throw()):
        step = table.judged(tapped(command))
        if step.ruling is not None:
            assert step.game is table.game
    nowhere = Table()
    nowhere.game = Game()
    somewhere_to_begin = {Command.NEW_GAME, Command.CONFIRM, Command.SHOW_BOARD}
    assert (nowhere.judged(tapped(command)).ruling is None) == (command in somewhere_to_begin)


def test_a_game_is_played_by_cards_alone() -> None:
    table = Table()
    table.tap("K")
    table.tell(tapped(Command.CONFIRM))
    assert table.play.turns[-1].move is not None
    table.tap("5")
    table.tell(tapped(Command.THROW))
    assert table.play.turns[-1].move is None


def test_away_puts_the_card_away() -> None:
    table = Table()
    table.tap("K")
    table.tell(tapped(Command.AWAY))
    assert table.game.question is None


def test_the_card_in_question_laid_down_again_is_next() -> None:
    table = Table().stand("A:B0,C0")
    told = CardTapped(Card.parse("5"), laid=True)
    table.tell(told)
    first = table.question.at
    table.tell(told)
    assert table.question.at == first + 1
    table.tell(CardTapped(Card.parse("6"), laid=True))
    assert table.question.card.card == Card.parse("6")


def test_undo_is_offered_and_confirmed() -> None:
    """The run backwards is shown first; the same card again goes one further back, as far as there is."""
    table = after_a_throw()
    table.tell(tapped(Command.UNDO))
    assert table.game.ask == UndoAsk(1, table.now_ms + 10_000)
    assert table.why_not(tapped(Command.UNDO)) is Why.NOTHING_TO_UNDO
    table.tell(tapped(Command.CONFIRM))
    assert not table.play.turns
    table.tell(tapped(Command.REDO))
    assert len(table.play.turns) == 1


def test_the_last_move_and_the_one_before() -> None:
    table = after_a_throw()
    table.throw("5")
    for back in (0, 1, 1):
        table.tell(tapped(Command.LAST_MOVE))
        assert isinstance(table.game.shown, TurnShown)
        assert table.game.shown.back == back


def test_the_board_is_shown_and_left() -> None:
    table = Table()
    table.tell(tapped(Command.SHOW_BOARD))
    assert table.game.shown == BoardShown()
    table.tell(tapped(Command.SHOW_BOARD))
    assert table.game.shown is None
    table.tell(ShowBoardAsked())
    assert table.game.shown == BoardShown()


def test_a_challenge_means_the_last_thrower() -> None:
    table = after_a_throw()
    table.tell(tapped(Command.CHALLENGE))
    assert table.play.challenge is not None
    assert table.play.challenge.seat == seat_of("A")


def test_who_forgot_is_asked_and_the_count_too() -> None:
    table = after_a_throw("bark-up-a-tree")
    table.throw("5")
    table.tell(tapped(Command.FORGOT))
    assert table.game.ask == SeatAsk(seat_of("B"))
    table.tell(tapped(Command.BACK))
    table.tell(tapped(Command.CONFIRM))
    assert table.play.challenge is not None
    assert table.play.challenge.counting
    table.tell(tapped(Command.COUNT))
    assert table.game.ask == CountAsk(4)
    table.tell(tapped(Command.NEXT))
    assert table.game.ask == CountAsk(5)
    table.tell(tapped(Command.BACK))
    table.tell(tapped(Command.CONFIRM))
    assert table.play.challenge is None
    assert table.play.stand.owed[seat_of("A")] == 1


def test_nothing_is_counted_that_was_not_claimed() -> None:
    assert after_a_throw("bark-up-a-tree").why_not(tapped(Command.COUNT)) is Why.NO_CLAIM


def test_mercy_by_card() -> None:
    table = Table(mercy_after=2)
    for _ in range(5):
        table.throw("5")
    table.tell(tapped(Command.MERCY))
    assert table.hole("A8") in [step.end for step in table.play.turns[-1].mercy.steps]  # type: ignore[union-attr]
    assert table.why_not(tapped(Command.MERCY)) is Why.NO_MERCY


def test_shuffled_by_card() -> None:
    table = after_a_throw()
    table.tell(tapped(Command.SHUFFLED))
    assert not table.play.played


def test_a_new_game_without_a_phone() -> None:
    """DESIGN 3: team plan, ruleset by a rules card, then yes."""
    table = Table(players=6)
    table.tell(tapped(Command.NEW_GAME))
    ask = table.game.ask
    assert isinstance(ask, NewGameAsk)
    assert [offer.teams for offer in ask.offers] == [2, 3]
    table.tell(tapped(Command.NEXT))
    table.tell(RulesCardTapped("our house", "bark-up-a-tree", (("jack", 11),)))
    step = table.tell(tapped(Command.CONFIRM))
    assert Effect.NEW_GAME_WANTED in step.effects
    ask = table.game.ask
    assert isinstance(ask, NewGameAsk)
    wanted = ask.offers[ask.at]
    assert (wanted.rules, wanted.options, wanted.teams, wanted.first) == (
        "bark-up-a-tree",
        (("jack", 11),),
        3,
        None,
    )


def test_two_players_have_one_plan_and_kilpatrick_too() -> None:
    for rules, players in (("bark-up-a-tree", 2), ("kilpatrick", 6)):
        table = Table(rules, players)
        table.tell(tapped(Command.NEW_GAME))
        assert isinstance(table.game.ask, NewGameAsk)
        assert len(table.game.ask.offers) == 1


def test_a_rules_card_at_the_wrong_time_is_refused() -> None:
    assert Table().why_not(RulesCardTapped("pagat", "pagat")) is Why.NO_NEW_GAME


def test_a_rules_card_that_cannot_be_is_refused() -> None:
    table = Table()
    table.tell(tapped(Command.NEW_GAME))
    for card in (RulesCardTapped("gone", "gone"), RulesCardTapped("odd", "pagat", (("jack", 99),))):
        assert table.why_not(card) is Why.BAD_SETUP


def test_a_seat_s_own_command_out_of_turn_is_refused() -> None:
    table = Table()
    table.tap("K")
    assert table.why_not(CommandTapped(Command.CONFIRM, seat_of("B"))) is Why.NOT_YOUR_TURN


@pytest.mark.parametrize(
    "told",
    [
        CommandTapped(Command.LAST_MOVE, seat_of("C"), "x"),
        RulesCardTapped("n", "pagat", (("jack", 11),)),
        NewGame(4, "pagat", deck=(("7H", 3),)),
        CardTapped(Card.parse("7H"), 2),
    ],
    ids=lambda told: type(told).__name__,
)
def test_written_and_read_again(told: object) -> None:
    assert read(written(told)) == told  # type: ignore[arg-type]


def test_from_another_seats_reader_nobody_throws() -> None:
    table = Table()
    table.tap("5")
    step = table.judged(CommandTapped(Command.THROW, seat_of("B"), "reader of B"))
    assert step.ruling is not None
    assert (step.ruling.why, step.ruling.name) == (Why.NOT_YOUR_TURN, "A")
    table.tell(CommandTapped(Command.THROW, seat_of("A"), "reader of A"))


def test_a_claim_that_is_refused_stays_asked() -> None:
    table = after_a_throw("bark-up-a-tree")
    table.tell(tapped(Command.FORGOT))
    table.tell(tapped(Command.NEXT))  # B, who has not played yet
    assert table.why_not(tapped(Command.CONFIRM)) is Why.NO_CLAIM
    assert table.game.ask == SeatAsk(seat_of("B"))
