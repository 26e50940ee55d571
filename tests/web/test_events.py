"""Server-sent events: what changed, as it changes; few streams, short lives, none held by who is gone."""

import http.client
import json
import socket
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from playwright.sync_api import Browser

from tests.eventually import until
from tests.web.phone import SMALL, phone
from tests.web.served import served
from tests.web.small_table import Device, SmallRig, SmallTable
from tests.web.visitor import Visitor
from web_ui import streams
from web_ui.app import create_app
from web_ui.events import streams_of
from web_ui.streams import HEARTBEAT_S, MOST_STREAMS

Json = dict[str, Any]


class Stream:
    """A browser's side of a stream."""

    def __init__(self, url: str, address: str = "127.0.0.1") -> None:
        host = url.removeprefix("http://")
        self._line = http.client.HTTPConnection(host, timeout=20, source_address=(address, 0))
        self._line.request("GET", "/api/events")
        self.answer = self._line.getresponse()

    def block(self) -> str:
        """What comes before the next empty line."""
        lines = []
        while (line := self.answer.readline().decode().rstrip("\n")) or not lines:
            lines.append(line)
            if not line:
                break
        return "\n".join(lines)

    def event(self) -> Json:
        """The next event."""
        while not (block := self.block()).startswith("data: "):
            pass
        found: Json = json.loads(block.removeprefix("data: "))
        return found

    def close(self) -> None:
        self.answer.close()
        self._line.close()


@contextmanager
def stream(url: str, address: str = "127.0.0.1") -> Iterator[Stream]:
    opened = Stream(url, address)
    try:
        yield opened
    finally:
        opened.close()


def test_a_stream_tells_what_is_and_then_only_what_changes() -> None:
    table = SmallTable(SmallRig())
    visitor = Visitor(table)
    visitor.tell("new_game", players=4, rules="pagat", first="A")
    with served(table) as url, stream(url) as heard:
        assert heard.answer.headers["Content-Type"].startswith("text/event-stream")
        state = visitor.state()
        del state["choices"]
        assert heard.event() == state
        visitor.tell("tap", card="K")
        after = visitor.state()
        change = heard.event()
        assert "choices" not in change
        assert change["seq"] == after["seq"] == state["seq"] + 1
        assert (change["card"], change["phase"]) == ("K", "choosing")
        assert change == {name: after[name] for name in change}
        assert {name for name in change if name != "seq"} == {
            name for name in state if state[name] != after[name] and name != "seq"
        }
        visitor.tell("choose", notation=after["choices"][0]["notation"])
        assert heard.event()["last_move"]["text"] == "Red plays K: out to A8."
        table.show(devices=(Device("table", state="missing"),))
        assert list(heard.event()) == ["seq", "devices"]


def test_what_changes_nothing_shown_is_no_event() -> None:
    table = SmallTable(SmallRig())
    with served(table) as url, stream(url) as heard:
        assert heard.event()["seq"] == 0
        table.show(notes=("not shown by the state",))
        table.show(seq=7)
        assert heard.event() == {"seq": 7}


def test_past_the_cap_it_is_503_and_everything_else_is_answered() -> None:
    assert MOST_STREAMS >= 50
    assert HEARTBEAT_S <= 15
    table = SmallTable(SmallRig())
    with served(table) as url:
        opened = [Stream(url) for _ in range(MOST_STREAMS)]
        for heard in opened:
            assert heard.event()["seq"] == 0
        for _ in range(3):
            with stream(url) as late:
                assert late.answer.status == 503
                assert json.loads(late.answer.read())["why"] == "NOT_ANSWERED"
        line = http.client.HTTPConnection(url.removeprefix("http://"), timeout=5)
        line.request("GET", "/api/state")
        assert line.getresponse().read()
        line.close()
        table.show(seq=1)
        assert {heard.event()["seq"] for heard in opened} == {1}
        opened.pop().close()

        def let_in() -> bool:
            table.show(seq=table.look().seq + 1)  # or the heartbeat: what is written finds that it is gone
            with stream(url) as next_one:
                return next_one.answer.status == 200

        until(let_in)
        for heard in opened:
            heard.close()


def test_the_page_stops_at_once_whoever_listens() -> None:
    with served() as url:
        heard = Stream(url)
        assert heard.event()["seq"] == 0
    assert heard.answer.read() in (b"", b":\n\n")
    heard.close()


def test_nobody_can_take_every_place(monkeypatch: pytest.MonkeyPatch) -> None:
    """A phone with many pages open gives up its oldest stream to one that has none."""
    monkeypatch.setattr(streams, "MOST_STREAMS", 4)
    table = SmallTable(SmallRig())
    with served(table) as url:
        greedy = [Stream(url) for _ in range(4)]
        for heard in greedy:
            assert heard.event()["seq"] == 0
        late = [Stream(url, "127.0.0.2") for _ in range(2)]
        assert [heard.answer.status for heard in late] == [200, 200]
        assert {greedy[i].answer.read() for i in range(2)} <= {b"", b":\n\n"}, "their ends"
        with stream(url, "127.0.0.2") as third:
            assert third.answer.status == 503, "two each is fair"
        table.show(seq=1)
        assert {heard.event()["seq"] for heard in greedy[2:]} == {1}
        for heard in greedy + late:
            heard.close()


def test_one_who_does_not_read_is_let_go(monkeypatch: pytest.MonkeyPatch) -> None:
    """What it is told fills the system's buffers first, then waits with us, and then it ends."""
    monkeypatch.setattr(streams, "MOST_STREAMS", 10)
    monkeypatch.setattr(streams, "DEAF_S", 0.2)
    table = SmallTable(SmallRig())
    with served(table) as url:
        host, port = url.removeprefix("http://").split(":")
        deaf = socket.socket()
        deaf.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        deaf.connect((host, int(port)))
        deaf.sendall(b"GET /api/events HTTP/1.1\r\nHost: localhost\r\n\r\n")
        others = [Stream(url) for _ in range(streams.MOST_STREAMS - 1)]
        for other in others:
            other.event()
            other.close()

        def let_in() -> bool:
            table.show(lamps={"A0": "#" + "f" * 100_000, "n": str(len(told))})
            told.append(0)
            opened = [Stream(url) for _ in range(streams.MOST_STREAMS)]
            free = all(one.answer.status == 200 for one in opened)
            for one in opened:
                one.close()
            return free

        told: list[int] = []
        until(let_in)
        deaf.close()


def test_looking_at_the_head_of_it_holds_no_place() -> None:
    app = create_app(SmallTable(SmallRig()))
    for _ in range(MOST_STREAMS + 2):
        assert (
            app.test_client().head("/api/events", base_url="http://localhost", buffered=True).status_code
            == 200
        )
    assert streams_of(app).taken == 0


@pytest.mark.needs_chromium
def test_a_phone_shows_a_change_as_soon_as_it_is_told_and_polls_without(
    browser: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(streams, "MOST_STREAMS", 10)
    table = SmallTable(SmallRig())
    visitor = Visitor(table)
    visitor.tell("new_game", players=4, rules="pagat", first="A")
    with served(table) as url:
        with phone(browser, url, **SMALL) as used:
            used.open("/table")

            def asked() -> int:
                return len([one for one in used.asked if one.endswith("/table/now")])

            def is_calm() -> bool:
                before = asked()
                used.page.wait_for_timeout(1_000)  # a poll would ask three times: the stream asks for it once
                return asked() == before

            until(is_calm)
            before = asked()
            assert before <= 2
            visitor.tell("tap", card="K")
            used.sees("#asks", "start → A8")
            assert asked() == before + 1
        full: list[Stream] = []

        def is_full() -> bool:
            """The first phone's place comes free when something is written to it."""
            visitor.tell("show_board")
            full.append(Stream(url))
            return [one.answer.status for one in full].count(200) == streams.MOST_STREAMS

        until(is_full)
        visitor.tell("tap", card="K")
        with phone(browser, url, **SMALL) as used:
            used.open("/table")
            visitor.tell("choose", notation=visitor.state()["choices"][0]["notation"])
            used.sees("h1", "Blue to move")
            used.wait_for_complaint("503")
        for one in full:
            one.close()
