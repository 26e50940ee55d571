"""A simulated board whose wiring a seed has scrambled, and the eyes of somebody who sits at it."""

import random
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from firmware_host.boardmap import expand
from tests.eventually import until
from tests.host.daemon_process import DaemonProcess, Page

SIDE = ("{}0..{}17", "{}H1..{}H5", "{}S5..{}S1")
HEAD = """# A board that nobody has wired yet.
name = "Attic"   # where it lies
"""
STRIP = """
[[strip]]
name = "{}"   # under the rim
driver = "simulated"
lamps = {}
wired = "{}"
"""


@dataclass(frozen=True, slots=True)
class ScrambledBoard:
    """Where each lamp really sits, by strip in wiring order; empty for one at no hole."""

    strips: dict[str, list[str]]
    wired: str = "RGB"

    def config(self) -> str:
        """A configuration that knows nothing of it."""
        return HEAD + "".join(STRIP.format(name, len(at), self.wired) for name, at in self.strips.items())


def in_sections(seed: int, sides: int = 4) -> ScrambledBoard:
    """Sections in any order, each mounted either way round, with spare lamps between, on two strips."""
    chance = random.Random(seed)
    sections = [expand([run.format(x, x) for run in SIDE]) for x in "ABCDEFGHIJ"[:sides]]
    chance.shuffle(sections)
    strips: dict[str, list[str]] = {"ring": [], "rest": []}
    for i, section in enumerate(sections):
        strips["ring" if i <= sides // 2 else "rest"] += [
            *[""] * chance.randrange(3),
            *section[:: chance.choice((1, -1))],
        ]
    return ScrambledBoard(strips)


def lit(page: Page, strips: Sequence[str]) -> list[tuple[str, int, str]]:
    """The lamps that somebody sees lit: the strip, the place on it from 0, and the colour."""
    seen = []
    for strip in strips:
        lamps: list[str] = page.get(f"/sim/lamps?strip={strip}").body
        seen += [(strip, i, colour) for i, colour in enumerate(lamps) if colour != "#000000"]
    return seen


def the_lamp(page: Page, board: ScrambledBoard, after: tuple[str, int] | None) -> tuple[str, int]:
    """The one lamp that is lit white, once another one is than the last."""

    def found() -> tuple[str, int] | None:
        seen = lit(page, list(board.strips))
        if len(seen) != 1 or seen[0][:2] == after:
            return None
        return seen[0][:2]

    lamp = until(found)
    assert lamp is not None
    return lamp


@contextmanager
def wired_board(home: Path, config: str) -> Iterator[tuple[DaemonProcess, Page, str]]:
    """A daemon on that configuration, which lies in `home`; its page, and where that is."""
    (home / "board.toml").write_text(config, encoding="utf-8")
    with DaemonProcess(home, ("--config", str(home / "board.toml"))) as daemon:
        page, address = daemon.page(), daemon.address()
        assert address
        yield daemon, page, "http://{}:{}".format(*address)
