"""The presets of RULES 10 as data, as far as they concern moves, and what an option on top of one does."""

from collections.abc import Mapping
from dataclasses import dataclass

# RULES 10, "Values", the options that concern moves only.
VALUES: dict[str, tuple[object, ...]] = {
    "jack": (10, 11),
    "queen": (10, 12),
    "king": (10, 13),
    "nine": ("forward", "forward_or_split", "split_else_forward"),
    "nine_direction": ("one_each_way", "both_forward"),
    "control": ("own_then_help", "team"),
    "home_entry": ("optional", "no_pass", "mandatory"),
    "joker_from_start": (["occupied"], ["come_out"], ["occupied", "come_out"], ["come_out", "occupied"]),
    "joker_from_track": ("always", "team_start_empty", "never"),
    "split_carry": (False, True),
    "blocked_in_spot": ("illegal", "bumped_to_start"),
    "two_swaps": (False, True),
}

# RULES 10, the options about cards in hand and tables: they may be given and change no move.
NOT_ABOUT_MOVES = frozenset(
    {
        "joker_duty",
        "deal",
        "hand",
        "draw",
        "draw_penalty",
        "mercy_after",
        "extra_jokers",
        "extra_decks",
    }
)

_COMMON: dict[str, object] = {
    "jack": 10,
    "queen": 10,
    "king": 10,
    "nine": "forward",
    "nine_direction": "one_each_way",
    "control": "own_then_help",
    "home_entry": "optional",
    "joker_from_start": ["occupied"],
    "joker_from_track": "always",
    "split_carry": False,
    "blocked_in_spot": "illegal",
    "two_swaps": False,
}

PRESETS: dict[str, dict[str, object]] = {
    "bark-up-a-tree": _COMMON | {"split_carry": True},
    "social-security": _COMMON
    | {"jack": 11, "queen": 12, "king": 13, "nine": "split_else_forward", "split_carry": True},
    "pagat": _COMMON,
    "kilpatrick": _COMMON
    | {
        "nine": "forward_or_split",
        "nine_direction": "both_forward",
        "control": "team",
        "home_entry": "no_pass",
        "joker_from_start": ["occupied", "come_out"],
        "joker_from_track": "team_start_empty",
    },
    "gamerules": _COMMON,
}


@dataclass(frozen=True, slots=True)
class MoveRules:
    """The options that concern moves, each with the value it has in this ruleset."""

    jack: int
    queen: int
    king: int
    nine: str
    nine_direction: str
    control: str
    home_entry: str
    joker_from_start: frozenset[str]
    joker_from_track: str
    split_carry: bool
    blocked_in_spot: str
    two_swaps: bool


def merged(preset: str, options: Mapping[str, object]) -> MoveRules:
    """The preset with `options` on top of it. RULES 10.

    Raises:
        ValueError: an option or value RULES 10 does not list. Which combinations a table refuses is
            not asked here: the one that applies is read, the others are not looked at.
    """
    value = dict(PRESETS[preset])
    for name, given in options.items():
        if name in NOT_ABOUT_MOVES:
            continue
        if given not in VALUES.get(name, ()):
            raise ValueError(f"option {name} = {given!r}")
        value[name] = given
    return MoveRules(
        jack=_whole(value["jack"]),
        queen=_whole(value["queen"]),
        king=_whole(value["king"]),
        nine=str(value["nine"]),
        nine_direction=str(value["nine_direction"]),
        control=str(value["control"]),
        home_entry=str(value["home_entry"]),
        joker_from_start=_words(value["joker_from_start"]),
        joker_from_track=str(value["joker_from_track"]),
        split_carry=value["split_carry"] is True,
        blocked_in_spot=str(value["blocked_in_spot"]),
        two_swaps=value["two_swaps"] is True,
    )


def _whole(value: object) -> int:
    assert isinstance(value, int), value
    return value


def _words(value: object) -> frozenset[str]:
    assert isinstance(value, list), value
    return frozenset(value)
