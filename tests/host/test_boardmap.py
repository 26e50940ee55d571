"""Which lamp sits at which hole. DESIGN 4, Board map."""

import pytest

from firmware_host.boardmap import SKIPPED, BadMap, check, expand, names_of


@pytest.mark.parametrize(
    ("runs", "holes"),
    [
        (["A0..A3"], ["A0", "A1", "A2", "A3"]),
        (["AH5..AH3"], ["AH5", "AH4", "AH3"]),
        (["BS1..BS2", "B17"], ["BS1", "BS2", "B17"]),
        (["J8..J8", "skip 2", "JH1"], ["J8", SKIPPED, SKIPPED, "JH1"]),
        ([], []),
        (["skip 0"], []),
    ],
)
def test_runs_are_read_in_wiring_order(runs: list[str], holes: list[str]) -> None:
    assert expand(runs) == holes


NO_LAMPS = "A|A18|A17..A18|A0..B3|AH0|AH6|AS6|K0|a0|A0...A3|A0..|skip|skip -1|skip 99999|A0..A3 |A00|S|A0\n|"


@pytest.mark.parametrize("run", NO_LAMPS.split("|"))
def test_a_run_that_names_no_lamp_is_named(run: str) -> None:
    with pytest.raises(BadMap, match="^" + repr(run).replace("\\", "\\\\")):
        expand([run])


@pytest.mark.parametrize("sides", [4, 6, 8, 10])
def test_a_board_has_28_lamps_a_side(sides: int) -> None:
    names = list(names_of(sides))
    assert len(set(names)) == len(names) == 28 * sides
    assert names[:18] == [f"A{n}" for n in range(18)]
    assert names[18:28] == ["AH1", "AH2", "AH3", "AH4", "AH5", "AS1", "AS2", "AS3", "AS4", "AS5"]
    assert expand(names) == names
    assert check([names[:50], names[50:]], sides) == []


def test_lamps_missing_and_lamps_twice_are_named() -> None:
    names = names_of(4)
    assert check([[*names[1:], "B3", SKIPPED, SKIPPED]], 4) == ["two lamps are at B3", "no lamp is at A0"]


def test_lamps_at_holes_of_a_larger_board_are_named() -> None:
    assert check([[*names_of(4), "F3", "E0"]], 4) == ["there is no hole E0, F3"]


def test_two_lamps_at_one_hole_are_named_on_whichever_strips_they_are() -> None:
    assert check([names_of(4), ["C7"]], 4) == ["two lamps are at C7"]
