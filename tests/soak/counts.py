"""What has happened in a long run, counted, and how it reads."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field, fields
from statistics import median, median_low

from tests.engine.whole_games import tables
from tests.load.full_house import Taken

MOST_GROWN_MB = 12.0
ALL_REACHED = 100_000
"""A run of so many turns comes to every table: one game of each takes thirty thousand."""
HANDS = ("closed", "tracked")


@dataclass
class Counts:
    """What has happened so far.

    Attributes:
        turns: that were played; tables: of them, by table; games: that were played to their end.
        inputs: by kind, as they were answered.
        faults: by device; laid: cards that were laid on an emulated reader, by reader.
        redone: turns that were taken back and played again.
        proven: turns whose outcome the slow generator was asked about.
        grown_mb, grown_descriptors, grown_threads: the most that any daemon grew by.
        longest: so many turns did the daemon play that lived longest of those watched for growth.
    """

    turns: int = 0
    games: int = 0
    redone: int = 0
    proven: int = 0
    kills: int = 0
    starts: int = 0
    inputs: Counter[str] = field(default_factory=Counter)
    tables: Counter[str] = field(default_factory=Counter)
    faults: Counter[str] = field(default_factory=Counter)
    laid: Counter[str] = field(default_factory=Counter)
    watched: int = 0
    grown_mb: float = 0.0
    grown_descriptors: int = 0
    grown_threads: int = 0
    longest: int = 0

    def add(self, other: "Counts") -> None:
        """Take in what happened elsewhere."""
        for one in fields(self):
            mine, theirs = getattr(self, one.name), getattr(other, one.name)
            most = one.name.startswith("grown") or one.name == "longest"
            setattr(self, one.name, max(mine, theirs) if most else mine + theirs)

    def lived(self, taken: Taken, turns: int) -> None:
        """A daemon ended that was watched for growth over so many turns."""
        fifth = len(taken.rss_mb) // 5
        self.watched += 1
        self.longest = max(self.longest, turns)
        grown_mb = median(taken.rss_mb[-fifth:]) - median(taken.rss_mb[fifth : 2 * fifth])
        self.grown_mb = max(self.grown_mb, grown_mb)
        for name in ("descriptors", "threads"):
            seen: list[int] = getattr(taken, name)
            grown = median_low(seen[-fifth:]) - median_low(seen[fifth : 2 * fifth])
            setattr(self, f"grown_{name}", max(getattr(self, f"grown_{name}"), grown))

    @property
    def missed(self) -> list[str]:
        """The tables that nobody has sat at."""
        return [table for table in all_tables() if table not in self.tables]

    def lines(self) -> Iterator[str]:
        """The counts for people; AssertionError where they are not as they must be."""
        yield (
            f"{self.turns} turns in {self.games} whole games at {len(self.tables)} of {len(all_tables())} "
            f"kinds of table, {self.starts} starts, {self.kills} of them after a kill"
        )
        yield f"{self.proven} turns the slow generator found too, {self.redone} taken back and played again"
        yield f"inputs: {_listed(self.inputs)}"
        yield f"cards laid on emulated readers: {_listed(self.laid)}"
        yield f"device faults: {_listed(self.faults)}"
        yield f"turns at each table: {_listed(self.tables)}"
        if self.watched:
            yield (
                f"{self.watched} daemons watched, the longest for {self.longest} turns; most grown by "
                f"{self.grown_mb:.1f} MB, {self.grown_descriptors} descriptors, {self.grown_threads} threads"
            )
        assert self.grown_mb <= MOST_GROWN_MB
        assert self.grown_descriptors <= 0
        assert self.grown_threads <= 0
        assert self.turns < ALL_REACHED or not self.missed, self.missed


def all_tables() -> list[str]:
    """Each preset at each of its tables, in both kinds of hands."""
    return [table_name(*table, hands) for table in tables() for hands in HANDS]


def table_name(rules: str, players: int, teams: int, hands: str) -> str:
    """What a table is called here."""
    return f"{rules}, {players} players{f' in {teams} teams' if teams else ''}, {hands}"


def _listed(counted: Counter[str]) -> str:
    return ", ".join(f"{what} {count}" for what, count in sorted(counted.items()))
