"""Five languages: complete, by the browser's setting or by hand, and none wider than a small phone."""

import re

import pytest
from playwright.sync_api import Browser

from engine.verdict import Why
from engine.wording import REASONS
from tests.web.messages import messages
from tests.web.phone import SMALL, phone
from tests.web.served import served
from tests.web.small_table import SmallRig, SmallTable
from tests.web.visitor import Visitor, started
from web_ui.catalogues import LOCALE, read_catalogue, read_po
from web_ui.words import LANGUAGES

OTHERS = [code for code in LANGUAGES if code != "en"]
MESSAGES = messages()
SAME = {
    *("Bark Up A Tree", "Social Security", "Pagat", "Kilpatrick", "GameRules", "iPhone", "iPad", "Mac"),
    *("{option}: {value}", "{start} → {end}", "Browser", "start", "Joker", "Jokers", "Name", "Teams", "No"),
    *("start → {end}", "{start} → start", "Extra jokers", "no", "Amber", "jokers"),
}
"""What may be the same as in English: names, and words that a language has in common with it."""


def places(text: str) -> set[str]:
    return set(re.findall(r"\{\w+\}", text))


@pytest.mark.parametrize("language", OTHERS)
def test_a_catalogue_says_every_message_in_its_own_words_and_no_other(language: str) -> None:
    said = dict(read_po((LOCALE / language / "LC_MESSAGES" / "peglight.po").read_text(encoding="utf-8")))
    assert [message for message in MESSAGES if message not in said] == []
    assert [message for message in said if message not in MESSAGES] == []
    for message, plural in MESSAGES.items():
        texts = said[message]
        assert len(texts) == (2 if plural else 1), message
        assert all(text.strip() for text in texts), message
        assert message in SAME or message not in texts
        assert places(texts[-1]) == places(plural or message), message
        assert places(texts[0]) <= places(message) | places(plural), message


def test_every_reason_has_its_text() -> None:
    plural = {Why.HOME_OVERSHOT, Why.SHOW_THE_REST}
    assert set(Why) == set(REASONS) | plural
    assert set(REASONS.values()) <= set(MESSAGES)


def test_the_frisian_one_says_that_no_native_has_read_it() -> None:
    text = (LOCALE / "fy" / "LC_MESSAGES" / "peglight.po").read_text(encoding="utf-8")
    assert "Unread by a native" in text.splitlines()[0]


def test_a_catalogue_is_read_as_translators_write_it() -> None:
    text = """# a comment
msgid ""
msgstr "Language: xx\\n"

#: somewhere.py
msgid "long "
"message"
msgstr "lang \\"bericht\\""

msgid "one"
msgid_plural "many"
msgstr[0] "een"
msgstr[1] "veel"
"""
    assert dict(read_po(text)) == {"long message": ('lang "bericht"',), "one": ("een", "veel")}
    unknown = read_catalogue("xx")
    assert (unknown.gettext("A"), unknown.ngettext("a", "b", 1), unknown.ngettext("a", "b", 0)) == (
        "A",
        "a",
        "b",
    )
    dutch = read_catalogue("nl")
    assert dutch.gettext("Red") == "Rood"
    assert [dutch.ngettext("{n} turn", "{n} turns", n) for n in (0, 1, 2)] == [
        "{n} beurten",
        "{n} beurt",
        "{n} beurten",
    ]


@pytest.mark.parametrize(
    ("asked", "spoken"),
    [
        ("de-AT,de;q=0.9,en;q=0.5", "de"),
        ("fy-NL, nl;q=0.5", "fy"),
        ("nl-BE", "nl"),
        ("it", "it"),
        ("pt, fr;q=0.9", "en"),
        ("", "en"),
        ("en-GB,nl;q=0.8", "en"),
    ],
)
def test_a_browser_is_spoken_to_as_it_asks(asked: str, spoken: str) -> None:
    headers = {"Accept-Language": asked}
    visitor = started()
    assert f'<html lang="{spoken}">' in visitor.get("/setup", headers=headers).text
    visitor.tell("tap", card="5")
    refusal = visitor.get("/api/state", headers=headers).get_json()["refusal"]
    assert refusal["text"] == read_catalogue(spoken).gettext(REASONS[Why(refusal["why"])])


def test_a_language_chosen_by_hand_is_this_browsers_own_and_needs_no_pairing() -> None:
    table = SmallTable(SmallRig())
    one = Visitor(table, paired=False, address="10.0.0.9", listening="0.0.0.0")
    other = Visitor(table)
    answer = one.post("/language", data={"language": "it", "back": "/rules"})
    assert (answer.status_code, answer.headers["Location"]) == (303, "/rules")
    assert "Scartare" in one.get("/rules", headers={"Accept-Language": "de"}).text
    assert "Throwing" in other.get("/rules").text
    assert one.post("/language", data={"language": "xx"}).status_code == 400


@pytest.mark.parametrize(
    "back", ["//evil.example", "http://evil.example", "/\\evil.example", "javascript:1", ""]
)
def test_choosing_a_language_leads_to_no_other_place(back: str) -> None:
    answer = Visitor().post("/language", data={"language": "it", "back": back})
    assert answer.headers["Location"] == "/"


@pytest.mark.parametrize("language", OTHERS)
def test_every_page_speaks_each_language(language: str) -> None:
    visitor = started()
    visitor.play("K")
    for path in (
        "/table",
        "/setup",
        "/rules",
        "/rules/here?card=7",
        "/history",
        "/history/1",
        "/history/1/replay",
        "/history/players",
        "/device",
        "/lights",
        "/lights/colours?strip=ring",
        "/controls",
        "/cards",
        "/device/doctor",
        "/device/backup",
        "/device/power",
        "/device/update",
        "/pair",
    ):
        page = visitor.get(path, headers={"Accept-Language": language})
        assert page.status_code == 200, path
        assert f'<html lang="{language}">' in page.text


@pytest.mark.needs_chromium
def test_the_longest_words_fit_a_small_phone(browser: Browser) -> None:
    longest = max(OTHERS, key=lambda code: len((LOCALE / code / "LC_MESSAGES" / "peglight.po").read_text()))
    table = SmallTable(SmallRig())
    visitor = Visitor(table)
    visitor.tell("new_game", players=4, rules="pagat", first="A")
    visitor.play("K")
    with served(table) as url, phone(browser, url, locale=longest, **SMALL) as used:
        for path in (
            "/table",
            "/setup",
            "/rules",
            "/history/1",
            "/cards",
            "/lights",
            "/controls",
            "/device",
            "/pair",
        ):
            used.open(path)
            used.check_it_can_be_used()
        used.button("Nederlands").tap()
        used.sees("h1", "Deze browser is gekoppeld")
