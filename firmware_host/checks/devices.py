"""Every configured device, opened for a moment: readers answer, strips light up, pins can be had."""

import time
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from firmware_host.checks.finding import Said, fail, note, ok, together, warn
from firmware_host.checks.patient import Patient, whole_setting
from firmware_host.checks.spi import READERS_ON_SPI
from firmware_host.proven import STANDING_IN
from hardware.drivers.ws281x import HELPER, socket_path
from hardware.errors import DeviceFault, TwoCards
from hardware.rig import DeviceSpec, Kind, open_device
from hardware.sentence import NOTHING, Sentence

PLACES = ("port", "path")
CHECKS = ("readers-answer", "readers-steady", "readers-beside-lamps", "lamps-answer", "pins-answer")
POLLS = 8
BETWEEN_POLLS_S = 0.02
# A card that lies still is missed by a poll now and then; more often than this it would be lifted and laid.
MISSES_OF_A_STEADY_CARD = 1
DIM = 16


@dataclass(slots=True)
class Asked:
    """One device and what came of asking it."""

    spec: DeviceSpec
    device: Any = None
    fault: DeviceFault | None = None
    seen: list[bool] = field(default_factory=list)
    fault_beside_lamps: DeviceFault | None = None


def look(patient: Patient) -> Iterator[tuple[str, Said]]:
    """Every device check, from one visit to each device."""
    if not patient.live:
        busy = note("Not asked: the daemon has the devices, and its page says how they are.")
        yield from ((check, busy) for check in CHECKS)
        return
    real = [spec for spec in patient.specs if spec.driver not in STANDING_IN]
    reachable = [found for spec in real if (found := _reachable(patient, spec))]
    unasked = len(real) - len(reachable)
    asked = [Asked(spec) for spec in reachable]
    _visit(asked)
    yield from zip(CHECKS, _told(asked, _otherwise(unasked, len(real))), strict=True)


def _otherwise(unasked: int, real: int) -> Said:
    if unasked:
        return note(
            Sentence(
                "Not asked: nothing stands there that could answer ({n} device).",
                "Not asked: nothing stands there that could answer ({n} devices).",
                n=unasked,
            )
        )
    return ok(
        "No device of this kind could be asked." if real else "No device of this board is of this kind."
    )


def _reachable(patient: Patient, spec: DeviceSpec) -> DeviceSpec | None:
    """The device with its files looked for below the root; None where no device stands there to be asked."""
    if not patient.stands_in:
        return None if patient.assumed else spec
    if spec.driver == "ws281x":
        folder = str(spec.settings.get("helper", HELPER))
        socket = f"{folder}/{socket_path(Path(folder), whole_setting(spec, 'gpio', 18)).name}"
        there = patient.is_device(socket)
        return replace(spec, settings={**spec.settings, "helper": str(patient.at(folder))}) if there else None
    usual = {"path": "/dev/leds0"} if spec.driver == "leds0" else {}
    places = {key: str(value) for key, value in {**usual, **spec.settings}.items() if key in PLACES}
    if not places or not all(patient.is_device(place) for place in places.values()):
        return None
    below = {key: str(patient.at(place)) for key, place in places.items()}
    settings: Mapping[str, object] = {**spec.settings, **below}
    return replace(spec, settings=settings)


def _visit(asked: Iterable[Asked]) -> None:
    """Open all, ask the readers, light the strips, ask the readers on SPI again, and let everything go."""
    for one in asked:
        _open(one)
    opened = [one for one in asked if one.device is not None]
    try:
        _poll_in_rounds([one for one in opened if one.spec.kind is Kind.READER])
        for one in opened:
            if one.spec.kind is Kind.STRIP:
                _light(one)
        for one in opened:
            if one.spec.driver in READERS_ON_SPI and one.fault is None:
                one.fault_beside_lamps = _polled(one)[1]
    finally:
        for one in opened:
            one.device.close()


def _open(one: Asked) -> None:
    try:
        one.device = open_device(one.spec)
    except DeviceFault as fault:
        one.fault = fault


def _poll_in_rounds(readers: Iterable[Asked]) -> None:
    """Each reader several times, as far apart as the daemon would."""
    well = list(readers)
    for _ in range(POLLS if well else 0):
        for one in well:
            saw, one.fault = _polled(one)
            one.seen.append(saw)
        well = [one for one in well if one.fault is None]
        time.sleep(BETWEEN_POLLS_S)


def _polled(one: Asked) -> tuple[bool, DeviceFault | None]:
    try:
        return one.device.poll() is not None, None
    except TwoCards:
        return True, None
    except DeviceFault as fault:
        return False, fault


def _light(one: Asked) -> None:
    try:
        one.device.show(bytes([DIM]) * 3 * one.device.lamps)
    except DeviceFault as fault:
        one.fault = fault


def _told(asked: Iterable[Asked], otherwise: Said) -> Iterator[Said]:
    of_kind = {kind: [one for one in asked if one.spec.kind is kind] for kind in Kind}
    readers, strips = of_kind[Kind.READER], of_kind[Kind.STRIP]
    others = [*of_kind[Kind.BUTTON], *of_kind[Kind.KNOB], *of_kind[Kind.BUZZER]]
    beside = [one for one in readers if one.spec.driver in READERS_ON_SPI]
    yield together(_faults(readers), _answered(readers, otherwise))
    yield together((_flapping(one) for one in readers if _flaps(one)), _answered(readers, otherwise))
    yield together(
        (_disturbed(one) for one in beside if one.fault_beside_lamps), _answered(beside, otherwise)
    )
    yield together(_faults(strips), _answered(strips, otherwise))
    yield together(_faults(others), _answered(others, otherwise))


def _answered(asked: Iterable[Asked], otherwise: Said) -> Said:
    well = [one.spec.name for one in asked if one.fault is None]
    return ok("{names}: all is well.", names=", ".join(well)) if well else otherwise


def _faults(asked: Iterable[Asked]) -> list[Said]:
    return [
        fail(
            "{device}: {what}.",
            "The board goes on without it.",
            "{way_out}.",
            device=one.spec.name,
            what=one.fault.what,
            way_out=one.fault.way_out,
        )
        for one in asked
        if one.fault
    ]


def _flaps(one: Asked) -> bool:
    """Whether a card was seen, and missed in between more often than a steady one is."""
    between = "".join("x" if saw else "." for saw in one.seen).strip(".")
    return between.count(".") > MISSES_OF_A_STEADY_CARD


def _flapping(one: Asked) -> Said:
    return warn(
        "{device} sees its card come and go: {seen} of {looks} looks.",
        "A card that lies still should be seen each time.",
        "Lay it flat, move metal away, or set gain_db lower or higher.",
        device=one.spec.name,
        seen=sum(one.seen),
        looks=len(one.seen),
    )


def _disturbed(one: Asked) -> Said:
    what = one.fault_beside_lamps.what if one.fault_beside_lamps else NOTHING
    return fail(
        "{device} answers, but not after the lamps were driven: {what}.",
        "A cheap reader board keeps the line that others on the bus use, or the lamps disturb it.",
        "Put the lamps on another bus or pin, and give them a supply of their own.",
        device=one.spec.name,
        what=what,
    )
