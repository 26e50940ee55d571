"""What a check says."""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum


class Level(StrEnum):
    """How serious it is, mildest first."""

    OK = "ok"
    NOTE = "note"
    WARN = "warn"
    FAIL = "fail"


SERIOUSNESS = {level: rank for rank, level in enumerate(Level)}


@dataclass(frozen=True, slots=True)
class Said:
    """What one check has to say.

    Attributes:
        found: what is the case. why: why it matters; do: the way out. Both empty where all is well.
    """

    level: Level
    found: str
    why: str = ""
    do: str = ""


@dataclass(frozen=True, slots=True)
class Finding:
    """The same, with the check's name, which stays the same over versions. DESIGN 5."""

    id: str
    level: Level
    found: str
    why: str
    do: str


def ok(found: str) -> Said:
    """All is well."""
    return Said(Level.OK, found)


def note(found: str, why: str = "", do: str = "") -> Said:
    """Worth knowing."""
    return Said(Level.NOTE, found, why, do)


def warn(found: str, why: str, do: str) -> Said:
    """It may go wrong."""
    return Said(Level.WARN, found, why, do)


def fail(found: str, why: str, do: str) -> Said:
    """It does not work."""
    return Said(Level.FAIL, found, why, do)


def together(several: Iterable[Said], otherwise: Said) -> Said:
    """All of them as one, of the most serious level, with what is less serious left out; or `otherwise`."""
    said = list(several)
    if not said:
        return otherwise
    level = max((one.level for one in said), key=SERIOUSNESS.__getitem__)
    worst = [one for one in said if one.level is level]
    return Said(
        level,
        " ".join(dict.fromkeys(one.found for one in worst)),
        " ".join(dict.fromkeys(one.why for one in worst)),
        " ".join(dict.fromkeys(one.do for one in worst)),
    )
