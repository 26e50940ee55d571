"""The rules in words follow the options: change one and they change, change nothing and they don't."""

import gettext
from typing import Any

import pytest

from engine.rules_text import rules_text
from engine.ruleset import OPTIONS, PRESETS, BadOption, Rules, build

ENGLISH = gettext.NullTranslations()
# What must be changed along with an option so that the two make sense together. RULES 10.
TOGETHER: dict[tuple[str, Any], dict[str, Any]] = {
    ("nine_direction", "both_forward"): {"nine": "forward_or_split"},
    ("nine_direction", "one_each_way"): {"nine": "forward_or_split"},
    ("draw", "after"): {"draw_penalty": "off"},
    ("draw_penalty", "bark"): {"draw": "before", "deal": 5},
    ("draw_penalty", "mild"): {"draw": "before", "deal": 5},
    ("draw", "before"): {"deal": 5},
}


def text_of(rules: Rules, preset: str = "pagat") -> str:
    return "\n".join(
        sentence for chapter in rules_text(rules, preset, ENGLISH) for sentence in chapter.sentences
    )


def changes_of(preset: str) -> list[tuple[str, Any]]:
    return [
        (option.name, [value] if option.parts else value)
        for option in OPTIONS.values()
        for value in option.allowed
    ]


@pytest.mark.parametrize("preset", PRESETS)
def test_every_option_shows(preset: str) -> None:
    seen = set()
    for name, value in changes_of(preset):
        plain = value[0] if isinstance(value, list) else value
        around = {key: v for key, v in TOGETHER.get((name, plain), {}).items() if key != name}
        try:
            before, after = build(preset, around), build(preset, around | {name: value})
        except BadOption:
            continue  # this preset cannot have that value, whatever goes with it
        if before != after and not (name == "split_carry" and before.control == "team"):
            seen.add(name)
            assert text_of(before, preset) != text_of(after, preset), (name, value)
    silent = {"split_carry"} if build(preset, {}).control == "team" else set()
    assert set(OPTIONS) - seen <= {"deal", "hand"} | silent


def test_deal_and_hand_show() -> None:
    for changes in ({"deal": 4}, {"hand": 6}):
        assert text_of(build("kilpatrick", {})) != text_of(build("kilpatrick", changes))


def test_split_carry_is_silent_where_it_has_no_effect() -> None:
    """RULES 10: split_carry with control = team is ignored."""
    assert text_of(build("kilpatrick", {"split_carry": True})) == text_of(
        build("kilpatrick", {"split_carry": False})
    )


def test_barks_sheet_calls_the_home_safe() -> None:
    """RULES 1: Bark's sheet says HOME for start and SAFE for home."""
    bark, pagat = (text_of(build(name, {}), name) for name in ("bark-up-a-tree", "pagat"))
    assert "SAFE" in bark
    assert "SAFE" not in pagat


@pytest.mark.parametrize("preset", PRESETS)
def test_no_place_is_left_open(preset: str) -> None:
    assert "{" not in text_of(build(preset, {"mercy_after": 2, "two_swaps": True}), preset)
