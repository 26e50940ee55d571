"""The table as the set-up form draws it."""

import re
from itertools import combinations
from math import hypot

import pytest
from playwright.sync_api import Browser

from tests.web.phone import SMALL, phone
from tests.web.served import served
from web_ui.round_table import SEAT_FAR, TIE_FAR, round_table
from web_ui.setup_form import PLANS

SEAT_RADIUS = 1.45


@pytest.mark.parametrize("players", PLANS)
def test_every_seat_sits_outside_the_board_beside_no_other(players: int) -> None:
    table = round_table(players, PLANS[players])
    assert len(table.seats) == players
    assert all(abs(hypot(*spot) - SEAT_FAR) < 0.02 for spot in table.seats.values())
    for one, other in combinations(table.seats.values(), 2):
        assert hypot(one.x - other.x, one.y - other.y) > 2 * SEAT_RADIUS


@pytest.mark.parametrize(("players", "teams"), [(n, teams) for n, plans in PLANS.items() for teams in plans])
def test_every_team_is_tied_together_and_to_no_other(players: int, teams: int) -> None:
    table = round_table(players, PLANS[players])
    sides = table.plans[teams]
    if not teams:
        assert sides == ("", "")
        return
    tied = []
    for side in sides:
        ends = {(float(x), float(y)) for x, y in re.findall(r"M(-?[\d.]+) (-?[\d.]+)L", side)}
        tied.append([letter for letter, spot in table.seats.items() if tuple(spot) in ends])
        assert side.endswith("Z")
        assert max(hypot(float(x), float(y)) for x, y in re.findall(r"L(-?[\d.]+) (-?[\d.]+)", side)) < (
            SEAT_FAR * TIE_FAR + 0.02
        )
    assert sorted(letter for team in tied for letter in team) == sorted(table.seats)
    assert {len(team) for team in tied} == {players // teams}


@pytest.mark.needs_chromium
def test_the_plan_that_is_chosen_is_the_one_that_is_drawn(browser: Browser) -> None:
    with served() as url, phone(browser, url, **SMALL) as used:
        used.open("/setup")
        used.tap("input[name=players][value='6']")
        assert used.find(".plan-6-2").is_visible()
        assert not used.find(".plan-6-3").is_visible()
        used.tap(".plans.only-6 input[value='3']")
        assert used.find(".plan-6-3").is_visible()
        assert not used.find(".plan-6-2").is_visible()
