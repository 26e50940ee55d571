"""Whether the machine was started again since the last run: then the board shows all pegs. DESIGN 3."""

import os
from pathlib import Path

BOOT_ID = Path("/proc/sys/kernel/random/boot_id")


def is_new_boot(state: Path, boot_id: Path = BOOT_ID) -> bool:
    """Whether this run is the first of its boot; from now on it isn't.

    Only what the lamps show depends on it, so a file that cannot be read or written is no fault.
    """
    remembered = state / "boot"
    try:
        now = boot_id.read_text(encoding="ascii")
        if remembered.exists() and remembered.read_text(encoding="ascii") == now:
            return False
        descriptor = os.open(remembered, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
        with os.fdopen(descriptor, "w", encoding="ascii") as file:
            file.write(now)
    except (OSError, UnicodeDecodeError):
        return True
    return True
