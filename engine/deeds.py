"""What each card does, and what a whole hand can do. RULES 3; the options that decide stand in RULES 10."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from engine.cards import Rank
from engine.ruleset import Nine, NineDirection, Rules

Walks = tuple[tuple[Rank, int], ...]
"""Cards, and the count by which each walks one peg; negative for backward."""
Split = Mapping[int, Walks]
"""How a card may be split between two pegs: for every count of the first half, the second. RULES 6."""


@dataclass(frozen=True, slots=True)
class Deed:
    """All that a card can be used for.

    Attributes:
        count: how far it walks one peg, negative for backward; 0 where it walks none.
        comes_out: it may bring a start peg to its come-out hole instead. RULES 4.6.
        split: how it may be split; empty where it may not.
        split_first: it is walked whole only where no split can be played.
        swaps: two pegs may trade places. RULES 9, two_swaps.
        jumps: it is a joker. RULES 7.
    """

    count: int = 0
    comes_out: bool = False
    split: Split = field(default_factory=dict)
    split_first: bool = False
    swaps: bool = False
    jumps: bool = False

    @property
    def counts(self) -> set[int]:
        """Every count by which it may walk a peg."""
        seconds = {count for walks in self.split.values() for _card, count in walks}
        return {self.count, *self.split, *seconds} - {0}


def deeds(rules: Rules) -> dict[Rank, Deed]:
    """What each rank does under these rules."""
    return {
        Rank.ACE: Deed(1, comes_out=True),
        Rank.TWO: Deed(2, swaps=rules.two_swaps),
        Rank.THREE: Deed(3),
        Rank.FOUR: Deed(4),
        Rank.FIVE: Deed(5),
        Rank.SIX: Deed(6),
        Rank.SEVEN: Deed(7, split=_both_forward(Rank.SEVEN, 7)),
        Rank.EIGHT: Deed(-8),
        Rank.NINE: _nine(rules),
        Rank.TEN: Deed(10),
        Rank.JACK: Deed(rules.jack, comes_out=True),
        Rank.QUEEN: Deed(rules.queen, comes_out=True),
        Rank.KING: Deed(rules.king, comes_out=True),
        Rank.JOKER: Deed(jumps=True),
    }


def _nine(rules: Rules) -> Deed:
    if rules.nine is Nine.FORWARD:
        return Deed(9)
    forward = rules.nine_direction is NineDirection.BOTH_FORWARD
    split = _both_forward(Rank.NINE, 9) if forward else _one_each_way(Rank.NINE, 9)
    return Deed(9, split=split, split_first=rules.nine is Nine.SPLIT_ELSE_FORWARD)


def _both_forward(card: Rank, total: int) -> Split:
    return {first: ((card, total - first),) for first in range(1, total)}


def _one_each_way(card: Rank, total: int) -> Split:
    ahead_first = {ahead: ((card, ahead - total),) for ahead in range(1, total)}
    return ahead_first | {ahead - total: ((card, ahead),) for ahead in range(1, total)}


@dataclass(frozen=True, slots=True)
class Plan:
    """All that a hand can be used for: each thing once, with a card that does it.

    Attributes:
        apart: cards judged by themselves: the first plan, and the second where the first finds nothing.
    """

    walks: Walks
    comes_out: Rank | None = None
    splits: tuple[Split, ...] = ()
    swaps: Rank | None = None
    jumps: Rank | None = None
    apart: tuple[tuple["Plan", "Plan"], ...] = ()


def plan(ranks: Iterable[Rank], does: Mapping[Rank, Deed]) -> Plan:
    """What a hand of these ranks can be used for, in the same order whatever theirs."""
    walks: dict[int, Rank] = {}
    splits: list[Split] = []
    apart: list[tuple[Plan, Plan]] = []
    comes_out = swaps = jumps = None
    for rank in sorted(ranks):
        deed = does[rank]
        if deed.split_first:
            apart.append((Plan((), splits=(deed.split,)), Plan(((rank, deed.count),))))
            continue
        if deed.count:
            walks[deed.count] = rank
        if deed.split:
            splits.append(deed.split)
        comes_out = rank if deed.comes_out else comes_out
        swaps = rank if deed.swaps else swaps
        jumps = rank if deed.jumps else jumps
    usual = tuple((rank, count) for count, rank in walks.items())
    return Plan(usual, comes_out, tuple(splits), swaps, jumps, tuple(apart))
