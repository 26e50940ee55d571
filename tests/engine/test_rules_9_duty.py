"""RULES 9: the duty to move, what is played when, the end of the game; in closed hands."""

import pytest

from engine.cards import Card
from engine.inputs import (
    CardTapped,
    Chosen,
    Key,
    MercyTaken,
    NewGame,
    PositionAgreed,
    Pressed,
    Shuffled,
    ThrowAsked,
    seat_of,
)
from engine.modes import Mode, mode_of
from engine.phase import Phase, phase_of
from engine.step import Effect
from engine.verdict import Why
from tests.engine.fast import home, pegs_of, plays
from tests.engine.table import Table

NEVER = ("pagat", "kilpatrick", "gamerules")
ONLY_PLAY = ("bark-up-a-tree", "social-security")


# --- Duty -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("rules", NEVER + ONLY_PLAY)
def test_a_card_that_can_move_is_not_thrown_however_bad(rules: str) -> None:
    # The one move takes A round its home again, or past it: it must be played all the same.
    table = Table(rules).stand("A:B0")
    table.tap("5")
    step = table.judged(ThrowAsked())
    assert step.ruling is not None
    assert (step.ruling.why, step.ruling.holes, step.game) == (Why.MUST_MOVE, (table.hole("B0"),), table.game)


@pytest.mark.parametrize("rules", NEVER + ONLY_PLAY)
def test_one_that_cannot_is_thrown_and_the_turn_is_over(rules: str) -> None:
    table = Table(rules)
    table.throw("5")
    assert table.play.turn == seat_of("B")
    assert table.play.turns[-1].move is None
    assert not table.game.handwork


def test_coming_out_is_a_move_and_has_no_hole_to_show() -> None:
    table = Table()
    table.tap("K")
    step = table.judged(ThrowAsked())
    assert step.ruling is not None
    assert (step.ruling.why, step.ruling.holes) == (Why.MUST_MOVE, ())


def test_steps_inside_home_are_moves() -> None:
    table = Table().stand("A:AH1")
    table.tap("4")
    assert table.why_not(ThrowAsked()) is Why.MUST_MOVE


def test_every_split_is_a_move_and_shows_all_pegs_that_take_part() -> None:
    table = Table().stand("A:AH1,AH2,B0")
    table.tap("7")
    step = table.judged(ThrowAsked())
    assert step.ruling is not None
    assert step.ruling.holes == (table.hole("B0"), table.hole("AH2"))  # AH2 bars AH1


@pytest.mark.parametrize("rules", NEVER)
def test_joker_duty_never_a_joker_need_never_be_played(rules: str) -> None:
    table = Table(rules).stand("B:B5")
    table.tap("Joker")
    table.tell(ThrowAsked())
    assert table.play.turns[-1].move is None


@pytest.mark.parametrize("rules", ONLY_PLAY)
def test_joker_duty_only_play_a_joker_that_can_move_is_not_thrown(rules: str) -> None:
    table = Table(rules).stand("B:B5")
    table.tap("Joker")
    assert table.why_not(ThrowAsked()) is Why.MUST_MOVE


@pytest.mark.parametrize("rules", NEVER + ONLY_PLAY)
def test_a_joker_may_be_played_although_another_card_could_move(rules: str) -> None:
    table = Table(rules).stand("A:A10 B:B5")
    table.tap("Joker")
    assert table.question.moves


@pytest.mark.parametrize("rules", ONLY_PLAY)
def test_a_joker_that_cannot_move_is_thrown(rules: str) -> None:
    table = Table(rules).stand("A:A10")
    table.throw("Joker")


def test_a_finished_seat_still_takes_its_turns_and_the_duty_is_the_same() -> None:
    table = Table().stand(f"A:{home('A')} C:C0")
    table.tap("5")
    assert table.why_not(ThrowAsked()) is Why.MUST_MOVE
    table.tell(Chosen("5 C0-C5"))
    assert table.play.turns[-1].seat == seat_of("A")


def test_nothing_is_thrown_without_a_card() -> None:
    assert Table().why_not(ThrowAsked()) is Why.NO_CARD


# --- Played ---------------------------------------------------------------------------------------


def test_a_card_is_free_until_the_last_confirm_and_played_from_then_on() -> None:
    table = Table().stand("A:B0")
    table.tap("5H")
    table.press(Key.CANCEL)
    assert not table.play.played
    table.tap("5H")
    table.press(Key.CONFIRM)
    assert [str(card) for card in table.play.played] == ["5♥ (1)"]


def test_another_card_before_the_confirm_is_a_new_question_and_put_away_brings_back_the_first() -> None:
    table = Table().stand("A:B0")
    table.tap("5H")
    first = table.question
    table.tap("7C")
    table.tap("6D")
    table.press(Key.CANCEL)
    assert str(table.question.card.card) == "7♣"
    table.press(Key.CANCEL)
    assert table.question is first
    table.press(Key.CANCEL)
    assert table.game.question is None


def test_a_card_tapped_again_while_others_lie_aside_is_asked_once() -> None:
    table = Table().stand("A:B0")
    for card in ("5H", "7C", "5H"):
        table.tap(card)
    table.press(Key.CANCEL)
    table.press(Key.CANCEL)
    assert table.game.question is None


def test_the_card_in_question_tapped_again_changes_nothing() -> None:
    table = Table().stand("A:B0")
    table.tap("5H")
    step = table.judged(CardTapped(Card.parse("5H"), 1))
    assert (step.ruling, step.game) == (None, table.game)
    table.tap("JC")  # not A's: nothing stands there
    table.stand("").tap("3C")
    again = table.judged(CardTapped(Card.parse("3C"), 1))
    assert again.ruling == table.question.reason
    assert again.game is table.game


def test_a_played_card_is_not_played_again_but_its_copies_are_until_the_shuffle() -> None:
    table = Table()
    for _ in range(3):  # three decks
        table.throw("5H")
    for copy in (None, 2):
        assert ruling(table, CardTapped(Card.parse("5H"), copy)) is Why.CARD_ALREADY_PLAYED
    table.tell(Shuffled())
    table.throw("5H")


@pytest.mark.parametrize(
    ("card", "copy", "players"),
    [("Joker", None, 2), ("5H", 4, 4), ("5H", 0, 4), ("5H", -1, 4), ("Joker", 7, 4), ("5", 13, 4)],
)
def test_a_card_that_the_decks_do_not_hold_is_refused(card: str, copy: int | None, players: int) -> None:
    table = Table("bark-up-a-tree", players)
    assert table.why_not(CardTapped(Card.parse(card), copy)) is Why.NOT_IN_DECK


def test_a_suit_may_stay_unsaid() -> None:
    table = Table()
    for _ in range(12):  # four suits in three decks
        table.throw("5")
    assert ruling(table, CardTapped(Card.parse("5"))) is Why.CARD_ALREADY_PLAYED


def ruling(table: Table, told: CardTapped) -> Why | None:
    """Why an input is refused that makes the board ask something."""
    step = table.judged(told)
    return step.ruling.why if step.ruling else None


def test_out_of_turn_a_seats_own_reader_is_refused_and_a_stand_in_is_not() -> None:
    table = Table().stand("A:B0")
    tap = CardTapped(Card.parse("5H"), seat=seat_of("C"))
    step = table.judged(tap)
    assert step.ruling is not None
    assert (step.ruling.why, step.ruling.name) == (Why.NOT_YOUR_TURN, "A")


# --- End ------------------------------------------------------------------------------------------

BRINK = f"A:A2,{home('A', 2, 3, 4, 5)} C:{home('C')} B:B5"


def test_the_first_side_with_all_its_pegs_home_after_a_completed_card_wins() -> None:
    table = Table().stand(BRINK)
    step = table.choose("2", "A2-AH1")
    assert phase_of(table.game) is Phase.OVER
    assert table.play.winner == (seat_of("A"), seat_of("C"))
    assert step.effects == (Effect.TAKEN, Effect.HOME, Effect.WIN)


def test_the_game_is_over_for_all() -> None:
    table = Table().stand(BRINK)
    table.choose("2", "A2-AH1")
    assert mode_of(table.game) is Mode.OVER
    assert table.why_not(CardTapped(Card.parse("5H"))) is Why.GAME_OVER
    assert table.why_not(Shuffled()) is Why.GAME_OVER
    assert table.why_not(ThrowAsked()) is Why.NO_CARD


def test_without_teams_the_player_wins() -> None:
    table = Table("bark-up-a-tree", players=2).stand(f"A:A2,{home('A', 2, 3, 4, 5)} C:C5")
    table.choose("2", "A2-AH1")
    assert table.play.winner == (seat_of("A"),)


def test_one_seat_home_is_not_the_side_home() -> None:
    table = Table().stand(f"A:A2,{home('A', 2, 3, 4, 5)} C:C5")
    table.choose("2", "A2-AH1")
    assert table.play.winner is None


def test_a_split_whose_first_half_would_win_still_needs_its_second_half() -> None:
    assert plays("7", f"A:A1,{home('A', 2, 3, 4, 5)} C:{home('C')}", "bark-up-a-tree") == {
        f"A:A8,{home('A', 2, 3, 4, 5)} C:{home('C')}"
    }


def test_a_helper_wins_with_the_helped_seats_last_peg() -> None:
    table = Table().stand(f"A:{home('A')} C:C2,{home('C', 2, 3, 4, 5)}")
    table.choose("2", "C2-CH1")
    assert table.play.winner == (seat_of("A"), seat_of("C"))


def test_a_position_agreed_on_is_never_a_win() -> None:
    table = Table()
    pegs = pegs_of(f"A:{home('A')} C:{home('C')}", "ABCD")
    table.tell(PositionAgreed(tuple((seat, tuple(holes)) for seat, holes in pegs.items()), seat_of("A")))
    assert table.play.winner is None


# --- two_swaps ------------------------------------------------------------------------------------


def test_a_2_may_trade_places_with_any_track_peg_of_another_colour_teammates_included() -> None:
    assert plays("2", "A:A10 B:B5 C:C5", two_swaps=True) == {
        "A:A12 B:B5 C:C5",
        "A:B5 B:A10 C:C5",
        "A:C5 B:B5 C:A10",
    }


def test_nobody_is_bumped_and_a_peg_may_arrive_on_or_leave_any_in_spot() -> None:
    # C comes to its own in-spot though C's other peg stands near, A leaves it.
    assert "A:C4 C:C3" in plays("2", "A:C3 C:C4", two_swaps=True)
    assert "A:A3 B:A4" in plays("2", "A:A4 B:A3", two_swaps=True, home_entry="no_pass")


def test_home_and_start_pegs_take_no_part() -> None:
    assert plays("2", f"A:{home('A', 5)} B:B5", two_swaps=True) == set()
    assert plays("2", f"A:A10 B:{home('B', 5)}", two_swaps=True) == {f"A:A12 B:{home('B', 5)}"}


def test_the_joker_limits_do_not_apply() -> None:
    assert "A:B5 B:A10" in plays("2", "A:A10 B:B5", two_swaps=True, joker_from_track="never")


def test_only_with_a_2_and_only_where_the_option_is_on() -> None:
    assert plays("3", "A:A10 B:B5", two_swaps=True) == {"A:A13 B:B5"}
    assert plays("2", "A:A10 B:B5") == {"A:A12 B:B5"}


def test_a_2_that_can_swap_may_not_be_thrown() -> None:
    table = Table(two_swaps=True).stand("A:A10,A11,A12 B:B5")
    table.tap("2")
    assert table.why_not(ThrowAsked()) is Why.MUST_MOVE


# --- Mercy ----------------------------------------------------------------------------------------


def test_mercy_is_offered_with_the_nth_throw_in_a_row_of_a_seat_and_each_after_it() -> None:
    table = Table(mercy_after=2)
    for card in ("5", "6", "4", "3"):
        table.throw(card)
    assert table.play.stand.ending is None
    table.throw("2")  # A's second
    assert phase_of(table.game) is Phase.MERCY
    table.tell(MercyTaken())
    assert table.play.turn == seat_of("B")


def test_mercy_comes_out_under_the_rules_of_landing() -> None:
    for pegs in ("A:A8 C:A13,C3", "C:A8,C3"):  # an own peg there, a teammate that has nowhere to go
        table = Table(mercy_after=2)
        table.throw("5")
        table.stand(pegs, "A").throw("5")
        assert table.play.stand.ending is None
        assert table.play.turn == seat_of("B")


# --- No game --------------------------------------------------------------------------------------


def test_a_new_game_leaves_the_one_that_runs() -> None:
    table = Table().stand("A:B0")
    table.tap("5")
    table.tell(NewGame(2, "bark-up-a-tree", first=seat_of("C")))
    assert table.play.turn == seat_of("C")
    assert table.game.question is None
    assert not table.play.turns
    assert table.judged(Pressed(Key.CONFIRM)).ruling is not None
