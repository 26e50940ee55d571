"""Which Peglight `peglight run` is: the one installed, or a newer one that was taken from a phone.

A newer one lies in the state folder and is run by the folder's own user, in the same cage and with no more
rights than the installed one has: nothing of root's is ever changed by it, and root never runs it. One that
ends three times within its first minute, unasked, is given up, and the installed one runs again.
"""

import contextlib
import logging
import os
import re
import sys
from collections.abc import Mapping, Sequence
from importlib.metadata import version
from pathlib import Path

from firmware_host.wheel_reading import order
from hardware.sentence import NOTHING, Sentence

log = logging.getLogger(__name__)

FOLDER = "updates"
CURRENT = "current"
STARTS = "starts"
GIVEN_UP = "given-up"
MARK = "PEGLIGHT_UPDATE"
"""In the environment of one that was taken from a phone: its version."""
BEFORE = "PEGLIGHT_PYTHONPATH"
MOST_STARTS = 3
SETTLED_S = 60.0
"""So long one has to stay up: its watchdog takes half of that to end one that hangs. A plug that is pulled
meanwhile counts like a crash, for nobody could tell them apart."""


def switch_over(words: Sequence[str], state: Path, environ: Mapping[str, str] = os.environ) -> None:
    """Become the newer one, if there is one; else return."""
    chosen = chosen_update(state)
    if chosen is None or environ.get(MARK) or order(chosen.name) <= order(version("peglight")):
        return
    if not _is_ours_alone(chosen):
        log.warning("the update in %s is left alone: it is not this user's own", chosen)
        return
    starts = _starts(state)
    if starts >= MOST_STARTS:
        log.error(
            "the update %s did not stay up, %d times; the installed one runs again", chosen.name, starts
        )
        give_up(state)
        (state / FOLDER / GIVEN_UP).write_text(chosen.name, encoding="ascii")
        return
    with contextlib.suppress(OSError):  # a full disk is no reason to run an older one
        (state / FOLDER / STARTS).write_text(str(starts + 1), encoding="ascii")
    before = environ.get("PYTHONPATH", "")
    path = os.pathsep.join(filter(None, (str(chosen), before)))
    changed = {**environ, "PYTHONPATH": path, MARK: chosen.name, BEFORE: before}
    # -P: the folder it is started in is no place for code
    os.execve(sys.executable, [sys.executable, "-P", "-m", "firmware_host", *words], changed)


def begin_anew(words: Sequence[str], environ: Mapping[str, str] = os.environ) -> None:
    """Become the installed one, which then chooses again."""
    changed = {key: value for key, value in environ.items() if key not in (MARK, BEFORE)}
    if MARK in environ:
        changed["PYTHONPATH"] = environ.get(BEFORE, "")
    os.execve(sys.executable, [sys.executable, "-P", "-m", "firmware_host", *words], changed)


def chosen_update(state: Path) -> Path | None:
    """The folder of the update that is to run; None for the installed one."""
    try:
        name = (state / FOLDER / CURRENT).read_text(encoding="ascii").strip()
    except (OSError, UnicodeDecodeError):
        return None
    folder = state / FOLDER / name
    return folder if re.fullmatch(r"\d{1,4}(\.\d{1,4}){1,3}", name) and folder.is_dir() else None


def it_stays(state: Path) -> None:
    """The update has stayed up, or ended as it was asked to: its starts count no more."""
    (state / FOLDER / STARTS).unlink(missing_ok=True)


def give_up(state: Path) -> None:
    """Let the installed one run again, from the next start on."""
    (state / FOLDER / CURRENT).unlink(missing_ok=True)
    (state / FOLDER / STARTS).unlink(missing_ok=True)


def told_once(state: Path) -> Sentence:
    """What its owner should read of an update that was given up, once."""
    given_up = state / FOLDER / GIVEN_UP
    if not given_up.exists():
        return NOTHING
    given = given_up.read_text(encoding="ascii", errors="replace")
    given_up.unlink()
    return Sentence(
        "The update to {version} did not start or stay up; the version that was installed runs again.",
        version=given,
    )


def _starts(state: Path) -> int:
    try:
        return int((state / FOLDER / STARTS).read_text(encoding="ascii"))
    except (OSError, ValueError):
        return 0


def _is_ours_alone(folder: Path) -> bool:
    """Root never runs what another user may have put there; nor does anybody what others may change."""
    told = folder.stat()
    return told.st_uid == os.geteuid() and not told.st_mode & 0o022
