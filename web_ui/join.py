"""Another phone: the page's address on every page, and as a picture that a camera reads. DESIGN 6."""

import io

import segno
from flask import Blueprint, Flask, Response, abort, g, request

NOT_FOR_OTHERS = ("localhost", "127.", "[::1]")


def blueprint(app: Flask, reached_at: str) -> Blueprint:
    """`/join.svg`, and `join_address` in every template: empty where nobody else can come.

    Args:
        reached_at: where others reach the page, for who opens it on the machine itself; may be empty.
    """
    join = Blueprint("join", __name__)
    app.context_processor(lambda: {"join_address": _for_others(reached_at)})

    @join.get("/join.svg")
    def picture() -> Response:
        at = _for_others(reached_at)
        if not at:
            abort(404)
        drawn = io.BytesIO()
        segno.make(at).save(drawn, kind="svg", scale=5, border=2, light="#fff", svgclass=None, lineclass=None)
        return Response(drawn.getvalue(), mimetype="image/svg+xml")

    return join


def _for_others(reached_at: str) -> str:
    if "session_cookie" not in g:  # asked for by a name that is not ours: nobody is sent there
        return ""
    return reached_at if request.host.startswith(NOT_FOR_OTHERS) else request.host_url
