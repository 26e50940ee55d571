"""The rules: a ruleset card by card, from the very options that the referee goes by."""

from typing import NamedTuple

from flask import Blueprint, abort, render_template, request

from engine.house import Options
from engine.rules_text import rules_text
from engine.ruleset import PRESETS, Rules, build
from web_ui.gateway import Gateway
from web_ui.option_help import house_note, ruleset_name
from web_ui.option_words import preset_words
from web_ui.words import _, catalogue


class Shown(NamedTuple):
    """The ruleset of a page: what it is called and made of."""

    title: str
    note: str
    preset: str
    rules: Rules


def blueprint(gateway: Gateway) -> Blueprint:
    """`/rules`: those of the game that runs, or of `?name=`."""
    pages = Blueprint("rules", __name__, url_prefix="/rules")

    @pages.get("")
    def page() -> str:
        houses = gateway.houses.all()
        name = request.args.get("name", "")
        shown = _of_table(gateway) if not name else _named(name, *houses.get(name, (name, ())))
        return render_template(
            "rules.html",
            shown=shown,
            name=name,
            chapters=rules_text(shown.rules, shown.preset, catalogue()),
            presets=[(preset, preset_words(preset)[0]) for preset in PRESETS],
            houses=list(houses),
            has_table=gateway.look().game.last_setup is not None,
        )

    return pages


def _named(name: str, preset: str, options: Options) -> Shown:
    if preset not in PRESETS:
        abort(404)
    title, note = preset_words(preset)
    if name == preset:
        return Shown(title, note, preset, build(preset, {}))
    return Shown(name, house_note(preset, options), preset, build(preset, dict(options)))


def _of_table(gateway: Gateway) -> Shown:
    """What is played, or was last; the usual game where nothing was."""
    asked = gateway.look().game.last_setup
    if asked is None:
        return _named("pagat", "pagat", ())
    note = house_note(asked.rules, asked.options)
    title = _("This table: {rules}").format(rules=ruleset_name(asked))
    return Shown(title, note, asked.rules, build(asked.rules, dict(asked.options)))
