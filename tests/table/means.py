"""Hands at a table that runs: what a player does with each means there is. DESIGN 3.

The time is the test's own; every press and tap takes some of it.
"""

import random
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Protocol

from engine.cards import PhysicalCard
from engine.choose import Asked, Candidate
from engine.game import Play
from engine.inputs import CardTapped, Chosen, Command, Key, Pointed, Pressed, ThrowAsked
from engine.notation import Move, write_move
from engine.question import Question
from firmware_host.deck import EnrolledCard, simulated_deck
from firmware_host.inbox import ButtonEdge, KnobTurned, TagSeen
from hardware.interfaces import Edge, Uid
from tests.host.running_loop import Table

COMMANDS: Mapping[Command, Uid] = {
    command: Uid(bytes.fromhex("04CC") + number.to_bytes(5, "big")) for number, command in enumerate(Command)
}
CARDS = simulated_deck() | {uid: EnrolledCard(uid, f"@{command}", 1) for command, uid in COMMANDS.items()}
UID_OF = {(card.card, card.copy): uid for uid, card in CARDS.items()}

PRESS_MS, HOLD_MS, BREATH_MS = 120, 1_300, 400
"""A press, a hold, and what a hand takes to go on to the next thing."""


@contextmanager
def room(path: Path) -> Iterator[Table]:
    """A loop with a deck and a card for each command; nobody has begun a game."""
    table = Table(path, cards=CARDS)
    try:
        yield table
    finally:
        table.stop()


class Hands:
    """What hands can do at the rim. After each the table has judged it."""

    def __init__(self, table: Table) -> None:
        self.table = table

    def lay(self, uid: Uid, reader: str = "table") -> None:
        """Lay a card on a reader."""
        self.table.clock.now_ms += BREATH_MS
        self.table.inbox.put(TagSeen(reader, uid, at_ms=self.table.clock.now_ms))
        self.table.settle()

    def lay_card(self, card: PhysicalCard) -> None:
        """Lay a playing card on the reader."""
        self.lay(UID_OF[card.card.ascii, card.copy])

    def lay_command(self, command: Command) -> None:
        """Lay a command card on the reader."""
        self.lay(COMMANDS[command])

    def press(self, key: Key, held_ms: int = PRESS_MS) -> None:
        """Press a button and let it go."""
        self.table.clock.now_ms += BREATH_MS
        down_ms = self.table.clock.now_ms
        self.table.inbox.put(ButtonEdge(key, Edge(True, down_ms)))
        self.table.clock.now_ms += held_ms
        self.table.inbox.put(ButtonEdge(key, Edge(False, down_ms + held_ms)))
        self.table.clock.now_ms += 50
        self.table.settle()

    def turn_knob(self, step: int) -> None:
        """A detent."""
        self.table.clock.now_ms += BREATH_MS
        self.table.inbox.put(KnobTurned("knob", step))
        self.table.settle()


class Means(Protocol):
    """How a player says what he wants."""

    def begin(self) -> None:
        """Begin the game that is offered."""

    def tap(self, card: PhysicalCard) -> None:
        """Show the board a card."""

    def away(self) -> None:
        """Put the card in question away."""

    def choose(self, move: Move) -> None:
        """Play a result of the card in question."""

    def throw(self) -> None:
        """Throw the card in question."""

    def shuffled(self) -> None:
        """The played cards are a new pile."""


class _Walks:
    """Walks rings: `_next` steps on, `_confirm` takes."""

    def __init__(self, table: Table) -> None:
        self.hands = Hands(table)
        self.table = table

    def choose(self, move: Move) -> None:
        """See `Means`."""
        while (question := self.table.game.question) is not None:
            ring = question.ring()
            fits = next(i for i, one in enumerate(ring.candidates) if leads_to(question, one, move))
            for _ in range((fits - question.at) % len(ring.candidates)):
                self._next()
            self._confirm()

    def shuffled(self) -> None:
        """A board without a card for it is told at its page."""
        self.hands.lay_command(Command.SHUFFLED)

    def tap(self, card: PhysicalCard) -> None:
        """See `Means`."""
        self.hands.lay_card(card)

    def _next(self) -> None:
        raise NotImplementedError

    def _confirm(self) -> None:
        raise NotImplementedError


class ByCards(_Walks):
    """A board with a reader and nothing else."""

    def begin(self) -> None:
        """See `Means`."""
        self.hands.lay_command(Command.NEW_GAME)
        self.hands.lay_command(Command.CONFIRM)

    def away(self) -> None:
        """See `Means`."""
        self.hands.lay_command(Command.AWAY)

    def throw(self) -> None:
        """See `Means`."""
        self.hands.lay_command(Command.THROW)

    def _next(self) -> None:
        self.hands.lay_command(Command.NEXT)

    def _confirm(self) -> None:
        self.hands.lay_command(Command.CONFIRM)


class ByButtons(_Walks):
    """Three buttons in the middle."""

    def begin(self) -> None:
        """See `Means`."""
        self.hands.press(Key.CONFIRM)
        self.hands.press(Key.CONFIRM)

    def away(self) -> None:
        """Held back, as often as questions were answered."""
        while self.table.game.question is not None and not self.table.game.aside:
            self.hands.press(Key.BACK, HOLD_MS)

    def throw(self) -> None:
        """See `Means`."""
        self.hands.press(Key.CONFIRM, HOLD_MS)

    def _next(self) -> None:
        self.hands.press(Key.NEXT)

    def _confirm(self) -> None:
        self.hands.press(Key.CONFIRM)


class ByKnob(ByButtons):
    """A knob, whose own switch is `confirm`; there is no other button."""

    def away(self) -> None:
        """Nothing does that here: the next card replaces it."""

    def _next(self) -> None:
        self.hands.turn_knob(1)


class ByPhone:
    """Taps on the page."""

    def __init__(self, table: Table) -> None:
        self.table = table

    def begin(self) -> None:
        """See `Means`."""
        for _ in range(2):
            self.table.clock.now_ms += BREATH_MS
            self.table.tell(Pressed(Key.CONFIRM, source="page 1"))

    def tap(self, card: PhysicalCard) -> None:
        """See `Means`."""
        self.table.tell(CardTapped(card.card, card.copy))

    def away(self) -> None:
        """See `Means`."""
        self.table.tell(Pressed(Key.CANCEL, source="page 1"))

    def choose(self, move: Move) -> None:
        """A tap on the peg, then the result in the list."""
        game = self.table.game
        assert game.play is not None
        assert game.question is not None
        step = move.steps[-1]
        answer = self.table.tell(Pointed(game.play.setup.table.board.name(step.end), source="page 1"))
        assert answer.reason is None
        notation = write_move(game.play.setup.table, game.question.card.card, move)
        assert self.table.tell(Chosen(notation)).reason is None

    def throw(self) -> None:
        """See `Means`."""
        self.table.tell(ThrowAsked())

    def shuffled(self) -> None:
        """See `Means`."""
        Hands(self.table).lay_command(Command.SHUFFLED)


class Mixed:
    """Whatever lies nearest, another each time."""

    def __init__(self, table: Table, rng: random.Random) -> None:
        self._all: list[Means] = [ByCards(table), ByButtons(table), ByKnob(table), ByPhone(table)]
        self._rng = rng

    def _one(self) -> Means:
        return self._rng.choice(self._all)

    def begin(self) -> None:
        """See `Means`."""
        self._one().begin()

    def tap(self, card: PhysicalCard) -> None:
        """See `Means`."""
        self._one().tap(card)

    def away(self) -> None:
        """See `Means`."""
        self._all[0].away()

    def choose(self, move: Move) -> None:
        """See `Means`."""
        self._one().choose(move)

    def throw(self) -> None:
        """See `Means`."""
        self._one().throw()

    def shuffled(self) -> None:
        """See `Means`."""
        self._one().shuffled()


def leads_to(question: Question, candidate: Candidate, move: Move) -> bool:
    """Whether a candidate is that result, or an answer that keeps it."""
    if candidate.move is not None or candidate.answer.asked is Asked.THROW:
        return candidate.move == move
    answers = (*(taken.answer for taken in question.taken), candidate.answer)
    return any(question.moves[way.result] == move for way in question.tree.branch(answers).ways)


def card_in(play: Play, rng: random.Random, besides: frozenset[PhysicalCard]) -> PhysicalCard | None:
    """A card not yet played, and none of these."""
    left = sorted(play.setup.deck - play.played - besides, key=str)
    return rng.choice(left) if left else None
