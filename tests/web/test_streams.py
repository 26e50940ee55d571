"""Many phones listen: what is new is written once for all, and one that does not read costs one event."""

import errno
import json
import socket
import threading
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, closing
from http.client import HTTPConnection, IncompleteRead
from typing import Any

import pytest
from flask import has_request_context

from tests.c_memory import in_use_bytes
from tests.eventually import until
from tests.web.served import served
from tests.web.small_table import SmallRig, SmallTable
from tests.web.test_events import stream
from web_ui import streams, written
from web_ui.connection import Channel
from web_ui.gateway import Snapshot
from web_ui.streams import BEAT, DEAF_S, HEARTBEAT_S, LONGEST_LIFE_S, Fields, Stream, Streams

ROUNDS, LONG = 40, 20_000


class Phone:
    """A connection that is read, or not."""

    def __init__(self) -> None:
        self.said: list[bytes] = []
        self.unsent = 0
        self.is_deaf = False
        self.is_ended = False

    def say(self, block: bytes) -> None:
        assert not self.unsent, "one that has not taken the last is told nothing more"
        self.said.append(block)
        self.unsent = len(block) if self.is_deaf else 0

    def end(self) -> None:
        self.is_ended = True


class Room:
    """Streams without a socket, on a clock that is moved by hand."""

    def __init__(self) -> None:
        self.table = SmallTable(SmallRig())
        self.now_s = 0.0
        self.is_broken = False
        self.streams = Streams(self.table, self._write, lambda: self.now_s)
        self._kept: list[tuple[object, Fields]] = []

    def _write(self, snapshot: Snapshot, tongue: str) -> Fields:
        """Like the page's: the same snapshot gives the same object."""
        if self.is_broken:
            raise ZeroDivisionError
        for kept, fields in self._kept:
            if kept is snapshot:
                return fields
        fields = {"seq": str(snapshot.seq), "tongue": json.dumps(tongue), "phase": '"same"'}
        self._kept.append((snapshot, fields))
        return fields

    def listener(self, client: str = "phone") -> tuple[Stream, Phone]:
        entered = self.streams.enter(client, "en")
        assert entered is not None
        phone = Phone()
        phone.said.append(entered.first())
        entered.follow(phone)
        return entered, phone

    def show(self, **changes: Any) -> None:
        """Show something else, and let it be written and told."""
        self.table.show(**changes)
        self.streams.look("en")
        self.streams.tell()

    def pass_s(self, seconds: float) -> None:
        self.now_s += seconds
        self.streams.tell()


@pytest.fixture
def room() -> Room:
    return Room()


def test_a_stream_tells_all_and_then_what_changes(room: Room) -> None:
    _stream, phone = room.listener()
    room.show(seq=4)
    room.streams.tell()
    assert phone.said[0].startswith(b"retry: 2000\n\ndata: {")
    assert phone.said[1:] == [b'data: {"seq": 4}\n\n']


def test_a_quiet_stream_beats_and_ends_after_its_time(room: Room) -> None:
    entered, phone = room.listener()
    room.pass_s(HEARTBEAT_S / 2)
    assert phone.said[1:] == []
    while room.now_s + HEARTBEAT_S < LONGEST_LIFE_S:
        before = len(phone.said)
        room.pass_s(HEARTBEAT_S)
        assert phone.said[before:] == [BEAT]
    assert not phone.is_ended
    room.pass_s(HEARTBEAT_S)
    assert phone.is_ended
    entered.leave()
    entered.leave()
    assert room.streams.taken == 0


def test_who_does_not_read_is_told_nothing_more_then_the_newest_or_ends(room: Room) -> None:
    _stream, phone = room.listener()
    phone.is_deaf = True
    for seq in range(1, 200):
        room.show(seq=seq)
    assert phone.said[1:] == [b'data: {"seq": 1}\n\n'], "one event waits, however much happens"
    phone.unsent, phone.is_deaf = 0, False
    room.pass_s(DEAF_S / 2)
    assert phone.said[2:] == [b'data: {"seq": 199}\n\n']
    phone.is_deaf = True
    room.show(seq=200)
    room.pass_s(DEAF_S / 2)
    assert not phone.is_ended
    room.pass_s(DEAF_S / 2)
    assert phone.is_ended


def test_an_event_is_made_once_for_all_that_know_the_same(room: Room) -> None:
    phones = [room.listener()[1] for _ in range(50)]
    room.show(seq=1)
    assert len({id(phone.said[-1]) for phone in phones}) == 1


def test_what_began_between_two_looks_never_hears_the_older(room: Room) -> None:
    _first, early = room.listener()
    room.table.show(seq=1)
    room.streams.look("en")
    room.table.show(seq=2)
    _second, late = room.listener()
    room.streams.tell()
    assert b'"seq": 2' in late.said[0]
    assert late.said[1:] == []
    assert early.said[1:] == [b'data: {"seq": 2}\n\n']


def test_where_what_is_new_cannot_be_written_streams_end_and_phones_poll(room: Room) -> None:
    _stream, phone = room.listener()
    room.table.show(seq=1)
    room.is_broken = True
    with pytest.raises(ZeroDivisionError):
        room.streams.watch()
    room.pass_s(1)
    assert phone.is_ended
    assert room.streams.enter("phone", "en") is None


# --- on real sockets ------------------------------------------------------------------------------


@pytest.fixture
def writings(monkeypatch: pytest.MonkeyPatch) -> list[Snapshot]:
    """Every snapshot whose fields are written."""
    seen: list[Snapshot] = []
    right = written.write_all_but_choices

    def noted(snapshot: Snapshot) -> dict[str, Any]:
        seen.append(snapshot)
        return right(snapshot)

    monkeypatch.setattr(written, "write_all_but_choices", noted)
    return seen


def test_who_asks_while_it_is_written_waits_for_that() -> None:
    snapshot, begun, go_on = SmallTable().look(), threading.Event(), threading.Event()
    made: list[str] = []

    def make(_snapshot: Snapshot, tongue: str) -> str:
        made.append(tongue)
        begun.set()
        assert go_on.wait(60)
        return tongue

    newest = written.Newest(make)
    with ThreadPoolExecutor(8) as phones:
        answers = [phones.submit(newest.of, snapshot, "en")]
        assert begun.wait(60)
        answers += [phones.submit(newest.of, snapshot, "en") for _ in range(7)]
        go_on.set()
        assert {answer.result() for answer in answers} == {"en"}
    assert made == ["en"]


def test_fifty_phones_get_one_writing_and_take_no_thread(writings: list[Snapshot]) -> None:
    table = SmallTable(SmallRig())
    with served(table) as url, ExitStack() as opened:
        phones = [opened.enter_context(stream(url))]
        assert phones[0].event()["seq"] == 0
        before = threading.active_count()
        phones += [opened.enter_context(stream(url)) for _ in range(49)]
        assert {phone.event()["seq"] for phone in phones[1:]} == {0}
        assert threading.active_count() == before
        for seq in range(1, 6):
            table.show(seq=seq)
            assert {phone.event()["seq"] for phone in phones} == {seq}
    assert len(writings) == len({id(snapshot) for snapshot in writings}) == 6


def test_what_was_sent_is_not_kept_and_who_reads_nothing_is_told_one_event(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """waitress itself keeps what it sends on a connection until the answer ends, and a stream's is long."""
    monkeypatch.setattr(streams, "REST_S", 0)
    table = SmallTable(SmallRig())
    with served(table) as url, ExitStack() as opened:
        phones = [opened.enter_context(stream(url)) for _ in range(2)]
        deaf = opened.enter_context(socket.create_connection(("127.0.0.1", int(url.rsplit(":")[-1]))))
        deaf.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        deaf.sendall(b"GET /api/events HTTP/1.1\r\nHost: localhost\r\n\r\n")
        assert {phone.event()["seq"] for phone in phones} == {0}
        before = in_use_bytes()
        for seq in range(1, ROUNDS + 1):
            table.show(seq=seq, lamps={"A0": str(seq) * LONG})
            assert {phone.event()["seq"] for phone in phones} == {seq}
        assert in_use_bytes() - before < ROUNDS * LONG


def test_the_page_outlives_a_phone_that_has_left_the_house(monkeypatch: pytest.MonkeyPatch) -> None:
    """No way leads to it any more, and no reset comes back."""
    right = Channel.send

    def send(channel: Channel, data: bytes, do_close: bool = True) -> int:
        if b'"seq": 1' in data:
            raise OSError(errno.EHOSTUNREACH, "No route to host")
        return right(channel, data, do_close)

    monkeypatch.setattr(streams, "MOST_STREAMS", 2)
    monkeypatch.setattr(Channel, "send", send)
    table = SmallTable(SmallRig())
    with served(table) as url:
        with stream(url) as one, stream(url) as other:
            assert [one.event()["seq"], other.event()["seq"]] == [0, 0]
            table.show(seq=1)
            for gone in (one, other):
                with pytest.raises(IncompleteRead):
                    gone.answer.read()
        table.show(seq=2)
        with stream(url) as again, stream(url) as last:
            assert [again.event()["seq"], last.event()["seq"]] == [2, 2]


def test_a_closed_phone_gives_its_place_back_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing need be told it first."""
    monkeypatch.setattr(streams, "MOST_STREAMS", 1)

    def is_let_in() -> bool:
        with stream(url) as heard:
            return heard.answer.status == 200

    with served() as url:
        with stream(url) as only:
            assert only.event()["seq"] == 0
            assert not is_let_in()
        until(is_let_in)


def test_no_stream_follows_an_answer_that_says_that_it_failed(monkeypatch: pytest.MonkeyPatch) -> None:
    right = written.write_all_but_choices

    def write(snapshot: Snapshot) -> dict[str, Any]:
        if has_request_context():
            raise ZeroDivisionError
        return right(snapshot)

    monkeypatch.setattr(streams, "MOST_STREAMS", 1)
    monkeypatch.setattr(written, "write_all_but_choices", write)
    with served() as url, closing(HTTPConnection(url.removeprefix("http://"), timeout=20)) as line:
        for _ in range(2):
            line.request("GET", "/api/events")
            answer = line.getresponse()
            assert answer.read()
            assert answer.status == 500, "not 503: the place was given back"
