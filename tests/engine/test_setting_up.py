"""Beginning, leaving and agreeing: what a table may be asked to be, and who plays for whom."""

import pytest

from engine.cards import Card
from engine.game import CountAsk, Game, SeatAsk, idle, must_be_committed
from engine.inputs import (
    CardTapped,
    Challenged,
    Chosen,
    Command,
    CommandTapped,
    DrawClaimed,
    GameEnded,
    HandCounted,
    Hands,
    Key,
    LooksChanged,
    MercyTaken,
    NewGame,
    Pointed,
    PositionAgreed,
    Pressed,
    RedoAsked,
    RefillDone,
    SeatLook,
    Shuffled,
    StoodIn,
    ThrowAsked,
    Told,
    TwoCardsSeen,
    UndoAsked,
    UnknownTag,
    seat_of,
)
from engine.palette import PALETTE, colour_of
from engine.referee import judge
from engine.step import Effect
from engine.verdict import Why
from tests.engine.table import Table

A, B, C = (seat_of(letter) for letter in "ABC")


@pytest.mark.parametrize(
    ("asked", "option"),
    [
        (NewGame(5, "pagat"), "players"),
        (NewGame(4, "pagat", teams=3), "teams"),
        (NewGame(4, "whist"), "rules"),
        (NewGame(4, "pagat", (("jack", 12),)), "jack"),
        (NewGame(2, "pagat", teams=0), "players"),
        (NewGame(2, "bark-up-a-tree", teams=0, first=B), "first"),
        (NewGame(4, "pagat", first=seat_of("E")), "first"),
        (NewGame(2, "bark-up-a-tree", teams=0, looks=(SeatLook(B),)), "seats"),
        (NewGame(4, "pagat", deck=(("11H", 3),)), "deck"),
        (NewGame(4, "pagat", hands=Hands.TRACKED, deck=(("K", 23),)), "deck"),
        (NewGame(4, "pagat", deck_name="blue box"), "deck"),
    ],
    ids=str,
)
def test_a_game_that_cannot_be_is_refused_naming_the_option(asked: NewGame, option: str) -> None:
    game = Game()
    step = judge(game, asked, 0)
    assert step.ruling is not None
    assert (step.ruling.why, step.game) == (Why.BAD_SETUP, game)
    assert step.ruling.name.startswith(f"{option}: ")


def test_a_game_begins_with_the_seat_asked_for_or_the_first() -> None:
    assert Table(first="C").play.turn == C
    table = Table()
    step = table.tell(NewGame(4, "pagat"))
    assert table.play.turn == A
    assert step.effects[0] is Effect.YOUR_TURN


def test_a_seat_is_shown_as_was_asked_or_as_shipped() -> None:
    table = Table()
    ann = SeatLook(A, "Ann", "#0072b2")
    table.tell(NewGame(4, "pagat", looks=(ann,)))
    assert table.play.setup.look(A) == ann
    assert table.play.setup.look(B) == SeatLook(B)


def test_a_game_is_left_and_remembered() -> None:
    table = Table("kilpatrick")
    asked = table.play.setup.asked
    table.tell(GameEnded())
    assert table.game == Game(last_setup=asked)


NEEDS_A_GAME: list[Told] = [
    CardTapped(Card.parse("7")),
    Pointed("A8"),
    Chosen("7 A8-A15"),
    ThrowAsked(),
    UndoAsked(),
    RedoAsked(),
    Shuffled(),
    RefillDone(),
    MercyTaken(),
    Challenged(A),
    DrawClaimed(A),
    HandCounted(A, 4),
    GameEnded(),
    StoodIn(A, B),
    LooksChanged(()),
    PositionAgreed((), A),
    Pressed(Key.NEXT),
    CommandTapped(Command.UNDO),
]


@pytest.mark.parametrize("told", NEEDS_A_GAME, ids=lambda told: type(told).__name__)
def test_without_a_game_there_is_nothing_of_it(told: Told) -> None:
    game = Game()
    step = judge(game, told, 0)
    assert step.ruling is not None
    assert (step.ruling.why, step.game) == (Why.NO_GAME, game)


def test_what_a_reader_cannot_make_out_is_refused_with_its_number() -> None:
    table = Table()
    assert table.why_not(TwoCardsSeen("table")) is Why.TWO_CARDS
    step = table.judged(UnknownTag("04A1B2"))
    assert step.ruling is not None
    assert (step.ruling.why, step.ruling.name) == (Why.UNKNOWN_CARD, "04A1B2")


# --- Pointing -------------------------------------------------------------------------------------


def test_pointing_keeps_the_results_that_leave_or_reach_a_hole() -> None:
    table = Table().stand("A:B0,C0,D0")
    table.tap("5")
    table.point("C0")
    assert table.ring() == ["5 C0-C5"]
    table.press(Key.BACK, held=True)
    table.point("D5")
    assert table.ring() == ["5 D0-D5"]


def test_pointing_at_the_same_hole_twice_is_once() -> None:
    table = Table().stand("A:B0,C0,D0")
    table.tap("5")
    table.point("C0")
    step = table.judged(Pointed("C0"))
    assert (step.ruling, step.game) == (None, table.game)


def test_pointing_at_a_start_by_any_of_its_lamps() -> None:
    table = Table("kilpatrick").stand("A:B0 C:C0")
    table.tap("K")
    table.point("CS4")
    assert table.ring() == ["K CS-C8"]
    table.press(Key.CANCEL)
    table.tap("K")
    table.point("S")
    assert table.ring() == ["K AS-A8"]


@pytest.mark.parametrize(
    ("hole", "why"),
    [
        ("B0", Why.OWN_PEG_IN_THE_WAY),  # that peg's own reason
        ("AS1", Why.NO_EXIT_CARD),
        ("C0", Why.NO_CHOICE),  # a hole where nothing goes
        ("CS1", Why.NO_CHOICE),
        ("A18", Why.NO_CHOICE),  # no hole of this board
        ("ZS1", Why.NO_CHOICE),
        ("AS6", Why.NO_CHOICE),
        ("", Why.NO_CHOICE),
    ],
)
def test_pointing_where_nothing_is_left_says_why(hole: str, why: Why) -> None:
    table = Table().stand("A:B0,B3")
    table.tap("5")
    assert table.why_not(Pointed(hole)) is why


def test_pointing_without_a_card_asks_for_one() -> None:
    assert Table().why_not(Pointed("A8")) is Why.NO_CARD


# --- Who plays for whom ---------------------------------------------------------------------------


def test_a_stand_in_acts_for_the_seat_until_it_is_back() -> None:
    table = Table().stand("A:B0")
    table.tell(StoodIn(A, by=C))
    assert table.play.stand_ins == ((A, C),)
    tap = CardTapped(Card.parse("5H"), seat=C)
    assert table.judged(tap).ruling is None
    assert table.judged(CardTapped(Card.parse("5H"), seat=A)).ruling is None
    table.tell(StoodIn(A, by=B))
    assert table.why_not(tap) is Why.NOT_YOUR_TURN
    table.tell(StoodIn(A, by=A))
    assert table.play.stand_ins == ()


def test_a_stand_in_sits_at_the_table() -> None:
    table = Table("bark-up-a-tree", players=2)
    assert table.why_not(StoodIn(A, by=B)) is Why.BAD_SETUP
    assert table.why_not(StoodIn(B, by=A)) is Why.BAD_SETUP


# --- How seats are shown --------------------------------------------------------------------------


def test_a_seat_is_renamed_and_recoloured_in_mid_game() -> None:
    table = Table().stand("A:B0")
    table.tell(CardTapped(Card.parse("5H")))
    before = table.game
    table.tell(LooksChanged((SeatLook(A, "Mia", "#aaee88"),)))
    assert must_be_committed(before, table.game)
    assert table.game.last_setup == table.play.setup.asked
    assert table.play.setup.look(A) == SeatLook(A, "Mia", "#aaee88")
    assert table.play.stand == before.play.stand  # type: ignore[union-attr]  # a game runs
    assert table.game.question == before.question
    table.tell(LooksChanged((SeatLook(B, "Bo"),)))
    assert [look.name for look in table.play.setup.asked.looks] == ["Mia", "Bo"]


def test_two_seats_change_colours_with_each_other_but_never_share_one() -> None:
    table = Table()
    red, blue = PALETTE[A], PALETTE[B]
    assert table.why_not(LooksChanged((SeatLook(A, colour=blue),))) is Why.BAD_SETUP
    table.tell(LooksChanged((SeatLook(A, colour=blue), SeatLook(B, colour=red))))
    assert [colour_of(table.play.setup.look(seat)) for seat in (A, B)] == [blue, red]
    assert table.why_not(LooksChanged((SeatLook(A),))) is Why.BAD_SETUP


def test_only_who_sits_at_the_table_is_shown() -> None:
    table = Table("bark-up-a-tree", players=2)
    assert table.why_not(LooksChanged((SeatLook(B, "Bo"),))) is Why.BAD_SETUP


# --- A position agreed on -------------------------------------------------------------------------

ENTRIES = (("A", ("B0", "S", "S", "S", "S")), *((seat, ("S",) * 5) for seat in "BCD"))


def test_a_position_agreed_on_stands_like_a_turn_and_is_taken_back_like_one() -> None:
    table = Table().stand("C:C5")
    before = table.play.stand
    table.tap("K")
    table.tell(PositionAgreed(ENTRIES, C))
    assert table.play.turn == C
    assert table.game.question is None
    assert table.play.turns[-1].card is None
    table.tell(UndoAsked())
    assert table.play.stand == before


def test_a_position_that_cannot_be_is_refused() -> None:
    table = Table()
    assert table.why_not(PositionAgreed(ENTRIES[:3], A)) is Why.BAD_SETUP
    assert table.why_not(PositionAgreed(ENTRIES, seat_of("E"))) is Why.BAD_SETUP


# --- What the board asks --------------------------------------------------------------------------


def test_seats_and_counts_asked_about_wrap() -> None:
    table = Table("bark-up-a-tree")
    table.throw("5")
    table.tell(CommandTapped(Command.FORGOT))
    seats = []
    for _ in range(5):
        table.press(Key.NEXT)
        assert isinstance(table.game.ask, SeatAsk)
        seats.append(table.game.ask.seat)
    assert seats == [1, 2, 3, 0, 1]
    table.press(Key.BACK)
    table.press(Key.CONFIRM)
    table.tell(CommandTapped(Command.COUNT))
    counts = []
    for key in (Key.NEXT, Key.NEXT, Key.BACK, Key.BACK):
        table.press(key)
        assert isinstance(table.game.ask, CountAsk)
        counts.append(table.game.ask.cards)
    assert counts == [5, 0, 5, 4]
    table.press(Key.CONFIRM)
    assert table.game.ask is None
    assert table.play.stand.owed[0] == 1


def test_a_count_that_is_told_elsewhere_is_no_longer_asked_for() -> None:
    table = Table("bark-up-a-tree")
    table.throw("5")
    table.tell(DrawClaimed(A))
    table.tell(CommandTapped(Command.COUNT))
    table.tell(HandCounted(A, 4))
    assert table.game.ask is None
    assert table.play.challenge is None


# --- What must be committed -----------------------------------------------------------------------


def test_taps_and_the_cursor_need_no_commit_and_a_play_does() -> None:
    table = Table().stand("A:B0")
    before = table.game
    table.tap("5")
    assert not must_be_committed(before, table.game)
    asked = table.game
    table.press(Key.CONFIRM)
    assert must_be_committed(asked, table.game)
    assert idle(table.game) == table.game
