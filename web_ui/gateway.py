"""What the page needs of the daemon: look at a frozen snapshot, tell an input, hold the simulated rig.

The daemon satisfies these by shape; neither side imports the other.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from engine.game import Game
from engine.inputs import Told
from engine.verdict import Reason


class DeviceHealth(Protocol):
    """How one device is doing. `state` is ok, missing, retrying or off."""

    @property
    def name(self) -> str: ...
    @property
    def driver(self) -> str: ...
    @property
    def state(self) -> str: ...
    @property
    def detail(self) -> str: ...


class Snapshot(Protocol):
    """What was committed last, and everything shown of it. Never changes once published.

    `seq` grows with every accepted input. `lamps` are the steady meant colours by hole (`#rrggbb`), before
    brightness and budget; `rhythms` the rhythm of each hole that has one (DESIGN 3, Lamps). `notes` are what
    the owner should read: a damaged file set aside, a position resumed.
    """

    @property
    def seq(self) -> int: ...
    @property
    def game(self) -> Game: ...
    @property
    def refusal(self) -> Reason | None: ...
    @property
    def lamps(self) -> Mapping[str, str]: ...
    @property
    def rhythms(self) -> Mapping[str, str]: ...
    @property
    def devices(self) -> Sequence[DeviceHealth]: ...
    @property
    def notes(self) -> Sequence[str]: ...


@dataclass(frozen=True, slots=True)
class TagTapped:
    """The page stands in for a reader: this tag was tapped; the daemon knows which card it is."""

    uid: bytes


class Answer(Protocol):
    """What became of an input: `reason` is None where it was accepted; `seq` is the one after it."""

    @property
    def seq(self) -> int: ...
    @property
    def reason(self) -> Reason | None: ...


class NotAnswered(Exception):
    """The loop didn't take the input in time; it was withdrawn and will never be carried out."""


class EnrolledCard(Protocol):
    """A card of a deck: its tag, what it is (`7H`, `Joker`), and which copy."""

    @property
    def uid(self) -> bytes: ...
    @property
    def card(self) -> str: ...
    @property
    def copy(self) -> int: ...


class SimulatedRig(Protocol):
    """The board that isn't there. Each raises KeyError for a device of no such name."""

    def tap(self, reader: str, uid: bytes) -> None:
        """Lay a card on a reader and leave it there."""

    def lift(self, reader: str) -> None:
        """Take it away."""

    def press(self, button: str, held_ms: int) -> None:
        """Press a button and let it go after that long."""

    def fault(self, device: str, fault: str) -> None:
        """Make a device fail in the way named; an empty text heals it. ValueError for an unknown fault."""

    def lamps(self) -> list[str]:
        """What was sent to the strip last, `#rrggbb` in wiring order."""

    def deck(self) -> Sequence[EnrolledCard]:
        """The cards that the rig comes with."""


class Gateway(Protocol):
    """The page's only way to the daemon."""

    @property
    def board_name(self) -> str:
        """The board's name, for titles and cookies."""

    @property
    def simulated(self) -> SimulatedRig | None:
        """The simulated rig, or None on a real board."""

    def look(self) -> Snapshot:
        """The newest snapshot. Never blocks."""

    def tell(self, told: Told | TagTapped, if_seq: int | None) -> Answer:
        """Put an input to the loop and wait for its answer; STALE where `if_seq` is past.

        Raises:
            NotAnswered: it was not taken in time.
        """
