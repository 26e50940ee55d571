"""`/api/events`: what changes, as it changes, by server-sent events. DESIGN 6, 8.

A stream holds a thread for as long as it lives, so they are counted: whoever comes after is told 503 and
polls, unless somebody has several. One that is not read is ended, and every one after a while; the browser
opens it again by itself.
"""

import json
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from threading import Condition

from flask import Blueprint, Flask, Response, abort, request, stream_with_context

from web_ui.gateway import Gateway, Snapshot
from web_ui.guard import client
from web_ui.state import write_all_but_choices
from web_ui.words import language

MOST_STREAMS = 64
HEARTBEAT_S = 10.0
LONGEST_LIFE_S = 300.0
MOST_UNSENT_BYTES = 32 * 1024
REOPEN_MS = 2_000
MOST_CALLS, CALL_AGAIN_S = 40, 0.05
UNSENT = "peglight.unsent"
"""In the WSGI environment: how many bytes of the answer wait to be sent, as a function."""

Written = Mapping[str, str]
"""The state but for its choices: each field's JSON by its name."""


class Seat:
    """A stream's place among the others."""

    def __init__(self, client: str) -> None:
        self.client = client
        self.is_given_up = False


class Streams:
    """The streams of one app: a seat for each, and the word that all shall end."""

    def __init__(self, gateway: Gateway) -> None:
        self._gateway = gateway
        self._left = Condition()
        self._taken: list[Seat] = []
        self.ended = False

    @property
    def taken(self) -> int:
        """How many seats are taken."""
        return len(self._taken)

    def enter(self, client: str) -> Seat | None:
        """Take a seat, if there is one or somebody has two more than this client; `leave` gives it back."""
        with self._left:
            if self.ended or (self.taken >= MOST_STREAMS and not self._make_room(client)):
                return None
            seat = Seat(client)
            self._taken.append(seat)
            return seat

    def _make_room(self, client: str) -> bool:
        """Take the oldest seat from whoever has most, unless that is about as many as this client has."""
        has = Counter(seat.client for seat in self._taken)
        most = max(has, key=lambda one: has[one])
        if has[most] < has[client] + 2:
            return False
        seat = next(seat for seat in self._taken if seat.client == most)
        seat.is_given_up = True
        self._taken.remove(seat)
        self._gateway.wake()
        return True

    def leave(self, seat: Seat) -> None:
        """Give a seat back."""
        with self._left:
            if not seat.is_given_up:
                self._taken.remove(seat)
            self._left.notify_all()

    def end(self) -> None:
        """End every stream, and let none begin; returns once they are gone, or will not go."""
        with self._left:
            self.ended = True
            for _ in range(MOST_CALLS):  # one that was not yet waiting does not hear the first
                if not self._taken:
                    return
                self._gateway.wake()
                self._left.wait(CALL_AGAIN_S)


def streams_of(app: Flask) -> Streams:
    """The streams of an app."""
    found: Streams = app.extensions["peglight-streams"]
    return found


def blueprint(app: Flask, gateway: Gateway, now_s: Callable[[], float] = time.monotonic) -> Blueprint:
    """`/api/events`."""
    events = Blueprint("events", __name__, url_prefix="/api")
    streams = app.extensions["peglight-streams"] = Streams(gateway)
    written = _Written()

    @events.get("/events")
    def stream() -> Response:
        seat = streams.enter(client())
        if seat is None:
            abort(503)
        unsent: Callable[[], int] = request.environ.get(UNSENT, lambda: 0)
        following = stream_with_context(follow(seat, language(), unsent))
        response = Response(following, mimetype="text/event-stream")
        response.call_on_close(lambda: streams.leave(seat))
        return response

    def follow(seat: Seat, tongue: str, unsent: Callable[[], int]) -> Iterator[str]:
        """What is, and then what changes, until the stream ends."""
        yield f"retry: {REOPEN_MS}\n\n"
        until_s = now_s() + LONGEST_LIFE_S
        seen: Snapshot | None = None
        told: Written = {}
        while not (streams.ended or seat.is_given_up) and now_s() < until_s and unsent() <= MOST_UNSENT_BYTES:
            snapshot = gateway.look()
            if snapshot is seen:
                yield ":\n\n"  # the heartbeat: a page that is gone is noticed by it
            else:
                fields = written.of(snapshot, tongue)
                if changed := {name: text for name, text in fields.items() if told.get(name) != text}:
                    yield _event(snapshot.seq, changed)
                seen, told = snapshot, fields
            gateway.wait_for_other(snapshot, HEARTBEAT_S)

    return events


def _event(seq: int, changed: Written) -> str:
    fields = {"seq": str(seq), **changed}
    return "data: {" + ", ".join(f'"{name}": {text}' for name, text in fields.items()) + "}\n\n"


class _Written:
    """The newest snapshot written once for each language, however many streams there are."""

    def __init__(self) -> None:
        self._kept: dict[str, tuple[Snapshot, Written]] = {}

    def of(self, snapshot: Snapshot, tongue: str) -> Written:
        """Each field's JSON."""
        kept = self._kept.get(tongue)
        if kept is not None and kept[0] is snapshot:
            return kept[1]
        fields = {
            name: json.dumps(value, ensure_ascii=False)
            for name, value in write_all_but_choices(snapshot).items()
        }
        self._kept[tongue] = (snapshot, fields)
        return fields
