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

from hardware.drivers.library import INSTALL_AGAIN
from hardware.errors import CannotOpen
from hardware.held import Backoff, Closes, Health, Held, State
from hardware.interfaces import Button, Buzzer, CardReader, Knob, LampStrip
from hardware.sentence import Sentence

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

# What a setting is called by the type it must have.
SPOKEN = {
    int: Sentence("a whole number"),
    str: Sentence("a text in quotes"),
    bool: Sentence("true or false"),
}


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


def mistakes(spec: DeviceSpec) -> list[Sentence]:
    """What is wrong with `spec` that can be told without opening anything: one sentence for each mistake."""
    try:
        opener = _opener(spec)
    except CannotOpen as fault:
        return [fault.sentence]
    allowed = inspect.signature(opener).parameters
    unknown = [
        Sentence(
            "{device}: {driver} has no setting {setting}; it has {allowed}.",
            device=spec.name,
            driver=spec.driver,
            setting=repr(setting),
            allowed=", ".join(allowed),
        )
        for setting in spec.settings
        if setting not in allowed
    ]
    lacking = [
        Sentence(
            "{device}: {driver} needs the setting {setting}.",
            device=spec.name,
            driver=spec.driver,
            setting=repr(setting),
        )
        for setting, parameter in allowed.items()
        if parameter.default is parameter.empty and setting not in spec.settings
    ]
    return unknown + lacking + _wrong_kinds(spec, allowed)


def settings_of(spec: DeviceSpec) -> dict[str, object]:
    """Every setting that its driver has, as the device is opened with it."""
    allowed = inspect.signature(_opener(spec)).parameters
    return {name: spec.settings.get(name, parameter.default) for name, parameter in allowed.items()}


def _wrong_kinds(spec: DeviceSpec, allowed: Mapping[str, inspect.Parameter]) -> list[Sentence]:
    kinds = {setting: allowed[setting].annotation for setting in spec.settings if setting in allowed}
    return [
        Sentence(
            "{device}: {setting} = {value} must be {kind}.",
            device=spec.name,
            setting=setting,
            value=repr(spec.settings[setting]),
            kind=SPOKEN[kind],
        )
        for setting, kind in kinds.items()
        if kind in SPOKEN and type(spec.settings[setting]) is not kind
    ]


def _opener(spec: DeviceSpec) -> Callable[..., Any]:
    opener: Callable[..., Any] | None = getattr(_module(spec), f"open_{spec.kind}", None)
    if opener is None:
        raise CannotOpen(
            spec.name,
            "the driver {driver} has no {kind}",
            "Choose another driver for this {kind}",
            driver=spec.driver,
            kind=spec.kind,
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
            "there is no driver called {driver}",
            "Choose one of those the documentation lists",
            driver=spec.driver,
        ) from error


def _not_installed(spec: DeviceSpec, error: ImportError) -> CannotOpen:
    return CannotOpen(
        spec.name,
        "the driver {driver} needs {module}, which cannot be imported ({error})",
        INSTALL_AGAIN,
        driver=spec.driver,
        module=error.name,
        error=error,
    )
