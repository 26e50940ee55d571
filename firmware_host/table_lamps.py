"""The lamps of a table by name: a hole's, a start's whole bar, a seat's plate; and the seats' colours."""

from collections.abc import Iterator
from functools import cache

from engine.board import PEGS, START, Board, Hole, Seat, board, seat_name
from engine.game import Play
from engine.palette import colour_of
from firmware_host.lighting import Light, Rgb, rgb

Layer = Iterator[tuple[str, Light]]
"""Lamps with a meaning each; the first that a lamp gets is the one it shows."""


def start_bar(seat: Seat, count: int = PEGS) -> list[str]:
    """The first `count` lamps of a seat's start."""
    return [f"{seat_name(seat)}S{i}" for i in range(1, count + 1)]


def home_row(ring: Board, seat: Seat) -> list[str]:
    """A seat's home row, from the in-spot inwards."""
    return [ring.name(ring.home(seat, depth)) for depth in range(1, PEGS + 1)]


@cache
def plate(seat: Seat) -> tuple[str, ...]:
    """A seat's plate, from the far end of the start bar to the deepest home hole."""
    return *reversed(start_bar(seat)), *home_row(board(10), seat)


class TableLamps:
    """Names and colours of one game's table."""

    def __init__(self, play: Play) -> None:
        self.play = play
        self.board = play.setup.table.board
        self.colours: dict[Seat, Rgb] = {
            seat: rgb(colour_of(play.setup.look(seat))) for seat in play.setup.table.seats
        }

    def names(self, seat: Seat, hole: Hole) -> list[str]:
        """A hole's lamp; a start is a count, so it is its whole bar."""
        return start_bar(seat) if hole == START else [self.board.name(hole)]
