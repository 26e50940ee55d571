"""`peglight referee`: the referee protocol on standard input and output."""

import argparse
import sys

from firmware_host import exits
from firmware_host.referee_protocol import serve


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """It takes nothing."""


def run(arguments: argparse.Namespace) -> int:
    """Answer until the input ends."""
    serve(sys.stdin.buffer, sys.stdout.buffer)
    return exits.DONE
