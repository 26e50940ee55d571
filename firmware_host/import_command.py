"""`peglight import FILE`: a deck whose tags were recorded elsewhere, or a game in text."""

import argparse
import io
import sqlite3
import sys
import time
from pathlib import Path

from engine.minutes import parse_minutes
from engine.minutes_header import FIRST_LINE, BadMinutes
from engine.replaying import BreaksRules
from firmware_host import exits
from firmware_host.counted import counted
from firmware_host.deck import DamagedDecks, DeckStore
from firmware_host.deck_csv import BadDeck, read_csv
from firmware_host.game_file import GameRunning, keep_game
from firmware_host.journal import DamagedJournal, NewerJournal, NotSaved, make_folder
from firmware_host.lock import FolderLock, Taken
from firmware_host.places import board_places, is_anothers, unusable
from firmware_host.tag_numbers import Form
from web_ui.cards_form import LONGEST_DECK


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """What `peglight import` takes."""
    parser.add_argument("file", type=Path, help="a deck, or a game as `peglight export game` writes it")
    parser.add_argument(
        "--numbers",
        choices=list(Form),
        default=Form.GUESS,
        help="how the tags' numbers are written; guessed if left out",
    )
    parser.add_argument("--deck", default="deck", help="the name of the deck whose cards these replace")


def run(arguments: argparse.Namespace) -> int:
    """Replace a deck by the cards of the file, or put the game at the end of the history; all or none."""
    try:
        # Spreadsheets put a byte order mark first.
        text = arguments.file.read_bytes().decode("utf-8-sig")
    except OSError as error:
        return _say(f"{arguments.file}: {error.strerror}", exits.USAGE)
    except UnicodeDecodeError:
        return _say(f"{arguments.file}: it is no text in UTF-8; save it as CSV in UTF-8", exits.USAGE)
    state, _config = board_places()
    try:
        if is_anothers(state):
            return _say(f"{state} is another user's; run it as the user that Peglight runs as", exits.USAGE)
        make_folder(state)
        lock = FolderLock(state)
    except OSError as error:
        return _say(unusable(state, error), exits.DAMAGED)
    except Taken as taken:
        return _say(str(taken), exits.TAKEN)
    try:
        if text.startswith(FIRST_LINE):
            return _game(state, arguments.file, text)
        return _deck(state, arguments.file, text, arguments)
    finally:
        lock.release()


def _deck(state: Path, file: Path, text: str, arguments: argparse.Namespace) -> int:
    deck = " ".join(arguments.deck.split())
    if not 0 < len(deck) <= LONGEST_DECK or not deck.isprintable():
        return _say(f"--deck: a deck needs a name, of {LONGEST_DECK} signs at most", exits.USAGE)
    try:
        cards = read_csv(io.StringIO(text, newline=""), Form(arguments.numbers))
        if not cards:
            return _say(f"{file}: there is no card in it, so the deck {deck!r} stays as it is", exits.USAGE)
        store = DeckStore(state / "decks.sqlite")
        store.replace_deck(deck, cards)
        store.close()
    except BadDeck as bad:
        return _say(f"{file}: {bad}", exits.USAGE)
    except DamagedDecks as damage:
        return _say(_unused(state, damage), exits.DAMAGED)
    return _say(f"{counted(len(cards), 'card', 'cards')} enrolled in the deck {deck!r}.", exits.DONE)


def _game(state: Path, file: Path, text: str) -> int:
    try:
        number = keep_game(state / "journal.sqlite", parse_minutes(text), wall_s=int(time.time()))
    except BadMinutes as bad:
        return _say(f"{file}:{bad.line}:{bad.column}: {bad.problem}", exits.USAGE)
    except BreaksRules as broken:
        return _say(f"{file}:{broken.line}: {broken.problem}", exits.USAGE)
    except GameRunning as running:
        return _say(str(running), exits.TAKEN)
    except (DamagedJournal, NewerJournal, NotSaved) as error:
        return _say(_unused(state, error), exits.DAMAGED)
    return _say(f"The game is kept as number {number}.", exits.DONE)


def _unused(state: Path, error: Exception) -> str:
    """Why a store took nothing; what a newer version wrote says itself what to do."""
    match error.__cause__:
        case sqlite3.OperationalError() | OSError():
            return unusable(state, error)
        case _ if isinstance(error, DamagedJournal) or isinstance(error.__cause__, sqlite3.Error):
            return f"{error}. Start Peglight once: it sets aside what is damaged, and keeps what can be read."
        case _:
            return str(error)


def _say(text: str, code: int) -> int:
    print(text, file=sys.stderr)
    return code
