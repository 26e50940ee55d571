"""`peglight lamps`: the root process that drives lamps on the Pi's own pins."""

import argparse
import logging
import sys

from firmware_host.lamp_helper import serve


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """It takes nothing: what it may do comes from a file that only root can write."""


def run(arguments: argparse.Namespace) -> int:
    """Serve until told to stop."""
    logging.basicConfig(stream=sys.stderr, level=logging.INFO, format="%(levelname)s %(name)s: %(message)s")
    return serve()
