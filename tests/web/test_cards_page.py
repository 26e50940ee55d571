"""The page of the cards and its forms, without a browser."""

import io
import re
from html import unescape
from typing import Any

import pytest

from engine.inputs import Command
from firmware_host.command_cards import check_command
from firmware_host.deck import EnrolledCard
from firmware_host.enrolling import Decks
from firmware_host.enrolling_deeds import Begin, Put, Tapped
from firmware_host.enrolling_plan import Plan, Way
from firmware_host.enrolling_said import What
from firmware_host.enrolment import Enrolling
from hardware.interfaces import Uid
from tests.web.small_table import Device, SmallRig, SmallTable
from tests.web.visitor import Visitor, started
from web_ui.cards_words import COMMANDS, SAID

CARDS = tuple(EnrolledCard(Uid(bytes((4, 1, 2, n))), card, 1) for n, card in enumerate(("7H", "7S", "Joker")))
LAN = {"address": "10.0.0.9", "listening": "0.0.0.0", "paired": False}


def tag(number: int) -> Uid:
    return Uid(b"\x04\xb2" + number.to_bytes(5, "big"))


def do(visitor: Visitor, deed: str, **fields: Any) -> str:
    """Send a button; the page that is shown then."""
    answer = visitor.post("/cards/do", data={"deed": deed, **fields})
    assert answer.status_code == 303, answer.text
    return unescape(visitor.get(answer.headers["Location"]).text)


def tap(visitor: Visitor, *numbers: int) -> str:
    for number in numbers:
        visitor.table.enrolment.ask(Tapped(tag(number)))
    return unescape(visitor.get("/cards").text)


def begin(visitor: Visitor, **fields: str) -> str:
    data = {"deck": "blue box", "decks": "3", "jokers": "6", "way": "rank"} | fields
    answer = visitor.post("/cards/begin", data=data)
    assert answer.status_code == 303, answer.text
    return unescape(visitor.get("/cards").text)


def test_every_word_of_the_decks_has_a_sentence_and_every_command_a_name() -> None:
    assert set(SAID) == set(What)
    assert set(COMMANDS) == {f"@{command}" for command in Command} | {"@pair"}
    for text in COMMANDS:
        check_command(text)


def test_a_deck_is_enrolled_by_rank() -> None:
    visitor = Visitor()
    assert "Tap all 12 aces, in any order." in begin(visitor)
    page = tap(visitor, *range(5))
    assert "A (5) is in." in page
    assert "<b>5</b> of 12" in page
    assert "All in all 5 of 162." in page
    page = tap(visitor, 2)
    assert "This is A (3), which is in already." in page
    page = tap(visitor, *range(5, 12))
    assert "A (12) is in, the last of its kind." in page
    assert "Tap all 12 twos, in any order." in page
    assert "A (12) is out again." in do(visitor, "undo")
    assert "A (12) counts as a card without a tag." in do(visitor, "unread")
    assert "Tap all 12 jokers" not in do(visitor, "go_to", at="13")
    assert "Tap all 6 jokers, in any order." in unescape(visitor.get("/cards").text)
    page = do(visitor, "stop")
    assert "12 of 162 cards" not in page
    assert "11 of 162 cards" in page
    assert "Tap all 12 twos, in any order." in do(visitor, "go_on", deck="blue box")


@pytest.mark.parametrize(
    ("way", "said", "then"),
    [
        ("suit", "Tap all 3 of A♠, in any order.", "Tap all 3 of A♠, in any order."),
        ("card", "Now tap A♠, deck 1.", "Now tap 2♠, deck 1."),
    ],
)
def test_suits_are_asked_for_where_they_are_wanted(way: str, said: str, then: str) -> None:
    visitor = Visitor()
    assert said in begin(visitor, way=way)
    assert then in tap(visitor, 1)


def test_a_wrongly_tapped_card_is_taken_over_by_a_button() -> None:
    visitor = Visitor()
    begin(visitor)
    tap(visitor, *range(12))
    assert "It is 2: take it over" in tap(visitor, 11)
    page = do(visitor, "take_over", uid=tag(11).hex())
    assert "2 (1) is in." in page


@pytest.mark.parametrize(
    ("fields", "said"),
    [
        ({"deck": " "}, "A deck needs a name"),
        ({"deck": "x" * 41}, "A deck needs a name"),
        ({"deck": "a\nb\x07"}, "A deck needs a name"),
        ({"decks": ""}, "A number is missing here."),
        ({"decks": "0"}, "A deck is made of 1 to 6 packs, with 20 jokers at most."),
        ({"decks": "7"}, "A deck is made of"),
        ({"jokers": "21"}, "A deck is made of"),
        ({"jokers": "-1"}, "A number is missing here."),
    ],
)
def test_a_wrong_plan_comes_back_filled_in(fields: dict[str, str], said: str) -> None:
    data = {"deck": "blue", "decks": "2", "jokers": "4", "way": "suit"} | fields
    answer = Visitor().post("/cards/begin", data=data)
    assert answer.status_code == 409
    page = unescape(answer.text)
    assert said in page
    assert 'value="suit" checked' in page


def test_what_no_form_of_ours_sends_is_not_understood() -> None:
    visitor = Visitor()
    data = {"deck": "blue", "decks": "2", "jokers": "4"}
    assert visitor.post("/cards/begin", data=data | {"way": "colour"}).status_code == 400
    assert visitor.post("/cards/do", data={"deed": "dance"}).status_code == 400
    assert visitor.post("/cards/import", data={"deck": "x", "text": "x", "form": "y"}).status_code == 400
    assert visitor.post("/cards/do", data={"deed": "retire", "uid": "x"}).status_code == 409
    assert visitor.post("/cards/do", data={"deed": "go_to", "at": "x"}).status_code == 409
    assert visitor.get("/cards/deck?deck=none").status_code == 404
    assert visitor.get("/cards/csv?deck=none").status_code == 404


def test_a_number_is_typed_where_there_is_no_reader() -> None:
    visitor = Visitor()
    begin(visitor)
    assert "A (1) is in." in do(visitor, "tap", number="04:A1:B2:C3:D4:E5:F6")
    answer = visitor.post("/cards/do", data={"deed": "tap", "number": "seven"})
    assert (answer.status_code, "That is no number of a tag." in answer.text) == (409, True)


def test_a_deck_is_checked_and_what_is_missing_is_listed() -> None:
    visitor = Visitor()
    visitor.table.enrolment.ask(Put("blue", CARDS))
    assert "Tap every card of blue once, in any order." in do(visitor, "walk", deck="blue")
    visitor.table.enrolment.ask(Tapped(CARDS[0].uid))
    page = unescape(visitor.get("/cards").text)
    assert re.findall(r"<li><b>(.+?)</b> (.+?)</li>", page) == [
        ("7♠", "1"),
        ("Joker", "\N{MULTIPLICATION SIGN} 1"),
    ]
    visitor.table.enrolment.ask(Tapped(CARDS[1].uid))
    visitor.table.enrolment.ask(Tapped(CARDS[2].uid))
    assert "Every card of blue is there." in visitor.get("/cards").text


def test_a_card_is_looked_up_retired_found_and_given_a_new_tag() -> None:
    visitor = Visitor()
    visitor.table.enrolment.ask(Put("blue", CARDS))
    do(visitor, "look_up")
    visitor.table.enrolment.ask(Tapped(CARDS[0].uid))
    page = unescape(visitor.get("/cards").text)
    assert "This is 7♥ (1) of the deck blue." in page
    assert "It is lost: retire it" in page
    assert "7♥ (1) is retired from the deck blue." in do(visitor, "retire", uid="04010200")
    visitor.table.enrolment.ask(Tapped(CARDS[0].uid))
    assert "It is found: take it in again" in visitor.get("/cards").text
    assert "7♥ (1) is in the deck blue again." in do(visitor, "bring_back", uid="04010200", back="blue")
    page = do(visitor, "place", deck="blue", card="7H", copy="1")
    assert "Tap the new card that takes the place of 7♥ (1)." in page
    assert "This tag is 7♥ (1) now." in tap(visitor, 5)


def test_one_more_card_is_chosen_by_rank_and_suit() -> None:
    visitor = Visitor()
    visitor.table.enrolment.ask(Put("blue", CARDS))
    assert "Tap the card that is to be 7♥ (2)." in do(visitor, "place", deck="blue", card="7", suit="H")
    assert "Tap the card that is to be Joker (2)." in do(
        visitor, "place", deck="blue", card="Joker", suit="H"
    )


def test_a_command_card_is_enrolled_kept_as_csv_and_deleted() -> None:
    visitor = Visitor()
    visitor.table.houses.save("Grandma's", "pagat", (("jack", 11),))
    page = unescape(visitor.get("/cards").text)
    assert "<option value=\"@rules Grandma's\">Rules: Grandma's</option>" in page
    assert "Tap the card that is to be Show board (1)." in do(visitor, "place", deck="", card="@show board")
    tap(visitor, 1)
    page = do(visitor, "stop")
    assert "<span>Show board<small>04B20000000001" in page
    assert visitor.get("/cards/csv").text == "uid,card,copy\r\n04B20000000001,@show board,1\r\n"
    assert "04B20000000001" not in do(visitor, "retire", uid=tag(1).hex()).split("<h2", 1)[1]


def test_a_deck_goes_out_as_csv_and_comes_in_again() -> None:
    visitor = Visitor()
    visitor.table.enrolment.ask(Put("Oma's Kiste", CARDS))
    answer = visitor.get("/cards/csv?deck=Oma's Kiste")
    assert answer.headers["Content-Disposition"] == "attachment; filename*=UTF-8''Oma%27s%20Kiste.csv"
    other = Visitor()
    sent = {"deck": "blue", "file": (io.BytesIO(answer.data), "deck.csv")}
    assert other.post("/cards/import", data=sent).status_code == 303
    assert "The deck blue has 3 cards now." in unescape(other.get("/cards").text)
    assert other.get("/cards/csv?deck=blue").data == answer.data


@pytest.mark.parametrize(
    ("text", "form", "meant"),
    [
        ("uid,card,copy\n0xDEADBEEF22,7H,1\n", "guess", "DEADBEEF,7H,1"),
        ("UID;Card\n04:A1:B2:C3;7♥\n", "guess", "04A1B2C3,7H,1"),
        ("uid,card\nC3B2A104,7H\n", "hex_backwards", "04A1B2C3,7H,1"),
        ('uid,card\n"[4, 161, 178, 195]",7\n', "guess", "04A1B2C3,7,1"),
    ],
)
def test_numbers_that_other_tools_recorded_are_taken(text: str, form: str, meant: str) -> None:
    visitor = Visitor()
    assert visitor.post("/cards/import", data={"deck": "x", "text": text, "form": form}).status_code == 303
    assert visitor.get("/cards/csv?deck=x").text.splitlines()[1] == meant


@pytest.mark.parametrize(
    ("sent", "said"),
    [
        ({"text": ""}, "Choose a file first."),
        ({"text": "uid,card,copy\n04,7H,1"}, "line 2: a tag has 4 to 10 bytes"),
        ({"file": b"\xff\xfe\x00"}, "The file is no text"),
    ],
)
def test_a_file_that_cannot_be_taken_is_said_and_leaves_all(sent: dict[str, Any], said: str) -> None:
    visitor = Visitor()
    data = {"deck": "blue"} | {
        name: (io.BytesIO(value), "x.csv") if isinstance(value, bytes) else value
        for name, value in sent.items()
    }
    answer = visitor.post("/cards/import", data=data)
    assert (answer.status_code, said in answer.text) == (409, True)
    assert not visitor.table.look().enrolling.named


def test_a_file_goes_over_nothing_unless_that_was_ticked() -> None:
    visitor = Visitor()
    data = {"deck": "blue", "text": "uid,card\n04010200,8H"}
    visitor.table.enrolment.ask(Put("blue", CARDS))
    visitor.post("/cards/import", data=data)
    assert "There is a deck blue already" in visitor.get("/cards").text
    visitor.post("/cards/import", data=data | {"deck": "red"})
    assert "A tag of it is 7♥ (1) of the deck blue" in visitor.get("/cards").text
    visitor.post("/cards/import", data=data | {"over": "yes"})
    assert visitor.get("/cards/csv?deck=blue").text == "uid,card,copy\r\n04010200,8H,1\r\n"


def test_decks_are_renamed_and_forgotten_on_their_page() -> None:
    visitor = Visitor()
    visitor.table.enrolment.ask(Put("blue", CARDS))
    page = do(visitor, "rename", deck="blue", to="  Red   box ", back="blue")
    assert "<h1>Red box</h1>" in page
    assert "The deck is called Red box now." in page
    assert "The deck Red box is forgotten." in do(visitor, "drop", deck="Red box")


def test_a_name_is_shown_as_it_is_and_runs_nothing() -> None:
    visitor = Visitor()
    assert "Deck <b>x</b> & co" in begin(visitor, deck="<b>x</b> & co")
    assert "&lt;b&gt;x&lt;/b&gt; &amp; co" in visitor.get("/cards").text


def test_who_looks_on_sees_and_changes_nothing() -> None:
    table = SmallTable(SmallRig())
    table.enrolment.ask(Put("blue", CARDS))
    stranger = Visitor(table, **LAN)  # type: ignore[arg-type]  # by name, for tests only
    for path in ("/cards", "/cards/deck?deck=blue"):
        page = stranger.get(path).text
        assert "blue" in page
        assert not re.findall(r'<button name="deed"', page)
    table.enrolment.ask(Begin("red", Plan(1, 2, Way.RANK)))
    assert not re.findall(r'name="deed"', stranger.get("/cards").text)
    assert stranger.post("/cards/do", data={"deed": "stop"}).status_code == 403


def test_the_table_says_why_a_tap_does_not_count_now() -> None:
    visitor = started()
    visitor.table.enrolment.ask(Begin("red", Plan(1, 2, Way.RANK)))
    said = visitor.get("/table/now").get_json()["shown"]
    assert said == "Cards are being enrolled: until that is ended on the page, no tap counts in the game."
    assert visitor.state()["enrolling"] == {"listens": True, "heard": 1}
    do(visitor, "stop")
    assert visitor.get("/table/now").get_json()["shown"] == ""


def test_a_reader_that_does_not_answer_and_a_break_are_said() -> None:
    visitor = Visitor()
    begin(visitor)
    shown = visitor.table.look().enrolling
    visitor.table.show(
        devices=(Device("table", "mfrc522", "missing", "is it plugged in?"),),
        enrolling=Enrolling(shown.decks, False, shown.said, shown.heard),
    )
    page = unescape(visitor.get("/cards/live").text)
    assert "table (mfrc522) is missing. is it plugged in?" in page
    assert "Nobody did anything for ten minutes" in page
    assert "Tap all 12 aces" in do(visitor, "resume")
    assert "Nobody did anything" not in visitor.get("/cards").text


def test_the_deck_of_a_simulated_board_is_enrolled_to_try_the_page() -> None:
    visitor = Visitor()
    assert "The deck of the simulated board" not in visitor.get("/cards").text
    spare = {card.uid: card for card in CARDS}
    visitor.table.show(enrolling=Enrolling(Decks(spare=spare)))
    assert "It has 3 cards and can be played with as it is." in visitor.get("/cards").text
    assert "The deck simulated has 3 cards now." in do(visitor, "adopt", deck="simulated")


def test_a_deck_is_chosen_where_a_game_is_set_up() -> None:
    visitor = Visitor()
    assert 'id="deck"' not in visitor.get("/setup").text
    visitor.table.enrolment.ask(Put("blue", CARDS))
    assert "<option>blue</option>" in visitor.get("/setup").text
    visitor.post(
        "/setup", data={"players": "4", "teams_4": "2", "rules": "pagat", "hands": "closed", "deck": "x"}
    )
    assert visitor.table.told[-1].deck_name == "x"  # type: ignore[union-attr]  # a new game
