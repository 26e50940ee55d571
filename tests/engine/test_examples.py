"""The examples of the rules page are moves that the referee finds: one a card, under every preset."""

from dataclasses import replace

import pytest

from engine.cards import Rank
from engine.examples import card_of, examples, moves_of
from engine.game import Game
from engine.hints import HINTS, hints
from engine.inputs import CardTapped, Chosen
from engine.landing import Cause
from engine.notation import write_move
from engine.referee import judge
from engine.ruleset import PRESETS
from web_ui.catalogues import read_catalogue

HOUSE = ("pagat", (("two_swaps", True), ("jack", 10)))

COME_OUT = ("pagat", (("joker_from_start", ("come_out",)), ("joker_from_track", "team_start_empty")))


@pytest.mark.parametrize(("preset", "options"), [*((preset, ()) for preset in PRESETS), HOUSE, COME_OUT])
def test_the_referee_plays_every_example(preset: str, options: tuple[tuple[str, object], ...]) -> None:
    found = examples(preset, options)
    assert [one.rank for one in found] == list(Rank)
    for one in found:
        assert one.turn.move
        card = card_of(one.rank)
        asked = judge(Game(play=one.before), CardTapped(card), 1).game
        notation = write_move(one.before.setup.table, card, one.turn.move)
        step = judge(asked, Chosen(notation), 2)
        assert step.ruling is None, notation
        assert step.game.play is not None
        assert step.game.play.position == one.turn.move.result


def by_rank(preset: str, **options: object) -> dict[Rank, str]:
    return {
        one.rank: write_move(one.before.setup.table, card_of(one.rank), one.turn.move)
        for one in examples(preset, tuple(options.items()))
        if one.turn.move
    }


def test_they_follow_the_options() -> None:
    assert by_rank("pagat")[Rank.NINE] == "9♥ A8-A17"
    assert by_rank("social-security")[Rank.NINE] == "9♥ A9-A1 B5-B6"
    assert by_rank("pagat")[Rank.TWO] == "2♥ A8-A10"
    (swap,) = [one for one in examples("pagat", (("two_swaps", True),)) if one.rank is Rank.TWO]
    assert swap.turn.move
    assert [push.cause for push in swap.turn.move.displaced] == [Cause.SWAP]
    assert by_rank("pagat", joker_from_start=("come_out",))[Rank.JOKER] == "Joker A8-C6 xC6-S"


def test_they_show_what_is_special_of_a_card() -> None:
    found = by_rank("pagat")
    assert found[Rank.THREE] == "3♥ A1-AH1"
    assert found[Rank.FOUR] == "4♥ A8-A12 xA12-S"
    assert found[Rank.FIVE] == "5♥ A8-A13 xA13-C3"
    assert found[Rank.SEVEN] == "7♥ A0-AH1 A9-A12"
    assert found[Rank.EIGHT] == "8♥ A9-A1"
    assert found[Rank.JOKER] == "Joker AS-C6 xC6-S"


def test_a_card_that_can_nowhere_move_has_none() -> None:
    (ace, *_) = examples("pagat", ())
    table = ace.before.setup.table
    everywhere = replace(ace.before, stand=replace(ace.before.stand, position=(0,) * table.board.sides))
    assert moves_of(everywhere, Rank.FIVE) == []


def test_the_hints_are_said_in_every_language() -> None:
    """RULES 13."""
    assert hints(read_catalogue("en")) == list(HINTS)
    for language in ("it", "fy", "de", "nl"):
        assert not set(hints(read_catalogue(language))) & set(HINTS)
