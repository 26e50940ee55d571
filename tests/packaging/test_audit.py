"""`make audit`: a licence that does not suit, a pin without a hash or a package nobody pinned is found."""

import runpy
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.tree import ROOT

AUDIT: dict[str, Any] = runpy.run_path(str(ROOT / "requirements" / "audit.py"))
HASH = f"--hash=sha256:{'0' * 64}"


@pytest.fixture
def shelf(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of installed packages that Python looks in first."""
    monkeypatch.syspath_prepend(str(tmp_path / "shelf"))
    return tmp_path / "shelf"


def put(shelf: Path, name: str, *lines: str) -> None:
    """Install a package of version 1.0 that says such things of itself."""
    (shelf / f"{name}-1.0.dist-info").mkdir(parents=True)
    head = ("Metadata-Version: 2.4", f"Name: {name}", "Version: 1.0")
    (shelf / f"{name}-1.0.dist-info" / "METADATA").write_text(
        "\n".join((*head, *lines, "")), encoding="utf-8"
    )


def audited(shelf: Path, *lines: str, file: str = "run.txt") -> dict[str, Any]:
    path = shelf.parent / file
    path.write_text("\n".join((*lines, "")), encoding="utf-8")
    return {found.name: found for found in AUDIT["examine"](path)}


def test_what_peglight_runs_with_may_be_shipped(capsys: pytest.CaptureFixture[str]) -> None:
    assert AUDIT["main"]([str(ROOT / "requirements" / "run.txt")]) == 0
    told = capsys.readouterr().out
    assert "flask" in told
    assert "waitress" in told


@pytest.mark.parametrize(
    "licence",
    [
        "License-Expression: GPL-3.0-or-later",
        "License-Expression: MIT AND LGPL-2.1-only",
        "Classifier: License :: OSI Approved :: GNU Lesser General Public License v3 (LGPLv3)",
        "License: GNU Affero General Public License",
        "License: GPLv2",
        "License-Expression: MIT\nClassifier: License :: OSI Approved :: GNU General Public License (GPL)",
        "License: GPL-3.0\nClassifier: License :: OSI Approved",
        "License: All rights as follows.\n        GNU GENERAL PUBLIC LICENSE, version 2",
    ],
)
def test_copyleft_fails(shelf: Path, licence: str) -> None:
    put(shelf, "borrowed", licence)
    assert audited(shelf, f"borrowed==1.0 {HASH}")["borrowed"].wrong == "copyleft"


def carrying(shelf: Path, name: str, *inside: str) -> None:
    """Install a package that has another one inside it, which says such things of itself."""
    put(shelf, name, "License: MIT")
    put(shelf / name / "_vendor", "stowaway", *inside)
    record = f"{name}/_vendor/stowaway-1.0.dist-info/METADATA,,\n{name}-1.0.dist-info/METADATA,,\n"
    (shelf / f"{name}-1.0.dist-info" / "RECORD").write_text(record, encoding="utf-8")


def test_copyleft_inside_of_another_package_fails_too(shelf: Path) -> None:
    carrying(shelf, "carrier", "License: LGPLv3")
    carrying(shelf, "kind", "License: MIT")
    found = audited(shelf, f"carrier==1.0 {HASH}")
    assert found["  stowaway"].wrong == "copyleft"
    assert audited(shelf, f"kind==1.0 {HASH}")["  stowaway"].wrong == ""


def test_what_only_builds_is_taken_out_of_what_is_shipped(shelf: Path) -> None:
    carrying(shelf, "setuptools", "License: LGPLv3")
    found = audited(shelf, f"setuptools==1.0 {HASH}")["  stowaway"]
    assert (found.wrong, "taken out" in found.note) == ("", True)
    program = (ROOT / "systemd" / "program").read_text(encoding="utf-8")
    building = program.partition("put_ours() {")[2].partition("\n}")[0].partition("--no-build-isolation")
    assert "-m pip uninstall --quiet --yes setuptools" in building[2], "after it has built"
    assert program.count("--no-build-isolation") == 1
    assert 'put_ours "$HERE" "$venv"' in program
    assert 'put_ours "$HERE" "$venv"' in (ROOT / "systemd" / "deb").read_text(encoding="utf-8")


def test_nothing_that_runs_imports_what_only_builds() -> None:
    drivers = [path.stem for path in (ROOT / "hardware" / "drivers").glob("[!_]*.py")]
    ours = [
        "firmware_host.assembly",
        "firmware_host.__main__",
        *(f"hardware.drivers.{one}" for one in drivers),
    ]
    names = [*ours, "gpiozero", "flask", "waitress", "serial", "segno", "tomlkit"]
    program = f"import sys, importlib; [importlib.import_module(one) for one in {names}]; print(*sys.modules)"
    words = [sys.executable, "-c", program]
    done = subprocess.run(words, cwd=ROOT, capture_output=True, text=True, check=True)
    assert "gpiozero" in done.stdout.split()
    assert not {"setuptools", "pkg_resources"} & set(done.stdout.split())


def test_the_adapted_package_is_nothing_that_is_shipped(shelf: Path) -> None:
    put(shelf, "mfrc522", "License: GPLv3")
    line = f"mfrc522==1.0 {HASH}"
    assert audited(shelf, line, file="drivers.txt")["mfrc522"].wrong == ""
    assert "never shipped" in audited(shelf, line, file="drivers.txt")["mfrc522"].note
    assert audited(shelf, line)["mfrc522"].wrong == "copyleft"


def test_every_pin_has_a_hash_a_version_and_a_licence(shelf: Path) -> None:
    for name in ("bare", "newer", "silent", "good"):
        put(shelf, name, *(["License: MIT"] if name != "silent" else []))
    lines = (
        "bare==1.0",
        *(f"{one} {HASH}" for one in ("newer==2.0", "silent==1.0", "good==1.0", "gone==1.0")),
    )
    found = audited(shelf, *lines)
    assert {name: one.wrong for name, one in found.items()} == {
        "bare": "pinned without a hash",
        "newer": "pinned ==2.0",
        "silent": "names no licence",
        "good": "",
        "gone": "not installed",
    }


def test_what_is_asked_for_is_pinned_too(shelf: Path) -> None:
    put(
        shelf,
        "asking",
        "License: MIT",
        "Requires-Dist: good",
        "Requires-Dist: Stow_Away>=1",
        'Requires-Dist: only-extra; extra == "more"',
        'Requires-Dist: only-old; python_version < "3"',
    )
    put(shelf, "good", "License: MIT")
    found = audited(shelf, f"asking==1.0 {HASH}", f"good==1.0 {HASH}")
    assert found["asking"].wrong == "asks for stow-away, which is not pinned"


def test_a_driver_that_could_not_be_built_here_is_only_noted(shelf: Path) -> None:
    found = audited(shelf, f"not-built-anywhere==1.0 {HASH}", file="drivers.txt")["not-built-anywhere"]
    assert (found.wrong, found.note) == ("", "not built here")
