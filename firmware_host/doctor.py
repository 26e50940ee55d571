"""What is wrong with this machine, and what to do about it. DESIGN 5.

Each check looks at one thing under a root folder and says what it found; none changes anything, and none but
those of the devices talks to hardware. Every run has every check, each once, in this order, and names that
stay the same over versions, so that scripts may rely on them.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from pathlib import Path

from firmware_host.checks import board, boot, devices, gpio, machine, serial, service, spi, storage
from firmware_host.checks.finding import SERIOUSNESS, Finding, Level, Said, note, warn
from firmware_host.checks.patient import STATE, Patient
from firmware_host.checks.rooted import Unreadable
from firmware_host.config import BadConfig

Look = Callable[[Patient], Said]

OF_THE_MACHINE: Mapping[str, Look] = {
    "model": machine.model,
    "bits": machine.bits,
    "system": machine.system,
    "throttling": machine.throttling,
    "clock": machine.clock,
    "boot-files": boot.files,
    "boot-cmdline": boot.cmdline,
    "service-user": service.user,
    "service-unit": service.unit,
    "state-owner": service.state_owner,
    "config-owner": service.config_owner,
    "disk-space": storage.space,
    "disk-writable": storage.writable,
    "disk-errors": storage.file_system,
    "disk-wear": storage.card_wear,
    "databases": storage.databases,
    "gpio-folder": gpio.working_folder,
    "gpio-factory": gpio.pin_factory,
    "rpi-gpio": gpio.rpi_gpio_owner,
    "serial-console": serial.console,
    "configuration": board.configuration,
}
# These hang on the configured devices: without a configuration they can be no worse than a warning.
OF_THE_BOARD: Mapping[str, Look] = {
    "conflicts": board.conflicts,
    "lamp-driver": board.lamp_driver_fits,
    "audio-pwm": board.audio_against_pwm,
    "leds0-device": board.leds0_device,
    "leds0-overlay": board.leds0_overlay,
    "lamp-helper": board.lamp_helper,
    "spi": spi.enabled,
    "spi-bufsiz": spi.bufsiz,
    "core-clock": spi.core_clock,
    "serial-by-id": serial.by_id,
    "serial-present": serial.present,
    "serial0": serial.serial0,
    "uart-pins": serial.uart_pins,
    "gpio-chip": gpio.chip,
    "service-groups": service.groups,
    "drivers-proven": board.proven,
}


def examine(
    root: Path = Path("/"), config_path: Path | None = None, state: str = STATE, *, live: bool = True
) -> list[Finding]:
    """Run every check on what lies under `root`, which stands for `/`. Never raises, whatever lies there.

    Args:
        config_path: the configuration, if it is not /etc/peglight/peglight.toml under the root.
        state: the state folder, as the machine under the root sees it.
        live: also open each device; not while the daemon that has them runs.
    """
    patient = Patient(root, config_path, state, live=live)
    found = [_finding(check, _heard(look, patient)) for check, look in OF_THE_MACHINE.items()]
    found += [_finding(check, _of_board(look, patient)) for check, look in OF_THE_BOARD.items()]
    return [*found, *_of_devices(patient)]


def worst(findings: Iterable[Finding]) -> Level:
    """The most serious level there is."""
    return max((finding.level for finding in findings), key=SERIOUSNESS.__getitem__, default=Level.OK)


def _finding(check: str, said: Said) -> Finding:
    return Finding(check, said.level, said.found, said.why, said.do)


def _heard(look: Look, patient: Patient) -> Said:
    try:
        return look(patient)
    except Unreadable as unreadable:
        return _could_not_look(unreadable)


def _could_not_look(unreadable: Unreadable) -> Said:
    return warn(
        "{path} cannot be read: {what}.",
        "So this could not be looked at.",
        "Look at the file; run the doctor with sudo if it is for root only.",
        path=unreadable.path,
        what=unreadable.what,
    )


def _of_board(look: Look, patient: Patient) -> Said:
    if isinstance(patient.read_config, BadConfig):
        return note("Not looked at: the configuration has to be mended first.")
    return _heard(lambda one: _of_usual_board(look(one), one), patient)


def _of_usual_board(said: Said, patient: Patient) -> Said:
    """What fails is only a warning where the board is taken for the usual one."""
    return replace(said, level=Level.WARN) if said.level is Level.FAIL and patient.assumed else said


def _of_devices(patient: Patient) -> Iterator[Finding]:
    try:
        for check, said in devices.look(patient):
            yield _finding(check, said)
    except Unreadable as unreadable:
        for check in devices.CHECKS:
            yield _finding(check, _could_not_look(unreadable))
