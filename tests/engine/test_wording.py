"""Words: a whole sentence for every reason and for every kind of turn."""

import gettext
import re

import pytest

from engine.board import START, Hole, Seat, board
from engine.cards import Card, PhysicalCard
from engine.handwork import CardWork, Deed
from engine.inputs import MercyTaken, PositionAgreed, ThrowAsked, seat_of
from engine.verdict import Reason, Why
from engine.wording import REASONS, say_card_work, say_reason, say_turn
from tests.engine.table import Table
from tests.engine.tracked import Tracked
from tests.tree import ROOT

ENGLISH = gettext.NullTranslations()
PLURAL = {Why.HOME_OVERSHOT, Why.SHOW_THE_REST}


class Shouted(gettext.NullTranslations):
    """A catalogue of another language."""

    def gettext(self, message: str) -> str:
        return f"¡{message}!"

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        return f"¡{msgid1 if n == 1 else msgid2}!"


def seat_named(seat: int) -> str:
    return ["Ann", "Bob", "Cleo", "Dan"][seat]


def test_every_reason_has_words() -> None:
    assert set(REASONS) == set(Why) - PLURAL


@pytest.mark.parametrize("why", Why)
def test_every_reason_is_given_somewhere(why: Why) -> None:
    files = [path for folder in ("engine", "firmware_host") for path in (ROOT / folder).glob("*.py")]
    given = [path for path in files if path.name not in ("verdict.py", "wording.py")]
    assert any(re.search(rf"\bWhy\.{why}\b", path.read_text(encoding="utf-8")) for path in given)


@pytest.mark.parametrize("why", Why)
@pytest.mark.parametrize("holes", [(), (Hole(8),), (Hole(8), Hole(74))])
def test_a_reason_is_one_whole_sentence_without_gaps(why: Why, holes: tuple[Hole, ...]) -> None:
    text = say_reason(Reason(why, holes, by=2, name="7♥"), board(4), ENGLISH)
    assert re.fullmatch(r"[A-Z0-9].*\.", text)
    assert "{" not in text


@pytest.mark.parametrize("why", Why)
def test_a_reason_is_said_in_the_language_of_the_catalogue(why: Why) -> None:
    text = say_reason(Reason(why, (Hole(8),), by=1, name="x"), board(4), Shouted())
    assert text.startswith("¡")
    assert text.endswith("!")


def test_a_reason_names_its_holes_and_its_number() -> None:
    two = Reason(Why.OWN_PEG_IN_THE_WAY, (Hole(73), Hole(6)))
    assert say_reason(two, board(4), ENGLISH) == "A peg of the same colour is in the way on AH2, A6."
    assert "1 hole too many" in say_reason(Reason(Why.HOME_OVERSHOT, by=1), board(4), ENGLISH)
    assert "3 holes too many" in say_reason(Reason(Why.HOME_OVERSHOT, by=3), board(4), ENGLISH)
    assert say_reason(Reason(Why.NO_GAME), None, ENGLISH) == "No game is running; set one up first."
    assert say_reason(Reason(Why.NOT_YOUR_TURN, name="Bob"), board(4), ENGLISH) == "It is the turn of Bob."


def test_a_card_of_another_deck_is_told_by_the_deck_s_name() -> None:
    strange = Reason(Why.UNKNOWN_CARD, name="04A1B2C3", deck="blue box")
    assert say_reason(strange, board(4), ENGLISH) == (
        "This card is of the deck blue box, and the game is played with another."
    )
    assert "04A1B2C3" in say_reason(Reason(Why.UNKNOWN_CARD, name="04A1B2C3"), board(4), ENGLISH)


def said(table: Table) -> str:
    return say_turn(table.play.turns[-1], table.play, seat_named, ENGLISH)


def test_a_move_is_told_with_every_peg_it_pushed() -> None:
    table = Table("pagat", blocked_in_spot="bumped_to_start").stand("A:B0 C:B5,C3")
    table.choose("5H", "B0-B5")
    assert said(table) == (
        "Ann plays 5♥: B0 to B5. The peg of Cleo on B5 goes to its in-spot C3. "
        "The peg of Cleo on C3 goes back to start."
    )


def test_coming_out_a_split_and_a_swap_are_told() -> None:
    table = Table(two_swaps=True)
    table.choose("K", "AS-A8")
    assert said(table) == "Ann plays K: out to A8."
    table.stand("B:B9,B13", "B").choose("7", "B9-B12 B13-B17")
    assert said(table) == "Bob plays 7: B9 to B12. Bob plays 7: B13 to B17."
    table.stand("C:C9 D:D9", "C").choose("2", "C9-D9")
    assert said(table) == "Cleo plays 2: C9 to D9. The peg of Dan on D9 goes to C9."


def test_a_peg_that_mercy_brings_out_is_told_with_the_throw() -> None:
    table = Table(mercy_after=2)
    for card in ("5", "6", "4", "3"):
        table.throw(card)
    table.stand("B:A8").throw("2")
    table.tell(MercyTaken(seat_of("A")))
    assert said(table) == (
        "Ann throws 2. By mercy a peg of Ann comes out to A8. The peg of Bob on A8 goes back to start."
    )


def test_an_opponent_sent_home_a_throw_and_an_agreement_are_told() -> None:
    table = Table().stand("A:B0 B:B5")
    table.choose("5", "B0-B5")
    assert said(table) == "Ann plays 5: B0 to B5. The peg of Bob on B5 goes back to start."
    table.stand("", "B")
    table.throw("6")
    assert said(table) == "Bob throws 6."
    pegs = tuple((seat, ("S",) * 5) for seat in "ABCD")
    table.tell(PositionAgreed(pegs, seat_of("D")))
    assert said(table) == "Cleo: the table agreed on a position."
    assert table.play.turn == Seat(3)
    assert table.why_not(ThrowAsked()) is Why.NO_CARD
    assert board(4).name(START) == "S"


def test_a_forgotten_draw_is_told_with_its_card() -> None:
    table = Tracked("5H 5S 5D 5C 6H", "4H 4S 4D 4C 6S", "3H 3S 3D 3C 6D", "2H 2S 2D 2C 6C")
    table.taps("5H")
    table.throw("5H")
    assert said(table) == "Ann throws 5♥. Ann forgot to draw."


@pytest.mark.parametrize("deed", Deed)
@pytest.mark.parametrize("count", [0, 1, 2])
def test_what_is_done_with_cards_is_one_whole_sentence(deed: Deed, count: int) -> None:
    card = PhysicalCard(Card.parse("7H"), 2) if deed in (Deed.TAKE_BACK, Deed.FIND, Deed.LAY_OUT) else None
    work = CardWork(deed, seat_of("B"), card, count)
    text = say_card_work(work, seat_named, ENGLISH)
    assert re.fullmatch(r"[A-Z0-9][^{]*\.", text)
    assert "Bob" in text
    assert say_card_work(work, seat_named, Shouted()).startswith("¡")
