"""The page of a real daemon: a game told card by card, a phone at a table, a kill in between."""

import contextlib
import http.client
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser

from tests.host.daemon_process import DaemonProcess, Page, at_the_page
from tests.web.phone import Phone, phone

CARDS = ["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "Joker"]
PHASES = {"playing", "choosing", "over"}
TURNS = 60


@contextlib.contextmanager
def simulated(home: Path) -> Iterator[tuple[Page, str]]:
    """A daemon's page, and where it is."""
    with DaemonProcess(home) as daemon:
        page, address = daemon.page(), daemon.address()
        assert address
        yield page, "{}:{}".format(*address)
        page.close()


def check_state(state: dict[str, Any]) -> None:
    """What holds of every state of a game, DESIGN 8."""
    notations = [choice["notation"] for choice in state["choices"]]
    assert len(set(notations)) == len(notations)
    results = [str(sorted(choice["result"].items())) for choice in state["choices"]]
    assert len(set(results)) == len(results)
    assert state["phase"] in PHASES
    assert (state["card"] is not None) == (state["phase"] == "choosing") == (state["cursor"] is not None)
    for seat, pegs in state["game"]["pegs"].items():
        assert pegs == sorted(pegs)
        assert len(pegs) == 5, seat
    holes = [hole for pegs in state["game"]["pegs"].values() for hole in pegs if hole != "S"]
    assert len(set(holes)) == len(holes)
    assert set(state["rhythms"]) == set(state["lamps"])
    assert all(len(colour) == 7 for colour in state["lamps"].values())
    if state["cursor"]:
        assert state["cursor"]["at"] < max(1, len(state["cursor"]["candidates"]))


def take_turn(page: Page, chance: random.Random) -> None:
    """Tap some card and play it in some way, or throw it where it moves nothing."""
    answer = page.tell("tap", card=chance.choice(CARDS))
    if answer.why == "CARD_ALREADY_PLAYED":
        assert page.tell("shuffled").ok
        return
    state = page.state()
    check_state(state)
    if not state["choices"]:
        assert (answer.status, answer.why) == (409, state["refusal"]["why"])
        assert page.tell("throw", if_seq=state["seq"]).ok
        return
    refused = page.tell("throw")
    if state["card"] != "Joker":
        assert refused.why == "MUST_MOVE"
        standing = {hole for pegs in state["game"]["pegs"].values() for hole in pegs}
        assert set(refused.body["holes"]) <= standing
    if not refused.ok:
        choice = chance.choice(state["choices"])
        assert page.tell("choose", notation=choice["notation"]).ok
        after = page.state()
        assert after["game"]["pegs"] == choice["result"]
        assert after["last_move"]["notation"] == choice["notation"]
        check_state(after)


@pytest.mark.parametrize(("players", "rules"), [(4, "pagat"), (6, "kilpatrick")])
def test_a_game_told_card_by_card_keeps_its_word(tmp_path: Path, players: int, rules: str) -> None:
    with at_the_page(tmp_path) as page:
        assert page.tell("new_game", players=players, rules=rules).ok
        chance = random.Random(players)
        for _turn in range(TURNS):
            take_turn(page, chance)
        before = page.state()["game"]
        assert page.tell("undo").ok
        assert page.tell("redo").ok
        assert page.state()["game"] == before


@pytest.mark.needs_chromium
def test_a_phone_sees_what_the_reader_and_the_buttons_do(tmp_path: Path, browser: Browser) -> None:
    with simulated(tmp_path) as (page, address), phone(browser, f"http://{address}") as used:
        assert page.tell("new_game", players=4, rules="pagat", first="B").ok
        deck = {card["card"]: card["uid"] for card in page.get("/sim/deck").body if card["copy"] == 1}
        used.open()
        used.sees("h1", "Blue to move")
        page.tap(deck["KH"])
        used.sees("#middle .suit", "♥")
        used.sees("#asks", "start → B8")
        page.press("confirm")
        used.sees("h1", "Yellow to move")
        used.sees("#carry", "start → B8")
        page.tap(deck["5S"])
        used.sees("#notice", "No peg is out that this card could move.")
        used.button("Throw the card").tap()
        used.sees("#last", "Yellow throws 5♠.")
        used.button("Undo").tap()
        used.sees("h1", "Yellow to move")


@pytest.mark.needs_chromium
def test_a_device_that_fails_is_named_on_the_phone(tmp_path: Path, browser: Browser) -> None:
    with simulated(tmp_path) as (page, address), phone(browser, f"http://{address}") as used:
        used.open("/table")
        assert page.post("/sim/fault", {"device": "table", "fault": "missing"}).ok
        used.sees("#devices", "table (simulated)")
        assert page.post("/sim/fault", {"device": "table", "fault": ""}).ok
        used.find("#devices li").wait_for(state="detached")


@pytest.mark.needs_chromium
def test_a_killed_board_comes_back_to_the_same_page(tmp_path: Path, browser: Browser) -> None:
    opened = browser.new_context(has_touch=True, is_mobile=True, viewport={"width": 393, "height": 727})
    with DaemonProcess(tmp_path) as first:
        address = first.address()
        assert address
        host, port = address
        used = Phone(opened.new_page(), f"http://{host}:{port}")
        used.open("/setup")
        used.find("select[name=first]").select_option("A")
        used.tap("#start")
        used.tap("[data-card=K]")
        used.button("Play").tap()
        used.sees("h1", "Blue to move")
        first.kill()
    used.sees("#lost", "The board does not answer.")
    with DaemonProcess(tmp_path, ("--simulate", "--listen", f"{host}:{port}")):
        used.find("#lost").wait_for(state="hidden", timeout=20_000)
        used.sees("#last", "Red plays K: out to A8.")
        used.tap("[data-card=Q]")
        used.button("Play").tap()
        used.sees("h1", "Yellow to move")
        pegs = used.state()["game"]["pegs"]
        assert (pegs["A"][0], pegs["B"][0]) == ("A8", "B8")
        opened.close()


def test_strangers_change_nothing_on_the_real_socket(tmp_path: Path) -> None:
    with simulated(tmp_path) as (page, address):
        seq = page.state()["seq"]
        line = http.client.HTTPConnection(address, timeout=20)

        def status(method: str, path: str, body: bytes | None = None, **headers: str) -> int:
            line.request(method, path, body, headers)
            answer = line.getresponse()
            answer.read()
            return answer.status

        line.request("GET", "/api/state")
        answer = line.getresponse()
        answer.read()
        cookie = str(answer.getheader("Set-Cookie")).split(";")[0]
        good = {"Cookie": cookie, "X-CSRF-Token": cookie.split("=")[1]}
        show = b'{"kind": "show_board"}'
        for strange in (
            {"Host": "evil.example"},
            {"Origin": "http://evil.example"},
            {"X-CSRF-Token": "x" * 43},
        ):
            assert status("POST", "/api/tell", show, **(good | strange)) == 403
        assert status("GET", "/api/state", Host="evil.example") == 403
        assert status("POST", "/api/tell", b"x" * 3_000_000, **good) == 413
        assert page.state()["seq"] == seq
        assert status("POST", "/api/tell", show, **good) == 200
        line.close()
