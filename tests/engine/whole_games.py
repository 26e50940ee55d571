"""Whole games of every preset at every table it is made for, each card through the referee.

    python -m tests.engine.whole_games --games 200

After each turn pegs and cards are counted; a greedy game that does not end is a failure.
"""

import argparse
import random
import time
from collections.abc import Iterator

from engine.inputs import NewGame
from engine.seating import seating
from firmware_host.headless import HeadlessTable, Played, Policy

ALL = ((2, 0), (4, 2), (6, 2), (6, 3), (8, 2), (8, 4), (10, 2), (10, 5))
TABLES = {
    "bark-up-a-tree": ALL,
    "social-security": ALL,
    "pagat": ((4, 2), (6, 2), (6, 3), (8, 2), (8, 4)),
    "kilpatrick": ((4, 2), (6, 2), (8, 2)),
    "gamerules": ((4, 2), (6, 2), (8, 2)),
}
MOST_TURNS = 20_000
"""No greedy game has come near it."""


def tables() -> Iterator[tuple[str, int, int]]:
    """Every preset with every row of RULES 2 that it knows."""
    for rules, rows in TABLES.items():
        for players, teams in rows:
            yield rules, players, teams


def played(rules: str, players: int, teams: int, policy: Policy, seed: str, most: int = MOST_TURNS) -> Played:
    """One game; who begins is drawn."""
    rng = random.Random(f"{rules} {players} {teams} {seed}")
    first = rng.choice(seating(players, teams).seats)
    return HeadlessTable(NewGame(players, rules, teams=teams, first=first), rng, policy).run(most)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--policy", type=Policy, choices=list(Policy), default=Policy.GREEDY)
    parser.add_argument("--seed", default="0")
    args = parser.parse_args()
    endless = 0
    for table in tables():
        began_s = time.monotonic()
        games = [played(*table, args.policy, f"{args.seed} {n}") for n in range(args.games)]
        unfinished = sum(not game.finished for game in games)
        turns = sum(game.turns for game in games)
        endless += unfinished
        print(*table, f"{turns / args.games:.0f} turns, {unfinished} unfinished", end=", ")
        print(f"{(time.monotonic() - began_s) / args.games:.2f} s a game", flush=True)
    return int(args.policy is Policy.GREEDY and endless > 0)


if __name__ == "__main__":
    raise SystemExit(main())
