"""`peglight restore FILE`: a backup put in the place of what the board holds, while no daemon runs."""

import argparse
import shutil
import sys
from pathlib import Path

from firmware_host import exits
from firmware_host.backup import CONFIG
from firmware_host.backup_reading import BadBackup, Held, unpack
from firmware_host.backups import STAGED
from firmware_host.config import BadConfig, load
from firmware_host.counted import counted
from firmware_host.journal import make_folder
from firmware_host.lock import FolderLock, Taken
from firmware_host.places import board_places, is_anothers, unusable
from firmware_host.restoring import READY, finish_restore, lay_ready
from hardware.conflicts import look
from hardware.sentence import in_words
from web_ui.file_problems import SENTENCES


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """What `peglight restore` takes."""
    parser.add_argument("file", type=Path, help="a backup, as `peglight backup` or the page made it")
    parser.add_argument("--keep-config", action="store_true", help="leave the configuration as it is here")


def run(arguments: argparse.Namespace) -> int:
    """Put it in place; what is here now is set aside."""
    try:
        if not arguments.file.is_file():
            return _say(f"there is no file {arguments.file}.", exits.USAGE)
        arguments.file.open("rb").close()
        state, config = board_places()
        if is_anothers(state):
            return _say(f"{state} is another user's; run it as the user that Peglight runs as.", exits.USAGE)
    except OSError as error:
        return _say(f"{error.filename} cannot be read ({error.strerror}) by this user.", exits.USAGE)
    try:
        make_folder(state)
        lock = FolderLock(state)
    except OSError as error:
        return _say(unusable(state, error), exits.DAMAGED)
    except Taken as taken:
        return _say(f"{taken}, or restore on its page.", exits.TAKEN)
    try:
        held = _lay_ready(arguments.file, state, arguments.keep_config)
    except BadBackup as bad:
        return _say(SENTENCES[bad.why].format(name=bad.name, found=bad.found), exits.USAGE)
    except OSError as error:
        said = f"{arguments.file} could not be unpacked in {state} ({error.strerror}); nothing was changed"
        return _say(f"{said}. Make room there, and try again.", exits.DAMAGED)
    finally:
        shutil.rmtree(state / STAGED, ignore_errors=True)
        lock.release()
    if held is None:
        return _say("another backup lies ready; start Peglight once, and it is put in place.", exits.USAGE)
    print(_told(held))
    return _finished(state, config)


def _finished(state: Path, config: Path) -> int:
    try:
        print(finish_restore(state, config))
    except (OSError, Taken) as error:
        said = f"{in_words(error)}; it lies ready, and the next start of Peglight goes on with it."
        return _say(said, exits.DAMAGED)
    return exits.DONE


def _lay_ready(file: Path, state: Path, keep_config: bool) -> Held | None:
    """Unpack and check it, and make it the one to be put in place; None where another one is that.

    Raises:
        BadBackup: it is not to be restored.
        OSError: it cannot be read, or there is no room.
    """
    if (state / READY).exists():
        return None
    staged = state / STAGED
    shutil.rmtree(staged, ignore_errors=True)
    staged.mkdir(mode=0o700)
    held = unpack(file, staged)
    lay_ready(staged, state, with_config=not keep_config and _fits_here(staged / CONFIG))
    return held


def _told(held: Held) -> str:
    games, cards = counted(held.games, "game", "games"), counted(held.cards, "card", "cards")
    houses = counted(held.houses, "house ruleset", "house rulesets")
    return f"{held.board_name}: {games}, {cards}, {houses}."


def _fits_here(config: Path) -> bool:
    """Whether this board can be run with it; says why not."""
    if not config.exists():
        return False
    try:
        load(config, look())
    except BadConfig as bad:
        print("The configuration in it does not fit this machine, so the one here stays:", file=sys.stderr)
        print("\n".join(bad.bare), file=sys.stderr)
        return False
    return True


def _say(text: str, code: int) -> int:
    print(f"peglight restore: {text}", file=sys.stderr)
    return code
