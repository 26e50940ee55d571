"""The loop: one input at a time, committed before it is shown, and nothing that stops it. DESIGN 1."""

import logging
import shutil
import sqlite3
from pathlib import Path

import pytest

from engine.board import Seat
from engine.cards import Card
from engine.game import Game, UndoAsk
from engine.inputs import (
    CardTapped,
    Chosen,
    Key,
    NewGame,
    Pressed,
    ShowBoardAsked,
    ThrowAsked,
    Told,
    UndoAsked,
)
from engine.phase import Phase, phase_of
from engine.referee import judge
from engine.step import Effect, Step
from engine.verdict import Reason, Why
from firmware_host.inbox import ButtonEdge, DeviceChanged, KnobTurned, TagsCrowded, TagSeen
from firmware_host.journal import REFUSALS_A_TURN, TIDY_AFTER_ROWS, Row
from firmware_host.recovery import find_game
from firmware_host.snapshot import Snapshot
from hardware.drivers.one_hand import OneHand
from hardware.held import State
from hardware.interfaces import Edge, Uid
from tests.host.running_loop import NEW_GAME, UID_OF, Table, break_connection, healthy, table

BACK_HELD = Pressed(Key.BACK, held=True)


def rows(path: Path) -> list[Row]:
    journal, _recovered = find_game(path)
    try:
        return list(journal.rows_from(0))
    finally:
        journal.close()


def why(reason: Reason | None) -> Why | None:
    return reason.why if reason else None


def test_nothing_is_shown_that_was_not_committed(tmp_path: Path) -> None:
    """Each snapshot's number is already in the file, seen by somebody else, when it is laid out."""
    with table(tmp_path / "j") as at:
        reader = sqlite3.connect(tmp_path / "j", check_same_thread=False)
        ahead: list[int] = []
        show = at.latest.show

        def watched(snapshot: Snapshot) -> None:
            committed = reader.execute("SELECT max(seq) FROM rows").fetchone()[0]
            ahead.append(snapshot.seq - committed)
            show(snapshot)

        at.latest.show = watched  # type: ignore[method-assign]
        at.tap("KH")
        at.tell(Chosen("K♥ AS-A8"))
        at.tell(UndoAsked())
        assert ahead == [0, 0, 0]
        reader.close()


def test_a_move_is_durable_and_a_tap_is_not(tmp_path: Path) -> None:
    with table(tmp_path / "j") as at:
        at.tap("KH")
        at.tell(Chosen("K♥ AS-A8"))
    assert [(row.kind, row.durable) for row in rows(tmp_path / "j")] == [
        ("NewGame", True),
        ("CardTapped", False),
        ("Chosen", True),
    ]


def test_the_log_is_carried_over_while_nobody_does_anything(tmp_path: Path) -> None:
    path = tmp_path / "j"
    with table(path) as at:
        for _ in range(TIDY_AFTER_ROWS):
            at.tell(ShowBoardAsked())
        at.settle()
        at.settle()  # the rest after the first one is over when the second is passed
        alone = sqlite3.connect(f"file:{shutil.copy(path, tmp_path / 'alone')}?mode=ro", uri=True)
        assert alone.execute("SELECT count(*) FROM rows").fetchone()[0] >= TIDY_AFTER_ROWS
        alone.close()


def test_seq_does_not_grow_with_what_changes_nothing(tmp_path: Path) -> None:
    with table(tmp_path / "j") as at:
        assert at.snapshot.seq == 1
        assert at.tell(ThrowAsked()).seq == 1
        assert at.tap("KH").seq == 3
        assert at.snapshot.seq == 3


def test_a_card_that_moves_nothing_is_in_question_and_makes_what_was_seen_before_it_stale(
    tmp_path: Path,
) -> None:
    with table(tmp_path / "j") as at:
        refused = at.tap("3H")
        assert (why(refused.reason), refused.seq, at.snapshot.seq) == (Why.NO_PEG_OUT, 2, 2)
        assert why(at.tap("4H").reason) is Why.NO_PEG_OUT
        assert why(at.tell(ThrowAsked(), if_seq=2).reason) is Why.STALE
    journal, found = find_game(tmp_path / "j")
    journal.close()
    assert (found.seq, found.game) == (3, at.game)


def test_what_was_refused_last_is_still_shown_after_a_restart(tmp_path: Path) -> None:
    with table(tmp_path / "j") as at:
        at.tell(ThrowAsked())
        before = at.snapshot
    again = Table(tmp_path / "j")
    after = again.snapshot
    again.stop()
    assert why(before.refusal) is Why.NO_CARD
    assert (after.refusal, after.lamps, after.rhythms) == (before.refusal, before.lamps, before.rhythms)


def test_an_input_meant_for_another_state_is_stale(tmp_path: Path) -> None:
    with table(tmp_path / "j") as at:
        seq = at.tap("KH").seq
        stale = at.tell(Chosen("K♥ AS-A8"), if_seq=seq - 1)
        assert (why(stale.reason), stale.seq) == (Why.STALE, seq)
        assert at.game.question is not None
        assert at.tell(Chosen("K♥ AS-A8"), if_seq=seq).reason is None


# --- bugs and broken disks ------------------------------------------------------------------------


def buggy(game: Game, told: Told, at_ms: int) -> Step:
    if isinstance(told, Chosen):
        raise ZeroDivisionError("planted")
    return judge(game, told, at_ms)


def test_a_bug_costs_one_refusal_and_never_the_game(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    with table(tmp_path / "j", rule=buggy) as at:
        at.tap("KH")
        before = at.game
        assert why(at.tell(Chosen("K♥ AS-A8")).reason) is Why.INTERNAL
        assert at.game is before
        assert why(at.snapshot.refusal) is Why.INTERNAL
        at.rule = judge
        assert at.tell(Chosen("K♥ AS-A8")).reason is None
        after = at.game
    logged = caplog.records[-1]
    assert logged.levelno == logging.ERROR
    assert '{"A": ["S", "S", "S", "S", "S"]' in logged.getMessage()
    assert "planted" in caplog.text
    journal, recovered = find_game(tmp_path / "j")
    journal.close()
    assert (recovered.game, recovered.notes) == (after, ())


def test_what_could_not_be_saved_is_not_shown(tmp_path: Path) -> None:
    with table(tmp_path / "j") as at:
        at.tap("KH")
        before = at.game
        break_connection(at)
        answer = at.tell(Chosen("K♥ AS-A8"))
        assert (why(answer.reason), answer.seq) == (Why.NOT_SAVED, 2)
        assert at.game == before
        assert why(at.snapshot.refusal) is Why.NOT_SAVED
        assert at.reopened == 1
        assert at.tell(Chosen("K♥ AS-A8")).reason is None
        assert phase_of(at.game) is Phase.PLAYING
    assert [row.kind for row in rows(tmp_path / "j")] == ["NewGame", "CardTapped", "Chosen"]


def test_the_game_goes_on_when_the_disk_comes_back(tmp_path: Path) -> None:
    folder = tmp_path / "folder"
    folder.mkdir()
    with table(folder / "j") as at:
        at.tap("KH")
        before = at.game
        folder.rename(tmp_path / "elsewhere")
        break_connection(at)
        for _ in range(3):
            assert why(at.tell(Chosen("K♥ AS-A8")).reason) is Why.NOT_SAVED
            assert at.game == before
        (tmp_path / "elsewhere").rename(folder)
        assert why(at.tell(Chosen("K♥ AS-A8")).reason) is Why.NOT_SAVED  # and now it is open again
        assert at.tell(Chosen("K♥ AS-A8")).reason is None


def test_a_deadline_that_cannot_be_saved_is_not_tried_without_end(tmp_path: Path) -> None:
    folder = tmp_path / "folder"
    folder.mkdir()
    with table(folder / "j") as at:
        at.tap("2H")
        at.tell(ThrowAsked())
        at.tell(BACK_HELD)
        folder.rename(tmp_path / "elsewhere")
        break_connection(at)
        at.pass_time(10_000)
        for _ in range(5):
            at.pass_time(10)
        assert at.reopened == 1
        (tmp_path / "elsewhere").rename(folder)
        at.pass_time(1_000)
        assert at.reopened == 2
        assert isinstance(at.game.ask, UndoAsk)
        at.pass_time(1_000)
        assert at.game.ask is None


def test_a_journal_that_breaks_while_it_is_read_again_stops_nothing(tmp_path: Path) -> None:
    with table(tmp_path / "j") as at:
        at.tap("KH")
        break_connection(at)
        for name in ("j", "j-wal"):
            (tmp_path / name).write_bytes(b"nonsense" * 1000)
        assert why(at.tell(Chosen("K♥ AS-A8")).reason) is Why.NOT_SAVED
        assert "damaged" in at.snapshot.notes[0]
        assert at.tell(NEW_GAME).reason is None


def test_many_refusals_are_not_all_kept_and_cost_no_turn_at_restart(tmp_path: Path) -> None:
    """A card that cannot move is refused, and yet it is the card in question: its row must be there."""
    with table(tmp_path / "j") as at:
        for _ in range(REFUSALS_A_TURN + 20):
            at.tell(Chosen("7♥ A0-A7"))
        at.tap("2H")
        at.tell(ThrowAsked())
        game = at.game
    assert len(rows(tmp_path / "j")) == 1 + REFUSALS_A_TURN + 2
    journal, recovered = find_game(tmp_path / "j")
    journal.close()
    assert (recovered.game, recovered.notes) == (game, ())


# --- time -----------------------------------------------------------------------------------------


def test_an_offered_undo_is_dropped_after_ten_seconds(tmp_path: Path) -> None:
    with table(tmp_path / "j") as at:
        at.tap("2H")
        at.tell(ThrowAsked())
        at.tell(BACK_HELD)
        assert isinstance(at.pass_time(9_999).game.ask, UndoAsk)
        assert at.pass_time(1).game.ask is None
    assert rows(tmp_path / "j")[-1].kind == "TimeReached"


def test_the_games_clock_goes_on_where_it_was(tmp_path: Path) -> None:
    with table(tmp_path / "j") as at:
        at.pass_time(50_000)
        at.tap("2H")
    with table(tmp_path / "j") as at:
        at.tap("2H")
    times = [row.at_ms for row in rows(tmp_path / "j")]
    assert times == [0, 50_000, 50_000, 50_000]


# --- what the devices tell --------------------------------------------------------------------------


def test_a_tag_is_its_card_and_an_unknown_one_is_named(tmp_path: Path) -> None:
    with table(tmp_path / "j") as at:
        at.inbox.put(TagSeen("table", UID_OF["KH", 2]))
        question = at.settle().game.question
        assert question is not None
        assert (question.card.card.ascii, question.card.copy) == ("KH", 2)
        at.inbox.put(TagSeen("table", Uid(b"\x04\xff\x00\x01")))
        refusal = at.settle().refusal
        assert refusal == Reason(Why.UNKNOWN_CARD, name="04FF0001")
        assert at.game.question is question


def test_two_cards_at_once_are_told_apart(tmp_path: Path) -> None:
    with table(tmp_path / "j") as at:
        at.tap("KH")
        before = at.game
        at.inbox.put(TagsCrowded("table"))
        assert why(at.settle().refusal) is Why.TWO_CARDS
        assert at.game is before


def test_what_comes_from_a_seats_own_reader_is_that_seats(tmp_path: Path) -> None:
    with table(tmp_path / "j", seats={"blue": Seat(1)}) as at:
        at.inbox.put(TagSeen("blue", UID_OF["KH", 1]))
        assert at.settle().refusal == Reason(Why.NOT_YOUR_TURN, name="A")
        at.inbox.put(TagSeen("middle", UID_OF["KH", 1]))
        assert at.settle().refusal is None


def test_edges_become_presses_and_detents_walk(tmp_path: Path) -> None:
    with table(tmp_path / "j") as at:
        at.tap("KH")
        press(at, "confirm", at.clock.now_ms, 100)
        at.pass_time(200)
        assert phase_of(at.game) is Phase.PLAYING
        at.inbox.put(KnobTurned("knob", 1))
        assert at.settle().game.shown is not None


def test_a_hold_is_judged_while_it_is_down(tmp_path: Path) -> None:
    with table(tmp_path / "j") as at:
        at.tap("2H")
        at.inbox.put(ButtonEdge("confirm", Edge(True, at.clock.now_ms)))
        at.pass_time(1_000)
        assert phase_of(at.game) is Phase.CHOOSING
        at.pass_time(200)
        assert phase_of(at.game) is Phase.PLAYING
        assert at.game.play is not None
        assert at.game.play.turn == 1


def test_a_press_is_no_hold_because_the_disk_was_slow(tmp_path: Path) -> None:
    """While one input is written, two seconds pass and a short press waits in the inbox."""

    def slow(game: Game, told: Told, at_ms: int) -> Step:
        if isinstance(told, ShowBoardAsked):
            at.clock.now_ms += 2_000
            at.inbox.put(ButtonEdge("confirm", Edge(False, begun_ms + 100)))
        return judge(game, told, at_ms)

    with table(tmp_path / "j", rule=slow) as at:
        at.tap("2H")
        begun_ms = at.clock.now_ms
        at.inbox.put(ButtonEdge("confirm", Edge(True, begun_ms)))
        at.tell(ShowBoardAsked())
        at.tell(ShowBoardAsked())
        at.settle()
        assert phase_of(at.game) is Phase.CHOOSING, "the card was thrown by a press that was no hold"


def test_edges_told_late_keep_their_own_times(tmp_path: Path) -> None:
    """A press that was over before anybody looked is as long as it was."""
    with table(tmp_path / "j") as at:
        at.tap("KH")
        begun_ms = at.clock.now_ms
        at.pass_time(500)
        press(at, "next", begun_ms + 100, 100)
        press(at, "confirm", begun_ms + 300, 100)
        at.pass_time(200)
        assert phase_of(at.game) is Phase.PLAYING


def test_what_a_simulated_hand_did_is_judged_when_it_has_done_it(tmp_path: Path) -> None:
    """Holds and presses one right after the other end later than now, and yet none is waited for."""
    hand = OneHand()
    with table(tmp_path / "j") as at:
        for turn, (card, held_ms) in enumerate([("2H", 1_500), ("3H", 1_500), ("KH", 100)], start=1):
            at.tap(card)
            for edge in hand.press(at.clock.now_ms, held_ms):
                at.inbox.put(ButtonEdge("confirm", edge))
            at.settle()
            play = at.game.play
            assert play is not None
            assert len(play.turns) == turn


def press(at: Table, button: str, begun_ms: int, held_ms: int) -> None:
    at.inbox.put(ButtonEdge(button, Edge(True, begun_ms)))
    at.inbox.put(ButtonEdge(button, Edge(False, begun_ms + held_ms)))


def test_a_device_that_changed_is_shown_and_changes_nothing_else(tmp_path: Path) -> None:
    with table(tmp_path / "j") as at:
        at.tell(ThrowAsked())
        before = at.snapshot
        at.health = (healthy("table", State.MISSING),)
        at.inbox.put(DeviceChanged())
        after = at.settle()
        assert after.devices == at.health
        assert (after.seq, after.game, after.refusal) == (before.seq, before.game, before.refusal)
        assert after.refused_ms == before.refused_ms


def test_a_button_that_goes_while_it_is_held_holds_no_more(tmp_path: Path) -> None:
    for goes in (True, False):
        with table(tmp_path / f"{goes}") as at:
            at.inbox.put(ButtonEdge("next", Edge(True, at.clock.now_ms)))
            assert at.pass_time(500).held is not None
            before = at.snapshot.game
            at.health = (healthy("next", State.RETRYING if goes else State.OK),)
            assert (at.pass_time(2_000).game == before) is goes, "what is held shows the board"


def test_effects_are_played_once_each(tmp_path: Path) -> None:
    with table(tmp_path / "j") as at:
        at.effects.clear()
        at.tap("KH")
        at.tell(Chosen("K♥ AS-A8"))
        at.tell(ThrowAsked())
        assert at.effects == [Effect.TICK, Effect.TAKEN, Effect.YOUR_TURN, Effect.DRAW_FIRST, Effect.REFUSED]


# --- a new game -----------------------------------------------------------------------------------


def test_a_game_gets_its_name_and_who_begins(tmp_path: Path) -> None:
    begun = set()
    with table(tmp_path / "j") as at:
        for _ in range(60):
            at.tell(NewGame(4, "pagat"))
            play = at.game.play
            assert play is not None
            assert play.setup.asked.game_id == f"g{at.snapshot.seq}"
            begun.add(play.turn)
    assert begun == {0, 1, 2, 3}


def test_what_cannot_be_set_up_leaves_the_game_that_runs(tmp_path: Path) -> None:
    with table(tmp_path / "j") as at:
        before = at.game
        for asked in (NewGame(5, "pagat"), NewGame(4, "no such rules"), NewGame(4, "pagat", teams=3)):
            assert why(at.tell(asked).reason) is Why.BAD_SETUP
        assert at.game is before


def test_a_confirm_begins_the_same_game_again(tmp_path: Path) -> None:
    """Without a phone: confirm asks, confirm says yes. DESIGN 3, no game."""
    running = Table(tmp_path / "j")
    try:
        assert running.tell(Pressed(Key.CONFIRM)).reason is None
        assert phase_of(running.game) is Phase.NO_GAME
        assert running.tell(Pressed(Key.CONFIRM)).reason is None
        assert phase_of(running.game) is Phase.PLAYING
    finally:
        running.stop()
    assert [row.kind for row in rows(tmp_path / "j")] == ["Pressed", "Pressed", "NewGame"]


def test_inputs_of_many_askers_are_judged_one_by_one(tmp_path: Path) -> None:
    with table(tmp_path / "j") as at:
        for copy in (1, 2, 3):
            at.inbox.put(TagSeen("table", UID_OF["KH", copy]))
        at.inbox.put(TagSeen("table", UID_OF["QH", 1]))
        game = at.settle().game
        assert game.question is not None
        assert game.question.card.card == Card.parse("QH")
        assert [question.card.copy for question in game.aside] == [1, 2, 3]
        assert at.tell(ShowBoardAsked()).reason is None
        assert at.tell(CardTapped(Card.parse("KH"), 1)).reason is None
