"""A game in minutes played through the referee again: what comes of it, or where it breaks the rules."""

from dataclasses import replace
from gettext import NullTranslations
from typing import assert_never

from engine.board import Seat, seat_name
from engine.cards import Card
from engine.game import Game, Play
from engine.inputs import CardTapped, Chosen, Hands, MercyTaken, PositionAgreed, Shuffled, ThrowAsked, Told
from engine.minutes import Agreed, Entry, Minutes, PileMade, Played, Thrown
from engine.move_text import WrittenMove, as_written, write_words
from engine.notation import write_move
from engine.position import write_position
from engine.question import Question
from engine.referee import judge
from engine.step import Step
from engine.verdict import Reason
from engine.wording import say_reason

MOST_NAMED = 8
"""So many moves that would have been legal are named, not more."""


class BreaksRules(Exception):
    """The referee does not take an entry of the minutes.

    Attributes:
        line: where it stands in the text; 0 where the minutes come from no text.
        problem: what is wrong, in words; reason: the referee's refusal, where it is one.
        game: the game up to there.
    """

    def __init__(self, line: int, problem: str, game: Game, reason: Reason | None = None) -> None:
        super().__init__(f"line {line}: {problem}")
        self.line = line
        self.problem = problem
        self.reason = reason
        self.game = game


def replay(minutes: Minutes) -> Game:
    """The game that the minutes tell, judged with closed hands: they say nothing of cards not played.

    Raises:
        BreaksRules: at the first entry that the referee does not take.
    """
    return _played(minutes).game


def inputs_of(minutes: Minutes) -> tuple[Told, ...]:
    """What to tell the referee, in order, so that the game of the minutes comes of it.

    Raises:
        BreaksRules: at the first entry that the referee does not take.
    """
    return tuple(_played(minutes).told)


def _played(minutes: Minutes) -> "_Table":
    table = _Table(minutes)
    lines = minutes.lines or (0,) * (len(minutes.entries) + 1)
    for entry, line in zip(minutes.entries, lines, strict=False):
        table.take(entry, line)
    table.end(minutes.won, lines[-1])
    return table


class _Table:
    """Tells the referee what the minutes say, a millisecond apart."""

    def __init__(self, minutes: Minutes) -> None:
        self.game = Game()
        self.told: list[Told] = []
        self._line = 0
        self._now_ms = 0
        self._tell(replace(minutes.asked, hands=Hands.CLOSED))

    @property
    def _play(self) -> Play:
        assert self.game.play is not None
        return self.game.play

    def take(self, entry: Entry, line: int) -> None:
        """One entry."""
        self._line = line
        if not isinstance(entry, PileMade):
            self._check_turn(entry.seat)
        match entry:
            case PileMade():
                self._tell(Shuffled())
            case Agreed():
                pegs = write_position(self._play.setup.table, entry.position)
                agreed = tuple((name, tuple(holes)) for name, holes in pegs.items())
                self._tell(PositionAgreed(agreed, entry.turn))
            case Played():
                self._choose(self._tap(entry.card, entry.copy), entry.move)
            case Thrown():
                self._tap(entry.card, entry.copy)
                self._tell(ThrowAsked())
                self._answer_mercy(entry.mercy)
            case _:
                assert_never(entry)

    def end(self, won: tuple[Seat, ...] | None, line: int) -> None:
        """What the text says of the winner, where it says anything."""
        self._line = line
        if won is not None and (self._play.winner is None or set(won) != set(self._play.winner)):
            raise self._broken(f"{_side(won)} has not won")

    def _check_turn(self, seat: Seat) -> None:
        if self._play.winner is None and seat != self._play.turn:
            raise self._broken(f"it is the turn of {seat_name(self._play.turn)}, not of {seat_name(seat)}")

    def _tap(self, card: Card, copy: int | None) -> Question:
        """A card that moves nothing is refused, and is in question nevertheless."""
        step = self._judged(CardTapped(card, copy))
        question = step.game.question
        if question is None or question.card.card != card:
            raise self._refused(step)
        self.game = step.game
        return question

    def _choose(self, question: Question, move: WrittenMove) -> None:
        found = next((legal for legal in question.moves if as_written(legal) == move), None)
        if found is None:
            raise self._no_such_move(question)
        self._tell(Chosen(write_move(self._play.setup.table, question.card.card, found)))

    def _no_such_move(self, question: Question) -> "BreaksRules":
        card, board = question.card.card, self._play.setup.table.board
        if question.reason is not None:
            why = say_reason(question.reason, board, NullTranslations())
            return self._broken(f"{card} moves nothing: {why}", question.reason)
        legal = [write_words(board, as_written(move)) for move in question.moves]
        more = f" and {len(legal) - MOST_NAMED} more" if len(legal) > MOST_NAMED else ""
        return self._broken(f"{card} can't move so; it can: {', '.join(legal[:MOST_NAMED])}{more}")

    def _answer_mercy(self, mercy: WrittenMove | None) -> None:
        """RULES 9, Mercy: an offer that the minutes pass over was declined."""
        ending = self._play.stand.ending
        if mercy is None and (ending is None or not ending.mercy):
            return
        self._tell(MercyTaken(mercy.steps[0][0] if mercy else None))
        came_out = self._play.turns[-1].mercy
        if mercy and (came_out is None or as_written(came_out) != mercy):
            raise self._broken("no peg comes out so by mercy")

    def _tell(self, told: Told) -> None:
        step = self._judged(told)
        if step.ruling is not None:
            raise self._refused(step)
        self.game = step.game

    def _judged(self, told: Told) -> Step:
        self._now_ms += 1
        self.told.append(told)
        return judge(self.game, told, self._now_ms)

    def _refused(self, step: Step) -> "BreaksRules":
        assert step.ruling is not None
        board = self.game.play.setup.table.board if self.game.play else None
        return self._broken(say_reason(step.ruling, board, NullTranslations()), step.ruling)

    def _broken(self, problem: str, reason: Reason | None = None) -> "BreaksRules":
        return BreaksRules(self._line, problem, self.game, reason)


def _side(seats: tuple[Seat, ...]) -> str:
    return "+".join(map(seat_name, seats))
