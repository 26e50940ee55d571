"""What a test may need that not every machine has: built drivers, a Chromium, strace, disks of its own.

The one reason a test is ever left out. What is left out is said in the last line of the run, and on a CI
machine it is a failure unless nothing that could be installed would help: `tests/conftest.py` does both.
"""

import functools
import importlib.util
import os
import re
import shutil
import subprocess
import sys
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

CHROMIUM_PATHS = ("/usr/bin/chromium", "/usr/bin/chromium-browser")
DRIVERS_WAY_OUT = "apt install gcc python3-dev, then make venv"
LGPIO_WAY_OUT = "make clean, then make test PYTHON=python3.12: it has no wheel above that"
STRACE_WAY_OUT = "apt install strace"
PTRACE_WAY_OUT = "this machine lets nobody be traced"
DISK_TOOLS = {
    "qemu-storage-daemon": "qemu-utils qemu-system-common",  # Trixie has it in the one, Bookworm in the other
    "mkfs.ext4": "e2fsprogs",
    "losetup": "mount",
    "mount": "mount",
}
DISK_DEVICES = ("/dev/fuse", "/dev/loop-control")
DISKS_WAY_OUT = "run it as root where there are loop devices and FUSE"
CAP_SYS_ADMIN = 21
CHROMIUM_WAY_OUT = "apt install chromium, or set PEGLIGHT_CHROMIUM"


@dataclass(frozen=True, slots=True)
class Lack:
    """Something that is not here, and how it could be; `for_good`: no package would bring it."""

    what: str
    way_out: str
    for_good: bool = False


def chromium(environ: Mapping[str, str] = os.environ, usual: Iterable[str] = CHROMIUM_PATHS) -> Path | None:
    """The browser to drive: the one PEGLIGHT_CHROMIUM names, else one in a usual place, else None."""
    named = environ.get("PEGLIGHT_CHROMIUM")
    places = [named] if named else list(usual)
    return next((Path(place) for place in places if os.access(place, os.X_OK)), None)


def driver_lack(modules: Iterable[str]) -> Lack | None:
    """The driver modules among `modules` that cannot be imported here, as one lack; None if all can."""
    missing = sorted(module for module in modules if importlib.util.find_spec(module) is None)
    return Lack(", ".join(missing), driver_way_out(missing)) if missing else None


def driver_way_out(missing: list[str], python: tuple[int, ...] = sys.version_info) -> str:
    """How to come by missing driver modules; no compiler helps where lgpio has no wheel."""
    return LGPIO_WAY_OUT if missing == ["lgpio"] and python >= (3, 13) else DRIVERS_WAY_OUT


def chromium_lack() -> Lack | None:
    """None where a Chromium was found."""
    return None if chromium() else Lack("Chromium", CHROMIUM_WAY_OUT)


@functools.cache
def strace_lack() -> Lack | None:
    """None where processes can be traced."""
    if shutil.which("strace") is None:
        return Lack("strace", STRACE_WAY_OUT)
    tried = subprocess.run(["strace", "-f", "-o", os.devnull, "true"], capture_output=True, check=False)
    return Lack("strace", PTRACE_WAY_OUT, for_good=True) if tried.returncode else None


def block_devices_lack(
    devices: Iterable[str] = DISK_DEVICES, status: Path = Path("/proc/self/status")
) -> Lack | None:
    """None where a file system can be made and mounted on a disk of our own."""
    capable = re.search(r"^CapEff:\t([0-9a-f]+)$", status.read_text(encoding="ascii"), re.MULTILINE)
    may_mount = capable is not None and bool(int(capable[1], 16) >> CAP_SYS_ADMIN & 1)
    if not may_mount or not all(os.access(device, os.R_OK | os.W_OK) for device in devices):
        return Lack("loop devices", DISKS_WAY_OUT, for_good=True)
    missing = sorted(package for tool, package in DISK_TOOLS.items() if shutil.which(tool) is None)
    return Lack("loop devices", f"apt install {' '.join(dict.fromkeys(missing))}") if missing else None


def not_run_line(left_out: Iterable[Lack]) -> str:
    """One line for all that was left out, one lack for each test; empty when nothing was."""
    counted = Counter(left_out)
    parts = [
        f"{count} {'test' if count == 1 else 'tests'} for want of {lack.what} ({lack.way_out})"
        for lack, count in sorted(counted.items(), key=lambda entry: entry[0].what)
    ]
    return f"NOT RUN: {'; '.join(parts)}" if parts else ""
