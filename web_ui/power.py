"""Restarting the board and switching it off, after a second look."""

from flask import Blueprint, abort, make_response, render_template, request
from werkzeug.wrappers import Response as AnyResponse

from web_ui.gateway import Gateway
from web_ui.guard import is_paired
from web_ui.words import _


def blueprint(gateway: Gateway) -> Blueprint:
    """`/device/power`."""
    power = Blueprint("power", __name__, url_prefix="/device/power")

    @power.get("")
    def page() -> str:
        return show()

    @power.post("")
    def do() -> AnyResponse:
        deed = request.form.get("deed", "")
        if deed not in ("restart", "switch_off"):
            abort(400)
        said = gateway.machine.do(deed)
        if said:
            wrong = _("The machine did not do it: {found}").format(found=said)
            return make_response(show(wrong), 503)
        return make_response(render_template("going.html", deed=deed))

    def show(wrong: str = "") -> str:
        deeds = gateway.machine.deeds() if is_paired() else ()
        return render_template("power.html", deeds=deeds, wrong=wrong)

    return power
