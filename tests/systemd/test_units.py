"""The unit files: what systemd itself says of them, and the promises they make."""

import shutil
import subprocess
from pathlib import Path

import pytest

from tests.tree import ROOT

FOLDER = ROOT / "systemd"
UNITS = ("peglight.service", "peglight-lamps.service")
MOST_EXPOSED = 2.0


def lines(unit: str) -> list[str]:
    return (FOLDER / unit).read_text(encoding="utf-8").splitlines()


def value(unit: str, key: str) -> str:
    (found,) = [line.partition("=")[2] for line in lines(unit) if line.partition("=")[0] == key]
    return found


@pytest.mark.parametrize("unit", UNITS)
def test_systemd_understands_every_line(unit: str, tmp_path: Path) -> None:
    """`verify` ends with 0 on an unknown key, so that nothing may be said at all."""
    text = (FOLDER / unit).read_text(encoding="utf-8").replace("/opt/peglight/venv/bin/peglight", "/bin/true")
    copy = tmp_path / unit
    copy.write_text(text, encoding="utf-8")
    said = subprocess.run(
        [analyze(), "verify", "--man=no", str(copy)], capture_output=True, text=True, timeout=60, check=False
    )
    about_ours = [line for line in said.stderr.splitlines() if unit in line or "peglight" in line]
    assert about_ours == []


@pytest.mark.parametrize("unit", UNITS)
def test_exposure_is_small(unit: str) -> None:
    said = subprocess.run(
        [
            analyze(),
            "security",
            "--offline=true",
            f"--threshold={int(MOST_EXPOSED * 10)}",
            str(FOLDER / unit),
        ],
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert said.returncode == 0, said.stdout


def analyze() -> str:
    found = shutil.which("systemd-analyze")
    assert found is not None, "apt install systemd"
    return found


def test_the_daemon_is_never_root() -> None:
    assert value("peglight.service", "User") == "peglight"


def test_the_port_needs_no_file_capability() -> None:
    """E: port 80 stops working after an update: never setcap on python."""
    for key in ("AmbientCapabilities", "CapabilityBoundingSet"):
        assert value("peglight.service", key) == "CAP_NET_BIND_SERVICE"


def test_lgpio_has_a_folder_to_write_to() -> None:
    """C: lgpio makes a FIFO in the working folder."""
    assert value("peglight.service", "WorkingDirectory") == "/var/lib/peglight"
    assert value("peglight.service", "StateDirectory") == "peglight"


def test_the_pi_can_still_be_told_which_it_is() -> None:
    """PrivateUsers breaks the port, ProcSubset=pid hides the board's revision."""
    for unit in UNITS:
        keys = {line.partition("=")[0] for line in lines(unit)}
        assert not keys & {"PrivateUsers", "ProcSubset"}
