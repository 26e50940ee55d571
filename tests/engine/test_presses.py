"""DESIGN 3, Presses: what lies behind the cells, and the quarter of a second without a confirm."""

import pytest

from engine.cards import Card
from engine.choose import Asked
from engine.game import BoardShown, Game, NewGameAsk, ReasonsShown, TurnShown
from engine.inputs import (
    CardTapped,
    Chosen,
    Key,
    NewGame,
    Pointed,
    Pressed,
    ThrowAsked,
    TimeReached,
    UndoAsked,
    seat_of,
)
from engine.modes import Mode, mode_of
from engine.referee import judge
from engine.step import Effect
from engine.verdict import Why
from tests.engine.happened import happened
from tests.engine.modes_reached import (
    CROWD,
    MODES,
    PRESSES,
    board_shown,
    choosing,
    no_card,
    no_game,
    over,
    refused,
    undo_offered,
)
from tests.engine.table import Table

NEXT, BACK, CONFIRM, CANCEL = Key


# --- Choosing, row by row on ----------------------------------------------------------------------


def test_the_ring_wraps() -> None:
    table = choosing()
    ring = table.ring()
    assert len(ring) > 2
    for n in [*range(1, len(ring)), 0]:
        table.press(NEXT)
        assert table.question.at == n
    table.press(BACK)
    assert table.question.at == len(ring) - 1


def test_each_ring_begins_at_its_first() -> None:
    table = choosing()
    table.press(NEXT)
    table.press(CONFIRM)
    assert table.question.at == 0


def test_held_back_goes_one_question_back_to_where_the_cursor_stood_then_puts_the_card_away() -> None:
    table = choosing()
    table.press(NEXT)
    stood = table.question
    table.press(CONFIRM)
    assert happened(table.game, table.press(BACK, held=True)) != "card away"
    assert table.question == stood
    table.press(BACK, held=True)
    assert table.game.question is None


def test_the_last_confirm_plays() -> None:
    table = Table().stand("A:B0")
    table.tap("5")
    before = table.game
    step = table.press(CONFIRM)
    assert happened(before, step) == "played"
    assert set(step.effects) == {Effect.TAKEN, Effect.YOUR_TURN, Effect.DRAW_FIRST}
    assert table.game.handwork


def test_a_refused_card_is_thrown_by_a_held_confirm_only() -> None:
    table = refused()
    for key, held in PRESSES:
        step = table.judged(Pressed(key, held))
        assert (happened(table.game, step) == "thrown") == ((key, held) == (CONFIRM, True))


def test_a_throw_that_is_a_leaf_is_taken_like_a_result() -> None:
    table = Table().stand("A:A10 B:B0")
    table.tap("Joker")
    table.press(BACK)
    assert table.question.ring().candidates[table.question.at].answer.asked is Asked.THROW
    before = table.game
    assert happened(before, table.press(CONFIRM)) == "thrown"


def test_walking_the_ring_ticks_by_what_the_result_does() -> None:
    # C's peg from C0 is A's to help, the one on C5 shoves D's, CH1 goes further home.
    table = Table().stand("A:AH1,AH2,AH3,AH4,AH5 C:C0,C5,CH1 D:C7")
    table.tap("2")
    heard = {}
    for _ in table.ring():
        step = table.press(NEXT)
        heard[table.ring()[table.question.at]] = step.effects
    assert heard == {
        "2 C0-C2": (Effect.TICK_HELP,),
        "2 C5-C7 xC7-S": (Effect.TICK_SHOVE,),
        "2 CH1-CH3": (Effect.TICK_HOME,),
    }


def test_a_ring_of_answers_only_ticks() -> None:
    assert choosing().press(NEXT).effects == (Effect.TICK,)


# --- Reasons, board, turns ------------------------------------------------------------------------


def test_the_reasons_go_on_and_back_peg_by_peg() -> None:
    table = refused()
    seen = []
    for key in (NEXT, NEXT, BACK, BACK, BACK):
        table.press(key)
        assert isinstance(table.game.shown, ReasonsShown)
        seen.append(table.game.shown.at)
    assert seen == [0, 1, 0, -1, -2]


def test_walking_leaves_the_reasons() -> None:
    table = choosing()
    table.press(NEXT, held=True)
    table.press(NEXT)
    assert table.game.shown is None


def test_the_board_is_shown_seat_by_seat_and_whole_again() -> None:
    table = board_shown()
    seen = []
    for _ in range(6):
        table.press(NEXT)
        assert isinstance(table.game.shown, BoardShown)
        seen.append(table.game.shown.seat)
    assert seen == [0, 1, 2, 3, None, 0]


def test_the_question_waits_under_the_board() -> None:
    table = refused()
    question = table.question
    table.press(NEXT, held=True)
    assert mode_of(table.game) is Mode.BOARD_SHOWN
    table.press(CONFIRM)
    assert table.game.question is question
    table.press(NEXT, held=True)
    table.press(CANCEL)
    assert table.game.question is None


def test_without_a_game_the_board_has_no_seats_to_show() -> None:
    table = no_game()
    table.press(NEXT, held=True)
    table.press(NEXT)
    assert table.game == Game()


def test_the_last_move_again_then_earlier_ones() -> None:
    table = no_card()
    seen = []
    for key in (NEXT, NEXT, NEXT, BACK, BACK):
        table.press(key)
        assert isinstance(table.game.shown, TurnShown)
        seen.append(table.game.shown.back)
    assert seen == [0, 1, 1, 0, 0]
    assert Table().why_not(Pressed(NEXT)) is Why.NOTHING_TO_SHOW


def test_a_game_that_is_over_is_shown_again_from_its_first_turn() -> None:
    table = over()
    seen = []
    for key in (NEXT, NEXT, NEXT, BACK):
        table.press(key)
        assert isinstance(table.game.shown, TurnShown)
        seen.append(table.game.shown.back)
    assert seen == [1, 0, 0, 1]


def test_hand_work_ends_once() -> None:
    table = no_card()
    table.press(CONFIRM)
    assert table.why_not(Pressed(CONFIRM)) is Why.NOTHING_TO_CONFIRM


def test_hand_work_ends_with_the_next_card_confirmed_and_not_with_the_next_question() -> None:
    table = no_card()
    table.tap("5")
    assert table.game.handwork
    table.press(CANCEL)
    assert table.game.handwork
    table.stand("C:", "C").tap("5")
    table.tell(ThrowAsked())
    assert not table.game.handwork


# --- Undo -----------------------------------------------------------------------------------------


def test_an_undo_goes_as_far_back_as_was_asked_and_no_further_than_there_are_turns() -> None:
    table = undo_offered()
    table.press(BACK)
    assert table.why_not(Pressed(BACK)) is Why.NOTHING_TO_UNDO
    table.press(CONFIRM)
    assert table.play.turns == ()
    assert len(table.play.undone) == 2
    assert table.why_not(Pressed(BACK, True)) is Why.NOTHING_TO_UNDO


def test_an_undo_that_nobody_confirms_is_dropped_after_ten_seconds() -> None:
    table = undo_offered()
    assert table.game.deadline_ms == table.now_ms + 10_000
    assert table.judged(TimeReached(), 9_999).game is table.game
    table.tell(TimeReached(), 10_000)
    assert mode_of(table.game) is Mode.NO_CARD
    assert table.game.deadline_ms is None


def test_each_step_back_has_its_own_ten_seconds() -> None:
    table = undo_offered()
    table.press(BACK, after_ms=9_000)
    assert table.game.deadline_ms == table.now_ms + 10_000


# --- New games ------------------------------------------------------------------------------------


def test_a_new_board_offers_a_game_of_four_and_one_that_was_played_the_same_table() -> None:
    table = no_game()
    table.press(CONFIRM)
    assert isinstance(table.game.ask, NewGameAsk)
    assert table.game.ask.offers[0].players == 4
    table.press(BACK, held=True)
    table.game = Game(last_setup=NewGame(6, "pagat", teams=3, first=seat_of("B"), game_id="g7"))
    table.press(CONFIRM)
    assert table.game.ask.offers == (NewGame(6, "pagat", teams=3), NewGame(6, "pagat", teams=2))


def test_a_rematch_is_the_same_table_and_the_deal_moves_left() -> None:
    table = over()
    table.press(CONFIRM, held=True)
    assert isinstance(table.game.ask, NewGameAsk)
    offer = table.game.ask.offers[0]
    assert (offer.players, offer.rules, offer.first) == (4, "pagat", seat_of("A"))  # D had begun
    assert judge(table.game, offer, table.now_ms).ruling is None


# --- 250 ms after a change from elsewhere ---------------------------------------------------------


def changes() -> dict[str, Pressed | CardTapped | Pointed]:
    return {
        "another card": CardTapped(Card.parse("K")),
        "another seat's button": Pressed(NEXT, seat=seat_of("C"), source="buttons of seat 2"),
        "a phone walks": Pressed(NEXT, source="phone"),
        "a phone takes": Pressed(CONFIRM, source="phone"),
        "a phone puts away": Pressed(CANCEL, source="phone"),
        "a phone points": Pointed("A10", source="phone"),
    }


@pytest.mark.parametrize("what", changes())
@pytest.mark.parametrize(("wait_ms", "blinks"), [(0, True), (249, True), (250, False), (1000, False)])
def test_a_confirm_so_soon_after_a_change_from_elsewhere_only_blinks(
    what: str, wait_ms: int, blinks: bool
) -> None:
    table = choosing().stand(CROWD, "C")
    table.tap("9")
    table.tell(changes()[what])
    step = table.judged(Pressed(CONFIRM, source="buttons"), wait_ms)
    assert (step.ruling is not None and step.ruling.why is Why.CHANGED) == blinks
    assert not blinks or step.game is table.game


@pytest.mark.parametrize(("wait_ms", "thrown"), [(249, False), (250, True)])
def test_a_held_confirm_does_not_throw_a_card_that_was_put_there_meanwhile(
    wait_ms: int, thrown: bool
) -> None:
    table = refused()
    table.tap("6")
    step = table.judged(Pressed(CONFIRM, True, source="buttons"), wait_ms)
    assert (happened(table.game, step) == "thrown") == thrown


def test_a_confirm_does_not_take_back_what_a_phone_has_just_offered_to() -> None:
    table = no_card()
    table.press(BACK, held=True, source="phone")
    assert table.why_not(Pressed(CONFIRM, source="buttons"), 100) is Why.CHANGED
    assert happened(table.game, table.judged(Pressed(CONFIRM, source="phone"), 100)) == "1 undone"


def test_hand_work_may_be_confirmed_at_once() -> None:
    table = Table().stand("A:B0")
    table.tap("5")
    table.tell(Chosen("5 B0-B5"))
    table.press(CONFIRM, after_ms=1)
    assert not table.game.handwork


def test_nor_does_it_wait_for_a_question_that_has_had_its_answer() -> None:
    table = Table().stand("A:B0")
    table.tap("4")
    table.tap("5")
    table.tell(Chosen("5 B0-B5"), 1)
    table.press(CONFIRM, after_ms=1)
    assert not table.game.handwork


def test_the_same_hands_may_be_quick() -> None:
    table = choosing()
    for key in (NEXT, CONFIRM, NEXT, CONFIRM):
        table.press(key, after_ms=1)


def test_a_first_card_may_be_confirmed_at_once() -> None:
    table = Table().stand("A:B0")
    table.tap("5")
    table.press(CONFIRM, after_ms=1)
    assert len(table.play.turns) == 1


# --- Whose buttons --------------------------------------------------------------------------------


@pytest.mark.parametrize("mode", [Mode.NO_CARD, Mode.CHOOSING, Mode.REFUSED, Mode.UNDO_OFFERED])
def test_a_seats_own_button_is_refused_out_of_turn(mode: Mode) -> None:
    table = MODES[mode]()
    assert table.play.turn == seat_of("C") or table.stand("", "C")
    step = table.judged(Pressed(BACK, seat=seat_of("B")))
    assert step.ruling is not None
    assert (step.ruling.why, step.ruling.name, step.game) == (Why.NOT_YOUR_TURN, "C", table.game)
    assert table.judged(Pressed(BACK, True, seat=seat_of("C"))).ruling is None


@pytest.mark.parametrize("mode", [Mode.BOARD_SHOWN, Mode.OVER])
def test_to_look_and_to_begin_again_is_everybodys(mode: Mode) -> None:
    assert MODES[mode]().judged(Pressed(NEXT, seat=seat_of("B"))).ruling is None


def test_undoing_by_word_needs_no_question() -> None:
    table = no_card()
    assert table.tell(UndoAsked()).effects == (Effect.TAKEN,)
    assert len(table.play.turns) == 1
