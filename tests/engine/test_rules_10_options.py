"""RULES 10: presets and values, what is refused and what is ignored."""

import re
from collections.abc import Mapping
from dataclasses import fields
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.cards import Rank
from engine.inputs import NewGame
from engine.ruleset import OPTIONS, PRESETS, BadOption, Rules, build, changed_options, preset_options
from engine.setting_up import setup_of

RULES_MD = (Path(__file__).parents[2] / "docs" / "RULES.md").read_text(encoding="utf-8")
SECTION_10 = RULES_MD.partition("\n## 10.")[2].partition("\n## 11.")[0]


TWO, FOUR, SIX_IN_PAIRS, TEN = (2, 0), (4, 2), (6, 3), (10, 2)
"""Tables: how many players in how many teams."""


def accepted(preset: str, at: tuple[int, int] = FOUR, /, **options: Any) -> Rules:
    players, teams = at
    return setup_of(NewGame(players, preset, tuple(options.items()), teams)).movement.rules


def refusal(preset: str, at: tuple[int, int] = FOUR, /, **options: Any) -> BadOption:
    with pytest.raises(BadOption) as refused:
        accepted(preset, at, **options)
    return refused.value


def is_on_or_off(option: str) -> bool:
    return isinstance(OPTIONS[option].allowed[0], bool)


# --- The table of presets, read from RULES.md itself ----------------------------------------------


def rows() -> dict[str, list[str]]:
    """The cells of the table, its columns that carry two or three options in one row taken apart."""
    found = {}
    for line in SECTION_10.splitlines():
        name, *cells = [cell.strip() for cell in line.strip("|").split("|")]
        if len(cells) != len(PRESETS) or name in ("option", "---"):
            continue
        names = name.split("/") if name.startswith("jack") else name.split(" / ")
        for at, option in enumerate(names):
            split = [re.split(r" ?/ ?", cell) if len(names) > 1 else [cell] for cell in cells]
            found[option] = [cell[at] for cell in split]
    return found


def cell_says(option: str, cell: str) -> Any:
    if option == "players":
        return tuple(int(word) for word in cell.split())
    if option == "joker_from_start":
        return tuple(cell.split(", "))
    if is_on_or_off(option):
        return cell == "on"
    return int(cell) if cell.isdigit() else cell


@pytest.mark.parametrize(("option", "cells"), rows().items(), ids=str)
def test_the_presets_are_those_of_the_table(option: str, cells: list[str]) -> None:
    for preset, cell in zip(PRESETS, cells, strict=True):
        if cell != "(no effect)":
            assert preset_options(preset)[option] == cell_says(option, cell), preset


def test_the_table_names_every_option_but_the_extra_cards() -> None:
    assert set(OPTIONS) - set(rows()) == {"extra_jokers", "extra_decks"}  # RULES 2
    assert set(OPTIONS) == {field.name for field in fields(Rules)} - {"name"}


# --- Values ---------------------------------------------------------------------------------------

VALUES: dict[str, list[Any]] = {
    "jack": [10, 11],
    "queen": [10, 12],
    "king": [10, 13],
    "nine": ["forward", "forward_or_split", "split_else_forward"],
    "control": ["own_then_help", "team"],
    "home_entry": ["optional", "no_pass", "mandatory"],
    "joker_from_start": [["occupied"], ["come_out"], ["occupied", "come_out"], ["come_out", "occupied"]],
    "joker_from_track": ["always", "team_start_empty", "never"],
    "joker_duty": ["never", "only_play"],
    "split_carry": [False, True],
    "blocked_in_spot": ["illegal", "bumped_to_start"],
    "draw": ["before"],
    "draw_penalty": ["off", "bark", "mild"],
    "mercy_after": [0, 2, 3, 5],
    "two_swaps": [False, True],
    "extra_jokers": [0, 1, 2, 3, 4],
    "extra_decks": [0],
    "players": [[4], [2, 4, 6, 8, 10], [10, 4]],
}


@pytest.mark.parametrize(
    ("option", "value"), [(name, value) for name, values in VALUES.items() for value in values], ids=str
)
def test_each_value_listed_is_taken(option: str, value: Any) -> None:
    held = getattr(accepted("pagat", **{option: value}), option)
    assert held == (frozenset(value) if isinstance(value, list) else value)


@pytest.mark.parametrize("jack", [10, 11])
@pytest.mark.parametrize("queen", [10, 12])
@pytest.mark.parametrize("king", [10, 13])
def test_jack_queen_and_king_are_each_by_itself(jack: int, queen: int, king: int) -> None:
    for preset in ("pagat", "social-security"):
        rules = accepted(preset, jack=jack, queen=queen, king=king)
        assert (rules.jack, rules.queen, rules.king) == (jack, queen, king)


@pytest.mark.parametrize("hand", [5, 6, 7])
@pytest.mark.parametrize("deal", [3, 4, 5, 6, 7])
def test_no_more_is_dealt_than_a_hand_holds(deal: int, hand: int) -> None:
    if deal <= hand:
        assert accepted("kilpatrick", deal=deal, hand=hand).deal == deal
    else:
        assert refusal("kilpatrick", deal=deal, hand=hand).option == "deal"


WRONG: list[tuple[str, Any]] = [
    ("jack", 12),
    ("jack", 13),
    ("queen", 11),
    ("king", 12),
    ("king", "13"),
    ("nine", "split"),
    ("control", "help"),
    ("home_entry", "pass"),
    ("joker_from_start", []),  # "empty joker_from_start"
    ("joker_from_start", "occupied"),  # no list
    ("joker_from_start", ["occupied", "track"]),
    ("joker_from_start", [["occupied"]]),
    ("joker_from_start", {"occupied": True}),
    ("joker_from_start", None),
    ("joker_from_track", "sometimes"),
    ("joker_duty", "always"),
    ("split_carry", "on"),
    ("split_carry", 1),
    ("split_carry", None),
    ("two_swaps", 0),
    ("blocked_in_spot", "legal"),
    ("deal", 2),
    ("deal", 8),
    ("deal", 5.5),
    ("deal", [5]),
    ("hand", 4),
    ("hand", 8),
    ("draw", "first"),
    ("draw_penalty", "harsh"),
    ("mercy_after", 1),
    ("mercy_after", 4),
    ("mercy_after", False),
    ("extra_jokers", 9),
    ("extra_jokers", -1),
    ("extra_jokers", True),
    ("extra_decks", 2),
    ("extra_decks", True),
    ("players", []),
    ("players", [5]),
    ("players", 4),
    ("players", [True, 4]),
    ("players", "4"),
]


@pytest.mark.parametrize(("option", "value"), WRONG, ids=str)
def test_an_unknown_value_is_refused_naming_the_option_and_what_is_allowed(option: str, value: Any) -> None:
    bad = refusal("pagat", **{option: value})
    assert bad.option == option
    allowed = ["false", "true"] if is_on_or_off(option) else OPTIONS[option].allowed
    assert all(str(one) in bad.problem for one in allowed)


def test_an_unknown_option_is_refused_naming_those_there_are() -> None:
    bad = refusal("pagat", eight="forward")
    assert bad.option == "eight"
    assert all(name in bad.problem for name in OPTIONS)
    assert refusal("pagat", name="my rules").option == "name"


def test_an_unknown_ruleset_is_refused_naming_those_there_are() -> None:
    bad = refusal("whist")
    assert bad.option == "rules"
    assert all(preset in bad.problem for preset in PRESETS)


def test_a_value_sent_deep_or_long_makes_a_short_refusal() -> None:
    deep: list[Any] = []
    for _ in range(100_000):
        deep = [deep]
    assert len(str(refusal("pagat", jack=deep))) < 200
    assert len(str(refusal("pagat", players=["x" * 100_000]))) < 200
    while deep:  # taken apart by hand: letting go of it in one would recurse
        deep = deep.pop()


def test_numbers_are_numbers_however_json_writes_them_and_a_part_named_twice_is_one() -> None:
    assert repr(accepted("pagat", jack=11.0).jack) == "11"
    assert accepted("pagat", joker_from_start=["come_out", "come_out"]).joker_from_start == {"come_out"}


# --- Refused: given, and senseless here ------------------------------------------------------------


@pytest.mark.parametrize("direction", ["one_each_way", "both_forward"])
def test_nine_direction_given_where_nine_is_forward(direction: str) -> None:
    assert refusal("pagat", nine_direction=direction).option == "nine_direction"
    assert refusal("kilpatrick", nine="forward", nine_direction=direction).option == "nine_direction"
    assert accepted("pagat", nine="forward_or_split", nine_direction=direction).nine_direction == direction
    assert accepted("social-security", nine_direction=direction).nine_direction == direction


def test_control_team_given_where_no_side_has_two_seats() -> None:
    assert refusal("bark-up-a-tree", TWO, control="team").option == "control"
    assert refusal("bark-up-a-tree", (2, 2), control="team").option == "control"
    assert accepted("bark-up-a-tree", SIX_IN_PAIRS, control="team").control == "team"


@pytest.mark.parametrize("penalty", ["bark", "mild"])
def test_a_draw_penalty_given_where_the_draw_comes_after(penalty: str) -> None:
    assert refusal("kilpatrick", draw_penalty=penalty).option == "draw_penalty"
    assert refusal("pagat", draw="after", draw_penalty=penalty).option == "draw_penalty"
    assert accepted("kilpatrick", draw_penalty="off").draw_penalty == "off"


def test_a_deal_below_the_hand_where_the_draw_comes_first() -> None:
    assert refusal("pagat", deal=4).option == "deal"
    assert refusal("pagat", hand=6).option == "deal"
    # Inherited or not: the three cards that Kilpatrick deals cannot stay.
    assert refusal("kilpatrick", draw="before").option == "deal"
    assert accepted("kilpatrick", draw="before", deal=5).deal == 5
    assert accepted("pagat", deal=6, hand=6).hand == 6


@pytest.mark.parametrize(
    ("at", "most"),
    [(TWO, 0), (FOUR, 4), ((6, 2), 4), (SIX_IN_PAIRS, 4), ((8, 4), 4), (TEN, 8), ((10, 5), 8)],
)
def test_extra_jokers_outside_section_2(at: tuple[int, int], most: int) -> None:
    for count in range(9):
        if count <= most:
            assert accepted("bark-up-a-tree", at, extra_jokers=count).extra_jokers == count
        else:
            bad = refusal("bark-up-a-tree", at, extra_jokers=count)
            assert (bad.option, str(most) in bad.problem) == ("extra_jokers", True)


@pytest.mark.parametrize("at", [TWO, FOUR, SIX_IN_PAIRS, (8, 2)])
def test_extra_decks_outside_section_2(at: tuple[int, int]) -> None:
    assert refusal("bark-up-a-tree", at, extra_decks=1).option == "extra_decks"
    assert accepted("bark-up-a-tree", TEN, extra_decks=1).extra_decks == 1


# --- Ignored, not refused --------------------------------------------------------------------------


def test_an_inherited_nine_direction_no_longer_applies() -> None:
    rules = accepted("kilpatrick", nine="forward")
    setup = setup_of(NewGame(4, "kilpatrick", (("nine", "forward"),)))
    assert not setup.movement.deeds[Rank.NINE].split
    assert rules.nine == "forward"


@pytest.mark.parametrize("preset", ["bark-up-a-tree", "social-security", "pagat"])
def test_an_inherited_draw_penalty_no_longer_applies(preset: str) -> None:
    assert accepted(preset, draw="after").draw_penalty == "off"


def test_split_carry_with_control_team_is_ignored() -> None:
    assert accepted("kilpatrick", split_carry=True).split_carry
    assert accepted("bark-up-a-tree", control="team").split_carry


def test_team_options_with_two_players_are_ignored() -> None:
    given = {
        "split_carry": True,
        "blocked_in_spot": "bumped_to_start",
        "joker_from_track": "team_start_empty",
    }
    assert accepted("bark-up-a-tree", TWO, **given)
    assert accepted("kilpatrick", TWO, players=[2]).control == "team"  # inherited


# --- A house ruleset -------------------------------------------------------------------------------


def changes() -> st.SearchStrategy[dict[str, Any]]:
    return st.dictionaries(st.sampled_from(sorted(VALUES)), st.none()).flatmap(
        lambda names: st.fixed_dictionaries({name: st.sampled_from(VALUES[name]) for name in names})
    )


@given(st.sampled_from(PRESETS), changes())
def test_what_a_house_ruleset_changes_builds_it_again(preset: str, given: Mapping[str, Any]) -> None:
    try:
        rules = build(preset, given, "ours")
    except BadOption:
        return  # which combinations are refused is tested above
    changed = changed_options(rules, preset)
    assert build(preset, changed, "ours") == rules
    assert changed.keys() <= {*given, "draw_penalty"}


def test_a_preset_has_no_changes_and_its_own_name() -> None:
    for preset in PRESETS:
        assert changed_options(build(preset, {}), preset) == {}
        assert build(preset, {}).name == preset
    assert build("pagat", {"jack": 11}, "jacks eleven").name == "jacks eleven"


def test_the_options_listed_stay_in_order_from_least_to_most() -> None:
    for option in OPTIONS.values():
        if all(type(value) is int for value in option.allowed):
            assert all(one < next_one for one, next_one in pairwise(option.allowed)), option.name


# --- Players and team plans a preset is made for ---------------------------------------------------

LISTED = {
    "bark-up-a-tree": {(2, 0), (4, 2), (6, 2), (6, 3), (8, 2), (8, 4), (10, 2), (10, 5)},
    "social-security": {(2, 0), (4, 2), (6, 2), (6, 3), (8, 2), (8, 4), (10, 2), (10, 5)},
    "pagat": {(4, 2), (6, 2), (6, 3), (8, 2), (8, 4)},
    "kilpatrick": {(4, 2), (6, 2), (8, 2)},
    "gamerules": {(4, 2), (6, 2), (8, 2)},
}


@pytest.mark.parametrize("preset", PRESETS)
def test_a_preset_keeps_to_its_tables_and_a_house_ruleset_may_widen_it_to_any(preset: str) -> None:
    for players, teams in LISTED["bark-up-a-tree"]:
        assert accepted(preset, (players, teams), players=[players])
        if (players, teams) in LISTED[preset]:
            assert accepted(preset, (players, teams))
        else:
            assert refusal(preset, (players, teams)).option in ("players", "teams")
