"""A table to play at in a test: tells the referee what players do, a second apart."""

from dataclasses import replace

from engine.board import Hole
from engine.cards import Card
from engine.choose import Asked
from engine.game import Game, Play
from engine.inputs import CardTapped, Chosen, Hands, Key, NewGame, Pointed, Pressed, ThrowAsked, Told, seat_of
from engine.notation import write_move
from engine.question import Question
from engine.referee import judge
from engine.step import Step
from engine.verdict import Reason, Why
from tests.engine.fast import standing


class Table:
    """Holds the game and the clock. `tell` and its like take what is accepted and fail on a refusal."""

    def __init__(
        self,
        rules: str = "pagat",
        players: int = 4,
        first: str = "A",
        hands: Hands = Hands.CLOSED,
        deck: tuple[tuple[str, int], ...] = (),
        teams: int | None = None,
        **options: object,
    ) -> None:
        self.now_ms = 0
        self.game = Game()
        teams = teams if teams is not None else 2 if players > 2 else 0
        asked = NewGame(players, rules, tuple(options.items()), teams, hands, seat_of(first), deck=deck)
        self.tell(asked)

    @property
    def play(self) -> Play:
        assert self.game.play is not None
        return self.game.play

    @property
    def question(self) -> Question:
        assert self.game.question is not None
        return self.game.question

    def stand(self, pegs: str, turn: str = "A") -> "Table":
        """Put the pegs so, as if they had come there by play."""
        position = standing(self.play.setup.table, pegs)
        stood = replace(self.play.stand, position=position, turn=seat_of(turn))
        self.game = replace(self.game, play=replace(self.play, stand=stood))
        return self

    def judged(self, told: Told, after_ms: int = 1000) -> Step:
        """The ruling on an input, which is not taken."""
        return judge(self.game, told, self.now_ms + after_ms)

    def tell(self, told: Told, after_ms: int = 1000) -> Step:
        step = self.judged(told, after_ms)
        assert step.ruling is None, step.ruling
        self.now_ms += after_ms
        self.game = step.game
        return step

    def take(self, told: Told, after_ms: int = 1000) -> Reason | None:
        """Tell it and take what comes, a refusal too."""
        step = self.judged(told, after_ms)
        self.now_ms += after_ms
        self.game = step.game
        return step.ruling

    def why_not(self, told: Told, after_ms: int = 1000) -> Why:
        """Why an input is refused; the game stays the same object."""
        step = self.judged(told, after_ms)
        assert step.ruling is not None
        assert step.game is self.game
        return step.ruling.why

    def tap(self, card: str, after_ms: int = 1000) -> Step:
        """Tap a card; one that moves nothing becomes the card in question all the same."""
        step = self.judged(CardTapped(Card.parse(card)), after_ms)
        assert step.game is not self.game
        self.now_ms += after_ms
        self.game = step.game
        return step

    def throw(self, card: str) -> Step:
        self.tap(card)
        return self.tell(ThrowAsked())

    def deal(self, *cards: str) -> None:
        """Tap cards of the pile, each the next copy of its kind that is left."""
        for card in cards:
            self.tell(CardTapped(Card.parse(card)))

    def press(self, key: Key, held: bool = False, source: str = "buttons", after_ms: int = 1000) -> Step:
        return self.tell(Pressed(key, held, source=source), after_ms)

    def point(self, hole: str) -> Step:
        return self.tell(Pointed(hole))

    def choose(self, card: str, steps: str) -> Step:
        """Tap a card and play the move that is written so, the card and what is shoved left out."""
        self.tap(card)
        return self.choose_of_question(steps)

    def choose_of_question(self, steps: str) -> Step:
        """Play the move of the card in question that is written so."""
        written = [write_move(self.play.setup.table, self.question.card.card, m) for m in self.question.moves]
        fits = [one for one in written if f"{one} ".partition(" ")[2].startswith(f"{steps} ")]
        assert len(fits) == 1, written
        return self.tell(Chosen(fits[0]))

    # --- what stands ---

    def hole(self, name: str) -> Hole:
        hole = self.play.setup.table.board.hole(name)
        assert hole is not None
        return hole

    def ring(self) -> list[str]:
        """The candidates: results as notation, answers as the hole or the count."""
        table, card = self.play.setup.table, self.question.card.card
        return [
            write_move(table, card, one.move)
            if one.move
            else f"{one.answer.asked} {one.answer.far}"
            if one.answer.asked is Asked.COUNT
            else f"{one.answer.asked} {table.board.name(one.answer.hole)}"
            for one in self.question.ring().candidates
        ]
