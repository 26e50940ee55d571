"""The pinned files: a hash for everything, no address, one version a package, and what pyproject asks for."""

import re
import tomllib
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from tests.tree import ROOT

FOLDER = ROOT / "requirements"
PINNED = sorted(FOLDER.glob("*.txt"))
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
PYTHONS = ("3.11.2", "3.12.0", "3.13.0")
MACHINES = ("x86_64", "aarch64")


def entries(path: Path) -> list[str]:
    """The logical lines: continuation lines joined, comments and blanks dropped."""
    joined = path.read_text(encoding="utf-8").replace("\\\n", " ")
    lines = (re.sub(r"(^|\s)#.*", "", line).strip() for line in joined.splitlines())
    return [line for line in lines if line]


def requirements(path: Path) -> dict[str, Requirement]:
    """The requirements of a file by normal name; `-c` lines and hashes left out."""
    wanted = [Requirement(line.split(" --hash")[0]) for line in entries(path) if not line.startswith("-c ")]
    return {canonicalize_name(one.name): one for one in wanted}


def names(wanted: list[str]) -> set[str]:
    return {canonicalize_name(Requirement(line).name) for line in wanted}


def applies(one: Requirement, python: str, machine: str) -> bool:
    where = {
        "python_version": python.rpartition(".")[0],
        "python_full_version": python,
        "sys_platform": "linux",
        "platform_system": "Linux",
        "platform_machine": machine,
        "platform_python_implementation": "CPython",
        "implementation_name": "cpython",
        "os_name": "posix",
    }
    return one.marker is None or one.marker.evaluate(where)


def test_there_are_pinned_files_for_running_testing_and_the_drivers() -> None:
    assert {path.stem for path in PINNED} >= {"run", "test", "drivers"}
    assert {path.stem for path in PINNED} == {path.stem for path in FOLDER.glob("*.in")}


@pytest.mark.parametrize("path", PINNED, ids=lambda path: path.name)
def test_every_line_is_one_version_with_a_hash_and_nothing_else(path: Path) -> None:
    shape = re.compile(r"[\w.-]+==[\w.]+( ; [^-]+?)?( +--hash=sha256:[0-9a-f]{64})+")
    assert [line for line in entries(path) if not shape.fullmatch(line)] == []


@pytest.mark.parametrize("path", [*PINNED, *sorted(FOLDER.glob("*.in"))], ids=lambda path: path.name)
def test_no_requirement_file_names_an_address_or_an_index(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    options = set(re.findall(r"(?<!\S)-[\w-]+", text)) - {"--hash", "-c"}
    assert options | set(re.findall(r"\S*(?://|@|www\.)\S*", text)) == set()


@pytest.mark.parametrize("path", PINNED, ids=lambda path: path.name)
def test_what_is_asked_for_is_pinned_on_every_python_and_machine(path: Path) -> None:
    asked, pinned = requirements(path.with_suffix(".in")), requirements(path)
    for python in PYTHONS:
        for machine in MACHINES:
            here = {name for name, one in pinned.items() if applies(one, python, machine)}
            assert {name for name, one in asked.items() if applies(one, python, machine)} <= here
    versions = {name: str(one.specifier).removeprefix("==") for name, one in pinned.items()}
    assert [name for name, one in asked.items() if not one.specifier.contains(versions[name])] == []


def test_two_files_never_pin_two_versions_of_a_package() -> None:
    seen: dict[str, set[str]] = {}
    for path in PINNED:
        for name, one in requirements(path).items():
            seen.setdefault(name, set()).add(str(one.specifier))
    assert {name: versions for name, versions in seen.items() if len(versions) > 1} == {}


def test_lgpio_is_pinned_below_python_3_13_only() -> None:
    lgpio = requirements(FOLDER / "drivers.txt")["lgpio"]
    assert [applies(lgpio, python, "aarch64") for python in PYTHONS] == [True, True, False]


def test_rpi_gpio_never_arrives() -> None:
    assert all(name not in requirements(path) for path in PINNED for name in ("rpi-gpio", "mfrc522-python"))
    assert str(requirements(FOLDER / "drivers.txt")["mfrc522"].specifier) == "==0.0.7"


def test_the_run_set_is_what_the_project_depends_on() -> None:
    needed = names(PROJECT["project"]["dependencies"] + PROJECT["build-system"]["requires"])
    assert set(requirements(FOLDER / "run.in")) == needed | {"gpiozero"}
