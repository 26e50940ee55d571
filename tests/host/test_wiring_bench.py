"""The wiring wizard at work: rings on several strips, a phone that walks away, the map that is kept."""

import random
from pathlib import Path

import pytest

from firmware_host.boardmap import expand, names_of
from firmware_host.config import load
from firmware_host.lamp_loan import LOAN_MS
from firmware_host.wiring_bench import WiringBench
from tests.web.small_lights import SmallBoard

STRIP = '\n[[strip]]\nname = "{}"   # in the lid\ndriver = "simulated"\nlamps = {}\n'
Truth = dict[str, list[tuple[int, str]]]


def club_board(seed: int) -> Truth:
    """Three rings, their sides in pieces in any order on two strips: of each lamp its ring and its hole."""
    chance = random.Random(seed)
    pieces = [
        [
            (sides, hole)
            for hole in expand([run.format(x, x) for run in ("{}0..{}17", "{}H1..{}H5", "{}S1..{}S5")])
        ]
        for sides in (4, 6, 8)
        for x in "ABCDEFGHIJ"[:sides]
    ]
    chance.shuffle(pieces)
    truth: Truth = {"one": [], "two": []}
    for i, piece in enumerate(pieces):
        truth["one" if i < len(pieces) // 2 else "two"] += piece[:: chance.choice((1, -1))]
    return truth


def board_of(path: Path, truth: Truth) -> SmallBoard:
    text = 'name = "Club"\n' + "".join(STRIP.format(name, len(lamps)) for name, lamps in truth.items())
    path.write_text(text, encoding="utf-8")
    return SmallBoard(path, text)


def lit(board: SmallBoard, truth: Truth) -> list[tuple[str, int]]:
    """The lamps that are lit: the strip, and the number from 1."""
    found = []
    for strip, lamps in truth.items():
        frame = board.loan.frame(strip, len(lamps), 1.0) or b""
        found += [(strip, i // 3 + 1) for i in range(0, len(frame), 3) if any(frame[i : i + 3])]
    return found


def answer_all(board: SmallBoard, bench: WiringBench, truth: Truth, sides: int) -> int:
    answers = 0
    while (shown := bench.shown()) and shown.strip:
        assert lit(board, truth) == [(shown.strip, shown.number)], "the lamp in question, and no other"
        ring, hole = truth[shown.strip][shown.number - 1]
        assert bench.say(shown.strip, shown.number, hole if ring == sides else "")
        answers += 1
    return answers


@pytest.mark.parametrize("seed", [1])
def test_three_rings_are_wired_one_after_the_other(tmp_path: Path, seed: int) -> None:
    path, truth = tmp_path / "board.toml", club_board(seed)
    board = board_of(path, truth)
    bench = board.lights.wiring
    asked = {}
    for sides in (4, 6, 8):
        bench.begin(sides, anew=True, apart=True)
        asked[sides] = answer_all(board, bench, truth, sides)
        assert bench.save() == ""
    plans = load(path).strip_plans
    for strip, lamps in truth.items():
        for sides in (4, 6, 8):
            holes = list(plans[strip].rings.get(sides, ()))
            wanted = [hole if ring == sides else "" for ring, hole in lamps]
            assert holes + [""] * (len(lamps) - len(holes)) == wanted
    assert asked[8] < 8 * 28 / 2, "the lamps of the other rings were not asked about again"
    assert path.read_text(encoding="utf-8").count("# in the lid") == 2


def test_a_phone_that_walks_away_gives_the_lamps_back_and_loses_no_answer(tmp_path: Path) -> None:
    truth = {"one": [(4, hole) for hole in names_of(4)]}
    board = board_of(tmp_path / "board.toml", truth)
    bench = board.lights.wiring
    bench.begin(4, anew=True, apart=False)
    assert bench.say("one", 1, "A0")
    board.now_ms += LOAN_MS
    assert not board.lights.is_lent
    assert not board.lights.renew()
    bench.light()
    assert lit(board, truth) == [("one", 2)]
    shown = bench.shown()
    assert shown
    assert shown.said == ("A0",)


def test_a_map_that_lacks_a_lamp_is_not_kept(tmp_path: Path) -> None:
    truth = {"one": [(4, hole) for hole in names_of(4)[:-1]]}
    path = tmp_path / "board.toml"
    board = board_of(path, truth)
    before = path.read_text(encoding="utf-8")
    bench = board.lights.wiring
    bench.begin(4, anew=True, apart=False)
    answer_all(board, bench, truth, 4)
    shown = bench.shown()
    assert shown
    assert (shown.done, shown.lacking) == (True, ("DS5",))
    assert "no lamp is at DS5" in bench.save()
    assert path.read_text(encoding="utf-8") == before
