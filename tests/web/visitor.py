"""A browser as Flask's test client sees it: it keeps the cookie and sends the token."""

from collections.abc import Mapping
from typing import Any

from werkzeug.http import parse_cookie
from werkzeug.test import TestResponse

from engine.board import SEAT_LETTERS
from tests.web.small_table import SmallRig, SmallTable
from web_ui.app import create_app
from web_ui.guard import COOKIE, HEADER


class Visitor:
    """A client of the page of a small table, on loopback and let in unless told otherwise."""

    def __init__(
        self,
        table: SmallTable | None = None,
        *,
        host: str = "localhost",
        address: str = "127.0.0.1",
        paired: bool = True,
        **app: Any,
    ) -> None:
        self.table = table or SmallTable(SmallRig())
        self.client = create_app(self.table, **app).test_client()
        self.extra = {"base_url": f"http://{host}", "environ_base": {"REMOTE_ADDR": address}}
        self.token = ""
        if paired and address != "127.0.0.1":
            self.let_in(host)

    def let_in(self, host: str = "localhost") -> None:
        """Pair this browser, without a request of its own."""
        session = self.table.pairing.ask("Visitor", "test")
        assert session
        assert self.table.pairing.accept()
        self.client.set_cookie(f"peglight_session_{self.table.pairing.board_id}", session, domain=host)

    def get(self, path: str, **options: Any) -> TestResponse:
        response = self.client.get(path, buffered=True, **(self.extra | options))
        given = parse_cookie(response.headers.get("Set-Cookie", ""))
        self.token = given.get(COOKIE, self.token)
        return response

    def post(self, path: str, **options: Any) -> TestResponse:
        """A POST with a good token in its header."""
        return self.send("POST", path, **options)

    def send(self, method: str, path: str, **options: Any) -> TestResponse:
        """Any request with a good token in its header."""
        if not self.token:
            self.get("/api/state")
        options.setdefault("headers", {HEADER: self.token})
        return self.client.open(path, method=method, buffered=True, **(self.extra | options))

    def tell(self, kind: str, **fields: Any) -> TestResponse:
        return self.post("/api/tell", json={"kind": kind, **fields})

    def state(self) -> dict[str, Any]:
        found: dict[str, Any] = self.get("/api/state").get_json()
        return found

    def play(self, card: str, notation: str = "") -> dict[str, Any]:
        """Tap a card and play that choice, or the first."""
        assert self.tell("tap", card=card).status_code == 200, self.state()["refusal"]
        chosen = notation or self.state()["choices"][0]["notation"]
        assert self.tell("choose", notation=chosen).status_code == 200
        return self.state()


def started(players: int = 4, rules: str = "pagat", **fields: Any) -> Visitor:
    """A visitor at a table where a game has begun."""
    visitor = Visitor()
    answer = visitor.tell("new_game", players=players, rules=rules, first="A", **fields)
    assert answer.status_code == 200, answer.get_json()
    return visitor


def table_at(pegs: Mapping[str, list[str]], players: int = 4, rules: str = "pagat") -> SmallTable:
    """A table where a game stands so, A to move; the seats left out have all pegs in start."""
    visitor = started(players, rules)
    starts = {seat: ["S"] * 5 for seat in SEAT_LETTERS[:players]}
    assert visitor.tell("set_position", pegs={**starts, **pegs}, turn="A").status_code == 200
    return visitor.table
