"""The wiring wizard from end to end, on a phone, at a board whose wiring a seed has scrambled."""

from collections.abc import Sequence
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from firmware_host.boardmap import names_of
from firmware_host.config import load
from tests.eventually import until
from tests.host.daemon_process import Page
from tests.web.phone import SMALL, Phone, phone
from tests.web.scrambled import ScrambledBoard, in_sections, lit, the_lamp, wired_board

pytestmark = pytest.mark.needs_chromium


def answer(used: Phone, board: ScrambledBoard, lamp: tuple[str, int]) -> None:
    """Look where the lamp is lit, and say so with a finger."""
    hole = board.strips[lamp[0]][lamp[1]]
    used.sees("#headline", f"Where is lamp {lamp[1] + 1} of {lamp[0]}?")
    if not hole:
        used.button("It is at no hole").tap()
        return
    if used.find("#here").text_content() != f"It is at {hole}":
        used.tap_hole(hole)
    used.button(f"It is at {hole}").tap()


def wire(used: Phone, page: Page, board: ScrambledBoard) -> int:
    """Answer until nothing is asked any more; how often."""
    lamp: tuple[str, int] | None = None
    answers = 0
    used.sees("#headline", "Where is lamp")
    while True:
        if not used.find("#answer").is_visible():
            return answers
        lamp = the_lamp(page, board, lamp)
        answer(used, board, lamp)
        answers += 1
        used.find(f"#wiring[data-answers='{answers}']").wait_for()


def check_every_lamp_is_at_its_hole(page: Page, board: ScrambledBoard, sides: int) -> None:
    """Every peg of a game is lit where it stands, in whatever hole, and nothing else is."""
    assert page.tell("new_game", players=sides, rules="pagat", first="A").ok
    names = names_of(sides)
    track = [name for name in names if name[1] not in "HS"]
    home = [name for name in names if name[1] == "H"]
    for begin in range(0, len(track), 5 * sides):
        holes = track[begin : begin + 5 * sides]
        pegs = stand(holes, sides)
        check_lit(page, board, pegs)
    check_lit(page, board, {hole[0]: [name for name in home if name[0] == hole[0]] for hole in home})


def stand(holes: Sequence[str], sides: int) -> dict[str, list[str]]:
    filled = [*holes, *["S"] * (5 * sides - len(holes))]
    return {"ABCDEFGHIJ"[seat]: filled[seat::sides] for seat in range(sides)}


def check_lit(page: Page, board: ScrambledBoard, pegs: dict[str, list[str]]) -> None:
    assert page.tell("set_position", pegs=pegs, turn="A").ok
    wanted = {hole for standing in pegs.values() for hole in standing if hole != "S"}

    def seen() -> set[str]:
        return {board.strips[strip][at] for strip, at, _ in lit(page, list(board.strips))}

    meant = set(page.state()["lamps"])
    assert wanted <= meant
    until(lambda: seen() == meant)


@pytest.mark.parametrize("seed", [11])
def test_a_scrambled_board_is_wired_with_a_finger(tmp_path: Path, browser: Browser, seed: int) -> None:
    board = in_sections(seed)
    with wired_board(tmp_path, board.config()) as (_, page, url), phone(browser, url, **SMALL) as used:
        used.open("/lights")
        used.button("Wire it lamp by lamp").tap()
        answers = wire(used, page, board)
        assert answers < 60
        used.button("Save").tap()
        used.sees("#headline", "Saved.")
        used.button("Leave").tap()
        used.sees("h1", "Lights")
        config = (tmp_path / "board.toml").read_text(encoding="utf-8")
        plans = load(tmp_path / "board.toml").strip_plans
        for strip, holes in board.strips.items():
            assert list(plans[strip].rings[4]) == holes
        assert "# where it lies" in config
        assert config.count("# under the rim") == 2
        check_every_lamp_is_at_its_hole(page, board, 4)


def test_a_pattern_is_shown_its_current_estimated_and_the_lamps_given_back(
    tmp_path: Path, browser: Browser
) -> None:
    board = in_sections(3)
    with wired_board(tmp_path, board.config()) as (_, page, url), phone(browser, url, **SMALL) as used:
        assert page.tell("new_game", players=4, rules="pagat", first="A").ok
        until(lambda: lit(page, ["ring"]))
        used.open("/lights")
        ring = used.find('[data-strip="ring"]')
        ring.get_by_role("button", name="White", exact=True).tap()
        used.find("#lent").wait_for()
        until(lambda: {colour for _, _, colour in lit(page, ["ring"])} == {limited(page)})
        assert lit(page, ["rest"]) == []
        used.sees('[data-strip="ring"] [data-draws]', f"draws about {estimate(page)} mA of 2000")
        assert 1700 < estimate(page) <= 1800, "as much as the supply may give, with a tenth kept back"
        used.button("Give them back").tap()
        used.find("#lent").wait_for(state="hidden")
        until(lambda: len({colour for _, _, colour in lit(page, ["ring", "rest"])}) > 1)


def limited(page: Page) -> str:
    """What is left of white on the whole strip when the budget has been kept."""
    lamps: list[str] = page.get("/sim/lamps?strip=ring").body
    return lamps[0] if lamps[0][1:3] == lamps[0][3:5] == lamps[0][5:7] else ""


def estimate(page: Page) -> int:
    lamps: list[str] = page.get("/sim/lamps?strip=ring").body
    return round(sum(sum(bytes.fromhex(colour[1:])) for colour in lamps) * 60 / 765 + len(lamps))
