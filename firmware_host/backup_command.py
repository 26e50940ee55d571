"""`peglight backup FILE`: what the board holds in one file, as the page makes it."""

import argparse
import os
import sys
import time
from pathlib import Path

from firmware_host import exits
from firmware_host.backup import JOURNAL, NoBackup, Sources, make_backup
from firmware_host.config import BadConfig, Config, load
from firmware_host.places import board_places
from hardware.sentence import in_words

PRIVATE = 0o600


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """What `peglight backup` takes."""
    parser.add_argument(
        "file", type=Path, help="the file to write, such as peglight.zip; none is overwritten"
    )


def run(arguments: argparse.Namespace) -> int:
    """Write it; a daemon beside it is not disturbed."""
    file: Path = arguments.file
    try:
        state, config = board_places()
        if not (state / JOURNAL).exists():
            return _say(f"there is no game in {state}, so there is nothing to keep", exits.USAGE)
    except OSError as error:
        return _say(
            f"{error.filename} cannot be read ({error.strerror}); run it as the user that Peglight runs as",
            exits.USAGE,
        )
    try:
        target = os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, PRIVATE)
    except FileExistsError:
        return _say(f"{file} is there already; choose another name", exits.USAGE)
    except OSError as error:
        return _say(f"{file} cannot be written ({error.strerror}); choose another place", exits.USAGE)
    return _write(Sources(state, config, _board_name(config)), target, file)


def _write(sources: Sources, target: int, file: Path) -> int:
    """All of it, on the disk when this returns, or no file."""
    try:
        with os.fdopen(target, "wb") as open_file:
            make_backup(sources, open_file, int(time.time()))
            open_file.flush()
            os.fsync(open_file.fileno())
    except (NoBackup, OSError) as error:
        file.unlink(missing_ok=True)
        needs = f"it needs room in {sources.state} and at {file}, and the user that Peglight runs as"
        return _say(f"no backup could be made ({in_words(error.__cause__ or error)}); {needs}", exits.DAMAGED)
    print(f"Kept in {file}: {sources.state}")
    return exits.DONE


def _board_name(config: Path) -> str:
    """How the board is called; a configuration with mistakes in it is kept all the same."""
    try:
        return load(config).name
    except BadConfig:
        return Config().name


def _say(text: str, code: int) -> int:
    print(f"peglight backup: {text}.", file=sys.stderr)
    return code
