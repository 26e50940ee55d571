"""Strangers: every route and method, other origins, rebound names, floods, and bodies too large."""

import ast
import gc
from itertools import product
from pathlib import Path

import pytest
from flask import Flask

from tests.web.small_table import SmallRig, SmallTable
from tests.web.visitor import Visitor, started
from web_ui import guard
from web_ui.app import create_app
from web_ui.guard import COOKIE, HEADER, MOST_BYTES, Door
from web_ui.pace import BURST, MOST_CLIENTS, SUSTAINED_PER_S, Pace

METHODS = ("GET", "HEAD", "OPTIONS", "POST", "PUT", "PATCH", "DELETE", "TRACE", "PROPFIND")
UNDO = {"kind": "undo"}


def routes(app: Flask) -> list[str]:
    """All but the stream of events, which has no end; see test_events."""
    found = {
        rule.rule.replace("<path:filename>", "wood.css").replace("<int:number>", "1")
        for rule in app.url_map.iter_rules()
    }
    return sorted(found - {"/api/events"})


def test_a_stranger_changes_nothing_by_any_route_and_method() -> None:
    table = SmallTable(SmallRig())
    app = create_app(table)
    for path, method in product([*routes(app), "/nowhere", "/api/", "/api/tell/x"], METHODS):
        answer = app.test_client().open(
            path, method=method, base_url="http://localhost", json=UNDO, buffered=True
        )
        if method not in ("GET", "HEAD", "OPTIONS"):
            assert answer.status_code == 403, f"{method} {path}"
        assert answer.status_code < 500, f"{method} {path}"
        assert "Traceback" not in answer.text
    assert not table.told
    assert not table.simulated.heard


def test_no_get_changes_anything() -> None:
    visitor = started()
    told = len(visitor.table.told)
    for path in routes(create_app(visitor.table)):
        for query in ("", "?kind=undo", f"?csrf={visitor.token}&leave=yes"):
            visitor.get(path + query, headers={HEADER: visitor.token}, data=b'{"kind": "undo"}')
    assert len(visitor.table.told) == told
    assert not visitor.table.simulated.heard


def test_every_get_gives_the_token_that_a_script_can_read() -> None:
    app = create_app(SmallTable(SmallRig()))
    for path in [*routes(app), "/nowhere"]:
        given = app.test_client().get(path, base_url="http://localhost", buffered=True).headers["Set-Cookie"]
        assert given.startswith(f"{COOKIE}=")
        assert "SameSite=Strict" in given
        assert "HttpOnly" not in given


def test_the_token_stays_the_same_from_page_to_page() -> None:
    visitor = Visitor()
    visitor.get("/setup")
    first = visitor.token
    visitor.get("/api/state")
    assert first == visitor.token
    assert len(first) >= 40


@pytest.mark.parametrize("token", ["", "x", "wrong" * 8, "ü" * 30, "a" * 5000])
def test_a_wrong_token_is_refused(token: str) -> None:
    visitor = started()
    headers = {HEADER: token.encode().decode("latin-1")}
    assert visitor.post("/api/tell", json=UNDO, headers=headers).status_code == 403


def test_a_token_without_its_cookie_is_refused() -> None:
    visitor = started()
    client = create_app(visitor.table).test_client()
    answer = client.post("/api/tell", json=UNDO, headers={HEADER: visitor.token}, base_url="http://localhost")
    assert (answer.status_code, answer.get_json()["why"]) == (403, "FORBIDDEN")


@pytest.mark.parametrize("cookie", ["", "short", "a b c d e f g h i j k l m n", "../" * 10, "a" * 87])
def test_a_cookie_that_is_no_token_of_ours_opens_nothing(cookie: str) -> None:
    client = create_app(SmallTable()).test_client()
    client.set_cookie(COOKIE, cookie)
    answer = client.post("/api/tell", json=UNDO, headers={HEADER: cookie}, base_url="http://localhost")
    assert answer.status_code == 403


@pytest.mark.parametrize(
    "origin",
    [
        "http://evil.example",
        "https://localhost",
        "http://localhost:81",
        "http://localhost.evil.example",
        "http://127.0.0.1",
        "null",
        "",
        "http://localhost/",
        "file://",
    ],
)
def test_another_origin_is_refused_however_good_the_token(origin: str) -> None:
    visitor = started()
    headers = {HEADER: visitor.token, "Origin": origin}
    assert visitor.post("/api/tell", json=UNDO, headers=headers).status_code == 403


@pytest.mark.parametrize("host", ["localhost", "localhost:8080", "127.0.0.1:8080", "[::1]:8080"])
def test_the_own_origin_and_none_are_let_in(host: str) -> None:
    visitor = Visitor(host=host)
    visitor.get("/api/state")
    for headers in ({}, {"Origin": f"http://{host}"}):
        answer = visitor.tell("end_game") if not headers else None
        answer = answer or visitor.post("/api/tell", json=UNDO, headers={HEADER: visitor.token, **headers})
        assert answer.get_json()["why"] == "NO_GAME"


STRANGE_HOSTS = [
    *(
        "evil.example",
        "evil.example:8080",
        "localhost.evil.example",
        "127.0.0.1.evil.example",
        "peglight.local",
    ),
    *("192.168.1.7", "127.0.0.1@evil.example", "localhost:80:80", "[::1", "::1", "localhost,evil", "", "a b"),
    *("2130706433", "0x7f.1", "localhost.", "evil.example#localhost", "[::ffff:8.8.8.8]"),
]


@pytest.mark.parametrize("host", STRANGE_HOSTS)
@pytest.mark.parametrize("path", ["/", "/api/state", "/static/wood.css", "/sim/deck", "/nowhere"])
def test_a_name_that_is_not_ours_is_shown_nothing(host: str, path: str) -> None:
    client = create_app(SmallTable(SmallRig())).test_client()
    answer = client.get(path, base_url="http://localhost", environ_overrides={"HTTP_HOST": host})
    assert answer.status_code == 403


@pytest.mark.parametrize(
    ("door", "ours", "strange"),
    [
        (Door("127.0.0.1"), ("localhost", "LOCALHOST:1", "127.0.0.1", "[::1]:80"), ("10.0.0.2", "a.local")),
        (
            Door("10.0.0.2", ("oak.local",)),
            ("10.0.0.2:8080", "oak.local", "Oak.Local:80"),
            ("10.0.0.3", "oak"),
        ),
        (
            Door("0.0.0.0", ("oak.local",)),
            ("10.0.0.2", "10.9.9.9", "[fe80::1]", "oak.local"),
            ("evil.local",),
        ),
        (Door("::"), ("[fd00::2]:8080", "10.0.0.2"), ("[fd00::2", "evil")),
        (Door("fd00::2"), ("[fd00::2]",), ("[fd00::3]",)),
    ],
)
def test_the_names_of_a_board(door: Door, ours: tuple[str, ...], strange: tuple[str, ...]) -> None:
    assert all(door.is_ours(host) for host in ours)
    assert not any(door.is_ours(host) for host in strange)


def test_the_names_given_to_the_app_are_let_in() -> None:
    app = create_app(SmallTable(), listening="0.0.0.0", names=("Oak.local",))
    assert app.test_client().get("/api/state", base_url="http://oak.local:8080").status_code == 200
    assert app.test_client().get("/api/state", base_url="http://elm.local:8080").status_code == 403


def test_a_stranger_is_sent_away_before_the_body_is_looked_at() -> None:
    visitor = started()
    for body in (b"{", b"x" * (MOST_BYTES + 1)):
        assert visitor.post("/api/tell", data=body, headers={}).status_code == 403
        assert visitor.post("/api/tell", data=body, headers={HEADER: "x" * 43}).status_code == 403


@pytest.mark.parametrize("path", ["/api/tell", "/sim/tap", "/table/tell", "/setup", "/setup/end"])
def test_a_body_too_large_is_413(path: str) -> None:
    visitor = started()
    answer = visitor.post(path, data=b" " * (MOST_BYTES + 1))
    assert answer.status_code == 413
    assert "takes at once" in answer.text
    assert visitor.post("/api/tell", data=b'{"kind": "throw"}'.ljust(MOST_BYTES)).status_code == 409


def test_a_form_too_large_to_look_at_shows_no_token() -> None:
    visitor = started()
    form = {"csrf": visitor.token, "name_A": "x" * MOST_BYTES}
    assert visitor.post("/setup", data=form, headers={}).status_code == 403


class Clock:
    def __init__(self) -> None:
        self.now_s = 100.0

    def __call__(self) -> float:
        return self.now_s


def test_who_tells_too_fast_is_slowed_down_and_nobody_else() -> None:
    clock, table = Clock(), SmallTable()
    fast = Visitor(table, address="10.0.0.9", now_s=clock, listening="0.0.0.0")
    answers = [fast.tell("undo").status_code for _ in range(BURST + 1)]
    assert answers == [409] * BURST + [429]
    assert fast.tell("undo").get_json()["why"] == "TOO_FAST"
    assert fast.get("/api/state").status_code == 200
    fast.extra["environ_base"] = {"REMOTE_ADDR": "10.0.0.8"}
    assert fast.tell("undo").status_code == 409
    fast.extra["environ_base"] = {"REMOTE_ADDR": "10.0.0.9"}
    clock.now_s += 1.0
    assert [fast.tell("undo").status_code for _ in range(SUSTAINED_PER_S + 1)] == [409] * 50 + [429]
    clock.now_s += 3600.0
    assert [fast.tell("undo").status_code for _ in range(BURST + 1)] == [409] * BURST + [429]


def test_a_simulated_rig_counts_nothing_from_its_own_machine() -> None:
    clock = Clock()
    near = Visitor(SmallTable(SmallRig()), now_s=clock)
    assert {near.tell("undo").status_code for _ in range(BURST + 50)} == {409}
    far = Visitor(SmallTable(SmallRig()), address="10.0.0.9", now_s=clock, listening="0.0.0.0")
    assert [far.tell("undo").status_code for _ in range(BURST + 1)][-1] == 429


def test_a_real_board_counts_its_own_machine_too() -> None:
    near = Visitor(SmallTable(), now_s=Clock())
    assert [near.tell("undo").status_code for _ in range(BURST + 1)][-1] == 429


def test_a_household_of_ipv6_addresses_is_one_client() -> None:
    table, clock = SmallTable(), Clock()
    visitor = Visitor(table, address="fd00::1", now_s=clock, listening="::")
    for n in range(BURST):
        visitor.extra["environ_base"] = {"REMOTE_ADDR": f"fd00::{n:x}"}
        assert visitor.tell("undo").status_code == 409
    assert visitor.tell("undo").status_code == 429
    visitor.extra["environ_base"] = {"REMOTE_ADDR": "fd00:0:0:1::1"}
    assert visitor.tell("undo").status_code == 409


def test_the_pace_remembers_a_bounded_number_of_clients() -> None:
    clock = Clock()
    pace = Pace(clock)
    for n in range(3 * MOST_CLIENTS):
        assert pace.allows(str(n))
        clock.now_s += 0.001
    assert len(pace._buckets) <= MOST_CLIENTS


def test_every_answer_carries_the_headers() -> None:
    visitor = started()
    answers = [visitor.get(path) for path in ("/", "/setup", "/api/state", "/static/wood.css", "/nowhere")]
    answers += [visitor.tell("undo"), visitor.tell("dance"), visitor.post("/api/tell", headers={})]
    for answer in answers:
        policy = answer.headers["Content-Security-Policy"]
        assert "default-src 'self'" in policy
        assert "unsafe" not in policy
        assert "frame-ancestors 'none'" in policy
        assert answer.headers["X-Content-Type-Options"] == "nosniff"
        assert answer.headers["X-Frame-Options"] == "DENY"
        assert "Access-Control-Allow-Origin" not in answer.headers


@pytest.mark.parametrize(
    ("path", "method", "code"),
    [
        ("/nowhere", "GET", 404),
        ("/api/nowhere", "GET", 404),
        ("/api/state", "POST", 405),
        ("/static/../app.py", "GET", 404),
        ("/static/%2e%2e/app.py", "GET", 404),
    ],
)
def test_what_is_not_there_is_said_in_one_sentence(path: str, method: str, code: int) -> None:
    visitor = started()
    answer = visitor.post(path) if method == "POST" else visitor.get(path)
    assert answer.status_code == code
    if path.startswith("/api/"):
        assert answer.get_json()["text"].endswith(".")
    else:
        assert "<h1>There is no such page here.</h1>" in answer.text


def test_a_method_that_is_not_allowed_names_those_that_are() -> None:
    assert "GET" in started().post("/api/state").headers["Allow"]


@pytest.mark.parametrize("path", ["/api/state", "/table", "/table/now"])
def test_a_fault_inside_shows_no_trace_of_it(path: str, caplog: pytest.LogCaptureFixture) -> None:
    class Broken(SmallTable):
        def look(self):  # type: ignore[no-untyped-def]
            raise RuntimeError("secret of the house")

    answer = Visitor(Broken()).get(path)
    assert answer.status_code == 500
    assert "secret" not in answer.text
    assert "Something went wrong inside" in answer.text
    assert "secret of the house" in caplog.text


def test_a_file_that_breaks_off_leaves_none_open() -> None:
    """One on disk that nobody had closed would be warned of here."""
    broken_off = b'--x\r\nContent-Disposition: form-data; name="file"; filename="d"\r\n\r\nuid,car'
    kind = "multipart/form-data; boundary=x"
    assert started().post("/cards/import", data=broken_off, content_type=kind).status_code < 500
    gc.collect()


def test_who_may_change_something_is_decided_in_one_place() -> None:
    """A route that checks for itself, or a method that the check forgets, would be a second one."""
    package = Path(guard.__file__).parent
    checking = {
        path.name
        for path in package.glob("*.py")
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Attribute) and node.attr in ("cookies", "remote_addr", "referrer")
    }
    assert checking == {"guard.py"}
