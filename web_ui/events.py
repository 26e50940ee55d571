"""`/api/events`: what changes, as it changes, by server-sent events. DESIGN 6, 8.

Streams are counted: whoever comes after is told 503 and polls, unless somebody has several. One that is not
read is ended, and every one after a while; the browser opens it again by itself.
"""

import time
from collections.abc import Callable

from flask import Blueprint, Flask, Response, abort, request

from web_ui.gateway import Gateway, Snapshot
from web_ui.guard import client
from web_ui.streams import Stream, Streams
from web_ui.words import language, speaking
from web_ui.written import Fields, Written

KEEP_OPEN = "peglight.keep_open"
"""In the WSGI environment: has a stream follow on this connection once the answer is sent, as a function. A
server without it sends what is and ends; the browser asks again."""


def streams_of(app: Flask) -> Streams:
    """The streams of an app."""
    found: Streams = app.extensions["peglight-streams"]
    return found


def blueprint(
    app: Flask, gateway: Gateway, written: Written, now_s: Callable[[], float] = time.monotonic
) -> Blueprint:
    """`/api/events`."""
    events = Blueprint("events", __name__, url_prefix="/api")

    def write(snapshot: Snapshot, tongue: str) -> Fields:
        with speaking(app, tongue):
            return written.fields.of(snapshot, tongue)

    streams = app.extensions["peglight-streams"] = Streams(gateway, write, now_s)

    @events.get("/events")
    def stream() -> Response:
        if request.method == "HEAD":
            return Response(mimetype="text/event-stream")
        entered = streams.enter(client(), language())
        if entered is None:
            abort(503)
        keep_open: Callable[[Stream], None] = request.environ.get(KEEP_OPEN, Stream.leave)
        keep_open(entered)
        return Response(iter([entered.first()]), mimetype="text/event-stream")  # its length is not known

    return events
