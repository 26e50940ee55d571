"""The page on a real socket."""

import contextlib
import http.client
import json
import logging
import os
import socket
import threading
import time
from concurrent.futures import ThreadPoolExecutor

import pytest

from tests.eventually import until
from tests.web.served import served
from tests.web.small_table import SmallTable
from web_ui import serving
from web_ui.connection import MOST_AHEAD, MOST_BYTES_DROPPED, MOST_UNREAD
from web_ui.guard import COOKIE, HEADER, MOST_BYTES
from web_ui.serving import IDLE_S, listen


class Line:
    """A keep-alive connection with the token in hand."""

    def __init__(self, url: str) -> None:
        self.http = http.client.HTTPConnection(url.removeprefix("http://"), timeout=10)
        self.token = self.ask("GET", "/api/state")[2].split("=")[1].split(";")[0]

    def ask(
        self, method: str, path: str, body: bytes | None = None, **headers: str
    ) -> tuple[int, bytes, str]:
        self.http.request(method, path, body, headers)
        answer = self.http.getresponse()
        return answer.status, answer.read(), answer.getheader("Set-Cookie") or ""

    def tell(self, body: bytes) -> tuple[int, bytes]:
        headers = {HEADER: self.token, "Cookie": f"{COOKIE}={self.token}"}
        status, said, _cookie = self.ask("POST", "/api/tell", body, **headers)
        return status, said


def test_the_page_is_served_and_told() -> None:
    with served() as url:
        line = Line(url)
        begun = line.tell(b'{"kind": "new_game", "players": 4, "rules": "pagat"}')
        assert begun == (200, b'{"ok":true,"seq":1}\n')
        state = json.loads(line.ask("GET", "/api/state")[1])
        assert state["phase"] == "playing"
        line.http.close()


@pytest.mark.parametrize("size", [MOST_BYTES + 1, 1_000_000, 12_000_000])
def test_a_body_of_any_size_is_answered(size: int) -> None:
    """A client that is cut off while it sends would never see why."""
    with served() as url:
        line = Line(url)
        status, said = line.tell(b"x" * size)
        assert (status, json.loads(said)["why"]) == (413, "TOO_LARGE")
        assert line.tell(b'{"kind": "undo"}')[0] == 409  # the same line goes on
        line.token = "x" * 43
        assert line.ask("POST", "/api/tell", b"x" * size, **{HEADER: line.token})[0] == 403
        line.http.close()


def test_what_has_no_end_is_cut_off() -> None:
    with served() as url, socket.create_connection((url[7:].split(":")[0], int(url.rsplit(":")[-1]))) as line:
        length = MOST_BYTES_DROPPED + 1
        line.sendall(
            f"POST /api/tell HTTP/1.1\r\nHost: localhost\r\nContent-Length: {length}\r\n\r\n".encode()
        )
        assert line.recv(100).startswith(b"HTTP/1.1 413 ")


@pytest.mark.parametrize(
    "sent",
    [
        b"GET http://[ HTTP/1.1\r\nHost: localhost\r\n\r\n",
        b"POST /api/tell HTTP/1.1\r\nHost: localhost\r\nContent-Length: " + b"9" * 5_000 + b"\r\n\r\n",
    ],
)
def test_what_waitress_cannot_read_is_refused(sent: bytes, caplog: pytest.LogCaptureFixture) -> None:
    with served() as url, socket.create_connection(("127.0.0.1", int(url.rsplit(":")[-1]))) as line:
        line.sendall(sent)
        assert b" 400 Bad Request\r\n" in line.recv(100)
    assert not [record for record in caplog.records if record.levelno >= logging.ERROR]


@pytest.mark.parametrize(
    "sent",
    [
        b"\r\n\r\n",
        b"GET\r\n\r\n",
        b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03\r\n\r\n",
        b"GET / HTTP/1.1\r\n\r\n",
        b"GET /api/state HTTP/1.0\r\n\r\n",
        b"POST /api/tell HTTP/1.1\r\nHost: localhost\r\nContent-Length: -1\r\n\r\n",
        b"POST /api/tell HTTP/1.1\r\nHost: localhost\r\nContent-Length: 3\r\nContent-Length: 4\r\n\r\nabc",
        b"GET /%00%ff%2e%2e/ HTTP/1.1\r\nHost: localhost\r\n\r\n",
        b"GET / HTTP/1.1\r\nHost: localhost\r\nX: " + b"y" * 300_000 + b"\r\n\r\n",
        b"GET http://evil.example/ HTTP/1.1\r\nHost: evil.example\r\n\r\n",
        b"POST /api/tell HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n",
    ],
)
def test_rubbish_neither_gets_a_trace_nor_stops_the_page(sent: bytes) -> None:
    with served() as url:
        with socket.create_connection(("127.0.0.1", int(url.rsplit(":")[-1])), timeout=10) as line:
            line.sendall(sent)
            line.shutdown(socket.SHUT_WR)
            said = b""
            with contextlib.suppress(ConnectionResetError):
                while part := line.recv(65536):
                    said += part
        assert b"Traceback" not in said
        assert not said.startswith(b"HTTP/1.1 5")
        assert b"HTTP/1.1 200" not in said
        last = Line(url)
        assert last.ask("GET", "/api/state")[0] == 200
        last.http.close()


def test_many_pages_poll_at_once() -> None:
    def poll(url: str) -> list[int]:
        line = Line(url)
        answers = [line.ask("GET", "/table/now")[0] for _ in range(10)]
        line.http.close()
        return answers

    with served() as url, ThreadPoolExecutor(16) as pages:
        assert {status for answers in pages.map(poll, [url] * 16) for status in answers} == {200}


def test_lines_that_say_nothing_do_not_keep_the_page_from_others() -> None:
    with served() as url:
        port = int(url.rsplit(":")[-1])
        idle = [socket.create_connection(("127.0.0.1", port)) for _ in range(60)]
        for line in idle[::2]:
            line.sendall(b"POST /api/tell HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n\r\n{")
        asking = Line(url)
        assert asking.ask("GET", "/api/state")[0] == 200
        asking.http.close()
        for line in idle:
            line.close()


def test_however_many_lines_are_open_the_next_is_answered_at_once() -> None:
    """Phones that have left keep lines open, and a hostile guest hundreds; some of them half asked."""
    with served() as url:
        port = int(url.rsplit(":")[-1])
        began_s, guest = time.monotonic(), ("127.0.0.3", 0)
        idle = [socket.create_connection(("127.0.0.1", port), source_address=guest) for _ in range(400)]
        for line in idle[::3]:
            with contextlib.suppress(OSError):  # those that gave way already
                line.sendall(b"POST /api/tell HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n\r\n{")
        kept = Line(url)
        for _ in range(20):
            asking = Line(url)
            assert asking.ask("GET", "/api/state")[0] == 200
            asking.http.close()
        assert time.monotonic() - began_s < IDLE_S / 2, "nobody had to wait until idle lines were given up"
        assert kept.ask("GET", "/api/state")[0] == 200, "the line of somebody else was not the one to go"
        kept.http.close()
        for line in idle:
            line.close()


def test_what_is_being_answered_does_not_give_way(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(serving, "MOST_CONNECTIONS", 4)
    table = SmallTable()
    with served(table) as url:
        port = int(url.rsplit(":")[-1])
        streams = [http.client.HTTPConnection("127.0.0.1", port, timeout=10) for _ in range(3)]
        for line in streams:
            line.request("GET", "/api/events")
        heard = [line.getresponse() for line in streams]
        assert [answer.readline() for answer in heard] == [b"retry: 2000\n"] * 3
        for _ in range(8):
            asking = Line(url)
            asking.http.close()
        table.show(seq=3)
        for answer in heard:
            while not (told := answer.readline()).startswith(b'data: {"seq": 3'):
                assert told, "the stream was cut off"
        for line in streams:
            line.close()


def test_a_request_that_never_ends_is_cut_off(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(serving, "LONGEST_REQUEST_S", 0)
    monkeypatch.setattr(serving, "CLEAN_EVERY_S", 1)
    with served() as url, socket.create_connection(("127.0.0.1", int(url.rsplit(":")[-1]))) as line:
        line.settimeout(10)
        line.sendall(b"POST /api/tell HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n\r\n{")
        assert line.recv(100) == b""


def asking_at_once(url: str, path: str, times: int) -> socket.socket:
    """A line on which something was asked so often at once; the last answer is the end of it."""
    ask = f"GET {path} HTTP/1.1\r\nHost: localhost\r\n".encode()
    line = socket.socket()
    line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    line.settimeout(60)
    line.connect(("127.0.0.1", int(url.rsplit(":")[-1])))
    line.sendall((ask + b"\r\n") * (times - 1) + ask + b"Connection: close\r\n\r\n")
    return line


def answers(line: socket.socket) -> int:
    """How many come until the end."""
    said = bytearray()
    with line, contextlib.suppress(ConnectionResetError):
        while part := line.recv(65536):
            said += part
    return said.count(b"HTTP/1.1 200")


def test_who_asks_for_hundreds_of_things_at_once_is_cut_off() -> None:
    """Each is kept until it is answered, and a few hundred fit into one packet."""
    with served() as url:
        assert answers(asking_at_once(url, "/api/state", MOST_AHEAD // 2)) == MOST_AHEAD // 2
        assert answers(asking_at_once(url, "/api/state", 3 * MOST_AHEAD)) < 3 * MOST_AHEAD
        last = Line(url)
        last.http.close()


def test_who_asks_on_and_reads_nothing_is_cut_off() -> None:
    """Answers wait in memory: sixty pages each for two hundred lines would be more than a board has."""
    asked: list[object] = []

    class Counting(SmallTable):
        def look(self):  # type: ignore[no-untyped-def]
            if threading.current_thread().name != "events":  # which looks for those who listen
                asked.append(None)
            return super().look()

    with served(Counting(), kernel_keeps=8192) as url:
        before = open_sockets()
        first = Line(url)
        asked.clear()
        page = first.ask("GET", "/table")[1]
        most = len(asked) * MOST_AHEAD
        first.http.close()
        assert MOST_AHEAD * len(page) > 4 * MOST_UNREAD
        until(lambda: open_sockets() == before)
        asked.clear()
        line = asking_at_once(url, "/table", MOST_AHEAD)
        until(lambda: asked and (open_sockets() == before + 1 or len(asked) == most))
        assert len(asked) < most
        until(lambda: open_sockets() == before + 1)
        line.close()


def test_who_never_reads_an_answer_is_given_up_by_and_by(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(serving, "IDLE_S", 1)
    monkeypatch.setattr(serving, "CLEAN_EVERY_S", 1)
    with served(kernel_keeps=8192) as url:
        before = open_sockets()
        line = asking_at_once(url, "/table", 2)
        Line(url).http.close()
        until(lambda: open_sockets() == before + 1)
        line.close()


def open_sockets() -> int:
    """How many this process has, on whichever side."""
    found = 0
    for name in os.listdir("/proc/self/fd"):
        with contextlib.suppress(OSError):  # it was the folder's own
            found += os.readlink(f"/proc/self/fd/{name}").startswith("socket:")
    return found


def test_a_taken_port_is_an_error_at_once() -> None:
    with served() as url, pytest.raises(OSError, match="in use"):
        listen("127.0.0.1", int(url.rsplit(":")[-1]))


def test_the_port_is_free_again_when_it_has_stopped() -> None:
    with served() as url:
        port = int(url.rsplit(":")[-1])
        Line(url).http.close()
    with served(port=port) as again:
        assert again == url


def test_an_answer_in_the_making_is_finished_when_it_stops() -> None:
    entered, go_on = threading.Event(), threading.Event()

    class Slow(SmallTable):
        def look(self):  # type: ignore[no-untyped-def]
            if threading.current_thread().name != "events":  # which looks for those who listen
                entered.set()
                go_on.wait(10)
            return super().look()

    with ThreadPoolExecutor(1) as page:
        with served(Slow()) as url:
            answer = page.submit(Line, url)
            assert entered.wait(10)
            threading.Timer(0.05, go_on.set).start()
        line = answer.result()
        assert line.token
        line.http.close()


@pytest.mark.parametrize("host", ["127.0.0.1", "localhost", "::1"])
def test_addresses_to_listen_on(host: str) -> None:
    with listen(host, 0) as bound:
        assert bound.getsockname()[1] > 0
