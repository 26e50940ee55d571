"""Games of the past: step by step, on the lamps, taken away, and what they all come to."""

import csv
import io
from html import unescape

import pytest
from playwright.sync_api import Browser

from engine.minutes import parse_minutes
from engine.palette import PALETTE
from engine.replaying import replay
from firmware_host.tallies import Tally
from tests.web.phone import SMALL, phone
from tests.web.served import served
from tests.web.small_table import SmallRig, SmallTable
from tests.web.visitor import Visitor, started

EVENING_S = 1_800_000_000
HOUR_S = 3_600


def tally(number: int, since_s: int, names: str, won: str, **shoves: int) -> Tally:
    players = tuple(
        ("ABCD"[n], "" if name == "-" else name, PALETTE[n]) for n, name in enumerate(names.split())
    )
    counted = tuple((pair[0], pair[1], times) for pair, times in shoves.items())
    return Tally(number, since_s, 90, players, tuple(won), counted)


def test_a_game_is_gone_through_step_by_step() -> None:
    visitor = started()
    visitor.play("K")
    visitor.play("Q")
    begun = unescape(visitor.get("/history/1/replay").text)
    assert "0 / 2" in begun
    assert "The beginning" in begun
    assert "<polyline" not in begun
    first = unescape(visitor.get("/history/1/replay?step=1").text)
    assert "1 / 2" in first
    assert first.count('aria-label="Red plays K: out to A8."') == 1
    assert first.count("<polyline") == 1
    assert first.count('class="leaves"') == 1
    for odd in ("99", "-1", "x", "9" * 30):
        assert visitor.get(f"/history/1/replay?step={odd}").status_code == 200
    assert "2 / 2" in visitor.get("/history/1/replay?step=99").text


def test_the_lamps_show_a_step_while_no_game_needs_them() -> None:
    visitor = started()
    visitor.play("K")
    loan = visitor.table.board.loan
    assert visitor.post("/history/1/replay", data={"step": "1"}).status_code == 303
    assert not loan.is_lent  # the game that runs needs them
    pegs = {seat: [f"{seat}H{n}" for n in range(1, 6)] if seat in "AC" else ["S"] * 5 for seat in "ABCD"}
    pegs["A"][0] = "A3"
    visitor.tell("set_position", pegs=pegs, turn="A")
    visitor.play("A")
    answer = visitor.post("/history/1/replay", data={"step": "3"})
    assert answer.headers["Location"] == "/history/1/replay?step=3"
    assert loan.is_lent
    lit = loan.frame("ring", 112, 1.0)
    assert lit is not None
    assert any(lit)
    visitor.post("/history/1/replay", data={"step": "0"})
    assert loan.frame("ring", 112, 1.0) != lit  # the beginning is a step as well
    assert "The lamps of the board show each step" in visitor.get("/history/1/replay").text


def test_a_step_is_asked_of_the_lamps_by_paired_browsers_alone() -> None:
    visitor = started()
    visitor.play("K")
    visitor.tell("end_game")
    stranger = Visitor(visitor.table, paired=False, address="10.0.0.9", listening="0.0.0.0")
    assert stranger.post("/history/1/replay", data={"step": "1"}).status_code == 403


def test_turns_and_games_go_into_tables_and_no_name_is_a_formula() -> None:
    visitor = started(seats={"A": {"name": '=HYPERLINK("x")'}})
    visitor.play("K")
    answer = visitor.get("/history/1.csv")
    assert answer.mimetype == "text/csv"
    heading, row = csv.reader(io.StringIO(answer.data.decode("utf-8-sig")))
    assert heading == ["Turn", "Seat", "Player", "Card", "Move", "In words"]
    assert row[:5] == ["1", "A", '\'=HYPERLINK("x")', "K", "AS-A8"]
    games = list(csv.reader(io.StringIO(visitor.get("/history/games.csv").data.decode("utf-8-sig"))))
    assert (games[0][0], games[1][0], games[1][2], games[1][4]) == ("Game", "1", "Pagat", "Running now")
    assert games[1][5] == "1"  # a number, for the spreadsheet to reckon with


@pytest.mark.parametrize("language", ["en", "it", "fy", "de", "nl"])
def test_no_two_columns_of_a_table_are_called_the_same(language: str) -> None:
    visitor = started()
    for path in ("/history/1.csv", "/history/games.csv"):
        text = visitor.get(path, headers={"Accept-Language": language}).data.decode("utf-8-sig")
        heading = next(csv.reader(io.StringIO(text)))
        assert len(set(heading)) == len(heading) == 6, heading


def test_a_game_is_taken_to_another_board() -> None:
    visitor = started()
    visitor.play("K")
    visitor.play("Q")
    answer = visitor.get("/history/1/notation.txt")
    told = visitor.get("/history/1.txt").headers["Content-Disposition"]
    assert answer.headers["Content-Disposition"] != told  # in one folder of a phone they are told apart
    text = answer.text
    game = replay(parse_minutes(text))
    assert game.play is not None
    assert len(game.play.turns) == 2


def test_a_game_whose_hands_are_secret_is_not_taken_away() -> None:
    visitor = started(rules="bark-up-a-tree", hands="tracked")
    for path in ("/history/1.csv", "/history/1/notation.txt"):
        answer = visitor.get(path)
        assert answer.status_code == 409
        assert "when it is over" in answer.text


def test_what_games_come_to_is_told_player_by_player_and_evening_by_evening() -> None:
    visitor = Visitor()
    visitor.table.history.tallies = [
        tally(9, EVENING_S, "Mia Jan Ben -", "AC", AB=3, BA=1),
        tally(5, EVENING_S + 8 * HOUR_S, "Mia Jan Ben Eva", "BD", AB=2),  # after midnight
        tally(2, EVENING_S - 400 * 24 * HOUR_S, "Jan Mia Ben Eva", "AC", BA=4),
        tally(1, EVENING_S - 500 * 24 * HOUR_S, "Jan Mia Ben Eva", "", AB=1),
    ]
    page = " ".join(unescape(visitor.get("/history/players").text).split())
    for row in (
        "<th>Ben</th><td>2</td><td>3</td><td>2</td>",
        "<th>Jan</th><td>2</td><td>3</td><td>2</td>",
        "<th>Mia</th><td>1</td><td>3</td><td>2</td>",
        "<th>Eva</th><td>1</td><td>2</td><td>2</td>",
        "<th>Turquoise</th><td>0</td><td>1</td><td>1</td>",
        "<b>Mia → Jan</b><small>2025: 4 · 2027: 5</small></span><b>9</b>",
        "<b>Jan → Mia</b><small>2025: 1 · 2027: 1</small></span><b>2</b>",
        "Games: 2",
    ):
        assert row in page, row
    visitor.table.history.left = 12
    page = visitor.get("/history/players").text
    assert "Games still to be counted: 12" in page
    assert 'http-equiv="refresh"' in page


def test_who_plays_for_two_seats_has_played_one_game() -> None:
    visitor = Visitor()
    visitor.table.history.tallies = [tally(1, EVENING_S, "Mia Jan Mia Jan", "AC")]
    page = " ".join(unescape(visitor.get("/history/players").text).split())
    assert "<th>Mia</th><td>1</td><td>1</td><td>1</td>" in page
    assert "<th>Jan</th><td>0</td><td>1</td><td>1</td>" in page
    assert "</b> Mia 1<small>" in page


def test_a_board_without_games_says_so() -> None:
    assert "No game was played to its end" in Visitor().get("/history/players").text


@pytest.mark.needs_chromium
def test_a_game_is_stepped_through_on_a_phone(browser: Browser) -> None:
    table = SmallTable(SmallRig())
    visitor = Visitor(table)
    visitor.tell("new_game", players=4, rules="pagat", first="A")
    visitor.play("K")
    visitor.play("Q")
    table.history.tallies = [tally(1, EVENING_S, "Wilhelmina-Charlotte Jan Ben -", "AC", AB=3)]
    with served(table) as url, phone(browser, url, **SMALL) as used:
        used.open("/history/1")
        used.check_it_can_be_used()
        used.tap("text=Step by step on the board")
        used.tap("text=Step on")
        used.sees(".step", "Red plays K: out to A8.")
        used.check_it_can_be_used()
        used.tap("text=Step on")
        used.sees(".step", "Blue plays Q: out to B8.")
        used.open("/history/players")
        used.sees(".results", "Wilhelmina-Charlotte")
        used.check_it_can_be_used()
