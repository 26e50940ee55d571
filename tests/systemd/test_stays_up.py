"""Whether a version that has started is one to keep: what the installer and the package ask of systemd."""

import shlex
import subprocess
from pathlib import Path

import pytest

from tests.tree import ROOT

STAYS_UP = ROOT / "systemd" / "stays_up"
INSTALL = ROOT / "systemd" / "install"
DEB = ROOT / "systemd" / "deb"
SETTLED_S = 60


def said_by(script: str, path: Path, shell: str) -> subprocess.CompletedProcess[str]:
    """Run `script` where the commands in the folder `path` go before the machine's own."""
    script = f"PATH={shlex.quote(str(path))}:$PATH\n{script}"
    return subprocess.run([shell, "-c", script], capture_output=True, text=True, timeout=60, check=False)


def command(folder: Path, name: str, text: str) -> None:
    (folder / name).write_text(f"#!/bin/sh\n{text}\n")
    (folder / name).chmod(0o755)


@pytest.fixture
def commands(tmp_path: Path) -> Path:
    """A `sleep` that counts seconds and takes none, and a `systemctl` that tells the pid of that second."""
    command(tmp_path, "sleep", f'echo "$1" >>{tmp_path}/slept')
    command(
        tmp_path, "systemctl", f'read -r pid <{tmp_path}/pid; eval "$(cat {tmp_path}/later)"; echo "$pid"'
    )
    (tmp_path / "slept").touch()
    (tmp_path / "pid").write_text("100\n")
    return tmp_path


@pytest.mark.parametrize("shell", ["sh", "bash"])
@pytest.mark.parametrize(
    ("from_s", "pid", "stays"),
    [
        (SETTLED_S + 1, 0, True),
        (SETTLED_S, 0, False),
        (1, 0, False),
        (3, 101, False),
        (0, 0, False),
    ],
    ids=["a minute", "gone in its last second", "gone at once", "started again", "there was none"],
)
def test_only_what_is_the_same_process_for_a_minute_stays_up(
    commands: Path, from_s: int, pid: int, stays: bool, shell: str
) -> None:
    later = f'[ "$(wc -l <{commands}/slept)" -lt {from_s} ] || pid={pid}'
    (commands / "later").write_text(later)
    said = said_by(f". {STAYS_UP}\nstays_up", commands, shell)
    assert (said.returncode == 0, said.stderr) == (stays, "")
    slept = (commands / "slept").read_text().split()
    assert slept == ["1"] * min(from_s, SETTLED_S)


@pytest.mark.parametrize(
    ("swapped", "starts", "stays", "goes_back"),
    [
        ("yes", "true", "true", False),
        ("yes", "true", "false", True),
        ("yes", "false", "true", True),
        ("", "true", "false", False),  # there is none to go back to
    ],
)
def test_the_installer_goes_back_where_the_new_version_does_not_stay_up(
    tmp_path: Path, swapped: str, starts: str, stays: str, goes_back: bool
) -> None:
    text = INSTALL.read_text(encoding="utf-8")
    functions = text[text.index("start() {") : text.index("tell_the_way_in() {")]
    command(tmp_path, "systemctl", starts)
    script = f"""
        set -euo pipefail
        UNITS=(peglight.service) DRY='' SWAPPED={swapped} SETTLED_S=0
        run() {{ :; }}
        stays_up() {{ {stays}; }}
        go_back() {{ echo 'it went back'; }}
        die() {{ echo "$*" >&2; exit 1; }}
        {functions}
        start
    """
    said = said_by(script, tmp_path, "bash")
    assert ("it went back" in said.stdout, said.returncode) == (goes_back, int(goes_back)), said.stderr
    assert ("the old version runs again" in said.stderr) == goes_back


def postinst(tmp_path: Path) -> str:
    """The package's script, on a machine whose /opt/peglight and /run/systemd/system are in `tmp_path`."""
    text = DEB.read_text(encoding="utf-8")
    begin = text.index("{ printf '#!/bin/sh")
    writes = text[begin : text.index("\nTEXT\n", begin) + len("\nTEXT\n")]
    (tmp_path / "DEBIAN").mkdir()
    variables = f"HERE={shlex.quote(str(ROOT))} STAGE={shlex.quote(str(tmp_path))}"
    subprocess.run(["bash", "-euc", f"{variables}\n{writes}"], check=True, timeout=60)
    written = (tmp_path / "DEBIAN" / "postinst").read_text(encoding="utf-8")
    assert written.startswith("#!/bin/sh\nset -e\n")
    return written.replace("/opt/peglight", str(tmp_path)).replace("/run/systemd/system", str(tmp_path))


@pytest.mark.parametrize(("from_s", "stays"), [(SETTLED_S + 1, True), (5, False)])
def test_the_package_puts_the_old_version_back_where_the_new_one_does_not_stay_up(
    commands: Path, from_s: int, stays: bool
) -> None:
    (commands / "later").write_text(f'[ "$(wc -l <{commands}/slept)" -lt {from_s} ] || pid=101')
    for name in ("systemd-sysusers", "systemd-tmpfiles", "udevadm"):
        command(commands, name, "true")
    for version in ("venv", "venv.old"):
        (commands / version).mkdir()
        (commands / version / version).touch()
    said = said_by(f"set -- configure\n{postinst(commands)}", commands, "sh")
    assert said.returncode == (0 if stays else 1), said.stderr
    assert ("the old one is put back" in said.stderr) is not stays
    assert (commands / "venv" / ("venv" if stays else "venv.old")).exists()
    assert (commands / "venv.failed").exists() is not stays
    assert not (commands / "venv.old").exists()
