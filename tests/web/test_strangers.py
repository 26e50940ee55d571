"""Who may change something: every route and method, asked by each kind of visitor. DESIGN 6."""

import re
from itertools import product

import pytest

from tests.web.kept import kept
from tests.web.small_table import SmallRig, SmallTable
from tests.web.visitor import Visitor
from web_ui.app import create_app
from web_ui.guard import HEADER, MOST_BYTES, OPEN_TO_STRANGERS
from web_ui.pace import BURST

LAN = {"address": "10.0.0.9", "listening": "0.0.0.0"}
CHANGING = ("POST", "PUT", "PATCH", "DELETE", "PROPFIND")
LOOKING = ("GET", "HEAD", "OPTIONS")
URL_MAP = create_app(SmallTable(SmallRig())).url_map
SAMPLES = {"path": "wood.css", "int": "1"}
"""For each kind of variable in a route, something that it takes; of any other kind, a word."""


def sample(rule: str) -> str:
    """An address that a route takes."""
    return re.sub(r"<(?:(\w+)(?:\(.*?\))?:)?\w+>", lambda found: SAMPLES.get(found[1], "word"), rule)


ALL_ROUTES = [
    (rule.endpoint, sample(rule.rule), sorted(rule.methods or ()))
    for rule in URL_MAP.iter_rules()
    if rule.endpoint != "events.stream"  # which has no end; see test_events
]
POSTS = [(endpoint, path) for endpoint, path, methods in ALL_ROUTES if "POST" in methods]
JSON_POSTS = [path for _, path in POSTS if path.startswith(("/api/", "/sim/", "/table/"))]
UNDO = b'{"kind": "undo"}'
MALFORMED = [
    b"",
    b"{",
    b"\xff\xfe",
    b"null",
    b"[" * 30_000,
    b'{"a":' * 10_000,
    b'{"kind": NaN}',
    b'{"kind": "press", "button": "\\ud800"}',
    b'{"kind": ' + b"9" * 5_000 + b"}",
    b'{"kind": "undo", "kind": "undo"}',
    b'{"kind": "tap", "card": {"7": "H"}}',
    b'{"kind": "set_position", "pegs": [[[[]]]], "turn": "A"}',
]


def test_every_route_is_walked() -> None:
    """Whatever is added: each address below leads to its route, and none of the app's is left out."""
    adapter = URL_MAP.bind("localhost")
    for endpoint, path, methods in ALL_ROUTES:
        for method in {"GET", "POST"} & set(methods):
            assert adapter.match(path, method)[0] == endpoint, path
    assert {rule.endpoint for rule in URL_MAP.iter_rules()} == {one[0] for one in ALL_ROUTES} | {
        "events.stream"
    }


def stranger(**app: object) -> Visitor:
    return Visitor(paired=False, **(LAN | app))  # type: ignore[arg-type]  # by name, for tests only


def untouched(visitor: Visitor) -> bool:
    rig = visitor.table.simulated
    return not visitor.table.told and not (rig and rig.heard) and not visitor.table.pairing.paired()


@pytest.mark.parametrize("data", [UNDO, *MALFORMED, b"x" * (MOST_BYTES + 1)])
def test_a_stranger_with_a_good_token_changes_nothing_whatever_it_sends(data: bytes) -> None:
    """403 before 400, and before 413."""
    visitor = stranger()
    before = kept(visitor.table)
    methods = (
        CHANGING if data == UNDO else ("POST",)
    )  # what is refused for its method, is so whatever it says
    for (endpoint, path, _), method in product(ALL_ROUTES, methods):
        if endpoint in OPEN_TO_STRANGERS and method == "POST":
            continue
        answer = visitor.send(method, path, data=data)
        assert answer.status_code == 403, f"{method} {path}"
        assert "look on" in answer.text
    assert untouched(visitor)
    assert kept(visitor.table) == before


def test_what_is_open_to_strangers_is_asking_and_nothing_else() -> None:
    assert {path for endpoint, path in POSTS if endpoint in OPEN_TO_STRANGERS} == {
        "/pair/ask",
        "/pair/stop",
        "/pair/redeem",
        "/language",
    }
    visitor = stranger()
    for data in [*MALFORMED, b"link=" + b"x" * 40, b"name=\x00%00%ff" + b"y" * 5_000]:
        for path in ("/pair/ask", "/pair/stop", "/pair/redeem"):
            for kind in ("application/x-www-form-urlencoded", "application/json", "multipart/form-data"):
                answer = visitor.post(path, data=data, content_type=kind)
                assert answer.status_code in (303, 400, 409), f"{path} {data[:20]!r}"
    assert untouched(visitor)


def test_a_stranger_may_look_at_everything_but_a_backup() -> None:
    visitor = stranger()
    for _, path, methods in ALL_ROUTES:
        if "GET" in methods:
            missing = path.startswith(("/history/1", "/join"))  # nothing was played, nobody else can come
            usual = (404,) if missing else (403,) if path == "/device/backup.zip" else (200, 302)
            assert visitor.get(path).status_code in usual, path


@pytest.mark.parametrize("method", LOOKING)
def test_looking_changes_nothing_for_a_paired_browser_either(method: str) -> None:
    visitor = Visitor(**LAN)
    before = kept(visitor.table)
    for _, path, _methods in ALL_ROUTES:
        for data in (b'{"kind": "undo"}', b"leave=yes&id=1&link=x"):
            visitor.send(method, f"{path}?kind=undo&leave=yes&id=1", data=data)
    assert kept(visitor.table) == before
    assert not visitor.table.told
    assert not visitor.table.simulated.heard
    assert len(visitor.table.pairing.paired()) == 1


def test_a_paired_browser_is_let_in_everywhere() -> None:
    visitor = Visitor(**LAN)
    for _, path in POSTS:
        assert visitor.post(path, data=b"{}").status_code not in (403, 500), path


@pytest.mark.parametrize("path", JSON_POSTS)
def test_a_paired_browser_that_sends_nonsense_is_told_so(path: str) -> None:
    visitor = Visitor(**LAN)
    for data in MALFORMED:
        answer = visitor.post(path, data=data)
        assert (answer.status_code, answer.get_json()["why"]) == (400, "MALFORMED"), data[:30]
        assert answer.get_json()["field"]
    assert visitor.post(path, data=b" " * (MOST_BYTES + 1)).status_code == 413
    assert not visitor.table.told


@pytest.mark.parametrize("origin", ["http://evil.example", "http://localhost:81", "null"])
def test_a_page_of_another_origin_uses_no_pairing_of_its_visitor(origin: str) -> None:
    visitor = Visitor(**LAN)
    for (_, path, _methods), method in product(ALL_ROUTES, CHANGING):
        answer = visitor.send(method, path, data=b"{}", headers={HEADER: visitor.token, "Origin": origin})
        assert answer.status_code == 403, f"{method} {path}"
    for _, path in POSTS:  # a form of another page cannot set the header
        assert visitor.post(path, data=b"{}", headers={"Origin": origin}).status_code == 403
    assert not visitor.table.told


@pytest.mark.parametrize(
    ("host", "methods"),
    [
        ("evil.example", LOOKING + CHANGING),
        ("peglight.evil.example:8080", ("GET", "POST")),
        ("10.0.0.1.nip.example", ("POST",)),
        ("0", ("POST",)),
    ],
)
def test_a_name_made_to_point_here_shows_and_changes_nothing(host: str, methods: tuple[str, ...]) -> None:
    visitor = Visitor(**LAN)
    for (_, path, _methods), method in product(ALL_ROUTES, methods):
        answer = visitor.send(method, path, data=b"{}", environ_overrides={"HTTP_HOST": host})
        assert answer.status_code == 403, f"{method} {path}"
    assert not visitor.table.told


def test_a_session_of_another_board_or_a_made_up_one_opens_nothing() -> None:
    visitor = stranger()
    board = visitor.table.pairing.board_id
    for name, value in ((f"peglight_session_{board}", "x" * 43), ("peglight_session_", "x" * 43)):
        visitor.client.set_cookie(name, value)
        assert visitor.tell("undo").status_code == 403
    elsewhere = SmallTable()
    session = elsewhere.pairing.ask("phone", "x")
    assert session
    assert elsewhere.pairing.accept()
    visitor.client.set_cookie(f"peglight_session_{board}", session)
    assert visitor.tell("undo").status_code == 403


def test_the_session_is_hidden_from_scripts_and_from_other_pages() -> None:
    visitor = stranger()
    answer = visitor.post("/pair/ask")
    cookie = next(c for c in answer.headers.getlist("Set-Cookie") if c.startswith("peglight_session_"))
    assert "HttpOnly" in cookie
    assert "SameSite=Strict" in cookie
    assert int(cookie.split("Max-Age=")[1].split(";")[0]) > 300 * 86_400


def test_too_many_from_a_paired_browser_are_slowed_down() -> None:
    visitor = Visitor(now_s=lambda: 100.0, **LAN)
    assert [visitor.tell("undo").status_code for _ in range(BURST + 1)][-2:] == [409, 429]


@pytest.mark.parametrize(
    ("app", "headers", "let_in"),
    [
        ({}, {}, True),
        ({"listening": "::1"}, {}, True),
        ({"require_pairing": True}, {}, False),
        ({"listening": "0.0.0.0"}, {}, False),
        ({"listening": "::"}, {}, False),
        ({"listening": "10.0.0.2"}, {}, False),
        ({}, {"X-Forwarded-For": "8.8.8.8"}, False),
        ({}, {"Forwarded": "for=8.8.8.8"}, False),
    ],
)
def test_this_machines_own_browser_pairs_by_itself_where_nobody_else_is_served(
    app: dict[str, object], headers: dict[str, str], let_in: bool
) -> None:
    visitor = Visitor(paired=False, **app)  # type: ignore[arg-type]  # by name, for tests only
    visitor.get("/api/state")
    told = visitor.post("/api/tell", json={"kind": "undo"}, headers={HEADER: visitor.token, **headers})
    assert told.status_code == (409 if let_in else 403)


# --- asking ----------------------------------------------------------------------------------------


def test_a_browser_asks_is_shown_the_colours_of_the_table_and_is_let_in() -> None:
    visitor = stranger()
    assert "Ask the table" in visitor.get("/pair").text
    assert visitor.post("/pair/ask", data={"name": " Mia's\n phone "}).status_code == 303
    page = visitor.get("/pair").text
    for colour in visitor.table.pairing.code:
        assert f'fill="{colour}"' in page
    assert "peglight_session" not in page
    assert visitor.get("/pair/now").get_json() == {"state": "asking", "left_s": 60}
    assert visitor.tell("undo").status_code == 403
    assert visitor.table.pairing.accept()
    assert visitor.get("/pair/now").get_json()["state"] == "paired"
    assert visitor.tell("undo").status_code == 409
    assert "Mia&#39;s phone" in visitor.get("/device").text


def test_a_second_one_that_asks_must_wait_and_sees_no_colours() -> None:
    first = stranger()
    assert first.post("/pair/ask").status_code == 303
    second = Visitor(first.table, paired=False, **LAN)
    answer = second.post("/pair/ask")
    assert (answer.status_code, "Another browser is asking" in answer.text) == (409, True)
    assert "seconds left" not in second.get("/pair").text
    assert second.get("/pair/now").get_json()["state"] == "none"
    assert second.post("/pair/stop").status_code == 303
    assert first.post("/pair/ask").status_code == 303  # twice is once
    assert first.get("/pair/now").get_json()["state"] == "asking"
    assert first.post("/pair/stop").status_code == 303
    assert second.post("/pair/ask").status_code == 303
    assert first.table.pairing.accept()
    assert (first.tell("undo").status_code, second.tell("undo").status_code) == (403, 409)


def test_a_link_from_the_machine_lets_in_the_first_who_taps() -> None:
    visitor = stranger()
    secret = visitor.table.pairing.make_link()
    page = visitor.get(f"/pair?link={secret}").text
    assert f'value="{secret}"' in page
    assert visitor.tell("undo").status_code == 403  # to look at it is no yes
    assert visitor.post("/pair/redeem", data={"link": secret}).status_code == 303
    assert visitor.tell("undo").status_code == 409
    late = Visitor(visitor.table, paired=False, **LAN)
    answer = late.post("/pair/redeem", data={"link": secret})
    assert (answer.status_code, "used already" in answer.text) == (409, True)
    assert late.tell("undo").status_code == 403


def test_a_browser_is_shown_out_at_once_when_its_pairing_is_revoked() -> None:
    visitor = Visitor(**LAN)
    other = Visitor(visitor.table, **LAN)
    assert visitor.get("/device").text.count("/device/revoke") == 2
    assert visitor.post("/device/revoke", data={"id": "2"}).status_code == 303
    assert (visitor.tell("undo").status_code, other.tell("undo").status_code) == (409, 403)
    for nonsense in ("", "x", "1 or 1=1", "²", "9" * 30):
        assert visitor.post("/device/revoke", data={"id": nonsense}).status_code == 400
    assert "/device/revoke" not in other.get("/device").text
