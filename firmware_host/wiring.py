"""The wiring wizard's reasoning: which lamp to ask about next, and what follows from the answers. Pure.

A lamp is lit, and somebody says at which hole. What was said is never doubted; the rest is proposed from it,
in two ways: a row of holes is run along in the direction it was begun in, and a side is taken to be like one
before it. A proposal reaches as far as it can and is put to the test at its far end; where that lights
elsewhere, halfway. Before all is done each row of holes has a witness: a lamp of it that was asked about.
However a board is wired, no lamp is asked about twice, and what was proposed wrongly gives way to answers.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import NamedTuple

from engine.board import PEGS
from firmware_host.boardmap import SKIPPED, names_of
from firmware_host.hole_rows import TRACK, Spot, along, direction_of, hole_at, skipped, spot_of

MIDDLE = (PEGS + 1) // 2


class Lamp(NamedTuple):
    """A lamp of the board: which strip, and its number in wiring order; both from 0."""

    strip: int
    number: int


@dataclass(frozen=True, slots=True)
class Proposal:
    """What follows from the answers.

    Attributes:
        placed: the hole of each lamp that is known, SKIPPED for one at no hole of this ring.
        question: the lamp to ask about next; None when nothing is left to ask.
        expected: where it should be, SKIPPED for no hole; None where nothing is expected.
        lacking: with nothing left to ask, the holes that no lamp is at.
    """

    placed: Mapping[Lamp, str]
    question: Lamp | None
    expected: str | None = None
    lacking: tuple[str, ...] = ()


@dataclass(frozen=True)
class Wiring:
    """A ring being wired: what is there, and what was said so far.

    Attributes:
        sides: of the ring.
        lengths: how many lamps each strip has.
        elsewhere: lamps that are known to be on no hole of this ring, such as those of another one.
        said: the answers in the order they were given; of two for a lamp, or a hole, the later counts.
    """

    sides: int
    lengths: tuple[int, ...]
    elsewhere: frozenset[Lamp] = frozenset()
    said: tuple[tuple[Lamp, str], ...] = ()

    def say(self, lamp: Lamp, hole: str) -> "Wiring":
        """With one more answer; SKIPPED for a lamp at no hole of this ring."""
        return replace(self, said=(*self.said, (lamp, hole)))

    def unsay(self) -> "Wiring":
        """Without the last answer."""
        return replace(self, said=self.said[:-1])

    @cached_property
    def told(self) -> Mapping[Lamp, str]:
        """What counts of the answers. A hole has one lamp: one said to be there before is forgotten."""
        told: dict[Lamp, str] = {}
        for lamp, hole in self.said:
            if hole != SKIPPED:
                told = {one: at for one, at in told.items() if at != hole}
            told[lamp] = hole
        return told

    @cached_property
    def proposal(self) -> Proposal:
        """What follows."""
        return _Reasoning(self).proposal()

    def strips(self) -> list[list[str]]:
        """The hole of each lamp, strip by strip in wiring order; SKIPPED where none is known."""
        placed = self.proposal.placed
        return [
            [placed.get(Lamp(strip, number), SKIPPED) for number in range(length)]
            for strip, length in enumerate(self.lengths)
        ]


class _Reasoning:
    """The lamps in one line, those known elsewhere left out; known from its start on, as far as it goes."""

    def __init__(self, wiring: Wiring) -> None:
        self._wiring = wiring
        self._line = [
            lamp
            for strip, length in enumerate(wiring.lengths)
            for lamp in (Lamp(strip, number) for number in range(length))
            if lamp not in wiring.elsewhere
        ]
        index = {lamp: i for i, lamp in enumerate(self._line)}
        self._told = {index[lamp]: hole for lamp, hole in wiring.told.items() if lamp in index}
        self._told_at = {hole: i for i, hole in self._told.items() if hole}
        self._all = names_of(wiring.sides)
        self._known: list[str] = []
        self._taken: set[str] = set()

    def proposal(self) -> Proposal:
        question = self._fill()
        if question is None:
            question = self._witness() or self._doubt()
        if question is None:
            lacking = tuple(hole for hole in self._all if hole not in self._taken)
            return Proposal(self._placed(), None, None, lacking)
        at, expected = question
        return Proposal(self._placed(), self._line[at], expected)

    def _placed(self) -> dict[Lamp, str]:
        known = {self._line[i]: hole for i, hole in enumerate(self._known)}
        return known | {self._line[i]: hole for i, hole in self._told.items()}

    def _fill(self) -> tuple[int, str | None] | None:
        """Know all that follows; the next question, if there is one."""
        while len(self._known) < len(self._line):
            at = len(self._known)
            if at in self._told:
                self._know([self._told[at]])
                continue
            if len(self._taken | self._told_at.keys()) == len(self._all):
                self._know([SKIPPED])
                continue
            path = self._path(at)
            seen = next((i for i in range(at, at + len(path)) if i in self._told), None)
            if seen is not None and self._told[seen] == path[seen - at]:
                self._know(path[: seen - at + 1])
                continue
            asked = at + max(0, len(path) - 1) if seen is None else (at + seen - 1) // 2
            return asked, path[asked - at] if path else None
        return None

    def _know(self, holes: Sequence[str]) -> None:
        self._known += holes
        self._taken |= {hole for hole in holes if hole}

    def _witness(self) -> tuple[int, str | None] | None:
        """A lamp of a row that nobody was asked about. Its middle says nothing: it is the same either way."""
        told = [spot_of(hole) for hole in self._told_at]
        seen = {spot[:2] for spot in told if spot.row == TRACK or spot.number != MIDDLE}
        for i, hole in enumerate(self._known):
            if hole and spot_of(hole)[:2] not in seen:
                return i, hole
        return None

    def _doubt(self) -> tuple[int, str | None] | None:
        """Where holes lack a lamp, one that was only taken to be at none: the middle of the most in a row."""
        if len(self._taken) == len(self._all):
            return None
        longest, run = range(0), range(0)
        for i, hole in enumerate(self._known):
            skipped = hole == SKIPPED and i not in self._told
            run = range(run.start if run.stop == i else i, i + 1) if skipped else run
            longest = max(longest, run, key=len)
        return (longest[len(longest) // 2], SKIPPED) if longest else None

    def _path(self, at: int) -> list[str]:
        """What should come from there on, as far as anything speaks for it and nothing against."""
        room = self._room(at)
        path: list[str] = []
        new: set[str] = set()
        for hole in self._expected(at):
            i = at + len(path)
            if i >= room or (hole and (hole in self._taken or hole in new)):
                break
            if hole and self._told_at.get(hole, i) != i:
                break
            path.append(hole)
            new.add(hole)
        return path

    def _room(self, at: int) -> int:
        """Where the strip ends."""
        strip = self._line[at].strip
        return next((i for i in range(at, len(self._line)) if self._line[i].strip != strip), len(self._line))

    def _expected(self, at: int) -> Iterator[str]:
        """The holes that should come, without regard to what is taken."""
        before = self._before(at)
        if not before:
            return iter(())
        like, turn, length = self._likeness(at)
        direction = direction_of(before, self._wiring.sides)
        if length > 1 or (length == 1 and not direction):
            return self._like(at, like, turn)
        if before[-1] == SKIPPED:
            return iter(skipped(before))
        return iter(along(before, direction, self._wiring.sides))

    def _before(self, at: int) -> list[str]:
        """What is known of this strip before that lamp."""
        strip = self._line[at].strip
        begin = next(i for i in range(at + 1) if self._line[i].strip == strip)
        return self._known[begin:at]

    def _likeness(self, at: int) -> tuple[int, int, int]:
        """Where it looked the same before, turned by how many sides, and for how many lamps back.

        A longer likeness is better, of equal ones the later.
        """
        best = (0, 0, 0)
        before = self._before(at)
        back = next((k for k, hole in enumerate(reversed(before)) if hole), None)
        if back is None:
            return best
        here, first = spot_of(before[-1 - back]), at - len(before)
        for like in range(at - 2, back - 1, -1):
            if self._line[like].strip != self._line[like + 1].strip:
                continue
            turn = self._turn(here, self._known[like - back])
            if turn:
                length = self._length(like, at - 1, turn, first)
                if length > best[2]:
                    best = (like, turn, length)
        return best

    def _turn(self, here: Spot, other: str) -> int:
        """By how many sides the other hole must be turned to be this one; 0 where it never is."""
        if other == SKIPPED:
            return 0
        there = spot_of(other)
        return (here.side - there.side) % self._wiring.sides if here[1:] == there[1:] else 0

    def _length(self, like: int, last: int, turn: int, first: int) -> int:
        length = 0
        strip = self._line[like].strip
        while (
            last - length >= first
            and like - length >= 0
            and self._line[like - length].strip == strip
            and self._turned(self._known[like - length], turn) == self._known[last - length]
        ):
            length += 1
        return length

    def _turned(self, hole: str, turn: int) -> str:
        if hole == SKIPPED:
            return SKIPPED
        spot = spot_of(hole)
        return hole_at(spot._replace(side=(spot.side + turn) % self._wiring.sides))

    def _like(self, at: int, like: int, turn: int) -> Iterator[str]:
        """What came there, turned; and once that is used up, what came here, turned again."""
        found: list[str] = []
        strip = self._line[like].strip
        while True:
            i = like + 1 + len(found)
            if i >= len(self._line) or self._line[i].strip != strip:
                return
            found.append(self._turned(self._known[i] if i < at else found[i - at], turn))
            yield found[-1]
