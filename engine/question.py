"""The card in question: its results, the answers so far, and where the cursor is. DESIGN 3, Choosing."""

from dataclasses import dataclass

from engine.board import START, Hole
from engine.cards import PhysicalCard
from engine.choose import Ring, Taken, Tree
from engine.notation import Move, origins
from engine.position import Position
from engine.verdict import Reason


@dataclass(frozen=True, slots=True)
class Question:
    """The card in question.

    Attributes:
        moves: every distinct result; none where the card moves nothing, then `reason` says why.
        taken: the answers so far; at: the cursor in the ring now open.
        doubts: where moves are free, what each forbidden result has against it; warned: the one just told of.
    """

    card: PhysicalCard
    tree: Tree
    reason: Reason | None = None
    taken: tuple[Taken, ...] = ()
    at: int = 0
    doubts: tuple[tuple[Position, Reason], ...] = ()
    warned: Position | None = None

    @property
    def moves(self) -> tuple[Move, ...]:
        """Every distinct result."""
        return self.tree.moves

    def doubt(self, result: Position) -> Reason | None:
        """What the rules have against that result."""
        return next((reason for doubtful, reason in self.doubts if doubtful == result), None)

    def ring(self) -> Ring:
        """What the cursor walks."""
        return self.tree.ring(self.taken)


def movable_holes(question: Question) -> tuple[Hole, ...]:
    """The holes of the pegs that the card can move, each once; a start has none."""
    tree = question.tree
    left = (
        hole
        for move in tree.moves
        for recipe in move.recipes
        for hole in origins(tree.movement, tree.position, recipe)
    )
    return tuple(sorted({hole for hole in left if hole != START}))
