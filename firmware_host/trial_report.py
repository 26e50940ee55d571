"""What a trial found, as a TOML file that can be sent in; and what such a file proves.

It names drivers and kinds of machines, no serial numbers of cards or ports and no names of networks.
"""

import json
import platform
import tomllib
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from importlib.metadata import version
from pathlib import Path

from firmware_host.checks.patient import Patient
from firmware_host.proven import STANDING_IN
from hardware.rig import DeviceSpec

FORMAT = 1
HEADING = """\
# What peglight trial found on one board. Read it through, add what you like at the end of `remarks`, and send
# it in: docs/trials/README.md says where to. It holds no numbers of your cards and no names of your network.
"""


class Result(StrEnum):
    """What came of a step."""

    PASSED = "passed"
    FAILED = "failed"
    SKIPPED = "skipped"
    NOTHING_TO_TRY = "nothing to try"


@dataclass(frozen=True, slots=True)
class StepReport:
    """One step: `found` says for each device what was seen, or why the step failed."""

    id: str
    result: Result
    found: dict[str, str]


@dataclass(frozen=True, slots=True)
class TrialReport:
    """One trial of one board."""

    date: str
    specs: Sequence[DeviceSpec]
    steps: Sequence[StepReport]
    remarks: str = ""

    def text(self) -> str:
        """The file's text."""
        patient = Patient(Path("/"))
        head = {
            "format": FORMAT,
            "peglight": version("peglight"),
            "date": self.date,
            "machine": patient.pi.name or platform.machine(),
            "kernel": patient.release,
            "python": platform.python_version(),
            "remarks": self.remarks,
        }
        parts = [HEADING, *(_line(key, value) for key, value in head.items())]
        for spec in self.specs:
            parts += ["\n[[device]]\n", _line("name", spec.name), _line("kind", spec.kind)]
            parts += [_line("driver", spec.driver)]
        for step in self.steps:
            parts += ["\n[[step]]\n", _line("id", step.id), _line("result", step.result), "[step.found]\n"]
            parts += [_line(name, found) for name, found in step.found.items()]
        return "".join(parts)


def _line(key: str, value: object) -> str:
    # A TOML basic string escapes as JSON does, once everything beyond ASCII is escaped, and DEL too.
    return f"{json.dumps(key)} = {json.dumps(value)}\n".replace("\x7f", "\\u007f")


def proven_by(text: str) -> frozenset[str]:
    """The drivers that a report proves: every step that tried a device of theirs passed, and one did.

    Raises:
        ValueError: it is no report.
    """
    report = tomllib.loads(text)
    if report.get("format") != FORMAT:
        raise ValueError(f"format is {report.get('format')!r}, not {FORMAT}")
    drivers = {device["name"]: device["driver"] for device in report.get("device", [])}
    seen = {
        (drivers[name], step["result"])
        for step in report.get("step", [])
        for name in step["found"]
        if name in drivers and (step["id"] != "opening" or step["result"] != Result.PASSED)
    }
    tried = {driver for driver, _result in seen}
    return frozenset(tried - {driver for driver, result in seen if result != Result.PASSED} - {*STANDING_IN})
