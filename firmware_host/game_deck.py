"""Which enrolled deck a game is played with. Two families' cards get mixed: each deck has a name."""

from collections.abc import Iterable
from dataclasses import replace

from engine.cards import deck_of
from engine.game import Game
from engine.inputs import Hands, NewGame
from engine.ruleset import BadOption, build
from engine.seating import decks_at, seating
from firmware_host.command_cards import is_command
from firmware_host.deck import EnrolledCard


def with_deck(asked: NewGame, enrolled: Iterable[EnrolledCard], before: Game) -> NewGame:
    """A request with the deck it is played with, as it is enrolled now: lost cards retired, others added.

    Without a name it is the last game's deck, else the largest. Where none has a name (a simulated rig) or
    none is enrolled, it is that of RULES 2. In closed hands, where nobody counts the pile, the cards of
    RULES 2 are in it too, so that a phone can stand in for a card whose tag is broken.
    """
    cards = [card for card in enrolled if card.deck and not is_command(card.card)]
    name = asked.deck_name or _usual_deck(cards, before)
    if not name:
        return asked
    held = {(card.card, card.copy) for card in cards if card.deck == name}
    if held and asked.hands is Hands.CLOSED:
        held |= _by_the_rules(asked)
    return replace(asked, deck_name=name, deck=_written(held))


def _usual_deck(cards: list[EnrolledCard], before: Game) -> str:
    sizes: dict[str, int] = {}
    for card in cards:
        sizes[card.deck] = sizes.get(card.deck, 0) + 1
    last = before.last_setup.deck_name if before.last_setup else ""
    return last if last in sizes else max(sorted(sizes), key=lambda name: sizes[name], default="")


def _by_the_rules(asked: NewGame) -> set[tuple[str, int]]:
    try:
        seating(asked.players, asked.teams)
        usual = decks_at(build(asked.rules, dict(asked.options)), asked.players)
    except BadOption:
        return set()  # the referee says what is wrong
    return {(card.card.ascii, card.copy) for card in deck_of(*usual)}


def _written(held: set[tuple[str, int]]) -> tuple[tuple[str, int | tuple[int, ...]], ...]:
    """Each card with how many copies, or where some are missing with which."""
    copies: dict[str, list[int]] = {}
    for card, copy in sorted(held):
        copies.setdefault(card, []).append(copy)
    return tuple(
        (card, len(which) if which[-1] == len(which) else tuple(which)) for card, which in copies.items()
    )


def deck_in_play(game: Game) -> str:
    """The deck that the running game is played with; empty where there is none."""
    play = game.play
    return play.setup.asked.deck_name if play and play.winner is None else ""


def is_of_another(card: EnrolledCard, game: Game) -> bool:
    """Whether a card belongs to another deck than the one the running game is played with."""
    name = game.play.setup.asked.deck_name if game.play else ""
    return bool(name) and card.deck != name
