"""Which lamp sits at which hole. DESIGN 4, Board map.

A strip is described in wiring order by runs: `"A0..A17"`, `"AH5..AH1"` (either direction), a single hole,
or `"skip 2"` for lamps that light nothing.
"""

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from functools import cache

from engine.board import PEGS, Seat, board
from firmware_host.table_lamps import start_bar
from hardware.sentence import Sentence

SIDES = (4, 6, 8, 10)
SKIPPED = ""
_RUN = re.compile(r"([A-J][HS]?)(\d{1,2})\.\.([A-J][HS]?)(\d{1,2})")
_SKIP = re.compile(r"skip (\d{1,4})")


class BadMap(ValueError):
    """A description that names no lamp, or names one wrongly: says which run."""

    def __init__(self, message: str, /, **values: object) -> None:
        self.sentence = Sentence(message, **values)
        super().__init__(self.sentence)


@cache
def names_of(sides: int) -> tuple[str, ...]:
    """Every lamp of a board: for each side its track, its home row and its start bar, in this order."""
    table = board(sides)
    names: list[str] = []
    for seat in table.seats():
        names += [table.name(table.along(table.in_spots[seat], i - 3)) for i in range(18)]
        names += [table.name(table.home(seat, depth)) for depth in range(1, PEGS + 1)]
        names += start_bar(Seat(seat))
    return tuple(names)


def expand(runs: Iterable[str]) -> list[str]:
    """The hole of each lamp in wiring order; SKIPPED for one that lights nothing.

    Raises:
        BadMap: naming the run.
    """
    return [name for run in runs for name in _expand(run)]


def _expand(run: str) -> list[str]:
    skip = _SKIP.fullmatch(run)
    if skip:
        return [SKIPPED] * int(skip[1])
    ends = _RUN.fullmatch(run)
    if ends is None:
        if run not in names_of(10):
            raise BadMap(
                "{run} is no hole; write A0..A17, AH5..AH1, AS1..AS5, one hole, or skip 2", run=repr(run)
            )
        return [run]
    first, last = int(ends[2]), int(ends[4])
    if ends[1] != ends[3]:
        raise BadMap("{run} runs from one row into another; write a run for each", run=repr(run))
    step = 1 if last >= first else -1
    holes = [f"{ends[1]}{i}" for i in range(first, last + step, step)]
    known = set(names_of(10))
    for hole in holes:
        if hole not in known:
            raise BadMap("{run}: there is no hole {hole}", run=repr(run), hole=hole)
    return holes


def sides_named(holes: Iterable[str]) -> int:
    """The smallest board that has all these holes."""
    seats = max((ord(hole[0]) - ord("A") + 1 for hole in holes if hole), default=0)
    return next(sides for sides in SIDES if sides >= seats)


def check(strips: Sequence[Sequence[str]], sides: int) -> list[Sentence]:
    """What is wrong with the map of a ring: holes without a lamp, with two, and of other boards."""
    counted = Counter(name for strip in strips for name in strip if name)
    wanted = names_of(sides)
    twice = sorted(name for name, times in counted.items() if times > 1)
    strange = sorted(counted.keys() - set(wanted))
    missing = [name for name in wanted if name not in counted]
    problems = [
        (twice, Sentence("two lamps are at {holes}", holes=", ".join(twice))),
        (strange, Sentence("there is no hole {holes}", holes=", ".join(strange))),
        (missing, Sentence("no lamp is at {holes}", holes=", ".join(missing))),
    ]
    return [problem for names, problem in problems if names]


def runs_of(names: Iterable[str]) -> list[str]:
    """The shortest description of lamps in wiring order, without what is skipped at the end; see `expand`."""
    lamps = list(names)
    while lamps and lamps[-1] == SKIPPED:
        lamps.pop()
    runs: list[list[str]] = []
    for name in lamps:
        if runs and _continues(runs[-1], name):
            runs[-1].append(name)
        else:
            runs.append([name])
    return [_written(run) for run in runs]


def _continues(run: Sequence[str], name: str) -> bool:
    if name == SKIPPED or run[-1] == SKIPPED:
        return name == run[-1]
    (row, last), (other, next_one) = _parts(run[-1]), _parts(name)
    step = next_one - last
    return row == other and step in (1, -1) and (len(run) == 1 or step == last - _parts(run[-2])[1])


def _written(run: Sequence[str]) -> str:
    if run[0] == SKIPPED:
        return f"skip {len(run)}"
    return run[0] if len(run) == 1 else f"{run[0]}..{run[-1]}"


def _parts(name: str) -> tuple[str, int]:
    """The row of a hole and its number there: `AH3` is 3 of `AH`."""
    row = name.rstrip("0123456789")
    return row, int(name[len(row) :])
