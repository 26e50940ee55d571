"""Who may come in, and who may change something: the one place that decides.

A GET changes nothing and needs no more than a name of this board in its Host header, so that a stranger's
name that was made to point here (DNS rebinding) shows nothing. A change also needs the token that this
board gave the browser, no other origin, and a browser that somebody at the table has paired. Only asking for
that needs no pairing; nor does this machine's own browser, where the page is served to nobody else.
"""

import hmac
import re
import secrets
from collections.abc import Collection
from dataclasses import dataclass
from io import BytesIO
from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network
from typing import Any

from flask import Flask, Request, Response, abort, g, request

from web_ui.gateway import Pairing
from web_ui.pace import Pace
from web_ui.words import _, listen

COOKIE = "peglight_csrf"
HEADER = "X-CSRF-Token"
FIELD = "csrf"
MOST_BYTES = 64 * 1024
FORMS = ("application/x-www-form-urlencoded", "multipart/form-data")
CHANGING_NOTHING = ("GET", "HEAD", "OPTIONS")
LANGUAGE = "peglight_language"
OPEN_TO_STRANGERS = ("pairing.ask", "pairing.stop", "pairing.redeem", "language.choose")
SESSION_DAYS = 400
"""No browser keeps a cookie for longer."""
PROXIED = ("Forwarded", "X-Forwarded-For", "Via")

_TOKEN = re.compile(r"[A-Za-z0-9_-]{20,86}", re.ASCII)
_HOST = re.compile(r"(?P<name>\[[0-9a-f:.]+\]|[a-z0-9.-]+)(?::\d{1,5})?", re.ASCII)
_OPEN = ("0.0.0.0", "::")

HEADERS = {
    "Content-Security-Policy": (
        "default-src 'self'; object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
    ),
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    # not no-referrer: with it a browser sends its own forms with `Origin: null`
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=(), payment=(), usb=()",
}


@dataclass(frozen=True, slots=True)
class Door:
    """Where the page is reached.

    Attributes:
        listening: the address listened on, such as `127.0.0.1` or `0.0.0.0`.
        names: host names that are this board's, such as `peglight.local`; lower case.
    """

    listening: str
    names: Collection[str] = ()

    def is_ours(self, host: str) -> bool:
        """Whether a Host header names this board. An address can't be rebound, a name can."""
        match = _HOST.fullmatch(host.lower())
        if match is None:
            return False
        name = match["name"].strip("[]")
        if name == "localhost" or name in self.names:
            return True
        try:
            address = ip_address(name)
        except ValueError:
            return False
        return address.is_loopback or self.listening in _OPEN or name == self.listening.lower()

    @property
    def is_private(self) -> bool:
        """Whether nobody but this machine can reach it."""
        return ip_address(self.listening).is_loopback


class SmallRequest(Request):
    """A request of at most `MOST_BYTES`: a file in it stays in memory.

    Werkzeug would open a temporary file for it, and leave that open where the body breaks off.
    """

    def _get_file_stream(self, *_told: Any, **_more: Any) -> BytesIO:
        return BytesIO()


def stand_guard(
    app: Flask, door: Door, pace: Pace, pairing: Pairing, require_pairing: bool, uncounted_loopback: bool
) -> None:
    """Let nobody past who may not pass, and give every answer its headers.

    Args:
        require_pairing: this machine's own browser must be paired too, though nobody else is served.
        uncounted_loopback: requests from this machine don't count against the pace.
    """
    app.request_class = SmallRequest
    app.config["MAX_CONTENT_LENGTH"] = MOST_BYTES
    app.config["MAX_FORM_MEMORY_SIZE"] = MOST_BYTES

    @app.before_request
    def check() -> None:
        listen(request.cookies.get(LANGUAGE, ""))
        g.csrf = _token_of_cookie() or secrets.token_urlsafe(32)
        if not door.is_ours(request.environ.get("HTTP_HOST", "")):
            abort(403, _("This board does not go by that name."))
        g.session_cookie = f"peglight_session_{pairing.board_id}"
        g.is_paired = pairing.is_paired(session()) or (
            door.is_private and not require_pairing and _is_this_machine()
        )
        if request.method not in CHANGING_NOTHING:
            _check_change(pace, uncounted_loopback)

    @app.after_request
    def mark(response: Response) -> Response:
        response.headers.update(HEADERS)
        response.headers.setdefault("Cache-Control", "no-store")
        if request.method == "GET":
            response.set_cookie(COOKIE, g.csrf, samesite="Strict")
        return response

    # a problem may have to be told before anything was checked
    app.context_processor(lambda: {"csrf": g.csrf, "is_paired": g.get("is_paired", False)})


def _check_change(pace: Pace, uncounted_loopback: bool) -> None:
    """Who may change something."""
    origin = request.headers.get("Origin")
    if origin is not None and origin != f"{request.scheme}://{request.host}":
        abort(403, _("This request comes from another page."))
    expected, given = _token_of_cookie(), _token_given()
    if not expected or not given or not hmac.compare_digest(expected.encode(), given.encode()):
        abort(403, _("This browser may not do that; load the page again."))
    if not g.is_paired and request.endpoint not in OPEN_TO_STRANGERS:
        abort(403, _("This browser may only look on. Pair it first; then it may play."))
    asker = client()
    if not (uncounted_loopback and ip_address(asker).is_loopback) and not pace.allows(asker):
        abort(429)
    if (request.content_length or 0) > MOST_BYTES:
        abort(413)


def is_token(text: str) -> bool:
    """Whether a text could be one of this board's secrets: a token, a session, a link."""
    return _TOKEN.fullmatch(text) is not None


def _token_of_cookie() -> str:
    token = request.cookies.get(COOKIE, "")
    return token if is_token(token) else ""


def _token_given() -> str:
    """The token of the header, or of a form that is not too large to be looked at."""
    header = request.headers.get(HEADER)
    if header is not None or request.mimetype not in FORMS or (request.content_length or 0) > MOST_BYTES:
        return header or ""
    return request.form.get(FIELD, "")


def _address() -> IPv4Address | IPv6Address:
    address = ip_address(request.remote_addr or "127.0.0.1")
    return (address.ipv4_mapped or address) if isinstance(address, IPv6Address) else address


def _is_this_machine() -> bool:
    """Whether it is asked from this very machine, and not for somebody else by a proxy on it."""
    return _address().is_loopback and not any(name in request.headers for name in PROXIED)


def client() -> str:
    """Who asks: an address, or the network that one IPv6 household has."""
    address = _address()
    if address.version == 4 or address.is_loopback:
        return str(address)
    return str(ip_network((address, 64), strict=False)[0])


def session() -> str:
    """The secret by which a paired browser is known; empty where it has none."""
    token = request.cookies.get(g.session_cookie, "")
    return token if is_token(token) else ""


def give_session(response: Response, token: str) -> None:
    """Give this browser the secret by which it will be known."""
    response.set_cookie(
        g.session_cookie, token, max_age=SESSION_DAYS * 86_400, httponly=True, samesite="Strict"
    )


def give_language(response: Response, language: str) -> None:
    """Let this browser be spoken to in a language from now on."""
    response.set_cookie(LANGUAGE, language, max_age=SESSION_DAYS * 86_400, httponly=True, samesite="Strict")


def is_paired() -> bool:
    """Whether this browser may change things."""
    return bool(g.is_paired)


def this_browser() -> str:
    """A short name that tells the browsers at one table apart; it gives no token away."""
    return hmac.new(b"browser", g.csrf.encode(), "sha256").hexdigest()[:8]
