"""The command `peglight`."""

import argparse
import importlib
import sys

from firmware_host.launching import switch_over
from firmware_host.output import until_nobody_reads
from firmware_host.places import state_folder

COMMANDS = {
    "run": "the daemon with its page",
    "referee": "judge positions: one JSON object a line in, one a line out",
    "play": "play whole games without a board",
    "doctor": "look the machine over and say what to do",
    "trial": "try every part of a real board, and write a report",
    "rules": "a ruleset in plain words",
    "lamps": "drive lamps on the Pi's own pins, as root, for the daemon",
    "alarm": "have the lamps say that the board did not start; safe mode runs it",
    "pair": "let a browser that asks change things, or print a link for the first phone",
    "replay": "check a game in text, and say where it breaks the rules",
    "perft": "count the ways to play on, for comparing engines",
    "bench": "measure how fast it is on this machine",
    "export": "print a game as text, to keep or to take to another board",
    "import": "enrol a deck of cards from a CSV file, or take in a game in text",
    "backup": "keep all games, decks, house rules and the configuration in one file",
    "restore": "put such a file in the place of what the board holds",
}


def main(words: list[str] | None = None) -> int:
    """Run a command and return its exit code."""
    return until_nobody_reads(lambda: _run(sys.argv[1:] if words is None else words))


def _run(words: list[str]) -> int:
    parser = argparse.ArgumentParser(
        prog="peglight", description="A Pegs and Jokers board that referees itself."
    )
    if words[:1] == ["run"]:
        switch_over(words, state_folder())
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")
    for name, text in COMMANDS.items():
        # A command's module is loaded only when it is named: `referee` needs no web server.
        chosen = commands.add_parser(name, help=text, description=text)
        if name in words[:1]:
            importlib.import_module(f"firmware_host.{name}_command").add_arguments(chosen)
    arguments = parser.parse_args(words)
    code: int = importlib.import_module(f"firmware_host.{arguments.command}_command").run(arguments)
    return code


if __name__ == "__main__":
    sys.exit(main())
