"""Serving the page: waitress on a socket that is bound before the threads start, and stops when told."""

import socket
from threading import Event, Lock
from typing import Any

from flask import Flask
from waitress import wasyncore
from waitress.adjustments import Adjustments
from waitress.channel import HTTPChannel
from waitress.parser import HTTPRequestParser
from waitress.server import BaseWSGIServer, create_server
from waitress.task import WSGITask
from waitress.utilities import RequestEntityTooLarge

from web_ui.events import UNSENT, streams_of
from web_ui.guard import MOST_BYTES

THREADS = 24
"""A stream of events holds one, and there are `events.MOST_STREAMS` at most; the others wait only while an
input is judged."""
MOST_CONNECTIONS = 200
MOST_BYTES_DROPPED = 64 * 1024 * 1024
"""Up to this a body that is too large is read to its end and dropped; beyond it the line is cut."""
IDLE_S = 60
BACKLOG = 128


class _Parser(HTTPRequestParser):
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


class _Task(WSGITask):
    """Tells the app how much of its answer has not been sent."""

    def get_environment(self) -> dict[str, Any]:
        """The WSGI environment."""
        environ: dict[str, Any] = super().get_environment()
        environ[UNSENT] = lambda: self.channel.total_outbufs_len
        return environ


class _Channel(HTTPChannel):
    parser_class = _Parser
    task_class = _Task


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
        server = create_server(
            app,
            map=self._map,
            sockets=[listening],
            threads=THREADS,
            connection_limit=MOST_CONNECTIONS,
            max_request_body_size=MOST_BYTES + 1,
            channel_timeout=IDLE_S,
            channel_request_lookahead=1,  # or nobody hears that a browser has closed its stream
            asyncore_use_poll=True,
            backlog=BACKLOG,
            ident=None,
        )
        assert isinstance(server, BaseWSGIServer)  # one socket, one server
        server.channel_class = _Channel
        self._server = server

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
