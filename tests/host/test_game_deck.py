"""Which deck a game is played with: what is enrolled in it, and no card of another family's."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from engine.board import Seat
from engine.cards import Card, PhysicalCard
from engine.game import Game
from engine.inputs import CardTapped, Hands, NewGame, ThrowAsked
from engine.phase import Phase, phase_of
from engine.setting_up import setup_of
from engine.verdict import Reason, Why
from firmware_host.deck import EnrolledCard
from firmware_host.game_deck import with_deck
from firmware_host.inbox import TagSeen
from hardware.interfaces import Uid
from tests.eventually import until
from tests.host.daemon_process import DaemonProcess, peglight
from tests.host.running_loop import Table

NOWHERE = Game()


def tag(deck: str, card: str, copy: int) -> Uid:
    """A tag's number, made from what it is."""
    return Uid(b"\x04" + f"{deck[:3]:3}{card:5}{copy:1}"[:9].encode())


def enrolled(deck: str, *cards: str, copies: int = 1) -> dict[Uid, EnrolledCard]:
    return {
        tag(deck, card, copy): EnrolledCard(tag(deck, card, copy), card, copy, deck)
        for card in cards
        for copy in range(1, copies + 1)
    }


def game(hands: Hands = Hands.TRACKED, deck: str = "") -> NewGame:
    return NewGame(2, "bark-up-a-tree", teams=0, hands=hands, first=Seat(0), deck_name=deck)


BLUE = enrolled("blue box", "5H", "5S", "6H", "6S", "KH", copies=3)
RED = enrolled("red box", "5H", "5S", "6H", "6S", "KH", copies=2)


def test_a_tracked_game_has_exactly_the_cards_that_are_enrolled() -> None:
    asked = with_deck(game(), BLUE.values(), NOWHERE)
    assert (asked.deck_name, asked.deck) == (
        "blue box",
        (("5H", 3), ("5S", 3), ("6H", 3), ("6S", 3), ("KH", 3)),
    )
    assert len(setup_of(asked).deck) == 15


def test_a_lost_card_is_retired_and_the_others_keep_their_copies() -> None:
    left = {uid: card for uid, card in BLUE.items() if (card.card, card.copy) != ("5S", 2)}
    deck = setup_of(with_deck(game(), left.values(), NOWHERE)).deck
    fives = {card.copy for card in deck if card.card == Card.parse("5S")}
    assert (len(deck), fives) == (14, {1, 3})


def test_cards_enrolled_by_rank_alone_are_a_deck() -> None:
    ranks = enrolled("plain", "5", "6", "K", copies=5)
    deck = setup_of(with_deck(game(), ranks.values(), NOWHERE)).deck
    assert PhysicalCard(Card.parse("K"), 5) in deck
    assert len(deck) == 15


def test_command_cards_are_no_cards_of_it() -> None:
    cards = BLUE | enrolled("blue box", "@undo")
    assert len(setup_of(with_deck(game(), cards.values(), NOWHERE)).deck) == 15


def test_in_closed_hands_a_phone_may_stand_in_for_any_card_of_the_rules() -> None:
    """Nobody counts the pile there; and a card whose tag is broken is played by the phone."""
    deck = setup_of(with_deck(game(Hands.CLOSED), BLUE.values(), NOWHERE)).deck
    assert PhysicalCard(Card.parse("2C"), 3) in deck
    assert {PhysicalCard(Card.parse(card.card), card.copy) for card in BLUE.values()} <= deck


def test_the_largest_deck_is_meant_or_the_one_played_with_last() -> None:
    both = [*RED.values(), *BLUE.values()]
    assert with_deck(game(), both, NOWHERE).deck_name == "blue box"
    assert with_deck(game(deck="red box"), both, NOWHERE).deck_name == "red box"
    assert with_deck(game(), both, Game(last_setup=game(deck="red box"))).deck_name == "red box"
    assert with_deck(game(), BLUE.values(), Game(last_setup=game(deck="gone"))).deck_name == "blue box"


def test_without_an_enrolled_deck_it_is_that_of_the_rules() -> None:
    assert with_deck(game(), [], NOWHERE) == game()
    nameless = EnrolledCard(Uid(b"\x04\x01\x02\x03"), "5H", 1)
    assert with_deck(game(), [nameless], NOWHERE) == game()


def test_a_deck_is_taken_as_it_is_enrolled_now() -> None:
    before = with_deck(game(), BLUE.values(), NOWHERE)
    more = BLUE | enrolled("blue box", "2C")
    assert ("2C", 1) in with_deck(before, more.values(), NOWHERE).deck


# --- at the table ---------------------------------------------------------------------------------


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    """A loop that knows two families' cards, and a command card of the red box."""
    running = Table(tmp_path / "j", cards=BLUE | RED | enrolled("red box", "@undo"))
    try:
        yield running
    finally:
        running.stop()


def lay(table: Table, deck: str, card: str, copy: int = 1) -> Reason | None:
    return table.tell(TagSeen("table", tag(deck, card, copy))).reason


def deal(table: Table, deck: str) -> None:
    assert table.tell(game(deck=deck)).reason is None
    for card, copy in [("5H", 1), ("5H", 2), ("5S", 1), ("5S", 2), ("6H", 1), ("6H", 2), ("6S", 1)]:
        assert lay(table, deck, card, copy) is None


def test_two_families_cards_are_told_apart_by_name(table: Table) -> None:
    assert table.tell(game(deck="blue box")).reason is None
    assert lay(table, "red box", "5H") == Reason(
        Why.UNKNOWN_CARD, name=tag("red box", "5H", 1).hex().upper(), deck="red box"
    )
    assert lay(table, "blue box", "5H") is None
    play = table.game.play
    assert play is not None
    assert play.stand.hands[0] == {PhysicalCard(Card.parse("5H"), 1)}


def test_the_card_in_question_stays_when_a_strange_one_is_laid_down(table: Table) -> None:
    assert table.tell(game(Hands.CLOSED, "blue box")).reason is None
    assert lay(table, "blue box", "KH") is None
    reason = lay(table, "red box", "KH")
    assert reason is not None
    assert (reason.why, reason.deck) == (Why.UNKNOWN_CARD, "red box")
    assert table.game.question is not None


def test_command_cards_of_any_deck_are_heard(table: Table) -> None:
    assert table.tell(game(Hands.CLOSED, "blue box")).reason is None
    assert table.tell(CardTapped(Card.parse("5H"))).reason is not None
    assert table.tell(ThrowAsked()).reason is None
    assert lay(table, "red box", "@undo") is None


def test_a_deck_that_is_not_there_is_refused_by_name(table: Table) -> None:
    reason = table.tell(game(deck="green box")).reason
    assert reason == Reason(Why.BAD_SETUP, name="deck: no card is enrolled in 'green box'")


def test_one_too_small_for_the_table_is_refused(table: Table) -> None:
    reason = table.tell(game(deck="red box")).reason
    assert reason == Reason(Why.BAD_SETUP, name="deck: 10 cards are too few for 2 hands of 5")


def test_a_game_goes_on_with_its_deck_after_a_restart(tmp_path: Path) -> None:
    first = Table(tmp_path / "j", cards=BLUE | RED)
    deal(first, "blue box")
    first.stop()
    again = Table(tmp_path / "j", cards=BLUE | RED)
    try:
        assert again.game == first.game
        assert phase_of(again.game) is Phase.DEALING
        assert lay(again, "red box", "KH") is not None
        assert lay(again, "blue box", "KH") is None
    finally:
        again.stop()


def test_the_page_names_the_deck_and_hears_of_the_other(tmp_path: Path) -> None:
    for deck in (BLUE, RED):
        name = next(iter(deck.values())).deck
        lines = [f"{uid.hex()},{card.card},{card.copy}" for uid, card in deck.items()]
        file = tmp_path / "deck.csv"
        file.write_text("uid,card,copy\n" + "\n".join(lines) + "\n", encoding="utf-8")
        assert peglight(tmp_path, "import", str(file), "--deck", name).returncode == 0
    with DaemonProcess(tmp_path) as daemon:
        page = daemon.page()
        body = {"players": 2, "teams": 0, "rules": "bark-up-a-tree", "hands": "tracked", "first": "A"}
        assert page.tell("new_game", **body, deck="green box").why == "BAD_SETUP"
        assert page.tell("new_game", **body, deck="blue box").ok
        page.post("/sim/tap", {"reader": "table", "uid": tag("red box", "5H", 1).hex()})
        refusal = until(lambda: page.state()["refusal"])
        assert refusal["why"] == "UNKNOWN_CARD"
        assert refusal["text"] == "This card is of the deck red box, and the game is played with another."
