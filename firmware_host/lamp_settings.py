"""What the lamp helper is told: a small TOML file that nobody but its own user, root, can write.

user = "peglight"       # who may send frames

[[strip]]
gpio = 18
lamps = 113             # with a sacrificial one
channels = 3            # bytes a lamp; 4 for strips with a white one
dma = 10
"""

import os
import pwd
import stat
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from hardware.drivers.ws281x_chip import PINS, SD_CARD_DMA

WRITTEN_BY = "The installer writes it for a board with lamps on the Pi's own pins (docs/install.md)"
MOST_LAMPS = 2000
DMA_CHANNELS = 15


class BadSettings(Exception):
    """The file is not there, not safe, or does not make sense; says which file, what, and what is allowed."""


@dataclass(frozen=True, slots=True)
class StripSettings:
    """One strip: its pin, how many lamps of how many bytes are on it, and the DMA channel it takes."""

    gpio: int
    lamps: int
    channels: int = 3
    dma: int = 10


@dataclass(frozen=True, slots=True)
class LampSettings:
    """Who may send frames, by user id, and the strips."""

    uid: int
    strips: tuple[StripSettings, ...]


def read_settings(path: Path) -> LampSettings:
    """Read and check the file.

    Raises:
        BadSettings: as it says.
    """
    try:
        table = tomllib.loads(_own(path))
        return LampSettings(_uid(table), _strips(table))
    except FileNotFoundError as error:
        raise BadSettings(f"there is no {path}, which says what lamps there are. {WRITTEN_BY}") from error
    except PermissionError as error:
        raise BadSettings(f"{path} may be read by another user only: run this as root") from error
    except OSError as error:
        raise BadSettings(f"{path} cannot be read ({error.strerror}). {WRITTEN_BY}") from error
    except UnicodeDecodeError as error:
        raise BadSettings(f"{path} is no text in UTF-8. {WRITTEN_BY}") from error
    except (ValueError, RecursionError) as error:
        raise BadSettings(f"{path}: {error}") from error


def _own(path: Path) -> str:
    """The file's text, if nobody else could have written it."""
    with path.open(encoding="utf-8") as file:
        status = os.fstat(file.fileno())
        if status.st_uid not in (0, os.geteuid()):
            raise ValueError(f"belongs to user {status.st_uid}: chown root it")
        if status.st_mode & (stat.S_IWGRP | stat.S_IWOTH):
            raise ValueError("others can write it: chmod 644 it")
        return file.read()


def _uid(table: Mapping[str, object]) -> int:
    user = table.get("user", "peglight")
    try:
        return pwd.getpwnam(str(user)).pw_uid
    except KeyError:
        raise ValueError(f"user = {user!r}: there is no such user") from None


def _strips(table: Mapping[str, object]) -> tuple[StripSettings, ...]:
    given = table.get("strip")
    if not isinstance(given, list) or not given:
        raise ValueError("strip: at least one [[strip]] is needed, with gpio and lamps")
    strips = tuple(_strip(number, one) for number, one in enumerate(given, 1))
    _check_unique("dma", [strip.dma for strip in strips if PINS[strip.gpio][0] != "SPI"])
    _check_unique("gpio (12, 13, 18, 19 are all PWM)", [PINS[strip.gpio][0] for strip in strips])
    return strips


def _check_unique(what: str, values: Sequence[object]) -> None:
    if len(set(values)) < len(values):
        raise ValueError(f"strip: each needs a {what} of its own, not {', '.join(map(str, values))}")


def _strip(number: int, given: object) -> StripSettings:
    allowed = {
        "gpio": sorted(PINS),
        "lamps": range(1, MOST_LAMPS + 1),
        "channels": (3, 4),
        "dma": [dma for dma in range(DMA_CHANNELS) if dma != SD_CARD_DMA],
    }
    if not isinstance(given, dict) or not {"gpio", "lamps"} <= given.keys() <= allowed.keys():
        raise ValueError(f"strip {number}: needs gpio and lamps, may have channels and dma; has {given}")
    for setting, value in given.items():
        if type(value) is not int or value not in allowed[setting]:
            raise ValueError(f"strip {number}: {setting} = {value!r}: allowed is {_spoken(allowed[setting])}")
    return StripSettings(**given)


def _spoken(allowed: object) -> str:
    return f"{allowed.start} to {allowed.stop - 1}" if isinstance(allowed, range) else str(allowed)
