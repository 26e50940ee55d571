"""History: the games of this board, and the minutes of each in words."""

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from flask import (
    Blueprint,
    Response,
    abort,
    make_response,
    redirect,
    render_template,
    request,
    url_for,
)
from werkzeug.wrappers import Response as AnyResponse

from engine.game import Game, Play
from engine.hands import is_tracked
from engine.minutes import written
from engine.position import is_finished
from engine.retelling import after_turns
from engine.wording import say_turn
from web_ui.care_gateway import Clock
from web_ui.example_drawing import draw_step
from web_ui.gateway import Gateway, PastGame
from web_ui.option_help import house_note, ruleset_name
from web_ui.results import results
from web_ui.state import named
from web_ui.tables import games_csv, turns_csv
from web_ui.whole_number import whole_number
from web_ui.words import _, catalogue, name_of

LONGEST_NUMBER = 18
"""So many digits stay below what SQLite can count."""


class Line(NamedTuple):
    """A game in the list; `turned` is the number of turns that `turns` says in words."""

    number: int
    day: str
    rules: str
    players: str
    end: str
    turns: str
    turned: int


def blueprint(gateway: Gateway) -> Blueprint:
    """`/history`, `/history/<number>`, what can be taken away of it, and what all games come to."""
    history = Blueprint("history", __name__, url_prefix="/history")

    @history.get("")
    def page() -> str:
        before = _before()
        games = _lines(gateway.history.games(before), gateway.clock)
        return render_template("history.html", games=games, before=before)

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

    @history.get("/<int:number>.csv")
    def turns(number: int) -> Response:
        """Every turn as a line of a table."""
        return _download(turns_csv(_told_openly(gateway, number)), "csv", number)

    @history.get("/<int:number>/notation.txt")
    def notation(number: int) -> Response:
        """The game as other boards and programs read it: docs/notation.md."""
        return _download(written(_told_openly(gateway, number)), "plain", f"{number}-notation")

    @history.get("/games.csv")
    def games() -> Response:
        """Every game as a line of a table."""
        return _download(games_csv(_lines(gateway.history.all(), gateway.clock)), "csv", "games")

    @history.get("/players")
    def players() -> str:
        """Who won how often, evening by evening, and who shoved whom over the years."""
        tallies, left = gateway.history.tallied()
        return render_template("players.html", left=left, **results(tallies, gateway.clock))

    @history.route("/<int:number>/replay", methods=["GET", "POST"])
    def replay(number: int) -> AnyResponse:
        """A game step by step; asked by POST, the step is run on the lamps as well."""
        play = _play(gateway, number)
        if request.method == "POST":
            return _run_on_lamps(gateway, number, play)
        step, free = _step_asked(request.args, play), _running(gateway) is None
        drawn = draw_step(play, step)
        return make_response(
            render_template(
                "replay.html", number=number, step=step, on_lamps=free, drawn=drawn, **_told(play)
            )
        )

    return history


def _before() -> int | None:
    """The number of the game that those listed are older than; None where they are the newest."""
    text = request.args.get("before", "")
    number = whole_number(text, LONGEST_NUMBER)
    if text and number is None:
        abort(404)
    return number


def _step_asked(told: Mapping[str, str], play: Play) -> int:
    return min(whole_number(told.get("step", ""), LONGEST_NUMBER) or 0, len(play.turns))


def _run_on_lamps(gateway: Gateway, number: int, play: Play) -> AnyResponse:
    """Run a step on the lamps, unless they show a game that is being played."""
    step = _step_asked(request.form, play)
    if _running(gateway) is None:
        gateway.lights.play_again(after_turns(play, step))
    return redirect(url_for("history.replay", number=number, step=step), 303)


def _told_openly(gateway: Gateway, number: int) -> Play:
    """A game to be taken away: not one whose hands are still secret. DESIGN 5."""
    play, running = _play(gateway, number), _running(gateway)
    if is_tracked(play) and running is not None and _same_game(running, play):
        abort(409, _("This game is running with tracked hands; it can be taken away when it is over."))
    return play


def _running(gateway: Gateway) -> Play | None:
    play = gateway.look().game.play
    return play if play is not None and play.winner is None else None


def _same_game(one: Play, other: Play) -> bool:
    return one.setup.asked.game_id == other.setup.asked.game_id


def _download(text: str, kind: str, name: int | str) -> Response:
    response = Response(text, mimetype=f"text/{kind}")
    ending = "csv" if kind == "csv" else "txt"
    response.headers["Content-Disposition"] = f'attachment; filename="peglight-{name}.{ending}"'
    return response


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


def _lines(games: Iterable[PastGame], clock: Clock) -> list[Line]:
    return [_line(game, clock) for game in games]


def _line(past: PastGame, clock: Clock) -> Line:
    play = past.stood.play
    assert play is not None
    turns = catalogue().ngettext("{n} turn", "{n} turns", past.turns).format(n=past.turns)
    end = _end(play) or (_("Running now") if past.running else _("Left unfinished"))
    return Line(
        past.number,
        clock.shown(past.since_s),
        ruleset_name(past.asked),
        _players(play),
        end,
        turns,
        past.turns,
    )


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
