"""Whole games straight on the engine, for speed: no referee, nothing recorded, honest play by the full rules.

What `headless` plays through the referee this plays on the lists of results alone; a test has the referee
judge its games. Nobody forgets a draw, and every mercy is declined.
"""

import random
from typing import Protocol

from engine.board import Seat, holes_of
from engine.cards import Rank, deck_of
from engine.mover import Plain, Pushed
from engine.moves import Look, Movement
from engine.position import Position, opening
from engine.ruleset import Draw
from engine.seating import Seating, decks_at


class Player(Protocol):
    """Who picks the plays, of every seat."""

    def pick(self, position: Position, seat: Seat, hand: list[Rank]) -> tuple[int, Position] | None:
        """Which card of the hand to play and what comes of it; None where no card moves.

        The hand's order may be changed.
        """


class SelfPlay:
    """A game that plays itself. Its cards are ranks: suits and copies matter to nobody here.

    Attributes:
        position, turn: how it stands, and whose turn it is.
        hands: the cards of each seat; pile: the next card last; face_up: what was played and thrown.
        last_card: the card played or thrown last; shuffles: how often the pile was made anew.
    """

    def __init__(self, movement: Movement, player: Player, rng: random.Random, first: Seat) -> None:
        table, rules = movement.table, movement.rules
        self.position = opening(table)
        self.turn = first
        self.pile = [card.card.rank for card in deck_of(*decks_at(rules, table.players))]
        self.face_up: list[Rank] = []
        self.last_card: Rank | None = None
        self.shuffles = 0
        self._rng = rng
        self._player = player
        self._draws_before = rules.draw is Draw.BEFORE
        self._full_hand = rules.hand
        self._homes = table.board.home_masks
        self._next_seat = {seat: table.after(seat) for seat in table.seats}
        self._sides = {seat: table.team_from(seat) for seat in table.seats}
        rng.shuffle(self.pile)
        self.hands = {seat: [self._draw() for _ in range(rules.deal)] for seat in _from(table, first)}

    def run(self, most_turns: int) -> int:
        """Play until a side has won, or so many turns are over; how many it took."""
        for turn in range(1, most_turns + 1):
            if self.take_turn():
                return turn
        return most_turns

    def take_turn(self) -> bool:
        """Draw, play a card that moves or else throw one, draw again where the rules say so. RULES 9.

        True where that won the game.
        """
        seat = self.turn
        hand = self.hands[seat]
        if self._draws_before:
            hand.append(self._draw())
        picked = self._player.pick(self.position, seat, hand)
        if picked is None:
            at = int(self._rng.random() * len(hand))
        else:
            at, self.position = picked
        self.last_card = hand.pop(at)
        self.face_up.append(self.last_card)
        if picked is not None and self.has_won(seat):
            return True
        if not self._draws_before:
            hand += [self._draw() for _ in range(1 if picked is None else self._full_hand - len(hand))]
        self.turn = self._next_seat[seat]
        return False

    def has_won(self, seat: Seat) -> bool:
        """Whether all pegs of a seat's side are home. RULES 9, End."""
        at, homes = self.position, self._homes
        return at[seat] == homes[seat] and all(at[mate] == homes[mate] for mate in self._sides[seat])

    def _draw(self) -> Rank:
        if not self.pile:  # RULES 9, Pile empty
            self.pile, self.face_up = self.face_up, []
            self._rng.shuffle(self.pile)
            self.shuffles += 1
        return self.pile.pop()


def _from(table: Seating, first: Seat) -> list[Seat]:
    at = table.seats.index(first)
    return [*table.seats[at:], *table.seats[:at]]


class RandomPlayer:
    """Any card that moves, each as likely as the other, and any of its results."""

    def __init__(self, movement: Movement, rng: random.Random) -> None:
        self._movement = movement
        self._random = rng.random
        self._plans = {rank: movement.plan((rank,)) for rank in Rank}

    def pick(self, position: Position, seat: Seat, hand: list[Rank]) -> tuple[int, Position] | None:
        """See `Player`. Only the cards drawn are looked at."""
        look = self._movement.look(position, seat)
        untried = len(hand)
        while untried:
            at = int(self._random() * untried)
            plain, pushed = self._movement.search(look, self._plans[hand[at]])
            count = len(plain) + len(pushed)
            if count:
                return at, _chosen(look, plain, pushed, int(self._random() * count))[1]
            untried -= 1
            hand[at], hand[untried] = hand[untried], hand[at]
        return None


def _chosen(look: Look, plain: Plain, pushed: Pushed, at: int) -> tuple[Rank, Position]:
    """One of the results that a search has found, with its card."""
    if at < len(plain):
        own = list(plain)[at]
        return plain[own], look[2][0][0].after(look[0], own)
    result = list(pushed)[at - len(plain)]
    return pushed[result], result


class Progress(dict[int, int]):
    """How far a set of one seat's pegs has come in all; worked out once for each set asked for."""

    def __init__(self, table: Seating, seat: Seat) -> None:
        super().__init__()
        self._board = table.board
        self._seat = seat

    def __missing__(self, pegs: int) -> int:
        self[pegs] = sum(self._board.progress(self._seat, hole) for hole in holes_of(pegs))
        return self[pegs]


class GreedyPlayer:
    """What brings its own side furthest and the others back most, now; any of those that do it alike."""

    def __init__(self, movement: Movement, rng: random.Random) -> None:
        table = movement.table
        self._movement = movement
        self._random = rng.random
        self._progress = [Progress(table, seat) for seat in table.board.seats()]
        self._signs = {
            seat: [1 if table.side_of[other] == table.side_of[seat] else -1 for other in table.board.seats()]
            for seat in table.seats
        }

    def pick(self, position: Position, seat: Seat, hand: list[Rank]) -> tuple[int, Position] | None:
        """See `Player`."""
        look = self._movement.look(position, seat)
        plain, pushed = self._movement.search(look, self._movement.plan(hand))
        gains = self._plain_gains(look, plain) if plain else []
        if pushed:
            gains += [self._gain(position, result, seat) for result in pushed]
        if not gains:
            return None
        best = max(gains)
        at = gains.index(best)
        if gains.count(best) > 1:
            alike = [i for i, gain in enumerate(gains) if gain == best]
            at = alike[int(self._random() * len(alike))]
        card, result = _chosen(look, plain, pushed, at)
        return hand.index(card), result

    def _plain_gains(self, look: Look, plain: Plain) -> list[int]:
        """Where no teammate is pushed: what the pegs win, and what opponents lose where they now stand."""
        position = look[0]
        mover, mates, _holes = look[2][0]
        own, progress = position[mover.seat], self._progress[mover.seat]
        gains = [progress[(changed := own ^ after) & after] - progress[changed & own] for after in plain]
        opponents = sum(position) ^ own ^ mates
        for at, after in enumerate(plain):
            if after & opponents:
                pushed = after & opponents
                gains[at] += sum(
                    held[pegs & pushed] for held, pegs in zip(self._progress, position, strict=True)
                )
        return gains

    def _gain(self, position: Position, result: Position, seat: Seat) -> int:
        gain = 0
        for before, after, progress, sign in zip(
            position, result, self._progress, self._signs[seat], strict=True
        ):
            if before != after:
                gain += sign * (progress[after & ~before] - progress[before & ~after])
        return gain
