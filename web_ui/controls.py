"""Readers, buttons and knobs, shown live while one taps and presses; what each is for, and whose."""

from typing import Any

from flask import Blueprint, Response, abort, jsonify, redirect, render_template, request, url_for
from werkzeug.wrappers import Response as AnyResponse

from engine.board import SEAT_LETTERS
from engine.inputs import Key
from web_ui.board_gateway import Control, Controls
from web_ui.words import _, mark, spoken

KEYS = {
    Key.NEXT: mark("Next"),
    Key.BACK: mark("Back"),
    Key.CONFIRM: mark("Confirm"),
    Key.CANCEL: mark("Card away"),
}
DONE = {
    "tag": mark("a card of {size} bytes was tapped"),
    "crowd": mark("several cards lie there"),
    "down": mark("is pressed"),
    "up": mark("was pressed"),
    "right": mark("was turned right"),
    "left": mark("was turned left"),
}
KINDS = {"reader": mark("Readers"), "button": mark("Buttons"), "knob": mark("Knobs")}
JUST_NOW_MS = 1_500


def blueprint(controls: Controls) -> Blueprint:
    """`/controls` and what its forms do."""
    page = Blueprint("controls", __name__, url_prefix="/controls")

    @page.get("")
    def overview() -> str:
        return _page(controls)

    @page.get("/now")
    def now() -> Response:
        parts = [_live(part) for part in controls.parts()]
        return jsonify({"tries": controls.tries, "parts": parts})

    @page.post("/try")
    def try_out() -> Response:
        controls.try_out()
        return jsonify({"tries": controls.tries})

    @page.post("/done")
    def done() -> AnyResponse:
        controls.stop_trying()
        return redirect(url_for("controls.overview"), 303)

    @page.post("/roles")
    def roles() -> AnyResponse | tuple[str, int]:
        """The fields are `key_1`, `seat_1` and so on, by the place of a part in the list."""
        parts = controls.parts()
        names = {str(i): part.name for i, part in enumerate(parts)}
        given = {field: text for field, text in request.form.items() if field.startswith(("key_", "seat_"))}
        try:
            keys, seats = (
                {names[field[len(kind) :]]: text for field, text in given.items() if field.startswith(kind)}
                for kind in ("key_", "seat_")
            )
            wrong = controls.set_roles(keys, seats)
        except (KeyError, ValueError):
            abort(400)
        if wrong:
            return _page(controls, spoken(wrong)), 409
        return redirect(url_for("controls.overview", kept=1), 303)

    return page


def _page(controls: Controls, wrong: str = "") -> str:
    parts = list(enumerate(controls.parts()))
    return render_template(
        "controls.html",
        wrong=wrong,
        kept="kept" in request.args,
        tries=controls.tries,
        groups=[(_(title), [one for one in parts if one[1].kind == kind]) for kind, title in KINDS.items()],
        said={part.name: _said(part) for _i, part in parts},
        keys={key.value: _(word) for key, word in KEYS.items()},
        letters=SEAT_LETTERS,
    )


def _live(part: Control) -> dict[str, Any]:
    return {
        "name": part.name,
        "touched": part.touched,
        "down": part.what == "down",
        "fresh": bool(part.touched) and part.since_ms < JUST_NOW_MS,
        "said": _said(part),
    }


def _said(part: Control) -> str:
    """What happened there last, or how it is where something is wrong."""
    if part.detail:
        return spoken(part.detail)
    if not part.what:
        return _("nothing yet")
    return _(DONE[part.what]).format(size=part.size)
