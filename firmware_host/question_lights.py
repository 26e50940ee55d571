"""The card in question on the lamps: what the cursor stands on, and what else can be chosen. DESIGN 3."""

from collections.abc import Iterable, Sequence

from engine.board import START, Hole, Seat
from engine.choose import Answer, Asked, Candidate, Ring
from engine.hops import Hop, Manner
from engine.inputs import Hands
from engine.notation import Move, Step, origins, path_of
from engine.question import Question
from firmware_host.lighting import DASH_STEP_MS, FULL, HALF, Light, Rhythm
from firmware_host.table_lamps import Layer, TableLamps, plate

Peg = tuple[Seat, Hole]


def question_lights(table: TableLamps, question: Question) -> Layer:
    """First what is under the cursor, then the pegs already chosen, then the other candidates.

    Small children see one thing at a time.
    """
    ring = question.ring()
    cursor = ring.candidates[question.at]
    yield from _under_cursor(table, question, cursor)
    if cursor.move is None:
        yield from would(table, _chosen(question))
    if table.play.setup.hands is not Hands.FREE:
        yield from _others(table, question, ring)


def would(table: TableLamps, pegs: Iterable[Peg]) -> Layer:
    """Pegs or holes that stand still under the cursor."""
    for seat, hole in pegs:
        for name in table.names(seat, hole):
            yield name, Light(table.colours[seat], Rhythm.WOULD, FULL)


def may(table: TableLamps, pegs: Iterable[Peg]) -> Layer:
    """Pegs or holes that can be chosen, or would be pushed there."""
    for seat, hole in pegs:
        for name in table.names(seat, hole):
            yield name, Light(table.colours[seat], Rhythm.MAY, HALF)


def _chosen(question: Question) -> list[Peg]:
    return [
        (taken.answer.seat, taken.answer.hole)
        for taken in question.taken
        if taken.answer.asked in (Asked.PEG, Asked.OTHER)
    ]


def _others(table: TableLamps, question: Question, ring: Ring) -> Layer:
    for candidate in ring.candidates:
        answer = candidate.answer
        if candidate.move is not None:
            yield from may(table, [(step.seat, step.end) for step in candidate.move.steps])
        elif answer.asked is Asked.COLOUR:
            yield from may(table, _of_colour(question, answer))
        elif answer.asked is not Asked.THROW:
            yield from may(table, [(answer.seat, answer.hole)])


def _under_cursor(table: TableLamps, question: Question, candidate: Candidate) -> Layer:
    answer, colour = candidate.answer, table.colours[candidate.answer.seat]
    if candidate.move is not None:
        yield from move_lights(table, candidate.move)
        return
    match answer.asked:
        case Asked.COLOUR:
            yield from would(table, _of_colour(question, answer))
        case Asked.COUNT:
            yield from would(table, [(answer.seat, answer.hole)])
            yield from _counted(table, question, answer)
        case Asked.THROW:
            pass
        case _:
            yield from would(table, [(answer.seat, answer.hole)])
    if answer.asked in (Asked.COLOUR, Asked.THROW):
        for name in plate(answer.seat):
            yield name, Light(colour, Rhythm.WOULD, FULL)


def _of_colour(question: Question, answer: Answer) -> list[Peg]:
    """The pegs or ends that a colour stands for."""
    branch = question.tree.branch((*(taken.answer for taken in question.taken), answer))
    views = [way.view[answer.depth] for way in branch.ways if len(way.view) > answer.depth]
    return sorted({(view.seat, view.hole) for view in views})


def _counted(table: TableLamps, question: Question, answer: Answer) -> Layer:
    """From the chosen peg along the holes that are counted."""
    chosen = _chosen(question)
    if not chosen or chosen[-1][1] == START:
        return
    seat, hole = chosen[-1]
    hop = Hop(seat, hole, answer.hole, Manner.FORWARD, answer.far)
    yield from dashes(table, seat, path_of(table.play.setup.table, hop)[:-1])


# --- a whole move ---------------------------------------------------------------------------------


def move_lights(table: TableLamps, move: Move) -> Layer:
    """Each end and each peg where its wood stands; where the pushed go; dashes half by half."""
    movement, position = table.play.setup.movement, table.play.position
    stood = origins(movement, position, min(move.recipes))
    for step in move.steps:
        yield from _end(table, move, step)
    yield from would(table, zip((step.seat for step in move.steps), stood, strict=True))
    yield from may(table, _pushed_ends(move))
    yield from _paths(table, move.steps, stood)


def _end(table: TableLamps, move: Move, step: Step) -> Layer:
    """The end of a half; where it pushes another colour off, both in turn."""
    pushed = next((push for push in move.displaced if push.start == step.end), None)
    if pushed is None:
        yield from would(table, [(step.seat, step.end)])
        return
    colours = table.colours[step.seat], table.colours[pushed.seat]
    yield table.board.name(step.end), Light(colours[0], Rhythm.SHARED, FULL, colours[1])


def _pushed_ends(move: Move) -> list[Peg]:
    """Where each pushed peg comes to stand, but for one that moves on from there."""
    left = {(step.seat, step.start) for step in move.steps} | {(p.seat, p.start) for p in move.displaced}
    ends = [(push.seat, push.end) for push in move.displaced]
    return [peg for peg in ends if peg not in left or peg[1] == START]


def _paths(table: TableLamps, steps: Sequence[Step], stood: Sequence[Hole]) -> Layer:
    """Along the paths; a peg that the first half pushes is shown to come through where it was pushed to."""
    ran = 0
    for step, wood in zip(steps, stood, strict=True):
        holes = [*([step.start] if step.start not in (wood, START) else []), *step.path[:-1]]
        yield from dashes(table, step.seat, holes, ran)
        ran += len(holes)


def dashes(table: TableLamps, seat: Seat, holes: Iterable[Hole], ran: int = 0) -> Layer:
    """Dashes over these holes, the first of them after `ran` others."""
    for i, hole in enumerate(holes, ran + 1):
        light = Light(table.colours[seat], Rhythm.WOULD, FULL, begin_ms=i * DASH_STEP_MS)
        yield table.board.name(hole), light
