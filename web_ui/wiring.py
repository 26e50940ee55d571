"""The wiring wizard's page: a lamp is lit, its hole is tapped on the drawing, the rest is proposed."""

from typing import Any

from flask import Blueprint, Response, abort, jsonify, redirect, render_template, request, url_for
from werkzeug.wrappers import Response as AnyResponse

from engine.palette import PALETTE
from web_ui.board_gateway import Lights, WiringView
from web_ui.body import Fields, read_object
from web_ui.drawing import draw
from web_ui.whole_number import whole_number
from web_ui.words import _, spoken

MOST_NUMBER = 10_000
MOST_NAMED = 8


def blueprint(lights: Lights) -> Blueprint:
    """`/lights/wiring` and what its script tells."""
    page = Blueprint("wiring", __name__, url_prefix="/lights/wiring")
    bench = lights.wiring

    @page.get("")
    def wizard() -> str | AnyResponse:
        shown = bench.shown()
        if shown is None:
            return redirect(url_for("lights.overview"))
        return render_template(
            "wiring.html", drawing=draw(shown.sides), view=_view(shown), colours=PALETTE[: shown.sides]
        )

    @page.post("/begin")
    def begin() -> AnyResponse:
        try:
            bench.begin(
                whole_number(request.form.get("sides", ""), 3) or 0,
                anew=request.form.get("how") == "anew",
                apart=request.form.get("apart") == "yes",
            )
        except ValueError:
            abort(400)
        return redirect(url_for("wiring.wizard"), 303)

    @page.post("/say")
    def say() -> Response:
        _say(lights, Fields(read_object(request.get_data(cache=False))))
        return _answer(lights)

    @page.post("/ask")
    def ask() -> Response:
        fields = Fields(read_object(request.get_data(cache=False)))
        hole = fields.text("hole", longest=4)
        fields.done()
        bench.ask(hole)
        return _answer(lights)

    @page.post("/unsay")
    def unsay() -> Response:
        bench.unsay()
        return _answer(lights)

    @page.post("/light")
    def light() -> Response:
        bench.light()
        return _answer(lights)

    @page.post("/save")
    def save() -> Response:
        return _answer(lights, bench.save())

    return page


def _say(lights: Lights, fields: Fields) -> None:
    strip, number = fields.text("strip"), fields.whole("number", 1, MOST_NUMBER)
    hole = fields.text("hole", longest=4)
    fields.done()
    try:
        lights.wiring.say(strip, number, hole)
    except ValueError:
        raise fields.bad("hole", "this ring has none of that name") from None


def _answer(lights: Lights, wrong: str = "") -> Response:
    shown = lights.wiring.shown()
    if shown is None:
        abort(404)
    return jsonify(_view(shown) | {"wrong": spoken(wrong), "lent": lights.is_lent})


def _view(shown: WiringView) -> dict[str, Any]:
    return {
        "strip": shown.strip,
        "number": shown.number,
        "expected": shown.expected,
        "said": list(shown.said),
        "proposed": list(shown.proposed),
        "done": shown.done,
        "answers": shown.answers,
        "saved": shown.saved,
        "lacking": list(shown.lacking),
        "headline": _headline(shown),
        "prompt": _prompt(shown),
        "progress": _("{known} of {all} holes known").format(
            known=len(shown.said) + len(shown.proposed), all=28 * shown.sides
        ),
    }


def _headline(shown: WiringView) -> str:
    if shown.strip:
        return _("Where is lamp {number} of {strip}?").format(number=shown.number, strip=shown.strip)
    if shown.saved:
        return _("Saved. The board goes by it from now on.")
    return _("No lamp is left to ask about") if shown.lacking else _("Every hole has its lamp")


def _prompt(shown: WiringView) -> str:
    if shown.lacking:
        more = ["…"] if len(shown.lacking) > MOST_NAMED else []
        return _("No lamp is at {holes}. Is a strip longer than it was said to be?").format(
            holes=", ".join([*shown.lacking[:MOST_NAMED], *more])
        )
    if not shown.strip:
        return _("The board shows each side in its colour, as here. Tap a hole whose lamp is elsewhere.")
    if not shown.answers:
        return _(
            "It is lit white. Tap its hole on the drawing; any side of the board may be A, at the bottom."
        )
    if shown.expected is None:
        return _("It is lit white. Tap its hole on the drawing.")
    if not shown.expected:
        return _("It should be at no hole.")
    return _("It should be at {hole}. If it is lit elsewhere, tap that hole.").format(hole=shown.expected)
