"""`peglight rules NAME`: a ruleset in plain words, from the very options that are enforced."""

import argparse
import gettext
import sys

from engine.rules_text import rules_text
from engine.ruleset import PRESETS, BadOption, build
from firmware_host import exits

MOST_DIGITS = 9
"""No option has a longer number, and Python reads no endless one."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """What `peglight rules` takes."""
    parser.add_argument("name", help=f"one of {', '.join(PRESETS)}")
    parser.add_argument(
        "--option",
        action="append",
        default=[],
        metavar="NAME=VALUE",
        help="a house option on top, such as jack=11",
    )


def run(arguments: argparse.Namespace) -> int:
    """Print it."""
    try:
        rules = build(arguments.name, dict(_option(text) for text in arguments.option))
    except BadOption as bad:
        print(f"peglight rules: {bad}", file=sys.stderr)
        return exits.USAGE
    for chapter in rules_text(rules, arguments.name, gettext.NullTranslations()):
        print(chapter.title)
        for sentence in chapter.sentences:
            print(f"  {sentence}")
    return exits.DONE


def _option(text: str) -> tuple[str, object]:
    """`jack=11`, `two_swaps=true`, `joker_from_start=occupied,come_out`."""
    name, _, value = text.partition("=")
    if "," in value or name in ("joker_from_start", "players"):
        return name, [_value(part) for part in value.split(",")]
    return name, _value(value)


def _value(text: str) -> object:
    if text in ("true", "false"):
        return text == "true"
    return int(text) if text.isdecimal() and len(text) <= MOST_DIGITS else text
