"""The two commands: what they install, when they install it again, and what they say when they cannot.

A stand-in for Python makes the venv and notes what pip is asked for, so nothing is downloaded.
"""

import os
import shutil
import subprocess
import time
from pathlib import Path

import pytest

from tests.tree import ROOT

STAND_IN = """#!/bin/sh
echo "$@" >>"$NOTES"
case "$*" in
    *version_info*) exit "${TOO_OLD:-0}" ;;
    *ensurepip*) exit "${NO_VENV:-0}" ;;
    "-m venv --clear .venv") rm -rf .venv && mkdir -p .venv/bin && cp "$0" .venv/bin/python &&
        printf '#!/bin/sh\\necho "played: $*"\\n' >.venv/bin/peglight && chmod +x .venv/bin/peglight &&
        printf '#!/bin/sh\\ncase "$*" in *"${TOO_LITTLE:-no}"/*) exit 2 ;; esac\\n' >.venv/bin/coverage &&
        chmod +x .venv/bin/coverage &&
        printf '#!/bin/sh\\necho "$*">>"$NOTES"\\ncase "$*" in *" $GONE "*) exit 2;; esac\\n' >.venv/bin/uv &&
        chmod +x .venv/bin/uv ;;
    *driver-spidev*) exit "${NO_COMPILER:-0}" ;;
esac
"""


class Clone:
    """A copy of what make needs, and a record of what it did there."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.notes = folder.parent / "notes"
        shutil.copytree(ROOT / "requirements", folder / "requirements", copy_function=shutil.copy)
        for name in ("Makefile", "pyproject.toml"):
            shutil.copy(ROOT / name, folder)
        self.python = folder.parent / "stand-in"
        self.python.write_text(STAND_IN, encoding="utf-8")
        self.python.chmod(0o755)

    def make(self, *targets: str, **settings: str) -> subprocess.CompletedProcess[str]:
        """Run make, forgetting the make it may itself be run by."""
        of_make = ("MAKE", "MFLAGS", "ARGS")
        outer = {name: value for name, value in os.environ.items() if not name.startswith(of_make)}
        python = settings.pop("PYTHON", str(self.python))
        self.notes.write_text("", encoding="utf-8")
        return subprocess.run(
            ["make", *targets, f"PYTHON={python}"],
            cwd=self.folder,
            env=outer | {"NOTES": str(self.notes)} | settings,
            capture_output=True,
            text=True,
        )

    def installed(self) -> list[str]:
        """What pip was asked for in the last `make`: pinned files, the tree, single drivers."""
        return [line.rsplit(None, 1)[-1].rpartition("/")[-1] for line in self.asked()]

    def asked(self) -> list[str]:
        """The words of each `pip install` of the last `make`."""
        return [line for line in self.notes.read_text(encoding="utf-8").splitlines() if " install " in line]


@pytest.fixture
def clone(tmp_path: Path) -> Clone:
    (tmp_path / "clone").mkdir()
    return Clone(tmp_path / "clone")


RUN, TEST = "run.txt", "test.txt"
DRIVERS = [
    f"driver-{line.split()[0]}"
    for line in (ROOT / "requirements" / "drivers.txt").read_text(encoding="utf-8").splitlines()
    if not line.startswith(" ")
]


def test_make_run_needs_the_run_set_only(clone: Clone) -> None:
    done = clone.make("run")
    assert (done.returncode, done.stdout.splitlines()[-1]) == (0, "played: run --simulate")
    assert clone.installed() == [RUN, "."]


def test_a_second_make_run_installs_nothing(clone: Clone) -> None:
    clone.make("run")
    assert clone.make("run").stdout == "played: run --simulate\n"
    assert clone.notes.read_text(encoding="utf-8") == ""


def test_make_venv_installs_run_set_checks_and_drivers(clone: Clone) -> None:
    assert clone.make("venv").returncode == 0
    assert clone.installed() == [RUN, ".", TEST, *DRIVERS]


@pytest.mark.parametrize(
    ("changed", "again"), [("run.txt", [RUN, "."]), ("test.txt", [TEST]), ("drivers.txt", DRIVERS)]
)
def test_a_changed_requirement_file_is_installed_again(clone: Clone, changed: str, again: list[str]) -> None:
    clone.make("venv")
    path = clone.folder / "requirements" / changed
    later_s = time.time() + 1
    os.utime(path, (later_s, later_s))
    clone.make("venv")
    assert clone.installed() == again


def test_every_pinned_file_is_installed_with_its_hashes_and_only_drivers_may_compile(clone: Clone) -> None:
    clone.make("venv")
    for words, what in zip(clone.asked(), clone.installed(), strict=True):
        assert ("--require-hashes" in words) == (what != ".")
        assert ("--only-binary :all:" in words) == (what in {RUN, TEST})
        assert ("--no-deps" in words) == (what not in {RUN, TEST})


def test_a_driver_that_cannot_be_built_stops_nothing_and_is_tried_again(clone: Clone) -> None:
    done = clone.make("venv", NO_COMPILER="1")
    assert done.returncode == 0
    assert "Not built: spidev==" in done.stdout
    assert clone.installed() == [RUN, ".", TEST, *DRIVERS]
    clone.make("venv")
    assert clone.installed() == DRIVERS
    clone.make("venv")
    assert clone.installed() == []


@pytest.mark.parametrize("package", ["engine", "hardware", "firmware_host", "web_ui"])
def test_too_little_that_the_tests_reach_is_a_failure_naming_the_package(clone: Clone, package: str) -> None:
    assert clone.make("coverage").returncode == 0
    done = clone.make("coverage", TOO_LITTLE=package)
    assert done.returncode != 0
    assert done.stderr.splitlines()[0].startswith(f"{package}: the tests are to reach ")
    assert clone.make("coverage", "ARGS=tests/engine", TOO_LITTLE=package).returncode == 0


SETS = ["run", "test", "fuzz", "lock", "drivers"]


@pytest.mark.parametrize("lacked", [*SETS, "none"])
def test_requirements_that_cannot_be_had_end_it(clone: Clone, lacked: str) -> None:
    done = clone.make("requirements", GONE=f"requirements/{lacked}.in")
    assert (done.returncode == 0) is (lacked == "none")
    written = clone.notes.read_text(encoding="utf-8").splitlines()
    compiled = [line for line in written if line.startswith("pip compile")]
    assert len(compiled) == (SETS.index(lacked) + 1 if lacked in SETS else len(SETS))


def test_clean_leaves_nothing_that_python_made(clone: Clone) -> None:
    caches = [clone.folder / folder / "__pycache__" for folder in ("docs", "systemd", "tests/hardware")]
    for cache in caches:
        cache.mkdir(parents=True)
    clone.make("run")
    assert clone.make("clean").returncode == 0
    assert not (clone.folder / ".venv").exists()
    assert [cache for cache in caches if cache.exists()] == []
    assert all(cache.parent.exists() for cache in caches)


@pytest.mark.parametrize(
    ("target", "script"), [("service", "tests/service/run"), ("vm", "tests/vm/run"), ("deb", "systemd/deb")]
)
def test_a_tree_in_a_folder_with_a_blank_is_as_good(tmp_path: Path, target: str, script: str) -> None:
    folder = tmp_path / "my trees" / "clone"
    folder.mkdir(parents=True)
    clone = Clone(folder)
    (folder / script).parent.mkdir(parents=True)
    (folder / script).write_text('echo "$PYTHON"\n', encoding="utf-8")
    done = clone.make(target)
    assert done.returncode == 0, done.stderr
    python = clone.python if target == "deb" else folder / ".venv" / "bin" / "python"
    assert done.stdout.splitlines()[-1] == str(python)


def test_a_tree_that_was_moved_gets_a_new_venv(clone: Clone) -> None:
    clone.make("run")
    clone.folder = clone.folder.rename(clone.folder.with_name("moved"))
    clone.make("run")
    assert clone.installed() == [RUN, "."]


def test_a_venv_whose_python_is_gone_is_made_anew(clone: Clone) -> None:
    clone.make("run")
    (clone.folder / ".venv" / "bin" / "python").unlink()
    clone.make("run")
    assert clone.installed() == [RUN, "."]


@pytest.mark.parametrize(
    ("settings", "sentence"),
    [
        ({"TOO_OLD": "1"}, "Peglight needs Python 3.11 or newer"),
        ({"NO_VENV": "1"}, "sudo apt install python3-venv"),
        ({"PYTHON": "no-such-python"}, "install Python 3.11 or newer"),
    ],
)
def test_a_python_that_will_not_do_is_said_in_one_sentence(
    clone: Clone, settings: dict[str, str], sentence: str
) -> None:
    done = clone.make("run", **settings)
    assert done.returncode != 0
    (said,) = (line for line in done.stderr.splitlines() if not line.startswith("make: ***"))
    assert sentence in said
    assert "PYTHON=" in said
    assert not (clone.folder / ".venv").exists()


def test_a_venv_that_belongs_to_another_tree_is_left_alone(clone: Clone) -> None:
    others = clone.folder.parent / "others"
    (others / "bin").mkdir(parents=True)
    (others / "bin" / "python").touch(mode=0o755)
    (clone.folder / ".venv").symlink_to(others)
    done = clone.make("run")
    assert done.returncode != 0
    assert "is a link" in done.stderr
    assert (others / "bin" / "python").exists()
