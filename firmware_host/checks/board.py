"""The configured board: whether it is sound, and whether its lamps can work on this machine."""

from firmware_host.checks.finding import Said, fail, note, ok, together, warn
from firmware_host.checks.patient import CONFIG, Patient, whole_setting
from firmware_host.checks.service import settings_of_unit
from firmware_host.checks.spi import BUFSIZ
from firmware_host.config import BadConfig
from firmware_host.proven import PROVEN_ON_A_BOARD, STANDING_IN
from hardware.conflicts import Host, check_conflicts
from hardware.drivers.ws281x import HELPER, socket_path
from hardware.drivers.ws281x_chip import PINS
from hardware.rig import DeviceSpec
from hardware.sentence import Sentence, in_a_row

# brightness=0 passes levels through from the first release after 6.12.55 on (raspberrypi/linux 7110).
PASS_THROUGH_KERNEL = (6, 12, 56)
# The overlay ws2812-pio itself.
LEDS0_KERNEL = (6, 12, 0)
LAMPS_TOML = "/etc/peglight/lamps.toml"
LAMPS_UNIT = "peglight-lamps.service"


def configuration(patient: Patient) -> Said:
    """The file as a whole."""
    match patient.read_config:
        case None:
            return note(
                "There is no {path}: the board is a simulated one.",
                "What hangs on the devices is judged as for the usual board of this machine.",
                "Write one that names your devices.",
                path=CONFIG,
            )
        case BadConfig() as bad:
            return fail(
                in_a_row(bad.mistakes),
                "Peglight does not start with it.",
                "Mend {path}.",
                path=patient.config_path,
            )
        case config:
            return ok(
                Sentence(
                    "{path} is sound and names {n} device.",
                    "{path} is sound and names {n} devices.",
                    path=patient.config_path,
                    n=len(config.specs),
                )
            )


def conflicts(patient: Patient) -> Said:
    """Two devices that want the same thing, or one that wants what this machine cannot give."""
    host = Host(
        analog_audio=_sound_is_on(patient) if patient.exists("/sys/module") else None,
        spi_bufsiz=patient.number(BUFSIZ),
        leads_to=lambda place: str(patient.at(place)),
    )
    said = [
        fail(
            conflict,
            "Only one of them can have it.",
            "Do as it says, and start again.",
        )
        for conflict in check_conflicts(patient.specs, host)
    ]
    return together(said, ok("No two devices want the same thing."))


def lamp_driver_fits(patient: Patient) -> Said:
    """ws281x cannot work on a Pi 5, leds0 only there."""
    five = patient.pi.generation == "5"
    if patient.devices("ws281x") and (five or not patient.pi.generation):
        board = patient.pi.name
        return fail(
            "The lamps are on ws281x, which knows no {board}."
            if board
            else "The lamps are on ws281x, which knows no machine but a Raspberry Pi.",
            "Its library talks to registers that this machine does not have.",
            "Use the driver leds0 with the overlay ws2812-pio on a Pi 5, or a WLED controller with adalight.",
            board=board,
        )
    if patient.devices("leds0") and not five:
        return fail(
            "The lamps are on leds0, which only a Raspberry Pi 5 has.",
            "The kernel driver uses a part of its chip.",
            "Use the driver ws281x, or a WLED controller with adalight.",
        )
    if five:
        return ok("On this Raspberry Pi 5 lamps go by leds0 or adalight; ws281x does not know it.")
    return ok("The lamps' driver, if there are lamps, fits this machine.")


def _sound_is_on(patient: Patient) -> bool:
    loaded = (patient.text("/proc/modules") or "").splitlines()
    return patient.exists("/sys/module/snd_bcm2835") or any(
        line.startswith("snd_bcm2835 ") for line in loaded
    )


def audio_against_pwm(patient: Patient) -> Said:
    """The analog sound output and lamps on PWM share a part of the chip."""
    pins = [whole_setting(spec, "gpio", 18) for spec in patient.devices("ws281x")]
    on_pwm = sorted({pin for pin in pins if PINS.get(pin, ("",))[0] == "PWM"})
    place = f"{patient.boot.folder or '/boot/firmware'}/config.txt"
    if not on_pwm:
        return ok("No lamps of this board are on a PWM pin.")
    pin = on_pwm[0]
    why = Sentence("Both use the same part of the chip: lamps flicker or show random colours.")
    way_out = Sentence(
        "Write dtparam=audio=off in {place} and restart, or put the lamps on GPIO21.", place=place
    )
    if patient.boot.is_on("audio"):
        return fail(
            "{place} switches analog sound on, and the lamps are on GPIO{pin}, a PWM pin.",
            why,
            way_out,
            place=place,
            pin=pin,
        )
    if _sound_is_on(patient):
        return fail(
            "Analog sound (snd_bcm2835) is loaded, and the lamps are on GPIO{pin}, a PWM pin.",
            why,
            way_out,
            pin=pin,
        )
    return ok("Sound and lamps are not in each other's way.")


def leds0_device(patient: Patient) -> Said:
    """The device file of the Pi 5's lamp driver."""
    said = [
        fail(
            "{path} is not there.",
            "The kernel's lamp driver is not loaded.",
            "Write {line} in config.txt and restart.",
            path=path,
            line=_overlay_line(spec),
        )
        for spec in patient.devices("leds0")
        if not patient.exists(path := str(spec.settings.get("path", "/dev/leds0")))
    ]
    if not patient.devices("leds0"):
        return ok("No lamps of this board are on leds0.")
    return together(said, ok("The kernel's lamp driver is loaded."))


def _overlay_line(spec: DeviceSpec) -> str:
    return f"dtoverlay=ws2812-pio,gpio=18,num_leds={spec.settings.get('lamps', 112)},brightness=0"


def leds0_overlay(patient: Patient) -> Said:
    """The overlay's line: long enough, and levels passed through, or dark colours are lost."""
    specs = patient.devices("leds0")
    if not specs:
        return ok("No lamps of this board are on leds0.")
    overlays = patient.boot.overlays("ws2812-pio")
    line = Sentence("Write {line} in config.txt and restart.", line=_overlay_line(specs[0]))
    if patient.kernel and patient.kernel < LEDS0_KERNEL:
        return fail(
            "The kernel {kernel} has no ws2812-pio.",
            "It came with 6.12.",
            "Update the system: sudo apt full-upgrade.",
            kernel=patient.release,
        )
    if not overlays:
        return warn("config.txt loads no ws2812-pio.", "Then there is no lamp driver.", line)
    if any(overlay.get("brightness") != "0" for overlay in overlays):
        return warn(
            "ws2812-pio is loaded without brightness=0.",
            "The driver then bends levels, and dark colours are lost.",
            "Add brightness=0 to its line in config.txt and restart.",
        )
    if patient.kernel and patient.kernel < PASS_THROUGH_KERNEL:
        return warn(
            "The kernel {kernel} does not know brightness=0 yet.",
            "It bends levels, and dark colours are lost.",
            "Update the system: sudo apt full-upgrade.",
            kernel=patient.release,
        )
    return ok("The driver passes levels through.")


def lamp_helper(patient: Patient) -> Said:
    """ws281x lamps are driven by a small root process; error -5 or /dev/mem is somebody else trying."""
    specs = patient.devices("ws281x")
    if not specs:
        return ok("No lamps of this board need the lamp helper.")
    why = Sentence("Only root may drive the Pi's own pins (error -5, /dev/mem), and the daemon is not root.")
    if not settings_of_unit(patient, LAMPS_UNIT):
        return note(
            "The lamp helper is not installed as a service here.", why, "Install {unit}.", unit=LAMPS_UNIT
        )
    if not patient.exists(LAMPS_TOML):
        return fail(
            "There is no {path}.",
            why,
            "Write it: a [[strip]] with gpio = {pin}.",
            path=LAMPS_TOML,
            pin=whole_setting(specs[0], "gpio", 18),
        )
    sockets = [str(socket_path(patient.at(HELPER), whole_setting(spec, "gpio", 18)).name) for spec in specs]
    missing = [name for name in sockets if not patient.exists(f"{HELPER}/{name}")]
    if missing:
        return fail(
            "The lamp helper is not running, or has no {missing}.",
            why,
            "Run: sudo systemctl enable --now peglight-lamps; it says in its log what it lacks.",
            missing=", ".join(missing),
        )
    return ok("The lamp helper is running.")


def proven(patient: Patient) -> Said:
    """Which drivers have been seen to work on a real board: those a trial report was sent in of."""
    used = sorted({spec.driver for spec in patient.specs if spec.driver not in STANDING_IN})
    waiting = [driver for driver in used if driver not in PROVEN_ON_A_BOARD]
    if waiting:
        return note(
            "Proven on emulator only: {drivers}.",
            "Nobody has sent in a report of a real board with it.",
            "Run peglight trial on yours, and send in the report that it writes.",
            drivers=", ".join(waiting),
        )
    return ok(
        "Every driver of this board is proven on a real one." if used else "No driver needs proof here."
    )
