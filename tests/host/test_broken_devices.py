"""A device that hangs or goes missing harms only itself. DESIGN 1, 4."""

from pathlib import Path

import pytest

from tests.eventually import until
from tests.host.daemon_process import DaemonProcess, Page


def play_a_turn(page: Page) -> None:
    """By the page alone, whatever the devices do."""
    assert page.tell("new_game", players=4, rules="pagat", first="A").ok
    assert page.tell("tap", card="KH").ok
    assert page.tell("choose", notation="K♥ AS-A8").ok
    assert page.state()["game"]["pegs"]["A"] == ["A8", "S", "S", "S", "S"]


def states(page: Page) -> dict[str, str]:
    return {device["name"]: device["state"] for device in page.state()["devices"]}


@pytest.mark.parametrize("fault", ["hang", "missing"])
@pytest.mark.parametrize("device", ["table", "confirm", "ring", "buzzer"])
def test_the_game_goes_on_and_the_daemon_ends(tmp_path: Path, device: str, fault: str) -> None:
    with DaemonProcess(tmp_path) as daemon:
        page = daemon.page()
        assert page.post("/sim/fault", {"device": device, "fault": fault}).ok
        for _ in range(3):
            play_a_turn(page)
        assert page.post("/sim/fault", {"device": device, "fault": ""}).ok
        until(lambda: states(page)[device] == "ok")
        play_a_turn(page)
        assert page.post("/sim/fault", {"device": device, "fault": fault}).ok
        assert daemon.terminate() == 0
        assert "Traceback" not in daemon.stderr


def test_a_board_without_reader_buttons_and_lamps_plays(tmp_path: Path) -> None:
    """Page and phone stand in for what is not there yet."""
    (tmp_path / "board.toml").write_text('name = "Bare"\n')
    with DaemonProcess(tmp_path, ("--config", str(tmp_path / "board.toml"))) as daemon:
        play_a_turn(daemon.page())
        assert daemon.terminate() == 0


def test_a_strip_that_comes_back_shows_the_newest_at_once(tmp_path: Path) -> None:
    with DaemonProcess(tmp_path) as daemon:
        page = daemon.page()
        assert page.post("/sim/fault", {"device": "ring", "fault": "hang"}).ok
        assert page.tell("new_game", players=4, rules="pagat", first="A").ok
        assert page.tell("set_position", pegs={seat: ["S"] * 5 for seat in "ABCD"}, turn="D").ok
        assert page.post("/sim/fault", {"device": "ring", "fault": ""}).ok
        until(
            lambda: [n for n, lamp in enumerate(page.lamps()) if lamp != "#000000"] == list(range(102, 112))
        )


def test_a_reader_that_comes_back_plays_no_card_twice(tmp_path: Path) -> None:
    with DaemonProcess(tmp_path) as daemon:
        page = daemon.page()
        assert page.tell("new_game", players=4, rules="pagat", first="A").ok
        king = next(card["uid"] for card in page.get("/sim/deck").body if card["card"] == "KH")
        page.tap(king)
        page.press("confirm")
        seq = page.state()["seq"]
        for fault in ("garbled", "hang", "missing"):
            assert page.post("/sim/fault", {"device": "table", "fault": fault}).ok
            if fault == "missing":
                until(lambda: states(page)["table"] == "retrying")
            assert page.post("/sim/fault", {"device": "table", "fault": ""}).ok
            until(lambda: states(page)["table"] == "ok")
            assert (page.state()["seq"], page.state()["refusal"]) == (seq, None)
