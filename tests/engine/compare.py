"""The engine against the slow generator, over as many seeded cases as one likes.

    python -m tests.engine.compare --cases 1000000 --seed 7

Each case is judged by both; by the engine without recipes too; and by the engine once more with the table
turned by some seats and everything whose order means nothing put in another order. The first differences are
printed as cases to paste.
"""

import argparse
import random
import time
from collections.abc import Iterable, Iterator
from dataclasses import asdict, replace

from tests.engine.fast import judged_at_once, judged_fast
from tests.slow.generator import Outcome, outcomes
from tests.slow.positions import Case, random_case, rotated, rotated_back, seats_on

SHOWN = 5


def differences(cases: Iterable[Case], rng: random.Random) -> Iterator[str]:
    """A line for each case that the two judge otherwise, or the engine otherwise when turned."""
    for case in cases:
        fast, slow = judged_fast(case), outcomes(**asdict(case))
        if fast != slow:
            yield f"{case!r}\n  only the engine: {fast - slow}\n  only the slow one: {slow - fast}"
        if sorted(judged_at_once(case)) != sorted(fast):
            yield f"without recipes: {case!r}\n  {judged_at_once(case)}\n  with them: {fast}"
        turned = turned_round(case, rng)
        if turned != fast:
            yield f"turned round: {case!r}\n  only turned: {turned - fast}\n  only as it was: {fast - turned}"


def turned_round(case: Case, rng: random.Random) -> set[Outcome]:
    """What the engine says of the case some seats further on, told in the seats of the case itself.

    RULES 1, 2: no seat is special, so every hole and seat gets the name of one further on.
    """
    turns = rng.randrange(1, max(2, case.sides // seats_on(case)))
    way = [case]
    for _ in range(turns):
        way.append(rotated(way[-1]))
    found = judged_fast(reordered(way[-1], rng))
    for earlier in reversed(way[:-1]):
        found = {rotated_back(outcome, earlier) for outcome in found}
    return found


def reordered(case: Case, rng: random.Random) -> Case:
    """The same case with its lists in another order. RULES 1: order within a seat means nothing."""
    seats = rng.sample(list(case.pegs), len(case.pegs))
    return replace(
        case,
        teams=[rng.sample(team, len(team)) for team in rng.sample(case.teams, len(case.teams))],
        pegs={seat: rng.sample(case.pegs[seat], 5) for seat in seats},
    )


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--cases", type=int, default=100_000)
    parser.add_argument("--seed", type=int, default=0)
    args = parser.parse_args()
    rng = random.Random(args.seed)
    began_s = time.monotonic()
    found = 0
    for line in differences((random_case(rng) for _ in range(args.cases)), random.Random(args.seed + 1)):
        found += 1
        print(line, flush=True)
        if found == SHOWN:
            break
    print(f"{args.cases} cases, seed {args.seed}, {found} differences, {time.monotonic() - began_s:.0f} s")
    return min(found, 1)


if __name__ == "__main__":
    raise SystemExit(main())
