"""What a test may need that not every machine has: built drivers, and a Chromium.

The one reason a test is ever left out. What is left out is said in the last line of the run,
and on a CI machine it is a failure: `tests/conftest.py` does both.
"""

import importlib.util
import os
import sys
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

CHROMIUM_PATHS = ("/usr/bin/chromium", "/usr/bin/chromium-browser")
DRIVERS_WAY_OUT = "apt install gcc python3-dev, then make venv"
LGPIO_WAY_OUT = "make clean, then make test PYTHON=python3.12: it has no wheel above that"
CHROMIUM_WAY_OUT = "apt install chromium, or set PEGLIGHT_CHROMIUM"


@dataclass(frozen=True, slots=True)
class Lack:
    """Something that is not here, and how it could be."""

    what: str
    way_out: str


def chromium(environ: Mapping[str, str] = os.environ, usual: Iterable[str] = CHROMIUM_PATHS) -> Path | None:
    """The browser to drive: the one PEGLIGHT_CHROMIUM names, else one in a usual place, else None."""
    named = environ.get("PEGLIGHT_CHROMIUM")
    places = [named] if named else list(usual)
    return next((Path(place) for place in places if os.access(place, os.X_OK)), None)


def driver_lack(modules: Iterable[str]) -> Lack | None:
    """The driver modules among `modules` that cannot be imported here, as one lack; None if all can."""
    missing = sorted(module for module in modules if importlib.util.find_spec(module) is None)
    return Lack(", ".join(missing), driver_way_out(missing)) if missing else None


def driver_way_out(missing: list[str], python: tuple[int, ...] = sys.version_info) -> str:
    """How to come by missing driver modules; no compiler helps where lgpio has no wheel."""
    return LGPIO_WAY_OUT if missing == ["lgpio"] and python >= (3, 13) else DRIVERS_WAY_OUT


def chromium_lack() -> Lack | None:
    """None where a Chromium was found."""
    return None if chromium() else Lack("Chromium", CHROMIUM_WAY_OUT)


def not_run_line(left_out: Iterable[Lack]) -> str:
    """One line for all that was left out, one lack for each test; empty when nothing was."""
    counted = Counter(left_out)
    parts = [
        f"{count} {'test' if count == 1 else 'tests'} for want of {lack.what} ({lack.way_out})"
        for lack, count in sorted(counted.items(), key=lambda entry: entry[0].what)
    ]
    return f"NOT RUN: {'; '.join(parts)}" if parts else ""
