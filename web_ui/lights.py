"""The lamps: how bright, what each strip is, test patterns, and the order of colours by what one sees."""

from collections.abc import Mapping
from typing import Any

from flask import Blueprint, Response, abort, jsonify, redirect, render_template, request, url_for
from werkzeug.wrappers import Response as AnyResponse

from web_ui.board_gateway import Lights
from web_ui.body import Fields, read_object
from web_ui.whole_number import whole_number
from web_ui.words import _, mark, spoken

RINGS = (4, 6, 8, 10)
PATTERNS = {
    "red": mark("Red"),
    "green": mark("Green"),
    "blue": mark("Blue"),
    "white": mark("White"),
    "dark": mark("Dark"),
    "ends": mark("First and last"),
    "walk": mark("One by one"),
    "sides": mark("Sides"),
}
ASKS = {"R": mark("Is this red?"), "G": mark("Is this green?"), "B": mark("Is this blue?")}
LETTERS = {"R": mark("Red"), "G": mark("Green"), "B": mark("Blue"), "W": mark("White")}
NUMBERS = ("lamps", "budget_ma", "ma_per_lamp")
LONGEST_NUMBER = 6


def blueprint(lights: Lights) -> Blueprint:
    """`/lights` and what its forms do."""
    page = Blueprint("lights", __name__, url_prefix="/lights")
    _add_overview(page, lights)
    _add_patterns(page, lights)
    _add_settings(page, lights)
    _add_colours(page, lights)
    return page


def _add_overview(page: Blueprint, lights: Lights) -> None:
    @page.get("")
    def overview() -> str:
        return _page(lights)

    @page.get("/now")
    def now() -> Response:
        """What changes by itself: the estimates, how the strips are, and whose the lamps are."""
        strips = [
            {
                "name": strip.name,
                "state": strip.state,
                "detail": spoken(strip.detail),
                "draws": draws(strip.draws_ma, strip.budget_ma),
            }
            for strip in lights.strips()
        ]
        return jsonify({"lent": lights.is_lent, "shown": lights.shown, "strips": strips})


def _add_patterns(page: Blueprint, lights: Lights) -> None:
    @page.post("/show")
    def show() -> AnyResponse:
        try:
            lights.show(request.form.get("pattern", ""), request.form.get("strip", ""))
        except (KeyError, ValueError):
            abort(400)
        return redirect(url_for("lights.overview"), 303)

    @page.post("/renew")
    def renew() -> Response:
        return jsonify({"lent": lights.renew()})

    @page.post("/done")
    def done() -> AnyResponse:
        lights.give_back()
        return redirect(url_for("lights.overview"), 303)


def _add_settings(page: Blueprint, lights: Lights) -> None:
    @page.post("/looks")
    def looks() -> AnyResponse | tuple[str, int]:
        shares = [_share(name) for name in ("brightness", "night_brightness")]
        night = request.form.get("night") == "yes"
        return _kept(lights, lights.set_looks(shares[0], night, shares[1]))

    @page.post("/strip")
    def strip() -> AnyResponse | tuple[str, int]:
        name = _strip_name(lights, request.form.get("name", ""))
        settings: dict[str, int | bool] = {key: _number(key) for key in NUMBERS}
        if next(one for one in lights.strips() if one.name == name).sacrificial is not None:
            settings["sacrificial"] = request.form.get("sacrificial") == "yes"
        return _kept(lights, lights.set_strip(name, settings))


def _add_colours(page: Blueprint, lights: Lights) -> None:
    @page.get("/colours")
    def colours() -> str | AnyResponse:
        name = request.args.get("strip", "")
        found = next((one for one in lights.strips() if one.name == name and one.order), None)
        if found is None:
            return redirect(url_for("lights.overview"))
        letters, asks = ({letter: _(word) for letter, word in words.items()} for words in (LETTERS, ASKS))
        return render_template("colours.html", strip=found, letters=letters, asks=asks)

    @page.post("/colours/order")
    def order() -> Response:
        fields = Fields(read_object(request.get_data(cache=False)))
        name, seen = _strip_name(lights, fields.text("strip")), fields.object("seen")
        fields.done()
        try:
            wrong = lights.set_order(name, {str(key): str(value) for key, value in seen.items()})
        except ValueError:
            wrong = _("These answers contradict each other; look once more.")
        return _order(lights, name, wrong)

    @page.post("/colours/chips")
    def chips() -> Response:
        fields = Fields(read_object(request.get_data(cache=False)))
        name = _strip_name(lights, fields.text("strip"))
        fields.done()
        return _order(lights, name, lights.change_chips(name))


def draws(draws_ma: int, budget_ma: int) -> str:
    """The estimate in words."""
    return _("draws about {now} mA of {budget}").format(now=draws_ma, budget=budget_ma)


def _page(lights: Lights, wrong: str = "") -> str:
    return render_template(
        "lights.html",
        wrong=wrong,
        kept="kept" in request.args,
        looks=lights.looks(),
        strips=[(strip, draws(strip.draws_ma, strip.budget_ma)) for strip in lights.strips()],
        patterns={name: _(word) for name, word in PATTERNS.items()},
        lent=lights.is_lent,
        shown=lights.shown,
        rings=RINGS,
        wired=sorted({sides for strip in lights.strips() for sides in strip.rings}),
        wiring=lights.wiring.shown(),
    )


def _kept(lights: Lights, wrong: str) -> AnyResponse | tuple[str, int]:
    if wrong:
        return _page(lights, spoken(wrong)), 409
    return redirect(url_for("lights.overview", kept=1), 303)


def _order(lights: Lights, name: str, wrong: str) -> Response:
    order = next(strip.order for strip in lights.strips() if strip.name == name)
    found: Mapping[str, Any] = {"ok": not wrong, "text": spoken(wrong), "order": order}
    return jsonify(found)


def _strip_name(lights: Lights, name: str) -> str:
    if name not in [strip.name for strip in lights.strips()]:
        abort(404)
    return name


def _share(name: str) -> float:
    """A percentage of the form as a share."""
    return _number(name) / 100


def _number(name: str) -> int:
    number = whole_number(request.form.get(name, ""), LONGEST_NUMBER)
    if number is None:
        abort(400)
    return number
