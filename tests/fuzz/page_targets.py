"""What comes over the network: whole requests byte for byte, and bodies of every change there is."""

from functools import cache
from types import SimpleNamespace
from typing import Any

from waitress.adjustments import Adjustments
from waitress.task import ErrorTask

from tests.fuzz.target import LONGEST, Target
from tests.web.small_table import SmallRig, SmallTable
from tests.web.visitor import Visitor
from web_ui.app import create_app
from web_ui.connection import Parser, Task
from web_ui.guard import MOST_BYTES

TYPES = (
    "application/json",
    "application/x-www-form-urlencoded",
    "multipart/form-data; boundary=x",
    "text/csv",
)
FINE = {*range(200, 500), 501, 503, 505}
"""Everything but a bug of ours: 501 and 505 are what waitress says to a request of another kind."""


class Hurried(SmallTable):
    """A table at which waiting takes no time, but for its clock."""

    now_s = 0.0

    def wait_for_other(self, than: object, timeout_s: float) -> None:
        self.now_s += timeout_s


@cache
def _app() -> Any:
    table = Hurried(SmallRig())
    return create_app(table, now_s=lambda: table.now_s)


def request(data: bytes) -> None:
    """Bytes on a connection, through the server's own parser."""
    adjustments = Adjustments(max_request_body_size=MOST_BYTES + 1, ident=None)
    sent = bytearray()
    server = SimpleNamespace(adj=adjustments, application=_app(), effective_port=80, server_name="board")
    channel = SimpleNamespace(
        server=server,
        adj=adjustments,
        addr=("127.0.0.1", 50_000),
        creation_time=0,
        write_soon=sent.extend,
        check_client_disconnected=lambda: False,
        follow=lambda stream, chunked: stream.leave(),
    )
    parser, left = Parser(adjustments), data[:LONGEST]
    while left and not parser.completed:
        left = left[parser.received(left) :]
    if not parser.completed:
        return
    if parser.error:
        ErrorTask(channel, parser).service()
    elif not parser.empty:
        Task(channel, parser).service()
    if sent:
        _check(int(sent.split(b" ", 2)[1]), bytes(sent))


@cache
def _visitor() -> tuple[Visitor, list[str]]:
    visitor = Visitor(Hurried(SmallRig()))
    rules = visitor.client.application.url_map.iter_rules()
    paths = sorted(rule.rule for rule in rules if rule.methods and "POST" in rule.methods)
    return visitor, [path.replace("<int:", "<").partition("<")[0] + "1" * ("<" in path) for path in paths]


def change(data: bytes) -> None:
    """A body of any kind, from a browser that may: the first byte says for which change."""
    if len(data) < 2:
        return
    visitor, paths = _visitor()
    path, kind = paths[data[0] % len(paths)], TYPES[data[1] % len(TYPES)]
    answer = visitor.post(path, data=data[2 : 2 + LONGEST], content_type=kind)
    _check(answer.status_code, answer.data)


def _check(status: int, answer: bytes) -> None:
    assert status in FINE, answer
    assert b"Traceback" not in answer
    assert b'File "' not in answer


REQUESTS = [
    b"GET http://[ HTTP/1.1\r\nHost: localhost\r\n\r\n",
    b"POST /api/tell HTTP/1.1\r\nHost: localhost\r\nContent-Length: " + b"9" * 5_000 + b"\r\n\r\n",
    b"GET /api/state HTTP/1.1\r\nHost: localhost\r\nAccept-Language: nl, fy;q=0.5\r\n\r\n",
    b"GET /table?x=%41 HTTP/1.1\r\nHost: localhost\r\nCookie: peglight_csrf=a; peglight_language=it\r\n\r\n",
    b'POST /api/tell HTTP/1.1\r\nHost: localhost\r\nContent-Length: 15\r\n\r\n{"kind":"undo"}',
    b"GET /api/events HTTP/1.1\r\nHost: localhost\r\nIf-None-Match: *\r\nRange: bytes=0-9\r\n\r\n",
    b"POST /setup HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n3\r\na=b\r\n0\r\n\r\n",
]
TELLS = [
    b'{"kind": "new_game", "players": 4, "rules": "pagat", "options": {}, "teams": 2, "first": "A"}',
    b'{"kind": "tap", "card": "7H", "copy": 1, "if_seq": 3}',
    b'{"kind": "set_position", "pegs": {"A": ["A8", "S"]}, "turn": "A"}',
    b'{"reader": "table", "uid": "04A1"}',
    b'{"button": "next", "held_ms": 100}',
    b"players=4&rules=pagat&first=A&option-two_swaps=on",
    b'--x\r\nContent-Disposition: form-data; name="file"; filename="d"\r\n\r\nuid,card,copy\n\r\n--x--\r\n',
]
PAGE = {
    "request": Target(request, REQUESTS),
    "change": Target(
        change, [bytes([at * 7, kind]) + body for at, body in enumerate(TELLS) for kind in range(3)]
    ),
}
