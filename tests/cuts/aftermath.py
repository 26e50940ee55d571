"""What must stand after a power cut, and whether it does."""

import json
from dataclasses import dataclass
from pathlib import Path

from firmware_host.config import BadConfig
from firmware_host.deck import DamagedDecks, DeckStore
from firmware_host.journal import DamagedJournal, Journal, NotSaved, Row, open_journal
from firmware_host.recovery import recover
from firmware_host.settings import SettingsNotSaved, SettingsStore
from firmware_host.simulated_board import simulated_config

DEFAULT_PERCENT = round(simulated_config().looks.brightness * 100)
STATE = Path("state") / "peglight"


@dataclass(frozen=True, slots=True)
class Mark:
    """What had been acknowledged: the number of the state somebody saw, the rules and decks kept."""

    seq: int = 0
    houses: tuple[str, ...] = ()
    decks: tuple[str, ...] = ()
    tags: tuple[str, ...] = ()
    looks: tuple[int, ...] = ()

    @classmethod
    def of(cls, data: bytes) -> "Mark":
        """As `session.Marks` writes it."""
        read = json.loads(data)
        return cls(**{what: tuple(kept) if isinstance(kept, list) else kept for what, kept in read.items()})


def rows_of(home: Path) -> list[Row]:
    """Every row of the journal there."""
    journal = open_journal(home / STATE / "journal.sqlite")
    try:
        return list(journal.rows_from(0))
    finally:
        journal.close()


def losses(home: Path, mark: Mark, whole: list[Row]) -> list[str]:
    """What is amiss in a home after a power cut, in words; nothing where all is well.

    Args:
        whole: the rows of the journal as it was at the end of the evening.
    """
    state = home / STATE
    if not state.is_dir():
        return ["the state folder is gone"] if mark != Mark() else []
    stores = [*_of_journal(state, mark.seq, whole), *_of_settings(state, mark), *_of_decks(state, mark)]
    return [*stores, *_of_configuration(state, mark)]


def _of_journal(state: Path, seq: int, whole: list[Row]) -> list[str]:
    try:
        journal = open_journal(state / "journal.sqlite")
    except (DamagedJournal, NotSaved) as unreadable:
        return [f"journal: {unreadable}"]
    try:
        return [f"journal: {what}" for what in _of_rows(journal, seq, whole)]
    finally:
        journal.close()


def _of_rows(journal: Journal, seq: int, whole: list[Row]) -> list[str]:
    """The rows are a beginning of the evening's that holds every durable one which was seen."""
    rows = list(journal.rows_from(0))
    needed = max((row.seq for row in whole if row.durable and row.seq <= seq), default=0)
    amiss = list(recover(journal).notes)
    if rows != whole[: len(rows)]:
        amiss.append("other rows than were written")
    if len(rows) < needed:
        amiss.append(f"row {needed} was seen, and {len(rows)} are left")
    if seq > len(whole):
        amiss.append(f"state {seq} was seen and never written")
    return amiss


def _of_settings(state: Path, mark: Mark) -> list[str]:
    try:
        store = SettingsStore(state / "settings.sqlite")
        try:
            kept = store.houses()
        finally:
            store.close()
    except SettingsNotSaved as unreadable:
        return [f"settings: {unreadable}"]
    aside = [f"settings: {path.name}" for path in state.glob("settings*damaged*")]
    return aside + [f"settings: the rules {name} are lost" for name in mark.houses if name not in kept]


def _of_decks(state: Path, mark: Mark) -> list[str]:
    try:
        store = DeckStore(state / "decks.sqlite")
        try:
            cards = store.cards()
        finally:
            store.close()
    except DamagedDecks as unreadable:
        return [f"decks: {unreadable}"]
    kept, tags = {card.deck for card in cards.values()}, {uid.hex().upper() for uid in cards}
    lost = [f"decks: the card {uid} is lost" for uid in mark.tags if uid not in tags]
    last = mark.decks[-1:]  # its tags were those of the deck before it
    return lost + [f"decks: {name} is lost" for name in last if name not in kept and "second" not in kept]


def _of_configuration(state: Path, mark: Mark) -> list[str]:
    """It can be read, and says what was settled last, or something later."""
    try:
        kept = round(simulated_config(state).looks.brightness * 100)
    except BadConfig as unreadable:
        return [f"configuration: {unreadable}"]
    older = {DEFAULT_PERCENT, *mark.looks[:-1]} if mark.looks else set()
    return [f"configuration: brightness {mark.looks[-1]} is lost"] if kept in older else []
