"""What games come to, counted from a real journal, kept, and counted anew where the file is broken."""

from dataclasses import replace
from pathlib import Path

import pytest

from engine.board import Seat
from engine.cards import Card
from engine.game import Play
from engine.inputs import CardTapped, Chosen, GameEnded, PositionAgreed, UndoAsked
from engine.retelling import after_turns
from firmware_host.history import History
from firmware_host.lamps import Looks
from firmware_host.replay_lights import turn_again
from tests.host.rows import Recorder, new_game


def agreed(turn: str, **pegs: str) -> PositionAgreed:
    named = [(seat, pegs.get(seat, "").split()) for seat in "ABCD"]
    return PositionAgreed(
        tuple((seat, (*holes, *["S"] * (5 - len(holes)))) for seat, holes in named),
        Seat("ABCD".index(turn)),
    )


def play(recorder: Recorder, card: str, notation: str) -> None:
    recorder.tell(CardTapped(Card.parse(card)))
    recorder.tell(Chosen(notation))
    assert recorder.game.question is None


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Three games: one left, one won, one that runs."""
    recorder = Recorder(tmp_path / "journal.sqlite")
    recorder.tell(new_game())
    recorder.tell(agreed("A", A="A8", B="A12", C="A13"))
    play(recorder, "4H", "4H A8-A12 xA12-S")
    recorder.tell(GameEnded())
    recorder.tell(new_game())
    recorder.tell(agreed("A", A="A3 AH2 AH3 AH4 AH5", C="CH1 CH2 CH3 CH4 CH5", B="B9"))
    play(recorder, "AH", "AH A3-AH1")
    recorder.tell(new_game())
    recorder.journal.close()
    return tmp_path / "journal.sqlite"


def test_games_are_counted_and_the_running_one_is_not(path: Path) -> None:
    tallies, left = History(path).tallied()
    assert left == 0
    assert [(one.won, one.shoves) for one in tallies] == [(("A", "C"), ()), ((), (("A", "B", 1),))]
    assert tallies[0].players[0] == ("A", "Ann ♥", "#123456")
    assert (path.parent / "tallies.json").stat().st_mode & 0o777 == 0o600


def test_what_was_counted_is_kept_and_a_broken_file_is_made_anew(path: Path) -> None:
    history = History(path)
    found = history.tallied()
    again = History(path)
    again._tallies._replay = lambda number: pytest.fail("it was counted already")  # type: ignore[method-assign]
    assert again.tallied() == found
    for text in ("", "{", "[]", '{"rules_version": 1, "games": [[1]]}', '{"rules_version": 99, "games": []}'):
        (path.parent / "tallies.json").write_text(text)
        assert History(path).tallied() == found


def test_a_game_that_was_won_counts_before_anybody_ends_it_and_anew_where_it_was_undone(
    tmp_path: Path,
) -> None:
    recorder = Recorder(tmp_path / "journal.sqlite")
    recorder.tell(new_game())
    recorder.tell(agreed("A", A="A3 AH2 AH3 AH4 AH5", C="CH1 CH2 CH3 CH4 CH5"))
    history = History(tmp_path / "journal.sqlite")
    assert history.tallied() == ([], 0)
    play(recorder, "AH", "AH A3-AH1")
    assert [one.won for one in history.tallied()[0]] == [("A", "C")]
    recorder.tell(UndoAsked())
    play(recorder, "2H", "2H A3-A5")
    recorder.tell(GameEnded())
    assert [one.won for one in history.tallied()[0]] == [()]
    recorder.journal.close()


def test_after_a_restore_another_game_of_the_same_number_is_counted(path: Path, tmp_path: Path) -> None:
    history = History(path)
    past = [one for one in history.all() if not one.running]
    assert history.tallied()[0][0].since_s == past[0].since_s
    other = [replace(one, since_s=one.since_s - 1_000) for one in past]
    found, left = history._tallies.count(other)
    assert left == 0
    assert [one.since_s for one in found] == [one.since_s for one in other]


def test_counting_that_takes_too_long_goes_on_the_next_time(path: Path) -> None:
    history = History(path)
    games = [past for past in history.all() if not past.running]
    counted, left = history._tallies.count(games, budget_s=-1)
    assert (counted, left) == ([], 2)
    assert history.tallied()[1] == 0


def told(path: Path, number: int) -> Play:
    game = History(path).game(number)
    assert game is not None
    assert game.play is not None
    return game.play


def test_the_lamps_run_a_turn_of_the_past_again_and_show_how_it_stood(path: Path) -> None:
    first = History(path).all()[-1].number
    play_of = after_turns(told(path, first), 2)
    holes = {"ring": [f"A{n}" for n in range(18)] + ["BS1", "CS1"]}
    show = turn_again(play_of, holes, Looks(), since_ms=1_000)

    def lit(now_ms: int) -> set[str]:
        data = show("ring", 20, 1.0, now_ms)
        return {name for n, name in enumerate(holes["ring"]) if any(data[3 * n : 3 * n + 3])}

    at_rest = lit(60_000)
    assert {"A12", "A13"} <= at_rest
    assert not {"A1", "A2", "A17"} & at_rest
    flying = [lit(now_ms) for now_ms in range(1_000, 1_800, 40)]
    assert any("A9" in lamps or "A10" in lamps for lamps in flying)
    assert show("other", 4, 1.0, 60_000) == bytes(12)
    show = turn_again(after_turns(told(path, first), 0), holes, Looks(), since_ms=1_000)
    assert not {"A8", "A12", "A13"} & lit(60_000)  # the beginning: every peg is in start


def test_a_game_stood_otherwise_before_its_turns(path: Path) -> None:
    won = told(path, History(path).all()[1].number)
    assert after_turns(won, 2).winner is not None
    assert after_turns(won, 1).winner is None
    assert after_turns(won, 0).position == (0,) * 4
    assert after_turns(won, 99) == after_turns(won, 2)
