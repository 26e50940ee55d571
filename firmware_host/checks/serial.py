"""Serial ports: readers and lamp controllers on USB, or on the Pi's own pins."""

from firmware_host.checks.finding import Said, fail, note, ok, together, warn
from firmware_host.checks.patient import Patient
from hardware.sentence import Sentence, in_a_row

DRIVERS = ("rdm6300", "pn532-uart", "adalight")
BY_ID, BY_PATH = "/dev/serial/by-id", "/dev/serial/by-path"
SERIAL0 = "/dev/serial0"
# The names that the Pi's own ports go by, on the command line without the folder.
OWN_PORTS = ("/dev/ttyAMA0", "/dev/ttyS0", "/dev/ttyAMA10", "/dev/serial1", SERIAL0)
UART_PINS = (14, 15)
PIN_SETTINGS = ("gpio", "gpio_a", "gpio_b")


def _ports(patient: Patient) -> list[tuple[str, str]]:
    return [(spec.name, str(spec.settings.get("port", ""))) for spec in patient.devices(*DRIVERS)]


def _leads_to(patient: Patient, path: str) -> str:
    """The last name of what a path is in the end: `ttyUSB0` for a name by id."""
    return patient.at(path).name


def _lasting(patient: Patient, port: str) -> list[str]:
    """The names of a port that stay. Two devices of one make without a number have one by id between them."""
    shared = len(patient.names(BY_PATH)) > len(patient.names(BY_ID)) > 0
    folders = (BY_PATH, BY_ID) if shared else (BY_ID, BY_PATH)
    links = [f"{folder}/{name}" for folder in folders for name in patient.names(folder)]
    return [link for link in links if _leads_to(patient, link) == port.rpartition("/")[2]]


def by_id(patient: Patient) -> Said:
    """ttyUSB numbers change at every start."""
    fleeting = [
        (name, port) for name, port in _ports(patient) if port.startswith(("/dev/ttyUSB", "/dev/ttyACM"))
    ]
    said = []
    for name, port in fleeting:
        lasting = _lasting(patient, port)
        said.append(
            warn(
                "{name} is on {port}.",
                "That number changes when something else is plugged in.",
                'Write port = "{lasting}".'
                if lasting
                else "Write its name under /dev/serial/by-path as port.",
                name=name,
                port=port,
                lasting=lasting[0] if lasting else "",
            )
        )
    return together(said, ok("No device goes by a number that changes."))


def present(patient: Patient) -> Said:
    """Whether anything is plugged in there."""
    there = [name for folder in (BY_ID, BY_PATH) for name in patient.names(folder)]
    seen = [Sentence("Plugged in are: {names}.", names=", ".join(there))] if there else []
    missing = [
        fail(
            in_a_row([Sentence("{name}: {port} is not there.", name=name, port=port), *seen]),
            "It is unplugged, or is called otherwise.",
            "Plug it in, or write the port that is there.",
        )
        for name, port in _ports(patient)
        if not patient.exists(port)
    ]
    ports = ", ".join(port for _name, port in _ports(patient))
    return together(
        missing,
        ok("{ports}: there." if ports else "No device of this board is on a serial port.", ports=ports),
    )


def serial0(patient: Patient) -> Said:
    """Where the name of the Pi's own serial port leads."""
    if patient.exists(SERIAL0):
        return ok("{port} is {name}.", port=SERIAL0, name=_leads_to(patient, SERIAL0))
    if all(port != SERIAL0 for _name, port in _ports(patient)):
        return ok("{port} is not there; no device of this board is on it.", port=SERIAL0)
    return fail(
        "{port} is not there.",
        "The Pi's own serial port is off.",
        "Write enable_uart=1 in {folder}/config.txt and restart.",
        port=SERIAL0,
        folder=patient.boot.folder or "/boot/firmware",
    )


def console(patient: Patient) -> Said:
    """A login console on the port eats what the device says: now, or after the next start."""
    consoles = _consoles(patient)
    used = {_leads_to(patient, port): port for _name, port in _ports(patient) if port in OWN_PORTS}
    taken = sorted(used[name] for name in consoles if name in used)
    way_out = Sentence(
        "Take console=serial0,115200 (or its like) out of {path}, or run raspi-config, Interface Options,"
        " Serial Port: no login, but hardware on; then restart.",
        path=patient.boot.cmdline_path,
    )
    if taken:
        return fail(
            "A login console is on {ports}.",
            "It eats what the device says, and talks to it.",
            way_out,
            ports=", ".join(taken),
        )
    if consoles and patient.assumed:
        return note(
            "A login console is on {ports}.",
            "A reader or lamps on the pins 14 and 15 would not work with it.",
            way_out,
            ports=", ".join(sorted(consoles)),
        )
    return ok("No login console is on a port of this board.")


def _consoles(patient: Patient) -> set[str]:
    """The ports of the Pi with a console: the running kernel's, those of the next start, and getty's."""
    words = [*(patient.cmdline or []), *patient.boot.cmdline]
    named = [word.removeprefix("console=").partition(",")[0] for word in words if word.startswith("console=")]
    wanted = "/etc/systemd/system/getty.target.wants"
    services = [name for name in patient.names(wanted) if name.startswith("serial-getty@")]
    named += [name.removeprefix("serial-getty@").removesuffix(".service") for name in services]
    return {_leads_to(patient, f"/dev/{name}") for name in named if f"/dev/{name}" in OWN_PORTS}


def uart_pins(patient: Patient) -> Said:
    """GPIO14 and 15 are the serial port's while that is on; some libraries take 15 for a reader's reset."""
    is_on = patient.boot.value("enable_uart") == "1" or bool(_consoles(patient))
    clashing = [
        warn(
            "{device} is on GPIO{pin}, and the serial port is on.",
            "GPIO14 and GPIO15 are that port's: each disturbs the other.",
            "Move the device to another pin, or write enable_uart=0 in config.txt and restart.",
            device=spec.name,
            pin=spec.settings[setting],
        )
        for spec in patient.specs
        for setting in PIN_SETTINGS
        if is_on and spec.settings.get(setting) in UART_PINS
    ]
    return together(clashing, ok("No device is on a pin of the serial port."))
