"""`peglight import FILE.csv`: enrol a deck whose tags were recorded elsewhere."""

import argparse
import sys
from pathlib import Path

from firmware_host import exits
from firmware_host.deck import BadDeck, DeckStore, read_csv
from firmware_host.lock import FolderLock, Taken
from firmware_host.places import state_folder


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """What `peglight import` takes."""
    parser.add_argument("file", type=Path, help="lines of uid,card,copy with that heading")
    parser.add_argument("--deck", default="deck", help="the name of the deck these cards replace")


def run(arguments: argparse.Namespace) -> int:
    """Replace a deck by the cards of the file, all or none."""
    state = state_folder()
    state.mkdir(parents=True, exist_ok=True, mode=0o700)
    try:
        with arguments.file.open(encoding="utf-8", newline="") as lines:
            cards = read_csv(lines)
        lock = FolderLock(state)
    except (OSError, UnicodeDecodeError, BadDeck) as error:
        print(f"{arguments.file}: {error}", file=sys.stderr)
        return exits.USAGE
    except Taken as taken:
        print(f"{taken}; stop it first", file=sys.stderr)
        return exits.TAKEN
    store = DeckStore(state / "decks.sqlite")
    store.replace_deck(arguments.deck, cards)
    store.close()
    lock.release()
    print(f"{len(cards)} cards enrolled in the deck {arguments.deck!r}.", file=sys.stderr)
    return exits.DONE
