"""Where the pegs stand. RULES 1.

A position is a tuple with one set of holes (an int of bits) for each side of the board; a seat's pegs in
no hole are in its start. Being plain ints, positions compare, hash and copy at once.
"""

from collections.abc import Mapping, Sequence
from reprlib import repr as short  # of an entry somebody sent, which may be long or deep

from engine.board import PEGS, START_NAME, Hole, Seat, holes_of, seat_name
from engine.seating import Seating

Position = tuple[int, ...]


class BadPosition(ValueError):
    """A position that cannot stand on a board: names the entry."""


def opening(table: Seating) -> Position:
    """All pegs in start."""
    return (0,) * table.board.sides


def start_count(pegs: int) -> int:
    """How many of a seat's five pegs are in its start."""
    return PEGS - pegs.bit_count()


def is_finished(table: Seating, position: Position, seat: Seat) -> bool:
    """Whether all five pegs of a seat are home."""
    return position[seat] == table.board.home_masks[seat]


def seat_at(position: Position, hole: Hole) -> Seat | None:
    """Whose peg stands on a hole."""
    bit = 1 << hole
    for seat, pegs in enumerate(position):
        if pegs & bit:
            return Seat(seat)
    return None


def parse_position(table: Seating, pegs: Mapping[str, Sequence[str]]) -> Position:
    """Read `{"A": ["A8", "S", …], …}`.

    Raises:
        BadPosition: naming the entry that is wrong. RULES 1.
    """
    names = [seat_name(seat) for seat in table.seats]
    if sorted(pegs) != sorted(names):
        raise BadPosition(f"pegs: seats {', '.join(map(str, pegs))} given, {', '.join(names)} are in play")
    taken: dict[Hole, str] = {}
    masks = [0] * table.board.sides
    for seat in table.seats:
        masks[seat] = _parse_seat(table, seat, pegs[seat_name(seat)], taken)
    return tuple(masks)


def _parse_seat(table: Seating, seat: Seat, entries: Sequence[str], taken: dict[Hole, str]) -> int:
    name = seat_name(seat)
    if not isinstance(entries, list | tuple) or len(entries) != PEGS:
        raise BadPosition(f"pegs.{name}: a seat has a list of five entries")
    mask = 0
    for entry in entries:
        if entry == START_NAME:
            continue
        hole = table.board.hole(entry) if isinstance(entry, str) else None
        if hole is None:
            raise BadPosition(f"pegs.{name}: {short(entry)} is no hole of this board")
        if not table.board.is_track(hole) and not table.board.home_depth(seat, hole):
            raise BadPosition(f"pegs.{name}: {entry} is another seat's home")
        if hole in taken:
            raise BadPosition(f"pegs.{name}: {entry} is held by a peg of {taken[hole]} already")
        taken[hole] = name
        mask |= 1 << hole
    return mask


def position_line(table: Seating, position: Position) -> str:
    """A position in one line: `A:A8,S,S,S,S B:…`."""
    return " ".join(f"{name}:{','.join(holes)}" for name, holes in write_position(table, position).items())


def parse_position_line(table: Seating, line: str) -> Position:
    """Read what `position_line` writes; the order of seats and holes means nothing.

    Raises:
        BadPosition: naming what is wrong.
    """
    pegs: dict[str, Sequence[str]] = {}
    for word in line.split():
        name, colon, holes = word.partition(":")
        if not colon:
            raise BadPosition(f"{short(word)} names no seat; write A:A8,S,S,S,S")
        if name in pegs:
            raise BadPosition(f"pegs.{short(name)}: it stands twice")
        pegs[name] = holes.split(",")
    return parse_position(table, pegs)


def write_position(table: Seating, position: Position) -> dict[str, list[str]]:
    """The same as `parse_position` reads, each seat's list sorted, start as `S`."""
    return {seat_name(seat): _write_seat(table, position[seat]) for seat in table.seats}


def _write_seat(table: Seating, pegs: int) -> list[str]:
    return sorted([table.board.name(hole) for hole in holes_of(pegs)] + [START_NAME] * start_count(pegs))
