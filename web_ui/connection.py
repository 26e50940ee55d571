"""A connection of the page, as waitress has it. One that streams events is held by no thread."""

import socket
import time
from contextlib import suppress
from typing import Any

from waitress.adjustments import Adjustments
from waitress.channel import HTTPChannel
from waitress.parser import HTTPRequestParser, ParsingError
from waitress.task import WSGITask
from waitress.utilities import RequestEntityTooLarge

from web_ui.events import KEEP_OPEN
from web_ui.streams import Stream

MOST_BYTES_DROPPED = 64 * 1024 * 1024
"""Up to this a body that is too large is read to its end and dropped; beyond it the line is cut."""
MOST_AHEAD = 64
"""So many requests may wait on one connection; browsers ask one after the other."""
MOST_UNREAD = 128 * 1024
"""So much of its answers may wait, in bytes, for whoever asks on all the same."""
STREAM_BUFFER_BYTES = 32 * 1024
"""So much of a stream may wait in the system for a phone that does not read."""
LAST_CHUNK = b"0\r\n\r\n"


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

    def parse_header(self, header_plus: bytes) -> None:
        """Read what comes before the body.

        Raises:
            ParsingError: it is none; the one kind that waitress answers. Of an address with half a bracket
                or a length of thousands of digits it makes a ValueError, and would drop the line unanswered.
        """
        try:
            super().parse_header(header_plus)
        except ValueError as error:
            raise ParsingError("the address or the length cannot be read") from error


class _Nothing(Exception):
    """Nothing can be read."""


class Task(WSGITask):
    """Answers one request, and may leave its connection to a stream of events."""

    channel: "Channel"

    def __init__(self, *given: Any) -> None:
        super().__init__(*given)
        self._stream: Stream | None = None
        self._is_followed = False

    def get_environment(self) -> dict[str, Any]:
        """The WSGI environment."""
        environ: dict[str, Any] = super().get_environment()
        environ[KEEP_OPEN] = self._keep_open
        return environ

    def _keep_open(self, stream: Stream) -> None:
        self._stream = stream

    def service(self) -> None:
        """Answer it."""
        try:
            super().service()
        finally:
            if self._stream is not None and not self._is_followed:
                self._stream.leave()

    def finish(self) -> None:
        """End the answer, unless a stream goes on with it; with one that says that it failed, none does."""
        if self._stream is None or not self.status.startswith("200"):
            super().finish()
            return
        self.close_on_finish = False
        self._is_followed = True
        self.channel.follow(self._stream, self.chunked_response)


class Channel(HTTPChannel):
    """A connection that knows since when nothing is asked on it."""

    parser_class = Parser
    task_class = Task

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        self.quiet_since_s = time.monotonic()
        self._stream: Stream | None = None
        self._chunked = False
        self._rest = b""

    # --- as any connection ----------------------------------------------------------------------------

    def recv(self, buffer_size: int) -> bytes:
        """Read what has come.

        Raises:
            _Nothing: an event was meant for the connection that had this number a moment ago, and gave way.
        """
        try:
            return bytes(super().recv(buffer_size))
        except BlockingIOError:
            raise _Nothing from None

    def handle_read(self) -> None:
        """Take what has come."""
        with suppress(_Nothing):
            super().handle_read()

    def received(self, data: bytes) -> bool:
        """Take some bytes; who listens to a stream has nothing more to say on that connection.

        Who asks for hundreds of things at once is cut off.
        """
        taken = self._stream is None and bool(super().received(data))
        if len(self.requests) > MOST_AHEAD:
            self.will_close = True
        return taken

    def service(self) -> None:
        """Answer one request; who asks on and reads no answer is cut off, or they would fill the memory."""
        if self._stream is None:
            super().service()
            if self.requests and self.total_outbufs_len > MOST_UNREAD:
                self.will_close = True
                self.server.pull_trigger()
        else:
            self.requests = []  # came in one piece with the one that a stream answers
        self.quiet_since_s = time.monotonic()

    def handle_close(self) -> None:
        """Close it; what was still to be sent is not."""
        self._rest = b""
        super().handle_close()
        if self._stream is not None:
            self._stream.leave()

    @property
    def client(self) -> str:
        """Whose it is."""
        return str(self.addr[0])

    @property
    def is_quiet(self) -> bool:
        """Whether nothing is asked on it, or not yet to the end."""
        return not self.requests and not self.will_close and self._stream is None

    # --- with a stream of events; from the page's own thread but for `follow` ---------------------------

    def follow(self, stream: Stream, chunked: bool) -> None:
        """Leave this connection to a stream, `chunked` or as it comes."""
        self._chunked = chunked
        self._stream = stream
        if self.socket is not None:
            self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, STREAM_BUFFER_BYTES)
        stream.follow(self)

    @property
    def unsent(self) -> int:
        """See `Line`."""
        return len(self._rest) + int(self.total_outbufs_len)

    def say(self, block: bytes) -> None:
        """See `Line`. What waitress keeps for a connection is kept until it ends, so it gets none of this."""
        self._rest = b"%X\r\n%b\r\n" % (len(block), block) if self._chunked else block
        self._send_rest()

    def end(self) -> None:
        """See `Line`."""
        if self._chunked and not self.unsent:
            self._send(LAST_CHUNK)
        self.handle_close()

    def writable(self) -> bool:
        """Whether something waits to be sent."""
        return bool(self._rest or super().writable())

    def handle_write(self) -> None:
        """Send what can be sent now: first what waitress has of the answer."""
        if self._rest and not (self.total_outbufs_len or self.will_close):
            self._send_rest()
        else:
            super().handle_write()

    def _send_rest(self) -> None:
        sent = self._send(self._rest)
        self._rest = self._rest[sent:]
        self.last_activity = time.time()

    def _send(self, data: bytes) -> int:
        """How much of it could be sent now. Where nobody is there any more, as when a phone has left the
        house, the connection is closed."""
        if not self.connected:
            self.handle_close()
            return 0
        try:
            return int(self.send(data))
        except OSError:
            self.handle_close()
            return 0
