"""What was committed last and what is shown of it: one frozen value, read by page and lamps alike."""

import threading
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property

from engine.board import holes_of
from engine.game import Game, Play, ReasonsShown
from engine.verdict import Reason
from firmware_host.enrolment import Enrolling
from firmware_host.lighting import NO_FLASH_MS, Light, Picture
from firmware_host.meanings import Held, Moment, picture
from firmware_host.opaque import beside
from firmware_host.pairing_lights import with_code
from firmware_host.welcome import Octets, spelled
from hardware.held import Health
from hardware.sentence import Sentence


@dataclass(frozen=True)
class Snapshot:
    """A moment of the table.

    Attributes:
        seq: the number of the last input that changed anything or was accepted.
        refusal: why the last input was refused, if it was.
        refused_ms: since when what bars the way is shown, by the game's clock.
        notes: what the owner should read: a damaged file, a position resumed.
        sleeps_ms: from when on the lamps sleep, by the game's clock, unless somebody does something.
        morning: nobody has done anything since the machine was started.
        held: a button that is down, by the game's clock.
        pairing_code: the colours of a browser that asks to be paired.
        enrolling: the decks, and what is being done with them.
        address: of the page, where nobody has found it yet.
    """

    seq: int = 0
    game: Game = field(default_factory=Game)
    refusal: Reason | None = None
    refused_ms: int = 0
    devices: tuple[Health, ...] = ()
    notes: tuple[Sentence, ...] = ()
    sleeps_ms: int = 2**62
    morning: bool = False
    held: Held | None = None
    pairing_code: tuple[str, ...] = ()
    enrolling: Enrolling = field(default_factory=Enrolling)
    address: Octets = ()

    @property
    def has_bars(self) -> bool:
        """Whether the lamps show what bars a way that somebody has just asked about."""
        return self.refusal is not None or isinstance(self.game.shown, ReasonsShown)

    @cached_property
    def picture(self) -> Picture:
        """What the lamps mean."""
        refused_ms = self.refused_ms if self.has_bars else -1
        moment = Moment(self.game, self.refusal, refused_ms, morning=self.morning, held=self.held)
        shown = picture(moment)
        if not shown.lights:
            shown = replace(shown, lights=spelled(self.game, self.address))
        return with_code(shown, self.game, self.pairing_code)

    @cached_property
    def sleeping(self) -> Picture:
        """What they mean when nobody has done anything for a while."""
        return with_code(picture(Moment(self.game, asleep=True)), self.game, self.pairing_code)

    @cached_property
    def beside(self) -> Picture:
        """What they mean where no light comes through a peg: beside each that stands."""
        play = self.game.play
        if play is None:
            return self.picture
        return beside(self.picture, play.setup.table.board, frozenset(self._wood(play)))

    def _wood(self, play: Play) -> Iterator[str]:
        """Where pegs stand in wood: where the game has them, but for those still to be carried there."""
        board = play.setup.table.board
        work = self.game.handwork.pegs if self.game.handwork else ()
        ends = {carry.end for carry in work}
        for pegs in play.position:
            yield from (board.name(hole) for hole in holes_of(pegs) if hole not in ends)
        yield from (board.name(carry.start) for carry in work)

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


def flashes_since(before: Snapshot, at_ms: int) -> int:
    """Since when a refusal at `at_ms` flashes: while another still does, they share one flash.

    However often somebody is refused, the board goes out around a reason once in a flash at most.
    """
    flashing = before.has_bars and 0 <= at_ms - before.refused_ms < NO_FLASH_MS
    return before.refused_ms if flashing else at_ms


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

    def wait_for_other(
        self, than: object, timeout_s: float, stopped: Callable[[], bool] = lambda: False
    ) -> None:
        """Return once another snapshot is the newest, or the time is over, or `wake` was called.

        At once if it is `stopped`: a `wake` that comes just before the waiting begins is not missed.
        """
        with self._changed:
            if self.snapshot is than and not stopped():
                self._changed.wait(timeout_s)

    def wake(self) -> None:
        """Let everybody who waits look again."""
        with self._changed:
            self._changed.notify_all()
