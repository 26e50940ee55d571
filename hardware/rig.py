"""Every device that a configuration names, each opened on its own: one that fails leaves the others alone.

    rig = Rig(specs, clock_ms)
    rig.readers, .buttons, .knobs, .strips, .buzzers    tuples of `Held`, in the order of the specs
    rig.health()                                        one `Health` a device, in the same order
    rig.close()                                         lamps out, everything let go

Nothing is opened before its `Held.device` is called, and a driver is imported only then.
"""

import importlib
import inspect
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from types import ModuleType
from typing import Any

from hardware.errors import CannotOpen
from hardware.held import Backoff, Closes, Health, Held, State
from hardware.interfaces import Button, Buzzer, CardReader, Knob, LampStrip

__all__ = [
    "Backoff",
    "DeviceSpec",
    "Health",
    "Held",
    "Kind",
    "Rig",
    "State",
    "mistakes",
    "open_device",
    "settings_of",
]

# Drivers that need more than the base; pyproject.toml says what.
EXTRAS = frozenset({"evdev", "gpio", "hid", "mfrc522", "ws281x"})
# What a setting is called by the type it must have.
SPOKEN = {int: "a whole number", str: "a text in quotes", bool: "true or false"}
# Drivers whose package no extra of ours may bring: it asks for others that do harm.
BY_HAND = {"mfrc522-package": "pip install --no-deps mfrc522 spidev"}


class Kind(StrEnum):
    """What a device is; its driver has a function `open_<kind>`."""

    READER = "reader"
    BUTTON = "button"
    KNOB = "knob"
    STRIP = "strip"
    BUZZER = "buzzer"


@dataclass(frozen=True, slots=True)
class DeviceSpec:
    """One device as the configuration names it.

    `driver` is the configuration's name, such as "pn532-uart" for `hardware.drivers.pn532_uart`; `settings`
    are the keyword arguments of its `open_<kind>`.
    """

    kind: Kind
    name: str
    driver: str
    settings: Mapping[str, object] = field(default_factory=dict)


class Rig:
    """The devices of one board. Never raises for a device that is away; has no thread."""

    def __init__(self, specs: Iterable[DeviceSpec], clock_ms: Callable[[], int]) -> None:
        self._clock_ms = clock_ms
        chosen = list(specs)
        held = [self._held(spec) for spec in chosen]
        self._all: tuple[Held[Any], ...] = tuple(held)
        by_kind = {
            kind: tuple(one for one, spec in zip(held, chosen, strict=True) if spec.kind is kind)
            for kind in Kind
        }
        self.readers: tuple[Held[CardReader], ...] = by_kind[Kind.READER]
        self.buttons: tuple[Held[Button], ...] = by_kind[Kind.BUTTON]
        self.knobs: tuple[Held[Knob], ...] = by_kind[Kind.KNOB]
        self.strips: tuple[Held[LampStrip], ...] = by_kind[Kind.STRIP]
        self.buzzers: tuple[Held[Buzzer], ...] = by_kind[Kind.BUZZER]

    def health(self) -> tuple[Health, ...]:
        """How each device is, in the order of the specs. Never waits."""
        return tuple(held.health() for held in self._all)

    def close(self) -> None:
        """Close every device for good."""
        for held in self._all:
            held.close()

    def _held(self, spec: DeviceSpec) -> Held[Any]:
        return Held(spec.name, spec.driver, lambda: open_device(spec), self._clock_ms)


def open_device(spec: DeviceSpec) -> Closes:
    """Open one device now; its kind says which of `hardware.interfaces` it is.

    Raises:
        CannotOpen: as the driver says, or its library is missing: then it names what to install.
        DeviceFault: as the driver says.
    """
    try:
        device: Closes = _opener(spec)(**spec.settings)
    except ImportError as error:
        raise _not_installed(spec, error) from error
    return device


def mistakes(spec: DeviceSpec) -> list[str]:
    """What is wrong with `spec` that can be told without opening anything: one sentence for each mistake."""
    try:
        opener = _opener(spec)
    except CannotOpen as fault:
        return [str(fault)]
    allowed = inspect.signature(opener).parameters
    unknown = [
        f"{spec.name}: {spec.driver} has no setting {setting!r}; it has {', '.join(allowed)}."
        for setting in spec.settings
        if setting not in allowed
    ]
    lacking = [
        f"{spec.name}: {spec.driver} needs the setting {setting!r}."
        for setting, parameter in allowed.items()
        if parameter.default is parameter.empty and setting not in spec.settings
    ]
    return unknown + lacking + _wrong_kinds(spec, allowed)


def settings_of(spec: DeviceSpec) -> dict[str, object]:
    """Every setting that its driver has, as the device is opened with it."""
    allowed = inspect.signature(_opener(spec)).parameters
    return {name: spec.settings.get(name, parameter.default) for name, parameter in allowed.items()}


def _wrong_kinds(spec: DeviceSpec, allowed: Mapping[str, inspect.Parameter]) -> list[str]:
    kinds = {setting: allowed[setting].annotation for setting in spec.settings if setting in allowed}
    return [
        f"{spec.name}: {setting} = {spec.settings[setting]!r} must be {SPOKEN[kind]}."
        for setting, kind in kinds.items()
        if kind in SPOKEN and type(spec.settings[setting]) is not kind
    ]


def _opener(spec: DeviceSpec) -> Callable[..., Any]:
    opener: Callable[..., Any] | None = getattr(_module(spec), f"open_{spec.kind}", None)
    if opener is None:
        raise CannotOpen(
            spec.name,
            f"the driver {spec.driver} has no {spec.kind}",
            f"Choose another driver for this {spec.kind}",
        )
    return opener


def _module(spec: DeviceSpec) -> ModuleType:
    path = f"hardware.drivers.{spec.driver.replace('-', '_')}"
    try:
        return importlib.import_module(path)
    except ModuleNotFoundError as error:
        if error.name != path:
            raise
        raise CannotOpen(
            spec.name,
            f"there is no driver called {spec.driver}",
            "Choose one of those the documentation lists",
        ) from error


def _not_installed(spec: DeviceSpec, error: ImportError) -> CannotOpen:
    extra = f"pip install 'peglight[{spec.driver}]'" if spec.driver in EXTRAS else "pip install peglight"
    return CannotOpen(
        spec.name,
        f"the driver {spec.driver} needs {error.name}, which cannot be imported ({error})",
        f"Install it: {BY_HAND.get(spec.driver, extra)}",
    )
