"""The strips of the board: a thread each, made as the configuration says and changed when it changes."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import cast

from firmware_host.boardmap import names_of
from firmware_host.clock import GameClock
from firmware_host.config import Config
from firmware_host.lamp_loan import LampLoan
from firmware_host.lamps import StripThread, Wanted
from firmware_host.snapshot import Latest, Snapshot
from firmware_host.strip_plans import USUAL_LAMPS, StripPlan
from hardware.held import Held
from hardware.interfaces import LampStrip
from hardware.power import Supply, estimate_ma, limit
from hardware.rig import DeviceSpec, Kind, open_device


@dataclass(frozen=True, slots=True)
class Place:
    """Which lamps of the board a strip has: those its plan names, or some in the usual order."""

    plan: StripPlan
    begin: int
    end: int

    def holes(self, sides: int) -> Sequence[str]:
        """The hole of each of its lamps in the ring of that many sides, in wiring order."""
        if self.plan.rings:
            return self.plan.rings.get(sides, ())
        return names_of(sides)[self.begin : self.end]

    def lamps(self, snapshot: Snapshot) -> Sequence[str]:
        """The hole of each of its lamps in the ring that is played on."""
        return self.holes(sides_of(snapshot))


class Strips:
    """Every strip that the configuration names.

    Args:
        specs: the devices of a configuration, ready to be opened.
        changed: told when a strip's health changed.
    """

    def __init__(
        self,
        held: Sequence[Held[LampStrip]],
        config: Config,
        latest: Latest,
        clock: GameClock,
        loan: LampLoan,
        specs: Callable[[Config], Sequence[DeviceSpec]],
        changed: Callable[[], None],
    ) -> None:
        self._specs = specs
        self._latest = latest
        self._opened = _strip_specs(specs(config))
        self._plans = config.strip_plans
        wanted = wanted_of(config)
        self.threads = [
            StripThread(strip, wanted[strip.name], latest, clock, loan, changed) for strip in held
        ]

    def apply(self, config: Config) -> None:
        """Go by another configuration from now on. A strip whose driver is told anything else is reopened."""
        now, wanted = _strip_specs(self._specs(config)), wanted_of(config)
        for thread in self.threads:
            spec = now.get(thread.strip)
            if spec is not None:
                same = spec == self._opened.get(thread.strip)
                thread.want(wanted[thread.strip], None if same else _opening(spec))
        self._opened = now
        self._plans = config.strip_plans
        self._latest.wake()

    def draws_ma(self, strip: str) -> int:
        """An estimate of what a strip draws now."""
        sent = next((thread.sent for thread in self.threads if thread.strip == strip), None)
        return round(estimate_ma(sent or b"", supply_of(self._plans[strip])))


def sides_of(snapshot: Snapshot) -> int:
    """How many sides the board of the present game has; four while there is none."""
    play = snapshot.game.play
    return play.setup.table.board.sides if play else 4


def supply_of(plan: StripPlan) -> Supply:
    """What a strip may draw."""
    return Supply(plan.budget_ma, plan.ma_per_lamp)


def lamps_of(config: Config) -> Mapping[str, int]:
    """How many lamps each strip has, by its name and in the configuration's order."""
    return {name: _lamps(spec) for name, spec in _strip_specs(config.specs).items()}


def places_of(config: Config) -> Mapping[str, Place]:
    """Which lamps of the board each strip has, by its name and in the configuration's order.

    Without any map they go on from strip to strip; beside a strip with one, a strip without has no hole.
    """
    plans = config.strip_plans
    mapped = any(plan.rings for plan in plans.values())
    placed: dict[str, Place] = {}
    begin = 0
    for name, lamps in lamps_of(config).items():
        end = begin if mapped else begin + lamps
        placed[name] = Place(plans.get(name, StripPlan()), begin, end)
        begin = end
    return placed


def wanted_of(config: Config) -> Mapping[str, Wanted]:
    """What each strip is to do, by its name."""
    return {name: _wanted(place, config) for name, place in places_of(config).items()}


def _wanted(place: Place, config: Config) -> Wanted:
    supply = supply_of(place.plan)
    return Wanted(place.lamps, config.looks, lambda frame: limit(frame, supply))


def _strip_specs(specs: Sequence[DeviceSpec]) -> dict[str, DeviceSpec]:
    return {spec.name: spec for spec in specs if spec.kind is Kind.STRIP}


def _opening(spec: DeviceSpec) -> Callable[[], LampStrip]:
    return lambda: cast(LampStrip, open_device(spec))


def _lamps(spec: DeviceSpec) -> int:
    return int(str(spec.settings.get("lamps", USUAL_LAMPS)))
