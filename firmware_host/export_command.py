"""`peglight export`: a game as text, or a deck as CSV, to keep or to take to another board."""

import argparse
import sqlite3
import sys

from firmware_host import exits
from firmware_host.deck import DamagedDecks, read_beside
from firmware_host.deck_csv import write_csv
from firmware_host.game_file import NoSuchGame, game_text
from firmware_host.places import state_folder


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """What `peglight export` takes."""
    what = parser.add_subparsers(dest="what", required=True, metavar="WHAT")
    game = what.add_parser("game", help="a game, as docs/notation.md tells")
    game.add_argument(
        "number", type=int, nargs="?", help="as the page's history numbers it (default: the newest)"
    )

    deck = what.add_parser("deck", help="a deck as CSV, as `peglight import` takes it")
    deck.add_argument("name", nargs="?", help="which deck; may be left out where there is only one")


def run(arguments: argparse.Namespace) -> int:
    """Print it; a daemon beside it is not disturbed."""
    return _deck(arguments.name) if arguments.what == "deck" else _game(arguments.number)


def _deck(name: str | None) -> int:
    path = state_folder() / "decks.sqlite"
    try:
        cards = read_beside(path) if path.exists() else []
    except DamagedDecks as damage:
        return _say(str(damage), exits.DAMAGED)
    names = sorted({card.deck for card in cards})
    chosen = names[0] if name is None and len(names) == 1 else name
    if chosen not in names:
        known = f"there are {', '.join(map(repr, names))}; name one of them" if names else "none is enrolled"
        return _say(f"{'which deck' if name is None else f'no deck {name!r}'}: {known}", exits.USAGE)
    sys.stdout.write(write_csv(card for card in cards if card.deck == chosen))
    return exits.DONE


def _game(number: int | None) -> int:
    path = state_folder() / "journal.sqlite"
    try:
        text = game_text(path, number)
    except NoSuchGame as problem:
        return _say(str(problem), exits.USAGE)
    except sqlite3.Error as error:
        return _say(f"{path}: {error}", exits.DAMAGED)
    sys.stdout.write(text)
    return exits.DONE


def _say(text: str, code: int) -> int:
    print(f"peglight export: {text}", file=sys.stderr)
    return code
