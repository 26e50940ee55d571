"""A damaged file gives way: it is kept under a name of its own, and another takes its place. DESIGN 5.

Whenever the power goes in between, the next start finishes it or begins again: at no moment are the readable
rows in neither file, and never does the log of one file lie beside another file.
"""

from pathlib import Path

from firmware_host.journal import replacement, sync_folder

LOGS = ("-wal", "-shm")


def set_aside(path: Path) -> Path:
    """Rename a file with its logs, never over another one; what it is called now: `journal.damaged-1.sqlite`.

    Raises:
        OSError: it could not be done.
    """
    kept = _numbered(path, "damaged", _free_number(path))
    _move(path, kept)
    sync_folder(path.parent)
    return kept


def draft_of(path: Path) -> Path:
    """Where the file that is to take the place of `path` can be written; nothing is there.

    Raises:
        OSError: an older draft cannot be taken away.
    """
    draft = path.with_name(f"{path.stem}.draft{path.suffix}")
    for tail in (*LOGS, ""):
        draft.with_name(draft.name + tail).unlink(missing_ok=True)
    return draft


def exchange(path: Path, draft: Path) -> Path:
    """Set `path` aside and put the whole and closed file `draft` in its place; what it is called now.

    Raises:
        OSError: it could not be done; `finish` may go on later.
    """
    draft.rename(_numbered(path, "carried", _free_number(path)))
    sync_folder(path.parent)
    return finish(path)


def finish(path: Path) -> Path:
    """Do what is left of an exchange that the power has cut off.

    Raises:
        OSError: it could not be done.
    """
    ready = replacement(path)
    assert ready is not None
    number = ready.name.removeprefix(f"{path.stem}.carried-").removesuffix(path.suffix)
    kept = _numbered(path, "damaged", int(number))
    _move(path, kept)
    sync_folder(path.parent)
    ready.rename(path)
    sync_folder(path.parent)
    return kept


def _move(path: Path, kept: Path) -> None:
    for tail in (*LOGS, ""):
        part = path.with_name(path.name + tail)
        if part.exists():
            part.rename(kept.with_name(kept.name + tail))


def _free_number(path: Path) -> int:
    number = 1
    while any(path.parent.glob(f"{_numbered(path, 'damaged', number).name}*")):
        number += 1
    return number


def _numbered(path: Path, what: str, number: int) -> Path:
    return path.with_name(f"{path.stem}.{what}-{number}{path.suffix}")
