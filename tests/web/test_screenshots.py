"""Pictures of every page, in build/screenshots: `make screenshots` takes them in every size and language.

`make test` takes the translations on the smallest phone, where words are widest, and English in other sizes.
A page without a picture is found by itself, for the list of pages is the app's own.
"""

import os
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from firmware_host.doctor import examine
from hardware.errors import CannotOpen
from tests.tree import ROOT
from tests.web.phone import PIXEL_5, SMALL, TABLET, phone
from tests.web.served import served
from tests.web.small_care import SmallFound
from tests.web.small_table import Device, SmallRig, SmallTable
from tests.web.test_backup_page import HELD
from tests.web.test_daemon_words import spoilt_pi
from tests.web.visitor import Visitor
from web_ui.words import LANGUAGES

SIZES = {"small": SMALL, "phone": PIXEL_5, "tablet": TABLET}
EVERY = [(language, size) for language in LANGUAGES for size in SIZES]
SOME = [(language, "small") for language in LANGUAGES if language != "en"] + [
    ("en", "phone"),
    ("en", "tablet"),
]
FOLDER = ROOT / "build" / "screenshots"
MORE = ("/rules/here?card=Q", "/history/1/replay?step=1", "/rules?name=social-security")
"""Pages that show more when they are asked for more."""


def a_table(folder: Path) -> SmallTable:
    """One with something on every page; `folder` is the doctor's."""
    table = SmallTable(SmallRig())
    table.machine.can = ["restart", "switch_off"]
    table.backups.found = SmallFound(None, HELD, has_config=True)
    table.findings = examine(spoilt_pi(folder).root)
    fault = CannotOpen(
        "ring", "there is no such port", "Plug it in, or choose one of those under /dev/serial/by-id"
    )
    table.show(devices=(Device("table"), Device("ring", "adalight", "missing", fault.sentence)))
    visitor = Visitor(table)
    visitor.tell("new_game", players=4, rules="pagat", first="A", seats={"A": {"name": "Wilhelmina"}})
    visitor.play("K")
    visitor.tell("tap", card="Q")
    return table


def pages(table: SmallTable) -> list[str]:
    """The address of every page of the app."""
    visitor = Visitor(table)
    rules = visitor.client.application.url_map.iter_rules()
    paths = {
        rule.rule.replace("<int:number>", "1")
        for rule in rules
        if "GET" in (rule.methods or ()) and not rule.rule.startswith(("/api/", "/sim/", "/static/"))
    }
    answers = {path: visitor.get(path) for path in sorted(paths - {"/"}) if "<" not in path}
    whole = [path for path, answer in answers.items() if answer.text.startswith("<!doctype html>")]
    return [path for path in whole if answers[path].status_code == 200] + list(MORE)


def named(path: str) -> str:
    return path.strip("/").replace("/", "-").replace("?", "-").replace("=", "-") + ".png"


@pytest.mark.needs_chromium
@pytest.mark.parametrize(("language", "size"), EVERY if os.environ.get("SCREENSHOTS") == "every" else SOME)
def test_every_page_is_pictured_and_fits(browser: Browser, language: str, size: str, tmp_path: Path) -> None:
    folder: Path = FOLDER / f"{language}-{size}"
    folder.mkdir(parents=True, exist_ok=True)
    table = a_table(tmp_path)
    wanted = pages(table)
    assert {"/table", "/setup", "/rules", "/history", "/device", "/device/backup", "/device/update"} <= set(
        wanted
    )
    settings = {**SIZES[size], "device_scale_factor": 1, "locale": language}
    with served(table) as url, phone(browser, url, **settings) as used:
        for path in wanted:
            used.open(path)
            wide = used.page.evaluate("document.documentElement.scrollWidth - innerWidth")
            (folder / named(path)).write_bytes(used.page.screenshot(full_page=True))
            assert wide <= 0, f"{path} is {wide} px wider than the screen"
    assert len(list(folder.glob("*.png"))) >= len(wanted)
