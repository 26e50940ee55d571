"""Files from a phone, in pieces no larger than any other request: `/api/upload?at=…&of=…`."""

from flask import Blueprint, jsonify, request
from werkzeug.wrappers import Response

from web_ui.file_problems import say_problem
from web_ui.gateway import Gateway
from web_ui.problems import BadField
from web_ui.whole_number import whole_number

_MOST = 2**40


def blueprint(gateway: Gateway) -> Blueprint:
    """`POST /api/upload`."""
    uploading = Blueprint("uploading", __name__, url_prefix="/api")

    @uploading.post("/upload")
    def piece() -> Response:
        """Take a piece: the body is its bytes, `at` where it begins, `of` how long the whole file is."""
        data = request.get_data()
        if not data:
            raise BadField("body", "it must be a piece of the file")
        problem = gateway.upload.add(_number("at"), _number("of"), data)
        if problem is None:
            return jsonify({"ok": True})
        answer = jsonify({"ok": False, "why": problem.why.upper(), "holes": [], "text": say_problem(problem)})
        answer.status_code = 409
        return answer

    return uploading


def _number(field: str) -> int:
    number = whole_number(request.args.get(field, ""), 12)
    if number is None or number >= _MOST:
        raise BadField(field, "it must be a number of bytes")
    return number
