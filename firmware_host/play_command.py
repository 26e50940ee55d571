"""`peglight play`: whole games without a board, each card judged like at the table. DESIGN 8."""

import argparse
import json
import random
import sys
import time

from engine.inputs import NewGame
from engine.ruleset import PRESETS, BadOption
from engine.setting_up import setup_of
from firmware_host import exits
from firmware_host.counted import counted
from firmware_host.headless import HeadlessTable, Policy

MOST_TURNS_A_PLAYER = 5_000
"""A game of random moves may wander; one that is longer than this is given up and not counted as finished."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """What `peglight play` takes."""
    parser.add_argument("--rules", required=True, help=f"one of {', '.join(PRESETS)}")
    parser.add_argument("--players", type=int, required=True, help="2, 4, 6, 8 or 10")
    parser.add_argument("--games", type=int, default=1, help="how many")
    parser.add_argument("--seed", type=int, default=0, help="the same seed plays the same games")
    parser.add_argument(
        "--policy", type=Policy, choices=list(Policy), default=Policy.GREEDY, help="how cards are chosen"
    )
    parser.add_argument("--json", action="store_true", help="print the sums as one JSON object, last")


def run(arguments: argparse.Namespace) -> int:
    """Play, then print how it went."""
    asked = NewGame(arguments.players, arguments.rules, teams=0 if arguments.players == 2 else 2)
    try:
        setup_of(asked)
        if arguments.games < 0:
            raise BadOption("games", "it must be 0 or more")
    except BadOption as bad:
        print(f"peglight play: {bad}", file=sys.stderr)
        return exits.USAGE
    begun_s = time.monotonic()
    finished = turns = 0
    for number in range(arguments.games):
        rng = random.Random(f"{arguments.seed} {number}")
        played = HeadlessTable(asked, rng, arguments.policy).run(MOST_TURNS_A_PLAYER * arguments.players)
        finished += played.finished
        turns += played.turns
    seconds = time.monotonic() - begun_s
    sums = {"games": arguments.games, "finished": finished, "turns": turns, "seconds": round(seconds, 3)}
    if arguments.json:
        print(json.dumps(sums))
    else:
        games, taken = counted(arguments.games, "game", "games"), counted(turns, "turn", "turns")
        print(f"{finished} of {games} finished in {taken} and {seconds:.1f} s.")
    return exits.DONE
