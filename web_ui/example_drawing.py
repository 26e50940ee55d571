"""Small drawings of a card played: where the pegs stood, which way they went, and who was shoved where."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from engine.board import START, Hole, Seat, holes_of, seat_name
from engine.game import Play
from engine.notation import Move
from engine.palette import colour_of
from engine.position import start_count
from engine.retelling import after_turns
from web_ui.drawing import Drawing, Spot, draw


@dataclass(frozen=True, slots=True)
class Peg:
    """A peg where it stood, in its colour; faint where it goes away."""

    spot: Spot
    colour: str
    leaves: bool


@dataclass(frozen=True, slots=True)
class Way:
    """A line from hole to hole; `shoved`: the peg was pushed along it."""

    points: Sequence[Spot]
    shoved: bool


@dataclass(frozen=True, slots=True)
class MoveDrawing:
    """A move on its board."""

    board: Drawing
    pegs: Sequence[Peg]
    ways: Sequence[Way]


def draw_move(before: Play, move: Move) -> MoveDrawing:
    """The pegs as they stood before a move, and the ways of those that went."""
    drawing = draw(before.setup.table.board.sides)
    left = [(step.seat, step.start) for step in move.steps]
    left += [(push.seat, push.start) for push in move.displaced]
    pegs = [Peg(spot, colour, where in left) for where, spot, colour in _pegs(before, drawing)]
    return MoveDrawing(drawing, pegs, list(_ways(before, move, drawing)))


def draw_step(play: Play, step: int) -> MoveDrawing:
    """A game after so many turns: the last of them as it was played, or how it all began."""
    if step < 1:
        return draw_pegs(after_turns(play, 0))
    turn = play.turns[step - 1]
    move = turn.move or turn.mercy
    return draw_move(after_turns(play, step - 1), move) if move else draw_pegs(after_turns(play, step))


def draw_pegs(play: Play) -> MoveDrawing:
    """The pegs as they stand."""
    drawing = draw(play.setup.table.board.sides)
    return MoveDrawing(drawing, [Peg(spot, colour, False) for _, spot, colour in _pegs(play, drawing)], ())


def _pegs(play: Play, drawing: Drawing) -> Iterator[tuple[tuple[Seat, Hole], Spot, str]]:
    board = play.setup.table.board
    for seat in play.setup.table.seats:
        pegs, colour = play.position[seat], colour_of(play.setup.look(seat))
        for hole in holes_of(pegs):
            yield (seat, hole), drawing.spots[board.name(hole)], colour
        waiting = start_count(pegs)
        for k in range(1, waiting + 1):
            # of the pegs in start it is the last that goes
            where = START if k == waiting else Hole(START - k)
            yield (seat, where), drawing.spots[f"{seat_name(seat)}S{k}"], colour


def _ways(play: Play, move: Move, drawing: Drawing) -> Iterator[Way]:
    board = play.setup.table.board

    def spot(seat: Seat, hole: Hole, in_start: int) -> Spot:
        return drawing.spots[f"{seat_name(seat)}S{in_start}" if hole == START else board.name(hole)]

    for step in move.steps:
        waiting = start_count(play.position[step.seat])
        yield Way([spot(step.seat, hole, waiting) for hole in (step.start, *step.path)], shoved=False)
    for push in move.displaced:
        waiting = start_count(play.position[push.seat])
        yield Way([spot(push.seat, hole, waiting + 1) for hole in (push.start, push.end)], shoved=True)
