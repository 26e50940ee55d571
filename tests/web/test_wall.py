"""The board for a wall: as large as the screen lets it be, up to date, and nothing on it to press."""

import pytest
from playwright.sync_api import Browser

from tests.web.phone import phone
from tests.web.served import served
from tests.web.visitor import Visitor, table_at

pytestmark = pytest.mark.needs_chromium

TELEVISION = {"viewport": {"width": 1920, "height": 1080}, "device_scale_factor": 1}
UPRIGHT = {"viewport": {"width": 820, "height": 1180}, "device_scale_factor": 1}
REACHED_AT = "http://192.0.2.7:8080/"


@pytest.mark.parametrize(
    ("screen", "players"), [(TELEVISION, 10), (UPRIGHT, 4)], ids=["television", "tablet"]
)
def test_the_board_fills_the_screen_and_nothing_can_be_pressed(
    browser: Browser, screen: dict[str, object], players: int
) -> None:
    table = table_at({"A": ["A8", "A12", "S", "S", "S"]}, players, "bark-up-a-tree")
    with served(table, reached_at=REACHED_AT) as url, phone(browser, url, **screen) as used:
        used.open("/wall")
        Visitor(table).tell("tap", card="3")
        used.sees("#at", "Red plays 3: A8 to A11. (1 / 2)")
        assert used.find("#paths polyline").count() == 1
        assert used.find(f".join >> text={REACHED_AT}").is_visible()
        box = used.find("#board").bounding_box()
        width, height = used.page.viewport_size.values()  # type: ignore[union-attr]  # a phone has a screen
        assert box
        assert box["height"] >= 0.85 * min(width, height)
        assert used.page.evaluate("document.documentElement.scrollWidth") <= width
        assert used.page.evaluate("document.documentElement.scrollHeight") <= height
        told = len(table.told)
        for control in used.find("button, a, summary, input, select").all():
            assert not control.is_visible()
        used.tap_hole("A12")
        used.tap_hole("A8")
        assert len(table.told) == told
        Visitor(table).tell("choose", notation="3 A8-A11")
        used.sees("h1", "Blue to move")
        used.sees("#last", "Red plays 3: A8 to A11.")


def test_the_table_leads_to_it(browser: Browser) -> None:
    with served(table_at({})) as url, phone(browser, url) as used:
        used.open("/table")
        used.tap("#seldom summary")
        used.page.get_by_role("link", name="Large, for a wall").tap()
        used.sees(".wall h1", "Red to move")
