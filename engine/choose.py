"""The tree a player walks to pick a move. DESIGN 3, Choosing.

It narrows the set of distinct results and never builds a recipe. Every recipe of a result is seen as the
answers a player could give that lead to it (its *ways*); an answer keeps the results that still have a way.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property
from typing import NamedTuple

from engine.board import START, Hole, Seat
from engine.hops import Manner, Recipe
from engine.moves import Movement
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
Place = tuple[Seat | None, Hole]
"""A hole; or the start of a seat, which alone is named by its seat."""


def _place(seat: Seat, hole: Hole) -> Place:
    return (seat, hole) if hole == START else (None, hole)


class Way(NamedTuple):
    """One way to name a result: its number, the answers question by question, what it leaves or reaches.

    All ways of one card have the same number of questions.
    """

    result: int
    view: View
    touched: frozenset[Place]


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


@dataclass(frozen=True)
class Tree:
    """The results of one card in one position, seen by the seat to move.

    Without slots, for the ways are worked out once, when the first ring is asked for.
    """

    movement: Movement
    position: Position
    turn: Seat
    moves: tuple[Move, ...]
    may_throw: bool

    def ring(self, taken: tuple[Taken, ...]) -> Ring:
        """The question now open: the first with more than one answer, or the results left."""
        return self.branch(tuple(t.answer for t in taken)).ring()

    def branch(self, answers: tuple[Answer, ...] = ()) -> "Branch":
        """The place these answers lead to."""
        place = Branch(self, self._ways)
        for answer in answers:
            place = place.after(answer)
        return place

    def pointed(self, taken: tuple[Taken, ...], seat: Seat, hole: Hole) -> Taken | None:
        """The answer of pointing at a hole (START: at that seat's start), or None where nothing is left."""
        answer = Answer(-1, Asked.POINT, seat, hole)
        return Taken(answer, 0) if self.branch((*(t.answer for t in taken), answer)).ways else None

    @cached_property
    def _ways(self) -> tuple[Way, ...]:
        """All of them, each once."""
        found: dict[Way, None] = {}
        for i, move in enumerate(self.moves):
            for recipe in move.recipes:
                started = origins(self.movement, self.position, recipe)
                touched = frozenset(
                    _place(hop.seat, hole)
                    for hop, origin in zip(recipe, started, strict=True)
                    for hole in (origin, hop.end)
                )
                found |= dict.fromkeys(Way(i, view, touched) for view in self._views(recipe, started))
        return tuple(found)

    def _views(self, recipe: Recipe, started: tuple[Hole, ...]) -> list[View]:
        """How a player could name a recipe, question by question. DESIGN 3."""
        pegs = [Answer(0, Asked.PEG, hop.seat, origin) for hop, origin in zip(recipe, started, strict=True)]
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

    def _along(self, seat: Seat, hole: Hole) -> int:
        """The order of rings: in the way of travel from the player's own start."""
        board = self.movement.table.board
        if hole == START:
            return (seat - self.turn) % board.sides - board.sides
        if board.is_track(hole):
            return (hole - board.come_outs[self.turn]) % board.track
        return board.track + (hole - board.home(self.turn, 1)) % (5 * board.sides)

    def answer_key(self, answer: Answer) -> tuple[int, ...]:
        """Where an answer stands in its ring."""
        if answer.asked is Asked.COLOUR:
            return ((answer.seat - self.turn) % self.movement.table.board.sides,)
        return answer.far, self._along(answer.seat, answer.hole), answer.seat

    def move_key(self, move: Move) -> tuple[int, ...]:
        """Where a whole result stands in its ring."""
        halves = [
            (self._along(step.seat, step.start), self._along(step.seat, step.end)) for step in move.steps
        ]
        return tuple(key for half in sorted(halves) for key in half)


@dataclass(frozen=True, slots=True)
class Branch:
    """A place in a tree: the ways still open after the answers given."""

    tree: Tree
    ways: tuple[Way, ...]
    answers: tuple[Answer, ...] = ()

    def after(self, answer: Answer) -> "Branch":
        """Where an answer leads."""
        left = tuple(way for way in self.ways if _agrees(way, answer))
        return Branch(self.tree, left, (*self.answers, answer))

    def ring(self) -> Ring:
        """The candidates now."""
        tree = self.tree
        left = [tree.moves[i] for i in sorted({way.result for way in self.ways})]
        asked = self._next_question() if len(left) > RING_OF_RESULTS else []
        candidates = [Candidate(answer) for answer in sorted(asked, key=tree.answer_key)] or [
            Candidate(_whole(move), move) for move in sorted(left, key=tree.move_key)
        ]
        if tree.may_throw and not self.answers:
            candidates.append(Candidate(Answer(0, Asked.THROW, tree.turn, START)))
        return Ring(tuple(candidates), len(left))

    def _next_question(self) -> list[Answer]:
        """The answers of the first question that has more than one and was not answered."""
        questions = (self._answers_at(depth) for depth in range(len(self.ways[0].view)))
        return next((answers for answers in questions if len(answers) > 1), [])

    def _answers_at(self, depth: int) -> list[Answer]:
        """What may be answered to the question at a depth; nothing where it was."""
        coloured = any(a.depth == depth and a.asked is Asked.COLOUR for a in self.answers)
        if any(a.depth == depth and a.asked is not Asked.COLOUR for a in self.answers):
            return []
        found = _distinct({way.view[depth] for way in self.ways})
        colours = {answer.seat for answer in found}
        if len(found) > RING_BY_COLOUR and len(colours) > 1 and not coloured:
            return [Answer(depth, Asked.COLOUR, seat, START) for seat in colours]
        return found


def _whole(move: Move) -> Answer:
    last = move.steps[-1]
    return Answer(-1, Asked.RESULT, last.seat, last.end)


def _agrees(way: Way, answer: Answer) -> bool:
    if answer.asked is Asked.POINT:
        return _place(answer.seat, answer.hole) in way.touched
    mine = way.view[answer.depth]
    if answer.asked is Asked.COLOUR:
        return mine.seat == answer.seat
    # A count is the same answer whichever end it leads to: home or along is asked later.
    if answer.asked is Asked.COUNT:
        return mine.asked is Asked.COUNT and mine.far == answer.far
    return mine == answer


def _distinct(answers: Iterable[Answer]) -> list[Answer]:
    """The different answers; a count stands once, with the end along the track where there are two."""
    by_meaning: dict[tuple[Asked, int, Hole, Seat], Answer] = {}
    for answer in sorted(answers, reverse=True):
        counted = answer.asked is Asked.COUNT
        by_meaning[answer.asked, answer.far, START if counted else answer.hole, answer.seat] = answer
    return list(by_meaning.values())
