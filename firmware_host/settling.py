"""A change of the configuration that a page of the device asks for, and why it was not made."""

from firmware_host.config import BadConfig
from firmware_host.config_file import ConfigFile, Edit, NotWritten
from firmware_host.uploads import Problem
from hardware.sentence import in_a_row


def settle(file: ConfigFile, edit: Edit) -> Problem | None:
    """Make the change on disk; None where it is made."""
    try:
        file.change(edit)
    except BadConfig as bad:
        return Problem("wrong_config", found=in_a_row(bad.mistakes, "; "))
    except NotWritten as error:
        return Problem("not_written", found=error.sentence)
    return None
