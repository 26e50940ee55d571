"""What is found again at start: the very game, or the last position that can be read. DESIGN 5, Start."""

import json
import random
import sqlite3
from collections.abc import Callable
from pathlib import Path

import pytest

from engine.cards import Card
from engine.game import Game
from engine.inputs import CardTapped, Chosen, Hands, ThrowAsked, Told, UndoAsked
from engine.referee import judge
from engine.step import Step, refuse
from engine.verdict import Why
from firmware_host.journal import NewerJournal, NotSaved, Row, open_journal
from firmware_host.recovery import Recovered, open_or_set_aside, recover
from firmware_host.salvage import salvage
from firmware_host.standing import set_up
from tests.host.rows import Recorder, durable, new_game


def recovered(path: Path, rule: Callable[[Game, Told, int], Step] = judge) -> Recovered:
    journal = open_journal(path)
    try:
        return recover(journal, rule)
    finally:
        journal.close()


def played(
    path: Path, seed: int, inputs: int = 150, players: int = 4, hands: Hands = Hands.CLOSED, **options: object
) -> Recorder:
    recorder = Recorder(path)
    recorder.tell(new_game(players, hands=hands, **options))
    recorder.wander(random.Random(seed), inputs)
    recorder.journal.close()
    return recorder


@pytest.mark.parametrize("hands", Hands)
@pytest.mark.parametrize("seed", range(9))
def test_what_is_replayed_is_what_was_live(tmp_path: Path, seed: int, hands: Hands) -> None:
    players = 4 if hands is Hands.TRACKED else [4, 6, 8][seed % 3]
    recorder = played(tmp_path / "j", seed, players=players, hands=hands, mercy_after=2 if seed % 2 else 0)
    assert recorder.game.play is not None
    found = recovered(tmp_path / "j")
    assert found.notes == ()
    assert found.game == recorder.game
    assert found.at_ms == recorder.at_ms


def test_undo_redo_shuffle_throw_and_agreed_positions_were_among_them(tmp_path: Path) -> None:
    """The games above prove little unless they went through every kind of durable row."""
    kinds = set()
    for seed in range(9):
        played(tmp_path / str(seed), seed, players=[4, 6, 8][seed % 3])
        journal = open_journal(tmp_path / str(seed))
        kinds |= {row.kind for row in journal.rows_from(0) if row.durable}
        journal.close()
    wanted = {"Chosen", "ThrowAsked", "UndoAsked", "RedoAsked", "Shuffled", "PositionAgreed", "StoodIn"}
    assert kinds >= wanted | {"NewGame", "Pressed", "LooksChanged"}


def test_options_that_are_lists_are_no_difference(tmp_path: Path) -> None:
    recorder = Recorder(tmp_path / "j")
    recorder.tell(new_game(rules="pagat", joker_from_start=("occupied", "come_out")))
    recorder.journal.close()
    assert recovered(tmp_path / "j").notes == ()
    assert recovered(tmp_path / "j").game == recorder.game


def test_only_the_last_game_is_replayed(tmp_path: Path) -> None:
    recorder = Recorder(tmp_path / "j")
    for _ in range(2):
        recorder.tell(new_game())
        recorder.wander(random.Random(1), 30)
    recorder.journal.close()
    assert recovered(tmp_path / "j").game == recorder.game


def test_a_board_just_bought_has_no_game(tmp_path: Path) -> None:
    assert recovered(tmp_path / "j") == Recovered(Game(), 0, 0)


def test_seq_is_that_of_the_last_change(tmp_path: Path) -> None:
    recorder = Recorder(tmp_path / "j")
    recorder.tell_all([new_game(), ThrowAsked(), ThrowAsked()])
    recorder.journal.close()
    assert recovered(tmp_path / "j").seq == 1


# --- the rules changed under a game ---------------------------------------------------------------


def stricter(game: Game, told: Told, at_ms: int) -> Step:
    """A later version that no longer lets a king come out."""
    if isinstance(told, CardTapped) and told.card.rank == "K":
        return refuse(game, Why.NO_EXIT_CARD)
    return judge(game, told, at_ms)


def come_out(path: Path) -> Recorder:
    recorder = Recorder(path)
    recorder.tell_all([new_game(), CardTapped(Card.parse("KH")), Chosen("K♥ AS-A8")])
    recorder.tell_all([CardTapped(Card.parse("2H")), ThrowAsked()])
    recorder.journal.close()
    return recorder


def test_rules_changed_under_a_game_go_on_from_its_last_position(tmp_path: Path) -> None:
    recorder = come_out(tmp_path / "j")
    found = recovered(tmp_path / "j", stricter)
    play, was = found.game.play, recorder.game.play
    assert play is not None
    assert was is not None
    assert (play.position, play.turn, play.played) == (was.position, was.turn, was.played)
    assert (found.at_ms, found.seq) == (recorder.at_ms, 5)
    (note,) = found.notes
    assert "row 2 (CardTapped): it was accepted and is NO_EXIT_CARD" in note
    assert "last stored position" in note


def test_what_was_before_it_cannot_be_taken_back(tmp_path: Path) -> None:
    come_out(tmp_path / "j")
    step = judge(recovered(tmp_path / "j", stricter).game, UndoAsked(), 9_999_999)
    assert step.ruling is not None
    assert step.ruling.why is Why.NOTHING_TO_UNDO


def test_a_game_that_went_on_so_is_found_again_so(tmp_path: Path) -> None:
    recorder = come_out(tmp_path / "j")
    recorder.journal = open_journal(tmp_path / "j")
    recorder.game = recovered(tmp_path / "j", stricter).game
    recorder.tell_all([CardTapped(Card.parse("QH")), Chosen("Q♥ CS-C8")])
    recorder.journal.close()
    found = recovered(tmp_path / "j", stricter).game
    assert found.play is not None
    assert recorder.game.play is not None
    assert found.play.position == recorder.game.play.position


def test_an_engine_that_fails_on_a_stored_input_loses_no_position(tmp_path: Path) -> None:
    def failing(game: Game, told: Told, at_ms: int) -> Step:
        if isinstance(told, Chosen):
            raise ZeroDivisionError
        return judge(game, told, at_ms)

    recorder = come_out(tmp_path / "j")
    found = recovered(tmp_path / "j", failing).game
    assert found.play is not None
    assert recorder.game.play is not None
    assert found.play.position == recorder.game.play.position


def test_a_bug_of_then_changed_nothing_and_bars_nothing_now(tmp_path: Path) -> None:
    recorder = Recorder(tmp_path / "j")
    recorder.tell(new_game())
    row = Row(2, 500, 0, "ThrowAsked", '{"kind":"ThrowAsked"}', "INTERNAL", None, 1)
    recorder.journal.append(row)
    recorder.tell(CardTapped(Card.parse("KH")))
    recorder.journal.close()
    assert recovered(tmp_path / "j") == Recovered(recorder.game, recorder.at_ms, 3)


# --- rows that make no sense ----------------------------------------------------------------------


@pytest.mark.parametrize(
    "column", ["told = 'x'", "told = '[1]'", """told = '{"kind":"Never"}'""", "after = '{'", "after = '7'"]
)
@pytest.mark.parametrize("seq", [1, 3, 5])
def test_a_row_that_cannot_be_read_costs_no_other(tmp_path: Path, column: str, seq: int) -> None:
    recorder = come_out(tmp_path / "j")
    overwrite(tmp_path / "j", column, seq)
    found = recovered(tmp_path / "j").game
    assert found.play is not None
    assert recorder.game.play is not None
    assert found.play.position == recorder.game.play.position
    # Where the last position itself is unreadable, the one before it stands: a turn earlier.
    lost_a_turn = seq == 5 and column.startswith("after")
    assert (found.play.turn != recorder.game.play.turn) == lost_a_turn


def test_text_that_is_no_utf8_is_no_crash(tmp_path: Path) -> None:
    recorder = come_out(tmp_path / "j")
    overwrite(tmp_path / "j", "told = CAST(x'7BFF' AS TEXT)", 3)
    found = recovered(tmp_path / "j").game
    assert found.play is not None
    assert recorder.game.play is not None
    assert found.play.position == recorder.game.play.position


def overwrite(path: Path, change: str, seq: int) -> None:
    """What no program of ours can do: change a row."""
    connection = sqlite3.connect(path, isolation_level=None)
    connection.execute("DROP TRIGGER rows_stay")
    connection.execute(f"UPDATE rows SET {change} WHERE seq = {seq}")
    connection.close()


# --- files that are damaged -----------------------------------------------------------------------


def zeroed(begin: int, end: int) -> Callable[[bytes], bytes]:
    return lambda data: data[:begin] + bytes(end - begin) + data[end:]


DAMAGES: dict[str, Callable[[bytes], bytes]] = {
    "the header": zeroed(0, 100),
    "the first page": zeroed(0, 4096),
    "the page that leads to the rows": zeroed(4096, 8192),
    "a page of rows": zeroed(5 * 4096, 6 * 4096),
    "cut off within a page": lambda data: data[: len(data) - 3 * 4096 - 100],
    "cut in half": lambda data: data[: len(data) // 2],
    "noise in the middle": lambda data: data[:20_000] + random.Random(1).randbytes(6_000) + data[26_000:],
}


@pytest.mark.parametrize("damage", DAMAGES.values(), ids=DAMAGES.keys())
def test_a_damaged_file_is_set_aside_and_its_last_readable_position_stands(
    tmp_path: Path, damage: Callable[[bytes], bytes]
) -> None:
    path = tmp_path / "journal.sqlite"
    played(path, 3, inputs=250)
    whole = rows_of(path)
    path.write_bytes(damage(path.read_bytes()))
    damaged = path.read_bytes()

    journal, notes = open_or_set_aside(path)
    rows = list(journal.rows_from(0))
    found = recover(journal)
    journal.close()

    assert (tmp_path / "journal.damaged-1.sqlite").read_bytes() == damaged
    assert f"kept as journal.damaged-1.sqlite, {len(rows)} rows were carried on" in notes[0]
    assert len(rows) > len(whole) // 3
    assert set(rows) <= set(whole)
    assert stands(found.game) == stands(
        set_up(json.loads([row for row in rows if row.durable][-1].after or ""))
    )


def rows_of(path: Path) -> list[Row]:
    journal = open_journal(path)
    try:
        return list(journal.rows_from(0))
    finally:
        journal.close()


def stands(game: Game | None) -> object:
    assert game is not None
    assert game.play is not None
    return game.play.position, game.play.turn, game.play.played


def test_rows_still_in_the_log_are_salvaged_too(tmp_path: Path) -> None:
    """A killed daemon leaves its newest rows in the log beside the file."""
    recorder = Recorder(tmp_path / "live")
    recorder.tell(new_game())
    recorder.wander(random.Random(5), 60)
    for suffix in ("", "-wal"):
        (tmp_path / f"j{suffix}").write_bytes((tmp_path / f"live{suffix}").read_bytes())
    rows = list(recorder.journal.rows_from(0))
    recorder.journal.close()
    assert salvage(tmp_path / "j") == rows


@pytest.mark.parametrize("file_is", ["gone", "empty"])
def test_a_log_whose_file_is_lost_is_salvaged(tmp_path: Path, file_is: str) -> None:
    recorder = Recorder(tmp_path / "live")
    recorder.tell_all([new_game(), ThrowAsked(), CardTapped(Card.parse("KH"))])
    (tmp_path / "j-wal").write_bytes((tmp_path / "live-wal").read_bytes())
    recorder.journal.close()
    if file_is == "empty":
        (tmp_path / "j").touch()
    journal, notes = open_or_set_aside(tmp_path / "j")
    assert recover(journal).game == recorder.game
    assert "only its log is left" in notes[0]
    journal.close()


def test_a_row_longer_than_a_page_is_salvaged_whole(tmp_path: Path) -> None:
    journal = open_journal(tmp_path / "j")
    rows = [
        durable(seq, json.dumps("x" * size)) for seq, size in enumerate((10, 3900, 4200, 9000, 70_000), 1)
    ]
    for row in rows:
        journal.append(row)
    journal.close()
    assert salvage(tmp_path / "j") == rows


def test_whatever_bytes_are_there_salvage_answers(tmp_path: Path) -> None:
    played(tmp_path / "j", 2, inputs=150)
    whole, rng = (tmp_path / "j").read_bytes(), random.Random(7)
    for _ in range(100):
        data = bytearray(whole)
        for _ in range(rng.choice([1, 5, 200])):
            data[rng.randrange(len(data))] = rng.randrange(256)
        (tmp_path / "d").write_bytes(data)
        for row in salvage(tmp_path / "d"):
            assert isinstance(row.at_ms, int)


def test_whatever_bytes_are_flipped_the_daemon_can_start(tmp_path: Path) -> None:
    """Where SQLite sees no damage, the rows themselves may still be wrong."""
    played(tmp_path / "j", 2, inputs=150)
    whole, rng = (tmp_path / "j").read_bytes(), random.Random(8)
    for number in range(40):
        data = bytearray(whole)
        data[rng.randrange(100, len(data))] ^= 1 << rng.randrange(8)
        path = tmp_path / f"d{number}"
        path.write_bytes(data)
        try:
            journal, _notes = open_or_set_aside(path)
        except NewerJournal:
            continue
        assert recover(journal).game.play is not None
        journal.close()


def test_each_damaged_file_is_kept(tmp_path: Path) -> None:
    for text in (b"one" * 50, b"two" * 50):
        (tmp_path / "journal.sqlite").write_bytes(text)
        open_or_set_aside(tmp_path / "journal.sqlite")[0].close()
    kept = sorted(path.read_bytes()[:3] for path in tmp_path.glob("journal.damaged-?.sqlite"))
    assert kept == [b"one", b"two"]


def test_somebody_elses_database_is_set_aside(tmp_path: Path) -> None:
    connection = sqlite3.connect(tmp_path / "j")
    connection.execute("CREATE TABLE rows (id)")
    connection.close()
    journal, notes = open_or_set_aside(tmp_path / "j")
    assert "no journal of Peglight" in notes[0]
    assert journal.last_seq == 0
    journal.close()


def test_a_damaged_file_that_cannot_be_set_aside_is_left_as_it_is(tmp_path: Path) -> None:
    folder = tmp_path / "folder"
    folder.mkdir()
    (folder / "j").write_bytes(b"damaged" * 100)

    class Immovable(type(folder)):
        def rename(self, target: object) -> None:
            raise OSError(30, "Read-only file system")

    with pytest.raises(NotSaved, match=r"cannot be set aside: .*Read-only"):
        open_or_set_aside(Immovable(folder / "j"))
    assert (folder / "j").read_bytes() == b"damaged" * 100
