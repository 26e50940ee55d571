"""The tree a player walks to pick a move. DESIGN 3, Choosing.

It narrows the set of distinct results and never builds a recipe. Every recipe of a result is seen as the
answers a player could give that lead to it (its *views*); an answer keeps the results that still have a view.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple

from engine.board import START, Hole, Seat
from engine.moves import Manner, Movement, Recipe
from engine.notation import Move, origins
from engine.position import Position, seat_at

RING_OF_RESULTS = 8
"""So many results or fewer are one ring, each shown whole."""
RING_BY_COLOUR = 10
"""A ring of more than this is asked by colour first."""


class Asked(StrEnum):
    """What a ring asks for."""

    PEG = "peg"
    END = "end"
    COUNT = "count"
    OTHER = "other"
    COLOUR = "colour"
    POINT = "point"
    RESULT = "result"
    THROW = "throw"


class Answer(NamedTuple):
    """One answer: at which step of the tree, what was asked, and the peg, end or count meant.

    `seat` is the colour that the answer shows: the peg's own, or of the peg standing on the end.
    """

    depth: int
    asked: Asked
    seat: Seat
    hole: Hole
    far: int = 0


View = tuple[Answer, ...]


class Taken(NamedTuple):
    """An answer given, and where in its ring it stood, so that going back finds the cursor there."""

    answer: Answer
    at: int


class Candidate(NamedTuple):
    """What the cursor can stand on: an answer to narrow by, or a whole result (`move`), or the throw."""

    answer: Answer
    move: Move | None = None


@dataclass(frozen=True, slots=True)
class Ring:
    """The candidates in their order, and how many results are left."""

    candidates: tuple[Candidate, ...]
    left: int


@dataclass(frozen=True, slots=True)
class Tree:
    """The results of one card in one position, seen by the seat to move."""

    movement: Movement
    position: Position
    turn: Seat
    moves: tuple[Move, ...]
    may_throw: bool

    def ring(self, taken: tuple[Taken, ...]) -> Ring:
        """The question now open: the first with more than one answer, or the results left."""
        views = self._consistent([t.answer for t in taken])
        left = [self.moves[i] for i in sorted({i for i, _view in views})]
        asked = self._next_question(views, taken) if len(left) > RING_OF_RESULTS else ()
        if asked:
            candidates = [Candidate(answer) for answer in asked]
        else:
            candidates = [Candidate(self._whole(move), move) for move in sorted(left, key=self._move_key)]
        if self.may_throw and not taken:
            candidates.append(Candidate(Answer(0, Asked.THROW, self.turn, START)))
        return Ring(tuple(candidates), len(left))

    def pointed(self, taken: tuple[Taken, ...], seat: Seat, hole: Hole) -> Taken | None:
        """The answer of pointing at a hole (START: at that seat's start), or None where nothing is left."""
        answer = Answer(-1, Asked.POINT, seat, hole)
        return Taken(answer, 0) if self._consistent([*(t.answer for t in taken), answer]) else None

    def _consistent(self, answers: list[Answer]) -> list[tuple[int, View]]:
        return [
            (i, view)
            for i, move in enumerate(self.moves)
            for recipe in move.recipes
            if all(self._touches(recipe, answer) for answer in answers if answer.asked is Asked.POINT)
            for view in self._views(recipe)
            if all(_agrees(view, answer) for answer in answers)
        ]

    def _touches(self, recipe: Recipe, answer: Answer) -> bool:
        started = origins(self.movement, self.position, recipe)
        if answer.hole == START:
            return any(
                origin == START and hop.seat == answer.seat
                for hop, origin in zip(recipe, started, strict=True)
            )
        return answer.hole in started or any(hop.end == answer.hole for hop in recipe)

    def _next_question(self, views: list[tuple[int, View]], taken: tuple[Taken, ...]) -> list[Answer]:
        answered = {t.answer.depth for t in taken if t.answer.asked not in (Asked.COLOUR, Asked.POINT)}
        coloured = {t.answer.depth for t in taken if t.answer.asked is Asked.COLOUR}
        for depth in range(max(len(view) for _i, view in views)):
            found = _distinct(view[depth] for _i, view in views if len(view) > depth)
            if depth in answered or len(found) < 2:
                continue
            colours = {answer.seat for answer in found}
            if len(found) > RING_BY_COLOUR and len(colours) > 1 and depth not in coloured:
                found = {Answer(depth, Asked.COLOUR, seat, START) for seat in colours}
            return sorted(found, key=self._answer_key)
        return []

    def _views(self, recipe: Recipe) -> list[View]:
        """The ways a player could name a recipe, question by question. DESIGN 3."""
        pegs = [
            Answer(0, Asked.PEG, hop.seat, origin)
            for hop, origin in zip(recipe, origins(self.movement, self.position, recipe), strict=True)
        ]
        first = recipe[0]
        if len(recipe) == 1:
            count = [Answer(1, Asked.COUNT, first.seat, first.end, first.far)] if first.far in (7, 9) else []
            standing = (
                seat_at(self.position, first.end) if first.manner in (Manner.JUMP, Manner.SWAP) else None
            )
            shown = first.seat if standing is None else standing
            return [(pegs[0], *count, Answer(1 + len(count), Asked.END, shown, first.end))]
        halves = list(zip(pegs, recipe, strict=True))
        if any(hop.manner is Manner.BACKWARD for hop in recipe):
            (ahead, hop), (back, _) = sorted(halves, key=lambda half: half[1].far, reverse=True)
            return [
                (
                    ahead,
                    back._replace(depth=1, asked=Asked.OTHER),
                    Answer(2, Asked.COUNT, hop.seat, hop.end, hop.far),
                )
            ]
        return [
            (
                peg,
                Answer(1, Asked.COUNT, hop.seat, hop.end, hop.far),
                other._replace(depth=2, asked=Asked.OTHER),
            )
            for (peg, hop), (other, _) in (halves, reversed(halves))
        ]

    def _whole(self, move: Move) -> Answer:
        last = move.steps[-1]
        return Answer(-1, Asked.RESULT, last.seat, last.end)

    def _along(self, seat: Seat, hole: Hole) -> int:
        """The order of rings: in the way of travel from the player's own start."""
        board = self.movement.table.board
        if hole == START:
            return (seat - self.turn) % board.sides - board.sides
        if board.is_track(hole):
            return (hole - board.come_outs[self.turn]) % board.track
        return board.track + (hole - board.home(self.turn, 1)) % (5 * board.sides)

    def _answer_key(self, answer: Answer) -> tuple[int, ...]:
        if answer.asked is Asked.COLOUR:
            return ((answer.seat - self.turn) % self.movement.table.board.sides,)
        return answer.far, self._along(answer.seat, answer.hole), answer.seat

    def _move_key(self, move: Move) -> tuple[int, ...]:
        keys = [(self._along(step.seat, step.start), self._along(step.seat, step.end)) for step in move.steps]
        return tuple(key for pair in keys for key in pair)


def _agrees(view: View, answer: Answer) -> bool:
    if answer.asked is Asked.POINT:
        return True
    if len(view) <= answer.depth:
        return False
    if answer.asked is Asked.COLOUR:
        return view[answer.depth].seat == answer.seat
    mine = view[answer.depth]
    # A count is the same answer whichever end it leads to: home or along is asked later.
    if answer.asked is Asked.COUNT:
        return mine.asked is Asked.COUNT and mine.far == answer.far
    return mine == answer


def _distinct(answers: Iterable[Answer]) -> set[Answer]:
    """The different answers; a count stands once, with the end along the track where there are two."""
    by_meaning: dict[tuple[Asked, int, Hole, Seat], Answer] = {}
    for answer in sorted(answers, reverse=True):
        counted = answer.asked is Asked.COUNT
        key = (answer.asked, answer.far, START if counted else answer.hole, answer.seat)
        by_meaning[key] = answer
    return set(by_meaning.values())
