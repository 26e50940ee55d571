"""What was committed last and what is shown of it: one frozen value, read by page and lamps alike."""

import threading
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property

from engine.game import Game
from engine.verdict import Reason
from firmware_host.lighting import Light, Picture
from firmware_host.meanings import Moment, picture
from firmware_host.pairing_lights import with_code
from hardware.held import Health


@dataclass(frozen=True)
class Snapshot:
    """A moment of the table.

    Attributes:
        seq: the number of the last accepted input.
        refusal: why the last input was refused, if it was; refused_ms: when, by the game's clock.
        notes: what the owner should read: a damaged file, a position resumed.
        sleeps_ms: from when on the lamps sleep, by the game's clock, unless somebody does something.
        morning: nobody has done anything since the machine was started.
        pairing_code: the colours of a browser that asks to be paired.
    """

    seq: int = 0
    game: Game = field(default_factory=Game)
    refusal: Reason | None = None
    refused_ms: int = 0
    devices: tuple[Health, ...] = ()
    notes: tuple[str, ...] = ()
    sleeps_ms: int = 2**62
    morning: bool = False
    pairing_code: tuple[str, ...] = ()

    @cached_property
    def picture(self) -> Picture:
        """What the lamps mean."""
        refused_ms = self.refused_ms if self.refusal else -1
        moment = Moment(self.game, self.refusal, refused_ms, morning=self.morning)
        return with_code(picture(moment), self.game, self.pairing_code)

    @cached_property
    def sleeping(self) -> Picture:
        """What they mean when nobody has done anything for a while."""
        return with_code(picture(Moment(self.game, asleep=True)), self.game, self.pairing_code)

    @property
    def lights(self) -> Mapping[str, Light]:
        """Every lamp that means something, by the name of its hole."""
        return self.picture.lights

    @property
    def lamps(self) -> Mapping[str, str]:
        """The steady meant colours, before brightness and budget."""
        return {hole: f"#{bytes(light.colour).hex()}" for hole, light in self.lights.items()}

    @property
    def rhythms(self) -> Mapping[str, str]:
        """The rhythm of each of them."""
        return {hole: light.rhythm.value for hole, light in self.lights.items()}


class Latest:
    """Where the loop lays the newest snapshot and everybody reads it. Reading never waits."""

    def __init__(self) -> None:
        self.snapshot = Snapshot()
        self._changed = threading.Condition()

    def show(self, snapshot: Snapshot) -> None:
        """Put a newer snapshot in place."""
        with self._changed:
            self.snapshot = snapshot
            self._changed.notify_all()

    def wait_for_other(self, than: object, timeout_s: float) -> None:
        """Return once another snapshot is the newest, or the time is over, or `wake` was called."""
        with self._changed:
            if self.snapshot is than:
                self._changed.wait(timeout_s)

    def wake(self) -> None:
        """Let everybody who waits look again."""
        with self._changed:
            self._changed.notify_all()
