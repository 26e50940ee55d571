"""RULES 2: tables of players, team plans, decks and jokers; and who comes after whom."""

import pytest

from engine.board import Seat, seat_name
from engine.cards import Rank, deck_of
from engine.ruleset import BadOption, build
from engine.seating import Seating, decks_at, seating, seating_of

# players, teams asked for, sides, the teams, decks, jokers: row by row as in RULES 2
ROWS = [
    (2, 0, 4, "A C", 3, 0),
    (4, 2, 4, "AC BD", 3, 6),
    (6, 2, 6, "ACE BDF", 3, 6),
    (6, 3, 6, "AD BE CF", 3, 6),
    (8, 2, 8, "ACEG BDFH", 4, 8),
    (8, 4, 8, "AE BF CG DH", 4, 8),
    (10, 2, 10, "ACEGI BDFHJ", 5, 10),
    (10, 5, 10, "AF BG CH DI EJ", 5, 10),
]


@pytest.mark.parametrize(("players", "teams", "sides", "plan", "decks", "jokers"), ROWS)
def test_each_row(players: int, teams: int, sides: int, plan: str, decks: int, jokers: int) -> None:
    table = seating(players, teams)
    assert (table.players, table.board.sides) == (players, sides)
    assert table.names() == [list(team) for team in plan.split()]
    assert decks_at(build("bark-up-a-tree", {}), players) == (decks, jokers)
    assert seating_of(sides, table.names()) == table


def test_a_deck_for_every_two_players_and_none_below_three() -> None:
    # The extra deck of ten players brings its two jokers.
    rules = build("bark-up-a-tree", {"extra_jokers": 8, "extra_decks": 1})
    assert decks_at(rules, 10) == (6, 20)
    cards = deck_of(6, 20)
    assert len(cards) == len(set(cards)) == 6 * 52 + 20
    assert sum(card.card.rank is Rank.JOKER for card in cards) == 20


@pytest.mark.parametrize(
    ("players", "teams", "option"),
    [
        *[(players, 2, "players") for players in (0, 1, 3, 5, 7, 9, 11, 12, -2)],
        *[(2, teams, "teams") for teams in (1, 3, 4)],
        *[(4, teams, "teams") for teams in (0, 1, 3, 4)],
        *[(6, teams, "teams") for teams in (0, 1, 4, 6)],
        *[(8, teams, "teams") for teams in (0, 3, 8)],
        *[(10, teams, "teams") for teams in (0, 3, 10)],
    ],
)
def test_any_other_table_is_refused(players: int, teams: int, option: str) -> None:
    with pytest.raises(BadOption) as refused:
        seating(players, teams)
    assert refused.value.option == option


def test_two_players_may_be_asked_for_as_two_teams_of_one() -> None:
    assert seating(2, 2) == seating(2, 0)


@pytest.mark.parametrize(
    ("sides", "plan"), [(4, "CA DB"), (4, "DB AC"), (4, "C A"), (6, "FC EB DA"), (10, "JE AF BG HC DI")]
)
def test_teams_may_be_listed_in_any_order(sides: int, plan: str) -> None:
    teams = [list(team) for team in plan.split()]
    found = seating_of(sides, teams)
    assert {frozenset(team) for team in found.names()} == {frozenset(team) for team in teams}


@pytest.mark.parametrize(
    ("sides", "plan", "option"),
    [
        (2, "A C", "sides"),
        (5, "AC BD", "sides"),
        (4, "AB CD", "teams"),
        (4, "A B", "teams"),
        (4, "AC", "teams"),
        (4, "AC BD AC", "teams"),
        (4, "AAC BD", "teams"),
        (4, "AC BX", "teams"),
        (4, "", "teams"),
        (6, "AC BD", "teams"),
        (6, "A C", "teams"),
        (6, "AD BE CF EF", "teams"),
        (8, "ACE BDF GH", "teams"),
        (10, "JEBGA CHDIF", "teams"),
    ],
)
def test_other_teams_are_refused(sides: int, plan: str, option: str) -> None:
    with pytest.raises(BadOption) as refused:
        seating_of(sides, [list(team) for team in plan.split()])
    assert refused.value.option == option


def order_from(table: Seating, first: str) -> str:
    seat = next(seat for seat in table.seats if seat_name(seat) == first)
    order = []
    for _ in table.seats:
        order.append(seat_name(seat))
        seat = table.after(seat)
    return "".join(order)


def test_the_turn_goes_clockwise_over_the_seats_in_play() -> None:
    assert order_from(seating(2, 0), "C") == "CA"
    assert order_from(seating(4, 2), "C") == "CDAB"
    assert order_from(seating(6, 3), "F") == "FABCDE"


@pytest.mark.parametrize(
    ("players", "teams", "seat", "team"),
    [
        (4, 2, "C", "CA"),
        (6, 2, "E", "EAC"),
        (6, 3, "E", "EB"),
        (8, 2, "F", "FHBD"),
        (10, 5, "J", "JE"),
        (2, 0, "C", "C"),
    ],
)
def test_help_is_asked_clockwise_from_the_player(players: int, teams: int, seat: str, team: str) -> None:
    table = seating(players, teams)
    asked = table.team_from(Seat("ABCDEFGHIJ".index(seat)))
    assert "".join(seat_name(one) for one in asked) == team
