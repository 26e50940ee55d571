"""What each value of an option means, in the sentences of the rules page; and rulesets by their names."""

from collections.abc import Mapping
from typing import Any, NamedTuple

from engine.house import Houses, Options
from engine.inputs import NewGame
from engine.rules_text import rules_text
from engine.ruleset import OPTIONS, build
from web_ui.option_words import OPTION_WORDS, PRESET_WORDS, labelled, values_of_option, written_value
from web_ui.words import _, catalogue, mark

USUAL = "pagat"
BESIDE: Mapping[str, Mapping[str, Any]] = {"nine_direction": {"nine": "forward_or_split"}}
"""What must be changed as well for an option to mean anything."""

BY_HAND = {
    "deal": mark("With how many cards a player begins; fewer than a hand only where drawing ends a turn."),
    "hand": mark("How many cards a player holds between turns."),
    "mercy_after": mark("With so many throws in a row, the last of them counted, a peg may come out."),
    "extra_jokers": mark("Jokers added to those that the number of players brings."),
    "extra_decks": mark("A whole deck added to those that the number of players brings."),
}
"""Numbers that need no sentence each."""


class Meaning(NamedTuple):
    """A value by its label, and the sentence that it brings; no label where one sentence is for all."""

    label: str
    text: str


def meanings(name: str) -> list[Meaning]:
    """What the values of an option mean, each in the sentences that the others do not bring; one that brings
    none is left out."""
    if name in BY_HAND:
        return [Meaning("", _(BY_HAND[name]))]
    values = values_of_option(OPTIONS[name])
    said = {text: _sentences(name, value) for text, value in values.items()}
    common = set.intersection(*map(set, said.values()))
    return [
        Meaning(labelled(text), " ".join(sentence for sentence in sentences if sentence not in common))
        for text, sentences in said.items()
        if not common.issuperset(sentences)
    ]


def _sentences(name: str, value: Any) -> list[str]:
    rules = build(USUAL, {name: value, **BESIDE.get(name, {})})
    return [sentence for chapter in rules_text(rules, USUAL, catalogue()) for sentence in chapter.sentences]


def ruleset_name(asked: NewGame) -> str:
    """What the ruleset of a game is called."""
    return asked.house or (_(PRESET_WORDS[asked.rules][0]))


def house_rows(houses: Houses) -> list[tuple[str, str]]:
    """Each saved ruleset: its name, and what it is made of."""
    return [(name, house_note(preset, options)) for name, (preset, options) in houses.items()]


def house_note(preset: str, options: Options) -> str:
    """What a saved ruleset is made of."""
    changes = ", ".join(
        _("{option}: {value}").format(option=_(OPTION_WORDS[name]), value=labelled(written_value(value)))
        for name, value in options
        if name in OPTION_WORDS
    )
    title = _(PRESET_WORDS[preset][0])
    return _("{preset} with {changes}").format(preset=title, changes=changes) if changes else title
