"""What the page needs of the daemon to care for the machine: findings, backups, the clock, names, updates."""

from collections.abc import Collection, Sequence
from typing import BinaryIO, Protocol


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


class Sounds(Protocol):
    """What the buzzer makes heard: `all`, `no_ticks` while choosing, or `none`."""

    @property
    def has_buzzer(self) -> bool: ...

    @property
    def chosen(self) -> str:
        """Empty where the configuration says something else."""

    def choose(self, name: str) -> Problem | None:
        """Make one of them stand from now on."""


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
