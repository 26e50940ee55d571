"""Zips that anybody may have made: what they say of where things lie may be anything.

A list or a part that is said to lie before the beginning of the file is an OSError of its own in some
Pythons, and then looks like a disk that is full.
"""

import zipfile
from pathlib import Path
from typing import IO


def open_zip(source: Path) -> zipfile.ZipFile:
    """A zip, to be closed. Raises zipfile.BadZipFile, also where it cannot be read at all."""
    try:
        return zipfile.ZipFile(source)
    except OSError as error:
        raise zipfile.BadZipFile(str(error)) from None


def open_part(archive: zipfile.ZipFile, part: zipfile.ZipInfo | str) -> IO[bytes]:
    """A part of it, to be closed. Raises zipfile.BadZipFile, and KeyError where there is none such."""
    try:
        return archive.open(part)
    except OSError as error:
        raise zipfile.BadZipFile(str(error)) from None
