"""What the guest's kernel plays: pins that can be pulled, and a USB serial reader that can be unplugged."""

import os
import subprocess
import time
import tty
from pathlib import Path

CONFIGFS = Path("/sys/kernel/config")
CHIP = CONFIGFS / "gpio-sim" / "pi"
BY_ID = Path("/dev/serial/by-id")
PINS = 54
# A hand does not press in the very moment that lamps change; the board would take that for a mistake.
HAND_S = 0.5
CPUINFO = Path("/run/cpuinfo")
# A Pi 4: its chip of pins is called pinctrl-bcm2711, and this revision tells gpiozero so.
LABEL = "pinctrl-bcm2711"
REVISION = "Hardware\t: BCM2835\nRevision\t: c03114\nModel\t\t: Raspberry Pi 4 Model B Rev 1.4\n"


def run(*words: str) -> None:
    """Run a command that must succeed."""
    subprocess.run(words, check=True)


class Pins:
    """The chip of pins; each can be pulled low, as a button to ground does."""

    def __init__(self) -> None:
        run("modprobe", "configfs")
        if not os.path.ismount(CONFIGFS):
            run("mount", "-t", "configfs", "none", str(CONFIGFS))
        run("modprobe", "gpio-simulated")
        bank = CHIP / "bank0"
        bank.mkdir(parents=True)
        (bank / "num_lines").write_text(str(PINS))
        (bank / "label").write_text(LABEL)
        (CHIP / "live").write_text("1")
        device, chip = (
            (folder / name).read_text().strip() for folder, name in ((CHIP, "dev_name"), (bank, "chip_name"))
        )
        self.chip = chip
        self._lines = Path("/sys/devices/platform") / device / chip
        CPUINFO.write_text(Path("/proc/cpuinfo").read_text() + REVISION)

    def pull(self, gpio: int, down: bool) -> None:
        """Close the contact to ground, or open it: the pull-up brings the line back."""
        (self._lines / f"sim_gpio{gpio}" / "pull").write_text("pull-down" if down else "pull-up")

    def press(self, gpio: int, held_s: float = 0.15, bounces: int = 0) -> None:
        """Press and let go, with so many bounces of two milliseconds at either end."""
        time.sleep(HAND_S)
        for down in (True, False):
            for _ in range(bounces):
                self.pull(gpio, down)
                time.sleep(0.002)
                self.pull(gpio, not down)
                time.sleep(0.002)
            self.pull(gpio, down)
            if down:
                time.sleep(held_s)


class UsbReader:
    """An RDM6300 behind a USB serial adapter; both ends of the cable are this kernel's."""

    def __init__(self) -> None:
        run("modprobe", "dummy_hcd")

    def plug(self) -> Path:
        """Plug it in, and return its name by id once udev has made it."""
        run("modprobe", "g_serial")
        for _ in range(600):
            names = list(BY_ID.glob("*")) if BY_ID.is_dir() else []
            if names and Path("/dev/ttyGS0").exists():
                return names[0]
            time.sleep(0.1)
        raise TimeoutError("no name by id came")

    def unplug(self) -> None:
        """Pull the plug, whoever has the port open."""
        run("rmmod", "g_serial")

    def tap(self, uid: bytes, frames: int = 12) -> None:
        """Hold a card over it for as long as that many frames take; the module repeats them."""
        check = 0
        for byte in uid:
            check ^= byte
        frame = b"\x02" + f"{uid.hex()}{check:02x}".upper().encode() + b"\x03"
        far = os.open("/dev/ttyGS0", os.O_RDWR | os.O_NOCTTY)
        try:
            tty.setraw(far)
            for _ in range(frames):
                os.write(far, frame)
                time.sleep(0.1)
        finally:
            os.close(far)
