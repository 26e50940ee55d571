"""Prints what the lamp helper must be told about the strips of a board that hang on the Pi's own pins.

    python3 lamps_toml.py /etc/peglight/peglight.toml >/etc/peglight/lamps.toml

Prints nothing where there are none. The helper trusts only a file of root's, so the daemon cannot write it;
the installer does, on the system's own Python.
"""

import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

FIRST_DMA = 10
"""Never 5: the memory card has that one."""
USUAL_GPIO, USUAL_LAMPS, USUAL_ORDER = 18, 112, "GRB"


def lines(board: dict[str, Any]) -> Iterator[str]:
    """The file, line by line."""
    own = [strip for strip in board.get("strip", ()) if strip.get("driver") == "ws281x"]
    for number, strip in enumerate(own):
        yield "[[strip]]"
        yield f"gpio = {_number(strip.get('gpio', USUAL_GPIO))}"
        yield f"lamps = {_number(strip.get('lamps', USUAL_LAMPS)) + bool(strip.get('sacrificial'))}"
        yield f"channels = {len(strip.get('order', USUAL_ORDER))}"
        yield f"dma = {_number(strip.get('dma', FIRST_DMA + number))}"


def _number(value: object) -> int:
    """What the page wrote must not bring lines of its own into a file that root is led by."""
    if not isinstance(value, int):
        raise SystemExit(f"{value!r} is no number")
    return value


sys.stdout.writelines(
    f"{line}\n" for line in lines(tomllib.loads(Path(sys.argv[1]).read_text(encoding="utf-8")))
)
