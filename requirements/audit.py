"""Check what is installed against the pins, and that its licences suit an MIT project.

    .venv/bin/python requirements/audit.py requirements/run.txt

Prints a line a package and exits 1 if one is missing, of another version, or under a copyleft
licence (GPL, LGPL, AGPL). Asks no index.
"""

import re
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from importlib.metadata import Distribution, PackageNotFoundError, distribution
from pathlib import Path

from packaging.requirements import Requirement

COPYLEFT = re.compile(r"\b[AL]?GPL|GNU (Affero|Lesser|Library|General)", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Finding:
    """One pinned package: what is installed, under which licence, and what is wrong with it, if anything."""

    name: str
    version: str
    licence: str
    wrong: str


def pins(text: str) -> Iterator[Requirement]:
    """The requirements of a pinned file that apply to this Python."""
    for line in text.replace("\\\n", " ").splitlines():
        requirement = line.split("--hash")[0].strip()
        if requirement and not requirement.startswith(("#", "-")):
            pinned = Requirement(requirement)
            if pinned.marker is None or pinned.marker.evaluate():
                yield pinned


def licence(package: Distribution) -> str:
    """The licence a package names: the expression, else its classifiers, else its free text's first line."""
    meta = package.metadata
    classifiers = [c.split(" :: ")[-1] for c in meta.get_all("Classifier", []) if c.startswith("License ::")]
    free_text = (meta.get("License") or "").strip().splitlines()
    return meta.get("License-Expression") or ", ".join(classifiers) or (free_text[0] if free_text else "")


def examine(pinned: Requirement) -> Finding:
    """What is installed for one pin, and what is wrong with it."""
    try:
        package = distribution(pinned.name)
    except PackageNotFoundError:
        return Finding(pinned.name, "-", "-", "not installed")
    named = licence(package)
    wrong = ""
    if package.version not in pinned.specifier:
        wrong = f"pinned {pinned.specifier}"
    elif not named:
        wrong = "names no licence"
    elif COPYLEFT.search(named):
        wrong = "copyleft"
    return Finding(pinned.name, package.version, named, wrong)


def main(paths: list[str]) -> int:
    """Print the findings of every file; 1 if anything is wrong."""
    findings = [examine(pinned) for path in paths for pinned in pins(Path(path).read_text(encoding="utf-8"))]
    for found in findings:
        note = f"  <-- {found.wrong}" if found.wrong else ""
        print(f"{found.name:20}{found.version:18}{found.licence}{note}")
    return int(any(found.wrong for found in findings))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
