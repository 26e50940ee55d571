"""The API: the state to look at, inputs to tell. DESIGN 8."""

from typing import Any

from flask import Blueprint, Response, abort, jsonify, request

from web_ui.body import read_object
from web_ui.gateway import Gateway, NotAnswered
from web_ui.guard import this_browser
from web_ui.state import write_refusal
from web_ui.telling import Tellable, told_of
from web_ui.words import language
from web_ui.written import Text, Written


def blueprint(gateway: Gateway, written: Written) -> Blueprint:
    """`/api/state` and `/api/tell`."""
    api = Blueprint("api", __name__, url_prefix="/api")

    @api.get("/state")
    def state() -> Response:
        return answer_json(written.state.of(gateway.look(), language()))

    @api.post("/tell")
    def tell() -> tuple[Response, int]:
        answer = tell_body(gateway)
        return jsonify(answer), 200 if answer["ok"] else 409

    return api


def answer_json(text: Text) -> Response:
    """The text as JSON, or 304 where the browser holds the very same."""
    response = Response(text.body, mimetype="application/json")
    response.set_etag(text.etag)
    response.make_conditional(request)
    return response


def tell_body(gateway: Gateway) -> dict[str, Any]:
    """Tell what the body of this request says, and write what became of it."""
    told, if_seq = told_of(read_object(request.get_data(cache=False)), f"page {this_browser()}")
    return tell_told(gateway, told, if_seq)


def tell_told(gateway: Gateway, told: Tellable, if_seq: int | None = None) -> dict[str, Any]:
    """Tell an input; 503 where it was not taken in time, and then it never will be."""
    try:
        answer = gateway.tell(told, if_seq)
    except NotAnswered:
        abort(503)
    refusal = write_refusal(gateway.look().game, answer.reason)
    return {"ok": True, "seq": answer.seq} if refusal is None else {"ok": False, **refusal}
