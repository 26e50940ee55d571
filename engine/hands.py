"""Hands, pile and draws in tracked hands: every physical card is in one place. RULES 9.

A hand is the set of its unlocked cards; locked ones stand beside it. What is in no hand and not face up is
the pile. How many cards are due follows from the sizes alone, so a forgotten draw needs no mark of its own.
"""

from dataclasses import replace

from engine.board import Seat
from engine.cards import PhysicalCard
from engine.game import Play, Stand
from engine.inputs import Hands
from engine.ruleset import Draw, DrawPenalty, Rules


def is_tracked(play: Play) -> bool:
    """Whether the referee knows the hands."""
    return play.setup.hands is Hands.TRACKED


def holder(play: Play, card: PhysicalCard) -> Seat | None:
    """Whose hand a card is in, locked or not."""
    for seat in play.setup.table.seats:
        if card in play.stand.hands[seat] or card in play.stand.locked[seat]:
            return seat
    return None


def held(stand: Stand) -> frozenset[PhysicalCard]:
    """Every card in a hand, locked or not."""
    return frozenset().union(*stand.hands, *stand.locked)


def is_locked(play: Play, card: PhysicalCard) -> bool:
    """Whether it was drawn face down as a penalty and may not be used yet."""
    return any(card in locked for locked in play.stand.locked)


def pile_size(play: Play) -> int:
    """How many cards are left to draw."""
    in_hands = sum(len(cards) for cards in (*play.stand.hands, *play.stand.locked))
    return len(play.setup.deck) - len(play.played) - in_hands


def due(play: Play) -> int:
    """How many cards the seat to move is to draw now; 0 where the table has none left to give."""
    wanted = _wanted(play)
    return min(wanted, pile_size(play) + len(play.played)) if wanted > 0 else 0


def _wanted(play: Play) -> int:
    stand, rules = play.stand, play.setup.movement.rules
    hand = len(stand.hands[stand.turn])
    if stand.dealing:
        return rules.deal - hand
    if stand.ending is not None:
        return stand.ending.refill
    return _wanted_before(rules, hand, len(stand.locked[stand.turn]))


def _wanted_before(rules: Rules, hand: int, locked: int) -> int:
    """Before the play. A hand shorter than it should be is a forgotten draw. RULES 9, Forgotten draw.

    Nobody passes, so that a seat without a card to play takes one first; RULES is silent there.
    """
    if rules.draw is Draw.AFTER:
        return int(hand == 0)
    if hand >= rules.hand or rules.draw_penalty is DrawPenalty.OFF:
        return rules.hand + 1 - hand
    if rules.draw_penalty is DrawPenalty.MILD:
        return int(hand == 0)
    return rules.hand + 1 - hand - locked


def must_shuffle(play: Play) -> bool:
    """Whether a card is due and the pile is empty. RULES 9, Pile empty."""
    return is_tracked(play) and play.winner is None and due(play) > 0 and pile_size(play) == 0


def draw(play: Play, card: PhysicalCard) -> Play:
    """The seat to move takes a card of the pile; under bark one owed is locked, unless it has no other."""
    stand = play.stand
    seat, rules = stand.turn, play.setup.movement.rules
    if stand.dealing:
        return replace(play, stand=_dealt(play, replace(stand, hands=_with(stand.hands, seat, card))))
    if stand.ending is not None:
        left = replace(stand.ending, mercy=(), refill=stand.ending.refill - 1)
        return replace(play, stand=replace(stand, hands=_with(stand.hands, seat, card), ending=left))
    stand = replace(stand, drawn=stand.drawn | {card})
    if 0 < len(stand.hands[seat]) < rules.hand and rules.draw_penalty is DrawPenalty.BARK:
        return replace(play, stand=replace(stand, locked=_with(stand.locked, seat, card)))
    return replace(play, stand=replace(stand, hands=_with(stand.hands, seat, card)))


def undrawn(play: Play) -> Play:
    """What the seat to move has drawn before its card lies on top of the pile again."""
    stand = play.stand
    hands, locked = (
        tuple(cards - stand.drawn if seat == stand.turn else cards for seat, cards in enumerate(places))
        for places in (stand.hands, stand.locked)
    )
    return replace(play, stand=replace(stand, hands=hands, locked=locked, drawn=frozenset()))


def _dealt(play: Play, stand: Stand) -> Stand:
    """Seat by seat: the next one is dealt to when a hand is full; after the last, the first one begins."""
    if len(stand.hands[stand.turn]) < play.setup.movement.rules.deal:
        return stand
    following = play.setup.table.after(stand.turn)
    return replace(stand, turn=following, dealing=len(stand.hands[following]) == 0)


def refill_after(play: Play, hand_before: int, moved: bool) -> int:
    """How many cards the seat draws after its card, `hand_before` counting that card. RULES 9."""
    rules = play.setup.movement.rules
    if not is_tracked(play):
        return 0
    if rules.draw is Draw.AFTER:
        return rules.hand - (hand_before - 1) if moved else 1
    if rules.draw_penalty is DrawPenalty.MILD and hand_before < rules.hand:
        return rules.hand - (hand_before - 1)
    return 0


def without(stand: Stand, seat: Seat, card: PhysicalCard) -> Stand:
    """The card has left the seat's hand."""
    hands = tuple(hand - {card} if s == seat else hand for s, hand in enumerate(stand.hands))
    return replace(stand, hands=hands)


def unlocked(stand: Stand, seat: Seat) -> Stand:
    """A turn of the seat begins: what it drew face down joins its hand. RULES 9, bark."""
    if not stand.locked or not stand.locked[seat]:
        return stand
    hands = tuple(hand | stand.locked[s] if s == seat else hand for s, hand in enumerate(stand.hands))
    locked = tuple(frozenset() if s == seat else cards for s, cards in enumerate(stand.locked))
    return replace(stand, hands=hands, locked=locked)


def _with(
    hands: tuple[frozenset[PhysicalCard], ...], seat: Seat, card: PhysicalCard
) -> tuple[frozenset[PhysicalCard], ...]:
    return tuple(hand | {card} if s == seat else hand for s, hand in enumerate(hands))
