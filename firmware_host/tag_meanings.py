"""What a tag on a reader tells the game: a card of its deck, a command, or that nobody knows it. DESIGN 3."""

from engine.board import Seat
from engine.cards import Card
from engine.game import Game
from engine.house import Houses
from engine.inputs import CardTapped, CommandTapped, RulesCardTapped, UnknownTag
from firmware_host.command_cards import is_command, told_by
from firmware_host.deck import EnrolledCard
from firmware_host.game_deck import is_of_another
from firmware_host.inbox import TagSeen


def told_by_tag(
    seen: TagSeen, card: EnrolledCard | None, seat: Seat | None, game: Game, houses: Houses
) -> CardTapped | CommandTapped | RulesCardTapped | UnknownTag:
    """What it tells.

    Args:
        card: what is enrolled under the tag's number.
        seat: whose own the reader is; None where it is everybody's.
        houses: the saved rulesets.
    """
    if card is None:
        return UnknownTag(seen.uid.hex().upper())
    if is_command(card.card):
        return told_by(card.card, seat, seen.reader, houses)
    if is_of_another(card, game):
        return UnknownTag(seen.uid.hex().upper(), card.deck)
    return CardTapped(Card.parse(card.card), card.copy, seat, seen.reader, seen.laid)
