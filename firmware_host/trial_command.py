"""`peglight trial`: try every part of a real board, and write a report that can be sent in."""

import argparse
import sys
from datetime import UTC, datetime
from pathlib import Path

from firmware_host import exits
from firmware_host.config import BadConfig, Config, load
from firmware_host.lock import is_held
from firmware_host.places import config_file, state_folder
from firmware_host.simulated_board import simulated_config
from firmware_host.trial import run_trial
from firmware_host.trial_bench import Gone
from firmware_host.trial_report import Result, TrialReport


class Terminal:
    """The owner, at a terminal."""

    def say(self, text: str) -> None:
        """See `Owner`."""
        print(text, file=sys.stderr, flush=True)

    def ask(self, question: str) -> str:
        """See `Owner`."""
        print(f"  {question}: ", end="", file=sys.stderr, flush=True)
        line = sys.stdin.readline()
        if not line:
            raise Gone
        return line.strip()


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """What `peglight trial` takes."""
    parser.add_argument(
        "--config", type=Path, metavar="F", help="the configuration, instead of the usual place"
    )
    parser.add_argument(
        "--report",
        type=Path,
        metavar="FILE",
        help="where the report goes; peglight-trial-DATE.toml if left out",
    )


def run(arguments: argparse.Namespace) -> int:
    """Lead through the steps and write the report; exit 1 where a step did not pass."""
    date = f"{datetime.now(UTC):%Y-%m-%d}"
    place: Path = arguments.report or Path(f"peglight-trial-{date}.toml")
    if place.exists():
        return _say(f"{place} is there already: name another with --report", exits.USAGE)
    try:
        config = _config(arguments.config)
    except BadConfig as bad:
        return _say(str(bad), exits.USAGE)
    if is_held(state_folder()):
        return _say("The daemon has the devices: sudo systemctl stop peglight, then try again", exits.TAKEN)
    owner = Terminal()
    steps = run_trial(config, owner)
    try:
        remarks = owner.ask("Which reader, lamps and supply are these? Anything else worth knowing?")
    except Gone:
        remarks = ""
    place.write_text(TrialReport(date, config.specs, steps, remarks).text(), encoding="utf-8")
    print(place)
    passed = all(step.result in (Result.PASSED, Result.NOTHING_TO_TRY) for step in steps)
    return exits.DONE if passed else exits.FOUND


def _config(given: Path | None) -> Config:
    usual = given or config_file()
    return load(usual) if given or usual.exists() else simulated_config()


def _say(text: str, code: int) -> int:
    print(text, file=sys.stderr)
    return code
