"""Backup and restore: a file to keep, and one that was kept put back, after a look at what it holds."""

from flask import Blueprint, Response, abort, make_response, render_template, request, send_file
from werkzeug.wrappers import Response as AnyResponse

from web_ui.care_gateway import Held, Problem
from web_ui.file_problems import say_problem
from web_ui.gateway import Gateway
from web_ui.guard import is_paired
from web_ui.words import _, catalogue


def blueprint(gateway: Gateway) -> Blueprint:
    """`/device/backup` and what its forms do."""
    backup = Blueprint("backup", __name__, url_prefix="/device")

    @backup.get("/backup")
    def page() -> str:
        return _show(gateway)

    @backup.get("/backup.zip")
    def download() -> Response:
        """A backup made now; for paired browsers only, since it holds whole games."""
        if not is_paired():
            abort(403)
        made = gateway.backups.make()
        if made is None:
            abort(503, _("No backup could be made; the log on the device page says why."))
        name = gateway.clock.shown(gateway.clock.now_s(), "peglight-%Y-%m-%d.zip")
        answer = send_file(made, "application/zip", as_attachment=True, download_name=name)
        answer.call_on_close(made.close)
        return answer

    @backup.post("/backup/look")
    def look() -> AnyResponse:
        """What the file that was sent holds, and whether to go on."""
        found = gateway.backups.look_into()
        if found.problem is not None or found.held is None:
            return _refused(gateway, found.problem)
        return make_response(
            render_template(
                "restore.html",
                held=found.held,
                day=gateway.clock.shown(found.held.made_s),
                counts=_counts(found.held),
                has_config=found.has_config,
                wrong_config=found.wrong_config,
            )
        )

    @backup.post("/backup/restore")
    def restore() -> AnyResponse:
        with_config = request.form.get("config") == "yes"
        return _begun(gateway, gateway.backups.restore(with_config=with_config))

    @backup.post("/backup/put-back")
    def put_back() -> AnyResponse:
        return _begun(gateway, gateway.backups.put_back(request.form.get("name", "")))

    return backup


def _begun(gateway: Gateway, problem: Problem | None) -> AnyResponse:
    if problem is not None:
        return _refused(gateway, problem)
    return make_response(render_template("begins_again.html"))


def _refused(gateway: Gateway, problem: Problem | None) -> AnyResponse:
    return make_response(_show(gateway, say_problem(problem) if problem else ""), 409)


def _show(gateway: Gateway, wrong: str = "") -> str:
    aside = list(gateway.backups.aside()) if is_paired() else []
    return render_template("backup.html", wrong=wrong, aside=aside)


def _counts(held: Held) -> list[str]:
    said = catalogue()
    return [
        said.ngettext("{n} game", "{n} games", held.games).format(n=held.games),
        said.ngettext("{n} card", "{n} cards", held.cards).format(n=held.cards),
        said.ngettext("{n} house ruleset", "{n} house rulesets", held.houses).format(n=held.houses),
    ]
