"""The device: which browsers may change things, and taking it back from one."""

import time

from flask import Blueprint, abort, make_response, redirect, render_template, request, url_for
from werkzeug.wrappers import Response as AnyResponse

from web_ui.gateway import Gateway
from web_ui.guard import session
from web_ui.words import _


def blueprint(gateway: Gateway) -> Blueprint:
    """`/device` and what its forms do."""
    device = Blueprint("device", __name__, url_prefix="/device")

    @device.get("")
    def page() -> str:
        return show()

    @device.post("/revoke")
    def revoke() -> AnyResponse:
        number = request.form.get("id", "")
        if not (
            number.removeprefix("-").isascii() and number.removeprefix("-").isdigit() and len(number) < 19
        ):
            abort(400)
        if not gateway.pairing.revoke(int(number)):
            return make_response(show(_("That could not be kept on disk: it is back after a restart.")), 503)
        return redirect(url_for("device.page"), 303)

    def show(wrong: str = "") -> str:
        return render_template(
            "device.html",
            wrong=wrong,
            paired=[(one.id, one.name, _day(one.since_s)) for one in gateway.pairing.paired()],
            mine=gateway.pairing.number_of(session()),
        )

    return device


def _day(wall_s: int) -> str:
    return time.strftime("%Y-%m-%d", time.localtime(wall_s)) if wall_s else ""
