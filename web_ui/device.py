"""The device: how its parts are, who may change things, what the log says, what the doctor finds."""

from collections.abc import Callable
from threading import Lock

import segno
from flask import Blueprint, abort, make_response, redirect, render_template, request, url_for
from markupsafe import Markup
from werkzeug.wrappers import Response as AnyResponse

from web_ui.file_problems import say_problem
from web_ui.gateway import Gateway
from web_ui.guard import is_paired, session
from web_ui.parts import STATES
from web_ui.whole_number import signed_number
from web_ui.words import _, mark

SOUNDS = {
    "all": mark("Every sound"),
    "no_ticks": mark("No ticks while choosing"),
    "none": mark("No sound at all"),
}
NOT_FOR_OTHERS = ("localhost", "127.", "[::1]")


def blueprint(gateway: Gateway) -> Blueprint:
    """`/device` and what its forms do."""
    device = Blueprint("device", __name__, url_prefix="/device")
    examining = Lock()

    @device.get("")
    def page() -> str:
        return show()

    @device.get("/doctor")
    def doctor() -> str:
        """Look the machine over; one at a time, and for paired browsers only."""
        if not is_paired():
            return render_template("doctor.html", findings=None)
        if not examining.acquire(blocking=False):
            abort(503)
        try:
            return render_template("doctor.html", findings=gateway.examine())
        finally:
            examining.release()

    @device.post("/revoke")
    def revoke() -> AnyResponse:
        number = signed_number(request.form.get("id", ""), 18)
        if number is None:
            abort(400)
        if not gateway.pairing.revoke(number):
            return make_response(show(_("That could not be kept on disk: it is back after a restart.")), 503)
        return redirect(url_for("device.page"), 303)

    def day(wall_s: int) -> str:
        return gateway.clock.shown(wall_s, "%Y-%m-%d") if wall_s else ""

    def show(wrong: str = "") -> str:
        snapshot, clock = gateway.look(), gateway.clock
        return render_template(
            "device.html",
            wrong=wrong,
            paired=[(one.id, one.name, day(one.since_s)) for one in gateway.pairing.paired()],
            now=clock.shown(clock.now_s()),
            clock=clock,
            mine=gateway.pairing.number_of(session()),
            devices=snapshot.devices,
            states={state: _(text) for state, text in STATES.items()},
            sounds=gateway.sounds,
            choices={name: _(text) for name, text in SOUNDS.items()},
            notes=snapshot.notes,
            log=gateway.log_tail() if is_paired() else [],
            address=request.host_url,
            qr=_qr(request.host_url) if not request.host.startswith(NOT_FOR_OTHERS) else "",
        )

    _settle(device, gateway, show)
    return device


def _settle(device: Blueprint, gateway: Gateway, show: Callable[[str], str]) -> None:
    """The forms that settle something of the board. `show` is the page, with what is wrong said on it."""

    @device.post("/clock")
    def set_clock() -> AnyResponse:
        """This phone's time: `wall_s` since 1970, its zone `east_min` minutes east of UTC."""
        wall_s, east_min = (
            signed_number(request.form.get(field, ""), 12) for field in ("wall_s", "east_min")
        )
        if wall_s is None or east_min is None:
            abort(400)
        if not gateway.clock.tell(wall_s, east_min):
            return make_response(show(_("That time was not taken, or could not be kept.")), 409)
        return redirect(url_for("device.page"), 303)

    @device.post("/sounds")
    def choose_sounds() -> AnyResponse:
        name = request.form.get("sounds", "")
        if name not in SOUNDS:
            abort(400)
        problem = gateway.sounds.choose(name)
        if problem is not None:
            return make_response(show(say_problem(problem)), 409)
        return redirect(url_for("device.page"), 303)

    @device.post("/name")
    def rename() -> AnyResponse:
        problem = gateway.naming.rename(request.form.get("name", "").strip())
        if problem is not None:
            return make_response(show(say_problem(problem)), 409)
        return make_response(render_template("begins_again.html"))


def _qr(address: str) -> str:
    """The address as a picture that another phone's camera reads."""
    code = segno.make(address)
    return Markup(code.svg_inline(scale=5, border=2, svgclass="qr", lineclass=None, omitsize=True))
