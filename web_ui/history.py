"""History: the games of this board, and the minutes of each in words."""

from typing import NamedTuple

from flask import Blueprint, Response, abort, render_template, request

from engine.game import Game, Play
from engine.position import is_finished
from engine.wording import say_turn
from web_ui.care_gateway import Clock
from web_ui.gateway import Gateway, PastGame
from web_ui.option_help import house_note, ruleset_name
from web_ui.state import named
from web_ui.words import _, catalogue, name_of


class Line(NamedTuple):
    """A game in the list."""

    number: int
    day: str
    rules: str
    players: str
    end: str
    turns: str


def blueprint(gateway: Gateway) -> Blueprint:
    """`/history`, `/history/<number>` and its minutes as text."""
    history = Blueprint("history", __name__, url_prefix="/history")

    @history.get("")
    def page() -> str:
        before = request.args.get("before", "")
        if before and not _is_number(before):
            abort(404)
        games = gateway.history.games(int(before) if before else None)
        return render_template(
            "history.html", games=[_line(game, gateway.clock) for game in games], before=before
        )

    @history.get("/<int:number>")
    def game(number: int) -> str:
        play = _play(gateway, number)
        return render_template("minutes.html", number=number, **_told(play))

    @history.get("/<int:number>.txt")
    def text(number: int) -> Response:
        play = _play(gateway, number)
        response = Response(render_template("minutes.txt", **_told(play)), mimetype="text/plain")
        response.headers["Content-Disposition"] = f'attachment; filename="peglight-{number}.txt"'
        return response

    return history


def _is_number(text: str) -> bool:
    return text.isascii() and text.isdigit() and len(text) < 19


def _play(gateway: Gateway, number: int) -> Play:
    """The game replayed; 404 where there is none that this version can tell, 503 where too many ask."""
    if number >= 2**63:
        abort(404)
    try:
        found: Game | None = gateway.history.game(number)
    except TimeoutError:
        abort(503)
    if found is None or found.play is None:
        abort(404, _("There is no such game, or this version cannot tell it any more."))
    return found.play


def _told(play: Play) -> dict[str, object]:
    return {
        "title": ruleset_name(play.setup.asked),
        "note": house_note(play.setup.asked.rules, play.setup.asked.options),
        "players": _players(play),
        "minutes": [say_turn(turn, play, named(play), catalogue()) for turn in play.turns],
        "end": _end(play),
    }


def _line(past: PastGame, clock: Clock) -> Line:
    play = past.stood.play
    assert play is not None
    turns = catalogue().ngettext("{n} turn", "{n} turns", past.turns).format(n=past.turns)
    end = _end(play) or (_("Running now") if past.running else _("Left unfinished"))
    return Line(past.number, clock.shown(past.since_s), ruleset_name(past.asked), _players(play), end, turns)


def _players(play: Play) -> str:
    """Who sat there, team by team."""
    name = name_of(play.setup)
    return " · ".join(" + ".join(name(seat) for seat in team) for team in play.setup.table.teams)


def _end(play: Play) -> str:
    """Who has won; empty where nobody has."""
    name, table = name_of(play.setup), play.setup.table
    for team in table.teams:
        if all(is_finished(table, play.position, seat) for seat in team):
            text = catalogue().ngettext("{names} has won!", "{names} have won!", len(team))
            return text.format(names=", ".join(name(seat) for seat in team))
    return ""
