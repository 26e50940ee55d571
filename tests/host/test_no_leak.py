"""DESIGN 3: hands never leave the daemon. Games that differ in hidden cards alone look and sound the same."""

import logging
import random
import shutil
from dataclasses import replace
from pathlib import Path

import pytest

from engine.cards import Card, PhysicalCard
from engine.game import Game
from engine.inputs import CardTapped, Told
from engine.referee import RULES_VERSION, judge
from engine.step import Step
from engine.verdict import Why
from firmware_host import backup
from firmware_host.journal import Row, open_journal
from firmware_host.judged import Judge
from firmware_host.recovery import recover
from tests.host.twin_tables import (
    OpenTable,
    Run,
    Swap,
    an_evening_before,
    differs,
    first_run,
    new_game,
    swapped,
    with_swap,
)

GAMES = {
    "bark": new_game("bark-up-a-tree", mercy_after=2),
    "mild": new_game("pagat", two_swaps=True),
    "draw after": new_game("kilpatrick", mercy_after=2),
}


class Leak(AssertionError):
    """Something tells the two games apart."""


def play_twice(
    folder: Path, asked: str, seed: int, by_rank: bool, inputs: int = 110, rule: Judge = judge
) -> tuple[Run, Swap, int]:
    """How the first game went, which cards were others in the second, and how many inputs both heard alike.

    With cards of other ranks the hand that must move may be another one: from the first ruling on that
    differs, the public events do too.

    Raises:
        Leak: naming what differs, though every ruling was the same so far.
    """
    rng = random.Random(seed)
    path = an_evening_before(folder / "one")
    shutil.copytree(folder / "one", folder / "two")
    one, two = OpenTable(path, rule), OpenTable(folder / "two" / path.name, rule)
    try:
        run = first_run(one, GAMES[asked], rng, inputs)
        swap = swapped(run, rng, by_rank)
        for n, (told, heard) in enumerate(zip(run.told, run.heard, strict=True)):
            again = two.hear(with_swap(told, swap))
            if again != heard:
                if not by_rank and _why(again) != _why(heard):
                    return run, swap, n
                raise Leak(f"input {n}, {told}: {differs(heard, again)}")
        pages, others = one.every_page(), two.every_page()
        if unlike := [path for path, page in pages.items() if page != others[path]]:
            raise Leak(f"the pages {unlike}")
        if one.backup() != two.backup():
            raise Leak("the backup")
        return run, swap, len(run.told)
    finally:
        one.stop()
        two.stop()


def _why(heard: object) -> Why | None:
    reason = getattr(heard, "reason", None)
    return reason.why if reason else None


@pytest.mark.parametrize("seed", range(2))
@pytest.mark.parametrize("asked", GAMES)
def test_nothing_tells_two_games_apart_whose_hidden_cards_are_others(
    tmp_path: Path, asked: str, seed: int, caplog: pytest.LogCaptureFixture
) -> None:
    """State, table page, history, minutes, rulings, sounds and lamps, byte by byte, after each input; the
    backup at the end."""
    caplog.set_level(logging.DEBUG)
    run, swap, heard = play_twice(tmp_path, asked, seed, by_rank=True)
    assert heard == len(run.told)
    assert sum(card != other for card, other in swap.items()) > 40
    assert sum(with_swap(told, swap) != told for told in run.told) >= 5
    assert len({_why(heard) for heard in run.heard}) > 5
    assert not [record for record in caplog.records if record.name.startswith("firmware_host")]


def test_nor_where_they_are_of_other_ranks_as_long_as_nobody_could_tell(tmp_path: Path) -> None:
    alike = 0
    for seed in range(4):
        (tmp_path / str(seed)).mkdir()
        alike += play_twice(tmp_path / str(seed), "bark", 10 + seed, by_rank=False, inputs=60)[2]
    assert alike > 120


# --- the proof can fail ---------------------------------------------------------------------------


def names_the_card(game: Game, told: Told, at_ms: int) -> Step:
    """A referee that says which card was not in its place."""
    step = judge(game, told, at_ms)
    if isinstance(told, CardTapped) and step.ruling is not None and step.ruling.why in HIDDEN:
        return step._replace(ruling=replace(step.ruling, name=f"{told.card} {told.copy}"))
    return step


HIDDEN = (Why.NO_DRAW_DUE, Why.CARD_IN_A_HAND, Why.CARD_LOCKED, Why.CONFIRM_FIRST)


def test_a_referee_that_names_a_hidden_card_is_caught(tmp_path: Path) -> None:
    with pytest.raises(Leak, match="reason"):
        play_twice(tmp_path, "bark", 0, by_rank=True, rule=names_the_card)


def test_a_backup_that_holds_the_game_which_runs_is_caught(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(backup, "first_hidden", lambda journal: None)
    with pytest.raises(Leak, match="the backup"):
        play_twice(tmp_path, "bark", 0, by_rank=True, inputs=20)


# --- the log --------------------------------------------------------------------------------------


def test_a_bug_met_on_a_hidden_card_is_logged_without_it(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """What went wrong and where, but not on which card: the page shows the log."""

    def broken(game: Game, told: Told, at_ms: int) -> Step:
        if isinstance(told, CardTapped):
            raise KeyError(PhysicalCard(told.card, told.copy or 1), str(told.card), game)
        return judge(game, told, at_ms)

    table = OpenTable(tmp_path / "j", broken)
    try:
        table.hear(new_game("bark-up-a-tree"))
        heard = table.hear(CardTapped(Card.parse("7H"), 2))
    finally:
        table.stop()
    assert heard.reason is not None
    assert heard.reason.why is Why.INTERNAL
    (record,) = [record for record in caplog.records if record.name == "firmware_host.judged"]
    text = logging.Formatter().format(record)
    assert "KeyError" in text
    assert "in broken" in text
    found = [name for name in ("7♥", "7H", "'7'", "HEARTS", "SEVEN", "copy=2") if name in text]
    assert not found


def test_a_row_that_cannot_be_read_is_told_of_without_its_card(tmp_path: Path) -> None:
    """The note that a game goes on from its last position stands on the page and in the log."""
    journal = open_journal(tmp_path / "j")
    told = '{"kind": "CardTapped", "card": "7HX", "copy": 2}'
    journal.append(Row(1, 1, 0, "CardTapped", told, None, None, RULES_VERSION))
    (note,) = recover(journal).notes
    journal.close()
    assert "row 1 (CardTapped): it cannot be read: ValueError" in note
    assert "7H" not in note
