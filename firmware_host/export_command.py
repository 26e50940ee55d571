"""`peglight export`: a game as text, or a deck as CSV, to keep or to take to another board."""

import argparse
import sqlite3
import sys
from pathlib import Path

from firmware_host import exits
from firmware_host.backup import DECKS, JOURNAL
from firmware_host.deck import DamagedDecks, read_beside
from firmware_host.deck_csv import write_csv
from firmware_host.game_file import NoSuchGame, game_text
from firmware_host.places import board_places


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
    try:
        state, _config = board_places()
        if arguments.what == "deck":
            return _deck(state / DECKS, arguments.name)
        return _game(state / JOURNAL, arguments.number)
    except PermissionError as error:
        return _say(_unread(error.filename, error), exits.DAMAGED)


def _deck(path: Path, name: str | None) -> int:
    try:
        cards = read_beside(path) if path.exists() else []
    except DamagedDecks as damage:
        return _say(_unread(path, damage.__cause__ or damage), exits.DAMAGED)
    names = sorted({card.deck for card in cards})
    chosen = names[0] if name is None and len(names) == 1 else name
    if chosen not in names:
        known = f"there are {', '.join(map(repr, names))}; name one of them" if names else "none is enrolled"
        return _say(f"{'which deck' if name is None else f'no deck {name!r}'}: {known}", exits.USAGE)
    sys.stdout.write(write_csv(card for card in cards if card.deck == chosen))
    return exits.DONE


def _game(path: Path, number: int | None) -> int:
    try:
        text = game_text(path, number)
    except NoSuchGame as problem:
        return _say(str(problem), exits.USAGE)
    except sqlite3.Error as error:
        return _say(_unread(path, error), exits.DAMAGED)
    sys.stdout.write(text)
    return exits.DONE


def _unread(path: Path | str, error: BaseException) -> str:
    """What cannot be read, and what to do about it."""
    match error:
        case OSError():
            return f"{path} cannot be read ({error.strerror}); run this as the user that Peglight runs as"
        case sqlite3.OperationalError():
            return f"{path} cannot be read ({error}); run this as the user that Peglight runs as"
        case _:
            return f"{path} is damaged ({error}); start Peglight once, and it keeps what can be read"


def _say(text: str, code: int) -> int:
    print(f"peglight export: {text}", file=sys.stderr)
    return code
