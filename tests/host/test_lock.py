"""One daemon a state folder. DESIGN 5."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from firmware_host.lock import DeviceLocks, FolderLock, Taken
from hardware.claims import claims_of
from hardware.rig import DeviceSpec, Kind
from tests.tree import ROOT

HOLDING = """
import sys
from pathlib import Path
from firmware_host.lock import FolderLock
lock = FolderLock(Path(sys.argv[1]))
print("held", flush=True)
sys.stdin.read()
"""


def holder(folder: Path) -> "subprocess.Popen[bytes]":
    process = subprocess.Popen(
        [sys.executable, "-c", HOLDING, folder],
        env=os.environ | {"PYTHONPATH": str(ROOT)},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
    )
    assert process.stdout is not None
    assert process.stdout.readline() == b"held\n"
    return process


def test_a_second_one_is_told_who_has_it(tmp_path: Path) -> None:
    with holder(tmp_path) as process:
        with pytest.raises(Taken, match=f"another peglight \\(process {process.pid}\\)"):
            FolderLock(tmp_path)
        process.kill()


def test_it_dies_with_its_process(tmp_path: Path) -> None:
    with holder(tmp_path) as process:
        process.kill()
        process.wait()
        FolderLock(tmp_path).release()


def test_it_can_be_let_go_of_twice_and_taken_again(tmp_path: Path) -> None:
    for _ in range(2):
        lock = FolderLock(tmp_path)
        lock.release()
        lock.release()


def test_a_file_left_lying_by_a_longer_number_does_no_harm(tmp_path: Path) -> None:
    (tmp_path / "lock").write_text("99999999999")
    lock = FolderLock(tmp_path)
    assert (tmp_path / "lock").read_text() == str(os.getpid())
    lock.release()


def test_only_the_owner_may_read_it(tmp_path: Path) -> None:
    lock = FolderLock(tmp_path)
    assert (tmp_path / "lock").stat().st_mode & 0o777 == 0o600
    lock.release()


def test_one_that_cannot_be_written_is_not_held(tmp_path: Path) -> None:
    """Not even while somebody still looks at the reason."""
    (tmp_path / "lock").symlink_to("/dev/full")
    with pytest.raises(OSError, match=r"Invalid argument|No space left") as caught:
        FolderLock(tmp_path)
    descriptors = [Path("/proc/self/fd") / number for number in os.listdir("/proc/self/fd")]
    assert "/dev/full" not in [os.readlink(one) for one in descriptors if one.is_symlink()], caught.value


def test_other_folders_are_free(tmp_path: Path) -> None:
    locks = []
    for name in ("one", "two"):
        (tmp_path / name).mkdir()
        locks.append(FolderLock(tmp_path / name))
    for lock in locks:
        lock.release()


# --- devices ---------------------------------------------------------------------------------------

HOLDING_A_DEVICE = """
import sys
from firmware_host.lock import DeviceLocks
locks = DeviceLocks({sys.argv[1]: "the reader 'theirs'"})
print("held", flush=True)
sys.stdin.read()
"""


def test_a_device_of_another_daemon_is_named_with_its_process(tmp_path: Path) -> None:
    """Whatever state folder it has."""
    claim = str(tmp_path / "port")
    process = subprocess.Popen(
        [sys.executable, "-c", HOLDING_A_DEVICE, claim],
        env=os.environ | {"PYTHONPATH": str(ROOT)},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
    )
    with process:
        assert process.stdout is not None
        assert process.stdout.readline() == b"held\n"
        with pytest.raises(Taken) as taken:
            DeviceLocks({f"{claim} too": "the strip 'ring'", claim: "the reader 'table'"})
        said = f"the reader 'table' needs {claim}, which another peglight has (process {process.pid})"
        assert str(taken.value) == said
        process.kill()
    locks = DeviceLocks({f"{claim} too": "the strip 'ring'", claim: "the reader 'table'"})
    locks.release()
    locks.release()


def spec(kind: Kind, driver: str, **settings: object) -> DeviceSpec:
    return DeviceSpec(kind, "it", driver, settings)


def test_a_device_claims_what_is_its_alone(tmp_path: Path) -> None:
    """A port by the name in the configuration: another adapter may be ttyUSB0 after the next re-plug."""
    (tmp_path / "by-id").symlink_to(tmp_path / "ttyUSB0")
    claims = claims_of(
        [
            spec(Kind.READER, "rdm6300", port=str(tmp_path / "by-id")),
            spec(Kind.READER, "mfrc522", bus=0, device=1),
            spec(Kind.READER, "mfrc522", bus=1, device=0),
            spec(Kind.STRIP, "ws281x", gpio=21),
            spec(Kind.KNOB, "gpio", gpio_a=5, gpio_b=6),
            spec(Kind.STRIP, "leds0", path="/dev/leds0"),
            spec(Kind.READER, "simulated"),
        ],
        exists=lambda file: file != "/dev/spidev1.0",
    )
    assert set(claims) == {
        str(tmp_path / "by-id"), "SPI 0.1", "GPIO7", "GPIO18", "GPIO21", "GPIO5", "GPIO6", "/dev/leds0"
    }  # fmt: skip
