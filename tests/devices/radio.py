"""The field in front of an antenna: who lies in it, who talks at once, and what arrives of it."""

from collections.abc import Callable
from dataclasses import dataclass, field
from random import Random

from tests.devices.iso14443 import Bits, Card


@dataclass(frozen=True)
class Heard:
    """What arrives at the receiver.

    `collision` is the first bit on which two cards differed. `parity` and `protocol` are noise that the chip
    can see; noise that it cannot is simply other bits.
    """

    bits: Bits
    collision: int | None = None
    parity: bool = False
    protocol: bool = False


Disturbance = Callable[[Heard], Heard | None]


def quiet(heard: Heard) -> Heard:
    """No disturbance."""
    return heard


@dataclass
class Noise:
    """Swallows and mangles answers at random, in every way that a receiver meets."""

    random: Random
    silence: float = 0.0
    corruption: float = 0.0

    def __call__(self, heard: Heard) -> Heard | None:
        dice = self.random.random()
        if dice < self.silence:
            return None
        if dice < self.silence + self.corruption:
            return self.random.choice([self._parity, self._flip, self._cut, self._break])(heard)
        return heard

    def _parity(self, heard: Heard) -> Heard:
        return Heard(heard.bits, heard.collision, parity=True)

    def _flip(self, heard: Heard) -> Heard:
        at = self.random.randrange(len(heard.bits))
        flipped = (*heard.bits[:at], 1 - heard.bits[at], *heard.bits[at + 1 :])
        return Heard(flipped, heard.collision)

    def _cut(self, heard: Heard) -> Heard:
        return Heard(heard.bits[: self.random.randrange(1, len(heard.bits))], heard.collision)

    def _break(self, heard: Heard) -> Heard:
        return Heard(heard.bits, heard.collision, protocol=True)


@dataclass
class Field:
    """Cards in a field, and what `disturbs` their answers."""

    cards: list[Card] = field(default_factory=list)
    disturbs: Disturbance = quiet
    on: bool = False

    def place(self, *cards: Card) -> None:
        """Lay cards down; they have power at once if there is any."""
        for card in cards:
            card.power(self.on)
            self.cards.append(card)

    def lift(self, *cards: Card) -> None:
        """Take cards away."""
        for card in cards:
            card.power(False)
            self.cards.remove(card)

    def power(self, on: bool) -> None:
        """Switch the carrier."""
        self.on = on
        for card in self.cards:
            card.power(on)

    def send(self, frame: Bits) -> Heard | None:
        """Let every card hear `frame`, and return what arrives of their answers."""
        answers = [answer for card in list(self.cards) if (answer := card.hear(frame)) is not None]
        for card in [card for card in self.cards if card.answers_left == 0]:
            self.lift(card)
        return self.disturbs(_overlaid(answers)) if answers else None


def _overlaid(answers: list[Bits]) -> Heard:
    """Answers sent at the same time: where they differ both halves of the bit are modulated, read as 1."""
    length = max(len(answer) for answer in answers)
    columns = [{answer[i] for answer in answers if i < len(answer)} for i in range(length)]
    collision = next((i for i, column in enumerate(columns) if len(column) > 1), None)
    return Heard(tuple(max(column) for column in columns), collision)
