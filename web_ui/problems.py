"""What goes wrong is answered by one clear sentence: JSON where a program asks, a page elsewhere."""

import logging

from flask import Flask, Response, jsonify, render_template, request
from werkzeug.exceptions import BadRequest, HTTPException, InternalServerError

from web_ui.words import _, mark

log = logging.getLogger(__name__)

SENTENCES = {
    400: mark("The request could not be understood."),
    403: mark("This browser may not do that."),
    404: mark("There is no such page here."),
    405: mark("That cannot be done with this page."),
    408: mark("The request did not arrive in time."),
    413: mark("That is more than this board takes at once."),
    429: mark("That was too much at once; wait a moment."),
    500: mark("Something went wrong inside; the game is safe. Please send in the log from the device page."),
    503: mark("The board did not answer in time, so nothing was done. Try again."),
}
WHY = {400: "MALFORMED", 403: "FORBIDDEN", 404: "NOT_FOUND", 405: "NOT_ALLOWED", 413: "TOO_LARGE"}
WHY |= {429: "TOO_FAST", 500: "INTERNAL", 503: "NOT_ANSWERED"}


class BadField(BadRequest):
    """A body that is not of the form agreed: names the field and says in one sentence what is wrong.

    The description is for programs, which alone can get most of it wrong; a form shows its `problem`, which
    is translated where the message is marked. The message takes `values`.
    """

    def __init__(self, field: str, problem: str, **values: object) -> None:
        super().__init__(f"{field}: {problem.format(**values) if values else problem}.")
        self.field = field
        self._problem, self._values = problem, values

    @property
    def problem(self) -> str:
        """What is wrong, in the language of this request where the message is marked."""
        said = _(self._problem)
        return said.format(**self._values) if self._values else said


def answer_problems(app: Flask) -> None:
    """Let the app answer every failure in our words, and never with a traceback."""
    app.register_error_handler(HTTPException, _answer)


def _answer(problem: HTTPException) -> Response:
    code = problem.code or 500
    if isinstance(problem, InternalServerError) and problem.original_exception is not None:
        log.error(
            "a request failed: %s %s", request.method, request.path, exc_info=problem.original_exception
        )
    text = _own_words(problem) or _(SENTENCES.get(code, SENTENCES[400]))
    response = _as_json(code, text, problem) if _program_asks() else _as_page(code, text)
    response.status_code = code
    for name, value in problem.get_headers():
        if name not in ("Content-Type", "Content-Length"):
            response.headers[name] = value
    return response


def _own_words(problem: HTTPException) -> str:
    """What was said when it was raised, if it was said by us."""
    said = problem.description
    return said if said and said != type(problem).description else ""


def _program_asks() -> bool:
    return request.is_json or request.path.startswith(("/api/", "/sim/", "/table/"))


def _as_json(code: int, text: str, problem: HTTPException) -> Response:
    why = WHY.get(code, WHY[400])
    named = {"field": problem.field} if isinstance(problem, BadField) else {}
    return jsonify({"ok": False, "why": why, "holes": [], "text": text, **named})


def _as_page(code: int, text: str) -> Response:
    return Response(render_template("problem.html", code=code, text=text), mimetype="text/html")
