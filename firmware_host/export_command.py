"""`peglight export`: a game as text, or a deck as CSV, to keep or to take to another board."""

import argparse
import sqlite3
import sys

from firmware_host import exits
from firmware_host.game_file import NoSuchGame, game_text
from firmware_host.places import state_folder


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """What `peglight export` takes."""
    what = parser.add_subparsers(dest="what", required=True, metavar="WHAT")
    game = what.add_parser("game", help="a game, as docs/notation.md tells")
    game.add_argument(
        "number", type=int, nargs="?", help="as the page's history numbers it (default: the newest)"
    )


def run(arguments: argparse.Namespace) -> int:
    """Print it; a daemon beside it is not disturbed."""
    path = state_folder() / "journal.sqlite"
    try:
        text = game_text(path, arguments.number)
    except NoSuchGame as problem:
        return _say(str(problem), exits.USAGE)
    except sqlite3.Error as error:
        return _say(f"{path}: {error}", exits.DAMAGED)
    sys.stdout.write(text)
    return exits.DONE


def _say(text: str, code: int) -> int:
    print(f"peglight export: {text}", file=sys.stderr)
    return code
