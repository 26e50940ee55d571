"""The phones that listen: who may, and what each is told. DESIGN 6.

However many there are, they cost two threads: one waits for what is new and writes it down once for each
language, and the page's own gives it to every connection. What a phone has not taken yet holds back what
comes after, and then it is told the newest at once: so one that does not read costs one event and no more.
"""

from collections import Counter
from collections.abc import Callable
from threading import Event, Lock
from typing import Protocol

from web_ui.gateway import Gateway, Snapshot
from web_ui.written import Fields, joined

MOST_STREAMS = 64
HEARTBEAT_S = 10.0
LONGEST_LIFE_S = 300.0
DEAF_S = 20.0
"""Who has taken nothing for so long has gone, or does not read."""
REOPEN_MS = 2_000
REST_S = 0.04
"""So long at least from one event to the next: nobody sees more, and the table comes before the page."""
LOOK_S = 1.0
"""So often it is looked whose time is over, whose heartbeat is due and who reads again."""
BEAT = b":\n\n"

Write = Callable[[Snapshot, str], Fields]


class Line(Protocol):
    """A stream's connection. Only the page's own thread calls it."""

    @property
    def unsent(self) -> int:
        """How many bytes of what was said wait here, because nobody takes them."""

    def say(self, block: bytes) -> None:
        """Send this, now or as soon as it is taken."""

    def end(self) -> None:
        """Say that nothing more comes, and close it."""


class Stream:
    """One phone that listens.

    Attributes:
        client: whose it is; tongue: its language.
        until_s: when its time is over; said_s: when something was said to it last.
        told: what it knows.
        line: its connection, once that is kept open for it.
        is_given_up: another has its place.
    """

    def __init__(self, streams: "Streams", client: str, tongue: str, now_s: float) -> None:
        self._streams = streams
        self.client = client
        self.tongue = tongue
        self.until_s = now_s + LONGEST_LIFE_S
        self.said_s = now_s
        self.told: Fields = {}
        self.line: Line | None = None
        self.is_given_up = False

    def first(self) -> bytes:
        """What a phone is told that begins to listen: all there is."""
        self.told = self._streams.look(self.tongue)
        return b"retry: %d\n\n" % REOPEN_MS + event({}, self.told)

    def follow(self, line: Line) -> None:
        """Be told from now on what changes."""
        self.line = line
        self._streams.open(self)

    def leave(self) -> None:
        """Give the place back. Twice is fine."""
        self._streams.leave(self)


class Streams:
    """The streams of one app: a place for each, and what they are told."""

    def __init__(self, gateway: Gateway, write: Write, now_s: Callable[[], float]) -> None:
        """`now_s` is a monotonic clock; `write` writes a snapshot in a language, the same one only once."""
        self._gateway = gateway
        self._write = write
        self._now_s = now_s
        self._looking = Lock()
        self._lock = Lock()
        self._taken: list[Stream] = []  # both lists are replaced, never changed: others go through them
        self._open: list[Stream] = []
        self._news: dict[str, Fields] = {}
        self._is_new = False
        self._look_s = 0.0
        self._ended = Event()
        self.call: Callable[[], None] = lambda: None
        """Has `tell` called soon by the page's own thread; set by who serves."""

    @property
    def taken(self) -> int:
        """How many places are taken."""
        return len(self._taken)

    def enter(self, client: str, tongue: str) -> Stream | None:
        """Take a place, if there is one or somebody has two more than this client."""
        with self._lock:
            if self._ended.is_set() or (self.taken >= MOST_STREAMS and not self._make_room(client)):
                return None
            stream = Stream(self, client, tongue, self._now_s())
            self._taken = [*self._taken, stream]
            return stream

    def _make_room(self, client: str) -> bool:
        """Take the oldest place from whoever has most, unless that is about as many as this client has."""
        has = Counter(stream.client for stream in self._taken)
        most = max(has, key=lambda one: has[one])
        if has[most] < has[client] + 2:
            return False
        oldest = next(stream for stream in self._taken if stream.client == most)
        oldest.is_given_up = True
        self._taken = [stream for stream in self._taken if stream is not oldest]
        self._tell_soon()
        return True

    def leave(self, stream: Stream) -> None:
        """Give a place back. Twice is fine."""
        with self._lock:
            self._taken = [one for one in self._taken if one is not stream]
            self._open = [one for one in self._open if one is not stream]

    def open(self, stream: Stream) -> None:
        """Tell it from now on what changes."""
        with self._lock:
            self._open = [*self._open, stream]
        self._tell_soon()

    def watch(self) -> None:
        """Write down what is new until `end`; the body of a thread of its own.

        Should a bug end it sooner, every stream ends and none begins, so that phones poll.
        """
        try:
            while not self._ended.is_set():
                self._watch_once()
        finally:
            self._ended.set()

    def _watch_once(self) -> None:
        snapshot = self._gateway.look()
        for tongue in {stream.tongue for stream in self._taken}:
            self.look(tongue)
        if self._is_new:
            self.call()
            self._ended.wait(REST_S)
        self._gateway.wait_for_other(snapshot, HEARTBEAT_S)

    def look(self, tongue: str) -> Fields:
        """What is now, in a language; what is new in it is told to everybody. It never goes back."""
        with self._looking:
            fields = self._write(self._gateway.look(), tongue)
            if self._news.get(tongue) is not fields:
                self._news[tongue] = fields
                self._is_new = True
            return fields

    def _tell_soon(self) -> None:
        self._is_new = True
        self.call()

    def tell(self) -> None:
        """Tell everybody what they have not been told. Only the page's own thread calls it, all the time."""
        now_s = self._now_s()
        if not self._is_new and now_s < self._look_s:
            return
        self._is_new, self._look_s = False, now_s + LOOK_S
        made: list[tuple[Fields, Fields, bytes]] = []
        for stream in self._open:
            if stream.line is not None:
                self._tell(stream, stream.line, now_s, made)

    def _tell(
        self, stream: Stream, line: Line, now_s: float, made: list[tuple[Fields, Fields, bytes]]
    ) -> None:
        quiet_s = now_s - stream.said_s
        is_deaf = line.unsent and quiet_s >= DEAF_S
        is_over = self._ended.is_set() or stream.is_given_up or now_s >= stream.until_s
        if is_deaf or is_over:
            line.end()
        elif not line.unsent:
            block = self._change(stream, made) or (BEAT if quiet_s >= HEARTBEAT_S else b"")
            if block:
                line.say(block)
                stream.said_s = now_s

    def _change(self, stream: Stream, made: list[tuple[Fields, Fields, bytes]]) -> bytes:
        """The event that is new to it, made once for all that know the same."""
        told, fields = stream.told, self._news.get(stream.tongue, stream.told)
        if fields is told:
            return b""
        stream.told = fields
        for before, after, block in made:
            if before is told and after is fields:
                return block
        made.append((told, fields, block := event(told, fields)))
        return block

    def end(self) -> None:
        """Let no stream begin, and `watch` return. Those there are end with `dismiss`."""
        self._ended.set()
        self._gateway.wake()

    def dismiss(self) -> None:
        """End every stream. Only the page's own thread calls it."""
        for stream in self._open:
            if stream.line is not None:
                stream.line.end()


def event(told: Fields, fields: Fields) -> bytes:
    """What differs, as an event; empty where nothing does."""
    changed = {name: text for name, text in fields.items() if told.get(name) != text}
    return f"data: {joined({'seq': fields['seq'], **changed})}\n\n".encode() if changed else b""
