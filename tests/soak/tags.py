"""The tags that cards have in a long run: every deck of RULES 2, each with tags of its own."""

from collections import Counter
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

from engine.cards import deck_of
from engine.game import Game
from engine.inputs import CardTapped, Told
from engine.ruleset import build
from engine.seating import decks_at
from firmware_host.backup import DECKS
from firmware_host.deck import DeckStore, EnrolledCard
from firmware_host.journal import make_folder
from hardware.interfaces import Uid

KINDS = ((3, 0), (3, 6), (4, 8), (5, 10))
SERIAL = 5
"""So many bytes has a tag that the RDM6300 reads; all others have the four that a chip reads."""


def deck_name(decks: int, jokers: int) -> str:
    """What a deck is called."""
    return f"{decks} with {jokers} jokers"


def deck_at(rules: str, players: int) -> str:
    """The deck that a table plays with."""
    return deck_name(*decks_at(build(rules, {}), players))


def cards_of(deck: str) -> tuple[tuple[str, int], ...]:
    """Each card of a deck, with how many copies there are of it."""
    return tuple(Counter(card for of, card, _copy in TAGS if of == deck).items())


def _tags() -> Iterator[tuple[tuple[str, str, int], bytes]]:
    number = 0
    for deck in KINDS:
        for card in deck_of(*deck):
            number += 1
            uid = bytes([4, 0xAA, *divmod(number, 256)])
            yield (deck_name(*deck), card.card.ascii, card.copy), uid if number % 2 else b"\0" + uid


TAGS = dict(_tags())


def tag_of(told: Told, game: Game) -> bytes | None:
    """The tag of a card that is tapped in a game."""
    if not isinstance(told, CardTapped) or game.play is None:
        return None
    return TAGS[game.play.setup.asked.deck_name, told.card.ascii, told.copy or 1]


def enrol(state: Path) -> None:
    """Give every card its tag, before there is a daemon."""
    make_folder(state)
    with closing(DeckStore(state / DECKS)) as store:
        for deck in KINDS:
            name = deck_name(*deck)
            cards = [(uid, card, copy) for (of, card, copy), uid in TAGS.items() if of == name]
            store.replace_deck(name, [EnrolledCard(Uid(uid), card, copy) for uid, card, copy in cards])
