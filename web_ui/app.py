"""The app: the guard first, then a blueprint for each page."""

import time
from collections.abc import Callable, Collection

from flask import Flask

from web_ui import (
    api,
    backup,
    cards,
    controls,
    device,
    events,
    history,
    join,
    language,
    lights,
    pairing,
    power,
    rules,
    seats,
    setup,
    sim,
    table,
    update,
    uploading,
    wiring,
)
from web_ui.gateway import Gateway
from web_ui.guard import Door, stand_guard
from web_ui.pace import Pace
from web_ui.problems import answer_problems
from web_ui.words import speak
from web_ui.written import Written


def create_app(
    gateway: Gateway,
    *,
    listening: str = "127.0.0.1",
    names: Collection[str] = (),
    require_pairing: bool = False,
    reached_at: str = "",
    now_s: Callable[[], float] = time.monotonic,
) -> Flask:
    """The page of one board.

    Args:
        listening: the address it will be served on; `0.0.0.0` and `::` let any address of the machine in.
        names: host names that are this board's, such as `peglight.local`.
        require_pairing: a browser on this machine must be paired even where nobody else is served.
        reached_at: where others reach it, for a browser on this machine itself; empty where nobody can.
        now_s: a monotonic clock.
    """
    app = Flask("web_ui")
    app.json.sort_keys = False  # type: ignore[attr-defined]  # Flask types the base class, which lacks it
    app.jinja_env.trim_blocks = app.jinja_env.lstrip_blocks = True
    app.context_processor(lambda: {"board_name": gateway.board_name})
    speak(app)
    door = Door(listening, frozenset(name.lower() for name in names))
    uncounted = gateway.simulated is not None
    stand_guard(app, door, Pace(now_s), gateway.pairing, require_pairing, uncounted_loopback=uncounted)
    answer_problems(app)
    written = Written()
    for page in (
        setup,
        seats,
        rules,
        history,
        pairing,
        cards,
        device,
        backup,
        power,
        update,
        language,
        uploading,
    ):
        app.register_blueprint(page.blueprint(gateway))
    for asked_often in (table, api):
        app.register_blueprint(asked_often.blueprint(gateway, written))
    app.register_blueprint(join.blueprint(app, reached_at))
    for lamps_page in (lights, wiring):
        app.register_blueprint(lamps_page.blueprint(gateway.lights))
    app.register_blueprint(controls.blueprint(gateway.controls))
    app.register_blueprint(events.blueprint(app, gateway, written, now_s))
    if gateway.simulated is not None:
        app.register_blueprint(sim.blueprint(gateway.simulated))
    return app
