"""The language by hand: a browser chooses its own, paired or not; nobody else's changes."""

import re

from flask import Blueprint, Response, abort, redirect, request
from werkzeug.wrappers import Response as AnyResponse

from web_ui.gateway import Gateway
from web_ui.guard import give_language
from web_ui.words import LANGUAGES

_BACK = re.compile(r"/(?:[a-z0-9][a-z0-9./]*)?", re.ASCII)


def blueprint(_gateway: Gateway) -> Blueprint:
    """`/language`."""
    pages = Blueprint("language", __name__)

    @pages.post("/language")
    def choose() -> AnyResponse:
        chosen, back = request.form.get("language", ""), request.form.get("back", "/")
        if chosen not in LANGUAGES:
            abort(400)
        # only to a page of ours: two slashes at the front would be another host
        response = redirect(back if _BACK.fullmatch(back) else "/", 303)
        assert isinstance(response, Response)
        give_language(response, chosen)
        return response

    return pages
