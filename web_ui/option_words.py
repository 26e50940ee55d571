"""What rulesets, options and their values are called on the page."""

from typing import Any, NamedTuple

from engine.ruleset import OPTIONS, Option
from web_ui.words import _, mark

PRESET_WORDS = {
    "bark-up-a-tree": (
        mark("Bark Up A Tree"),
        mark("Draw first. A joker that can move must be played when nothing else can."),
    ),
    "social-security": (
        mark("Social Security"),
        mark("Jack 11, queen 12, king 13. A 9 is split: one peg forward, another back."),
    ),
    "pagat": (mark("Pagat"), mark("The basic game. Draw first; a joker need never be played.")),
    "kilpatrick": (
        mark("Kilpatrick"),
        mark("Play first, then draw. Move any peg of your team; no peg passes its own way home."),
    ),
    "gamerules": (mark("GameRules"), mark("Like Pagat, and a forgotten draw costs nothing.")),
}

OPTION_WORDS = {
    "jack": mark("Jack moves"),
    "queen": mark("Queen moves"),
    "king": mark("King moves"),
    "nine": mark("A 9"),
    "nine_direction": mark("A split 9 goes"),
    "control": mark("A player moves"),
    "home_entry": mark("The way home"),
    "joker_from_start": mark("A joker takes a start peg"),
    "joker_from_track": mark("A joker takes a peg on the track"),
    "joker_duty": mark("A joker must be played"),
    "split_carry": mark("A split goes on with the teammate helped"),
    "blocked_in_spot": mark("A teammate's in-spot is held by its own peg"),
    "deal": mark("Cards dealt"),
    "hand": mark("Cards in a hand"),
    "draw": mark("Draw"),
    "draw_penalty": mark("A forgotten draw"),
    "two_swaps": mark("A 2 may swap two pegs"),
    "mercy_after": mark("A peg comes out after so many throws"),
    "extra_jokers": mark("Extra jokers"),
    "extra_decks": mark("Extra decks"),
}

VALUE_WORDS = {
    "forward": mark("forward only"),
    "forward_or_split": mark("forward or split"),
    "split_else_forward": mark("split, else forward"),
    "one_each_way": mark("one forward, one back"),
    "both_forward": mark("both forward"),
    "own_then_help": mark("their own pegs, then helps"),
    "team": mark("any peg of the team"),
    "optional": mark("may be passed"),
    "mandatory": mark("must be taken"),
    "no_pass": mark("may not be passed"),
    "occupied": mark("on to another colour"),
    "come_out": mark("to its come-out hole"),
    "occupied+come_out": mark("either way"),
    "always": mark("always"),
    "team_start_empty": mark("once the team's starts are empty"),
    "never": mark("never"),
    "only_play": mark("when nothing else can move"),
    "illegal": mark("no move"),
    "bumped_to_start": mark("that peg goes to start"),
    "before": mark("before playing"),
    "after": mark("after playing"),
    "off": mark("costs nothing"),
    "bark": mark("is drawn next turn, locked"),
    "mild": mark("is drawn after the next card"),
    "true": mark("yes"),
    "false": mark("no"),
    "0": mark("none"),
}


class Row(NamedTuple):
    """An option on the form: its name, its label, and the values with theirs."""

    name: str
    label: str
    values: tuple[tuple[str, str], ...]


def preset_words(preset: str) -> tuple[str, str]:
    """What a preset is called, and what sets it apart."""
    title, note = PRESET_WORDS[preset]
    return _(title), _(note)


def option_rows() -> list[Row]:
    """Every option that can be changed on top of a preset; for whom a ruleset is, the players say."""
    return [
        Row(
            name, _(OPTION_WORDS[name]), tuple((value, labelled(value)) for value in values_of_option(option))
        )
        for name, option in OPTIONS.items()
        if name != "players"
    ]


def values_of_option(option: Option) -> dict[str, Any]:
    """The values of an option as a request writes them, by their text on a form."""
    if not option.parts:
        return {written_value(value): value for value in option.allowed}
    lists = [*([value] for value in option.allowed), list(option.allowed)]
    return {written_value(value): value for value in lists}


def written_value(value: Any) -> str:
    """A value's text on a form."""
    if isinstance(value, tuple | list):
        return "+".join(str(part) for part in value)
    return str(value).lower() if isinstance(value, bool) else str(value)


def labelled(value: str) -> str:
    """What a value is called, by its text on a form."""
    return _(VALUE_WORDS[value]) if value in VALUE_WORDS else value
