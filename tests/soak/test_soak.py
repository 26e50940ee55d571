"""The small edition of `make soak`: some turns at a board whose devices break, and a daemon killed."""

from pathlib import Path

from tests.soak.sitting import Sitting

TURNS = 60


def test_turns_among_faults_and_kills_are_shown_as_a_referee_beside_them_says(tmp_path: Path) -> None:
    counts = Sitting(tmp_path, seed=6).play(TURNS)
    assert counts.turns >= TURNS
    assert counts.kills > 0
    assert sum(counts.faults.values()) > 0
    assert counts.inputs["undo"] > 0
    assert counts.proven > TURNS // 2
