"""Playing freely, for small children and for learning: the board counts and warns, and refuses no move.

What the rules forbid is among the choices, each with the reason against it. The first confirm of such a one
tells the reason, the second plays it. A count is then just a count: past own pegs, and whoever stands on the
end goes to its start. Only two things cannot be: two pegs in one hole, and a hole that is not there.
"""

from collections.abc import Iterable
from dataclasses import replace

from engine.board import START, Hole, Seat
from engine.cards import Rank
from engine.explain import PegWord
from engine.game import Game, Play
from engine.hops import Hop, Manner
from engine.inputs import Hands
from engine.landing import Cause, Displacement
from engine.moves import Movement
from engine.notation import Move
from engine.notation import Step as Walk
from engine.position import Position, seat_at
from engine.question import Question
from engine.reach import home_path, track_path
from engine.step import Effect, Step
from engine.verdict import Reason

Doubt = tuple[Move, Reason]
"""A move that the rules forbid, and why."""


def is_free(play: Play) -> bool:
    """Whether the board warns rather than refuses."""
    return play.setup.hands in (Hands.FREE, Hands.TAUGHT)


def warn(game: Game, question: Question, result: Position, reason: Reason) -> Step:
    """Say what the rules have against it; asked for once more, it is done."""
    warned = replace(question, warned=result)
    return Step(replace(game, question=warned), reason, (Effect.REFUSED,))


def doubtful(play: Play, rank: Rank, words: Iterable[PegWord]) -> list[Doubt]:
    """The plain count of each peg that by the rules can't."""
    movement, position = play.setup.movement, play.position
    found = ((_plain(movement, position, word.seat, word.hole, rank), word.reason) for word in words)
    return [(move, reason) for move, reason in found if move is not None and reason is not None]


def _plain(movement: Movement, position: Position, seat: Seat, hole: Hole, rank: Rank) -> Move | None:
    hop, path = _counted(movement, seat, hole, rank) or (None, ())
    if hop is None or position[seat] >> hop.end & 1:
        return None
    pegs = list(position)
    standing = seat_at(position, hop.end)
    pushed = () if standing is None else (Displacement(standing, hop.end, START, Cause.OPPONENT),)
    if standing is not None:
        pegs[standing] ^= 1 << hop.end
    pegs[seat] ^= 1 << hop.end | (0 if hole == START else 1 << hole)
    return Move((Walk(seat, hole, hop.end, path),), pushed, ((hop,),), tuple(pegs))


def _counted(movement: Movement, seat: Seat, hole: Hole, rank: Rank) -> tuple[Hop, tuple[Hole, ...]] | None:
    """Where a plain count leads: out of start to the come-out hole, home where it reaches, else along."""
    board = movement.table.board
    if rank is Rank.JOKER:
        return None
    if hole == START:
        come_out = board.come_outs[seat]
        return Hop(seat, START, come_out, Manner.COME_OUT), (come_out,)
    count = -8 if rank is Rank.EIGHT else movement.count(rank)
    path = home_path(board, seat, hole, count) or (
        track_path(board, hole, count) if board.is_track(hole) else ()
    )
    if not path:
        return None
    manner = Manner.FORWARD if count > 0 else Manner.BACKWARD
    return Hop(seat, hole, path[-1], manner, count), tuple(path)
