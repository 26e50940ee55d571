"""Serving the page: waitress on a socket that is bound before the threads start, and stops when told."""

import logging
import socket
import time
from collections import Counter
from collections.abc import Sequence
from threading import Event, Lock, Thread
from typing import Any

from flask import Flask
from waitress import wasyncore
from waitress.adjustments import Adjustments
from waitress.server import TcpWSGIServer
from waitress.task import ThreadedTaskDispatcher
from waitress.utilities import queue_logger

from web_ui.connection import Channel
from web_ui.events import streams_of
from web_ui.guard import MOST_BYTES
from web_ui.streams import LOOK_S

THREADS = 16
"""They wait only while an input is judged; a stream of events holds none."""
MOST_CONNECTIONS = 200
"""One more, and a connection that asks nothing gives way."""
BUSY = MOST_CONNECTIONS + 3
"""So many sockets, the one listened on and the one that wakes it among them: all are busy, the next waits."""
IDLE_S = 60
LONGEST_REQUEST_S = 300
"""Who takes longer to say what is wanted is cut off, however steadily the bytes come."""
CLEAN_EVERY_S = 30
CALL_AGAIN_S = 0.05
BACKLOG = 128


class _Server(TcpWSGIServer):
    """Lets everybody in: where there are too many connections, a quiet one gives way.

    It is one of whoever has most of them, and of these the one that has been quiet longest. So neither phones
    that have gone nor a guest who opens hundreds keep the family out; a browser that loses a connection it
    has kept in store opens another.
    """

    channel_class = Channel

    def __init__(self, app: Flask, sockets: dict[int, socket.socket], **named: Any) -> None:
        super().__init__(app, sockets, **named)
        self._sockets = sockets

    def handle_accept(self) -> None:
        """Take the next connection that waits."""
        channels = self._channels()
        if len(channels) >= MOST_CONNECTIONS:
            self._make_room(channels)
        super().handle_accept()

    def _channels(self) -> list[Channel]:
        return [channel for channel in self._sockets.values() if isinstance(channel, Channel)]

    def _make_room(self, channels: Sequence[Channel]) -> None:
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

    def close_lost(self) -> None:
        """Close the connections that are to be closed, though nobody reads what was sent on them.

        Waitress waits until more can be sent on such a one, and there it may wait for ever.
        """
        for channel in self._channels():
            if channel.will_close:
                channel.handle_close()


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
        self._streams.call = self._server.pull_trigger

    def run(self) -> None:
        """Serve until `stop`."""
        watcher = Thread(target=self._streams.watch, name="events", daemon=True)
        watcher.start()
        while not self._stopped.is_set():
            wasyncore.loop(timeout=LOOK_S, use_poll=True, map=self._map, count=1)
            self._server.close_lost()
            self._streams.tell()
        self._server.task_dispatcher.shutdown()
        self._streams.dismiss()
        while watcher.is_alive():
            self._streams.end()  # one that was not yet waiting does not hear the first
            watcher.join(CALL_AGAIN_S)
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
    queue_logger.setLevel(logging.ERROR)  # that a request waits a moment for a thread is no news
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
