"""The table: the board with its lamps, whose turn it is, what the card can do, and the buttons."""

import json

from flask import Blueprint, Response, redirect, render_template, url_for
from werkzeug.wrappers import Response as AnyResponse

from engine.cards import Rank, Suit
from web_ui.api import answer_json, tell_body
from web_ui.drawing import draw
from web_ui.gateway import Gateway
from web_ui.words import language
from web_ui.written import Written

SIDES_WITHOUT_GAME = 4


def blueprint(gateway: Gateway, written: Written) -> Blueprint:
    """`/` and `/table`, and what its script asks."""
    table = Blueprint("table", __name__)

    @table.get("/")
    def home() -> AnyResponse:
        return redirect(url_for("table.page" if gateway.look().game.play else "setup.page"))

    @table.get("/table")
    def page() -> str:
        return show()

    @table.get("/wall")
    def wall() -> str:
        """The same for a tablet on the wall or a television: large, and nothing to press."""
        return show(wall=True)

    def show(wall: bool = False) -> str:
        snapshot = gateway.look()
        play = snapshot.game.play
        sides = play.setup.table.board.sides if play else SIDES_WITHOUT_GAME
        view = json.loads(written.view.of(snapshot, language()).body)
        return render_template(
            "table.html", drawing=draw(sides), view=view, ranks=list(Rank), suits=list(Suit), wall=wall
        )

    @table.get("/table/now")
    def now() -> Response:
        return answer_json(written.view.of(gateway.look(), language()))

    @table.post("/table/tell")
    def tell() -> Response:
        """Like `/api/tell`, but a refusal is an ordinary answer, and what there is to see comes with it."""
        answer = json.dumps(tell_body(gateway)).encode()
        view = written.view.of(gateway.look(), language()).body
        return Response(b'{"answer": %b, "view": %b}' % (answer, view), mimetype="application/json")

    return table
