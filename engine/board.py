"""Holes, sides and distances. RULES 1.

A hole is a small number: the track first, clockwise from A0, then the five home holes of each seat in
turn. A set of holes is an int with those bits set, so that "is anything in the way" is one `&`.
"""

from functools import cache
from typing import NewType

Seat = NewType("Seat", int)
Hole = NewType("Hole", int)

SEAT_LETTERS = "ABCDEFGHIJ"
HOLES_A_SIDE = 18
IN_SPOT = 3
COME_OUT = 8
PEGS = 5
START = Hole(-1)
"""Where pegs begin. It has no bit: a seat's start pegs are those on no hole."""

START_NAME = "S"


class Board:
    """The geometry of a board of `sides` sides. Use `board(sides)`, which builds each once.

    Attributes:
        sides: 4, 6, 8 or 10.
        track: number of track holes, 18 a side.
        holes: number of all holes, the homes included.
        track_mask: the bits of all track holes.
        home_masks: for each seat, the bits of its five home holes.
        in_spots, come_outs: for each seat, that hole.
    """

    __slots__ = (
        "_by_name",
        "_names",
        "come_outs",
        "holes",
        "home_masks",
        "in_spots",
        "sides",
        "track",
        "track_mask",
    )

    def __init__(self, sides: int) -> None:
        self.sides = sides
        self.track = HOLES_A_SIDE * sides
        self.holes = self.track + PEGS * sides
        self.track_mask = (1 << self.track) - 1
        self.in_spots = tuple(Hole(HOLES_A_SIDE * seat + IN_SPOT) for seat in range(sides))
        self.come_outs = tuple(Hole(HOLES_A_SIDE * seat + COME_OUT) for seat in range(sides))
        self.home_masks = tuple(0b11111 << (self.track + PEGS * seat) for seat in range(sides))
        letters = SEAT_LETTERS[:sides]
        self._names = tuple(f"{x}{i}" for x in letters for i in range(HOLES_A_SIDE)) + tuple(
            f"{x}H{i}" for x in letters for i in range(1, PEGS + 1)
        )
        self._by_name = {name: Hole(hole) for hole, name in enumerate(self._names)}

    def seats(self) -> tuple[Seat, ...]:
        """All seats of the board, clockwise."""
        return tuple(Seat(seat) for seat in range(self.sides))

    def name(self, hole: Hole) -> str:
        """`A12`, `AH3`, or `S` for the start."""
        return START_NAME if hole == START else self._names[hole]

    def hole(self, name: str) -> Hole | None:
        """The hole of that name, or None where this board has no such hole."""
        return self._by_name.get(name)

    def home(self, seat: Seat, depth: int) -> Hole:
        """The home hole `XH<depth>`; depth 1 is next to the in-spot, 5 the deepest."""
        return Hole(self.track + PEGS * seat + depth - 1)

    def home_depth(self, seat: Seat, hole: Hole) -> int:
        """How deep in the seat's home a hole lies, 1 to 5; 0 where it is no hole of that home."""
        depth = hole - self.track - PEGS * seat + 1
        return depth if 1 <= depth <= PEGS else 0

    def is_track(self, hole: Hole) -> bool:
        """Whether it is a hole of the ring: neither start nor home."""
        return 0 <= hole < self.track

    def along(self, hole: Hole, count: int) -> Hole:
        """The track hole `count` further on; backwards where count is negative."""
        return Hole((hole + count) % self.track)

    def to_in_spot(self, seat: Seat, hole: Hole) -> int:
        """How many holes forward from a track hole to the seat's own in-spot; 0 when it stands there."""
        return (self.in_spots[seat] - hole) % self.track

    def progress(self, seat: Seat, hole: Hole) -> int:
        """How far a peg is on its way: 0 in start, 1 just past its own in-spot, 18·n on it, then home."""
        if hole == START:
            return 0
        depth = self.home_depth(seat, hole)
        return self.track + depth if depth else (hole - self.in_spots[seat] - 1) % self.track + 1


@cache
def board(sides: int) -> Board:
    """The board of that many sides."""
    return Board(sides)


def seat_name(seat: Seat) -> str:
    """`A` for the first seat, and so on clockwise."""
    return SEAT_LETTERS[seat]


def hole_of(bit: int) -> Hole:
    """The hole of a bit; START for none, which is -1 as 0 has no bit."""
    return Hole(bit.bit_length() - 1)


def bits_of(mask: int) -> list[int]:
    """The bits that are set, one by one, lowest first."""
    bits = []
    while mask:
        bit = mask & -mask
        bits.append(bit)
        mask ^= bit
    return bits


def holes_of(mask: int) -> list[Hole]:
    """The holes whose bits are set, lowest first."""
    return [hole_of(bit) for bit in bits_of(mask)]
