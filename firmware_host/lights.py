"""The lamps being set up from the page: how they look, what each strip is, which lamp sits where. DESIGN 4.

What is settled is written into the configuration and in force at once. While somebody tries something out
the lamps are lent to the page.
"""

import threading
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from engine.game import Play
from firmware_host.colour_order import NoOrder, order_seen, other_chips
from firmware_host.config import BadConfig, Config
from firmware_host.config_edits import both, device, setting
from firmware_host.config_file import ConfigFile, Edit, NotWritten
from firmware_host.lamp_loan import LampLoan
from firmware_host.lamp_patterns import Pattern, picture
from firmware_host.replay_lights import turn_again
from firmware_host.strips import Strips, lamps_of, places_of, supply_of
from firmware_host.wiring_bench import WiringBench
from hardware.clock import monotonic_ms
from hardware.held import Health
from hardware.power import estimate_ma
from hardware.rig import DeviceSpec, Kind, settings_of
from hardware.sentence import Sentence

WITHOUT_WHITE = ("adalight",)
"""Drivers that carry no white channel: their controllers make the white."""


@dataclass(frozen=True, slots=True)
class StripShown:
    """A strip as the page shows it; currents in mA.

    Attributes:
        order: the colour order that it is sent, empty where its driver has none.
        sacrificial: its first lamp only passes the others on; None where its driver has no such setting.
        draws_ma: an estimate of what it draws now; most_ma: of what it would, all white and bright as set.
        least_ma: the smallest budget that its lamps can be lit with at all.
        rings: the numbers of sides of the rings that it has lamps of; none: they lie in the usual order.
    """

    name: str
    driver: str
    state: str
    detail: str
    lamps: int
    order: str
    sacrificial: bool | None
    budget_ma: int
    ma_per_lamp: int
    draws_ma: int
    most_ma: int
    least_ma: int
    rings: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class LooksShown:
    """How bright the lamps are by day and by night, 0.05 to 1, and whether it is night."""

    brightness: float
    night: bool
    night_brightness: float


class Lights:
    """The page's side of the lamps. Any thread may call any method.

    Args:
        health: how the devices are.
    """

    def __init__(
        self,
        file: ConfigFile,
        config: Config,
        strips: Strips,
        loan: LampLoan,
        health: Callable[[], tuple[Health, ...]],
    ) -> None:
        self._file = file
        self._config = config
        self._strips = strips
        self._loan = loan
        self._health = health
        self._keeping = threading.Lock()  # what was written last is what is in force
        self.shown = ""
        self.wiring = WiringBench(lambda: self._config, loan, self._keep)

    @property
    def is_lent(self) -> bool:
        """Whether the page has the lamps now."""
        return self._loan.is_lent

    def show(self, pattern: str, strip: str = "") -> None:
        """Show a pattern on a strip, or on all.

        Raises:
            ValueError: there is no such pattern; KeyError: no such strip.
        """
        wanted = Pattern(pattern)
        if strip and strip not in lamps_of(self._config):
            raise KeyError(strip)
        self.shown = wanted
        self._loan.lend(picture(wanted, strip, self._holes(self.wiring.sides)))

    def play_again(self, play: Play) -> None:
        """Run the last turn of a game of the past again in light."""
        holes = self._holes(play.setup.table.board.sides)
        self.shown = ""
        self._loan.lend(turn_again(play, holes, self._config.looks, monotonic_ms()))

    def _holes(self, sides: int) -> Mapping[str, Sequence[str]]:
        """Of each strip by its name the hole of each lamp, in the ring of that many sides."""
        return {name: place.holes(sides) for name, place in places_of(self._config).items()}

    def renew(self) -> bool:
        """The page is still there; False where the lamps have gone back to the game."""
        return self._loan.renew()

    def give_back(self) -> None:
        """The lamps are the game's again."""
        self.shown = ""
        self._loan.give_back()

    def looks(self) -> LooksShown:
        """How bright they are."""
        looks = self._config.looks
        return LooksShown(looks.brightness, looks.night, looks.night_brightness)

    def strips(self) -> list[StripShown]:
        """Every strip, in the configuration's order."""
        health = {one.name: one for one in self._health()}
        lamps = lamps_of(self._config)
        return [self._shown(name, lamps[name], health[name]) for name in lamps if name in health]

    def _shown(self, name: str, lamps: int, health: Health) -> StripShown:
        settings = settings_of(self._spec(name))
        plan = self._config.strip_plans[name]
        supply = supply_of(plan)
        level = self._config.looks.level
        return StripShown(
            name=name,
            driver=health.driver,
            state=health.state,
            detail=health.detail,
            lamps=lamps,
            order=self._order(name),
            sacrificial=bool(settings["sacrificial"]) if "sacrificial" in settings else None,
            budget_ma=plan.budget_ma,
            ma_per_lamp=plan.ma_per_lamp,
            draws_ma=self._strips.draws_ma(name),
            most_ma=round(estimate_ma(bytes([round(255 * level)]) * 3 * lamps, supply)),
            least_ma=supply.least_ma(lamps),
            rings=tuple(sorted(plan.rings)),
        )

    def set_looks(self, brightness: float, night: bool, night_brightness: float) -> str:
        """Keep how bright they are; what is wrong, or nothing."""
        return self._keep(
            both(
                setting("brightness", brightness),
                setting("night", night),
                setting("night_brightness", night_brightness),
            )
        )

    def set_strip(self, name: str, settings: Mapping[str, int | bool]) -> str:
        """Keep what a strip is: lamps, sacrificial, budget_ma, ma_per_lamp; what is wrong, or nothing."""
        return self._keep(device(Kind.STRIP, name, dict(settings)))

    def set_order(self, name: str, seen: Mapping[str, str]) -> str:
        """Keep the order of colours that follows from what was seen; what is wrong, or nothing.

        Raises:
            ValueError: the answers contradict each other, or there are too few.
        """
        try:
            order = order_seen(self._order(name), seen)
        except NoOrder:
            raise ValueError from None
        return self._keep(device(Kind.STRIP, name, {"order": order}))

    def change_chips(self, name: str) -> str:
        """Take the strip for one with white lamps too, or no longer; what is wrong, or nothing."""
        order = other_chips(self._order(name))
        driver = self._spec(name).driver
        if "W" in order and driver in WITHOUT_WHITE:
            return Sentence(
                "{driver} carries no white channel: tell the controller the strip's own order", driver=driver
            )
        return self._keep(device(Kind.STRIP, name, {"order": order}))

    def _spec(self, name: str) -> DeviceSpec:
        return next(spec for spec in self._config.specs if spec.kind is Kind.STRIP and spec.name == name)

    def _order(self, name: str) -> str:
        return str(settings_of(self._spec(name)).get("order", "")).upper()

    def _keep(self, edit: Edit) -> str:
        """Write a change and go by it; what is wrong, or nothing."""
        with self._keeping:
            try:
                config = self._file.change(edit)
            except (BadConfig, NotWritten) as wrong:
                return wrong.sentence
            self._config = config
            self._strips.apply(config)
        return ""
