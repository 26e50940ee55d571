"""House rules: a preset with changes on top, saved under a name. RULES 10."""

from dataclasses import replace
from typing import Any

import pytest

from engine.game import Game
from engine.house import LONGEST_NAME, NO_HOUSES, check_house, with_house
from engine.inputs import Command, CommandTapped, NewGame, RulesCardTapped
from engine.referee import judge
from engine.ruleset import BadOption

OURS = {"ours": ("pagat", (("jack", 11), ("queen", 12)))}
ASKED = NewGame(4, "ours", options=(("queen", 10), ("king", 13)))


def test_a_name_stands_for_its_preset_and_options_with_the_requests_own_on_top() -> None:
    game = with_house(ASKED, OURS)
    assert (game.rules, game.house) == ("pagat", "ours")
    assert dict(game.options) == {"jack": 11, "queen": 10, "king": 13}
    assert with_house(game, OURS) == game
    step = judge(Game(), game, 0)
    assert step.game.play is not None
    rules = step.game.play.setup.movement.rules
    assert (rules.name, rules.jack, rules.queen, rules.king) == ("ours", 11, 10, 13)


def test_a_ruleset_that_nobody_saved_is_left_to_the_referee() -> None:
    for asked in (ASKED, replace(ASKED, rules="pagat")):
        assert with_house(asked, NO_HOUSES) == asked


@pytest.mark.parametrize(
    ("name", "preset", "options"),
    [
        ("", "pagat", ()),
        (" ours", "pagat", ()),
        ("ou\nrs", "pagat", ()),
        ("x" * (LONGEST_NAME + 1), "pagat", ()),
        ("Pagat", "kilpatrick", ()),
        ("ours", "whist", ()),
        ("ours", "pagat", (("jack", 12),)),
        ("ours", "pagat", (("nine_direction", "both_forward"),)),
        ("ours", "pagat", (("trump", True),)),
    ],
)
def test_what_can_be_no_saved_ruleset_is_refused(name: str, preset: str, options: Any) -> None:
    with pytest.raises(BadOption):
        check_house(name, preset, options)
    check_house("x" * LONGEST_NAME, "pagat", (("jack", 11),))


def test_a_rules_card_tells_the_name_of_its_ruleset() -> None:
    asked = judge(Game(), CommandTapped(Command.NEW_GAME), 0).game
    for card, house in (
        (RulesCardTapped("ours", *OURS["ours"]), "ours"),
        (RulesCardTapped("kilpatrick", "kilpatrick"), ""),
    ):
        ask = judge(asked, card, 0).game.ask
        assert ask is not None
        assert {offer.house for offer in ask.offers} == {house}  # type: ignore[union-attr]  # it is a new game
