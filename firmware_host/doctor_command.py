"""`peglight doctor`: look the machine over and say what to do.

With --json: a list of checks, each `{id, level, found, why, do}`, all of them texts; `level` is ok, note,
warn or fail. Exit 1 where one of them is a fail.
"""

import argparse
import json
import os
import sys
from collections.abc import Iterable
from dataclasses import asdict
from pathlib import Path

from firmware_host import exits
from firmware_host.checks.finding import Finding, Level
from firmware_host.checks.patient import CONFIG, STATE
from firmware_host.doctor import examine, worst
from firmware_host.lock import is_held
from firmware_host.places import config_file, state_folder

SIGNS = {Level.OK: "ok  ", Level.NOTE: "note", Level.WARN: "WARN", Level.FAIL: "FAIL"}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """What `peglight doctor` takes."""
    parser.add_argument("--json", action="store_true", help="a JSON list of {id, level, found, why, do}")
    parser.add_argument("--root", type=Path, metavar="DIR", help="a folder that stands for /")
    parser.add_argument(
        "--config", type=Path, metavar="F", help="the configuration, instead of the usual place"
    )


def run(arguments: argparse.Namespace) -> int:
    """Print every finding; exit 1 where one of them fails."""
    if arguments.root is not None and not os.path.isdir(arguments.root):
        print(f"peglight doctor: --root {arguments.root}: there is no such folder", file=sys.stderr)
        return exits.USAGE
    findings = _examined(arguments.root, arguments.config)
    if arguments.json:
        print(json.dumps([asdict(finding) for finding in findings], indent=1))
    else:
        print("\n".join(_lines(findings)))
    return exits.FOUND if worst(findings) is Level.FAIL else exits.DONE


def _examined(root: Path | None, config: Path | None) -> list[Finding]:
    if root is not None:
        return examine(root, config)
    # The service's own, whoever asks; where there is no service, the caller's.
    if config is None and not Path(CONFIG).exists() and config_file().exists():
        config = config_file()
    state = STATE if Path(STATE).exists() else str(state_folder())
    return examine(Path("/"), config, state, live=not is_held(Path(state)))


def _lines(findings: Iterable[Finding]) -> Iterable[str]:
    for finding in findings:
        yield f"{SIGNS[finding.level]}  {finding.id}: {finding.found}"
        if finding.level is not Level.OK:
            yield from (f"      {line}" for line in (finding.why, finding.do) if line)
