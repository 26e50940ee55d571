"""Long walks with tracked hands beside a table of wood and paper, which knows nothing but what people do.

The paper has hands in the order in which they were drawn, a pile with a top, and what lies face up. A card
of it moves when people move one: dealing, drawing, playing, throwing, shuffling, and as the hand work says
after an undo or a redo. After each input all must lie where the referee thinks it does.
"""

import random
from dataclasses import replace

import pytest

from engine.board import Seat
from engine.cards import PhysicalCard
from engine.game import Game, Play
from engine.hands import due, held, holder, must_shuffle
from engine.handwork import CardWork, Deed
from engine.inputs import (
    CardTapped,
    Chosen,
    Command,
    CommandTapped,
    GameEnded,
    Hands,
    MercyTaken,
    NewGame,
    RedoAsked,
    RulesCardTapped,
    Shuffled,
    ThrowAsked,
    Told,
    UndoAsked,
)
from engine.notation import write_move
from engine.referee import judge
from engine.verdict import Why
from tests.engine.tellings import anything

SMALL = (("K", 4), ("A", 4), ("7H", 4), ("5H", 9), ("Joker", 3), ("8S", 4))
"""So few cards that the pile is soon empty: 28 for four hands of five."""
GAMES = [
    NewGame(4, "bark-up-a-tree", (("mercy_after", 2),), hands=Hands.TRACKED, deck=SMALL),
    NewGame(4, "pagat", hands=Hands.TRACKED, deck=SMALL),
    NewGame(4, "kilpatrick", (("mercy_after", 2),), hands=Hands.TRACKED, deck=SMALL),
    NewGame(4, "gamerules", (("two_swaps", True),), hands=Hands.TRACKED),
    NewGame(2, "bark-up-a-tree", (("hand", 7), ("deal", 7)), 0, Hands.TRACKED, deck=SMALL),
    NewGame(6, "social-security", teams=3, hands=Hands.TRACKED),
]


class Paper:
    """The cards on the table, in people's hands. Everybody knows when each card of the own hand was drawn."""

    def __init__(self, play: Play, rng: random.Random) -> None:
        self.rng = rng
        self.draws = 0
        self.hands: dict[Seat, dict[PhysicalCard, int]] = {seat: {} for seat in play.setup.table.seats}
        self.face_up: list[PhysicalCard] = []
        self.past: list[tuple[PhysicalCard, int]] = []
        self.pile = sorted(play.setup.deck, key=str)
        rng.shuffle(self.pile)

    def happened(self, before: Game, after: Game, told: Told) -> None:
        """Do what people do at this: `before` and `after` tell only what everybody sees."""
        was, now = before.play, after.play
        assert was is not None
        assert now is not None
        if after.handwork is not before.handwork and after.handwork is not None and after.handwork.cards:
            for work in after.handwork.cards:
                self._work(work)
        elif len(now.turns) > len(was.turns) and now.turns[-1].card is not None:
            self._play(now.turns[-1].seat, now.turns[-1].card)
        elif was.played and not now.played:
            self._shuffle()
        elif isinstance(told, CardTapped) and after.question is before.question:
            self._tapped(now)

    def _tapped(self, now: Play) -> None:
        """Whoever has tapped a card of the pile has it in the hand."""
        for card in held(now.stand) & set(self.pile):
            seat = holder(now, card)
            assert seat is not None
            self.pile.remove(card)
            self._hold(seat, card)

    def _hold(self, seat: Seat, card: PhysicalCard) -> None:
        self.draws += 1
        self.hands[seat][card] = self.draws

    def _play(self, seat: Seat, card: PhysicalCard) -> None:
        self.past.append((card, self.hands[seat].pop(card)))
        self.face_up.append(card)

    def _shuffle(self) -> None:
        self.pile += self.face_up
        self.rng.shuffle(self.pile)
        self.face_up.clear()

    def _work(self, work: CardWork) -> None:
        hand = self.hands[work.seat]
        match work.deed:
            case Deed.LAY_BACK:
                for _ in range(work.count):
                    last = max(hand, key=lambda card: hand[card])
                    del hand[last]
                    self.pile.append(last)
            case Deed.TAKE_BACK | Deed.FIND:
                card, drawn = self.past.pop()
                assert card == work.card
                (self.face_up if work.deed is Deed.TAKE_BACK else self.pile).remove(card)
                hand[card] = drawn
            case Deed.LAY_OUT:
                assert work.card is not None
                self._play(work.seat, work.card)
            case Deed.DRAW:
                for _ in range(work.count):
                    self._hold(work.seat, self.pile.pop())
            case Deed.LOCK:
                assert work.count <= len(hand)

    def assert_as(self, play: Play) -> None:
        """The referee thinks so too."""
        for seat, hand in self.hands.items():
            assert set(hand) == play.stand.hands[seat] | play.stand.locked[seat]
        assert set(self.face_up) == play.played
        assert len(self.pile) + len(self.face_up) + sum(map(len, self.hands.values())) == len(play.setup.deck)


class Walk:
    """A game told anything, its paper, and how it stood before each of its turns."""

    def __init__(self, asked: NewGame, seed: int) -> None:
        self.rng = random.Random(seed)
        self.now_ms = 0
        self.game = judge(Game(), replace(asked, first=Seat(0)), 0).game
        self.paper = Paper(self.play, self.rng)
        self.stood: list[Play] = []
        self.undone = 0

    @property
    def play(self) -> Play:
        assert self.game.play is not None
        return self.game.play

    def step(self) -> None:
        self.tell(self._something())

    def tell(self, told: Told) -> None:
        self.now_ms += 400
        before, step = self.game, judge(self.game, told, self.now_ms)
        self.game = step.game
        assert step.ruling is None or step.ruling.why is not Why.INTERNAL
        assert before.play is not None
        self.paper.happened(before, self.game, told)
        self.paper.assert_as(self.play)
        grown = len(self.play.turns) - len(before.play.turns)
        if grown > 0:
            self.stood[len(before.play.turns) :] = [before.play]
        self.undone += grown < 0

    def _something(self) -> Told:
        """Mostly what belongs there; now and then a step back or again, or anything at all."""
        chance = self.rng.random()
        if chance < 0.1:
            return self._anything()
        if chance < 0.16:
            return UndoAsked()
        if self.play.undone and chance < 0.5:
            return RedoAsked()
        return self._fitting(self.play)

    def _fitting(self, play: Play) -> Told:
        question, ending = self.game.question, play.stand.ending
        if play.challenge is not None or play.winner is not None:
            return UndoAsked()
        if must_shuffle(play):
            return Shuffled()
        if question is not None and question.moves:
            move = self.rng.choice(question.moves)
            return Chosen(write_move(play.setup.table, question.card.card, move))
        if question is not None and self.rng.random() < 0.8:
            return ThrowAsked()
        if ending is not None and ending.mercy and self.rng.random() < 0.8:
            return MercyTaken(self.rng.choice([*ending.mercy, None]))
        if due(play) and self.rng.random() < 0.75:
            return _tap(self.rng.choice(self.paper.pile))
        seat = play.turn if ending is None else play.setup.table.after(play.turn)
        return _tap(self.rng.choice(sorted(self.paper.hands[seat], key=str) or self.paper.pile))

    def _anything(self) -> Told:
        while True:
            told = anything(self.rng.choice, self.game)
            begins = isinstance(told, CommandTapped) and told.command is Command.NEW_GAME
            if not begins and not isinstance(told, NewGame | GameEnded | RulesCardTapped):
                return told


def _tap(card: PhysicalCard) -> CardTapped:
    return CardTapped(card.card, card.copy)


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("asked", GAMES, ids=lambda asked: f"{asked.rules}-{asked.players}")
def test_the_cards_on_the_table_are_where_the_referee_thinks(asked: NewGame, seed: int) -> None:
    walk = Walk(asked, seed)
    for _ in range(250):
        walk.step()
    stood = walk.stood[: len(walk.play.turns)]
    while walk.play.turns:
        walk.tell(UndoAsked())
        assert_never_played(walk.play, stood.pop())


def assert_never_played(play: Play, stood: Play) -> None:
    """Pegs, hands, debts, locks, counts, turn; what was shuffled in stays in the pile. RULES 9a."""
    assert replace(play.stand, drawn=stood.stand.drawn) == stood.stand
    assert play.turns == stood.turns
    assert play.played <= stood.played


def test_the_walks_come_through_undo_penalties_shuffles_and_refills() -> None:
    undone = locked = shuffled = refilled = 0
    for asked in GAMES[:3]:
        walk = Walk(asked, 7)
        for _ in range(250):
            before = walk.play
            walk.step()
            locked += any(walk.play.stand.locked)
            shuffled += bool(before.played) and not walk.play.played
            refilled += walk.play.stand.ending is not None and walk.play.stand.ending.refill > 0
        undone += walk.undone
    assert min(undone, locked, shuffled, refilled) > 3, (undone, locked, shuffled, refilled)
