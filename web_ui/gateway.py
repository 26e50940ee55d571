"""What the page needs of the daemon: look at a frozen snapshot, tell an input, hold the simulated rig.

The daemon satisfies these by shape; neither side imports the other.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from engine.game import Game
from engine.house import Houses, Options
from engine.inputs import NewGame, Told
from engine.verdict import Reason
from web_ui.board_gateway import Controls, Lights
from web_ui.cards_gateway import EnrolledCard, Enrolling, Enrolment
from web_ui.care_gateway import Backups, Clock, Finding, Machine, Naming, Sounds, Updates, Upload


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

    `seq` grows with every input that is accepted, or that changes anything though it is refused. `lamps` are
    the steady meant colours by hole (`#rrggbb`), before brightness and budget; `rhythms` the rhythm of each
    hole that has one (DESIGN 3, Lamps). `notes` are what the owner should read: a damaged file set aside, a
    position resumed.
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
    @property
    def enrolling(self) -> Enrolling: ...


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

    def lamps(self, strip: str = "") -> list[str]:
        """What a strip was sent last, `#rrggbb` in wiring order; of the first, where none is named."""

    def deck(self) -> Sequence[EnrolledCard]:
        """The cards that the rig comes with."""


class PairedBrowser(Protocol):
    """A browser that may change things; `since_s` is wall time, 0 where it is not known."""

    @property
    def id(self) -> int: ...
    @property
    def name(self) -> str: ...
    @property
    def since_s(self) -> int: ...


class PairingRequest(Protocol):
    """A browser that asks: the colours shown to it and at the table."""

    @property
    def code(self) -> Sequence[str]: ...


class Pairing(Protocol):
    """The browsers that may change things, and the one that asks to. A token is a browser's secret."""

    @property
    def board_id(self) -> str:
        """A number of this board's own, for its cookies."""

    def ask(self, name: str, client: str) -> str | None:
        """Begin a request: the token that is good once it is accepted; None while another one asks."""

    def asks(self, token: str) -> PairingRequest | None:
        """The request of the browser with that token, while it lasts."""

    def left_s(self) -> int:
        """How long whoever asks now still does."""

    def give_up(self, token: str) -> None:
        """The browser with that token asks no more."""

    def redeem(self, secret: str, name: str) -> str | None:
        """The token for a browser that came by a one-time link; None where the link is not good."""

    def is_paired(self, token: str) -> bool:
        """Whether the browser with that token may change things."""

    def number_of(self, token: str) -> int | None:
        """Which of the paired browsers it is."""

    def paired(self) -> Sequence[PairedBrowser]:
        """All of them, the oldest first."""

    def revoke(self, number: int) -> bool:
        """Take it back from one of them; False where that could not be kept."""


class SavedHouses(Protocol):
    """The household's own rulesets."""

    def all(self) -> Houses:
        """Each by its name, in the order of names."""

    def save(self, name: str, preset: str, options: Options) -> bool:
        """Keep one, in place of one of that name; False where it could not be kept. Raises BadOption."""

    def drop(self, name: str) -> bool:
        """Forget one; False where that could not be kept."""


class PastGame(Protocol):
    """A game of the past; `firmware_host.history` says it in full."""

    @property
    def number(self) -> int: ...
    @property
    def since_s(self) -> int: ...
    @property
    def asked(self) -> NewGame: ...
    @property
    def stood(self) -> Game: ...
    @property
    def turns(self) -> int: ...
    @property
    def running(self) -> bool: ...


class Tally(Protocol):
    """What a game comes to; `firmware_host.tallies` says it in full."""

    @property
    def number(self) -> int: ...
    @property
    def since_s(self) -> int: ...
    @property
    def players(self) -> Sequence[tuple[str, str, str]]: ...
    @property
    def won(self) -> Sequence[str]: ...
    @property
    def shoves(self) -> Sequence[tuple[str, str, int]]: ...


class History(Protocol):
    """The games of this board."""

    def all(self) -> Sequence[PastGame]:
        """Every game, the newest first."""

    def tallied(self) -> tuple[Sequence[Tally], int]:
        """What games come to, and how many are still to be counted: ask again for those."""

    def games(self, before: int | None = None) -> Sequence[PastGame]:
        """The newest, or those older than that number; a page of them."""

    def game(self, number: int) -> Game | None:
        """One with all its turns; None where it cannot be told. Raises TimeoutError where too many ask."""


class Gateway(Protocol):
    """The page's only way to the daemon."""

    @property
    def board_name(self) -> str:
        """The board's name, for titles and cookies."""

    @property
    def simulated(self) -> SimulatedRig | None:
        """The simulated rig, or None on a real board."""

    @property
    def pairing(self) -> Pairing:
        """Who may change something."""

    @property
    def houses(self) -> SavedHouses:
        """The household's own rulesets."""

    @property
    def history(self) -> History:
        """The games of this board."""

    @property
    def backups(self) -> Backups:
        """Making and restoring backups."""

    @property
    def machine(self) -> Machine:
        """The machine that the daemon runs on."""

    @property
    def clock(self) -> Clock:
        """The time of day."""

    @property
    def naming(self) -> Naming:
        """The name of the board."""

    @property
    def sounds(self) -> Sounds:
        """What the buzzer makes heard."""

    @property
    def updates(self) -> Updates:
        """Taking a newer version from a file."""

    @property
    def upload(self) -> Upload:
        """The file that is being sent."""

    @property
    def enrolment(self) -> Enrolment:
        """The decks."""

    @property
    def lights(self) -> Lights:
        """The lamps, to be set up."""

    @property
    def controls(self) -> Controls:
        """Readers, buttons and knobs, to be tried out and set up."""

    def log_tail(self) -> Sequence[str]:
        """The last lines of the log, the newest last."""

    def examine(self) -> Sequence[Finding]:
        """Look the machine over. Takes its time; touches no device."""

    def look(self) -> Snapshot:
        """The newest snapshot. Never blocks."""

    def wait_for_other(self, than: Snapshot, timeout_s: float) -> None:
        """Return once another snapshot is the newest, or the time is over, or `wake` was called."""

    def wake(self) -> None:
        """Let everybody who waits look again."""

    def tell(self, told: Told | TagTapped, if_seq: int | None) -> Answer:
        """Put an input to the loop and wait for its answer; STALE where `if_seq` is past.

        Raises:
            NotAnswered: it was not taken in time.
        """
