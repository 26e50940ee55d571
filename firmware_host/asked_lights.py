"""What the board asks, on the lamps: the plate in question breathes, the answer under the cursor is lit."""

from engine.board import START, Seat
from engine.game import CountAsk, Game, MercyAsk, NewGameAsk, SeatAsk, ShuffleAsk, UndoAsk
from engine.inputs import NewGame
from engine.palette import PALETTE
from engine.phase import Phase, phase_of
from engine.ruleset import BadOption
from engine.seating import seating
from firmware_host.lighting import FULL, Light, Rgb, Rhythm, rgb
from firmware_host.played_lights import undo_lights
from firmware_host.question_lights import may, would
from firmware_host.table_lamps import Layer, TableLamps, plate


def asks(game: Game) -> bool:
    """Whether the board waits for an answer of the table."""
    return game.ask is not None or phase_of(game) in (Phase.CHALLENGED, Phase.SHUFFLING, Phase.MERCY)


def plan_lights(ask: NewGameAsk) -> Layer:
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


def asked_lights(table: TableLamps, game: Game) -> Layer:
    """What is asked in mid-game."""
    play, ask = table.play, game.ask
    ending = play.stand.ending
    if isinstance(ask, NewGameAsk):
        yield from plan_lights(ask)
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
