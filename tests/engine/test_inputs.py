"""What is told is written down and read again: each kind, and what is no input."""

import json

import pytest

from engine.board import Seat
from engine.cards import Card, Rank, Suit
from engine.input_data import KINDS, read, written
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
    RulesCardTapped,
    SeatLook,
    ShowBoardAsked,
    Shuffled,
    StoodIn,
    ThrowAsked,
    TimeReached,
    Told,
    TwoCardsSeen,
    UndoAsked,
    UnknownTag,
    seat_of,
)

TOLD: list[Told] = [
    NewGame(4, "pagat"),
    NewGame(
        players=6,
        rules="kilpatrick",
        options=(("joker_from_start", ("come_out",)), ("two_swaps", True), ("jack", 11)),
        teams=3,
        hands=Hands.TRACKED,
        first=Seat(0),
        looks=(SeatLook(Seat(0), "Ann", "#0072b2"), SeatLook(Seat(5))),
        game_id="g1",
        deck=(("7H", 2), ("Joker", 6), ("K", 12)),
    ),
    CardTapped(Card(Rank.SEVEN, Suit.HEARTS), 2, Seat(0), "table"),
    CardTapped(Card(Rank.TEN, Suit.SPADES)),
    CardTapped(Card(Rank.SEVEN)),
    CardTapped(Card(Rank.JOKER), 1),
    UnknownTag("04A1B2C3"),
    UnknownTag("04A1B2C3", "blue box"),
    NewGame(2, "bark-up-a-tree", deck=(("7H", 3), ("8S", (1, 3)), ("K", 2)), deck_name="blue box"),
    TwoCardsSeen("table"),
    CommandTapped(Command.SHOW_BOARD),
    CommandTapped(Command.NEXT, Seat(1), "table"),
    RulesCardTapped("our rules", "pagat", (("jack", 11), ("joker_from_start", ("come_out",)))),
    Pressed(Key.NEXT),
    Pressed(Key.CONFIRM, True, Seat(3), "buttons"),
    Pointed("AH3", "phone"),
    Chosen("7♥ A12-A15 A0-AH1 xC3-S"),
    ThrowAsked(),
    UndoAsked(),
    RedoAsked(),
    ShowBoardAsked(),
    Shuffled(),
    RefillDone(),
    MercyTaken(),
    MercyTaken(Seat(2)),
    Challenged(Seat(1)),
    DrawClaimed(Seat(3)),
    HandCounted(Seat(0), 4),
    GameEnded(),
    StoodIn(Seat(1), Seat(3)),
    LooksChanged((SeatLook(Seat(1), "Ann", "#0072b2"), SeatLook(Seat(3)))),
    PositionAgreed((("A", ("A8", "S", "S", "S", "S")), ("C", ("S",) * 5)), Seat(2)),
    TimeReached(),
]


def test_every_kind_is_here() -> None:
    assert {type(told).__name__ for told in TOLD} == set(KINDS)


@pytest.mark.parametrize("told", TOLD, ids=lambda told: type(told).__name__)
def test_an_input_comes_back_as_it_was_written(told: Told) -> None:
    line = json.dumps(written(told))
    again = read(json.loads(line))
    assert again == told
    assert type(again) is type(told)
    assert json.dumps(written(again)) == line


def test_seats_and_cards_are_written_as_players_write_them() -> None:
    data = written(CardTapped(Card(Rank.TEN, Suit.HEARTS), 2, Seat(0), "table"))
    told = {"kind": "CardTapped", "card": "10H", "copy": 2, "seat": "A", "source": "table", "laid": False}
    assert data == told


@pytest.mark.parametrize(
    "data",
    [
        {},
        {"kind": "Cheat"},
        {"kind": "CardTapped", "card": "11H"},
        {"kind": "CardTapped", "card": "JokerH"},
        {"kind": "CardTapped"},
        {"kind": "Pressed", "key": "sideways"},
        {"kind": "StoodIn", "seat": "A", "by": "Z"},
        {"kind": "StoodIn", "seat": "A", "by": "AB"},
        {"kind": "StoodIn", "seat": "A", "by": ""},
        {"kind": "ThrowAsked", "why": "because"},
        {"kind": "NewGame", "players": 4, "rules": "pagat", "hands": "open"},
        {"kind": "LooksChanged", "looks": [["A", "Mia", "zz0000"]]},
        {"kind": "LooksChanged", "looks": [["A", "Mia", 7]]},
        {"kind": "LooksChanged", "looks": [["A", 7, "#bb0000"]]},
    ],
    ids=str,
)
def test_what_is_no_input_is_refused(data: dict[str, object]) -> None:
    with pytest.raises((ValueError, KeyError, TypeError)):
        read(data)


def test_seats_by_letter() -> None:
    assert [seat_of(letter) for letter in "ABCDEFGHIJ"] == list(range(10))
    for wrong in ("K", "a", "", "AA"):
        with pytest.raises(ValueError, match="no seat"):
            seat_of(wrong)
