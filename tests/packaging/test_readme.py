"""What the README promises is there: its commands, its files, every driver."""

import argparse
import importlib
import re
import shlex

import pytest

from engine.ruleset import PRESETS
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
    assert {"pi"} <= set(re.findall(r"`\.\[(\w+)\]`", README)) <= set(EXTRAS)


def test_the_commands_it_shows_are_taken() -> None:
    shown = re.findall(r"^    \.venv/bin/peglight ([^#>\n]+)", README, re.MULTILINE)
    assert len(shown) >= 4
    for line in shown:
        command, *words = shlex.split(line)
        parser = argparse.ArgumentParser()
        importlib.import_module(f"firmware_host.{command}_command").add_arguments(parser)
        parser.parse_args(words)  # ends the test where it does not take them


@pytest.mark.parametrize("command", ["rules", "play", "perft"])
def test_a_command_that_wants_a_ruleset_names_them_all(command: str) -> None:
    parser = argparse.ArgumentParser()
    importlib.import_module(f"firmware_host.{command}_command").add_arguments(parser)
    assert ", ".join(PRESETS) in " ".join(parser.format_help().replace("-\n", "-").split())
