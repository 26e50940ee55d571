"""docs/parts.md: its pins are those of the example, its settings those of the drivers."""

import importlib
import inspect
import re
import tomllib
from collections.abc import Iterator

import pytest

from tests.tree import ROOT

PAGE = (ROOT / "docs" / "parts.md").read_text(encoding="utf-8")
FOUR = tomllib.loads((ROOT / "docs" / "boards" / "four.toml").read_text(encoding="utf-8"))
ROWS = dict(re.findall(r"^\| `([\w-]+)` \| (.+) \|$", PAGE, re.MULTILINE))
WIRES = {
    wire: (int(gpio), int(pin))
    for wire, gpio, pin in re.findall(r"^\| ([\w ]+) \| (\d+) \| (\d+) \|$", PAGE, re.MULTILINE)
}
HEADER = {8: 24, 11: 23, 10: 19, 9: 21, 17: 11, 27: 13, 22: 15, 13: 33, 21: 40}
"""The pin of the 40 on a Raspberry Pi for a GPIO, by its schematics."""


def test_the_wires_go_where_the_example_says() -> None:
    said = {f"button {button['name']}": button["gpio"] for button in FOUR["button"]}
    said |= {"lamps": FOUR["strip"][0]["gpio"], "buzzer": FOUR["buzzer"][0]["gpio"]}
    told = {wire: gpio for wire, (gpio, _) in WIRES.items() if not wire.startswith("reader ")}
    assert told == said
    assert dict(WIRES.values()) == HEADER


def test_every_driver_of_a_board_is_there() -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    drivers = set(re.findall(r"^\| `([\w-]+)` \| [^|]+ \| [^|]+ \| on ", readme, re.MULTILINE))
    assert set(ROWS) == drivers


@pytest.mark.parametrize("driver", ROWS)
def test_a_driver_takes_what_the_page_says(driver: str) -> None:
    told = dict(re.findall(r"`(\w+)`(?: ([\w/-]+))?", ROWS[driver]))
    assert told == dict(settings(driver))


def settings(driver: str) -> Iterator[tuple[str, str]]:
    """Each setting of a driver, and what it is when left out; the way in for tests is none."""
    module = importlib.import_module(f"hardware.drivers.{driver.replace('-', '_')}")
    for _, opener in inspect.getmembers(module, inspect.isfunction):
        if opener.__module__ == module.__name__ and opener.__name__.startswith("open_"):
            for name, setting in inspect.signature(opener).parameters.items():
                if name != "pin_factory":
                    yield name, "" if setting.default is setting.empty else in_toml(setting.default)


def in_toml(value: object) -> str:
    """As it stands in the configuration, without quotes."""
    return str(value).lower() if isinstance(value, bool) else str(value)
