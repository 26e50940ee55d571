"""What a command prints, when whoever reads it may leave at any time, as `head` does."""

import os
import sys
from collections.abc import Callable

from firmware_host import exits


def until_nobody_reads(command: Callable[[], int]) -> int:
    """Run a command; its exit code, or DONE where nobody wanted to read the rest."""
    try:
        try:
            return command()
        finally:
            sys.stdout.flush()
    except BrokenPipeError:
        # What is still buffered goes nowhere, or it fails again when Python ends.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return exits.DONE
