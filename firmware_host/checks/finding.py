"""What a check says."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum

from hardware.sentence import NOTHING, Sentence, in_a_row


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
    found: Sentence
    why: Sentence = NOTHING
    do: Sentence = NOTHING


@dataclass(frozen=True, slots=True)
class Finding:
    """The same, with the check's name, which stays the same over versions. DESIGN 5."""

    id: str
    level: Level
    found: Sentence
    why: Sentence
    do: Sentence


def ok(found: str, /, **values: object) -> Said:
    """All is well. As in all four, what is no sentence yet is a message that takes these values."""
    return _said(Level.OK, (found,), values)


def note(found: str, why: str = "", do: str = "", /, **values: object) -> Said:
    """Worth knowing."""
    return _said(Level.NOTE, (found, why, do), values)


def warn(found: str, why: str, do: str, /, **values: object) -> Said:
    """It may go wrong."""
    return _said(Level.WARN, (found, why, do), values)


def fail(found: str, why: str, do: str, /, **values: object) -> Said:
    """It does not work."""
    return _said(Level.FAIL, (found, why, do), values)


def _said(level: Level, texts: Iterable[str], values: Mapping[str, object]) -> Said:
    return Said(level, *(text if isinstance(text, Sentence) else Sentence(text, **values) for text in texts))


def together(several: Iterable[Said], otherwise: Said) -> Said:
    """All of them as one, of the most serious level, with what is less serious left out; or `otherwise`."""
    said = list(several)
    if not said:
        return otherwise
    level = max((one.level for one in said), key=SERIOUSNESS.__getitem__)
    worst = [one for one in said if one.level is level]
    return Said(
        level,
        in_a_row(dict.fromkeys(one.found for one in worst)),
        in_a_row(dict.fromkeys(one.why for one in worst)),
        in_a_row(dict.fromkeys(one.do for one in worst)),
    )
