"""Is this red? The order of colours found on a phone by one who looks at a strip with other chips."""

import random
from itertools import permutations
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from firmware_host.config import load
from tests.eventually import until
from tests.host.daemon_process import Page
from tests.web.phone import SMALL, Phone, phone
from tests.web.scrambled import ScrambledBoard, wired_board

pytestmark = pytest.mark.needs_chromium

COLOURS = {"#ff0000": "Red", "#00ff00": "Green", "#0000ff": "Blue", "#ffffff": "White"}


def wired(seed: int, letters: str) -> str:
    return "".join(random.Random(seed).choice(list(permutations(letters))))


def look(used: Phone, page: Page) -> None:
    """Say which colour the lamps have, once they show what is asked for."""
    asked = (used.find("#asks").text_content() or "").removeprefix("Is this ").removesuffix("?")
    until(lambda: page.get("/lights/now").body["shown"] == asked)
    seen = set(until(lambda: settled(page)))
    if len(seen) > 1 or seen.isdisjoint(COLOURS):
        used.button("Each lamp has another colour").tap()
    else:
        used.button(COLOURS[seen.pop()]).tap()


def settled(page: Page) -> list[str]:
    """What the strip shows, when it is lit and shows the same twice."""
    first: list[str] = page.get("/sim/lamps?strip=ring").body
    lit = any(colour != "#000000" for colour in first)
    return first if lit and first == page.get("/sim/lamps?strip=ring").body else []


@pytest.mark.parametrize(("seed", "letters"), [(3, "RGB"), (5, "RGBW")])
def test_the_order_is_found_by_looking(tmp_path: Path, browser: Browser, seed: int, letters: str) -> None:
    board = ScrambledBoard({"ring": [""] * 12}, wired(seed, letters))
    with wired_board(tmp_path, board.config()) as (_, page, url), phone(browser, url, **SMALL) as used:
        used.open("/lights")
        used.find("text=Check the colours").tap()
        while True:
            used.find("#asking[aria-busy=false]:visible, #right:visible").first.wait_for()
            if used.find("#right").is_visible():
                break
            look(used, page)
        assert load(tmp_path / "board.toml").specs[0].settings["order"] == board.wired
        until(lambda: set(page.get("/sim/lamps?strip=ring").body) == {"#ff0000"})
        used.button("Back to the lights").tap()
        used.sees("h1", "Lights")
        assert (tmp_path / "board.toml").read_text(encoding="utf-8").count("# under the rim") == 1
