"""What lies in the state folder, opened: the game, the decks, what was settled, the clock. DESIGN 5."""

import logging
from collections.abc import Mapping
from contextlib import ExitStack
from dataclasses import dataclass, replace
from pathlib import Path

from firmware_host.boot import is_new_boot
from firmware_host.deck import EnrolledCard, open_decks
from firmware_host.enrolment import Enrolment
from firmware_host.journal import Journal
from firmware_host.recovery import Recovered, find_game
from firmware_host.settings import SettingsStore
from firmware_host.wall_clock import WallClock
from hardware.interfaces import Uid
from hardware.sentence import Sentence

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Stores:
    """The stores of one folder.

    Attributes:
        journal: the games, kept in `journal_path`; the loop closes it.
        found: the game as it stood, with all that its owner should read.
        is_morning: the machine was begun anew, or something was not as it was left: every peg is shown, so
            that the wood can be compared with the lamps.
    """

    folder: Path
    journal_path: Path
    journal: Journal
    found: Recovered
    enrolment: Enrolment
    settings: SettingsStore
    wall_clock: WallClock
    is_morning: bool

    def close(self) -> None:
        """Close those that the loop does not."""
        self.settings.close()
        self.enrolment.close()


def open_stores(folder: Path, spare: Mapping[Uid, EnrolledCard], notes: tuple[Sentence, ...]) -> Stores:
    """Open all of them or none, and tell the log what its owner should read: `notes`, and what was found.

    Args:
        spare: cards that are known without being enrolled.

    Raises:
        NewerJournal, NotSaved, DamagedDecks, SettingsNotSaved: the store there cannot be used.
    """
    path = folder / "journal.sqlite"
    with ExitStack() as opened:
        journal, found = find_game(path)
        opened.callback(journal.close)
        decks, of_decks = open_decks(folder / "decks.sqlite")
        opened.callback(decks.close)
        wall_clock = WallClock(folder)
        settings = SettingsStore(folder / "settings.sqlite", wall_clock.now_s)
        opened.callback(settings.close)
        notes = (*notes, *found.notes, *of_decks, *settings.notes)
        for note in notes:
            log.warning(note)
        stores = Stores(
            folder,
            path,
            journal,
            replace(found, notes=notes),
            Enrolment(decks, spare),
            settings,
            wall_clock,
            is_morning=is_new_boot(folder) or bool(found.notes),
        )
        opened.pop_all()
        return stores
