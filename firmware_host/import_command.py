"""`peglight import FILE.csv`: enrol a deck whose tags were recorded elsewhere."""

import argparse
import sys
from pathlib import Path

from firmware_host import exits
from firmware_host.deck import BadDeck, DamagedDecks, DeckStore, read_csv
from firmware_host.lock import FolderLock, Taken
from firmware_host.places import state_folder


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """What `peglight import` takes."""
    parser.add_argument("file", type=Path, help="lines of uid,card,copy with that heading")
    parser.add_argument("--deck", default="deck", help="the name of the deck these cards replace")


def run(arguments: argparse.Namespace) -> int:
    """Replace a deck by the cards of the file, all or none."""
    state = state_folder()
    try:
        # Spreadsheets put a byte order mark first.
        with arguments.file.open(encoding="utf-8-sig", newline="") as lines:
            cards = read_csv(lines)
    except (OSError, UnicodeDecodeError, BadDeck) as error:
        return _say(f"{arguments.file}: {error}", exits.USAGE)
    try:
        state.mkdir(parents=True, exist_ok=True, mode=0o700)
        lock = FolderLock(state)
    except OSError as error:
        return _say(f"The state folder {state} cannot be used: {error}", exits.DAMAGED)
    except Taken as taken:
        return _say(f"{taken}; stop it first", exits.TAKEN)
    try:
        store = DeckStore(state / "decks.sqlite")
        store.replace_deck(arguments.deck, cards)
        store.close()
    except DamagedDecks as damage:
        return _say(str(damage), exits.DAMAGED)
    finally:
        lock.release()
    return _say(f"{len(cards)} cards enrolled in the deck {arguments.deck!r}.", exits.DONE)


def _say(text: str, code: int) -> int:
    print(text, file=sys.stderr)
    return code
