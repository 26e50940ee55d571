"""What each lamp means: one meaning a lamp, the first that applies. DESIGN 3, Lamps.

A function of what was committed. Layers are tried in order; a lamp keeps the first meaning it gets.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from engine.board import Seat
from engine.explain import PegWord, explain
from engine.game import BoardShown, Game, NewGameAsk, ProofShown, ReasonsShown, ShuffleAsk, TurnShown
from engine.palette import PALETTE
from engine.verdict import Reason, Why
from firmware_host.asked_lights import asked_lights, asks, plan_lights
from firmware_host.lighting import PLATE, RED, STEADY, WHITE, Growing, Light, Picture, Rgb, Rhythm, rgb
from firmware_host.played_lights import flights, handwork_lights, shown_lights
from firmware_host.question_lights import move_lights, question_lights, would
from firmware_host.standing_lights import dealing_lights, hole_lights, plate_lights, standing_lights
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
        plans = plan_lights(game.ask) if isinstance(game.ask, NewGameAsk) else ()
        layers = [_refused_without_game(moment), plans]
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
        game.question is not None or asks(game),
        *_since(moment),
        flights(table, game),
        _growing(moment, turn, table.colours[turn]),
    )


def _layers(table: TableLamps, moment: Moment) -> list[Iterable[tuple[str, Light]]]:
    game = moment.game
    work = game.handwork.pegs if game.handwork else ()
    if isinstance(game.shown, BoardShown):
        only = game.shown.seat
        standing = standing_lights(table, only)
        return [_refused(table, moment), plate_lights(table, game) if only is None else (), standing]
    return [
        _reasons(table, game) if isinstance(game.shown, ReasonsShown) else _refused(table, moment),
        asked_lights(table, game),
        _shown(table, game),
        () if isinstance(game.shown, ReasonsShown) else _question(table, game),
        () if isinstance(game.shown, TurnShown | ProofShown) else handwork_lights(table, work),
        dealing_lights(table),
        plate_lights(table, game),
        standing_lights(table, None) if moment.morning else hole_lights(table),
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


def _reason_lamps(table: TableLamps, reason: Reason, seat: Seat) -> Sequence[str]:
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


def _shown(table: TableLamps, game: Game) -> Layer:
    """A turn that is shown again, or a move that a challenge proved."""
    if isinstance(game.shown, TurnShown):
        yield from shown_lights(table, table.play.turns[-1 - game.shown.back])
    elif isinstance(game.shown, ProofShown):
        yield from move_lights(table, game.shown.move)
