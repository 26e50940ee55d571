"""`peglight perft`: how many ways there are to play on, for comparing engines. docs/perft.md."""

import argparse
import json
import sys

from engine.board import seat_name
from engine.moves import Movement
from engine.perft import Start, perft, starts
from engine.position import write_position
from engine.ruleset import PRESETS, BadOption, build
from engine.seating import check_rules_at, seating
from firmware_host import exits

MOST_TURNS = 12


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """What `peglight perft` takes."""
    parser.add_argument("--rules", required=True, help=f"one of {', '.join(PRESETS)}")
    parser.add_argument("--players", type=int, required=True, help="2, 4, 6, 8 or 10")
    parser.add_argument("--teams", type=int, help="how many sides; two if left out, none for two players")
    parser.add_argument("--depth", type=int, required=True, help="how many turns; each is many times as long")
    parser.add_argument("--json", action="store_true", help="print each position as a JSON object in a line")


def run(arguments: argparse.Namespace) -> int:
    """Count from the opening and from every set position, and print a line for each."""
    try:
        moving = _movement(arguments)
        if not 1 <= arguments.depth <= MOST_TURNS:
            raise BadOption("depth", f"it must be 1 to {MOST_TURNS}")
    except BadOption as bad:
        print(f"peglight perft: {bad}", file=sys.stderr)
        return exits.USAGE
    for start in starts(moving.table):
        counts = perft(moving, start, arguments.depth)
        print(_as_json(moving, start, counts) if arguments.json else _as_text(start, counts), flush=True)
    return exits.DONE


def _movement(arguments: argparse.Namespace) -> Movement:
    teams = arguments.teams
    if teams is None:
        teams = 0 if arguments.players == 2 else 2
    table, rules = seating(arguments.players, teams), build(arguments.rules, {})
    check_rules_at(arguments.rules, rules, table)
    return Movement(table, rules)


def _as_text(start: Start, counts: list[int]) -> str:
    return f"{start.name:13}" + "".join(f" {count:>13,}" for count in counts)


def _as_json(moving: Movement, start: Start, counts: list[int]) -> str:
    table = moving.table
    return json.dumps(
        {
            "rules": moving.rules.name,
            "sides": table.board.sides,
            "teams": table.names(),
            "name": start.name,
            "pegs": write_position(table, start.position),
            "turn": seat_name(start.turn),
            "hands": {seat_name(seat): [rank.value for rank in hand] for seat, hand in start.hands.items()},
            "counts": counts,
        }
    )
