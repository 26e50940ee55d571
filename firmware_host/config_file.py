"""The configuration on disk, changed from the page: comments kept, checked whole, atomically. DESIGN 5.

A change is made to what the file says now, so that what was written by hand meanwhile stays. Nothing is
written that could not be read again, and a power cut leaves the file as it was before or as it is after.
"""

import os
import stat
import tempfile
import threading
from collections.abc import Callable
from pathlib import Path

import tomlkit
from tomlkit import TOMLDocument
from tomlkit.exceptions import TOMLKitError

from firmware_host.config import BadConfig, Config, no_toml, parse, unreadable
from firmware_host.journal import make_folder, sync_folder
from hardware.conflicts import Host
from hardware.sentence import Sentence

Edit = Callable[[TOMLDocument], None]
NEW_FILE_MODE = 0o600


class NotWritten(Exception):
    """The file cannot be written: `sentence` says which, why, and what to do."""

    def __init__(self, path: Path, error: OSError) -> None:
        self.sentence = Sentence(
            "{path} cannot be written ({error}). Nothing was changed: let the user that Peglight runs as"
            " write the folder {folder}, and try again",
            path=path,
            error=error.strerror,
            folder=path.resolve().parent,
        )
        super().__init__(self.sentence)


class ConfigFile:
    """One configuration file. Any thread may call any method.

    Args:
        host: what the machine says of itself; a change that it cannot bear is refused.
        otherwise: what stands for the file's text as long as there is none.
    """

    def __init__(self, path: Path, host: Host | None = None, otherwise: str = "") -> None:
        self.path = path
        self._host = host
        self._otherwise = otherwise
        self._lock = threading.Lock()

    def change(self, edit: Edit) -> Config:
        """Make a change and write it; what the whole file says then.

        Raises:
            BadConfig: with the change it could not be used, or somebody has broken it by hand; it stays.
            NotWritten: the disk or its rights do not allow it; it stays.
        """
        with self._lock:
            document = self._read()
            try:
                edit(document)
            except KeyError as gone:
                said = Sentence("there is no device {device} in it any more", device=gone)
                raise BadConfig(self.path, said) from None
            text = document.as_string()
            config = parse(text, self.path, self._host)
            write_whole(self.path, text)
            return config

    def _read(self) -> TOMLDocument:
        try:
            text = self.path.read_text(encoding="utf-8") if self.path.exists() else self._otherwise
            parse(text, self.path)
            return tomlkit.parse(text)
        except OSError as error:
            raise BadConfig(self.path, unreadable(error)) from None
        except (TOMLKitError, ValueError, RecursionError) as error:
            raise BadConfig(self.path, no_toml(error)) from None


def write_whole(path: Path, text: str) -> None:
    """Put a file in place of another so that after a power cut there is one or the other, whole.

    Who may read the old one may read the new one.

    Raises:
        NotWritten: it could not be done, and the old one is as it was.
    """
    target = path.resolve()
    draft = ""
    try:
        make_folder(target.parent)
        mode = stat.S_IMODE(target.stat().st_mode) if target.exists() else NEW_FILE_MODE
        descriptor, draft = tempfile.mkstemp(prefix=f".{target.name}.", dir=target.parent)
        with open(descriptor, "w", encoding="utf-8") as file:
            os.fchmod(descriptor, mode)
            file.write(text)
            file.flush()
            os.fsync(descriptor)
        os.replace(draft, target)
        sync_folder(target.parent)
    except OSError as error:
        if draft:
            Path(draft).unlink(missing_ok=True)
        raise NotWritten(path, error) from error
