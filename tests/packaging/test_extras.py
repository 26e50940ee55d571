"""The extras, the drivers and drivers.txt agree: a driver that needs a library has an extra of its name."""

import ast
import sys

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from tests.packaging.test_requirements import FOLDER, PROJECT, names, requirements
from tests.tree import ROOT

DRIVERS = {
    path.stem.replace("_", "-"): path for path in sorted((ROOT / "hardware" / "drivers").glob("[!_]*.py"))
}
EXTRAS: dict[str, list[str]] = PROJECT["project"]["optional-dependencies"]
BASE = names(PROJECT["project"]["dependencies"])
# The package asks for RPi.GPIO, so no extra may bring it; the rig has whichever module of that name it has.
BY_HAND = {"mfrc522-package": {"mfrc522"}}
OF_THE_RIG = {"RPi"}
PART_OF = {"ws281x-chip": "ws281x"}
DISTRIBUTION = {"serial": "pyserial"}
OURS = {"engine", "hardware", "firmware_host", "web_ui"}


def libraries(source: str) -> set[str]:
    """The distributions a module imports, anywhere in it, beyond the standard library and the base."""
    tops = set()
    for node in ast.walk(ast.parse(source)):
        match node:
            case ast.Import(names=aliases):
                tops |= {alias.name.partition(".")[0] for alias in aliases}
            case ast.ImportFrom(module=str(module), level=0):
                tops.add(module.partition(".")[0])
            case ast.Call(func=ast.Name(id="import_module"), args=[ast.Constant(value=str(module))]):
                tops.add(module.partition(".")[0])
            case ast.Call(func=ast.Name(id="load"), args=[_, ast.Constant(value=str(module))]):
                tops.add(module.partition(".")[0])
    found = tops - OURS - OF_THE_RIG - set(sys.stdlib_module_names)
    return {canonicalize_name(DISTRIBUTION.get(name, name)) for name in found} - BASE


def test_the_usual_board_is_the_sum_of_its_drivers() -> None:
    (whole,) = (Requirement(line) for line in EXTRAS["pi"])
    assert (whole.name, whole.extras) == ("peglight", {"gpio", "mfrc522", "ws281x"})


def test_a_driver_s_extra_brings_the_libraries_it_imports() -> None:
    brought = {
        driver: BY_HAND.get(driver, names(EXTRAS.get(PART_OF.get(driver, driver), []))) for driver in DRIVERS
    }
    imported = {driver: libraries(path.read_text(encoding="utf-8")) for driver, path in DRIVERS.items()}
    assert {
        driver: some - brought[driver] for driver, some in imported.items() if some - brought[driver]
    } == {}


def test_drivers_that_need_a_library_are_seen_to_need_it() -> None:
    imported = libraries(DRIVERS["mfrc522"].read_text(encoding="utf-8"))
    assert imported == {"spidev"}


def test_no_extra_brings_the_package_that_asks_for_rpi_gpio() -> None:
    assert all("mfrc522" not in names(lines) for lines in EXTRAS.values())


def test_the_drivers_file_and_the_extras_name_the_same_libraries() -> None:
    in_extras = set().union(*(names(lines) for extra, lines in EXTRAS.items() if extra != "pi"))
    by_hand = set().union(*BY_HAND.values())
    assert set(requirements(FOLDER / "drivers.in")) == (in_extras | by_hand) - {"gpiozero"}
