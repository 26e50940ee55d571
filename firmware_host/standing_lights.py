"""What stands on the board, on the lamps: pegs, the plate of the side to move, the hand that is dealt."""

from engine.board import Seat, holes_of
from engine.game import Game
from engine.hands import due, is_tracked
from engine.position import start_count
from engine.ruleset import Draw
from firmware_host.lighting import HALF, PLATE, RUN_STEP_MS, STEADY, Light, Rhythm
from firmware_host.table_lamps import Layer, TableLamps, plate, start_bar


def dealing_lights(table: TableLamps) -> Layer:
    """The start bar of the seat that is dealt to fills, a lamp a card."""
    stand = table.play.stand
    if stand.dealing:
        dealt = len(stand.hands[stand.turn])
        for i, name in enumerate(start_bar(stand.turn)):
            yield name, Light(table.colours[stand.turn], Rhythm.MAY, HALF if i < dealt else PLATE)


def standing_lights(table: TableLamps, only: Seat | None) -> Layer:
    """Every peg on its hole, and how many are in start: of all seats, or of one."""
    for seat in table.play.setup.table.seats:
        if only in (None, seat):
            for name in _places(table, seat):
                yield name, Light(table.colours[seat], Rhythm.IS, STEADY)


def _places(table: TableLamps, seat: Seat) -> list[str]:
    """Where the pegs of a seat stand; in start it is how many that counts."""
    pegs = table.play.position[seat]
    return [table.board.name(hole) for hole in holes_of(pegs)] + start_bar(seat, start_count(pegs))


def hole_lights(table: TableLamps) -> Layer:
    """Every peg on its hole."""
    for seat in table.play.setup.table.seats:
        for hole in holes_of(table.play.position[seat]):
            yield table.board.name(hole), Light(table.colours[seat], Rhythm.IS, STEADY)


def plate_lights(table: TableLamps, game: Game) -> Layer:
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
