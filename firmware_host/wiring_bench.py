"""The wiring wizard at work: the lamp in question is lit, answers come in, the map is kept at the end.

One for the board, whichever phone asks: a page that is loaded again goes on where it was.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from threading import RLock

from firmware_host.boardmap import SIDES, SKIPPED, names_of
from firmware_host.config import Config
from firmware_host.config_edits import ring
from firmware_host.config_file import Edit
from firmware_host.lamp_loan import LampLoan, Show
from firmware_host.lamp_patterns import in_sides, one_lamp
from firmware_host.strips import lamps_of, places_of
from firmware_host.wiring import Lamp, Wiring


@dataclass(frozen=True, slots=True)
class WiringShown:
    """How far it is.

    Attributes:
        sides: of the ring that is wired.
        strip, number: the lamp that is lit now and asked about, the number from 1; empty and 0 if none is.
        expected: where it should be; empty for no hole, None where nothing is expected.
        said, proposed: the holes whose lamps are known, by somebody's word or by what follows from that.
        lacking: with nothing left to ask, the holes that no lamp is at.
        done: nothing is left to ask.
        answers: how many were given.
        saved: what is known is what the configuration says.
    """

    sides: int
    strip: str
    number: int
    expected: str | None
    said: tuple[str, ...]
    proposed: tuple[str, ...]
    lacking: tuple[str, ...]
    done: bool
    answers: int
    saved: bool


class WiringBench:
    """Any thread may call any method.

    Args:
        config: the present configuration.
        keep: writes a change of it and puts it in force; tells what is wrong, or nothing.
    """

    def __init__(self, config: Callable[[], Config], loan: LampLoan, keep: Callable[[Edit], str]) -> None:
        self._config = config
        self._loan = loan
        self._keep = keep
        self._lock = RLock()
        self._names: tuple[str, ...] = ()
        self._wiring: Wiring | None = None
        self._asked: Lamp | None = None
        self._saved = False

    @property
    def sides(self) -> int:
        """Of the ring that was wired last; else of the smallest there is, or of the usual board."""
        wiring = self._wiring
        rings = [sides for plan in self._config().strip_plans.values() for sides in plan.rings]
        return wiring.sides if wiring else min(rings, default=SIDES[0])

    def begin(self, sides: int, *, anew: bool, apart: bool) -> None:
        """Wire a ring anew, or look through the map that there is.

        Args:
            sides: of the ring, 4 to 10.
            apart: the lamps of the board's other rings are on none of this one's holes.

        Raises:
            ValueError: there is no ring of so many sides.
        """
        if sides not in SIDES:
            raise ValueError(sides)
        with self._lock:
            places = places_of(self._config())
            lengths = lamps_of(self._config())
            self._names = tuple(places)
            others = frozenset(
                Lamp(i, number)
                for i, place in enumerate(places.values())
                for size, holes in place.plan.rings.items()
                if size != sides and apart
                for number, hole in enumerate(holes)
                if hole != SKIPPED
            )
            wiring = Wiring(sides, tuple(lengths[name] for name in places), others)
            if not anew:
                for i, place in enumerate(places.values()):
                    for number, hole in enumerate(place.holes(sides)[: wiring.lengths[i]]):
                        wiring = wiring.say(Lamp(i, number), hole)
            self._go_on(wiring)

    def say(self, strip: str, number: int, hole: str) -> bool:
        """The lamp that is asked about is at that hole, or at none where it is empty; False if another is.

        Raises:
            ValueError: there is no such hole on this ring.
        """
        with self._lock:
            wiring, lamp = self._wiring, self._asked
            if (
                wiring is None
                or lamp is None
                or (self._names[lamp.strip], lamp.number + 1) != (strip, number)
            ):
                return False
            if hole and hole not in names_of(wiring.sides):
                raise ValueError(hole)
            self._go_on(wiring.say(lamp, hole))
            return True

    def ask(self, hole: str) -> bool:
        """Ask about the lamp that is taken to be at that hole; False where none is."""
        with self._lock:
            placed = self._wiring.proposal.placed if self._wiring else {}
            lamp = next((lamp for lamp, at in placed.items() if hole and at == hole), None)
            if lamp is None:
                return False
            self._ask(lamp)
            return True

    def unsay(self) -> None:
        """Forget the last answer."""
        with self._lock:
            if self._wiring is not None and self._wiring.said:
                self._go_on(self._wiring.unsay())

    def light(self) -> None:
        """Light the lamp in question again; with nothing to ask, every hole in the colour of its side."""
        with self._lock:
            if self._wiring is None:
                return
            if self._asked is not None:
                self._loan.lend(one_lamp(self._names[self._asked.strip], self._asked.number))
            else:
                self._loan.lend(_in_sides(self._holes()))

    def save(self) -> str:
        """Keep the map; what is wrong, or nothing."""
        with self._lock:
            if self._wiring is None:
                return ""
            wrong = self._keep(ring(self._wiring.sides, self._holes()))
            self._saved = not wrong
            return wrong

    def shown(self) -> WiringShown | None:
        """How far it is; None where nobody has begun."""
        with self._lock:
            return self._shown(self._wiring) if self._wiring else None

    def _shown(self, wiring: Wiring) -> WiringShown:
        proposal, asked = wiring.proposal, self._asked
        said = {hole for hole in wiring.told.values() if hole}
        return WiringShown(
            sides=wiring.sides,
            strip=self._names[asked.strip] if asked else "",
            number=asked.number + 1 if asked else 0,
            expected=self._expected(wiring),
            said=tuple(sorted(said)),
            proposed=tuple(sorted(hole for hole in proposal.placed.values() if hole and hole not in said)),
            lacking=proposal.lacking,
            done=proposal.question is None,
            answers=len(wiring.said),
            saved=self._saved,
        )

    def _expected(self, wiring: Wiring) -> str | None:
        if self._asked is None or self._asked == wiring.proposal.question:
            return wiring.proposal.expected
        return wiring.proposal.placed.get(self._asked)

    def _go_on(self, wiring: Wiring) -> None:
        self._wiring, self._saved = wiring, False
        self._ask(wiring.proposal.question)

    def _ask(self, lamp: Lamp | None) -> None:
        self._asked = lamp
        self.light()

    def _holes(self) -> Mapping[str, Sequence[str]]:
        assert self._wiring is not None
        return dict(zip(self._names, self._wiring.strips(), strict=True))


def _in_sides(holes: Mapping[str, Sequence[str]]) -> Show:
    return lambda strip, lamps, brightness, _now_ms: in_sides(holes.get(strip, ()), lamps, brightness)
