"""What was agreed before the first card. RULES 2, 10; `setting_up` makes it of a request."""

from dataclasses import dataclass

from engine.board import Seat
from engine.cards import PhysicalCard
from engine.inputs import Hands, NewGame, SeatLook
from engine.moves import Movement
from engine.seating import Seating


@dataclass(frozen=True, slots=True)
class Setup:
    """What was agreed before the first card.

    Attributes:
        asked: the request that this game began with; `first` and `game_id` are set.
        movement: its table and rules.
        deck: every physical card in play.
    """

    asked: NewGame
    movement: Movement
    deck: frozenset[PhysicalCard] = frozenset()

    @property
    def table(self) -> Seating:
        """Who sits where."""
        return self.movement.table

    @property
    def hands(self) -> Hands:
        """How much the referee knows."""
        return self.asked.hands

    def look(self, seat: Seat) -> SeatLook:
        """How a seat is shown."""
        return next((look for look in self.asked.looks if look.seat == seat), SeatLook(seat))
