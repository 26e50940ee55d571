"""DESIGN 3, Lamps: where two meanings meet on a lamp, what is shown. Letters: docs/lamp_strips.py."""

import pytest

from engine.board import Seat
from engine.cards import Card, PhysicalCard
from engine.game import BoardShown, Game, ProofShown, ShuffleAsk, TurnShown
from engine.inputs import CardTapped, Challenged, Command, CommandTapped, Hands, Key, Pressed, ThrowAsked
from engine.modes import Mode
from firmware_host.lighting import Rhythm
from tests.engine.modes_reached import MODES
from tests.engine.table import Table
from tests.lamps.seen import LATER_MS, picture_of, refused, seen


def under_cursor(table: Table, notation: str) -> Table:
    """Walk the ring until that is under the cursor."""
    for _ in table.ring():
        if table.ring()[table.question.at] == notation:
            return table
        table.press(Key.NEXT)
    raise AssertionError(table.ring())


def test_a_peg_that_can_be_chosen_shows_over_its_standing() -> None:
    table = Table("kilpatrick").stand("A:A10,A14,C0 C:B12 D:D10")
    table.tap("7")
    assert table.ring() == ["peg A10", "peg A14", "peg B12", "peg C0"]
    assert seen(table.game, "A9..A14 B12 C0 D10") == ". R . . . r y r t-"


def test_a_chosen_peg_stays_and_the_counts_run_from_it() -> None:
    table = Table("kilpatrick").stand("A:A10,A14,C0 C:B12 D:D10")
    table.tap("7")
    table.press(Key.CONFIRM)
    under_cursor(table, "count 3")
    assert seen(table.game, "A9..A16 B12") == ". R r_ r_ R r r . y-"


def test_the_end_under_the_cursor_is_full_and_others_are_half() -> None:
    table = Table().stand("A:A10,A14")
    table.tap("3")
    assert seen(table.game, "A10..A17") == "R r_ r_ R r- . . r"
    table.press(Key.NEXT)
    assert seen(table.game, "A10..A17") == "r- . . r R r_ r_ R"


def test_a_shared_end_is_mover_and_stander_in_turn() -> None:
    """And where the stander goes is at half: its start is a count, so the whole bar."""
    table = Table().stand("A:A10 B:A13")
    table.tap("3")
    assert seen(table.game, "A9..A14 BS1..BS5") == ". R r_ r_ R . b b b b b"
    assert seen(table.game, "A9..A14 BS1..BS5", LATER_MS + 600) == ". R r_ r_ B . b b b b b"


def test_a_teammate_on_the_end_is_sent_to_its_in_spot() -> None:
    table = Table().stand("A:A10 C:A13")
    table.tap("3")
    assert seen(table.game, "A13 C3 CS1") == "R y ."


def test_a_hole_just_left_is_the_end_of_who_comes() -> None:
    """The first half leaves A10, the second ends there: one lamp, one meaning, and nobody is pushed."""
    table = Table().stand("A:A8,A10")
    table.tap("7")
    under_cursor(table, "7 A10-A15 A8-A10")
    assert seen(table.game, "A8..A16") == "R r_ R r_ r_ r_ r_ R r"
    helped = Table("kilpatrick").stand("A:A10 C:A13")
    helped.tap("7")
    helped.point("A17")
    under_cursor(helped, "7 A13-A17 A10-A13")
    assert picture_of(helped.game).lights["A13"].rhythm is Rhythm.WOULD
    assert seen(helped.game, "A10 A13 A17") == "R R Y"


def test_a_peg_that_the_first_half_pushes_is_shown_where_its_wood_stands() -> None:
    """C's peg is pushed off A13 to C3 and goes on home: no lamp says that a peg would stay on C3."""
    table = Table("kilpatrick").stand("A:A10 C:A13")
    table.tap("7")
    table.point("CH4")
    under_cursor(table, "7 A10-A13 C3-CH4 xA13-C3")
    assert seen(table.game, "A10..A13 C3 CH1..CH4") == "R r_ r_ R y_ y_ y_ y_ Y"
    assert seen(table.game, "A13", LATER_MS + 600) == "Y"
    assert picture_of(table.game).lights["C3"].begin_ms > 0


def test_a_start_peg_in_question_is_the_whole_bar() -> None:
    table = Table().stand("A:A10")
    table.tap("K")
    under_cursor(table, "K AS-A8")
    assert seen(table.game, "AS1..AS5 A8 A10 B2") == "R R R R R R r- r"
    under_cursor(table, "K A10-B2")
    assert seen(table.game, "AS1..AS5 A8 B2") == "r- r- r- r- r_ r R"


def test_home_and_along_are_beside_each_other() -> None:
    table = Table().stand("A:A1")
    table.tap("5")
    under_cursor(table, "5 A1-A6")
    assert seen(table.game, "A1..A6 AH1..AH3") == "R r_ r_ r_ r_ R r_ r_ r"
    under_cursor(table, "5 A1-AH3")
    assert seen(table.game, "A1..A6 AH1..AH3") == "R r_ r_ . . r r_ r_ R"


def test_what_bars_the_way_shows_over_the_cursors_peg() -> None:
    table = Table().stand("A:A10 D:D10")
    table.tap("4")
    shown = refused(table.judged(ThrowAsked()), LATER_MS)
    lamps = "A9..A14 D10"
    assert seen(shown, lamps, LATER_MS) == ". W . . . . ."
    assert seen(shown, lamps, LATER_MS + 299) == ". X . . . . ."
    assert seen(shown, lamps, LATER_MS + 300) == ". X R R R R t-", (
        "the question is back, its dashes where they are"
    )
    assert seen(shown, lamps, LATER_MS + 2400) == ". x- r_ r_ r_ R t-"


def test_hand_work_dims_under_a_question() -> None:
    table = Table().stand("A:A10 B:A13")
    table.choose("3", "A10-A13")
    assert seen(table.game, "A10 A13 BS1..BS3", LATER_MS + 200) == "r_ r_ B B B"
    assert seen(table.game, "A10 A13 BS1..BS3", LATER_MS + 300) == "R r_ B B B"
    assert seen(table.game, "A10 A13 BS1..BS3", LATER_MS + 500) == "r_ R B B B"
    table.tap("K")
    assert seen(table.game, "A10 A13 BS1..BS3 B8", LATER_MS + 300) == "r- r_ B B B B"
    assert seen(table.game, "A10 A13 BS1..BS3 B8", LATER_MS + 500) == "r_ r- B B B B"
    table.press(Key.CONFIRM)
    assert seen(table.game, "A10 A13", LATER_MS + 500) == ". r-", "the next card confirmed ends it"


def test_a_hole_left_and_filled_again_is_one_to_put_a_peg_on() -> None:
    table = Table().stand("A:A10 B:A13")
    table.choose("3", "A10-A13")
    assert picture_of(table.game).lights["A13"].rhythm is Rhythm.PUT
    assert picture_of(table.game).lights["A10"].rhythm is Rhythm.LIFT


def test_a_helped_seats_colour_runs_through_the_plate() -> None:
    table = Table().stand("A:AH1,AH2,AH3,AH4,AH5 C:C8")
    plate = "AS5 AS4 AS3 AS2 AS1 AH1..AH5 C8"
    assert seen(table.game, plate) == "y r_ r_ r_ r_ r- r- r- r- r- y-"
    assert seen(table.game, plate, LATER_MS + 5 * 240) == "r_ r_ r_ r_ r_ y r- r- r- r- y-"


def test_a_light_of_its_own_runs_through_the_plate_until_a_card_is_tapped() -> None:
    table = Table()
    plate = "AS5 AS4 AS3 AS2 AS1 AH1..AH5"
    assert seen(table.game, plate, LATER_MS + 5 * 240) == "r- r- r- r- r- r r_ r_ r_ r_"
    table.tap("5")
    assert "r" not in seen(table.game, plate, LATER_MS + 5 * 240).split()


def test_a_colour_in_question_lights_its_plate_and_its_pegs() -> None:
    table = Table("pagat", 8).stand(
        "A:A10,A12 B:A13,B4,B9 C:C6,C9,C11 D:D1,D12 E:E1,E5 F:F1,F4 G:G1,G4 H:H1,H4"
    )
    table.tap("Joker")
    while not table.ring()[0].startswith("colour"):
        table.press(Key.CONFIRM)
    turn = table.question.ring().candidates[0].answer.seat
    name = "ABCDEFGH"[turn]
    lights = picture_of(table.game).lights
    assert {lights[f"{name}{lamp}"].rhythm for lamp in ("S1", "S5", "H1", "H5")} == {Rhythm.WOULD}


def test_show_board_shows_the_board_alone() -> None:
    table = Table().stand("A:A10 B:B12,BH3")
    table.tap("5")
    table.press(Key.CONFIRM)
    table.press(Key.NEXT, held=True)
    assert isinstance(table.game.shown, BoardShown)
    rhythms = {light.rhythm for light in picture_of(table.game).lights.values()}
    assert rhythms == {Rhythm.IS}
    assert seen(table.game, "AS1..AS5 CS1..CS5 BH3 B12 DS5") == "r- r- r- r- . y- y- y- y- y- b- b- t-"
    table.press(Key.NEXT)
    assert table.game.shown == BoardShown(Seat(0))
    assert seen(table.game, "AS1 B12 CS1") == "r- . ."
    assert seen(table.game, "BS1..BS5 BH1 BH2") == ". . . . . . .", (
        "nor does the plate of the seat to move glow"
    )


def test_a_turn_shown_again_asks_for_no_carrying() -> None:
    table = Table().stand("A:A10 B:A13")
    table.choose("3", "A10-A13")
    table.press(Key.NEXT)
    assert isinstance(table.game.shown, TurnShown)
    rhythms = {light.rhythm for light in picture_of(table.game).lights.values()}
    assert rhythms == {Rhythm.GO, Rhythm.IS}


def test_a_confirm_too_soon_only_blinks() -> None:
    table = Table().stand("A:A10")
    table.tap("4")
    table.tap("3")
    step = table.judged(Pressed(Key.CONFIRM, source="buttons"), after_ms=100)
    shown = refused(step, LATER_MS)
    assert seen(shown, "A10 A13 AS1", LATER_MS) == ". . r-"
    assert seen(shown, "A10 A13 AS1", LATER_MS + 200) == "R R r-"
    assert Rhythm.NO not in {light.rhythm for light in shown.lights.values()}


ASKING = (Mode.UNDO_OFFERED, Mode.ASKED, Mode.CHALLENGED, Mode.MERCY, Mode.SHUFFLING)


@pytest.mark.parametrize("mode", ASKING)
def test_whatever_the_board_asks_something_moves_and_all_else_is_dim(mode: Mode) -> None:
    shown = picture_of(MODES[mode]().game)
    assert shown.question
    assert {light.rhythm for light in shown.lights.values()} & {Rhythm.ASK, Rhythm.WOULD}


def test_a_card_already_played_has_the_pile_asked_about() -> None:
    table = Table(deck=(("5H", 30),))
    table.throw("5H")
    step = table.judged(CardTapped(Card.parse("5H"), 1))
    assert isinstance(step.game.ask, ShuffleAsk)
    shown = refused(step, LATER_MS)
    assert {shown.lights[f"{seat}S1"].rhythm for seat in "B"} == {Rhythm.ASK}
    assert Rhythm.NO not in {light.rhythm for light in shown.lights.values()}


def test_who_forgot_to_draw_is_asked_by_breathing_plates_and_the_count_by_lamps() -> None:
    table = Table("bark-up-a-tree")
    table.throw("5")
    table.tell(CommandTapped(Command.FORGOT))
    assert picture_of(table.game).lights["AH1"].rhythm is Rhythm.ASK
    table.tell(CommandTapped(Command.CONFIRM))
    assert picture_of(table.game).lights["AH1"].rhythm is Rhythm.ASK, "A's hand is to be counted"
    table.tell(CommandTapped(Command.COUNT))
    counted = [light for light in picture_of(table.game).lights.values() if light.rhythm is Rhythm.WOULD]
    assert len(counted) == 4


def test_the_cards_dealt_fill_the_start_bar() -> None:
    table = Table("bark-up-a-tree", hands=Hands.TRACKED)
    both = "AS1..AS5 BS1..BS5"
    assert seen(table.game, both) == "r_ r_ r_ r_ r_ . . . . ."
    table.deal("5H", "6H", "7H")
    assert seen(table.game, both) == "r r r r_ r_ . . . . ."
    table.deal("8H", "9H", "10H")
    assert seen(table.game, both) == ". . . . . b b_ b_ b_ b_"


def test_what_a_challenge_proved_is_shown_as_a_move() -> None:
    """A threw a five with a king in the hand."""
    table = Table("pagat", hands=Hands.CLOSED)
    table.throw("5")
    table.tell(Challenged(Seat(0)))
    table.tell(CardTapped(Card.parse("K")))
    assert isinstance(table.game.shown, ProofShown)
    assert seen(table.game, "AS1..AS5 A8") == "R R R R R R"


def test_the_first_seat_s_first_draw_taken_back_asks_that_seat() -> None:
    table = Table("pagat", hands=Hands.TRACKED)
    while table.play.stand.dealing:
        table.deal(next(str(card.card.ascii) for card in sorted(pile(table), key=str)))
    table.deal(next(str(card.card.ascii) for card in sorted(pile(table), key=str)))
    table.press(Key.BACK, held=True)
    assert picture_of(table.game).lights["AH1"].rhythm is Rhythm.ASK


def pile(table: Table) -> frozenset[PhysicalCard]:
    """What nobody holds."""
    held = frozenset().union(*table.play.stand.hands)
    return table.play.setup.deck - held


def test_without_a_game_the_board_offers_one_and_says_no_on_the_first_plate() -> None:
    table = Table()
    table.game = Game()
    shown = refused(table.judged(ThrowAsked()), LATER_MS)
    assert {shown.lights[name].rhythm for name in ("AS1", "AH5")} == {Rhythm.NO}
    table.press(Key.CONFIRM)
    lights = picture_of(table.game).lights
    assert {lights[f"{seat}H1"].rhythm for seat in "ABCD"} == {Rhythm.ASK}
    assert lights["AH1"].colour == lights["CH1"].colour != lights["BH1"].colour
