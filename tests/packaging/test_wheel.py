"""The wheel holds exactly the four packages and their data, and works away from the tree."""

import json
import os
import re
import shutil
import site
import subprocess
import sys
import zipfile
from collections.abc import Iterator
from pathlib import Path
from urllib.request import urlopen

import pytest

from firmware_host.wheel_reading import unpack_wheel
from tests.tree import ROOT, project_files

PACKAGES = ("engine", "hardware", "firmware_host", "web_ui")


ENVIRON = {name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "XDG_"))}


def _run(*command: str | Path, cwd: Path, told: str = "") -> str:
    done = subprocess.run(command, cwd=cwd, env=ENVIRON, input=told, capture_output=True, text=True)
    assert done.returncode == 0, f"{command} ended with {done.returncode}\n{done.stdout}\n{done.stderr}"
    return done.stdout


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel, built offline from a copy of the project's files: no leftover of another build gets in."""
    source = tmp_path_factory.mktemp("source")
    for path in project_files():
        (source / path).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(ROOT / path, source / path)
    out = tmp_path_factory.mktemp("wheel")
    pip = (sys.executable, "-m", "pip", "-q", "--disable-pip-version-check")
    _run(*pip, "wheel", "--no-deps", "--no-index", "--no-build-isolation", "-w", out, source, cwd=out)
    (built,) = out.glob("peglight-*.whl")
    return built


@pytest.fixture(scope="module")
def away(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The bin folder of a fresh venv with the wheel in it; its dependencies come from the suite's venv."""
    venv = tmp_path_factory.mktemp("away") / "venv"
    _run(sys.executable, "-m", "venv", "--without-pip", venv, cwd=venv.parent)
    python = venv / "bin" / "python"
    pip = (sys.executable, "-m", "pip", "-q", "--disable-pip-version-check", "--python", python)
    _run(*pip, "install", "--no-deps", "--no-index", wheel, cwd=venv.parent)
    (packages,) = venv.glob("lib/python*/site-packages")
    # A plain path line: the suite's packages come after the venv's own, and its editable peglight stays out.
    (packages / "suite.pth").write_text("\n".join(site.getsitepackages()), encoding="utf-8")
    return venv / "bin"


def test_a_board_takes_the_wheel_as_an_update(wheel: Path, tmp_path: Path) -> None:
    """Without internet, from a phone: it is just this file."""
    assert unpack_wheel(wheel, tmp_path, than="0.0.1") in wheel.name
    assert (tmp_path / "web_ui" / "templates" / "base.html").exists()


def test_the_wheel_holds_every_file_of_the_four_packages_and_nothing_else(wheel: Path) -> None:
    held = {name for name in zipfile.ZipFile(wheel).namelist() if ".dist-info/" not in name}
    assert held == {path.as_posix() for path in project_files() if path.parts[0] in PACKAGES}


def test_the_wheel_carries_its_licence_and_its_command(wheel: Path) -> None:
    archive = zipfile.ZipFile(wheel)
    about = {
        name.split(".dist-info/")[1]: archive.read(name).decode()
        for name in archive.namelist()
        if ".dist-info/" in name
    }
    assert "License-Expression: MIT" in about["METADATA"]
    assert about["licenses/LICENSE"] == (ROOT / "LICENSE").read_text(encoding="utf-8")
    assert "peglight = firmware_host.__main__:main" in about["entry_points.txt"]


@pytest.mark.parametrize("package", PACKAGES)
def test_an_installed_package_imports_away_from_the_tree(away: Path, package: str, tmp_path: Path) -> None:
    where = _run(away / "python", "-c", f"import {package}; print({package}.__file__)", cwd=tmp_path)
    assert Path(where.strip()).is_relative_to(away.parent)


def test_the_installed_command_names_what_it_can_do(away: Path, tmp_path: Path) -> None:
    text = _run(away / "peglight", "--help", cwd=tmp_path)
    assert "referee" in text
    assert "play" in text


def test_the_installed_command_judges_a_position(away: Path, tmp_path: Path) -> None:
    asked = {
        "id": 1,
        "rules": "pagat",
        "options": {},
        "sides": 4,
        "teams": [["A", "C"], ["B", "D"]],
        "pegs": {"A": ["A8", "S", "S", "S", "S"]} | {seat: ["S"] * 5 for seat in "BCD"},
        "turn": "A",
        "card": "7",
    }
    answer = json.loads(_run(away / "peglight", "referee", cwd=tmp_path, told=json.dumps(asked) + "\n"))
    assert [move["steps"] for move in answer["moves"]] == [[{"seat": "A", "from": "A8", "to": "A15"}]]


@pytest.fixture
def daemon(away: Path, tmp_path: Path) -> Iterator[str]:
    """The address of an installed `peglight run`, from a home of its own."""
    command = [away / "peglight", "run", "--simulate", "--listen", "127.0.0.1:0"]
    environ = ENVIRON | {"HOME": str(tmp_path)}
    with subprocess.Popen(command, cwd=tmp_path, env=environ, stderr=subprocess.PIPE, text=True) as running:
        assert running.stderr
        said = []
        for line in running.stderr:
            said.append(line)
            if found := re.search(r"http://\S+", line):
                yield found[0]
                break
        running.terminate()
        said.extend(running.stderr)
        assert running.wait() == 0, "".join(said)


def test_the_installed_daemon_serves_its_pages_and_all_they_load(daemon: str) -> None:
    with urlopen(f"{daemon}/setup") as page:
        text = page.read().decode()
    loaded = re.findall(r"""(?:src|href)="(/static/[^"]+)""", text)
    assert any(path.split("?")[0].endswith(".css") for path in loaded)
    for path in loaded:
        with urlopen(daemon + path) as part:
            assert part.read()
