"""The rules: a ruleset card by card, from the very options that the referee goes by."""

from typing import NamedTuple

from flask import Blueprint, abort, render_template, request

from engine.cards import Rank
from engine.hints import hints
from engine.house import Options
from engine.rules_text import rules_text
from engine.ruleset import PRESETS, Rules, build
from web_ui.card_help import ask_here, drawn_examples
from web_ui.gateway import Gateway
from web_ui.option_help import house_note, ruleset_name
from web_ui.option_words import preset_words
from web_ui.words import _, catalogue


class Shown(NamedTuple):
    """The ruleset of a page: what it is called and made of."""

    title: str
    note: str
    preset: str
    options: Options
    rules: Rules


def blueprint(gateway: Gateway) -> Blueprint:
    """`/rules`: those of the game that runs, or of `?name=`; `/rules/here?card=7`."""
    pages = Blueprint("rules", __name__, url_prefix="/rules")

    @pages.get("/here")
    def here() -> str:
        """What a card does where the pegs stand now; nothing is told to the game."""
        play = gateway.look().game.play
        card = request.args.get("card", "")
        if card and card not in list(Rank):
            abort(404)
        asked = ask_here(play, Rank(card)) if play is not None and card else None
        return render_template("here.html", play=play, ranks=list(Rank), card=card, asked=asked)

    @pages.get("")
    def page() -> str:
        houses = gateway.houses.all()
        name = request.args.get("name", "")
        shown = _of_table(gateway) if not name else _named(name, *houses.get(name, (name, ())))
        return render_template(
            "rules.html",
            shown=shown,
            name=name,
            examples=drawn_examples(shown.preset, shown.options),
            hints=hints(catalogue()),
            has_game=gateway.look().game.play is not None,
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
        return Shown(title, note, preset, (), build(preset, {}))
    return Shown(name, house_note(preset, options), preset, options, build(preset, dict(options)))


def _of_table(gateway: Gateway) -> Shown:
    """What is played, or was last; the usual game where nothing was."""
    asked = gateway.look().game.last_setup
    if asked is None:
        return _named("pagat", "pagat", ())
    note = house_note(asked.rules, asked.options)
    title = _("This table: {rules}").format(rules=ruleset_name(asked))
    return Shown(title, note, asked.rules, asked.options, build(asked.rules, dict(asked.options)))
