"""What the lamps mean, and how it looks at a moment. DESIGN 3, Lamps.

`lights` says for each lamp the one meaning that applies first; `paint` makes colours of them at a time.
Both are functions of what was committed: nothing here remembers anything.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum

from engine.board import PEGS, START, Hole, Seat, holes_of, seat_name
from engine.choose import Candidate
from engine.game import BoardShown, Game, Play, Question, TurnShown, UndoAsk
from engine.landing import Displacement
from engine.notation import Move, Step
from engine.palette import colour_of
from engine.position import seat_at, start_count
from engine.verdict import Reason, Why

Rgb = tuple[int, int, int]
RED: Rgb = (255, 0, 0)
WHITE: Rgb = (255, 255, 255)
BLACK: Rgb = (0, 0, 0)


class Rhythm(StrEnum):
    """What a lamp means, by how it moves."""

    NO = "no"
    ASK = "ask"
    WOULD = "would"
    SHARED = "shared"
    MAY = "may"
    LIFT = "lift"
    PUT = "put"
    GO = "go"
    IS = "is"


FULL, HALF, STEADY, PLATE = 1.0, 0.4, 0.15, 0.06
"""Levels, each at least a factor 2.5 from the next."""
DIMMED = 0.1
"""What a standing peg keeps of its level while a question is open."""


@dataclass(frozen=True, slots=True)
class Light:
    """One lamp's meaning.

    Attributes:
        colour: what it steadily means; other: the second colour of `shared`.
        level: 0 to 1, before the rhythm.
        dash_ms: where in the run of dashes this lamp comes, for `would`; 0 stands still.
    """

    colour: Rgb
    rhythm: Rhythm
    level: float
    other: Rgb = BLACK
    dash_ms: int = 0


def rgb(text: str) -> Rgb:
    """`#rrggbb` as numbers."""
    return int(text[1:3], 16), int(text[3:5], 16), int(text[5:7], 16)


def lights(game: Game, refusal: Reason | None) -> dict[str, Light]:
    """Every lamp that means something, by the name of its hole."""
    if game.play is None:
        return {}
    shown = _Table(game.play)
    found: dict[str, Light] = {}
    for layer in (
        _refused(shown, game, refusal),
        _asked(shown, game),
        _question(shown, game),
        _handwork(shown, game),
    ):
        for name, light in layer:
            found.setdefault(name, light)
    for name, light in _standing(shown, game):
        found.setdefault(name, light)
    return found


class _Table:
    """Names and colours of one game's table."""

    def __init__(self, play: Play) -> None:
        self.play = play
        self.board = play.setup.table.board
        self.colours = {seat: rgb(colour_of(play.setup.look(seat))) for seat in play.setup.table.seats}

    def names(self, seat: Seat, hole: Hole) -> list[str]:
        """A hole's lamp; a start is its whole bar."""
        return start_bar(seat) if hole == START else [self.board.name(hole)]

    def plate(self, seat: Seat) -> list[str]:
        """The start bar and home row of a seat."""
        return start_bar(seat) + [self.board.name(self.board.home(seat, d)) for d in range(1, PEGS + 1)]


def start_bar(seat: Seat, count: int = PEGS) -> list[str]:
    """The first `count` lamps of a seat's start."""
    return [f"{seat_name(seat)}S{i}" for i in range(1, count + 1)]


Layer = Iterator[tuple[str, Light]]


def _refused(table: _Table, game: Game, refusal: Reason | None) -> Layer:
    """What bars the way; a reason without a hole shows on the start bar or the plate."""
    reason = refusal or (game.question.reason if game.question else None)
    if reason is None:
        return
    seat = table.play.turn
    names = [name for hole in reason.holes for name in table.names(seat, hole)]
    if not names:
        no_peg = reason.why in (Why.NO_PEG_OUT, Why.NO_EXIT_CARD)
        names = start_bar(seat) if no_peg else table.plate(seat)
    for name in names:
        yield name, Light(RED, Rhythm.NO, STEADY, WHITE)


def _asked(table: _Table, game: Game) -> Layer:
    if game.ask is None:
        return
    seat = table.play.turn
    if isinstance(game.ask, UndoAsk):
        for turn in table.play.turns[-game.ask.depth :]:
            if turn.move is not None:
                yield from _carry(table, turn.move, backwards=True)
    for name in table.plate(seat):
        yield name, Light(table.colours[seat], Rhythm.ASK, FULL)


def _question(table: _Table, game: Game) -> Layer:
    question = game.question
    if question is None or not question.moves:
        return
    ring = question.ring()
    yield from _under_cursor(table, question, ring.candidates[question.at])
    for candidate in ring.candidates:
        for seat, hole in _ends(question, candidate):
            for name in table.names(seat, hole):
                yield name, Light(table.colours[seat], Rhythm.MAY, HALF)


def _ends(question: Question, candidate: Candidate) -> Iterable[tuple[Seat, Hole]]:
    """The lamps by which a candidate can be told: a peg, or the ends of a whole result."""
    if candidate.move is not None:
        return [(step.seat, step.end) for step in candidate.move.steps]
    return [(candidate.answer.seat, candidate.answer.hole)]


DASH_STEP_MS = 60


def _under_cursor(table: _Table, question: Question, candidate: Candidate) -> Layer:
    if candidate.move is None:
        seat, hole = candidate.answer.seat, candidate.answer.hole
        for name in table.names(seat, hole):
            yield name, Light(table.colours[seat], Rhythm.WOULD, FULL)
        return
    yield from _ends_of_move(table, candidate.move)
    yield from _dashes(table, candidate.move.steps)


def _ends_of_move(table: _Table, move: Move) -> Layer:
    """Each peg and its end; where another colour stands on the end, both in turn."""
    for step in move.steps:
        colour = table.colours[step.seat]
        standing = None if step.end == START else seat_at(table.play.position, step.end)
        if standing is not None and standing != step.seat:
            yield table.board.name(step.end), Light(colour, Rhythm.SHARED, FULL, table.colours[standing])
        else:
            yield table.board.name(step.end), Light(colour, Rhythm.WOULD, FULL)
        for name in table.names(step.seat, step.start):
            yield name, Light(colour, Rhythm.WOULD, FULL)
    for push in move.displaced:
        for name in table.names(push.seat, push.end):
            yield name, Light(table.colours[push.seat], Rhythm.MAY, HALF)


def _dashes(table: _Table, steps: Iterable[Step]) -> Layer:
    ran = 0
    for step in steps:
        for hole in step.path[:-1]:
            ran += 1
            yield (
                table.board.name(hole),
                Light(table.colours[step.seat], Rhythm.WOULD, FULL, dash_ms=ran * DASH_STEP_MS),
            )


def _handwork(table: _Table, game: Game) -> Layer:
    """The pegs to carry by hand."""
    if isinstance(game.shown, TurnShown):
        move = table.play.turns[-1 - game.shown.back].move
    elif game.handwork and table.play.turns:
        move = table.play.turns[-1].move
    else:
        return
    if move is not None:
        yield from _carry(table, move, backwards=False)


def _carry(table: _Table, move: Move, backwards: bool) -> Layer:
    """From where to where, each peg once: a peg pushed and moved on is carried to its last hole."""
    for seat, start, end in carried(move):
        lift, put = (end, start) if backwards else (start, end)
        for name in table.names(seat, put):
            yield name, Light(table.colours[seat], Rhythm.PUT, FULL)
        for name in table.names(seat, lift):
            yield name, Light(table.colours[seat], Rhythm.LIFT, FULL)


def carried(move: Move) -> list[tuple[Seat, Hole, Hole]]:
    """Which pegs are to be carried, from where to where."""
    hops: list[Step | Displacement] = [*move.displaced, *move.steps]
    return [(hop.seat, hop.start, hop.end) for hop in hops]


def _standing(table: _Table, game: Game) -> Layer:
    """Every peg on its hole, and the plate of the side to move."""
    play = table.play
    only = game.shown.seat if isinstance(game.shown, BoardShown) else None
    for seat in play.setup.table.seats:
        if only is not None and seat != only:
            continue
        for hole in holes_of(play.position[seat]):
            yield table.board.name(hole), Light(table.colours[seat], Rhythm.IS, STEADY)
        if isinstance(game.shown, BoardShown) or seat == play.turn:
            for name in start_bar(seat, start_count(play.position[seat])):
                yield name, Light(table.colours[seat], Rhythm.IS, STEADY)
    if play.winner is None and only is None:
        for name in table.plate(play.turn):
            yield name, Light(table.colours[play.turn], Rhythm.IS, PLATE)


# --- colours at a moment ---------------------------------------------------------------------------

NO_DARK_MS, NO_FLASH_MS, NO_PERIOD_MS = 300, 1800, 500
ASK_PERIOD_MS = 2000
SHARED_PERIOD_MS = 1200
CARRY_PERIOD_MS, LIFT_ON_MS, PUT_ON_MS = 1200, 200, 800
DASH_PERIOD_MS = 1200
COMET_MS, PUSH_MS = 800, 400

MOVING = frozenset({Rhythm.ASK, Rhythm.WOULD, Rhythm.SHARED, Rhythm.LIFT, Rhythm.PUT})


def paint(
    shown: Mapping[str, Light], game: Game, refused_ms: int | None, now_ms: int
) -> tuple[dict[str, Rgb], bool]:
    """The colour of every lamp that is lit at a moment, and whether the picture is still moving."""
    since_no_ms = now_ms - refused_ms if refused_ms is not None else NO_FLASH_MS
    refused = any(light.rhythm is Rhythm.NO for light in shown.values())
    dimmed = refused or game.question is not None
    colours = {
        name: _at(light, dimmed, since_no_ms, now_ms)
        for name, light in shown.items()
        if not (refused and since_no_ms < NO_DARK_MS and light.rhythm is not Rhythm.NO)
    }
    comet = dict(_comet(game, now_ms))
    moving = bool(comet) or (refused and since_no_ms < NO_FLASH_MS)
    return colours | comet, moving or any(light.rhythm in MOVING for light in shown.values())


def _at(light: Light, dimmed: bool, since_no_ms: int, now_ms: int) -> Rgb:
    match light.rhythm:
        case Rhythm.NO:
            flashing = since_no_ms < NO_FLASH_MS
            white = flashing and since_no_ms % NO_PERIOD_MS < NO_PERIOD_MS // 2
            return _scaled(light.other if white else light.colour, FULL if flashing else light.level)
        case Rhythm.ASK:
            phase = now_ms % ASK_PERIOD_MS / ASK_PERIOD_MS
            return _scaled(light.colour, STEADY + (FULL - STEADY) * (1 - abs(2 * phase - 1)))
        case Rhythm.SHARED:
            mover = now_ms % SHARED_PERIOD_MS < SHARED_PERIOD_MS // 2
            return _scaled(light.colour if mover else light.other, light.level)
        case Rhythm.WOULD if light.dash_ms:
            lit = (now_ms - light.dash_ms) % DASH_PERIOD_MS < DASH_PERIOD_MS // 4
            return _scaled(light.colour, light.level if lit else PLATE)
        case Rhythm.LIFT | Rhythm.PUT:
            on_ms = LIFT_ON_MS if light.rhythm is Rhythm.LIFT else PUT_ON_MS
            level = FULL * (DIMMED if dimmed else 1) if now_ms % CARRY_PERIOD_MS < on_ms else PLATE
            return _scaled(light.colour, level)
        case Rhythm.IS:
            return _scaled(light.colour, min(light.level, DIMMED) if dimmed else light.level)
        case _:
            return _scaled(light.colour, light.level)


def _comet(game: Game, now_ms: int) -> Iterator[tuple[str, Rgb]]:
    """The move just played runs its path, then each pushed peg goes where it went."""
    play = game.play
    if play is None or not play.turns or play.turns[-1].move is None or game.question is not None:
        return
    turn = play.turns[-1]
    table, move = _Table(play), turn.move
    assert move is not None
    elapsed = now_ms - turn.at_ms
    for step in move.steps:
        if 0 <= elapsed < COMET_MS:
            hole = step.path[min(elapsed * len(step.path) // COMET_MS, len(step.path) - 1)]
            yield table.board.name(hole), table.colours[step.seat]
        elapsed -= COMET_MS
    for push in move.displaced:
        if 0 <= elapsed < PUSH_MS:
            for name in table.names(push.seat, push.end):
                yield name, table.colours[push.seat]
        elapsed -= PUSH_MS


def _scaled(colour: Rgb, level: float) -> Rgb:
    red, green, blue = colour
    return round(red * level), round(green * level), round(blue * level)
