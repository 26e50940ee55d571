"""What each lamp means: one meaning a lamp, the first that applies. DESIGN 3, Lamps.

A function of what was committed. Layers are tried in order; a lamp keeps the first meaning it gets.
"""

from collections.abc import Iterable
from dataclasses import dataclass

from engine.board import START, Seat, holes_of
from engine.explain import PegWord, explain
from engine.game import (
    BoardShown,
    CountAsk,
    Game,
    MercyAsk,
    NewGameAsk,
    ProofShown,
    ReasonsShown,
    SeatAsk,
    ShuffleAsk,
    TurnShown,
    UndoAsk,
)
from engine.hands import due, is_tracked
from engine.inputs import NewGame
from engine.palette import PALETTE
from engine.phase import Phase, phase_of
from engine.position import start_count
from engine.ruleset import BadOption, Draw
from engine.seating import seating
from engine.verdict import Reason, Why
from firmware_host.lighting import (
    FULL,
    HALF,
    PLATE,
    RED,
    RUN_STEP_MS,
    STEADY,
    WHITE,
    Growing,
    Light,
    Picture,
    Rgb,
    Rhythm,
    rgb,
)
from firmware_host.played_lights import flights, handwork_lights, shown_lights, undo_lights
from firmware_host.question_lights import may, move_lights, question_lights, would
from firmware_host.table_lamps import Layer, TableLamps, plate, start_bar

BARS = Light(RED, Rhythm.NO, STEADY, WHITE)
NOBODY = Seat(0)
"""Whose plate speaks for the board while there is no game."""


@dataclass(frozen=True, slots=True)
class Held:
    """A button is down, since when, and when that will be a hold; by the game's clock."""

    since_ms: int
    due_ms: int


@dataclass(frozen=True, slots=True)
class Moment:
    """What is to be shown.

    Attributes:
        refusal: why the last input was refused.
        refused_ms: since when what bars the way is shown; -1: long since, or nothing does.
        asleep: nobody has done anything for ten minutes.
        morning: the machine was started again: every peg is shown until somebody does something.
        held: a button that is down.
    """

    game: Game
    refusal: Reason | None = None
    refused_ms: int = -1
    asleep: bool = False
    morning: bool = False
    held: Held | None = None


def picture(moment: Moment) -> Picture:
    """Every lamp that means something."""
    game = moment.game
    if game.play is None:
        layers = [_refused_without_game(moment), _plans(game.ask) if isinstance(game.ask, NewGameAsk) else ()]
        return Picture(
            _first_meanings(layers),
            game.ask is not None,
            *_since(moment),
            growing=_growing(moment, NOBODY, rgb(PALETTE[0])),
        )
    table = TableLamps(game.play)
    turn = game.play.turn
    if moment.asleep:
        return Picture({name: Light(table.colours[turn], Rhythm.IS, PLATE) for name in plate(turn)})
    return Picture(
        _first_meanings(_layers(table, moment)),
        game.question is not None or _asks(game),
        *_since(moment),
        flights(table, game),
        _growing(moment, turn, table.colours[turn]),
    )


def _layers(table: TableLamps, moment: Moment) -> list[Iterable[tuple[str, Light]]]:
    game = moment.game
    work = game.handwork.pegs if game.handwork else ()
    if isinstance(game.shown, BoardShown):
        only = game.shown.seat
        return [_refused(table, moment), () if only else _plate(table, game), _standing(table, only)]
    return [
        _reasons(table, game) if isinstance(game.shown, ReasonsShown) else _refused(table, moment),
        _asked(table, game),
        _shown(table, game),
        () if isinstance(game.shown, ReasonsShown) else _question(table, game),
        () if isinstance(game.shown, TurnShown | ProofShown) else handwork_lights(table, work),
        _dealing(table),
        _plate(table, game),
        _standing(table, None) if moment.morning else _on_holes(table),
    ]


def _first_meanings(layers: Iterable[Iterable[tuple[str, Light]]]) -> dict[str, Light]:
    found: dict[str, Light] = {}
    for layer in layers:
        for name, light in layer:
            found.setdefault(name, light)
    return found


def _growing(moment: Moment, seat: Seat, colour: Rgb) -> Growing | None:
    held = moment.held
    return None if held is None else Growing(tuple(plate(seat)), colour, held.since_ms, held.due_ms)


def _question(table: TableLamps, game: Game) -> Layer:
    if game.question is not None and game.question.moves:
        yield from question_lights(table, game.question)


# --- refusals and reasons -------------------------------------------------------------------------


def _since(moment: Moment) -> tuple[int, int]:
    """Since when bars flash, and when a confirm came too close upon a change, which only blinks."""
    changed = moment.refusal is not None and moment.refusal.why is Why.CHANGED
    return (-1, moment.refused_ms) if changed else (moment.refused_ms, -1)


def _refused_without_game(moment: Moment) -> Layer:
    if moment.refusal is not None:
        for name in plate(NOBODY):
            yield name, BARS


def _refused(table: TableLamps, moment: Moment) -> Layer:
    """What bars the way; a reason without a hole shows on the start bar or the plate.

    A confirm too soon only blinks, and a card already played has the table asked about the pile instead.
    """
    game = moment.game
    own = game.question.reason if game.question and not isinstance(game.shown, BoardShown) else None
    reason = moment.refusal or own
    asked_instead = isinstance(game.ask, ShuffleAsk) or (reason is not None and reason.why is Why.CHANGED)
    if reason is not None and not asked_instead:
        for name in _reason_lamps(table, reason, table.play.turn):
            yield name, BARS


def _reason_lamps(table: TableLamps, reason: Reason, seat: Seat) -> list[str]:
    if reason.holes:
        return [name for hole in reason.holes for name in table.names(seat, hole)]
    return start_bar(seat) if _nothing_out(reason) else plate(seat)


def _nothing_out(reason: Reason) -> bool:
    return reason.why in (Why.NO_PEG_OUT, Why.NO_EXIT_CARD)


def _reasons(table: TableLamps, game: Game) -> Layer:
    """The peg that is looked at, and what bars its way."""
    word = _looked_at(table, game)
    if word is None or word.reason is None:
        return
    bars = [(name, BARS) for name in _reason_lamps(table, word.reason, word.seat)]
    peg = would(table, [(word.seat, word.hole)])
    # A plate that says no leaves its start bar to a peg of that start.
    yield from [*bars, *peg] if word.reason.holes or _nothing_out(word.reason) else [*peg, *bars]


def _looked_at(table: TableLamps, game: Game) -> PegWord | None:
    if not isinstance(game.shown, ReasonsShown) or game.question is None:
        return None
    movement, rank = table.play.setup.movement, game.question.card.card.rank
    words = [w for w in explain(movement, table.play.position, table.play.turn, rank) if w.reason]
    return words[game.shown.at % len(words)] if words else None


# --- what the board asks --------------------------------------------------------------------------


def _asks(game: Game) -> bool:
    return game.ask is not None or phase_of(game) in (Phase.CHALLENGED, Phase.SHUFFLING, Phase.MERCY)


def _plans(ask: NewGameAsk) -> Layer:
    """A new game is offered: each plate in the colour of its side, so that the team plan can be seen."""
    for seat, colour in _sides_of(ask.offers[ask.at]).items():
        for name in plate(seat):
            yield name, Light(colour, Rhythm.ASK, FULL)


def _sides_of(offer: NewGame) -> dict[Seat, Rgb]:
    try:
        table = seating(offer.players, offer.teams)
    except BadOption:
        return {}
    return {seat: rgb(PALETTE[table.side_of[seat]]) for seat in table.seats}


def _asked(table: TableLamps, game: Game) -> Layer:
    play, ask = table.play, game.ask
    ending = play.stand.ending
    if isinstance(ask, NewGameAsk):
        yield from _plans(ask)
    elif isinstance(ask, UndoAsk):
        if ask.depth > len(play.turns):  # what was drawn before the first card
            yield from _breathing(table, play.turns[0].seat if play.turns else play.turn)
        else:
            yield from undo_lights(table, ask.depth)
            yield from _breathing(table, play.turns[-ask.depth].seat)
    elif isinstance(ask, SeatAsk):
        yield from _breathing(table, ask.seat)
    elif isinstance(ask, CountAsk) and play.challenge is not None:
        seat = play.challenge.seat
        for name in plate(seat)[: ask.cards]:
            yield name, Light(table.colours[seat], Rhythm.WOULD, FULL)
        yield from _breathing(table, seat)
    elif play.challenge is not None:
        yield from _breathing(table, play.challenge.seat)
    elif ending is not None and ending.mercy:
        yield from _mercy(table, ending.mercy, ask.at if isinstance(ask, MercyAsk) else 0)
    elif isinstance(ask, ShuffleAsk) or phase_of(game) is Phase.SHUFFLING:
        yield from _breathing(table, play.turn)


def _breathing(table: TableLamps, seat: Seat) -> Layer:
    for name in plate(seat):
        yield name, Light(table.colours[seat], Rhythm.ASK, FULL)


def _mercy(table: TableLamps, offers: tuple[Seat, ...], at: int) -> Layer:
    """The start peg under the cursor and where it would come out; then the others."""
    ends = [(seat, hole) for seat in offers for hole in (table.board.come_outs[seat], START)]
    chosen = offers[at % len(offers)]
    yield from would(table, [peg for peg in ends if peg[0] == chosen])
    yield from may(table, ends)


def _shown(table: TableLamps, game: Game) -> Layer:
    """A turn that is shown again, or a move that a challenge proved."""
    if isinstance(game.shown, TurnShown):
        yield from shown_lights(table, table.play.turns[-1 - game.shown.back])
    elif isinstance(game.shown, ProofShown):
        yield from move_lights(table, game.shown.move)


# --- what stands ----------------------------------------------------------------------------------


def _dealing(table: TableLamps) -> Layer:
    """The start bar of the seat that is dealt to fills, a lamp a card."""
    stand = table.play.stand
    if stand.dealing:
        dealt = len(stand.hands[stand.turn])
        for i, name in enumerate(start_bar(stand.turn)):
            yield name, Light(table.colours[stand.turn], Rhythm.MAY, HALF if i < dealt else PLATE)


def _standing(table: TableLamps, only: Seat | None) -> Layer:
    """Every peg on its hole, and how many are in start: of all seats, or of one."""
    for seat in table.play.setup.table.seats:
        if only in (None, seat):
            for name in _places(table, seat):
                yield name, Light(table.colours[seat], Rhythm.IS, STEADY)


def _places(table: TableLamps, seat: Seat) -> list[str]:
    """Where the pegs of a seat stand; in start it is how many that counts."""
    pegs = table.play.position[seat]
    return [table.board.name(hole) for hole in holes_of(pegs)] + start_bar(seat, start_count(pegs))


def _on_holes(table: TableLamps) -> Layer:
    """Every peg on its hole."""
    for seat in table.play.setup.table.seats:
        for hole in holes_of(table.play.position[seat]):
            yield table.board.name(hole), Light(table.colours[seat], Rhythm.IS, STEADY)


def _plate(table: TableLamps, game: Game) -> Layer:
    """The plate of the side to move glows in its colour, brighter where its pegs are.

    A helped seat's colour runs through it; where the ruleset draws first, a lamp of its own colour does.
    """
    if table.play.winner is not None:
        return
    seat = table.play.turn
    helped, places = _helped(table), _places(table, seat)
    runs = helped != seat or _draws_first(game)
    for i, name in enumerate(plate(seat)):
        level, run_ms = STEADY if name in places else PLATE, i * RUN_STEP_MS if runs else -1
        yield name, Light(table.colours[seat], Rhythm.IS, level, table.colours[helped], run_ms=run_ms)


def _helped(table: TableLamps) -> Seat:
    """For whom the seat to move plays: itself, until all its pegs are home. RULES 8."""
    play = table.play
    movable = play.setup.movement.movable_seats(play.position, play.turn)
    return play.turn if play.turn in movable or not movable else movable[0]


def _draws_first(game: Game) -> bool:
    """Whether the seat to move has yet to draw, as far as the board can know."""
    play = game.play
    if play is None or play.setup.movement.rules.draw is not Draw.BEFORE or play.stand.dealing:
        return False
    if is_tracked(play):
        return play.stand.ending is None and due(play) > 0
    return not game.tapped
