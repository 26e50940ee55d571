"""Options, presets and house rulesets as data. RULES 10.

`OPTIONS` is the one table: what an option is called, what it may be, what each preset says and where
that comes from. `build` turns a preset and changes on top of it into `Rules`, or refuses, naming the option.
"""

from collections.abc import Mapping
from dataclasses import dataclass, fields
from enum import StrEnum
from reprlib import repr as short  # of a value somebody sent, which may be long or deep
from typing import Any, Final


class Nine(StrEnum):
    """What a 9 does. RULES 3, 6."""

    FORWARD = "forward"
    FORWARD_OR_SPLIT = "forward_or_split"
    SPLIT_ELSE_FORWARD = "split_else_forward"


class NineDirection(StrEnum):
    """Which way the two halves of a 9 go. RULES 6."""

    ONE_EACH_WAY = "one_each_way"
    BOTH_FORWARD = "both_forward"


class Control(StrEnum):
    """Whose pegs a player moves. RULES 8."""

    OWN_THEN_HELP = "own_then_help"
    TEAM = "team"


class HomeEntry(StrEnum):
    """What happens at the own in-spot. RULES 4.3."""

    OPTIONAL = "optional"
    MANDATORY = "mandatory"
    NO_PASS = "no_pass"


class JokerFromStart(StrEnum):
    """Where a joker takes a start peg. RULES 7."""

    OCCUPIED = "occupied"
    COME_OUT = "come_out"


class JokerFromTrack(StrEnum):
    """When a track peg may use a joker. RULES 7."""

    ALWAYS = "always"
    TEAM_START_EMPTY = "team_start_empty"
    NEVER = "never"


class JokerDuty(StrEnum):
    """Whether a joker that can move must be played. RULES 9."""

    NEVER = "never"
    ONLY_PLAY = "only_play"


class BlockedInSpot(StrEnum):
    """What happens where a displaced teammate finds its own colour on its in-spot. RULES 5."""

    ILLEGAL = "illegal"
    BUMPED_TO_START = "bumped_to_start"


class Draw(StrEnum):
    """Whether a turn begins or ends with drawing. RULES 9."""

    BEFORE = "before"
    AFTER = "after"


class DrawPenalty(StrEnum):
    """What a forgotten draw costs. RULES 9."""

    OFF = "off"
    BARK = "bark"
    MILD = "mild"


@dataclass(frozen=True, slots=True)
class Rules:
    """Every option with its value; `name` is the preset's or the house ruleset's. See `OPTIONS`."""

    name: str
    jack: int
    queen: int
    king: int
    nine: Nine
    nine_direction: NineDirection
    control: Control
    home_entry: HomeEntry
    joker_from_start: frozenset[JokerFromStart]
    joker_from_track: JokerFromTrack
    joker_duty: JokerDuty
    split_carry: bool
    blocked_in_spot: BlockedInSpot
    deal: int
    hand: int
    draw: Draw
    draw_penalty: DrawPenalty
    two_swaps: bool
    mercy_after: int
    players: frozenset[int]
    extra_jokers: int
    extra_decks: int


class BadOption(ValueError):
    """A ruleset that cannot be: names the option and says what is allowed."""

    def __init__(self, option: str, problem: str) -> None:
        super().__init__(f"{option}: {problem}")
        self.option = option
        self.problem = problem


PRESETS: Final = ("bark-up-a-tree", "social-security", "pagat", "kilpatrick", "gamerules")
TWO_TEAMS_ONLY: Final = frozenset({"kilpatrick", "gamerules"})
"""Presets that know no plan of more than two teams. RULES 2."""
TABLES: Final = frozenset({2, 4, 6, 8, 10})


@dataclass(frozen=True, slots=True)
class Option:
    """A row of the table.

    Attributes:
        allowed: the values, as they are written in a request; for a set option, its possible members.
        presets: the default of each preset, in the order of `PRESETS`.
        section: where RULES speaks of it.
        parts: the value is a non-empty list of the allowed members, not one of them.
    """

    name: str
    allowed: tuple[Any, ...]
    presets: tuple[Any, ...]
    section: str
    parts: bool = False


def _all(value: Any) -> tuple[Any, ...]:
    return (value,) * len(PRESETS)


OPTIONS: Final = {
    row.name: row
    for row in (
        Option("jack", (10, 11), (10, 11, 10, 10, 10), "3"),
        Option("queen", (10, 12), (10, 12, 10, 10, 10), "3"),
        Option("king", (10, 13), (10, 13, 10, 10, 10), "3"),
        Option(
            "nine",
            tuple(Nine),
            (Nine.FORWARD, Nine.SPLIT_ELSE_FORWARD, Nine.FORWARD, Nine.FORWARD_OR_SPLIT, Nine.FORWARD),
            "3, 6",
        ),
        Option(
            "nine_direction",
            tuple(NineDirection),
            (*(NineDirection.ONE_EACH_WAY,) * 3, NineDirection.BOTH_FORWARD, NineDirection.ONE_EACH_WAY),
            "6",
        ),
        Option(
            "control",
            tuple(Control),
            (*(Control.OWN_THEN_HELP,) * 3, Control.TEAM, Control.OWN_THEN_HELP),
            "8",
        ),
        Option(
            "home_entry",
            tuple(HomeEntry),
            (*(HomeEntry.OPTIONAL,) * 3, HomeEntry.NO_PASS, HomeEntry.OPTIONAL),
            "4.3",
        ),
        Option(
            "joker_from_start",
            tuple(JokerFromStart),
            (*(("occupied",),) * 3, ("occupied", "come_out"), ("occupied",)),
            "7",
            parts=True,
        ),
        Option(
            "joker_from_track",
            tuple(JokerFromTrack),
            (*(JokerFromTrack.ALWAYS,) * 3, JokerFromTrack.TEAM_START_EMPTY, JokerFromTrack.ALWAYS),
            "7",
        ),
        Option("joker_duty", tuple(JokerDuty), (*(JokerDuty.ONLY_PLAY,) * 2, *(JokerDuty.NEVER,) * 3), "9"),
        Option("split_carry", (False, True), (True, True, False, False, False), "6"),
        Option("blocked_in_spot", tuple(BlockedInSpot), _all(BlockedInSpot.ILLEGAL), "5"),
        Option("deal", (3, 4, 5, 6, 7), (5, 5, 5, 3, 5), "9"),
        Option("hand", (5, 6, 7), _all(5), "9"),
        Option("draw", tuple(Draw), (*(Draw.BEFORE,) * 3, Draw.AFTER, Draw.BEFORE), "9"),
        Option(
            "draw_penalty",
            tuple(DrawPenalty),
            (*(DrawPenalty.BARK,) * 2, DrawPenalty.MILD, *(DrawPenalty.OFF,) * 2),
            "9",
        ),
        Option("two_swaps", (False, True), _all(False), "9"),
        Option("mercy_after", (0, 2, 3, 5), _all(0), "9"),
        Option(
            "players",
            tuple(sorted(TABLES)),
            ((2, 4, 6, 8, 10), (2, 4, 6, 8, 10), *((4, 6, 8),) * 3),
            "2",
            parts=True,
        ),
        Option("extra_jokers", tuple(range(9)), _all(0), "2"),
        Option("extra_decks", (0, 1), _all(0), "2"),
    )
}


def _checked(option: Option, value: Any) -> Any:
    """The value in the type that `Rules` holds, or BadOption."""
    if option.parts:
        return _checked_parts(option, value)
    # 1 == True in Python; a yes is not a number of jokers, nor the other way round.
    for allowed in option.allowed:
        if value == allowed and isinstance(value, bool) == isinstance(allowed, bool):
            return allowed
    raise BadOption(option.name, f"{short(value)} is not allowed; it may be {_listed(option.allowed)}")


def _checked_parts(option: Option, value: Any) -> frozenset[Any]:
    if not isinstance(value, list | tuple | set | frozenset) or not value:
        allowed = _listed(option.allowed)
        raise BadOption(option.name, f"{short(value)} is not a list of at least one of {allowed}")
    single = Option(option.name, option.allowed, option.presets, option.section)
    return frozenset(_checked(single, part) for part in value)


def _listed(values: tuple[Any, ...]) -> str:
    texts = [str(value).lower() if isinstance(value, bool) else str(value) for value in values]
    return texts[0] if len(texts) == 1 else ", ".join(texts[:-1]) + " or " + texts[-1]


def preset_options(preset: str) -> dict[str, Any]:
    """What a preset says, option by option, as written in a request.

    Raises:
        BadOption: there is no such preset.
    """
    if preset not in PRESETS:
        raise BadOption("rules", f"there is no ruleset {short(preset)}; there are {_listed(PRESETS)}")
    column = PRESETS.index(preset)
    return {option.name: option.presets[column] for option in OPTIONS.values()}


def build(preset: str, changes: Mapping[str, Any], name: str = "") -> Rules:
    """The preset with `changes` on top. Options that no longer apply are kept and ignored. RULES 10.

    Raises:
        BadOption: unknown names and values, and combinations that RULES 10 refuses whatever the table.
    """
    values = preset_options(preset)
    for option in changes:
        if option not in OPTIONS:
            raise BadOption(str(option), f"there is no such option; there are {_listed(tuple(OPTIONS))}")
    values.update(changes)
    if "draw" in changes and "draw_penalty" not in changes and changes["draw"] == Draw.AFTER:
        # inherited, and nobody can forget that draw: it no longer applies
        values["draw_penalty"] = DrawPenalty.OFF
    rules = Rules(name or preset, **{key: _checked(OPTIONS[key], value) for key, value in values.items()})
    _refuse_combinations(rules, changes)
    return rules


def _refuse_combinations(rules: Rules, changes: Mapping[str, Any]) -> None:
    if "nine_direction" in changes and rules.nine is Nine.FORWARD:
        raise BadOption(
            "nine_direction", "it has no meaning while nine is forward; leave it out or let the 9 split"
        )
    if rules.draw is Draw.AFTER and rules.draw_penalty is not DrawPenalty.OFF:
        raise BadOption("draw_penalty", "with draw = after nobody can forget to draw; it must be off")
    if rules.draw is Draw.BEFORE and rules.deal < rules.hand:
        raise BadOption("deal", f"with draw = before the whole hand of {rules.hand} is dealt")
    if rules.deal > rules.hand:
        raise BadOption("deal", f"no more can be dealt than a hand holds, which is {rules.hand}")


def changed_options(rules: Rules, preset: str) -> dict[str, Any]:
    """What differs from the preset, as a request would write it; for showing and saving."""
    column = preset_options(preset)
    now = {field.name: getattr(rules, field.name) for field in fields(rules) if field.name != "name"}
    written = {key: sorted(value) if isinstance(value, frozenset) else value for key, value in now.items()}
    return {key: value for key, value in written.items() if value != _sorted(column[key])}


def _sorted(value: Any) -> Any:
    return sorted(value) if isinstance(value, tuple) else value
