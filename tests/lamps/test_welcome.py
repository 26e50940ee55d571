"""The address of the page, spelled by the lamps of a board that nobody has reached yet."""

import threading
from dataclasses import replace

import pytest

from engine.game import Game
from firmware_host.snapshot import Snapshot
from firmware_host.welcome import Welcome, octets_of, spelled
from tests.engine.table import Table
from tests.lamps.seen import seen

HOME = (192, 168, 0, 27)


def side(letter: str, snapshot: Snapshot) -> str:
    return seen(snapshot.picture, f"{letter}H1..{letter}H5 {letter}0..{letter}17")


def test_each_side_is_a_number_hundreds_in_its_home_row_then_tens_then_ones() -> None:
    fresh = Snapshot(address=HOME)
    assert side("A", fresh) == "r . . . . r r r r r r r r r w w . . . . . . ."
    assert side("B", fresh) == "b . . . . b b b b b b . . . w w w w w w w w ."
    assert side("C", fresh) == " ".join("." * 23)
    assert side("D", fresh) == ". . . . . t t . . . . . . . w w w w w w w . ."


def test_every_number_can_be_read_again() -> None:
    for number in range(256):
        lamps = spelled(Game(), (number,))
        track = {int(name[1:]) for name in lamps if name[1] != "H"}
        hundreds = len(lamps) - len(track)
        assert hundreds * 100 + sum(10 if hole < 9 else 1 for hole in track) == number
        assert track <= set(range(18))


def test_a_board_with_something_else_to_show_spells_nothing() -> None:
    table = Table()
    assert spelled(table.game, HOME) == {}
    assert "C17" not in Snapshot(game=table.game, address=(255, 255, 255, 255)).lights
    asking = Snapshot(address=HOME, pairing_code=("#ff0000",) * 4)
    assert asking.lights["AS1"].colour == (255, 0, 0)
    assert replace(asking, address=()).lights.keys() == {
        f"{seat}S{i}" for seat in "ABCD" for i in range(1, 5)
    }
    assert Snapshot(address=HOME).sleeping.lights == {}


@pytest.mark.parametrize(
    ("address", "octets"),
    [("192.168.0.27", HOME), ("127.0.0.1", ()), ("0.0.0.0", ()), ("2001:db8::7", ())],
)
def test_only_what_others_can_reach_is_spelled(address: str, octets: tuple[int, ...]) -> None:
    assert octets_of(address) == octets


def test_a_network_that_comes_later_is_followed_until_a_browser_is_paired() -> None:
    found, changed = ["127.0.0.1"], threading.Semaphore(0)
    paired: list[str] = []
    welcome = Welcome(lambda: bool(paired), changed.release)
    welcome.follow(lambda: found[0], every_s=0.01)
    try:
        assert welcome.octets == ()
        found[0] = "192.168.0.27"
        assert changed.acquire(timeout=10)
        assert welcome.octets == HOME
        paired.append("phone")
        assert welcome.octets == ()
    finally:
        welcome.stop()
        welcome.stop()
