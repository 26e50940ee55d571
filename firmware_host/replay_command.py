"""`peglight replay FILE`: play a game in text through the referee, and say where it breaks the rules."""

import argparse
import sys
from pathlib import Path

from engine.board import seat_name
from engine.game import Game
from engine.minutes import parse_minutes
from engine.minutes_header import BadMinutes
from engine.replaying import BreaksRules, replay
from firmware_host import exits
from firmware_host.counted import counted


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """What `peglight replay` takes."""
    parser.add_argument("file", type=Path, help="a game as docs/notation.md tells; - reads it from stdin")


def run(arguments: argparse.Namespace) -> int:
    """Print how the game went, or `FILE:LINE:COLUMN: what is wrong`."""
    name = "stdin" if arguments.file == Path("-") else str(arguments.file)
    try:
        data = sys.stdin.buffer.read() if name == "stdin" else arguments.file.read_bytes()
    except OSError as error:
        print(f"peglight replay: {name}: {error.strerror}", file=sys.stderr)
        return exits.USAGE
    try:
        game = replay(parse_minutes(data.decode()))
    except UnicodeDecodeError as bad:
        before = data[: bad.start].decode().split("\n")
        print(f"{name}:{len(before)}:{len(before[-1]) + 1}: it is no text in UTF-8")
    except BadMinutes as bad:
        print(f"{name}:{bad.line}:{bad.column}: {bad.problem}")
    except BreaksRules as broken:
        print(f"{name}:{broken.line}: {broken.problem}")
    else:
        print(f"{name}: {_told(game)}")
        return exits.DONE
    return exits.FOUND


def _told(game: Game) -> str:
    play = game.play
    assert play is not None
    rules = play.setup.movement.rules
    played = counted(len(play.turns), "turn", "turns")
    turns = f"{rules.name}, {play.setup.table.players} players, {played}"
    if play.winner is None:
        return f"{turns}; it is the turn of {seat_name(play.turn)}."
    return f"{turns}; {'+'.join(map(seat_name, play.winner))} won."
