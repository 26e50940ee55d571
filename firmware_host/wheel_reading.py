"""A newer Peglight as a file: its wheel, looked at before anything of it is used.

A wheel is a zip with a list of what is in it (packaging.python.org, Binary distribution format; PEP 427).
Only a pure one of ours is taken, every file of it named in its RECORD with the right digest.
"""

import base64
import csv
import io
import re
import stat
import sys
import zipfile
import zlib
from collections.abc import Mapping
from email import message_from_string
from email.message import Message
from hashlib import sha256
from importlib.metadata import requires
from pathlib import Path, PurePosixPath

from firmware_host.zips import open_part, open_zip
from hardware.sentence import Sentence

PACKAGES = ("engine", "hardware", "firmware_host", "web_ui")
MOST_BYTES = 64 * 1024 * 1024
MOST_FILES = 2_000
_VERSION = re.compile(r"\d{1,4}(\.\d{1,4}){1,3}", re.ASCII)
_PART = re.compile(r"[A-Za-z0-9_][A-Za-z0-9_.@-]*", re.ASCII)


class BadWheel(Exception):
    """A file that is not taken: why, in the words of the page, the part meant and what was found."""

    def __init__(self, why: str, name: str = "", found: str = "") -> None:
        super().__init__(f"{why} {name} {found}".strip())
        self.why, self.name, self.found = why, name, found


def order(version: str) -> tuple[int, ...]:
    """Versions in their order. ValueError for what is none."""
    return tuple(int(part) for part in version.split("."))


def unpack_wheel(source: Path, folder: Path, than: str) -> str:
    """Unpack a wheel into an empty folder, each file checked; its version.

    Args:
        than: the version that runs; an older one, or the same, is not taken.

    Raises:
        BadWheel: it is not taken.
        OSError: there is no room.
    """
    try:
        with open_zip(source) as archive:
            names = [_checked_name(entry) for entry in archive.infolist()]
            info = _info_folder(names)
            version = _checked_metadata(archive, info, than)
            record = _record(_text(archive, f"{info}/RECORD"))
            if set(record) != set(names) or len(names) != len(record):
                raise BadWheel("no_wheel", found="RECORD")
            left = MOST_BYTES
            for entry in archive.infolist():
                left -= _unpack(archive, entry, folder, record[entry.filename], left)
    except (
        zipfile.BadZipFile,
        NotImplementedError,
        KeyError,
        UnicodeDecodeError,
        zlib.error,
        EOFError,
    ):
        raise BadWheel("no_wheel", found=Sentence("no zip, or not a whole one")) from None
    return version


def _checked_name(entry: zipfile.ZipInfo) -> str:
    """A plain file in a folder of ours."""
    name, shown = entry.filename, entry.filename[:80]
    parts = name.split("/")
    if stat.S_ISLNK(entry.external_attr >> 16):
        raise BadWheel("link", shown)
    if not all(_PART.fullmatch(part) for part in parts) or len(parts) < 2:
        raise BadWheel("escapes", shown)
    if parts[0] not in PACKAGES and not re.fullmatch(r"peglight-[\d.]+\.dist-info", parts[0]):
        raise BadWheel("strange", shown)
    if entry.flag_bits & 0x1 or entry.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
        raise BadWheel("no_wheel", shown)
    return name


def _info_folder(names: list[str]) -> str:
    if len(names) > MOST_FILES:
        raise BadWheel("too_large")
    folders = {str(folder) for name in names for folder in PurePosixPath(name).parents}
    if both := folders & set(names):
        raise BadWheel("damaged", min(both), "it is a file and a folder")
    infos = {name.split("/")[0] for name in names if name.split("/")[0] not in PACKAGES}
    if len(infos) != 1:
        raise BadWheel("no_wheel", found="dist-info")
    return infos.pop()


def _checked_metadata(archive: zipfile.ZipFile, info: str, than: str) -> str:
    """Its version, once all that it asks for is here already: there is no internet to get more from."""
    told, built = (message_from_string(_text(archive, f"{info}/{name}")) for name in ("METADATA", "WHEEL"))
    version = str(told["Version"])
    if (
        told["Name"] != "peglight"
        or not _VERSION.fullmatch(version)
        or info != f"peglight-{version}.dist-info"
    ):
        raise BadWheel("no_wheel", found="METADATA")
    if built["Root-Is-Purelib"] != "true" or built["Tag"] != "py3-none-any":
        raise BadWheel("no_wheel", found="WHEEL")
    if order(version) <= order(than):
        raise BadWheel("not_newer", found=version)
    lacking = _lacking(told)
    if lacking:
        raise BadWheel("lacks", found=lacking)
    return version


def _lacking(told: Message) -> str:
    """What it needs that the one installed did not; empty where that is nothing."""
    python = re.fullmatch(r">=3\.(\d{1,3})", str(told["Requires-Python"]).replace(" ", ""))
    if python is None or sys.version_info < (3, int(python[1])):
        return f"Python {told['Requires-Python']}"
    here = {_plain(text) for text in requires("peglight") or ()}
    asked = told.get_all("Requires-Dist") or []
    return next((text for text in asked if "extra ==" not in text and _plain(text) not in here), "")


def _plain(requirement: str) -> str:
    return requirement.replace(" ", "").replace("(", "").replace(")", "").lower()


def _text(archive: zipfile.ZipFile, name: str) -> str:
    with open_part(archive, name) as packed:
        data = packed.read(512 * 1024 + 1)
    if len(data) > 512 * 1024:
        raise BadWheel("too_large", name)
    return data.decode()


def _record(text: str) -> Mapping[str, str]:
    """Each file's digest, as RECORD tells; its own is empty."""
    try:
        return {name: digest for name, digest, _size in csv.reader(io.StringIO(text))}
    except (ValueError, csv.Error):
        raise BadWheel("no_wheel", found="RECORD") from None


def _unpack(archive: zipfile.ZipFile, entry: zipfile.ZipInfo, folder: Path, digest: str, left: int) -> int:
    """One file, counted as it comes out; its size."""
    with open_part(archive, entry) as packed:
        data = packed.read(left + 1)
    if len(data) > left:
        raise BadWheel("too_large", entry.filename)
    found = base64.urlsafe_b64encode(sha256(data).digest()).decode().rstrip("=")
    if digest != f"sha256={found}" and not entry.filename.endswith(".dist-info/RECORD"):
        raise BadWheel("damaged", entry.filename, Sentence("it is not what was packed"))
    target = folder / entry.filename
    target.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    with target.open("xb") as part:
        part.write(data)
    target.chmod(0o600)
    return len(data)
