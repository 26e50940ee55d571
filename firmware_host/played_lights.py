"""What was played, on the lamps: comet, pegs to carry, turns shown again or run backwards. DESIGN 3."""

from collections.abc import Iterator, Sequence

from engine.board import Hole
from engine.free import is_free
from engine.game import Game, Turn, TurnShown, UndoAsk
from engine.handwork import Carry, carries
from engine.notation import Move
from engine.taking_back import UNDO_OFFER_MS
from firmware_host.lighting import (
    BEAT_MS,
    COMET_MS,
    FULL,
    HALF,
    LIFT_ON_MS,
    LONGEST_MS,
    PUSH_MS,
    Flight,
    Light,
    Rhythm,
)
from firmware_host.question_lights import dashes, may, would
from firmware_host.table_lamps import Layer, TableLamps

CARRY_STEP_MS = 300
"""So much later flashes each peg to carry than the one before it: they are carried in this order."""
ROUND_MS = 2000


def handwork_lights(table: TableLamps, work: Sequence[Carry]) -> Layer:
    """Where from and where to; a hole that is left and filled again is one to put a peg on."""
    for i, (seat, _, end) in enumerate(work):
        begin_ms = i * CARRY_STEP_MS + LIFT_ON_MS
        for name in table.names(seat, end):
            yield name, Light(table.colours[seat], Rhythm.PUT, FULL, begin_ms=begin_ms)
    for i, (seat, start, _) in enumerate(work):
        for name in table.names(seat, start):
            yield name, Light(table.colours[seat], Rhythm.LIFT, FULL, begin_ms=i * CARRY_STEP_MS)


def shown_lights(table: TableLamps, turn: Turn) -> Layer:
    """A turn shown again: where its pegs came from and went to."""
    for move in moves_of(turn):
        for step in move.steps:
            for hole in (step.end, step.start):
                for name in table.names(step.seat, hole):
                    yield name, Light(table.colours[step.seat], Rhythm.GO, HALF)


def undo_lights(table: TableLamps, depth: int) -> Layer:
    """The turn so far back, run backwards: from where its pegs came to stand to where they were."""
    turns = table.play.turns
    turn = turns[-depth]
    after = turns[1 - depth].before.position if depth > 1 else table.play.position
    moves = moves_of(turn)[::-1]
    work = carries(table.play.setup.table, after, turn.before.position)
    movers = {step.seat for move in moves for step in move.steps}
    own = [carry for carry in work if carry.seat in movers]
    yield from would(table, [(seat, hole) for seat, start, end in own for hole in (start, end)])
    yield from may(table, [(seat, hole) for seat, start, end in work for hole in (start, end)])
    for move in moves:
        ran = 0
        for step in reversed(move.steps):
            back = step.path[-2::-1]
            yield from dashes(table, step.seat, back, ran)
            ran += len(back)


def moves_of(turn: Turn) -> list[Move]:
    """What a turn moved: its card's move and its mercy, where there were any."""
    return [move for move in (turn.move, turn.mercy) if move is not None]


# --- in the air -----------------------------------------------------------------------------------


def flights(table: TableLamps, game: Game) -> tuple[Flight, ...]:
    """The move just played, shown again, or run backwards; after a new game, a light to the first seat."""
    turns, shown, ask = table.play.turns, game.shown, game.ask
    if isinstance(shown, TurnShown):
        return tuple(_flown(table, turns[-1 - shown.back], shown.since_ms))
    if isinstance(ask, UndoAsk):
        since_ms = ask.until_ms - UNDO_OFFER_MS
        taken_back = turns[-ask.depth] if ask.depth <= len(turns) else None
        return tuple(_backwards(_flown(table, taken_back, since_ms), since_ms)) if taken_back else ()
    if game.question is not None:
        return ()
    if turns:
        return tuple(_flown(table, turns[-1], turns[-1].at_ms))
    return (_round(table, game.begun_ms),) if game.begun_ms >= 0 else ()


def _round(table: TableLamps, begun_ms: int) -> Flight:
    """A light runs round the board and stops at the first seat."""
    board, seat = table.board, table.play.turn
    lamps = [board.name(board.along(board.come_outs[seat], i + 1)) for i in range(board.track)]
    return Flight(tuple(lamps), table.colours[seat], begun_ms, ROUND_MS)


def _flown(table: TableLamps, turn: Turn, start_ms: int) -> Iterator[Flight]:
    """The halves share the comet's time, or count a hole a beat; then the pushed, in the chain's order."""
    for move in moves_of(turn):
        for step in move.steps:
            takes_ms = BEAT_MS * len(step.path) if is_free(table.play) else COMET_MS // len(move.steps)
            yield Flight(_names(table, step.path), table.colours[step.seat], start_ms, takes_ms)
            start_ms += takes_ms
        for push in move.displaced:
            takes_ms = _push_ms(move)
            lamps = (table.board.name(push.start), table.names(push.seat, push.end)[-1])
            yield Flight(lamps, table.colours[push.seat], start_ms, takes_ms)
            start_ms += takes_ms


def _names(table: TableLamps, path: Sequence[Hole]) -> tuple[str, ...]:
    return tuple(table.board.name(hole) for hole in path)


def _push_ms(move: Move) -> int:
    """0.4 s a peg, or less where a long chain would not be over in time."""
    return min(PUSH_MS, (LONGEST_MS - COMET_MS) // len(move.displaced))


def _backwards(forwards: Iterator[Flight], start_ms: int) -> Iterator[Flight]:
    for flight in reversed(list(forwards)):
        yield Flight(flight.lamps[::-1], flight.colour, start_ms, flight.takes_ms)
        start_ms += flight.takes_ms
