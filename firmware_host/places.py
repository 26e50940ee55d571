"""Where state and configuration live. DESIGN 5."""

import os
from collections.abc import Mapping
from pathlib import Path

from hardware.sentence import in_words

SERVICE_STATE = Path("/var/lib/peglight")
SERVICE_CONFIG = Path("/etc/peglight/peglight.toml")
"""Of the service, for commands run beside it."""


def is_service(environ: Mapping[str, str] = os.environ) -> bool:
    """Whether systemd started this as the machine's service, and not somebody in a terminal."""
    return "STATE_DIRECTORY" in environ


def state_folder(environ: Mapping[str, str] = os.environ) -> Path:
    """The service's folder where systemd gives one, else the user's state folder."""
    if given := environ.get("STATE_DIRECTORY"):
        return Path(given.split(":")[0])
    base = environ.get("XDG_STATE_HOME") or str(_home() / ".local" / "state")
    return Path(base) / "peglight"


def is_anothers(folder: Path) -> bool:
    """Whether a state folder is another user's, whose daemon could not use what this one writes there."""
    return folder.exists() and folder.stat().st_uid != os.geteuid()


def _home() -> Path:
    """This user's folder. Without one, as a user of a container may be, the command ends with a sentence."""
    try:
        return Path.home()
    except RuntimeError:
        raise SystemExit("This user has no folder of its own: name one, as in HOME=/some/folder.") from None


def unusable(folder: Path, error: Exception) -> str:
    """Why a state folder cannot be used, and what it must be like."""
    return (
        f"The state folder {folder} cannot be used: {in_words(error)}. It and its files must belong to the"
        " user that Peglight runs as, and its disk must be neither full nor read-only."
    )


def config_file(environ: Mapping[str, str] = os.environ) -> Path:
    """The service's file where there is one, else the user's."""
    if given := environ.get("CONFIGURATION_DIRECTORY"):
        return Path(given.split(":")[0]) / "peglight.toml"
    base = environ.get("XDG_CONFIG_HOME") or str(_home() / ".config")
    return Path(base) / "peglight" / "peglight.toml"


def board_places(environ: Mapping[str, str] = os.environ) -> tuple[Path, Path]:
    """State folder and configuration of the board: this user's, else the service's where there is one."""
    own = state_folder(environ)
    if own.exists() or not SERVICE_STATE.exists():
        return own, config_file(environ)
    return SERVICE_STATE, SERVICE_CONFIG
