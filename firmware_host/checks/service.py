"""The service: its user, its groups, its unit, what it owns."""

import os

from firmware_host.checks.finding import Said, fail, note, ok, warn
from firmware_host.checks.patient import CONFIG, STATE, Patient

UNIT_FOLDERS = (
    "/etc/systemd/system",
    "/usr/local/lib/systemd/system",
    "/usr/lib/systemd/system",
    "/lib/systemd/system",
)
DROP_INS = "/etc/systemd/system/{unit}.d"
USUAL_USER = "peglight"
GROUP_OF_DRIVER = {
    "mfrc522": "spi",
    "mfrc522-package": "spi",
    "gpio": "gpio",
    "leds0": "video",
    "rdm6300": "dialout",
    "pn532-uart": "dialout",
    "adalight": "dialout",
    "hid": "input",
    "evdev": "input",
}


def settings_of_unit(patient: Patient, unit: str = "peglight.service") -> dict[str, str]:
    """The settings of an installed unit and its drop-ins; empty where there is none.

    What is set several times is joined by a space; an empty setting clears what came before, as in systemd.
    """
    texts = [text for folder in UNIT_FOLDERS if (text := patient.text(f"{folder}/{unit}"))][:1]
    drop_ins = DROP_INS.format(unit=unit)
    if texts:
        texts += [patient.text(f"{drop_ins}/{name}") or "" for name in patient.names(drop_ins)]
    settings: dict[str, str] = {}
    for line in "\n".join(texts).splitlines():
        key, equals, value = line.strip().partition("=")
        if equals and not key.startswith(("#", ";")):
            settings[key] = f"{settings.get(key, '')} {value}".strip() if value else ""
    return settings


def _user(patient: Patient) -> str:
    return (settings_of_unit(patient).get("User") or USUAL_USER).split()[-1]


def user(patient: Patient) -> Said:
    """The daemon's own user."""
    name = _user(patient)
    if patient.ids_of(name):
        return ok("The user {name} is there.", name=name)
    if settings_of_unit(patient):
        return fail(
            "There is no user {name}.",
            "The service runs as that user.",
            "Run systemd-sysusers, or install again.",
            name=name,
        )
    return note("Peglight is not installed as a service here: there is no unit and no user for it.")


def groups(patient: Patient) -> Said:
    """The groups that the devices ask for: of the service's user, whoever asks."""
    name = _user(patient)
    if not patient.ids_of(name):
        return note("There is no user {name} whose groups could be wrong.", name=name)
    needed = {GROUP_OF_DRIVER[spec.driver] for spec in patient.devices(*GROUP_OF_DRIVER)}
    granted = patient.groups_of(name) | set(settings_of_unit(patient).get("SupplementaryGroups", "").split())
    missing = sorted(needed - granted)
    if missing:
        return fail(
            "{name} is not in {missing}.",
            "Devices of this board belong to these groups.",
            "Run: sudo usermod -aG {groups} {name}; then restart the service.",
            name=name,
            missing=", ".join(missing),
            groups=",".join(missing),
        )
    if not needed:
        return ok("{name} is in every group that this board needs: none.", name=name)
    return ok(
        "{name} is in every group that this board needs: {groups}.",
        name=name,
        groups=", ".join(sorted(needed)),
    )


def unit(patient: Patient) -> Said:
    """Whether the service starts with the machine."""
    if not settings_of_unit(patient):
        return note(
            "No unit is installed.",
            "Peglight then runs only while somebody starts it.",
            "Run: sudo ./systemd/install",
        )
    if _enabled(patient, "peglight.service"):
        return ok("The service starts with the machine.")
    return warn(
        "The unit is installed, but not enabled.",
        "The board stays dark after a power cut.",
        "Run: sudo systemctl enable --now peglight",
    )


def _enabled(patient: Patient, unit: str) -> bool:
    return unit in patient.names("/etc/systemd/system/multi-user.target.wants")


def state_owner(patient: Patient) -> Said:
    """A folder of another owner cannot be written."""
    is_service = patient.state == STATE
    name = _user(patient)
    ids = patient.ids_of(name)
    if not patient.exists(patient.state) or (is_service and ids is None):
        return note("There is no {folder} yet, or no user for it.", folder=patient.state)
    owner = ids[0] if is_service and ids is not None else os.geteuid()
    files = [patient.state, *(f"{patient.state}/{file}" for file in patient.names(patient.state))]
    strangers = [path for path in files if patient.exists(path) and patient.at(path).stat().st_uid != owner]
    if strangers:
        return fail(
            "Another user owns {paths}.",
            "The game cannot be saved.",
            "Run: sudo chown -R {name}: {folder}" if is_service else "Run: sudo chown -R $USER: {folder}",
            paths=", ".join(strangers),
            name=name,
            folder=patient.state,
        )
    return ok(
        "{folder} belongs to {name}." if is_service else "{folder} belongs to you.",
        folder=patient.state,
        name=name,
    )


def config_owner(patient: Patient) -> Said:
    """The page puts a new file in place of the old; the folder lets only the owner of the old one do that."""
    name = _user(patient)
    ids = patient.ids_of(name)
    if ids is None or not patient.exists(CONFIG):
        return note("There is no {path} yet, or no user who could change it.", path=CONFIG)
    if patient.at(CONFIG).stat().st_uid != ids[0]:
        return warn(
            "{path} does not belong to {name}.",
            "The page cannot change the settings of the board.",
            "Run: sudo chown {name}: {path}",
            path=CONFIG,
            name=name,
        )
    return ok("The page may change the configuration.")
