"""What the README promises is there: its commands, its files, every driver."""

import re

from tests.packaging.test_extras import EXTRAS
from tests.tree import ROOT

README = (ROOT / "README.md").read_text(encoding="utf-8")
DRIVERS = ROOT / "hardware" / "drivers"


def test_every_driver_is_in_the_table_and_nothing_else() -> None:
    listed = set(re.findall(r"^\| `([^`]+)`", README, re.MULTILINE))
    opened = {
        path.stem.replace("_", "-")
        for path in DRIVERS.glob("*.py")
        if re.search(r"^def open_\w+\(", path.read_text(encoding="utf-8"), re.MULTILINE)
    }
    assert listed == opened


def test_every_extra_it_names_is_one() -> None:
    assert {"pi"} <= set(re.findall(r"peglight\[(\w+)\]", README)) <= set(EXTRAS)
