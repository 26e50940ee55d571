"""A table whose hands the referee knows, told in a few words: who holds what, who draws, who plays."""

from engine.board import Seat, seat_name
from engine.cards import Card, PhysicalCard
from engine.inputs import CardTapped, Hands, seat_of
from engine.phase import Phase, phase_of
from engine.step import Step
from engine.verdict import Reason, Why
from tests.engine.table import Table


def cards(text: str) -> list[PhysicalCard]:
    """Cards written `7H 7H.2 Joker.3`: a card, and after the dot which copy, the first where none is said."""
    return [_card(word) for word in text.split()]


def _card(word: str) -> PhysicalCard:
    name, _, copy = word.partition(".")
    return PhysicalCard(Card.parse(name), int(copy or 1))


def written(cards: frozenset[PhysicalCard]) -> str:
    """The same the other way round, sorted."""
    return " ".join(sorted(card.card.ascii + (f".{card.copy}" if card.copy > 1 else "") for card in cards))


class Tracked(Table):
    """Deals the hands it is given, one text a seat in the order of seats."""

    def __init__(
        self, *hands: str, rules: str = "bark-up-a-tree", first: str = "A", **options: object
    ) -> None:
        super().__init__(rules, len(hands), first, Hands.TRACKED, **options)
        seats = self.play.setup.table.seats
        at = seats.index(seat_of(first))
        for hand in (*hands[at:], *hands[:at]):
            self.draws(hand)

    def tap(self, card: str, after_ms: int = 1000) -> Step:
        """Tap the very copy; one that moves nothing becomes the card in question all the same."""
        (one,) = cards(card)
        step = self.judged(CardTapped(one.card, one.copy), after_ms)
        assert step.game.question is not None, step.ruling
        assert step.game.question.card == one
        self.now_ms += after_ms
        self.game = step.game
        return step

    def draws(self, text: str) -> None:
        """Cards of the pile are dealt or drawn."""
        for card in cards(text):
            self.tell(CardTapped(card.card, card.copy))

    def taps(self, card: str) -> Reason | None:
        """A card is tapped and the ruling taken, whatever it is."""
        (one,) = cards(card)
        return self.take(CardTapped(one.card, one.copy))

    def refuses(self, card: str) -> Why:
        """Why a tap is refused; the game stays the same object."""
        (one,) = cards(card)
        return self.why_not(CardTapped(one.card, one.copy))

    def hand(self, seat: str) -> str:
        """The unlocked cards of a seat."""
        return written(self.play.stand.hands[seat_of(seat)])

    def locked(self, seat: str) -> str:
        """The locked ones."""
        return written(self.play.stand.locked[seat_of(seat)])

    @property
    def turn(self) -> str:
        """Whose turn it is."""
        return seat_name(Seat(self.play.turn))

    @property
    def phase(self) -> Phase:
        """Where the game is."""
        return phase_of(self.game)


def out_of_cards_in_a_refill() -> Tracked:
    """Two players of three cards each out of twelve; A has played and is due a card that the pile lacks."""
    deck = (("KH", 2), ("5H", 4), ("6H", 4), ("2H", 2))
    table = Tracked("KH 5H 5H.2", "KH.2 6H 6H.2", deck=deck, draw="after", deal=3)
    table.choose("KH", "AS-A8")
    table.draws("5H.3 5H.4 2H")
    table.choose("KH.2", "CS-C8")
    table.draws("6H.3 6H.4 2H.2")
    assert table.turn == "A"
    table.choose("2H", "A8-A10")
    assert table.phase is Phase.SHUFFLING
    return table
