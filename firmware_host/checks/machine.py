"""The machine itself: which it is, what runs on it, its power and its clock."""

import re

from firmware_host.checks.finding import Said, fail, note, ok, warn
from firmware_host.checks.patient import Patient, no_number
from firmware_host.checks.rooted import Unreadable
from hardware.sentence import Sentence, in_a_row, verbatim

GOOD_SYSTEMS = ("bookworm", "trixie")
GOOD_BOARDS = Sentence("Raspberry Pi Zero 2 W, 3, 4 or 5")
# The bits of get_throttled: now, and (16 higher) since the last boot (documentation of vcgencmd).
THROTTLE_BITS = {
    0: Sentence("the supply voltage is too low (under-voltage)"),
    1: Sentence("the processor is held back to a lower speed"),
    2: Sentence("the processor is throttled"),
    3: Sentence("the processor is close to its highest temperature"),
}
SOC_FOLDERS = "/sys/devices/platform"
PROGRAMS = ("/usr/bin/dpkg", "/usr/bin/python3", "/usr/bin/env", "/bin/sh", "/sbin/init")
LIBRARIES_32, LIBRARIES_64 = "arm-linux-gnueabihf", "aarch64-linux-gnu"
KERNELS_32 = ("v6", "v7", "v7l")


def model(patient: Patient) -> Said:
    """Boards too old are refused by name."""
    pi = patient.pi
    if not pi.generation:
        return note(
            "This is no Raspberry Pi but {board}." if pi.name else "This is no Raspberry Pi.",
            "Pins, SPI and ws281x lamps need one.",
            "Use the simulated board, or lamps and readers on serial ports.",
            board=pi.name,
        )
    if not pi.is_64_bit:
        return fail(
            "{board}: this board is too old.",
            "Its processor runs no 64-bit system, which Peglight needs.",
            "Take a {boards}.",
            board=pi.name,
            boards=GOOD_BOARDS,
        )
    if pi.generation == "2":
        return note(
            "{board}: nobody has tried this board.",
            "",
            "Take a {boards} if something fails.",
            board=pi.name,
            boards=GOOD_BOARDS,
        )
    return ok(verbatim(pi.name))


def bits(patient: Patient) -> Said:
    """Each thing that shows a 32-bit system, whatever the others say: kernel and programs may differ."""
    kind = _os_release(patient).get("ID", "")
    loaders = [name for name in patient.names("/lib") if name.startswith("ld-linux")]
    signs = {
        Sentence("it calls itself Raspbian"): kind == "raspbian",
        Sentence("its programs are loaded by ld-linux-armhf"): "ld-linux-armhf.so.3" in loaders
        and "ld-linux-aarch64.so.1" not in loaders,
        Sentence("its programs are 32-bit ones"): _width_of_programs(patient) == 1,
        Sentence("its packages are armhf"): (patient.text("/var/lib/dpkg/arch") or "").split()[:1]
        == ["armhf"],
        Sentence("its kernel is {kernel}", kernel=patient.release): patient.release.endswith(
            tuple(f"-{k}" for k in KERNELS_32)
        )
        or patient.release.endswith(tuple(f"{k}+" for k in KERNELS_32)),
        Sentence("its libraries are armhf"): patient.exists(f"/usr/lib/{LIBRARIES_32}")
        and not patient.exists(f"/usr/lib/{LIBRARIES_64}"),
        Sentence("its kernel calls the processor an ARMv6 or ARMv7"): bool(
            re.search(r"^model name\s*:\s*ARMv[67]", patient.text("/proc/cpuinfo") or "", re.MULTILINE)
        ),
        Sentence("config.txt says arm_64bit=0"): patient.boot.value("arm_64bit") == "0",
    }
    seen = [sign for sign, shown in signs.items() if shown]
    if seen:
        return fail(
            "The system is a 32-bit one: {signs}.",
            "What Peglight needs is not built for it.",
            "Write the 64-bit Raspberry Pi OS to the card, and install again.",
            signs=in_a_row(seen, "; "),
        )
    return ok("Nothing shows a 32-bit system.")


def _width_of_programs(patient: Patient) -> int | None:
    """1 for 32 bits, 2 for 64, as ELF has it in byte 4; None where no program is there to ask."""
    for program in PROGRAMS:
        start = patient.start(program, 5)
        if start[:4] == b"\x7fELF" and start[4:]:
            return start[4]
    return None


def _os_release(patient: Patient) -> dict[str, str]:
    lines = (patient.text("/etc/os-release") or patient.text("/usr/lib/os-release") or "").splitlines()
    pairs = (line.partition("=") for line in lines if "=" in line)
    return {key.strip(): value.strip().strip("\"'") for key, _, value in pairs}


def system(patient: Patient) -> Said:
    """Bookworm and Trixie are what it is tested on."""
    release = _os_release(patient)
    name = release.get("PRETTY_NAME", "")
    if release.get("VERSION_CODENAME") in GOOD_SYSTEMS:
        return ok(verbatim(f"{name or release['VERSION_CODENAME']}."))
    return warn(
        "This is {name}." if name else "This is an unknown system.",
        "Peglight is tested on Debian Bookworm and Trixie.",
        "Use Raspberry Pi OS of one of these.",
        name=name,
    )


def throttling(patient: Patient) -> Said:
    """What the firmware says of the supply, in words."""
    flags = _throttled(patient)
    if flags is None:
        flags = _alarm(patient)
    if flags is None:
        return note("The firmware does not say how the supply is.")
    now = [words for bit, words in THROTTLE_BITS.items() if flags >> bit & 1]
    before = [words for bit, words in THROTTLE_BITS.items() if flags >> bit + 16 & 1]
    why = Sentence("A weak supply or heat looks like random faults of cards, lamps and the memory card.")
    way_out = Sentence("Take a supply and cable made for this board; give the lamps a supply of their own.")
    since = [Sentence("Since the last start: {what}.", what=in_a_row(before, "; "))] if before else []
    if now:
        return fail(in_a_row([Sentence("Now: {what}.", what=in_a_row(now, "; ")), *since]), why, way_out)
    if before:
        return warn(in_a_row(since), why, way_out)
    return ok("The supply was good since the last start.")


def _throttled(patient: Patient) -> int | None:
    """The flags, wherever this board has its firmware's folder: `soc/soc:firmware`, or with a number."""
    for soc in patient.names(SOC_FOLDERS):
        for name in patient.names(f"{SOC_FOLDERS}/{soc}") if soc.startswith(("soc", "scb")) else ():
            path = f"{SOC_FOLDERS}/{soc}/{name}/get_throttled"
            if name.endswith(":firmware") and (text := patient.text(path)) is not None:
                return _hexadecimal(path, text)
    return None


def _alarm(patient: Patient) -> int | None:
    """The same in one bit, where only the sensor of the supply's voltage is there to say."""
    for name in patient.names("/sys/class/hwmon"):
        if patient.text(f"/sys/class/hwmon/{name}/name") == "rpi_volt":
            return patient.number(f"/sys/class/hwmon/{name}/in0_lcrit_alarm")
    return None


def _hexadecimal(path: str, text: str) -> int:
    try:
        return int(text.removeprefix("throttled="), 16)
    except ValueError:
        raise Unreadable(path, no_number(text)) from None


def clock(patient: Patient) -> Said:
    """Only display needs the clock; games have their own."""
    if patient.exists("/run/systemd/timesync/synchronized"):
        return ok("The clock was set from the network.")
    if patient.names("/sys/class/rtc"):
        return ok("The board has a clock with a battery.")
    return warn(
        "The clock may be wrong: nothing has set it since the last start.",
        "Dates in the history are then wrong too; games are not.",
        "Connect to the internet once, or set it by hand: sudo date -s.",
    )
