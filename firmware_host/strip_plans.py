"""What each strip of a configuration lights, and with how much current. DESIGN 4, Board map."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from firmware_host.boardmap import SIDES, BadMap, check, expand, sides_named
from firmware_host.config_values import Mistakes, must_be, span, within
from hardware.power import Supply
from hardware.sentence import Sentence

USUAL_LAMPS = 112
MOST_LAMPS = 2_000


@dataclass(frozen=True, slots=True)
class StripPlan:
    """What a strip lights, and with how much current.

    `rings` has the holes in wiring order for each number of sides that the board has a ring for; where no
    strip of the board has any, their lamps lie side by side as `boardmap.names_of` says.
    """

    rings: Mapping[int, tuple[str, ...]] = field(default_factory=dict)
    budget_ma: int = 2000
    ma_per_lamp: int = 60


class StripReading:
    """The strips of one configuration, one after another; what is wrong with them goes to `mistakes`."""

    def __init__(self, mistakes: Mistakes) -> None:
        self._mistakes = mistakes
        self._plans: dict[str, StripPlan] = {}
        self._holes: dict[str, tuple[str, tuple[str, ...]]] = {}  # by strip: where it says them, and which

    def take(self, settings: dict[str, Any], where: str, name: str) -> None:
        """Read what a strip is for, and leave the driver its own settings."""
        lamps = self._lamps(settings.get("lamps", USUAL_LAMPS), where)
        budget = self._mistakes.value(settings, "budget_ma", 2000, *within(100, 60_000), where)
        each = self._mistakes.value(settings, "ma_per_lamp", 60, *within(5, 120), where)
        least_ma = Supply(budget, each).least_ma(lamps)
        if budget < least_ma and lamps == settings.get("lamps", USUAL_LAMPS):
            said = Sentence(
                "{n} lamp needs {least_ma} to be lit at all",
                "{n} lamps need {least_ma} to be lit at all",
                n=lamps,
                least_ma=least_ma,
            )
            self._mistakes.wrong(f"{where}.budget_ma", budget, said)
        settings.pop("budget_ma", None)
        settings.pop("ma_per_lamp", None)
        holes = self._runs(f"{where}.holes", settings.pop("holes", []), lamps)
        if holes:
            self._holes[name] = where, holes
        self._plans[name] = StripPlan(self._rings(settings, where, lamps), budget, each)

    def plans(self) -> dict[str, StripPlan]:
        """Of every strip, once all are read."""
        plans = self._plans | self._with_holes()
        self._check_rings(plans)
        return plans

    def _rings(self, settings: dict[str, Any], where: str, lamps: int) -> dict[int, tuple[str, ...]]:
        """The rings that a strip names by their sides."""
        rings = settings.pop("rings", {})
        if not isinstance(rings, dict) or not set(rings) <= {str(sides) for sides in SIDES}:
            self._mistakes.wrong(
                f"{where}.rings", rings, Sentence('it must be a table of rings, like 4 = ["A0..A17"]')
            )
            return {}
        found = {sides: self._runs(f"{where}.rings.{sides}", runs, lamps) for sides, runs in rings.items()}
        return {int(sides): named for sides, named in found.items() if named is not None}

    def _runs(self, key: str, runs: Any, lamps: int) -> tuple[str, ...] | None:
        """The hole of each lamp; None where a mistake in it was told."""
        if not isinstance(runs, list) or not all(isinstance(run, str) for run in runs):
            self._mistakes.wrong(key, runs, Sentence('it must be a list of runs, like ["A0..A17", "skip 2"]'))
            return None
        try:
            named = tuple(expand(runs))
        except BadMap as bad:
            self._mistakes.wrong(key, runs, bad.sentence)
            return None
        if len(named) > lamps:
            said = Sentence(
                "it names {n} lamp, and the strip has {lamps}",
                "it names {n} lamps, and the strip has {lamps}",
                n=len(named),
                lamps=lamps,
            )
            self._mistakes.wrong(key, runs, said)
            return None
        return named

    def _lamps(self, value: Any, where: str) -> int:
        """What is no whole number at all is told by the driver."""
        if not isinstance(value, int) or 1 <= value <= MOST_LAMPS:
            return value if isinstance(value, int) else MOST_LAMPS
        self._mistakes.wrong(f"{where}.lamps", value, must_be(span(1, MOST_LAMPS)))
        return MOST_LAMPS

    def _with_holes(self) -> dict[str, StripPlan]:
        """The strips that say `holes`: each has its part of one ring, whose sides all together tell."""
        sides = sides_named(hole for _, holes in self._holes.values() for hole in holes)
        found = {}
        for name, (where, holes) in self._holes.items():
            rings = self._plans[name].rings
            if sides in rings:
                self._mistakes.wrong(
                    f"{where}.holes", sides, Sentence("the ring of so many sides is in rings already")
                )
            found[name] = replace(self._plans[name], rings={**rings, sides: holes})
        return found

    def _check_rings(self, plans: Mapping[str, StripPlan]) -> None:
        """Every hole of each ring has one lamp, whatever strip that is on. DESIGN 4, Board map."""
        for sides in sorted({sides for plan in plans.values() for sides in plan.rings}):
            strips = [plan.rings[sides] for plan in plans.values() if sides in plan.rings]
            for problem in check(strips, sides):
                said = Sentence("on the ring of {sides} sides {problem}", sides=sides, problem=problem)
                self._mistakes.wrong("strip.rings", sides, said)
