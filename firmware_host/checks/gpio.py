"""Buttons, knobs and buzzers on the Pi's pins."""

import re
from collections.abc import Iterator

from firmware_host.checks.finding import Said, fail, note, ok, warn
from firmware_host.checks.patient import STATE, Patient
from firmware_host.checks.service import settings_of_unit
from hardware.sentence import Sentence

LIBRARIES = ("/opt/peglight/venv/lib", "/usr/local/lib", "/usr/lib")
DPKG = "/var/lib/dpkg/info"
# The first gpiozero that finds the Pi 5's pins on every kernel.
GOOD_GPIOZERO = (2, 0, 1, 3)
# RPi.GPIO reached edges by a path of /sys that this kernel no longer has.
KERNEL_WITHOUT = (6, 6)


def chip(patient: Patient) -> Said:
    """The device files of the pins."""
    if not patient.devices("gpio"):
        return ok("No device of this board is on a pin of its own.")
    if any(name.startswith("gpiochip") for name in patient.names("/dev")):
        return ok("The pins' device files are there.")
    return fail(
        "There is no /dev/gpiochip.",
        "Buttons on pins cannot be read.",
        "Use a Raspberry Pi, or buttons of another kind.",
    )


def working_folder(patient: Patient) -> Said:
    """lgpio makes a FIFO in the folder it is started in, and fails where it can't."""
    settings = settings_of_unit(patient)
    if not settings:
        return ok("No service is installed, so there is no folder for lgpio to fail in.")
    folder = settings.get("WorkingDirectory", "/").removeprefix("-")
    own = folder.startswith((STATE, "%S/peglight", "/run/peglight", "%t/peglight", "/tmp", "/var/tmp"))
    if own or "LG_WD=" in settings.get("Environment", ""):
        return ok("lgpio has a folder to write to.")
    return fail(
        "The service runs in {folder}.",
        "lgpio makes a small file there and fails if it can't; buttons are then dead.",
        "Set WorkingDirectory={state} in the unit, or install the shipped one.",
        folder=folder,
        state=STATE,
    )


def pin_factory(patient: Patient) -> Said:
    """Left to choose, gpiozero falls back to ways that fail silently, and early ones do not find a Pi 5."""
    environment = settings_of_unit(patient).get("Environment", "")
    if settings_of_unit(patient) and "GPIOZERO_PIN_FACTORY=" not in environment:
        return warn(
            "The service leaves it to gpiozero how pins are reached.",
            "Where lgpio fails it takes another way silently, and buttons are dead.",
            "Set Environment=GPIOZERO_PIN_FACTORY=lgpio in the unit, or install the shipped one.",
        )
    old = sorted({v for v in _versions(patient, "gpiozero") if _numbers(v) < GOOD_GPIOZERO})
    if old and patient.pi.generation == "5":
        return warn(
            "gpiozero is {versions}.",
            "Before 2.0.1.post3 it may not find the pins of a Raspberry Pi 5.",
            "Where it is Peglight's, run its installer again (docs/install.md);"
            " where it is the system's: sudo apt full-upgrade",
            versions=", ".join(old),
        )
    return ok("Pins are reached in one way only, or not at all.")


def _numbers(version: str) -> tuple[int, ...]:
    return tuple(int(part) for part in re.findall(r"\d+", version))


def rpi_gpio_owner(patient: Patient) -> Said:
    """Two packages bring a module called RPi.GPIO; the old one fails on new kernels."""
    owners = sorted({*_owners(patient)})
    if not owners and not any(patient.exists(f"{site}/RPi/GPIO") for site in _sites(patient)):
        return ok("No package brings RPi.GPIO; none is needed.")
    found = Sentence("RPi.GPIO comes from nobody knows where.")
    if owners:
        found = Sentence("RPi.GPIO comes from {owners}.", owners=", ".join(owners))
    if owners and all("lgpio" in owner.lower() for owner in owners):
        return ok(found)
    why = Sentence(
        "The old RPi.GPIO does not work on this kernel or board, and programs that use it disturb all pins."
    )
    way_out = Sentence("Peglight does not need it; for other programs install rpi-lgpio in its place.")
    if patient.pi.generation != "5" and patient.kernel < KERNEL_WITHOUT:
        return note(found, why, way_out)
    return warn(found, why, way_out)


def _owners(patient: Patient) -> Iterator[str]:
    for site in _sites(patient):
        for name in patient.names(site):
            base, _, kind = name.rpartition(".")
            if kind in ("dist-info", "egg-info") and _brings_rpi_gpio(patient, f"{site}/{name}"):
                yield base.partition("-")[0]
    for name in patient.names(DPKG):
        if (
            "gpio" in name
            and name.endswith(".list")
            and "/RPi/GPIO" in (patient.text(f"{DPKG}/{name}") or "")
        ):
            yield name.removesuffix(".list").partition(":")[0]


def _brings_rpi_gpio(patient: Patient, info: str) -> bool:
    distribution = info.rpartition("/")[2].partition("-")[0]
    lines = (patient.text(f"{info}/RECORD") or "").splitlines()
    if re.sub(r"[-_.]", "", distribution).lower() in ("rpigpio", "rpilgpio"):
        return True
    return (
        any(line.startswith("RPi/GPIO/") for line in lines)
        or "RPi" in (patient.text(f"{info}/top_level.txt") or "").split()
    )


def _versions(patient: Patient, package: str) -> Iterator[str]:
    for site in _sites(patient):
        for name in patient.names(site):
            found = re.fullmatch(rf"{package}-([^-]+?)(-py[\d.]+)?\.(dist|egg)-info", name)
            if found:
                yield found[1]


def _sites(patient: Patient) -> Iterator[str]:
    for library in LIBRARIES:
        for python in patient.names(library):
            if python.startswith("python3"):
                yield from (f"{library}/{python}/{leaf}" for leaf in ("site-packages", "dist-packages"))
