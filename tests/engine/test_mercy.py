"""RULES 9: mercy, helping seats with their own hands, and the end at tables of two to five teams."""

import pytest

from engine.board import START
from engine.cards import Card
from engine.game import MercyAsk
from engine.handwork import Carry
from engine.inputs import (
    CardTapped,
    Challenged,
    Key,
    MercyTaken,
    Pressed,
    RefillDone,
    Shuffled,
    ThrowAsked,
    UndoAsked,
    seat_of,
)
from engine.phase import Phase, phase_of
from engine.step import Effect
from engine.verdict import Reason, Why
from tests.engine.table import Table
from tests.engine.tracked import Tracked

NEXT, BACK, CONFIRM, CANCEL = Key
A, B, C, D = map(seat_of, "ABCD")


def thrown(*cards: str, rules: str = "pagat", mercy_after: int = 2, **options: object) -> Table:
    """Seat after seat has thrown a card; nobody has a peg out."""
    table = Table(rules, mercy_after=mercy_after, **options)
    for card in cards:
        table.throw(card)
    return table


def offered(table: Table) -> str:
    ending = table.play.stand.ending
    return "".join("ABCDEFGHIJ"[seat] for seat in ending.mercy) if ending else ""


# --- counting -------------------------------------------------------------------------------------


@pytest.mark.parametrize("after", [2, 3, 5])
def test_throws_in_a_row_are_counted_for_each_seat_that_throws(after: int) -> None:
    table = thrown(*"5555444433332222"[: 4 * (after - 1)], mercy_after=after)
    assert offered(table) == ""
    table.throw("6")
    assert (offered(table), phase_of(table.game), table.play.turn) == ("A", Phase.MERCY, A)


def test_without_the_option_there_is_none() -> None:
    assert offered(thrown(*"55555", mercy_after=0)) == ""


def test_a_played_card_sets_the_count_to_zero() -> None:
    table = thrown(*"5555")
    table.choose("K", "AS-A8")
    assert table.play.stand.throws == (0, 1, 1, 1)
    table.stand("", "A").throw("5")
    assert offered(table) == ""


def test_so_does_a_mercy() -> None:
    table = thrown(*"55555")
    table.tell(MercyTaken(A))
    assert table.play.stand.throws[A] == 0
    for _ in "BCD":
        table.throw("6")
        table.tell(MercyTaken())
    table.stand("", "A").throw("6")
    assert offered(table) == ""


def test_one_declined_does_not_and_it_is_offered_with_each_throw_after_it() -> None:
    table = thrown(*"55555")
    table.tell(MercyTaken())
    assert (table.play.turn, table.play.stand.throws[A]) == (B, 2)
    for _ in "BCD":
        table.throw("6")
        table.tell(MercyTaken())
    table.throw("6")
    assert (offered(table), table.play.stand.throws[A]) == ("A", 3)


# --- what it does ---------------------------------------------------------------------------------


def test_it_brings_one_start_peg_to_its_come_out_hole_without_a_card() -> None:
    table = thrown(*"55555")
    step = table.tell(MercyTaken(A))
    assert table.play.position[A] == 1 << table.hole("A8")
    assert (table.play.turn, Effect.YOUR_TURN in step.effects) == (B, True)
    assert table.game.handwork is not None
    assert table.game.handwork.pegs == (Carry(A, START, table.hole("A8")),)


def test_under_the_rules_of_landing() -> None:
    table = thrown(*"5555").stand("B:A8", "A")
    table.throw("6")
    table.tell(MercyTaken(A))
    assert (table.play.position[A], table.play.position[B]) == (1 << table.hole("A8"), 0)
    table = thrown(*"5555").stand("C:A8", "A")
    table.throw("6")
    table.tell(MercyTaken(A))
    assert table.play.position[C] == 1 << table.hole("C3")


@pytest.mark.parametrize("pegs", ["A:A8", "C:A8,C3", "A:AH1,AH2,AH3,AH4,AH5 C:C8,C3"])
def test_nothing_is_offered_where_it_could_not_land(pegs: str) -> None:
    """An own peg on the hole; a teammate on it whose in-spot its own colour holds; a helped peg likewise."""
    table = thrown(*"5555").stand(pegs, "A")
    table.tap("Joker")  # it may stay in the hand, or it cannot move
    table.tell(ThrowAsked())
    assert offered(table) == ""


def test_a_helper_brings_out_the_helped_seats_peg_and_its_own_throws_count() -> None:
    table = thrown(*"5555").stand("A:AH1,AH2,AH3,AH4,AH5", "A")
    table.throw("6")
    assert offered(table) == "C"
    table.tell(MercyTaken(C))
    assert table.play.position[C] == 1 << table.hole("C8")
    assert table.play.stand.throws == (0, 1, 1, 1)


def test_who_moves_the_whole_team_chooses_which() -> None:
    table = thrown(*"55555", rules="kilpatrick")
    assert offered(table) == "AC"
    assert table.why_not(MercyTaken(B)) is Why.NO_MERCY
    table.press(NEXT)
    assert table.game.ask == MercyAsk(1)
    table.press(CONFIRM)
    assert table.play.position[C] == 1 << table.hole("C8")


def test_it_never_makes_a_card_playable_for_the_duty() -> None:
    """All four may throw on and on, though each could be shown mercy."""
    table = thrown(*"55555")
    table.tell(MercyTaken())
    table.throw("6")


@pytest.mark.parametrize("key", [(BACK, True), (CANCEL, False)])
def test_it_is_declined_by_a_press(key: tuple[Key, bool]) -> None:
    table = thrown(*"55555")
    step = table.press(*key)
    assert (table.play.turn, table.play.position[A], offered(table)) == (B, 0, "")
    assert Effect.YOUR_TURN in step.effects


def test_and_by_going_on() -> None:
    table = thrown(*"55555")
    table.tap("6")
    assert (table.play.turn, offered(table), phase_of(table.game)) == (B, "", Phase.CHOOSING)
    assert table.why_not(MercyTaken(A)) is Why.NO_MERCY


def test_going_on_from_a_seat_s_own_reader_is_the_next_seat_s() -> None:
    table = thrown(*"55555")
    assert table.take(CardTapped(Card.parse("6H"), 1, A)) == Reason(Why.NOT_YOUR_TURN, name="B")
    assert phase_of(table.game) is Phase.MERCY
    table.take(CardTapped(Card.parse("6H"), 1, B))
    assert table.play.turn == B


def test_there_is_none_before_the_throw_nor_twice() -> None:
    table = thrown(*"5555")
    assert table.why_not(MercyTaken(A)) is Why.NO_MERCY
    table.throw("6")
    table.tell(MercyTaken(A))
    assert table.why_not(MercyTaken(A)) is Why.NO_MERCY


def test_a_throw_proved_wrong_takes_the_count_back_too() -> None:
    table = thrown(*"55555")
    table.tell(Challenged(A))
    table.take(CardTapped(Card.parse("K")))
    assert table.play.stand.throws == (1, 1, 1, 1)
    assert offered(table) == ""


# --- mercy in tracked hands -----------------------------------------------------------------------

HANDS = ("5H 5S 5D 5C 6H", "4H 4S 4D 4C 6S")


def tracked(**options: object) -> Tracked:
    """Two players; A's second throw in a row has just been made."""
    table = Tracked(*HANDS, mercy_after=2, **options)
    for drawn, card in (("2H", "5H"), ("3H", "4H"), ("2S", "5S")):
        table.draws(drawn)
        table.throw(card)
    assert (table.turn, table.phase) == ("A", Phase.MERCY)
    return table


def test_the_next_seat_s_draw_declines_it() -> None:
    table = tracked()
    table.draws("3S")
    assert (table.turn, table.hand("C"), table.phase) == ("C", "3H 3S 4C 4D 4S 6S", Phase.PLAYING)


def test_the_next_seat_s_hand_card_declines_it_and_the_draw_cue_is_its_own() -> None:
    table = tracked()
    assert table.taps("4S") == Reason(Why.DRAW_FIRST)
    assert (table.turn, table.phase) == ("C", Phase.DRAWING)
    table.tap("4S")


def test_an_own_card_or_another_s_does_not() -> None:
    table = tracked()
    assert table.taps("5D") == Reason(Why.NOT_YOUR_TURN, name="C")
    assert table.phase is Phase.MERCY


def test_mercy_then_the_next_seat_draws() -> None:
    table = tracked()
    table.tell(MercyTaken(A))
    assert (table.turn, table.phase) == ("C", Phase.DRAWING)


def test_where_one_draws_after_the_throw_mercy_comes_first_and_then_the_card() -> None:
    table = Tracked("5H 5S 5D", "4H 4S 4D", mercy_after=2, draw="after", deal=3)
    for card, drawn in (("5H", "2H"), ("4H", "3H")):
        table.throw(card)
        table.draws(drawn)
    table.throw("5S")
    assert (table.turn, table.phase) == ("A", Phase.MERCY)
    table.tell(MercyTaken(A))
    assert (table.turn, table.phase) == ("A", Phase.DRAWING)
    table.draws("2S")
    assert (table.turn, table.hand("A")) == ("C", "2H 2S 5D")


def test_there_the_own_draw_declines_it() -> None:
    table = Tracked("5H 5S 5D", "4H 4S 4D", mercy_after=2, draw="after", deal=3)
    for card, drawn in (("5H", "2H"), ("4H", "3H")):
        table.throw(card)
        table.draws(drawn)
    table.throw("5S")
    table.draws("2S")
    assert (table.turn, table.play.position[A]) == ("C", 0)


def test_an_empty_pile_waits_for_the_mercy() -> None:
    deck = (("5H", 3), ("5S", 3), ("6H", 3), ("6S", 3), ("4H", 1))
    table = Tracked("5H 5H.2 5H.3 5S 5S.2", "6H 6H.2 6H.3 6S 6S.2", deck=deck, mercy_after=2)
    for drawn, card in (("5S.3", "5H"), ("6S.3", "6H"), ("4H", "5H.2")):
        table.draws(drawn)
        table.throw(card)
    assert table.phase is Phase.MERCY
    table.tell(MercyTaken())
    assert (table.turn, table.phase) == ("C", Phase.SHUFFLING)
    table.tell(Shuffled())
    table.draws("5H")


# --- helping seats --------------------------------------------------------------------------------


def test_a_finished_seat_still_draws_throws_and_forgets_with_its_own_hand() -> None:
    """RULES 9, Helping: everything but the pegs is its own."""
    table = Tracked(
        "5H 5S 5D 5C 6H", "4H 4S 4D 4C 6S", "3H 3S 3D 3C 6D", "2H 2S 2D 2C 6C", rules="bark-up-a-tree"
    ).stand("A:AH1,AH2,AH3,AH4,AH5")
    assert table.phase is Phase.DRAWING
    table.taps("5H")
    table.throw("5H")  # C has no peg out: nothing moves
    assert table.play.turns[-1].forgot
    for drawn, card in (("9H", "4H"), ("9S", "3H"), ("9D", "2H")):
        table.draws(drawn)
        table.throw(card)
    assert table.turn == "A"
    table.draws("9C 9C.2")
    assert (table.hand("A"), table.locked("A")) == ("5C 5D 5S 6H", "9C 9C.2")


def test_its_duty_is_the_same_with_the_helped_pegs() -> None:
    table = Tracked(
        "5H 5S 5D 5C 6H", "4H 4S 4D 4C 6S", "3H 3S 3D 3C 6D", "2H 2S 2D 2C 6C", rules="bark-up-a-tree"
    ).stand("A:AH1,AH2,AH3,AH4,AH5 C:C8")
    table.draws("9H")
    table.tap("5H")
    assert table.why_not(ThrowAsked()) is Why.MUST_MOVE
    table.choose("5H", "C8-C13")
    assert (table.turn, table.hand("A")) == ("B", "5C 5D 5S 6H 9H")


# --- the end --------------------------------------------------------------------------------------


def home(seat: str, *deep: int) -> str:
    return ",".join(f"{seat}H{n}" for n in deep or (1, 2, 3, 4, 5))


@pytest.mark.parametrize(
    ("players", "teams", "side"),
    [
        (4, 2, "AC"), (6, 2, "ACE"), (8, 2, "ACEG"), (10, 2, "ACEGI"),
        (6, 3, "AD"), (8, 4, "AE"), (10, 5, "AF"),
    ],
)  # fmt: skip
def test_the_first_side_home_wins_and_the_game_is_over_for_all(players: int, teams: int, side: str) -> None:
    """RULES 9, End: with three, four or five teams too there is no second place."""
    rules = "bark-up-a-tree" if players == 10 else "pagat"
    others = " ".join(f"{seat}:{home(seat)}" for seat in side[1:])
    table = Table(rules, players, teams=teams).stand(f"A:A2,{home('A', 2, 3, 4, 5)} {others} B:B5")
    step = table.choose("2", "A2-AH1")
    assert (phase_of(table.game), step.effects[-1]) == (Phase.OVER, Effect.WIN)
    assert table.play.winner == tuple(map(seat_of, side))
    assert table.why_not(CardTapped(Card.parse("5H"))) is Why.GAME_OVER
    assert table.why_not(Shuffled()) is Why.GAME_OVER
    assert table.why_not(Challenged(A)) is Why.NOTHING_TO_CHALLENGE
    assert table.why_not(MercyTaken()) is Why.NO_MERCY
    assert table.why_not(RefillDone()) is Why.NO_DRAW_DUE


@pytest.mark.parametrize(("players", "teams", "side"), [(6, 3, "AD"), (8, 4, "AE"), (10, 5, "AF")])
def test_a_side_with_one_seat_home_plays_on(players: int, teams: int, side: str) -> None:
    rules = "bark-up-a-tree" if players == 10 else "pagat"
    table = Table(rules, players, teams=teams).stand(f"A:A2,{home('A', 2, 3, 4, 5)} {side[1]}:{side[1]}8")
    table.choose("2", "A2-AH1")
    assert (table.play.winner, table.play.turn) == (None, B)
    for _ in range(players - 1):
        table.take(CardTapped(Card.parse("2" if table.play.turn != seat_of(side[1]) else "A")))
        table.take(ThrowAsked()) if not table.question.moves else table.press(CONFIRM)
    assert table.play.turn == A  # home, and to help
    table.tap("3")
    assert table.question.moves[0].steps[0].seat == seat_of(side[1])


def test_a_win_is_a_card_played_not_a_mercy() -> None:
    table = thrown(*"5555").stand(f"A:{home('A', 2, 3, 4, 5)} C:{home('C')}", "A")
    table.tap("2")
    assert not table.question.moves
    table.tell(ThrowAsked())
    table.tell(MercyTaken(A))
    assert table.play.winner is None


def test_the_win_is_taken_back_by_an_undo() -> None:
    table = Table().stand(f"A:A2,{home('A', 2, 3, 4, 5)} C:{home('C')}")
    table.choose("2", "A2-AH1")
    table.tell(Pressed(BACK, True))
    table.press(CONFIRM)
    assert (table.play.winner, table.play.turn) == (None, A)
    assert table.why_not(UndoAsked()) is Why.NOTHING_TO_UNDO
