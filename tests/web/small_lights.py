"""Lamps, readers and buttons of a table without a daemon: what the page may ask of them, kept in a file."""

from pathlib import Path

from firmware_host.clock import GameClock
from firmware_host.config import parse
from firmware_host.config_file import ConfigFile
from firmware_host.controls import Controls
from firmware_host.inbox import Inbox
from firmware_host.lamp_loan import LampLoan
from firmware_host.lights import Lights
from firmware_host.simulated_board import TEXT
from firmware_host.snapshot import Latest
from firmware_host.strips import Strips
from firmware_host.touches import Touches
from hardware.held import Health, State

NOWHERE = Path("/proc/peglight/board.toml")
"""A place where nothing can be written."""


class SmallBoard:
    """The devices of a configuration, none of them opened; time passes when a test says so."""

    def __init__(self, path: Path = NOWHERE, text: str = TEXT) -> None:
        self.now_ms = 0
        self.inbox = Inbox()
        self.loan = LampLoan(lambda: None, lambda: self.now_ms)
        self.touches = Touches(lambda: self.now_ms)
        config, file, latest = parse(text, path), ConfigFile(path, otherwise=text), Latest()
        strips = Strips(
            [], config, latest, GameClock(0), self.loan, lambda changed: changed.specs, lambda: None
        )
        health = tuple(Health(spec.name, spec.driver, State.OK, "") for spec in config.specs)
        self.lights = Lights(file, config, strips, self.loan, lambda: health)
        self.controls = Controls(file, config, self.inbox, self.touches, lambda: health)
