"""Games as tables for a spreadsheet: comma separated, in UTF-8 with a mark that says so."""

import csv
import io
from collections.abc import Iterable, Sequence
from typing import Protocol

from engine.board import seat_name
from engine.game import Play
from engine.notation import write_move
from engine.wording import say_turn
from web_ui.state import named
from web_ui.words import _, catalogue

MARK = "\ufeff"
FORMULAS = ("=", "+", "-", "@", "\t", "\r")
"""How a cell begins that a spreadsheet would carry out; a name is no formula."""


class Line(Protocol):
    """A game in the list of games."""

    @property
    def number(self) -> int: ...
    @property
    def day(self) -> str: ...
    @property
    def rules(self) -> str: ...
    @property
    def players(self) -> str: ...
    @property
    def end(self) -> str: ...
    @property
    def turned(self) -> int: ...


def games_csv(games: Iterable[Line]) -> str:
    """A line a game."""
    heading = [_("Game"), _("Day"), _("Rules"), _("Players"), _("End"), _("Turns")]
    return _table(
        heading, ([one.number, one.day, one.rules, one.players, one.end, one.turned] for one in games)
    )


def turns_csv(play: Play) -> str:
    """A line a turn: whose, with which card, what moved, and the same in words."""
    heading = [_("Turn"), _("Seat"), _("Player"), _("Card"), _("Move"), _("In words")]
    name, table = named(play), play.setup.table
    rows = []
    for number, turn in enumerate(play.turns, start=1):
        card = turn.card.card if turn.card else None
        move = write_move(table, card, turn.move).partition(" ")[2] if card and turn.move else ""
        said = say_turn(turn, play, name, catalogue())
        rows.append([number, seat_name(turn.seat), name(turn.seat), card or "", move, said])
    return _table(heading, rows)


def _table(heading: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    target = io.StringIO()
    writer = csv.writer(target)
    writer.writerow(heading)
    writer.writerows([_cell(value) for value in row] for row in rows)
    return MARK + target.getvalue()


def _cell(value: object) -> str:
    text = str(value)
    return f"'{text}" if text.startswith(FORMULAS) else text
