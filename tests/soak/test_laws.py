"""The laws that a long run holds each state to can be broken, and say so."""

from copy import deepcopy
from typing import Any

import pytest

from engine.cards import Card
from engine.inputs import CardTapped, Chosen, MercyTaken, ThrowAsked
from tests.soak.laws import conserved, led_to

HOME = [f"AH{n}" for n in range(1, 6)]
STATE: dict[str, Any] = {
    "winner": None,
    "game": {
        "rules": "pagat",
        "options": {},
        "sides": 4,
        "teams": [["A", "C"], ["B", "D"]],
        "turn": "A",
        "pegs": {
            "A": ["A8", "S", "S", "S", "S"],
            "B": ["B3", "BH2", "S", "S", "S"],
            "C": ["S"] * 5,
            "D": ["S"] * 5,
        },
    },
}


def stood(seat: str, *pegs: str, **more: object) -> dict[str, Any]:
    """The state, with the pegs of a seat elsewhere."""
    state = deepcopy(STATE) | more
    state["game"]["pegs"][seat] = list(pegs)
    return state


def tapped(card: str) -> CardTapped:
    return CardTapped(Card.parse(card), 1)


@pytest.mark.parametrize(
    "broken",
    [
        stood("C", "A8", "S", "S", "S", "S"),
        stood("C", "S", "S", "S", "S"),
        stood("C", "BH1", "S", "S", "S", "S"),
        stood("A", *HOME, winner=["A", "C"]),
        STATE | {"winner": ["A", "C"]},
    ],
    ids=["two in a hole", "a peg gone", "home of another", "one partner home", "nobody home"],
)
def test_what_cannot_be_on_any_board_is_found(broken: dict[str, Any]) -> None:
    conserved(STATE)
    with pytest.raises(AssertionError):
        conserved(broken)


def test_a_side_that_is_home_has_won() -> None:
    both = stood("A", *HOME)
    both["game"]["pegs"]["C"] = [hole.replace("A", "C") for hole in HOME]
    conserved(both | {"winner": ["C", "A"]})
    with pytest.raises(AssertionError):
        conserved(both)


def test_a_turn_leads_where_the_slow_generator_says_or_nowhere() -> None:
    told = (tapped("5H"), Chosen("5♥ A8-A13"))
    assert led_to(STATE, told, stood("A", "S", "A13", "S", "S", "S"))
    for wrong in ("A12", "A14", "A8"):
        with pytest.raises(AssertionError):
            led_to(STATE, told, stood("A", wrong, "S", "S", "S", "S"))


def test_a_card_that_moves_is_not_thrown() -> None:
    nobody_out = stood("A", *["S"] * 5)
    assert led_to(nobody_out, (tapped("5H"), ThrowAsked()), nobody_out)
    with pytest.raises(AssertionError):
        led_to(STATE, (tapped("5H"), ThrowAsked()), STATE)


def test_where_mercy_was_shown_nobody_is_asked() -> None:
    told = (tapped("5H"), Chosen("5♥ A8-A13"), MercyTaken(2))
    assert not led_to(STATE, told, stood("C", "C8", "S", "S", "S", "S"))
    assert led_to(STATE, (*told[:2], MercyTaken()), stood("A", "A13", "S", "S", "S", "S"))
