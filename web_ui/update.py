"""An update from a file, without internet: looked into, then allowed at the table by whoever sits there."""

from flask import Blueprint, make_response, redirect, render_template, url_for
from werkzeug.wrappers import Response as AnyResponse

from web_ui.care_gateway import Problem
from web_ui.file_problems import say_problem
from web_ui.gateway import Gateway
from web_ui.guard import client
from web_ui.words import palette_name


def blueprint(gateway: Gateway) -> Blueprint:
    """`/device/update` and what its forms do."""
    update = Blueprint("update", __name__, url_prefix="/device/update")
    updates = gateway.updates

    @update.get("")
    def page() -> str:
        return show()

    @update.post("/look")
    def look() -> AnyResponse:
        found = updates.look_into()
        return refused(found.problem) if found.problem else make_response(show(version=found.version))

    @update.post("/ask")
    def ask() -> AnyResponse:
        problem = updates.ask(client())
        return refused(problem) if problem else redirect(url_for("update.page"), 303)

    @update.post("/go-back")
    def go_back() -> AnyResponse:
        if not updates.is_update:
            return redirect(url_for("update.page"), 303)
        problem = updates.go_back()
        return refused(problem) if problem else make_response(render_template("begins_again.html"))

    def refused(problem: Problem) -> AnyResponse:
        return make_response(show(say_problem(problem)), 409)

    def show(wrong: str = "", version: str = "") -> str:
        code = [(colour, palette_name(colour)) for colour in updates.code()]
        return render_template("update.html", wrong=wrong, version=version, code=code, updates=updates)

    return update
