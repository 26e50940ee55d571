"""The SPI bus: card readers, and lamps on GPIO10."""

from firmware_host.checks.finding import Said, fail, ok, together, warn
from firmware_host.checks.patient import Patient, whole_setting
from hardware.drivers.ws281x_chip import spi_frame_bytes
from hardware.rig import DeviceSpec
from hardware.sentence import Sentence, in_a_row

LAMP_PIN = 10
USUAL_BUFSIZ = 4096
ENOUGH_BUFSIZ = 32768
BUFSIZ = "/sys/module/spidev/parameters/bufsiz"
READERS_ON_SPI = ("mfrc522", "mfrc522-package")
# What keeps the core's clock steady, by generation (README of rpi_ws281x).
STEADY_CLOCK = {"3": ("core_freq", "250"), "zero2": ("core_freq", "250"), "4": ("core_freq_min", "500")}


def lamps_on_spi(patient: Patient) -> list[DeviceSpec]:
    """The strips that SPI drives."""
    return [spec for spec in patient.devices("ws281x") if spec.settings.get("gpio") == LAMP_PIN]


def enabled(patient: Patient) -> Said:
    """Each device on a bus has its file, now and after the next start."""
    readers = [
        (whole_setting(spec, "bus", 0), whole_setting(spec, "device", 0))
        for spec in patient.devices(*READERS_ON_SPI)
    ]
    wanted = sorted({*readers, *[(0, 0)] * bool(lamps_on_spi(patient))})
    if not wanted:
        return ok("No device of this board is on SPI.")
    lacking = [said for place in wanted if (said := _lacking(patient, *place))]
    return together(lacking, ok("{paths}: there.", paths=", ".join(_file(*place) for place in wanted)))


def _file(bus: int, device: int) -> str:
    return f"/dev/spidev{bus}.{device}"


def _lacking(patient: Patient, bus: int, device: int) -> Said | None:
    path = _file(bus, device)
    switched = bool(patient.boot.is_on("spi")) if bus == 0 else _has_overlay(patient, bus)
    line = "dtparam=spi=on" if bus == 0 else f"dtoverlay=spi{bus}-1cs"
    place = f"{patient.boot.folder or '/boot/firmware'}/config.txt"
    if patient.exists(path):
        if switched or patient.boot.folder is None:
            return None
        return warn(
            "{path} is there, but {place} does not switch SPI {bus} on.",
            "It may be gone after the next start.",
            "Write {line} in {place}.",
            path=path,
            place=place,
            bus=bus,
            line=line,
        )
    if switched:
        return fail(
            "{path} is not there, though {place} switches SPI {bus} on.",
            "That holds from the next start on.",
            "Restart; if it stays away, another overlay has its pins.",
            path=path,
            place=place,
            bus=bus,
        )
    return fail(
        "{path} is not there: SPI {bus} is off.",
        "A device of this board is on it.",
        "Write {line} in {place} and restart; for SPI 0 raspi-config, Interface Options, SPI does it too.",
        path=path,
        bus=bus,
        line=line,
        place=place,
    )


def _has_overlay(patient: Patient, bus: int) -> bool:
    return any(patient.boot.overlays(f"spi{bus}-{selects}cs") for selects in (1, 2, 3))


def bufsiz(patient: Patient) -> Said:
    """A frame for the lamps must fit into one transfer, by the value in force and not by what was written."""
    told = patient.number(BUFSIZ)
    in_force = USUAL_BUFSIZ if told is None else told
    written = next((word for word in patient.boot.cmdline if word.startswith("spidev.bufsiz=")), "")
    where = patient.boot.cmdline_path
    slip = [Sentence("{path} says {words}, which is not in force.", path=where, words=written)]
    for spec in lamps_on_spi(patient):
        chips = whole_setting(spec, "lamps", 112) + bool(spec.settings.get("sacrificial"))
        needed = spi_frame_bytes(chips)
        if needed > in_force:
            return fail(
                in_a_row([_too_short(in_force, chips, needed), *(slip if written else ())]),
                "Lamps beyond that stay dark, or the driver fails with error -14.",
                _longer(patient, max(ENOUGH_BUFSIZ, needed), where),
            )
    if told is not None and written and written != f"spidev.bufsiz={told}":
        return warn(
            in_a_row([Sentence("spidev.bufsiz is {told}.", told=told), *slip]),
            "A slip in that line, or no restart since.",
            "Look the line in {where} over, and restart.",
            where=where,
        )
    return ok("spidev.bufsiz is {in_force}, enough for a frame of this board.", in_force=in_force)


def _too_short(in_force: int, chips: int, needed: int) -> Sentence:
    return Sentence(
        "spidev.bufsiz is {in_force}, a frame for {n} lamp has {needed} bytes.",
        "spidev.bufsiz is {in_force}, a frame for {n} lamps has {needed} bytes.",
        in_force=in_force,
        n=chips,
        needed=needed,
    )


def _longer(patient: Patient, bytes_: int, where: str) -> Sentence:
    if patient.pi.generation == "5":
        return Sentence("On a Pi 5 a larger one does not help: use the driver leds0 (overlay ws2812-pio).")
    return Sentence(
        "Put spidev.bufsiz={bytes} into the one line of {where} and restart.", bytes=bytes_, where=where
    )


def core_clock(patient: Patient) -> Said:
    """The bus is timed by the core's clock, which must not change while lamps are driven."""
    if not lamps_on_spi(patient):
        return ok("No lamps of this board are on SPI, which alone hangs on the core's clock.")
    key, value = STEADY_CLOCK.get(patient.pi.generation, ("", ""))
    written = patient.boot.value(key)
    if key and written != value:
        return warn(
            "{key} is {written}, not {value}." if written else "{key} is not set, not {value}.",
            "The lamps' timing changes with the load: white or wrong colours, a green first lamp.",
            "Write {key}={value} in {folder}/config.txt and restart.",
            key=key,
            written=written,
            value=value,
            folder=patient.boot.folder or "/boot/firmware",
        )
    return ok(
        "{key}={value} keeps the core's clock steady." if key else "This board needs no fixed clock.",
        key=key,
        value=value,
    )
