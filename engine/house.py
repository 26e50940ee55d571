"""House rules: a preset with changes on top, saved under a name. RULES 10."""

from collections.abc import Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import Any, Final

from engine.inputs import NewGame
from engine.ruleset import PRESETS, BadOption, build

Options = tuple[tuple[str, Any], ...]
Houses = Mapping[str, tuple[str, Options]]
"""Saved rulesets by name: the preset, and what is changed on top of it."""

NO_HOUSES: Final[Houses] = MappingProxyType({})
LONGEST_NAME: Final = 40


def check_house(name: str, preset: str, options: Options) -> None:
    """Raise BadOption where this can be no saved ruleset; one that depends on the table may still be refused
    by a table."""
    if not name.strip() or name != name.strip() or not name.isprintable() or len(name) > LONGEST_NAME:
        raise BadOption("name", f"it must be a text of 1 to {LONGEST_NAME} characters")
    if name.casefold() in PRESETS:
        raise BadOption("name", "that is the name of a ruleset that comes with the board")
    build(preset, dict(options))


def with_house(asked: NewGame, houses: Houses) -> NewGame:
    """The request with the preset and options that its ruleset stands for; its own options go on top."""
    if asked.rules not in houses:
        return asked
    preset, options = houses[asked.rules]
    return replace(
        asked, rules=preset, house=asked.rules, options=tuple((dict(options) | dict(asked.options)).items())
    )
