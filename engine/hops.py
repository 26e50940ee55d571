"""What one card makes pegs do, as data: hops, and the recipes made of them. DESIGN 2."""

from enum import StrEnum
from typing import NamedTuple

from engine.board import Hole, Seat


class Manner(StrEnum):
    """How a peg hops: it walks over holes, comes out of start, jumps by a joker or trades places."""

    FORWARD = "forward"
    BACKWARD = "backward"
    COME_OUT = "come_out"
    JUMP = "jump"
    SWAP = "swap"


class Hop(NamedTuple):
    """One peg from a hole (START: from start) to another.

    `far` is the count that it walks, negative for backward; 0 where it walks none.
    """

    seat: Seat
    start: Hole
    end: Hole
    manner: Manner
    far: int = 0


Recipe = tuple[Hop, ...]
"""The hops of one card, in the order played: one, or the two halves of a split."""
