"""Power cuts at random moments of an evening, on two disks that record what is written to them.

    python -m tests.cuts.power --points 300 --seed 1             both disks, then each planted weakness
    python -m tests.cuts.power --points 300 --only files         without root: strace is enough

`files` is the harsher judge of names: it keeps none whose folder was not synced. `disk` is the real thing: an
ext4 whose blocks are lost or kept one by one. A weakness that neither finds is a failure, like a loss.
"""

import argparse
import random
import sys
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from firmware_host.journal import Row
from tests.cuts.aftermath import Mark, losses, rows_of
from tests.cuts.recorded_disk import RecordedDisk, after_cuts, mounted
from tests.cuts.recorded_files import Done, Folder, traced
from tests.cuts.session import Evening, Marks
from tests.cuts.weakened import WEAKNESSES
from tests.tree import ROOT

INPUTS = 120


@dataclass(frozen=True, slots=True)
class Cuts:
    """What came of so many power cuts: those after which something was amiss, each with what."""

    points: int
    durable: int
    amiss: tuple[tuple[int, list[str]], ...]

    def __str__(self) -> str:
        words = f"{self.points} cuts, {self.durable} durable rows, {len(self.amiss)} cuts with a loss"
        return f"{words}: {'; '.join(self.amiss[0][1])}" if self.amiss else words


def on_files(work: Path, points: int, seed: int, weakness: str = "") -> Cuts:
    """The evening under strace, and the folder as each cut leaves it."""
    home, marks = work / "home", work / "home" / "marks"
    home.mkdir(parents=True)
    words = ["-m", "tests.cuts.session", str(home), str(marks), str(seed), str(INPUTS)]
    done = traced([sys.executable, *words, *filter(None, [weakness])], work / "trace", ROOT)
    whole, rng = rows_of(home), random.Random(seed)
    begun = next(n for n, one in enumerate(done) if one.path == str(marks))
    at = sorted(rng.randrange(begun, len(done)) for _ in range(points))
    return _cuts(whole, at, _left(done, at, home, str(marks), work, rng))


def _left(
    done: list[Done], at: list[int], home: Path, marks: str, work: Path, rng: random.Random
) -> Iterator[tuple[Mark, Path]]:
    folder, mark, begun = Folder(home), Mark(), 0
    for number, cut in enumerate(at):
        for one in done[begun:cut]:
            if one.path != marks:
                folder.do(one)
            elif one.call == "write":
                mark = Mark.of(one.data)
        begun = cut
        left = work / f"cut-{number}"
        left.mkdir()
        folder.leave(left, rng)
        yield mark, left


def on_a_disk(work: Path, points: int, seed: int, weakness: str = "") -> Cuts:
    """The evening on a disk of its own, which is then recovered after each cut."""
    with RecordedDisk(work) as disk:
        Evening(disk.home, Marks(disk.mark), seed, INPUTS, weakness).play()
        whole = rows_of(disk.home)
    entries, rng = disk.entries(), random.Random(seed)
    at = sorted(rng.randrange(1, len(entries) + 1) for _ in range(points))
    left = after_cuts(disk.base, entries, at, rng)
    return _cuts(whole, at, ((Mark.of(mark), mounted(image, work)) for mark, image in left))


def _cuts(whole: list[Row], at: list[int], left: Iterator[tuple[Mark, Path]]) -> Cuts:
    amiss = []
    for cut, (mark, home) in zip(at, left, strict=True):
        if found := losses(home, mark, whole):
            amiss.append((cut, found))
    return Cuts(len(at), sum(row.durable for row in whole), tuple(amiss))


DISKS: dict[str, Callable[[Path, int, int, str], Cuts]] = {"files": on_files, "disk": on_a_disk}


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--points", type=int, default=300)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", choices=list(DISKS))
    args = parser.parse_args()
    disks = [args.only] if args.only else list(DISKS)
    failed = False
    for weakness in ("", *WEAKNESSES):
        found = 0
        for disk in disks:
            with tempfile.TemporaryDirectory() as work:
                cuts = DISKS[disk](Path(work) / "w", args.points, args.seed, weakness)
            found += len(cuts.amiss)
            print(f"{disk}, {f'weakened: {weakness}' if weakness else 'as it is'}: {cuts}", flush=True)
        failed |= bool(weakness) == (found == 0)
    return int(failed)


if __name__ == "__main__":
    raise SystemExit(main())
