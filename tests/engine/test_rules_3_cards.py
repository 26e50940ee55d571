"""RULES 3: what each card does."""

import pytest

from engine.cards import Card, PhysicalCard, Rank, Suit
from tests.engine.fast import home, plays

FACES = {"2": 2, "3": 3, "4": 4, "5": 5, "6": 6, "10": 10}
PRESETS = ("bark-up-a-tree", "social-security", "pagat", "kilpatrick", "gamerules")
B_AND_OTHERS = ("bark-up-a-tree", "pagat", "gamerules")


@pytest.mark.parametrize("rules", PRESETS)
def test_a_one_peg_1_forward_or_a_start_peg_to_the_come_out_hole(rules: str) -> None:
    ours = {"A:B1", "A:A8,B0"}
    helped = {"A:B0 C:C8"} if rules == "kilpatrick" else set()
    assert plays("A", "A:B0", rules) == ours | helped


@pytest.mark.parametrize("rules", PRESETS)
@pytest.mark.parametrize("card", FACES)
def test_2_3_4_5_6_10_face_value_forward(card: str, rules: str) -> None:
    assert plays(card, "A:B0", rules) == {f"A:B{FACES[card]}"}


@pytest.mark.parametrize("card", ["J", "Q", "K"])
def test_j_q_k_10_forward_each_or_a_start_peg_to_the_come_out_hole(card: str) -> None:
    assert plays(card, "A:B0") == {"A:B10", "A:A8,B0"}


@pytest.mark.parametrize(("card", "far"), [("J", 11), ("Q", 12), ("K", 13)])
def test_social_security_11_12_13(card: str, far: int) -> None:
    assert plays(card, "A:B0", "social-security") == {f"A:B{far}", "A:A8,B0"}


@pytest.mark.parametrize("rules", PRESETS)
def test_7_forward_with_one_peg_or_split_between_two_both_forward_at_least_1(rules: str) -> None:
    whole = {"A:B7,C0", "A:B0,C7"}
    split = {f"A:B{n},C{7 - n}" for n in range(1, 7)}
    assert plays("7", "A:B0,C0", rules) == whole | split


@pytest.mark.parametrize("rules", PRESETS)
def test_8_backward_no_other_use(rules: str) -> None:
    assert plays("8", "A:B10", rules) == {"A:B2"}
    assert plays("8", "", rules) == set()


@pytest.mark.parametrize("rules", B_AND_OTHERS)
def test_9_forward(rules: str) -> None:
    assert plays("9", "A:B0,C0", rules) == {"A:B9,C0", "A:B0,C9"}


def test_kilpatrick_9_forward_or_split_between_two_pegs_like_the_7() -> None:
    split = {f"A:B{n},C{9 - n}" for n in range(1, 9)}
    assert plays("9", "A:B0,C0", "kilpatrick") == {"A:B9,C0", "A:B0,C9"} | split


def test_social_security_9_one_forward_and_one_backward_nine_in_all() -> None:
    # B's goes n on and D's 9 - n back, or the other way round.
    assert plays("9", "A:B9,D9", "social-security") == {
        *(f"A:B{9 + n},D{n}" for n in range(1, 9)),
        *(f"A:B{n},D{9 + n}" for n in range(1, 9)),
    }


def test_social_security_9_forward_with_one_peg_only_if_no_such_split_can_be_played() -> None:
    assert plays("9", "A:B0", "social-security") == {"A:B9"}
    assert "A:AH1,B9" not in plays("9", "A:AH1,B0", "social-security")
    # AH5 has nowhere to go, and nothing else goes forward with another backward: so whole.
    assert plays("9", f"A:{home('A', 5)},B0", "social-security") == {f"A:{home('A', 5)},B9"}


def test_a_joker_jumps_on_to_a_track_hole_held_by_another_colour() -> None:
    assert plays("Joker", "A:A10 B:B5") == {"A:A10,B5", "A:B5"}


# --- Cards as text and as things ------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "rank", "suit"),
    [
        ("7", Rank.SEVEN, None),
        ("7H", Rank.SEVEN, Suit.HEARTS),
        ("7♥", Rank.SEVEN, Suit.HEARTS),
        ("10S", Rank.TEN, Suit.SPADES),
        ("AC", Rank.ACE, Suit.CLUBS),
        ("K♦", Rank.KING, Suit.DIAMONDS),
        ("Joker", Rank.JOKER, None),
    ],
)
def test_a_card_is_read_with_a_suit_or_without(text: str, rank: Rank, suit: Suit | None) -> None:
    card = Card.parse(text)
    assert card == Card(rank, suit)
    assert Card.parse(str(card)) == Card.parse(card.ascii) == card
    assert card.ascii == text.translate(str.maketrans("♠♥♦♣", "SHDC"))


@pytest.mark.parametrize("text", ["", "H", "1", "11", "7X", "h7", "7h", "JokerH", "joker", "77", "7HH", "S"])
def test_what_is_no_card_is_said_to_be_none(text: str) -> None:
    with pytest.raises(ValueError, match=r"is not a card; write A, 2 to 10"):
        Card.parse(text)


def test_a_physical_card_is_one_of_its_copies() -> None:
    assert str(PhysicalCard(Card(Rank.TEN, Suit.HEARTS), 2)) == "10♥ (2)"
