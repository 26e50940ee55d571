"""What a command prints, where whoever reads it may leave, as `head` does, and a disk may be full."""

import errno
import os
import sys
from collections.abc import Callable

from firmware_host import exits

STREAMS = (("stdin", "r"), ("stdout", "w"), ("stderr", "w"))
NOT_TAKEN = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO)


def until_nobody_reads(command: Callable[[], int]) -> int:
    """Run a command; its exit code, or DONE where nobody wanted to read the rest.

    What cannot be written is USAGE, for whoever called it has said where to; Ctrl-C ends it without a word.
    """
    _open_what_is_closed()
    try:
        try:
            return command()
        finally:
            sys.stdout.flush()
    except BrokenPipeError:
        _write_no_more()
        return exits.DONE
    except KeyboardInterrupt:
        _write_no_more()
        return exits.INTERRUPTED
    except OSError as error:
        if error.filename is not None or error.errno not in NOT_TAKEN:
            raise
        _write_no_more()
        sys.stderr.write(f"peglight: what it prints could not be written ({error.strerror}).\n")
        return exits.USAGE


def _open_what_is_closed() -> None:
    """Python has no stream where it was closed before, and the next file opened would be taken for it."""
    for name, mode in STREAMS:
        if getattr(sys, name) is None:
            setattr(sys, name, os.fdopen(os.open(os.devnull, os.O_RDWR), mode, encoding="utf-8"))


def _write_no_more() -> None:
    """What is still buffered goes nowhere, or it fails again when Python ends."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
