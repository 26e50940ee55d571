"""Readers and buttons: shown live while one taps and presses, and set by doing so, on a phone."""

import random
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from engine.board import SEAT_LETTERS
from firmware_host.config import load
from tests.eventually import until
from tests.host.daemon_process import Page
from tests.web.phone import SMALL, phone
from tests.web.scrambled import wired_board

pytestmark = pytest.mark.needs_chromium

HEAD = '# Screwed together in May.\nname = "Shed"\n'
READER = '\n[[reader]]\nname = "{}"   # by the rim\ndriver = "simulated"\nseat = "{}"\n'
BUTTON = '\n[[button]]\nname = "{}"\ndriver = "simulated"\nkey = "{}"\n'
KEYS = ("next", "back", "confirm")


def scrambled(seed: int) -> tuple[str, dict[str, str], dict[str, str]]:
    """A configuration in which every key and seat is wrong; which button and reader each really is."""
    chance = random.Random(seed)
    buttons, readers = [f"b{i}" for i in range(3)], [f"r{i}" for i in range(4)]
    chance.shuffle(buttons)
    chance.shuffle(readers)
    keys, seats = dict(zip(KEYS, buttons, strict=True)), dict(zip(SEAT_LETTERS, readers, strict=False))
    wrong_keys = zip(sorted(buttons), [*KEYS[1:], KEYS[0]], strict=True)
    text = HEAD + "".join(READER.format(reader, "J") for reader in sorted(readers))
    return text + "".join(BUTTON.format(*row) for row in wrong_keys), keys, seats


def tap(page: Page, tag: str, reader: str) -> None:
    page.tap(tag, reader)
    assert page.post("/sim/lift", {"reader": reader}).ok


@pytest.mark.parametrize("seed", [7])
def test_keys_and_seats_are_set_by_pressing_and_tapping(tmp_path: Path, browser: Browser, seed: int) -> None:
    text, keys, seats = scrambled(seed)
    with wired_board(tmp_path, text) as (_, page, url), phone(browser, url, **SMALL) as used:
        assert page.tell("new_game", players=4, rules="pagat", first="A").ok
        king = next(card["uid"] for card in page.get("/sim/deck").body if card["card"] == "KH")
        used.open("/controls")
        used.button("Try them out").tap()
        used.sees("#silent", "The game hears nothing of it.")
        used.button("Set buttons by pressing").tap()
        for key, button in keys.items():
            used.sees("#asked", f"Press the button for: {key.capitalize()}")
            page.press(button)
            used.sees(f'.control.fresh[data-name="{button}"]', "was pressed")
        used.button("Set seats by tapping").tap()
        for seat, reader in seats.items():
            used.sees("#asked", f"Tap a card at seat {seat}")
            tap(page, king, reader)
            used.sees(f'.control.fresh[data-name="{reader}"]', f"a card of {len(king) // 2} bytes was tapped")
        used.check_it_can_be_used()
        assert king not in used.page.content().upper()
        assert page.state()["refusal"] is None, "the game has heard nothing of it"
        used.button("Keep").tap()
        used.sees(".kept", "Kept, and in force.")
        config = load(tmp_path / "board.toml")
        assert {role.key: name for name, role in config.button_roles.items()} == keys
        assert {SEAT_LETTERS[seat]: name for name, seat in config.reader_seats.items()} == seats
        kept = (tmp_path / "board.toml").read_text(encoding="utf-8")
        assert (kept.count("# Screwed together in May."), kept.count("# by the rim")) == (1, 4)
        used.button("Done").tap()
        until(lambda: not page.get("/controls/now").body["tries"])
        page.tap(king, seats["A"])
        assert page.state()["card"] == "KH", "the game hears again, and knows whose reader it is"
        page.press(keys["confirm"])
        assert page.state()["game"]["pegs"]["A"][0] == "A8", "and which button confirms"
