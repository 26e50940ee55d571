"""`peglight trial`: try every part of a real board, and write a report that can be sent in."""

import argparse
import os
import sys
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path

from firmware_host import exits
from firmware_host.config import BadConfig, Config, load
from firmware_host.lock import DeviceLocks, Taken, is_held
from firmware_host.places import SERVICE_CONFIG, config_file, state_folder
from firmware_host.simulated_board import simulated_config
from firmware_host.trial import run_trial
from firmware_host.trial_bench import Gone
from firmware_host.trial_report import Result, TrialReport
from hardware.claims import claims_of


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
    if wrong := _wrong_with(place):
        return _say(f"--report {place}: {wrong}", exits.USAGE)
    try:
        config = _config(arguments.config)
    except BadConfig as bad:
        return _say(str(bad), exits.USAGE)
    if taken := _taken(config):
        return _say(f"{taken}: sudo systemctl stop peglight, then try again", exits.TAKEN)
    owner = Terminal()
    steps = run_trial(config, owner)
    try:
        remarks = owner.ask("Which reader, lamps and supply are these? Anything else worth knowing?")
    except Gone:
        remarks = ""
    report = TrialReport(date, config.specs, steps, remarks).text()
    try:
        place.write_text(report, encoding="utf-8")
    except OSError as error:
        with suppress(OSError):
            place.unlink()  # half of one is none, and would be in the way of the next
        print(report, end="")
        return _say(f"{place} cannot be written ({error.strerror}): keep the report above", exits.USAGE)
    print(place)
    passed = all(step.result in (Result.PASSED, Result.NOTHING_TO_TRY) for step in steps)
    return exits.DONE if passed else exits.FOUND


def _wrong_with(place: Path) -> str:
    """Why no report could be written, before anybody has gone through fifteen steps; empty if one can."""
    if os.path.lexists(place):
        return "it is there already; name another"
    if not os.access(place.parent, os.W_OK | os.X_OK):
        return f"there is no folder {place.parent} that this user may write to; name another place"
    return ""


def _taken(config: Config) -> str:
    """Who has the devices; empty where nobody has."""
    if is_held(state_folder()):
        return "The daemon has the devices"
    try:
        DeviceLocks(claims_of(config.specs)).release()
    except Taken as taken:
        return str(taken)
    return ""


def _config(given: Path | None) -> Config:
    """That one, else the user's, else the service's; a simulated board where there is none."""
    chosen = given or next((file for file in (config_file(), SERVICE_CONFIG) if file.exists()), None)
    return load(chosen) if chosen else simulated_config()


def _say(text: str, code: int) -> int:
    print(text, file=sys.stderr)
    return code
