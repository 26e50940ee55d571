"""Check what is installed against the pins, and that its licences suit an MIT project.

    .venv/bin/python requirements/audit.py requirements/run.txt requirements/drivers.txt

Prints a line a package, and for each that one carries inside it, and exits 1 if one is missing, of another
version, pinned without a hash, asks for something that is not pinned, or stands under a copyleft licence
(GPL, LGPL, AGPL). Asks no index.
"""

import re
import sys
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from importlib.metadata import Distribution, PackageNotFoundError, distribution
from pathlib import Path

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

COPYLEFT = re.compile(r"\b[AL]?GPL|GNU (Affero|Lesser|Library|General)", re.IGNORECASE)
RUNNING = "run.txt"
"""What peglight always runs with. All else are drivers that an owner names, and may not be built here."""
BY_HAND = {"mfrc522": "GPL; never shipped, only for rigs whose owner has put it there"}
TAKEN_OUT = {"setuptools": "LGPL; taken out again where Peglight was built, and never shipped"}
"""What builds Peglight and is used by nothing that runs; `systemd/install` and `systemd/deb` see to it."""


@dataclass(frozen=True, slots=True)
class Finding:
    """One pinned package: what is installed, under which licence, and what is wrong with it, if anything."""

    name: str
    version: str
    licence: str
    wrong: str = ""
    note: str = ""


@dataclass(frozen=True, slots=True)
class Pin:
    """One line of a pinned file."""

    requirement: Requirement
    has_hash: bool

    @property
    def name(self) -> str:
        """The package, by its normal name."""
        return canonicalize_name(self.requirement.name)


def pins(text: str) -> Iterator[Pin]:
    """The lines of a pinned file that apply to this Python."""
    for line in text.replace("\\\n", " ").splitlines():
        requirement, hashed, _ = line.partition("--hash=sha256:")
        if requirement.strip() and not requirement.startswith(("#", "-")):
            pinned = Requirement(requirement.strip())
            if pinned.marker is None or pinned.marker.evaluate():
                yield Pin(pinned, bool(hashed))


def licence(package: Distribution) -> str:
    """The licence a package names: the expression, else its classifiers, else its free text's first line."""
    free_text = _free_text(package).strip().splitlines()
    expression: str = package.metadata.get("License-Expression", "")
    return expression or ", ".join(_classified(package)) or (free_text[0] if free_text else "")


def is_copyleft(package: Distribution) -> bool:
    """Whether it names such a licence in any of these places, though another one may name a kinder one."""
    named = (package.metadata.get("License-Expression", ""), *_classified(package), _free_text(package))
    return any(COPYLEFT.search(one) for one in named)


def _classified(package: Distribution) -> list[str]:
    found = package.metadata.get_all("Classifier", [])
    return [one.split(" :: ")[-1] for one in found if one.startswith("License ::")]


def _free_text(package: Distribution) -> str:
    return package.metadata.get("License", "")


def examine(path: Path) -> Iterator[Finding]:
    """What is installed for each pin of a file, and what is wrong with it."""
    pinned = list(pins(path.read_text(encoding="utf-8")))
    names = {pin.name for pin in pinned}
    for pin in pinned:
        try:
            package = distribution(pin.name)
        except PackageNotFoundError:
            running = path.name == RUNNING
            yield Finding(pin.name, "-", "-", *(("not installed",) if running else ("", "not built here")))
            continue
        yield _examined(pin, package, None if path.name != RUNNING else names)
        yield from _examined_inside(pin, package)


def _examined(pin: Pin, package: Distribution, all_names: Collection[str] | None) -> Finding:
    """One package; `all_names` is all that may be asked for, where that is known."""
    named = licence(package)
    wrong, note = "", ""
    unpinned = all_names is not None and sorted(asked_by(package) - set(all_names))
    if not pin.has_hash:
        wrong = "pinned without a hash"
    elif package.version not in pin.requirement.specifier:
        wrong = f"pinned {pin.requirement.specifier}"
    elif not named:
        wrong = "names no licence"
    elif is_copyleft(package):
        by_hand = BY_HAND.get(pin.name, "") if all_names is None else ""
        wrong, note = ("", by_hand) if by_hand else ("copyleft", "")
    elif unpinned:
        wrong = f"asks for {', '.join(unpinned)}, which is not pinned"
    return Finding(pin.name, package.version, named, wrong, note)


def _examined_inside(pin: Pin, package: Distribution) -> Iterator[Finding]:
    """What a package carries inside it, by the metadata that lies beside each."""
    for one in carried_by(package):
        wrong, note = "", ""
        if is_copyleft(one):
            wrong, note = ("", TAKEN_OUT[pin.name]) if pin.name in TAKEN_OUT else ("copyleft", "")
        yield Finding(f"  {canonicalize_name(one.name)}", one.version, licence(one), wrong, note)


def carried_by(package: Distribution) -> Iterator[Distribution]:
    """The packages that one brings along within its own folder."""
    for file in package.files or ():
        if file.name == "METADATA" and file.parent.suffix == ".dist-info" and len(file.parts) > 2:
            yield Distribution.at(Path(str(file.locate())).parent)


def asked_by(package: Distribution) -> set[str]:
    """The packages that one asks for on this Python, without its extras."""
    asked = [Requirement(line) for line in package.requires or ()]
    return {
        canonicalize_name(one.name)
        for one in asked
        if one.marker is None or one.marker.evaluate({"extra": ""})
    }


def main(paths: list[str]) -> int:
    """Print the findings of every file; 1 if anything is wrong."""
    findings = [found for path in paths for found in examine(Path(path))]
    for found in findings:
        note = f"  <-- {found.wrong}" if found.wrong else f"  ({found.note})" if found.note else ""
        print(f"{found.name:22}{found.version:18}{found.licence}{note}")
    return int(any(found.wrong for found in findings))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
