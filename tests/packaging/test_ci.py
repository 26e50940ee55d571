"""What CI runs, on a machine that has nothing: commands of its own stand for apt and for what apt brings."""

import shutil
import subprocess
from pathlib import Path

import pytest

from tests.tree import ROOT

BASICS = ("cat", "dirname", "mktemp", "rm")
BROUGHT = {
    "make": "make",
    "git": "git",
    "strace": "strace",
    "e2fsprogs": "mkfs.ext4",
    "gcc": "gcc",
    "chromium": "chromium",
    "fontconfig": "fc-list",
    "python3": "python3",
}
ANY = 'echo "$(basename "$0") $*" >>"$NOTES"'
FONTS = "DejaVu\n" + "Sans\n" * 50_000
"""The one that is looked for comes first: whoever reads no further breaks off what tells of the others."""


class Machine:
    """A folder of commands, which is all that there is, and notes of those that were called."""

    def __init__(self, folder: Path, daemon_in: str) -> None:
        self.commands = folder / "commands"
        self.notes = folder / "notes"
        self.commands.mkdir()
        for name in BASICS:
            (self.commands / name).symlink_to(str(shutil.which(name)))
        brought = {**BROUGHT, daemon_in: "qemu-storage-daemon"}
        self.command("basename", 'echo "${1##*/}"')
        cases = "".join(f"{package}) put {command} ;;\n" for package, command in brought.items())
        put = f'put() {{ {shutil.which("cp")} {folder}/brought-"$1" {self.commands}/"$1"; }}'
        self.command(
            "apt-get", f'{ANY}\n{put}\nfor one; do case $one in\n{cases}esac; done\nexit "${{OFF:-0}}"'
        )
        for command in brought.values():
            self.command(f"../brought-{command}", ANY)
        (folder / "fonts").write_text(FONTS, encoding="utf-8")
        self.command("../brought-fc-list", f"exec cat {folder}/fonts")
        self.command("../brought-python3", ":")  # it has all that is asked of it

    def command(self, name: str, text: str) -> None:
        path = self.commands / name
        path.write_text(f"#!/bin/sh\n{text}\n", encoding="utf-8")
        path.chmod(0o755)

    def run(self, **more: str) -> tuple[subprocess.CompletedProcess[str], list[str]]:
        """Run what CI runs; and what was called."""
        self.notes.write_text("", encoding="utf-8")
        done = subprocess.run(
            [str(shutil.which("bash")), str(ROOT / ".ci" / "run")],
            env={"PATH": str(self.commands), "NOTES": str(self.notes), **more},
            capture_output=True,
            text=True,
            timeout=60,
            check=False,
        )
        return done, self.notes.read_text(encoding="utf-8").splitlines()


@pytest.mark.parametrize("daemon_in", ["qemu-system-common", "qemu-utils"], ids=["bookworm", "trixie"])
def test_what_is_lacking_is_brought_once_and_then_all_is_checked(tmp_path: Path, daemon_in: str) -> None:
    machine = Machine(tmp_path, daemon_in)
    done, called = machine.run()
    assert done.returncode == 0, done.stderr
    update, install, check = called
    assert (update, check) == ("apt-get update -q", "make check PYTHON=python3")
    assert {*BROUGHT, daemon_in, "libc6-dev", "python3-venv", "python3-dev", "fonts-dejavu-core"} <= {
        *install.split()
    }
    done, called = machine.run()
    assert (done.returncode, called) == (0, ["make check PYTHON=python3"])


def test_what_cannot_be_brought_is_said_and_nothing_is_checked(tmp_path: Path) -> None:
    done, called = Machine(tmp_path, "qemu-utils").run(OFF="100")
    assert done.returncode == 1
    assert called == ["apt-get update -q"]
