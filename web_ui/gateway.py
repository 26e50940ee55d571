"""What the page needs of the daemon: look at a frozen snapshot, tell an input, hold the simulated rig.

The daemon satisfies these by shape; neither side imports the other.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import BinaryIO, Protocol

from engine.game import Game
from engine.house import Houses, Options
from engine.inputs import NewGame, Told
from engine.verdict import Reason
from web_ui.board_gateway import Controls, Lights


class EnrolledCard(Protocol):
    """A card of a deck: its tag, what it is (`7H`, `Joker`, `@undo`), which copy, and the deck's name."""

    @property
    def uid(self) -> bytes: ...
    @property
    def card(self) -> str: ...
    @property
    def copy(self) -> int: ...
    @property
    def deck(self) -> str: ...


class CardPrompt(Protocol):
    """Copies of one card that are asked for; `first` is the number of the first."""

    @property
    def card(self) -> str: ...
    @property
    def first(self) -> int: ...
    @property
    def wanted(self) -> int: ...
    @property
    def done(self) -> int: ...
    @property
    def unread(self) -> int: ...
    @property
    def left(self) -> int: ...


class CardTask(Protocol):
    """What a tap is for: collect, place, walk or look_up; `firmware_host.enrolling_view` says it in full."""

    @property
    def kind(self) -> str: ...
    @property
    def deck(self) -> str: ...
    @property
    def way(self) -> str: ...
    @property
    def prompts(self) -> Sequence[CardPrompt]: ...
    @property
    def at(self) -> int: ...
    @property
    def card(self) -> str: ...
    @property
    def copy(self) -> int: ...
    @property
    def done(self) -> int: ...
    @property
    def total(self) -> int: ...
    @property
    def missing(self) -> Sequence[EnrolledCard]: ...
    @property
    def replaces(self) -> bool: ...
    @property
    def can_undo(self) -> bool: ...


class NamedDeck(Protocol):
    """A deck: its cards, those that are lost or cannot be read, and what it is enrolled by, if anything."""

    @property
    def name(self) -> str: ...
    @property
    def cards(self) -> Sequence[EnrolledCard]: ...
    @property
    def retired(self) -> Sequence[EnrolledCard]: ...
    @property
    def unread(self) -> Sequence[tuple[str, int]]: ...
    @property
    def decks(self) -> int: ...
    @property
    def jokers(self) -> int: ...
    @property
    def way(self) -> str: ...
    @property
    def planned(self) -> int: ...
    @property
    def open(self) -> int: ...


class CardsSaid(Protocol):
    """What became of a deed at the decks; `web_ui.cards_words` has a sentence for every `what`."""

    @property
    def what(self) -> str: ...
    @property
    def card(self) -> str: ...
    @property
    def copy(self) -> int: ...
    @property
    def deck(self) -> str: ...
    @property
    def uid(self) -> str: ...
    @property
    def count(self) -> int: ...
    @property
    def fast(self) -> bool: ...
    @property
    def in_place(self) -> bool: ...
    @property
    def refused(self) -> bool: ...


class Enrolling(Protocol):
    """The decks. While it `listens`, a tap is for its task and not for the game; `heard` counts the deeds."""

    @property
    def listens(self) -> bool: ...
    @property
    def heard(self) -> int: ...
    @property
    def said(self) -> CardsSaid | None: ...
    @property
    def task(self) -> CardTask | None: ...
    @property
    def named(self) -> Sequence[NamedDeck]: ...
    @property
    def commands(self) -> Sequence[EnrolledCard]: ...
    @property
    def spare(self) -> int: ...


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


class Enrolment(Protocol):
    """The decks. Each method tells one deed and gives what was said of it; it is on disk then.

    Raises NotAnswered where the deed was not taken in time.
    """

    def begin(self, deck: str, decks: int, jokers: int, way: str) -> CardsSaid:
        """Enrol a deck, new or not, by rank, suit or card. Raises ValueError for too many of anything."""

    def go_on(self, deck: str) -> CardsSaid:
        """Enrol what a deck lacks."""

    def go_to(self, at: int) -> CardsSaid:
        """Ask for another prompt, counted from 0."""

    def cannot_read(self) -> CardsSaid:
        """A card of the present prompt has no tag that can be read."""

    def undo(self) -> CardsSaid:
        """Take the last tap back."""

    def tap(self, number: str, over: bool) -> CardsSaid:
        """A tag by its number; `over`: it changes over, whatever it was. Raises ValueError: it is none."""

    def place(self, deck: str, card: str, copy: int | None) -> CardsSaid:
        """The next new tag is that card; None: one more of them."""

    def walk(self, deck: str) -> CardsSaid:
        """Check a deck."""

    def look_up(self) -> CardsSaid:
        """Name what is tapped."""

    def resume(self) -> CardsSaid:
        """Somebody is there again: taps are for what was begun."""

    def stop(self) -> CardsSaid:
        """Taps are for the game again."""

    def retire(self, uid: bytes) -> CardsSaid:
        """A card is lost."""

    def bring_back(self, uid: bytes) -> CardsSaid:
        """A card that was lost is found."""

    def rename(self, deck: str, to: str) -> CardsSaid:
        """Call a deck otherwise."""

    def drop(self, deck: str) -> CardsSaid:
        """Forget a deck."""

    def adopt(self, deck: str) -> CardsSaid:
        """Enrol what the simulated rig comes with."""

    def put(self, deck: str, text: str, form: str, over: bool) -> CardsSaid:
        """Take a deck from CSV; `over`: in place of what is there. Raises ValueError naming the line."""

    def csv(self, cards: Sequence[EnrolledCard]) -> str:
        """Cards as CSV."""


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


class History(Protocol):
    """The games of this board."""

    def games(self, before: int | None = None) -> Sequence[PastGame]:
        """The newest, or those older than that number; a page of them."""

    def game(self, number: int) -> Game | None:
        """One with all its turns; None where it cannot be told. Raises TimeoutError where too many ask."""


class Finding(Protocol):
    """What the doctor says of one thing. `level` is ok, note, warn or fail."""

    @property
    def id(self) -> str: ...
    @property
    def level(self) -> str: ...
    @property
    def found(self) -> str: ...
    @property
    def why(self) -> str: ...
    @property
    def do(self) -> str: ...


class Problem(Protocol):
    """Why something with a file was not done: a word for the sentence, the file meant, what was found."""

    @property
    def why(self) -> str: ...
    @property
    def name(self) -> str: ...
    @property
    def found(self) -> str: ...


class Upload(Protocol):
    """The one file that is being sent, piece by piece."""

    def add(self, at: int, size: int, piece: bytes) -> Problem | None:
        """Take the piece that begins at byte `at` of a file of `size` bytes; one at 0 begins anew."""


class Held(Protocol):
    """What a sound backup holds; `made_s` is the time of day where it was made."""

    @property
    def board_name(self) -> str: ...
    @property
    def version(self) -> str: ...
    @property
    def made_s(self) -> int: ...
    @property
    def games(self) -> int: ...
    @property
    def cards(self) -> int: ...
    @property
    def houses(self) -> int: ...
    @property
    def files(self) -> Collection[str]: ...


class Found(Protocol):
    """What was found in a backup that was sent: `held`, or the `problem` for which it is not restored.

    `has_config`: this board can be run with its configuration; `wrong_config`: why it cannot.
    """

    @property
    def problem(self) -> Problem | None: ...
    @property
    def held(self) -> Held | None: ...
    @property
    def has_config(self) -> bool: ...
    @property
    def wrong_config(self) -> Sequence[str]: ...


class Backups(Protocol):
    """Making and restoring backups."""

    def make(self) -> BinaryIO | None:
        """A backup, for the caller to close; None where none could be made now."""

    def look_into(self) -> Found:
        """Check the file that was sent. Takes its time."""

    def restore(self, with_config: bool) -> Problem | None:
        """Restore what was looked into: the daemon begins again with it, soon after this returns."""

    def put_back(self, name: str) -> Problem | None:
        """Restore what an earlier restore has set aside."""

    def aside(self) -> Sequence[str]:
        """What earlier restores have set aside, by name."""


class Machine(Protocol):
    """The machine that the daemon runs on."""

    def deeds(self) -> Collection[str]:
        """What the system lets be done with it: restart, switch_off. Takes some milliseconds."""

    def do(self, deed: str) -> str:
        """Do it: an empty text where it has begun, else what the system said."""


class Clock(Protocol):
    """The time of day, for display."""

    @property
    def is_told(self) -> bool:
        """Whether a phone has told it since the machine was started."""

    def is_served(self) -> bool:
        """Whether a time server has set it."""

    def now_s(self) -> int:
        """Seconds since 1970 in UTC, as well as they are known."""

    def shown(self, wall_s: int, form: str = "%Y-%m-%d %H:%M") -> str:
        """A moment as it is written on the page."""

    def tell(self, wall_s: int, east_min: int) -> bool:
        """A phone says what time it is, its zone so many minutes east of UTC; False where it is not taken."""


class Naming(Protocol):
    """The name of the board."""

    def rename(self, name: str) -> Problem | None:
        """Give it another: the daemon begins again with it, soon after this returns."""


class UpdateFound(Protocol):
    """What was found in a file that was sent: the version it would be, or the problem."""

    @property
    def problem(self) -> Problem | None: ...
    @property
    def version(self) -> str: ...


class Updates(Protocol):
    """Taking a newer version from a file. `running` is the one that runs; `is_update`: it came so."""

    @property
    def running(self) -> str: ...
    @property
    def is_update(self) -> bool: ...

    def look_into(self) -> UpdateFound:
        """Check the file that was sent. Takes its time."""

    def ask(self, client: str) -> Problem | None:
        """Ask the table whether it may run; once somebody there says yes, the daemon begins anew with it."""

    def code(self) -> Sequence[str]:
        """The colours that the table shows for it; none while it is not asked."""

    def go_back(self) -> Problem | None:
        """Run the version that was installed, soon after this returns."""


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
