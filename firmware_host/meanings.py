"""What each lamp means: one meaning a lamp, the first that applies. DESIGN 3, Lamps.

A function of what was committed. Layers are tried in order; a lamp keeps the first meaning it gets.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from engine.board import PEGS, START, Hole, Seat, board, holes_of, seat_name
from engine.choose import Candidate
from engine.explain import explain
from engine.game import (
    BoardShown,
    CountAsk,
    Game,
    MercyAsk,
    NewGameAsk,
    Play,
    ProofShown,
    ReasonsShown,
    SeatAsk,
    ShuffleAsk,
    TurnShown,
    UndoAsk,
)
from engine.hands import due, is_tracked
from engine.handwork import Carry
from engine.inputs import NewGame
from engine.landing import Displacement
from engine.notation import Move, Step
from engine.palette import PALETTE, colour_of
from engine.phase import Phase, phase_of
from engine.position import seat_at, start_count
from engine.ruleset import BadOption, Draw
from engine.seating import seating
from engine.verdict import Reason, Why
from firmware_host.lighting import (
    COMET_MS,
    DASH_STEP_MS,
    FULL,
    HALF,
    PLATE,
    PUSH_MS,
    RED,
    RUN_STEP_MS,
    STEADY,
    WHITE,
    Flight,
    Light,
    Picture,
    Rgb,
    Rhythm,
    rgb,
)

Layer = Iterator[tuple[str, Light]]


@dataclass(frozen=True, slots=True)
class Moment:
    """What is to be shown.

    Attributes:
        refusal: why the last input was refused, and when; refused_ms -1: nothing was.
        asleep: nobody has done anything for ten minutes.
        morning: the machine was started again: every peg is shown until somebody does something.
    """

    game: Game
    refusal: Reason | None = None
    refused_ms: int = -1
    asleep: bool = False
    morning: bool = False


def picture(moment: Moment) -> Picture:
    """Every lamp that means something."""
    game = moment.game
    if game.play is None:
        return Picture(_first_meanings(_plans(game.ask)) if isinstance(game.ask, NewGameAsk) else {})
    table = _Table(game.play)
    if moment.asleep:
        return Picture(_first_meanings(_plate(table, PLATE)))
    layers = (
        _refused(table, moment),
        _reasons(table, game),
        _asked(table, game),
        _question(table, game),
        _handwork(table, game),
        _dealing(table, game),
        _standing(table, game, everything=moment.morning or isinstance(game.shown, BoardShown)),
        _plate(table, PLATE, runs=_draws_first(game)) if _is_alone(game) else iter(()),
    )
    lights = _first_meanings(entry for layer in layers for entry in layer)
    return Picture(lights, game.question is not None, moment.refused_ms, tuple(_flights(table, game)))


def _first_meanings(entries: Iterable[tuple[str, Light]]) -> dict[str, Light]:
    found: dict[str, Light] = {}
    for name, light in entries:
        found.setdefault(name, light)
    return found


def start_bar(seat: Seat, count: int = PEGS) -> list[str]:
    """The first `count` lamps of a seat's start."""
    return [f"{seat_name(seat)}S{i}" for i in range(1, count + 1)]


class _Table:
    """Names and colours of one game's table."""

    def __init__(self, play: Play) -> None:
        self.play = play
        self.board = play.setup.table.board
        self.colours = {seat: rgb(colour_of(play.setup.look(seat))) for seat in play.setup.table.seats}

    def names(self, seat: Seat, hole: Hole) -> list[str]:
        """A hole's lamp; a start is its whole bar."""
        return start_bar(seat) if hole == START else [self.board.name(hole)]

    def home_row(self, seat: Seat) -> list[str]:
        """The home row, from the in-spot inwards."""
        return [self.board.name(self.board.home(seat, depth)) for depth in range(1, PEGS + 1)]

    def plate(self, seat: Seat) -> list[str]:
        """The start bar and home row of a seat."""
        return start_bar(seat) + self.home_row(seat)


# --- refusals and reasons -------------------------------------------------------------------------


def _refused(table: _Table, moment: Moment) -> Layer:
    """What bars the way; a reason without a hole shows on the start bar or the plate."""
    question = moment.game.question
    reason = moment.refusal or (question.reason if question else None)
    if reason is not None:
        for name in _reason_lamps(table, reason, table.play.turn):
            yield name, Light(RED, Rhythm.NO, STEADY, WHITE)


def _reason_lamps(table: _Table, reason: Reason, seat: Seat) -> list[str]:
    if reason.holes:
        return [name for hole in reason.holes for name in table.names(seat, hole)]
    nothing_out = reason.why in (Why.NO_PEG_OUT, Why.NO_EXIT_CARD)
    return start_bar(seat) if nothing_out else table.plate(seat)


def _reasons(table: _Table, game: Game) -> Layer:
    """The peg that is looked at, and what bars its way."""
    if not isinstance(game.shown, ReasonsShown) or game.question is None:
        return
    movement, rank = table.play.setup.movement, game.question.card.card.rank
    words = [w for w in explain(movement, table.play.position, table.play.turn, rank) if w.reason]
    if not words:
        return
    word = words[game.shown.at % len(words)]
    for name in table.names(word.seat, word.hole):
        yield name, Light(table.colours[word.seat], Rhythm.WOULD, FULL)
    if word.reason is not None and word.reason.holes:
        for name in _reason_lamps(table, word.reason, word.seat):
            yield name, Light(RED, Rhythm.NO, STEADY, WHITE)


# --- what the board asks --------------------------------------------------------------------------


def _plans(ask: NewGameAsk) -> Layer:
    """A new game is offered: each plate in the colour of its side, so that the team plan can be seen."""
    offer = ask.offers[ask.at]
    for seat, colour in _sides_of(offer).items():
        for name in [*start_bar(seat), *_home_names(seat)]:
            yield name, Light(colour, Rhythm.ASK, FULL)


def _sides_of(offer: NewGame) -> dict[Seat, Rgb]:
    try:
        table = seating(offer.players, offer.teams)
    except BadOption:
        return {}
    return {seat: rgb(PALETTE[table.side_of[seat]]) for seat in table.seats}


def _home_names(seat: Seat) -> list[str]:
    ring = board(10)
    return [ring.name(ring.home(seat, depth)) for depth in range(1, PEGS + 1)]


def _asked(table: _Table, game: Game) -> Layer:
    play, ask = table.play, game.ask
    ending = play.stand.ending
    if isinstance(ask, NewGameAsk):
        yield from _plans(ask)
    elif isinstance(ask, UndoAsk):
        for turn in reversed(play.turns[-ask.depth :]):
            if turn.move is not None:
                yield from _carry(table, carried(turn.move), backwards=True)
        yield from _breathing(table, play.turn)
    elif isinstance(ask, SeatAsk):
        yield from _breathing(table, ask.seat)
    elif isinstance(ask, CountAsk) and play.challenge is not None:
        for name in start_bar(play.challenge.seat, min(ask.cards, PEGS)):
            yield name, Light(table.colours[play.challenge.seat], Rhythm.WOULD, FULL)
    elif play.challenge is not None:
        yield from _breathing(table, play.challenge.seat)
    elif ending is not None and ending.mercy:
        yield from _mercy(table, ending.mercy, ask.at if isinstance(ask, MercyAsk) else 0)
    elif isinstance(ask, ShuffleAsk) or phase_of(game) is Phase.SHUFFLING:
        yield from _breathing(table, play.turn)


def _breathing(table: _Table, seat: Seat) -> Layer:
    for name in table.plate(seat):
        yield name, Light(table.colours[seat], Rhythm.ASK, FULL)


def _mercy(table: _Table, offers: tuple[Seat, ...], at: int) -> Layer:
    for i, seat in enumerate(offers):
        looked_at = i == at % len(offers)
        light = Light(
            table.colours[seat], Rhythm.WOULD if looked_at else Rhythm.MAY, FULL if looked_at else HALF
        )
        yield table.board.name(table.board.come_outs[seat]), light
        for name in start_bar(seat):
            yield name, light


# --- the card in question -------------------------------------------------------------------------


def _question(table: _Table, game: Game) -> Layer:
    question = game.question
    if question is None or not question.moves:
        return
    ring = question.ring()
    yield from _under_cursor(table, ring.candidates[question.at])
    for candidate in ring.candidates:
        for seat, hole in _ends(candidate):
            for name in table.names(seat, hole):
                yield name, Light(table.colours[seat], Rhythm.MAY, HALF)


def _ends(candidate: Candidate) -> Iterable[tuple[Seat, Hole]]:
    """The lamps by which a candidate can be told: a peg, or the ends of a whole result."""
    if candidate.move is not None:
        return [(step.seat, step.end) for step in candidate.move.steps]
    return [(candidate.answer.seat, candidate.answer.hole)]


def _under_cursor(table: _Table, candidate: Candidate) -> Layer:
    if candidate.move is None:
        seat, hole = candidate.answer.seat, candidate.answer.hole
        for name in table.names(seat, hole):
            yield name, Light(table.colours[seat], Rhythm.WOULD, FULL)
        return
    yield from _ends_of_move(table, candidate.move)
    yield from _dashes(table, candidate.move.steps)


def _ends_of_move(table: _Table, move: Move) -> Layer:
    """Each peg and its end; where another colour stands on the end, both in turn, and where that one goes."""
    for step in move.steps:
        colour = table.colours[step.seat]
        standing = seat_at(table.play.position, step.end)
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
    """Along the path, one half after the other."""
    ran = 0
    for step in steps:
        for hole in step.path[:-1]:
            ran += 1
            light = Light(table.colours[step.seat], Rhythm.WOULD, FULL, dash_ms=ran * DASH_STEP_MS)
            yield table.board.name(hole), light


# --- hand work, and what was played ---------------------------------------------------------------


def _shown_moves(table: _Table, game: Game) -> list[Move]:
    """What is shown again, or what a challenge proved."""
    if isinstance(game.shown, ProofShown):
        return [game.shown.move]
    if not isinstance(game.shown, TurnShown) or not table.play.turns:
        return []
    turn = table.play.turns[-1 - game.shown.back]
    return [move for move in (turn.move, turn.mercy) if move is not None]


def _handwork(table: _Table, game: Game) -> Layer:
    """A turn that is shown again; else the pegs to carry by hand."""
    shown = _shown_moves(table, game)
    for move in reversed(shown):
        yield from _carry(table, carried(move))
    if game.handwork is not None and not shown:
        yield from _carry(table, game.handwork.pegs)


def _carry(table: _Table, pegs: Sequence[Carry], backwards: bool = False) -> Layer:
    """Where from and where to; a hole that is both left and filled is one to put a peg on."""
    for seat, start, end in reversed(pegs):
        lift, put = (end, start) if backwards else (start, end)
        for name in table.names(seat, put):
            yield name, Light(table.colours[seat], Rhythm.PUT, FULL)
        for name in table.names(seat, lift):
            yield name, Light(table.colours[seat], Rhythm.LIFT, FULL)


def carried(move: Move) -> list[Carry]:
    """Each peg that a move carries, in the order in which its hole comes free: the last pushed first.

    A peg that was pushed and then moved on is carried once, to where it ends.
    """
    hops: list[Step | Displacement] = [*reversed(move.displaced), *move.steps]
    journeys: list[Carry] = []
    for hop in hops:
        before = next(
            (j for j in journeys if (j.seat, j.end) == (hop.seat, hop.start) and hop.start != START), None
        )
        if before is None:
            journeys.append(Carry(hop.seat, hop.start, hop.end))
        else:
            journeys[journeys.index(before)] = Carry(hop.seat, before.start, hop.end)
    return journeys


def _flights(table: _Table, game: Game) -> Iterator[Flight]:
    """The move just played, or shown again, runs its path; then each pushed peg goes where it went."""
    turns, shown = table.play.turns, game.shown
    if not turns or game.question is not None:
        return
    turn = turns[-1 - shown.back] if isinstance(shown, TurnShown) else turns[-1]
    start_ms = shown.since_ms if isinstance(shown, TurnShown) else turn.at_ms
    for move in (turn.move, turn.mercy):
        for step in move.steps if move else ():
            lamps = tuple(table.board.name(hole) for hole in step.path)
            yield Flight(lamps, table.colours[step.seat], start_ms, COMET_MS)
            start_ms += COMET_MS
        for push in move.displaced if move else ():
            lamp = table.names(push.seat, push.end)[-1]
            yield Flight((lamp,), table.colours[push.seat], start_ms, PUSH_MS)
            start_ms += PUSH_MS


# --- what stands ----------------------------------------------------------------------------------


def _dealing(table: _Table, game: Game) -> Layer:
    """The start bar of the seat that is dealt to fills, a lamp a card."""
    stand = table.play.stand
    if stand.dealing:
        dealt = len(stand.hands[stand.turn])
        for i, name in enumerate(start_bar(stand.turn)):
            yield name, Light(table.colours[stand.turn], Rhythm.MAY, HALF if i < dealt else PLATE)


def _standing(table: _Table, game: Game, everything: bool) -> Layer:
    """Every peg on its hole, and how many are in start: of the seat to move, or of all."""
    play = table.play
    only = game.shown.seat if isinstance(game.shown, BoardShown) else None
    for seat in play.setup.table.seats:
        if only is not None and seat != only:
            continue
        for hole in holes_of(play.position[seat]):
            yield table.board.name(hole), Light(table.colours[seat], Rhythm.IS, STEADY)
        if everything or seat == play.turn:
            for name in start_bar(seat, start_count(play.position[seat])):
                yield name, Light(table.colours[seat], Rhythm.IS, STEADY)


def _is_alone(game: Game) -> bool:
    """Whether the plate of the side to move glows: not when it is over, nor while one seat is looked at."""
    one_seat = isinstance(game.shown, BoardShown) and game.shown.seat is not None
    return game.play is not None and game.play.winner is None and not one_seat


def _plate(table: _Table, level: float, runs: bool = False) -> Layer:
    """The plate of the side to move; where it draws first, one lamp runs into the home row."""
    seat = table.play.turn
    colour = table.colours[_helped(table)]
    row = [*reversed(start_bar(seat)), *table.home_row(seat)] if runs else []
    for name in table.plate(seat):
        run_ms = row.index(name) * RUN_STEP_MS if name in row[PEGS - 3 :] else -1
        yield name, Light(colour, Rhythm.IS, level, run_ms=run_ms)


def _helped(table: _Table) -> Seat:
    """Whose colour the plate bears: a helped seat's runs through it."""
    movable = table.play.setup.movement.movable_seats(table.play.position, table.play.turn)
    return movable[0] if len(movable) == 1 else table.play.turn


def _draws_first(game: Game) -> bool:
    """Whether the seat to move has yet to draw, as far as the board can know."""
    play = game.play
    if play is None or play.setup.movement.rules.draw is not Draw.BEFORE or play.stand.dealing:
        return False
    if is_tracked(play):
        return play.stand.ending is None and due(play) > 0
    return not game.tapped
