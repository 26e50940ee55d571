"""Serving the page: waitress on a socket that is bound before the threads start, and stops when told."""

import socket
import time
from collections import Counter
from collections.abc import Sequence
from contextlib import suppress
from threading import Event, Lock
from typing import Any

from flask import Flask
from waitress import wasyncore
from waitress.adjustments import Adjustments
from waitress.channel import HTTPChannel
from waitress.parser import HTTPRequestParser
from waitress.server import TcpWSGIServer
from waitress.task import ThreadedTaskDispatcher, WSGITask
from waitress.utilities import RequestEntityTooLarge

from web_ui.events import MOST_STREAMS, UNSENT, streams_of
from web_ui.guard import MOST_BYTES

THREADS = MOST_STREAMS + 16
"""A stream of events holds one; the others wait only while an input is judged."""
MOST_CONNECTIONS = 200
"""One more, and a connection that asks nothing gives way."""
BUSY = MOST_CONNECTIONS + 3
"""So many sockets, the one listened on and the one that wakes it among them: all are busy, the next waits."""
MOST_BYTES_DROPPED = 64 * 1024 * 1024
"""Up to this a body that is too large is read to its end and dropped; beyond it the line is cut."""
IDLE_S = 60
LONGEST_REQUEST_S = 300
"""Who takes longer to say what is wanted is cut off, however steadily the bytes come."""
CLEAN_EVERY_S = 30
BACKLOG = 128


class Parser(HTTPRequestParser):
    """Reads a body that is too large without keeping any of it, and leaves it to the app to say so.

    A client that is cut off while it sends never sees why.
    """

    def __init__(self, adj: Adjustments) -> None:
        super().__init__(adj)
        self._to_drop = 0

    def received(self, data: bytes) -> int:
        """Take some bytes; return how many were used."""
        if self._to_drop:
            used = min(len(data), self._to_drop)
            self._to_drop -= used
            self.completed = not self._to_drop
            return used
        used = super().received(data)
        announced = isinstance(self.error, RequestEntityTooLarge) and not self.chunked
        if announced and self.content_length <= MOST_BYTES_DROPPED:
            self.error = None
            self.completed = False
            self._to_drop = self.content_length
        return used


class Task(WSGITask):
    """Tells the app how much of its answer has not been sent."""

    def get_environment(self) -> dict[str, Any]:
        """The WSGI environment."""
        environ: dict[str, Any] = super().get_environment()
        environ[UNSENT] = lambda: self.channel.total_outbufs_len
        return environ


class _Channel(HTTPChannel):
    """A connection that knows since when nothing is asked on it."""

    parser_class = Parser
    task_class = Task

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        self.quiet_since_s = time.monotonic()

    def handle_read(self) -> None:
        """Read what has come.

        An event may have been meant for the connection that had this number a moment ago, and gave way.
        """
        assert self.socket is not None
        with suppress(BlockingIOError):
            self.socket.recv(1, socket.MSG_PEEK)
            super().handle_read()

    def service(self) -> None:
        """Answer one request."""
        super().service()
        self.quiet_since_s = time.monotonic()

    @property
    def client(self) -> str:
        """Whose it is."""
        return str(self.addr[0])

    @property
    def is_quiet(self) -> bool:
        """Whether nothing is asked on it, or not yet to the end."""
        return not self.requests and not self.will_close


class _Server(TcpWSGIServer):
    """Lets everybody in: where there are too many connections, a quiet one gives way.

    It is one of whoever has most of them, and of these the one that has been quiet longest. So neither phones
    that have gone nor a guest who opens hundreds keep the family out; a browser that loses a connection it
    has kept in store opens another.
    """

    channel_class = _Channel

    def __init__(self, app: Flask, sockets: dict[int, socket.socket], **named: Any) -> None:
        super().__init__(app, sockets, **named)
        self._sockets = sockets

    def handle_accept(self) -> None:
        """Take the next connection that waits."""
        channels = self._channels()
        if len(channels) >= MOST_CONNECTIONS:
            self._make_room(channels)
        super().handle_accept()

    def _channels(self) -> list[_Channel]:
        return [channel for channel in self._sockets.values() if isinstance(channel, _Channel)]

    def _make_room(self, channels: Sequence[_Channel]) -> None:
        count = Counter(channel.client for channel in channels)
        quiet = [channel for channel in channels if channel.is_quiet]
        if quiet:
            max(quiet, key=lambda channel: (count[channel.client], -channel.quiet_since_s)).handle_close()

    def maintenance(self, now: int) -> None:
        """Close the connections on which nothing happens, or a request comes without end."""
        super().maintenance(now)
        cutoff_s = time.monotonic() - LONGEST_REQUEST_S
        for channel in self._channels():
            unasked = channel.is_quiet and not channel.total_outbufs_len
            if unasked and channel.quiet_since_s < cutoff_s:
                channel.will_close = True


class PageServer:
    """The page on its socket. `run` it in a thread of its own; `stop` ends it from any other."""

    def __init__(self, app: Flask, listening: socket.socket) -> None:
        """Take over a bound socket; see `listen`."""
        self._streams = streams_of(app)
        self.port: int = listening.getsockname()[1]
        self._map: dict[int, socket.socket] = {}
        self._stopped = Event()
        self._lock = Lock()
        self._ended = False
        self._server = _server(app, listening, self._map)

    def run(self) -> None:
        """Serve until `stop`."""
        while not self._stopped.is_set():
            wasyncore.loop(timeout=1.0, use_poll=True, map=self._map, count=1)
        self._server.task_dispatcher.shutdown()
        with self._lock:
            self._ended = True
            wasyncore.close_all(self._map)

    def stop(self) -> None:
        """End `run` soon: the requests being answered are finished, those waiting are not. Twice is fine."""
        self._streams.end()
        with self._lock:
            self._stopped.set()
            if not self._ended:
                self._server.pull_trigger()


def _server(app: Flask, listening: socket.socket, sockets: dict[int, socket.socket]) -> _Server:
    threads = ThreadedTaskDispatcher()
    threads.set_thread_count(THREADS)
    return _Server(
        app,
        sockets,
        _sock=listening,
        dispatcher=threads,
        bind_socket=False,
        sockinfo=(listening.family, listening.type, listening.proto, listening.getsockname()),
        adj=Adjustments(
            sockets=[listening],
            connection_limit=BUSY,
            max_request_body_size=MOST_BYTES + 1,
            channel_timeout=IDLE_S,
            cleanup_interval=CLEAN_EVERY_S,
            channel_request_lookahead=1,  # or nobody hears that a browser has closed its stream
            asyncore_use_poll=True,
            backlog=BACKLOG,
            ident=None,
        ),
    )


def listen(host: str, port: int) -> socket.socket:
    """A socket bound to the address; port 0 takes a free one.

    Raises:
        OSError: the address is taken, or not this machine's.
    """
    family, kind, protocol, _name, address = socket.getaddrinfo(
        host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
    )[0]
    bound = socket.socket(family, kind, protocol)
    try:
        bound.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        if family is socket.AF_INET6:
            bound.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 0)  # `::` is for every phone
        bound.bind(address)
        bound.listen(BACKLOG)
    except OSError:
        bound.close()
        raise
    return bound
