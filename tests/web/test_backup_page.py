"""The page of backups: for paired browsers, a file in pieces, a look before anything is done."""

import pytest
from playwright.sync_api import Browser

from firmware_host.backup_reading import Held, Misfit
from tests.web.phone import SMALL, phone
from tests.web.served import served
from tests.web.small_care import SmallFound, SmallProblem
from tests.web.small_table import SmallRig, SmallTable
from tests.web.visitor import Visitor
from web_ui.file_problems import SENTENCES, say_problem
from web_ui.guard import MOST_BYTES

HELD = Held("Oak & Ash", "0.1.0", 1_800_000_000, 12, 108, 1, frozenset({"journal.sqlite", "peglight.toml"}))
LAN = {"address": "10.0.0.9", "listening": "0.0.0.0"}


def test_every_problem_has_its_sentence() -> None:
    assert {str(why) for why in Misfit} <= set(SENTENCES)
    with Visitor().client.application.test_request_context():
        for why in SENTENCES:
            assert say_problem(SmallProblem(why, "<name>", "<found>")).endswith((".", "<found>"))


def test_a_backup_is_given_to_paired_browsers_alone() -> None:
    answer = Visitor().get("/device/backup.zip")
    assert (answer.data, answer.mimetype) == (b"a backup", "application/zip")
    assert answer.headers["Content-Disposition"].startswith("attachment; filename=peglight-")
    stranger = Visitor(paired=False, **LAN)  # type: ignore[arg-type]  # by name, for tests only
    assert stranger.get("/device/backup.zip").status_code == 403
    page = stranger.get("/device/backup").text
    assert "Only a paired browser" in page
    assert "before-restore-1" not in page


def test_a_backup_that_cannot_be_made_is_said() -> None:
    visitor = Visitor()
    visitor.table.backups.made = None
    answer = visitor.get("/device/backup.zip")
    assert answer.status_code == 503
    assert "No backup could be made" in answer.text


def test_a_file_is_sent_in_pieces_none_larger_than_any_request() -> None:
    visitor = Visitor()
    assert visitor.post("/api/upload?at=0&of=6", data=b"abc").get_json() == {"ok": True}
    assert visitor.post("/api/upload?at=3&of=6", data=b"def").status_code == 200
    assert visitor.table.upload.sent == b"abcdef"
    answer = visitor.post("/api/upload?at=9&of=12", data=b"x")
    assert (answer.status_code, answer.get_json()["why"]) == (409, "GONE")
    assert "choose it again" in answer.get_json()["text"]
    assert visitor.post("/api/upload?at=0&of=9", data=b"x" * (MOST_BYTES + 1)).status_code == 413


@pytest.mark.parametrize(
    ("query", "field"), [("at=x&of=5", "at"), ("at=0&of=-1", "of"), ("at=0", "of"), ("", "at")]
)
def test_a_piece_that_says_not_where_it_belongs_is_refused(query: str, field: str) -> None:
    answer = Visitor().post(f"/api/upload?{query}", data=b"x")
    assert (answer.status_code, answer.get_json()["field"]) == (400, field)


def test_a_look_shows_what_it_holds_before_anything_is_done() -> None:
    visitor = Visitor()
    visitor.table.backups.found = SmallFound(None, HELD, has_config=True)
    page = visitor.post("/device/backup/look").text
    for text in (
        "Oak &amp; Ash",
        "12 games",
        "108 cards",
        "1 house ruleset<",
        "Peglight 0.1.0",
        "configuration too",
    ):
        assert text in page
    assert not visitor.table.backups.asked
    visitor.table.backups.found = SmallFound(None, HELD, False, ("spi = 3: it must be 0 or 1",))
    page = visitor.post("/device/backup/look").text
    assert "does not fit this machine" in page
    assert "spi = 3" in page
    assert 'name="config"' not in page


def test_what_is_asked_for_is_done_and_a_refusal_said() -> None:
    visitor = Visitor()
    backups = visitor.table.backups
    assert "begins again" in visitor.post("/device/backup/restore", data={"config": "yes"}).text
    assert "begins again" in visitor.post("/device/backup/restore").text
    assert "begins again" in visitor.post("/device/backup/put-back", data={"name": "before-restore-1"}).text
    assert backups.asked == [("restore", True), ("restore", False), ("put back", "before-restore-1")]
    backups.problem = SmallProblem("game_runs")
    answer = visitor.post("/device/backup/restore")
    assert answer.status_code == 409
    assert "End it first" in answer.text


@pytest.mark.needs_chromium
def test_a_backup_is_restored_from_a_phone(browser: Browser) -> None:
    table = SmallTable(SmallRig())
    table.backups.found = SmallFound(None, HELD, has_config=True)
    data = bytes(range(256)) * 1_000
    with served(table) as url, phone(browser, url, **SMALL) as used:
        used.open("/device")
        used.tap("text=Keep a copy, or restore one")
        used.sees("h1", "Backup")
        used.check_it_can_be_used()
        chosen = {"name": "peglight.zip", "mimeType": "application/zip", "buffer": data}
        used.find("input[type=file]").set_input_files(chosen)  # type: ignore[arg-type]  # a plain dict will do
        used.button("Look into it").tap()
        used.sees("h1", "Restore this backup?")
        assert table.upload.sent == data
        used.check_it_can_be_used()
        used.button("Restore it").tap()
        used.sees("h1", "The board begins again")
        assert table.backups.asked == [("restore", True)]
