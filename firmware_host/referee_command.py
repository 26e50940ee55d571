"""`peglight referee`: the referee protocol on standard input and output."""

import argparse
import os
import sys

from firmware_host import exits
from firmware_host.referee_protocol import serve


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """It takes nothing."""


def run(arguments: argparse.Namespace) -> int:
    """Answer until the input ends."""
    try:
        serve(sys.stdin.buffer, sys.stdout.buffer)
    except BrokenPipeError:
        # Whoever asked has gone. What is still buffered goes nowhere, or it fails again when Python ends.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return exits.DONE
