"""The configuration: one TOML file, checked whole, all mistakes told at once. DESIGN 5.

name = "Peglight"            # the board's name, for the page and for clubs with several
hold_ms = 1200               # how long a button is held, 600 to 3000
brightness = 1.0             # 0.05 to 1
night = false                # true: the lamps are at night_brightness
night_brightness = 0.15      # 0.05 to 1
reduced_motion = false       # true: dashes are a lit path, a comet a path that fades
pegs = "clear"               # "opaque": a hole with a peg in it is shown by its free neighbours
mute = false                 # true: no sound at all
silent = ["tick"]            # sounds that are left out

[[reader]]                   # driver's own settings stand beside name, driver and seat
name = "table"
driver = "rdm6300"
port = "/dev/serial/by-id/…"

[[button]]
name = "next"
driver = "gpio"
key = "next"                 # next, back, confirm or cancel; seat = "B" makes it that seat's own

[[strip]]
name = "ring"
driver = "adalight"
lamps = 112
holes = ["A0..A17", "AH1..AH5", "skip 2"]    # its part of the board's only ring, in wiring order; where no
                                             # strip says any they lie side by side, as `boardmap` says
budget_ma = 2000
"""

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from engine.board import Seat
from engine.inputs import Key, seat_of
from engine.step import Effect
from firmware_host.buttons import ButtonRole
from firmware_host.config_values import A_NAME, A_SWITCH, Mistakes, is_name, is_switch, must_be, within
from firmware_host.lamps import NIGHT, Looks
from firmware_host.sounds import SOUNDS
from firmware_host.strip_plans import StripPlan, StripReading
from hardware.chatter import HOLD_MS, LONGEST_HOLD_MS, SHORTEST_HOLD_MS
from hardware.conflicts import Host, check_conflicts
from hardware.rig import DeviceSpec, Kind, mistakes
from hardware.sentence import Sentence, in_a_row

LOOKS = ("brightness", "night", "night_brightness", "reduced_motion", "pegs")
DEEPEST = 20
"""So deep may a value be nested; a board needs five."""
_DRIVER = re.compile(r"[a-z][a-z0-9-]{0,39}")


class BadConfig(Exception):
    """A configuration that cannot be used: every mistake, with `place`, key, value and what is allowed.

    `place` is the file, or another place that a configuration comes from; `bare` are the mistakes without it.
    """

    def __init__(self, place: object, *bare: Sentence) -> None:
        self.bare = bare
        self.mistakes = [Sentence("{place}: {mistake}", place=place, mistake=one) for one in bare]
        super().__init__("\n".join(self.mistakes))

    @property
    def sentence(self) -> Sentence:
        """All mistakes, one after another."""
        return in_a_row(self.mistakes, "\n")


@dataclass(frozen=True, slots=True)
class Config:
    """A checked configuration. Devices are in `specs`; the rest says what each is for, by its name."""

    name: str = "Peglight"
    hold_ms: int = HOLD_MS
    looks: Looks = field(default_factory=Looks)
    silent: frozenset[Effect] = frozenset()
    specs: tuple[DeviceSpec, ...] = ()
    reader_seats: Mapping[str, Seat] = field(default_factory=dict)
    button_roles: Mapping[str, ButtonRole] = field(default_factory=dict)
    strip_plans: Mapping[str, StripPlan] = field(default_factory=dict)


def load(path: Path, host: Host | None = None) -> Config:
    """Read and check a file; on a `host`, too, whether its devices get on together there.

    Raises:
        BadConfig: with every mistake.
    """
    try:
        return parse(path.read_text(encoding="utf-8"), path, host)
    except OSError as error:
        raise BadConfig(path, unreadable(error)) from None
    except UnicodeDecodeError as error:
        raise BadConfig(path, no_toml(error)) from None


def unreadable(error: OSError) -> Sentence:
    """What is wrong with a file that the system does not give."""
    return Sentence("it cannot be read ({error})", error=error.strerror)


def no_toml(error: Exception) -> Sentence:
    """What is wrong with a file that is no TOML."""
    return Sentence("it is no TOML ({error})", error=error)


def parse(text: str, path: Path, host: Host | None = None) -> Config:
    """Check a configuration that is, or is to become, the text of the file at `path`.

    Raises:
        BadConfig: with every mistake.
    """
    try:
        data = tomllib.loads(text)
        _refuse_deep(data)
    except (ValueError, RecursionError) as error:  # of a number of thousands of digits, too
        raise BadConfig(path, no_toml(error)) from None
    return _Reading(path, data, host).config()


def _refuse_deep(data: object) -> None:
    """Dots in a key can nest values deeper than anything can show or walk through. Raises ValueError."""
    level = [data]
    for _ in range(DEEPEST):
        tables = [list(one.values()) if isinstance(one, dict) else one for one in level]
        level = [one for held in tables if isinstance(held, list) for one in held]
    if level:
        raise ValueError(f"it is nested more than {DEEPEST} deep")


class _Reading:
    """One file being checked: collects mistakes as it goes."""

    def __init__(self, path: Path, data: dict[str, Any], host: Host | None) -> None:
        self._host = host
        self._path = path
        self._data = data
        self._mistakes = Mistakes()

    def config(self) -> Config:
        known = {"name", "hold_ms", *LOOKS, "mute", "silent", *Kind}
        for key in self._data:
            if key not in known:
                keys = ", ".join(sorted(known))
                self._mistakes.wrong(
                    key, self._data[key], Sentence("there is no such key; there are {keys}", keys=keys)
                )
        name = self._mistakes.value(self._data, "name", "Peglight", is_name, A_NAME)
        hold_ms = self._mistakes.value(
            self._data, "hold_ms", HOLD_MS, *within(SHORTEST_HOLD_MS, LONGEST_HOLD_MS)
        )
        looks, silent = self._looks(), self._silent()
        specs, seats, roles, plans = self._devices()
        if self._host is not None:
            sound = [spec for spec in specs if not (mistakes(spec) or _unprintable(spec))]
            self._mistakes.found += check_conflicts(sound, self._host)
        if self._mistakes.found:
            raise BadConfig(self._path, *self._mistakes.found)
        return Config(name, hold_ms, looks, silent, tuple(specs), seats, roles, plans)

    def _looks(self) -> Looks:
        brightness = self._mistakes.value(self._data, "brightness", 1.0, *within(0.05, 1))
        night = self._mistakes.value(self._data, "night", False, is_switch, A_SWITCH)
        dim = self._mistakes.value(self._data, "night_brightness", NIGHT, *within(0.05, 1))
        calm = self._mistakes.value(self._data, "reduced_motion", False, is_switch, A_SWITCH)
        pegs = self._mistakes.value(
            self._data, "pegs", "clear", ("clear", "opaque").__contains__, Sentence("clear or opaque")
        )
        return Looks(float(brightness), calm, pegs == "opaque", night, float(dim))

    def _silent(self) -> frozenset[Effect]:
        mute = self._mistakes.value(self._data, "mute", False, is_switch, A_SWITCH)
        sounds = Sentence("a list of some of {names}", names=", ".join(SOUNDS))
        named = self._mistakes.value(self._data, "silent", [], _are_sounds, sounds)
        return frozenset(SOUNDS) if mute else frozenset(Effect(name) for name in named)

    def _devices(
        self,
    ) -> tuple[list[DeviceSpec], dict[str, Seat], dict[str, ButtonRole], dict[str, StripPlan]]:
        specs: list[DeviceSpec] = []
        seats: dict[str, Seat] = {}
        roles: dict[str, ButtonRole] = {}
        strips = StripReading(self._mistakes)
        for kind in Kind:
            for number, device in enumerate(self._tables(kind), start=1):
                where = f"{kind}[{number}]"
                settings = dict(device)
                name = self._text(settings, where, "name")
                driver = self._driver(settings, where)
                seat = (
                    self._seat(settings.pop("seat", None), where)
                    if kind in (Kind.READER, Kind.BUTTON)
                    else None
                )
                if kind is Kind.READER and seat is not None:
                    seats[name] = seat
                if kind is Kind.BUTTON:
                    roles[name] = ButtonRole(self._key(settings.pop("key", name), where), seat)
                if kind is Kind.STRIP:
                    strips.take(settings, where, name)
                if any(name == spec.name for spec in specs):
                    self._mistakes.wrong(f"{where}.name", name, Sentence("another device has this name"))
                specs.append(DeviceSpec(kind, name, driver, settings))
                self._check_settings(specs[-1], where)
        return specs, seats, roles, strips.plans()

    def _check_settings(self, spec: DeviceSpec, where: str) -> None:
        if spec.driver:
            self._mistakes.found += [
                Sentence("{place}: {mistake}", place=where, mistake=said) for said in mistakes(spec)
            ]
        for key in _unprintable(spec):
            self._mistakes.wrong(
                f"{where}.{key}",
                spec.settings[key],
                Sentence("it must be a text without control characters"),
            )

    def _tables(self, kind: Kind) -> list[dict[str, Any]]:
        tables = self._data.get(kind, [])
        if not isinstance(tables, list) or not all(isinstance(table, dict) for table in tables):
            self._mistakes.wrong(kind, tables, Sentence("write each as a table headed [[{kind}]]", kind=kind))
            return []
        return tables

    def _text(self, settings: dict[str, Any], where: str, key: str) -> str:
        value = settings.pop(key, "")
        if not is_name(value):
            self._mistakes.wrong(f"{where}.{key}", value, must_be(A_NAME))
            return ""
        return str(value)

    def _driver(self, settings: dict[str, Any], where: str) -> str:
        value = settings.pop("driver", "")
        if isinstance(value, str) and _DRIVER.fullmatch(value):
            return value
        self._mistakes.wrong(
            f"{where}.driver", value, Sentence("it must be the name of a driver, such as rdm6300")
        )
        return ""

    def _seat(self, value: Any, where: str) -> Seat | None:
        if value is None:
            return None
        try:
            return seat_of(value)
        except (ValueError, TypeError):
            self._mistakes.wrong(f"{where}.seat", value, Sentence("it must be a seat, A to J"))
            return None

    def _key(self, value: Any, where: str) -> Key:
        try:
            return Key(value)
        except ValueError:
            self._mistakes.wrong(
                f"{where}.key", value, Sentence("it must be one of {names}", names=", ".join(Key))
            )
            return Key.NEXT


def _are_sounds(value: Any) -> bool:
    return isinstance(value, list) and all(isinstance(name, str) and name in list(SOUNDS) for name in value)


def _unprintable(spec: DeviceSpec) -> list[str]:
    """The settings whose text could be no file's name."""
    return [key for key, text in spec.settings.items() if isinstance(text, str) and not text.isprintable()]
