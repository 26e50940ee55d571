"""Restarting the machine and switching it off, asked of logind by an unprivileged user.

org.freedesktop.login1(5): `Reboot` and `PowerOff` of the Manager, `CanReboot` and `CanPowerOff` whether it
would. A narrow polkit rule lets the daemon's user do these and nothing else (systemd/peglight.polkit).
"""

import logging
import subprocess
from collections.abc import Mapping
from enum import StrEnum

log = logging.getLogger(__name__)

PATIENCE_S = 10.0
LOGIND = ("org.freedesktop.login1", "/org/freedesktop/login1", "org.freedesktop.login1.Manager")


class Deed(StrEnum):
    """What can be done with the machine."""

    RESTART = "restart"
    SWITCH_OFF = "switch_off"


METHODS: Mapping[Deed, str] = {Deed.RESTART: "Reboot", Deed.SWITCH_OFF: "PowerOff"}


class Machine:
    """The machine this runs on.

    Args:
        is_ours: it is there for the board alone; nobody's desktop is switched off from a phone.
        busctl: the program that speaks to the system's bus; busctl(1).
    """

    def __init__(self, is_ours: bool, busctl: str = "busctl") -> None:
        self._is_ours = is_ours
        self._busctl = busctl

    def deeds(self) -> list[str]:
        """What the system lets this user do. Asks it: takes some milliseconds."""
        if not self._is_ours:
            return []
        answers = {deed: self._call(f"Can{method}") for deed, method in METHODS.items()}
        return [deed for deed, (done, said) in answers.items() if done and '"yes"' in said]

    def do(self, deed: str) -> str:
        """Do it: an empty text where it has begun, else what the system said."""
        if not self._is_ours or deed not in METHODS:
            return deed
        log.warning("the machine is told to %s", deed.replace("_", " "))
        done, said = self._call(METHODS[Deed(deed)], "b", "false")
        if not done:
            log.error("the machine does not %s: %s", deed.replace("_", " "), said)
        return "" if done else said or deed

    def _call(self, method: str, *arguments: str) -> tuple[bool, str]:
        """Whether a method of logind was carried out, and what it or the bus said."""
        words = [self._busctl, "--system", "call", *LOGIND, method, *arguments]
        try:
            done = subprocess.run(words, capture_output=True, text=True, timeout=PATIENCE_S, check=False)
        except (OSError, subprocess.TimeoutExpired) as error:
            return False, str(error)
        return done.returncode == 0, (done.stdout + done.stderr).strip()
