"""Setting up a game: a plain form. A script, where there is one, says mistakes while it is filled."""

from dataclasses import replace

from flask import Blueprint, Response, jsonify, redirect, render_template, request, url_for
from werkzeug.wrappers import Response as AnyResponse

from engine.board import SEAT_LETTERS
from engine.house import LONGEST_NAME as LONGEST_HOUSE
from engine.inputs import GameEnded, NewGame
from engine.palette import PALETTE
from engine.phase import Phase, phase_of
from engine.ruleset import PRESETS, BadOption
from web_ui.api import tell_told
from web_ui.gateway import Gateway
from web_ui.option_help import house_rows, meanings, ruleset_name
from web_ui.option_words import option_rows, preset_words
from web_ui.round_table import round_table
from web_ui.setup_form import (
    PLANS,
    PLAYERS,
    Values,
    Wrong,
    alike_hint,
    control_of,
    house_of,
    plan_text,
    request_of,
    ring_hint,
    sentence,
    values_of,
)
from web_ui.telling import LONGEST_NAME
from web_ui.words import COLOURS, _


def blueprint(gateway: Gateway) -> Blueprint:
    """`/setup` and what its forms do."""
    setup = Blueprint("setup", __name__, url_prefix="/setup")
    _add_form(setup, gateway)
    _add_games(setup, gateway)
    _add_rulesets(setup, gateway)
    return setup


def _add_form(setup: Blueprint, gateway: Gateway) -> None:
    @setup.get("")
    def page() -> str:
        return _form(gateway, _last_values(gateway))

    @setup.get("/check")
    def check() -> Response:
        """What is wrong with a form that is still being filled."""
        try:
            asked = request_of(request.args, gateway.houses.all())
        except Wrong as wrong:
            return jsonify({"ok": False, "field": wrong.field, "text": wrong.text})
        rings = {sides for strip in gateway.lights.strips() for sides in strip.rings}
        hint = " ".join(filter(None, (ring_hint(rings, asked.players), alike_hint(asked.looks))))
        return jsonify({"ok": True} | ({"hint": hint} if hint else {}))


def _add_games(setup: Blueprint, gateway: Gateway) -> None:
    @setup.post("")
    def begin() -> AnyResponse | tuple[str, int]:
        values = values_of(None) | request.form.to_dict()
        try:
            asked = request_of(values, gateway.houses.all())
            return _begin(gateway, asked)
        except Wrong as wrong:
            return _form(gateway, values, wrong), 409

    @setup.post("/again")
    def again() -> AnyResponse | tuple[str, int]:
        last = gateway.look().game.last_setup
        try:
            if last is None:
                raise Wrong("", _("There was no game yet."))
            return _begin(gateway, replace(last, first=None, game_id=""))
        except Wrong as wrong:
            return _form(gateway, _last_values(gateway), wrong), 409

    @setup.post("/end")
    def end() -> AnyResponse | tuple[str, int]:
        answer = tell_told(gateway, GameEnded())
        if answer["ok"]:
            return redirect(url_for("setup.page"), 303)
        return _form(gateway, _last_values(gateway), Wrong("", answer["text"])), 409


def _add_rulesets(setup: Blueprint, gateway: Gateway) -> None:
    @setup.post("/save")
    def save() -> AnyResponse | tuple[str, int]:
        """Keep the rules that the form holds under a name."""
        values = values_of(None) | request.form.to_dict()
        name, preset, options = house_of(values, gateway.houses.all())
        try:
            if not gateway.houses.save(name, preset, options):
                raise Wrong("house", _("That could not be kept on disk."))
        except BadOption as bad:
            field = "house" if bad.option == "name" else control_of(bad.option)
            return _form(gateway, values, Wrong(field, sentence(bad.problem))), 409
        except Wrong as wrong:
            return _form(gateway, values, wrong), 503
        kept = {name: text for name, text in values.items() if not name.startswith("option_")}
        return _form(gateway, kept | {"rules": name, "house": ""}), 200

    @setup.post("/drop")
    def drop() -> AnyResponse | tuple[str, int]:
        """Forget saved rules."""
        values = values_of(None) | request.form.to_dict()
        preset, _options = gateway.houses.all().get(values.get("drop", ""), ("", ()))
        if not gateway.houses.drop(values.get("drop", "")):
            return _form(gateway, values, Wrong("house", _("That could not be kept on disk."))), 503
        if values.get("rules") == values.get("drop"):
            values["rules"] = preset
        return _form(gateway, values), 200


def _last_values(gateway: Gateway) -> Values:
    return values_of(gateway.look().game.last_setup, gateway.houses.all())


def _begin(gateway: Gateway, asked: NewGame) -> AnyResponse:
    """Tell it, and go to the table.

    Raises:
        Wrong: a game runs and nobody said that it may be left; or the referee refuses.
    """
    if _is_running(gateway) and request.form.get("leave") != "yes":
        raise Wrong("leave", _("A game is running; say that it may be left."))
    answer = tell_told(gateway, asked)
    if not answer["ok"]:
        raise Wrong("", answer["text"])
    return redirect(url_for("table.page"), 303)


def _is_running(gateway: Gateway) -> bool:
    return phase_of(gateway.look().game) not in (Phase.NO_GAME, Phase.OVER)


def _form(gateway: Gateway, values: Values, wrong: Wrong | None = None) -> str:
    last = gateway.look().game.last_setup
    return render_template(
        "setup.html",
        values=values,
        wrong=wrong,
        last=last,
        running=_is_running(gateway),
        players=PLAYERS,
        plans={n: [(teams, plan_text(n, teams)) for teams in plans] for n, plans in PLANS.items()},
        tables={n: round_table(n, PLANS[n]) for n in PLAYERS},
        presets=[(name, *preset_words(name)) for name in PRESETS],
        letters=SEAT_LETTERS,
        colours=[(colour, _(word)) for colour, word in zip(PALETTE, COLOURS, strict=True)],
        decks=[deck.name for deck in gateway.look().enrolling.named],
        houses=house_rows(gateway.houses.all()),
        last_rules=ruleset_name(last) if last else "",
        options=[(row, meanings(row.name)) for row in option_rows()],
        longest_house=LONGEST_HOUSE,
        longest_name=LONGEST_NAME,
    )
