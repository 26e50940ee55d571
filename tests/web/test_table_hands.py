"""What the table page says and offers around hands: dealing, drawing, shuffling, mercy, challenges."""

from typing import Any

import pytest
from playwright.sync_api import Browser

from tests.web.phone import SMALL, phone
from tests.web.served import served
from tests.web.small_table import SmallRig, SmallTable
from tests.web.visitor import Visitor, started

SUITED = [f"{rank}{suit}" for suit in "SHDC" for rank in ("2", "3", "4", "5", "6")]


def view(visitor: Visitor) -> dict[str, Any]:
    found: dict[str, Any] = visitor.get("/table/now").get_json()
    return found


def texts(offers: list[dict[str, Any]]) -> list[str]:
    return [offer["text"] for offer in offers]


def take(visitor: Visitor, offers: list[dict[str, Any]], text: str) -> None:
    """Tap an offer: its body is told as it is."""
    body = next(offer["body"] for offer in offers if offer["text"] == text)
    answer = visitor.post("/table/tell", json=body)
    assert answer.get_json()["answer"]["ok"], answer.get_json()


def dealt(rules: str = "bark-up-a-tree", cards: list[str] = SUITED, **fields: Any) -> Visitor:
    """A tracked game of four, everybody dealt to."""
    visitor = started(4, rules, hands="tracked", **fields)
    for card in cards:
        assert visitor.tell("tap", card=card, copy=1).status_code == 200
    return visitor


def test_a_deal_counts_the_cards_of_each_seat() -> None:
    visitor = started(4, "bark-up-a-tree", hands="tracked")
    seen = view(visitor)
    assert (seen["headline"], seen["prompt"]) == ("Dealing", "Deal to Red: tap 5 more cards.")
    assert seen["suits"] is True
    assert seen["buttons"]["cards"] is True
    for card in SUITED[:4]:
        visitor.tell("tap", card=card, copy=1)
    assert view(visitor)["prompt"] == "Deal to Red: tap 1 more card."
    visitor.tell("tap", card=SUITED[4], copy=1)
    assert view(visitor)["prompt"] == "Deal to Blue: tap 5 more cards."


def test_a_draw_is_asked_for_before_the_play() -> None:
    visitor = dealt()
    assert view(visitor)["prompt"] == "Red draws 1 card: tap it."
    visitor.tell("tap", card="KH", copy=1)
    assert view(visitor)["prompt"] == "Draw a card, then tap the one you play."
    assert visitor.state()["phase"] == "playing"


def test_the_first_draw_can_be_laid_back() -> None:
    visitor = dealt()
    assert not view(visitor)["buttons"]["undo"]
    visitor.tell("tap", card="KH", copy=1)
    assert view(visitor)["buttons"]["undo"]
    visitor.tell("press", button="back", held=True)
    assert view(visitor)["prompt"] == "Confirm to lay back on the pile what was drawn before the first card."
    visitor.tell("undo")
    seen = view(visitor)
    assert seen["prompt"] == "Red draws 1 card: tap it."
    assert [work["text"] for work in seen["handwork"]] == [
        "Red lays the card drawn last back on top of the pile."
    ]


def test_nothing_tells_whose_a_card_is() -> None:
    """DESIGN 3: hands never leave the daemon. The cards dealt are in no answer at all."""
    visitor = dealt()
    for path in ("/api/state", "/table/now", "/table"):
        said = visitor.get(path).text
        assert not [card for card in SUITED if f'"{card}"' in said]
        assert "owed" not in said
        assert '"hands"' not in said


def test_drawing_after_the_play_can_be_left_off() -> None:
    cards = [
        *(f"K{suit}" for suit in "SHDC"),
        *(f"Q{suit}" for suit in "SHDC"),
        *(f"J{suit}" for suit in "SHDC"),
    ]
    visitor = dealt("kilpatrick", cards)
    visitor.tell("tap", card="KS", copy=1)
    visitor.tell("press", button="confirm")
    visitor.tell("press", button="confirm")  # carried
    seen = view(visitor)
    assert seen["prompt"] == "Red may draw 3 more cards."
    assert (seen["labels"]["confirm"], seen["buttons"]["confirm"]) == ("No more cards", True)
    visitor.tell("press", button="confirm")
    assert view(visitor)["headline"] == "Blue to move"


def test_a_throw_can_be_challenged_and_proved_wrong() -> None:
    visitor = started()
    visitor.tell("tap", card="5")
    visitor.tell("throw")
    seen = view(visitor)
    assert "Red could have moved" in texts(seen["seldom"])
    assert "Blue could have moved" not in texts(seen["seldom"])
    take(visitor, seen["seldom"], "Red could have moved")
    seen = view(visitor)
    assert seen["prompt"] == "Red shows the rest of the hand: tap each card."
    assert (seen["labels"]["confirm"], seen["buttons"]["cards"]) == ("No more cards", True)
    assert texts(seen["offers"]) == ["Take it back"]
    visitor.tell("tap", card="K")
    seen = view(visitor)
    assert seen["shown"] == "K could have moved, so the throw is taken back."
    assert seen["headline"] == "Red to move"
    assert [work["text"] for work in seen["handwork"]] == ["Put 5 back into the hand of Red."]
    assert visitor.state()["proof"] == {"card": "K", "notation": "K AS-A8"}
    assert visitor.tell("press", button="confirm").status_code == 200
    assert visitor.state()["proof"] is None
    visitor.tell("tap", card="4")
    assert visitor.tell("throw").get_json()["why"] == "MUST_MOVE"


def test_a_hand_that_is_too_small_is_said_to_be_all() -> None:
    visitor = started(4, "bark-up-a-tree")
    visitor.tell("tap", card="5")
    visitor.tell("throw")
    visitor.tell("challenge", seat="A")
    for card in ("2", "3", "4"):
        visitor.tell("tap", card=card)
    assert visitor.tell("press", button="confirm").get_json()["why"] == "SHOW_THE_REST"
    take(visitor, view(visitor)["offers"], "Only 3 cards in all")
    assert visitor.state()["phase"] == "playing"
    assert view(visitor)["headline"] == "Blue to move"


def test_a_card_that_was_played_asks_whether_the_pile_was_shuffled() -> None:
    visitor = started()
    visitor.tell("tap", card="5H", copy=1)
    visitor.tell("throw")
    assert visitor.tell("tap", card="5H", copy=1).get_json()["why"] == "CARD_ALREADY_PLAYED"
    seen = view(visitor)
    assert seen["prompt"] == "5♥ was already played. Was the pile shuffled since?"
    assert (seen["labels"]["confirm"], seen["labels"]["cancel"]) == ("Yes", "No")
    assert visitor.tell("shuffled").status_code == 200
    assert visitor.state()["card"] == "5H"


def test_a_challenge_can_be_taken_back() -> None:
    visitor = started()
    visitor.tell("tap", card="5")
    visitor.tell("throw")
    visitor.tell("challenge", seat="A")
    take(visitor, view(visitor)["offers"], "Take it back")
    assert view(visitor)["headline"] == "Blue to move"


def test_a_forgotten_draw_is_claimed_and_counted() -> None:
    visitor = started(4, "bark-up-a-tree")
    visitor.play("K")
    seen = view(visitor)
    take(visitor, seen["seldom"], "Red forgot to draw")
    seen = view(visitor)
    assert seen["prompt"] == "Count the hand of Red face down."
    assert texts(seen["offers"]) == [*map(str, range(8)), "Take it back"]
    assert not seen["buttons"]["cards"]
    assert not seen["buttons"]["confirm"]
    take(visitor, seen["offers"], "4")
    assert visitor.state()["phase"] == "playing"
    assert "Red forgot to draw" not in texts(view(visitor)["seldom"])


@pytest.mark.parametrize(
    ("rules", "prompt"),
    [
        (
            "bark-up-a-tree",
            "Red forgot to draw: 2 cards face down now, locked for this turn. Then play another.",
        ),
        (
            "pagat",
            "Red forgot to draw: play or throw one of the cards left, then draw until there are 5.",
        ),
    ],
)
def test_who_forgot_to_draw_hears_in_the_next_turn_what_comes_of_it(rules: str, prompt: str) -> None:
    closed = started(4, rules)
    closed.play("K")
    closed.tell("forgot_draw", seat="A")
    closed.tell("hand_count", seat="A", cards=4)
    tracked = dealt(rules)
    tracked.tell("tap", card=SUITED[0], copy=1)  # the draw cue
    tracked.tell("tap", card=SUITED[0], copy=1)
    assert tracked.tell("throw").status_code == 200
    assert tracked.state()["last_move"]["text"] == "Red throws 2♠. Red forgot to draw."
    for card in ("5H", "5D", "5C"):
        closed.tell(
            "set_position", pegs={seat: ["S"] * 5 for seat in "ABCD"}, turn=closed.state()["game"]["turn"]
        )
        closed.tell("tap", card=card)
        closed.tell("throw")
    for drawn, card in (("9H", SUITED[5]), ("9D", SUITED[10]), ("9C", SUITED[15])):
        tracked.tell("tap", card=drawn, copy=1)
        tracked.tell("tap", card=card, copy=1)
        tracked.tell("throw")
    for visitor in (closed, tracked):
        assert visitor.state()["game"]["turn"] == "A"
        assert view(visitor)["prompt"] == prompt


def test_mercy_is_offered_and_can_be_left() -> None:
    visitor = started(4, "pagat", options={"mercy_after": 2})
    for card in ("5", "5", "5", "5", "6"):
        visitor.tell("tap", card=card)
        visitor.tell("throw")
    seen = view(visitor)
    assert visitor.state()["phase"] == "mercy"
    assert seen["prompt"] == "Red may bring a peg out without a card."
    assert texts(seen["offers"]) == ["Red: bring a peg out", "Go on without"]
    take(visitor, seen["offers"], "Red: bring a peg out")
    assert visitor.state()["game"]["pegs"]["A"][0] == "A8"
    visitor.tell("tap", card="6")
    visitor.tell("throw")
    take(visitor, view(visitor)["offers"], "Go on without")
    assert view(visitor)["headline"] == "Yellow to move"


def test_who_plays_for_whom_is_offered() -> None:
    visitor = started(seats={"A": {"name": "Mia"}})
    seen = view(visitor)
    assert texts(seen["seldom"]) == [f"{who} plays for Mia" for who in ("Blue", "Yellow", "Turquoise")]
    take(visitor, seen["seldom"], "Yellow plays for Mia")
    seen = view(visitor)
    assert seen["headline"] == "Mia to move; Yellow plays for Mia."
    take(visitor, seen["seldom"], "Mia is back")
    assert view(visitor)["headline"] == "Mia to move"


def test_an_empty_pile_is_to_be_shuffled() -> None:
    """A small deck: everybody dealt to, and one card to draw for each until it is gone."""
    visitor = dealt()
    play = visitor.table.look().game.play
    assert play is not None
    pile = sorted((c for c in play.setup.deck if not any(c in hand for hand in play.stand.hands)), key=str)
    for card in pile:
        if visitor.state()["phase"] == "shuffling":
            break
        answer = visitor.tell("tap", card=card.card.ascii, copy=card.copy)
        assert answer.status_code == 200, answer.get_json()
        if visitor.state()["phase"] == "playing":
            throw_something(visitor)
    seen = view(visitor)
    assert visitor.state()["phase"] == "shuffling"
    assert seen["prompt"].startswith("The pile is empty")
    assert (seen["labels"]["confirm"], seen["buttons"]["cards"]) == ("Shuffled", False)
    assert visitor.tell("shuffled").status_code == 200
    assert visitor.state()["phase"] == "drawing"


def throw_something(visitor: Visitor) -> None:
    """Play or throw any card of the hand, as a robot would."""
    play = visitor.table.look().game.play
    assert play is not None
    for card in sorted(play.stand.hands[play.turn], key=str):
        visitor.tell("tap", card=card.card.ascii, copy=card.copy)
        choices = visitor.state()["choices"]
        if choices and visitor.tell("choose", notation=choices[0]["notation"]).status_code == 200:
            return
        if not choices and visitor.tell("throw").status_code == 200:
            return
    raise AssertionError("nothing could be played or thrown")


@pytest.mark.needs_chromium
def test_a_hand_is_dealt_and_a_throw_challenged_on_a_phone(browser: Browser) -> None:
    table = SmallTable(SmallRig())
    Visitor(table).tell("new_game", players=4, rules="bark-up-a-tree", hands="tracked", first="A")
    with served(table) as url, phone(browser, url, **SMALL) as used:
        used.open("/table")
        used.sees("#prompt", "Deal to Red: tap 5 more cards.")
        used.tap(".suits label:has([value=H])")
        used.tap("[data-card='9']")
        used.sees("#prompt", "Deal to Red: tap 4 more cards.")
        used.check_it_can_be_used()
        play = table.look().game.play
        assert play is not None
        assert [card.card.ascii for card in play.stand.hands[0]] == ["9H"]

        Visitor(table).tell("new_game", players=4, rules="pagat", first="A")
        used.sees("h1", "Red to move")
        assert not used.find("#suits").is_visible()
        used.tap("[data-card='5']")
        used.button("Throw the card").tap()
        used.tap("#seldom summary")
        used.check_it_can_be_used()
        used.button("Red could have moved").tap()
        used.sees("#prompt", "Red shows the rest of the hand")
        used.tap("[data-card=K]")
        used.sees("#prompt", "K could have moved, so the throw is taken back.")
