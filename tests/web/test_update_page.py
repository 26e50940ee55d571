"""The page of updates: what is in the file, the colours of the table, and the way back."""

import pytest
from playwright.sync_api import Browser

from engine.palette import PALETTE
from tests.web.phone import SMALL, phone
from tests.web.served import served
from tests.web.small_care import SmallProblem, SmallUpdateFound
from tests.web.small_table import SmallRig, SmallTable
from tests.web.visitor import Visitor
from web_ui.file_problems import SENTENCES

LAN = {"address": "10.0.0.9", "listening": "0.0.0.0"}


def test_it_is_looked_into_then_asked_at_the_table() -> None:
    visitor = Visitor()
    updates = visitor.table.updates
    updates.found = SmallUpdateFound(version="0.2.0")
    page = visitor.post("/device/update/look").text
    assert "This is Peglight 0.2.0." in page
    assert not updates.asked
    assert visitor.post("/device/update/ask").status_code == 303
    updates.colours = PALETTE[:4]
    page = visitor.get("/device/update").text
    assert 'aria-label="Red, Blue, Yellow, Turquoise"' in page
    assert "If it does not start, the old one comes back." in page


@pytest.mark.parametrize("why", ["no_wheel", "not_newer", "lacks", "damaged", "game_runs", "gone"])
def test_why_not_is_said(why: str) -> None:
    visitor = Visitor()
    updates = visitor.table.updates
    updates.problem = SmallProblem(why, "a part", "a reason")
    updates.found = SmallUpdateFound(updates.problem)
    updates.is_update = True
    for path in ("look", "ask", "go-back"):
        answer = visitor.post(f"/device/update/{path}")
        assert answer.status_code == 409
        assert SENTENCES[why].format(name="a part", found="a reason") in answer.text


def test_the_way_back_is_shown_where_there_is_one_and_to_paired_browsers() -> None:
    visitor = Visitor()
    assert "Run the installed version again" not in visitor.get("/device/update").text
    assert visitor.post("/device/update/go-back").headers["Location"] == "/device/update"
    assert visitor.table.updates.asked == []  # nothing begins again for that
    visitor.table.updates.is_update = True
    assert "Run the installed version again" in visitor.get("/device/update").text
    assert "begins again" in visitor.post("/device/update/go-back").text
    stranger = Visitor(paired=False, **LAN)  # type: ignore[arg-type]  # by name, for tests only
    stranger.table.updates.is_update = True
    assert "Run the installed version again" not in stranger.get("/device/update").text


@pytest.mark.needs_chromium
def test_an_update_is_sent_from_a_phone(browser: Browser) -> None:
    table = SmallTable(SmallRig())
    table.updates.found = SmallUpdateFound(version="0.2.0")
    with served(table) as url, phone(browser, url, **SMALL) as used:
        used.open("/device")
        used.tap("text=Take a newer version from a file")
        used.sees("h1", "Update")
        used.check_it_can_be_used()
        chosen = {"name": "peglight-0.2.0-py3-none-any.whl", "mimeType": "", "buffer": b"x" * 100_000}
        used.find("input[type=file]").set_input_files(chosen)  # type: ignore[arg-type]  # a plain dict will do
        used.button("Look into it").tap()
        used.sees("h2", "This is Peglight 0.2.0.")
        assert len(table.upload.sent) == 100_000
        used.check_it_can_be_used()
        table.updates.colours = PALETTE[:4]
        used.button("Ask the table").tap()
        used.sees("h2", "Does the table show these colours?")
        used.check_it_can_be_used()
