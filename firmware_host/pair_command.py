"""`peglight pair`: let a browser in from the machine itself; `--link` for the first phone."""

import argparse
import sys
from pathlib import Path
from typing import Any

import segno

from engine.palette import NAMES, PALETTE
from firmware_host import exits
from firmware_host.control import NoDaemon, ask
from firmware_host.places import SERVICE_STATE, state_folder


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """What `peglight pair` takes."""
    parser.add_argument(
        "--link", action="store_true", help="print a link that pairs one phone, once, within 15 minutes"
    )


def run(arguments: argparse.Namespace) -> int:
    """Ask the daemon that runs on this machine."""
    try:
        folder = _folder()
        return _link(folder) if arguments.link else _accept(folder)
    except NoDaemon as error:
        print(f"peglight pair: {error}", file=sys.stderr)
        return exits.FOUND


def _folder() -> Path:
    """Where a daemon runs: this user's, else the service's."""
    own = state_folder()
    try:
        ask(own, "ping")
    except NoDaemon:
        if own == SERVICE_STATE or not SERVICE_STATE.exists():
            raise
        return SERVICE_STATE
    return own


def _accept(folder: Path) -> int:
    asking = ask(folder, "asking")
    if not asking.get("code"):
        print(
            "No browser asks to be paired. Open the page on the phone and tap “Pair” first.", file=sys.stderr
        )
        return exits.FOUND
    print(f"{asking['name']} asks, with the code {_words(asking)}.", file=sys.stderr)
    if sys.stdin.isatty() and not _agreed():
        return exits.FOUND
    if not ask(folder, f"accept {' '.join(asking['code'])}").get("ok"):
        print("It asks no more. Let it ask again.", file=sys.stderr)
        return exits.FOUND
    print(f"Paired: {asking['name']}")
    return exits.DONE


def _agreed() -> bool:
    print("Does the phone show these colours? [y/N] ", end="", file=sys.stderr, flush=True)
    return sys.stdin.readline().strip().lower() in ("y", "yes")


def _words(asking: dict[str, Any]) -> str:
    return ", ".join(NAMES[PALETTE.index(colour)] for colour in asking["code"])


def _link(folder: Path) -> int:
    for address in ask(folder, "link")["links"]:
        print(address)
        if sys.stdout.isatty():
            segno.make(address).terminal(compact=True)
    return exits.DONE
