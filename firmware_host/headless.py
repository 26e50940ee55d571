"""Whole games without a board: `peglight play`. Every card goes through the referee like at the table."""

import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from enum import StrEnum

from engine.board import Seat, holes_of
from engine.cards import PhysicalCard, deck_of
from engine.game import Game, Play
from engine.hands import is_tracked
from engine.inputs import CardTapped, Chosen, MercyTaken, NewGame, Shuffled, ThrowAsked, Told
from engine.notation import Move, write_move
from engine.position import Position
from engine.question import Question
from engine.referee import judge
from engine.seating import decks_at
from engine.step import Step


class Policy(StrEnum):
    """How a seat picks among its moves."""

    RANDOM = "random"
    GREEDY = "greedy"


@dataclass(frozen=True, slots=True)
class Played:
    """How a headless game went."""

    game: Game
    turns: int

    @property
    def finished(self) -> bool:
        """Whether a side has won."""
        return self.game.play is not None and self.game.play.winner is not None


class RefereeFault(Exception):
    """The referee refused what it had offered, or left the pegs in an impossible state."""


class HeadlessTable:
    """Honest players with real hands and a real pile, who tell the referee what they do."""

    def __init__(self, asked: NewGame, rng: random.Random, policy: Policy) -> None:
        self.rng = rng
        self.policy = policy
        self.clock_ms = 0
        self.game = Game()
        self._tell(asked)
        rules = self.play.setup.movement.rules
        decks, jokers = decks_at(rules, self.play.setup.table.players)
        self.pile = deck_of(decks, jokers)
        rng.shuffle(self.pile)
        self.face_up: list[PhysicalCard] = []
        self.hands: dict[Seat, list[PhysicalCard]] = {seat: [] for seat in self.play.setup.table.seats}
        for seat in self._dealt_in_order():
            self.hands[seat] = [self._draw() for _ in range(rules.deal)]

    @property
    def play(self) -> Play:
        """The game that runs."""
        assert self.game.play is not None
        return self.game.play

    def run(self, most_turns: int) -> Played:
        """Play until a side has won, or so many turns are over."""
        turns = 0
        while self.play.winner is None and turns < most_turns:
            self.take_turn()
            turns += 1
        return Played(self.game, turns)

    def take_turn(self) -> None:
        """Draw one, then play a card that moves, or throw one. RULES 9."""
        seat = self.play.turn
        hand = self.hands[seat]
        rules = self.play.setup.movement.rules
        if rules.draw == "before":
            hand.append(self._draw())
        moved = self._play_or_throw(seat, hand)
        self._answer_mercy()
        self.check()
        if rules.draw == "after" and self.play.winner is None:
            for _ in range(rules.hand - len(hand) if moved else 1):
                hand.append(self._draw())

    def _play_or_throw(self, seat: Seat, hand: list[PhysicalCard]) -> bool:
        options = list(self._options(hand))
        if not options:
            card = hand.pop(self.rng.randrange(len(hand)))
            self._tap(card)
            self._tell(ThrowAsked())
            self.face_up.append(card)
            return False
        card, move = self._pick(seat, options)
        hand.remove(card)
        if self._tap(card).ruling is not None:
            raise RefereeFault(f"{card} was offered and then refused")
        self._tell(Chosen(write_move(self.play.setup.table, card.card, move)))
        self.face_up.append(card)
        return True

    def _answer_mercy(self) -> None:
        """RULES 9, Mercy: now and then it is declined."""
        ending = self.play.stand.ending
        if ending is not None and ending.mercy:
            self._tell(MercyTaken(self.rng.choice([*ending.mercy, None])))

    def _options(self, hand: list[PhysicalCard]) -> Iterator[tuple[PhysicalCard, Move]]:
        """Each card of the hand that moves, with each of its moves; cards are looked at, not played."""
        for card in {card.card.rank: card for card in hand}.values():
            question = self._question(card)
            for move in question.moves if question else ():
                yield card, move

    def _question(self, card: PhysicalCard) -> Question | None:
        step = judge(self.game, CardTapped(card.card, card.copy), self.clock_ms)
        return step.game.question

    def _pick(self, seat: Seat, options: list[tuple[PhysicalCard, Move]]) -> tuple[PhysicalCard, Move]:
        if self.policy is Policy.RANDOM:
            return self.rng.choice(options)
        worth = side_worth(self.play, seat)
        best = max(worth(move.result) for _card, move in options)
        return self.rng.choice([option for option in options if worth(option[1].result) == best])

    def _tap(self, card: PhysicalCard) -> Step:
        self.clock_ms += 1
        step = judge(self.game, CardTapped(card.card, card.copy), self.clock_ms)
        self.game = step.game
        if step.game.question is None or step.game.question.card != card:
            raise RefereeFault(f"{card} did not become the card in question: {step.ruling}")
        return step

    def _tell(self, told: Told) -> None:
        self.clock_ms += 1
        step = judge(self.game, told, self.clock_ms)
        if step.ruling is not None:
            raise RefereeFault(f"{told} was refused: {step.ruling}")
        self.game = step.game

    def _dealt_in_order(self) -> list[Seat]:
        table, first = self.play.setup.table, self.play.turn
        at = table.seats.index(first)
        return [*table.seats[at:], *table.seats[:at]]

    def _draw(self) -> PhysicalCard:
        if not self.pile:  # RULES 9, Pile empty
            self.pile, self.face_up = self.face_up, []
            self.rng.shuffle(self.pile)
            self._tell(Shuffled())
        card = self.pile.pop()
        if is_tracked(self.play):
            self._tell(CardTapped(card.card, card.copy))
        return card

    def check(self) -> None:
        """Five pegs a seat, one peg a hole, every card in one place.

        Raises:
            RefereeFault: it is not so.
        """
        check_pegs(self.play)
        cards = [*self.pile, *self.face_up, *(card for hand in self.hands.values() for card in hand)]
        rules, players = self.play.setup.movement.rules, self.play.setup.table.players
        if len(cards) != len(set(cards)) or len(cards) != len(deck_of(*decks_at(rules, players))):
            raise RefereeFault("a card is in two places or in none")
        if is_tracked(self.play) and any(self.play.stand.hands[s] != set(h) for s, h in self.hands.items()):
            raise RefereeFault("the referee's hands are not the table's")
        if set(self.face_up) != self.play.played:
            raise RefereeFault("the referee's face-up cards are not the table's")


def check_pegs(play: Play) -> None:
    """Raise RefereeFault unless no hole holds two pegs, no seat more than five, no home a stranger."""
    board, taken = play.setup.table.board, 0
    for seat, pegs in enumerate(play.position):
        homes = sum(board.home_masks) & ~board.home_masks[seat]
        if pegs.bit_count() > 5 or pegs & taken or pegs & homes:
            raise RefereeFault(f"seat {seat} stands impossibly: {play.position}")
        taken |= pegs


def side_worth(play: Play, seat: Seat) -> Callable[[Position], int]:
    """How far a side has come less how far the others have: what the greedy policy looks at."""
    table = play.setup.table
    side = table.side_of[seat]

    def worth(position: Position) -> int:
        total = 0
        for other in table.seats:
            sign = 1 if table.side_of[other] == side else -1
            total += sign * _progress(play, position[other], other)
        return total

    return worth


def _progress(play: Play, pegs: int, seat: Seat) -> int:
    board = play.setup.table.board
    return sum(board.progress(seat, hole) for hole in holes_of(pegs))
