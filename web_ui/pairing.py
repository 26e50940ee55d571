"""Pairing: a browser asks, it shows the colours of the table, and somebody there says yes. DESIGN 6."""

from flask import Blueprint, Response, jsonify, make_response, redirect, render_template, request, url_for
from werkzeug.wrappers import Response as AnyResponse

from web_ui.body import LONGEST_TEXT
from web_ui.gateway import Gateway
from web_ui.guard import client, give_session, is_paired, is_token, session
from web_ui.words import _, mark, palette_name

LONGEST_NAME = 40
KINDS = {
    "iPhone": mark("iPhone"),
    "iPad": mark("iPad"),
    "Android": mark("Android phone"),
    "Windows": mark("Windows computer"),
    "Macintosh": mark("Mac"),
    "Linux": mark("Linux computer"),
}
"""What a browser is called at first, by a word in what it says of itself."""


def blueprint(gateway: Gateway) -> Blueprint:
    """`/pair` and what its forms do. Asking is open to everybody; nothing else is."""
    pages = Blueprint("pairing", __name__, url_prefix="/pair")
    pairing = gateway.pairing

    @pages.get("")
    def page() -> str:
        return show()

    @pages.get("/now")
    def now() -> Response:
        """Where this browser stands: paired, asking, or none of them."""
        asked = pairing.asks(session())
        stands = "paired" if is_paired() else "asking" if asked else "none"
        return jsonify({"state": stands, "left_s": pairing.left_s() if asked else 0})

    @pages.post("/ask")
    def ask() -> AnyResponse:
        if is_paired():
            return redirect(url_for("table.home"), 303)
        token = pairing.asks(session()) and session()
        token = token or pairing.ask(_name(), client())
        if token is None:
            return make_response(show(_("Another browser is asking; wait a minute and try again.")), 409)
        return _known(redirect(url_for("pairing.page"), 303), token)

    @pages.post("/stop")
    def stop() -> AnyResponse:
        pairing.give_up(session())
        return redirect(url_for("pairing.page"), 303)

    @pages.post("/redeem")
    def redeem() -> AnyResponse:
        secret = request.form.get("link", "")
        token = pairing.redeem(secret, _name()) if is_token(secret) else None
        if token is None:
            return make_response(show(_("This link was used already, or is too old.")), 409)
        return _known(redirect(url_for("table.home"), 303), token)

    def show(wrong: str = "") -> str:
        asked = pairing.asks(session())
        link = request.args.get("link", "")
        return render_template(
            "pair.html",
            wrong=wrong,
            name=_guess(),
            longest_name=LONGEST_NAME,
            code=[(colour, palette_name(colour)) for colour in asked.code] if asked else [],
            left_s=pairing.left_s(),
            link=link if is_token(link) else "",
        )

    return pages


def _known(response: AnyResponse, token: str) -> AnyResponse:
    assert isinstance(response, Response)
    give_session(response, token)
    return response


def _name() -> str:
    """What the browser is to be called: as its user says, else as it says itself."""
    said = " ".join(request.form.get("name", "")[:LONGEST_TEXT].split())
    return "".join(sign for sign in said if sign.isprintable())[:LONGEST_NAME] or _guess()


def _guess() -> str:
    agent = request.headers.get("User-Agent", "")
    return next((_(word) for sign, word in KINDS.items() if sign in agent), _("Browser"))
